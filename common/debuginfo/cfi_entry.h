/* SPDX-License-Identifier: MIT */
/*
 * cfi_entry.h - the entries of call frame information: entries of functions (FDE) and the data
 * shared by many of them (CIE). DWARF 5, 6.4, and the Linux Standard Base, 10.6.
 */
#ifndef FLAMBEAU_CFI_ENTRY_H
#define FLAMBEAU_CFI_ENTRY_H

#include "common/debuginfo/cfi_reader.h"

/* A common information entry: values that many functions share. */
struct cfi_common {
	uint64_t code_align; /* advances of the location are multiples of it */
	int64_t data_align;  /* offsets are */
	uint64_t return_register;
	unsigned pointers;         /* the encoding of function addresses */
	bool has_sizes;            /* of augmentation data: "z" */
	bool is_signal;            /* the frame of a signal handler's caller: "S" */
	struct cfi_reader program; /* initial rules */
};

/* A function, or a part of one. */
struct cfi_entry {
	const struct cfi_section *section;
	uint64_t offset; /* there */
	struct cfi_common common;
	uint64_t start, end; /* virtual addresses */
	struct cfi_reader program;
};

/* The kind of entry at an offset of a section. */
enum cfi_found {
	CFI_NOTHING, /* damaged, or the end */
	CFI_COMMON,
	CFI_FUNCTION,
};

/*
 * Parse the entry at `*offset` and move it to the next one; it does not move on CFI_NOTHING.
 * `entry` is set for CFI_FUNCTION only. Takes constant time: programs are not read.
 */
enum cfi_found cfi_entry_next(const struct cfi_section *section, uint64_t *offset,
			      struct cfi_entry *entry);

#endif
