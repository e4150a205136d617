/* SPDX-License-Identifier: MIT */
/*
 * dwarf_ranges.h - the addresses of an entry's code, and sets of address ranges.
 */
#ifndef FLAMBEAU_DWARF_RANGES_H
#define FLAMBEAU_DWARF_RANGES_H

#include "common/base/memory.h"
#include "common/debuginfo/dwarf_entry.h"

/*
 * Ranges of addresses, each of a thing with a number. They may nest and overlap. At
 * an address the range that begins last wins; among ranges with the same start the shortest; among
 * equal ranges the largest number.
 */

#define DWARF_NOTHING UINT32_MAX

struct dwarf_span {
	uint64_t begin, end;
	uint32_t index;
};

/* From here up to where the next one is. */
struct dwarf_place {
	uint32_t begin; /* bytes from the base */
	uint32_t index; /* DWARF_NOTHING: a gap */
};

/* A zeroed struct is empty. Finished, it takes 8 bytes per place. */
struct dwarf_spans {
	struct dwarf_span *at; /* as they were added; NULL when they are finished */
	size_t count, cap;     /* of these, then of the places */
	uint64_t base;         /* the first address */
	struct dwarf_place *places;
	struct dwarf_spans *beyond; /* spans 4 GiB or more after the base; NULL: none */
};

void dwarf_spans_release(struct dwarf_spans *spans);

/* From `begin` up to before `end`; nothing is added if that is empty. */
void dwarf_spans_add(struct dwarf_spans *spans, uint64_t begin, uint64_t end, uint32_t index);

/* After the last was added, before the first is looked for. */
void dwarf_spans_finish(struct dwarf_spans *spans);

/* The index of the innermost span that holds the address; DWARF_NOTHING: none. */
uint32_t dwarf_spans_find(const struct dwarf_spans *spans, uint64_t address);

/*
 * Add the ranges of an entry with these values to `spans`. `work` is how many may still be read, so
 * that entries of a damaged file which share a long list do not take quadratic time; it is lowered.
 * Code that the linker left out, which is at address 0, is left out.
 */
void dwarf_ranges_add(struct dwarf_spans *spans, const struct dwarf_entry *entry,
		      const struct dwarf_values *values, uint32_t index, uint64_t *work);

#endif
