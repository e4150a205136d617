/* SPDX-License-Identifier: MIT */
/*
 * cfi_file.h - the call frame information of a program or library, wherever on this machine it is.
 * Nothing is opened before the first question. Any thread may ask.
 */
#ifndef FLAMBEAU_CFI_FILE_H
#define FLAMBEAU_CFI_FILE_H

#include "common/debuginfo/cfi_entry.h"
#include "common/debuginfo/perf_map.h"
#include "common/debuginfo/symbol_search.h"

/*
 * Finds the function of an address in a section of call frame information: by the
 * sorted table that linkers write for .eh_frame, or by an index of the whole section.
 */

struct cfi_range;

/* Zeroed it is empty. The sections must outlive it. */
struct cfi_index {
	const struct cfi_section *section; /* .eh_frame or .debug_frame */
	const struct cfi_section *table;   /* .eh_frame_hdr; NULL: `ranges` */
	size_t table_at, table_count;      /* offset of its rows, and their number */
	struct cfi_range *ranges;
	size_t count;
};

/*
 * `table` may be NULL, or unusable: then all of the section is read, in time O(n log n) of its
 * size. Returns the number of functions.
 */
size_t cfi_index_init(struct cfi_index *index, const struct cfi_section *section,
		      const struct cfi_section *table);
void cfi_index_release(struct cfi_index *index);

/* The function that holds a virtual address; false if none exists. */
bool cfi_index_find(const struct cfi_index *index, uint64_t address, struct cfi_entry *entry);

/*
 * The call frame information of functions that a just-in-time compiler made, from its
 * dump (jit-PID.dump). Read once; then any thread may ask.
 */

struct cfi_code;

/* `unwinding` must outlive it. Takes time O(n log n) of its size. */
struct cfi_code *cfi_code_new(const struct jit_unwinding *unwinding);
void cfi_code_free(struct cfi_code *code);

/*
 * The entry for the address `offset` bytes after the start of a function, whose unwinding
 * information has this number, counted from 1. `*address` is that address as `entry` has it. False:
 * there is no information. `entry` refers to bytes that live as long as `code`.
 */
bool cfi_code_find(const struct cfi_code *code, uint32_t number, uint64_t offset,
		   struct cfi_entry *entry, uint64_t *address);

struct cfi_file;

struct cfi_file *cfi_file_new(void);
void cfi_file_free(struct cfi_file *file);

/*
 * The function at a virtual address: from the program's .eh_frame, else from .debug_frame of the
 * program or its debug files, else from its .sframe. `program` locates these: its first three members, the same at each
 * call. False: there is no information. `entry` refers to bytes that live as long as `file`.
 */
bool cfi_file_find(struct cfi_file *file, const struct symbol_search *program, uint64_t address,
		   struct cfi_entry *entry);

/* The version of a .sframe section that was found and not used; 0: none was. */
unsigned cfi_file_unread(const struct cfi_file *file);

/*
 * Copy the `size` bytes of the program that are loaded before an address. False: the file does not
 * have them. What was read is kept, in blocks.
 */
bool cfi_file_code(struct cfi_file *file, const struct symbol_search *program, uint64_t address,
		   unsigned char *to, size_t size);

#endif
