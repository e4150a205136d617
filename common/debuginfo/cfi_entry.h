/* SPDX-License-Identifier: MIT */
/*
 * cfi_entry.h - the entries of call frame information: entries of functions (FDE) and the data
 * shared by many of them (CIE). DWARF 5, 6.4, and the Linux Standard Base, 10.6.
 */
#ifndef FLAMBEAU_CFI_ENTRY_H
#define FLAMBEAU_CFI_ENTRY_H

#include "common/debuginfo/dwarf_data.h"

/*
 * Pointers of call frame information, from a section's bytes, which may be damaged.
 * Numbers are read by dwarf_data.h: what runs out of bytes sets `in.failed` and gives 0 from then
 * on.
 */

/* Bytes of a section of call frame information. */
struct cfi_section {
	const unsigned char *bytes;
	size_t size;
	uint64_t address; /* virtual, of the first byte */
	unsigned word;    /* bytes of an address: 4 or 8 */
	bool is_big_endian;
	bool is_debug; /* .debug_frame; false: .eh_frame, .eh_frame_hdr */
};

struct cfi_reader {
	const struct cfi_section *section;
	struct dwarf_reader in;
};

/* From an offset of the section to its end; failed if the offset lies outside of it. */
struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset);

/* Offset of the next byte in the section. */
static inline size_t cfi_reader_offset(const struct cfi_reader *reader)
{
	return (size_t)(reader->in.at - reader->section->bytes);
}

/* The next `size` bytes, which are skipped, as a reader of their own. */
struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size);

/* How pointers of .eh_frame are encoded: DW_EH_PE_* of the Linux Standard Base, 10.5. */
enum {
	CFI_POINTER_FORMAT = 0x0f,
	CFI_POINTER_BASE = 0x70,
	CFI_POINTER_OMITTED = 0xff,
};

/*
 * An encoded pointer. `data` is what pointers relative to data are relative to. Pointers that are
 * to be read from memory, and those relative to functions or text, fail.
 */
uint64_t cfi_read_pointer(struct cfi_reader *reader, unsigned encoding, uint64_t data);

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
