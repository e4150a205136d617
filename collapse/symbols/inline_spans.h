/* SPDX-License-Identifier: MIT */
/*
 * inline_spans.h - ranges of addresses, each of a thing with a number. A zeroed struct is empty.
 */
#ifndef FLAMBEAU_INLINE_SPANS_H
#define FLAMBEAU_INLINE_SPANS_H

#include "common/memory/memory.h"

struct inline_span {
	uint64_t begin, end;
	size_t index;
};

struct inline_spans {
	struct inline_span *at;
	size_t count, cap;
};

void inline_spans_release(struct inline_spans *spans);

/* From `begin` up to before `end`; nothing if that is nothing. */
void inline_spans_add(struct inline_spans *spans, uint64_t begin, uint64_t end, size_t index);

/* After the last was added, before the first is looked for. */
void inline_spans_sort(struct inline_spans *spans);

/* The index of the span that begins last among those at or before the address; SLICE_NONE if it ends before it. */
size_t inline_spans_find(const struct inline_spans *spans, uint64_t address);

#endif
