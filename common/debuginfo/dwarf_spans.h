/* SPDX-License-Identifier: MIT */
/*
 * dwarf_spans.h - ranges of addresses, each of a thing with a number. They may nest and overlap. At
 * an address the range that begins last wins; among ranges with the same start the shortest; among
 * equal ranges the largest number.
 */
#ifndef FLAMBEAU_DWARF_SPANS_H
#define FLAMBEAU_DWARF_SPANS_H

#include "common/base/memory.h"

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

/* A zeroed struct is empty. Finished, it takes 8 bytes a place. */
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

/* The index of the innermost span that holds the address; DWARF_NOTHING: there is none. */
uint32_t dwarf_spans_find(const struct dwarf_spans *spans, uint64_t address);

#endif
