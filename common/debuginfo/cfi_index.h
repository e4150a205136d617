/* SPDX-License-Identifier: MIT */
/*
 * cfi_index.h - finds the function of an address in a section of call frame information: by the
 * sorted table that linkers write for .eh_frame, or by an index of the whole section.
 */
#ifndef FLAMBEAU_CFI_INDEX_H
#define FLAMBEAU_CFI_INDEX_H

#include "common/debuginfo/cfi_entry.h"

struct cfi_range;

/* Zeroed it is empty. The sections must outlive it. */
struct cfi_index {
	const struct cfi_section *section; /* .eh_frame or .debug_frame */
	const struct cfi_section *table;   /* .eh_frame_hdr; NULL: `ranges` */
	size_t table_at, table_count;      /* offset of its rows, and their number */
	struct cfi_range *ranges;
	size_t count;
};

/* The address of .eh_frame, from .eh_frame_hdr; false: it has none. */
bool cfi_index_frames(const struct cfi_section *table, uint64_t *address);

/*
 * `table` may be NULL, or unusable: then all of the section is read, in time O(n log n) of its
 * size. Returns the number of functions.
 */
size_t cfi_index_init(struct cfi_index *index, const struct cfi_section *section,
		      const struct cfi_section *table);
void cfi_index_release(struct cfi_index *index);

/* The function that holds a virtual address; false if there is none. */
bool cfi_index_find(const struct cfi_index *index, uint64_t address, struct cfi_entry *entry);

#endif
