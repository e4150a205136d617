/* SPDX-License-Identifier: MIT */
#include "collapse/symbols/inline_spans.h"

#include "common/base/search.h"
#include "common/base/slice.h"

void inline_spans_release(struct inline_spans *spans)
{
	free(spans->at);
	*spans = (struct inline_spans){0};
}

void inline_spans_add(struct inline_spans *spans, uint64_t begin, uint64_t end, size_t index)
{
	if (begin >= end)
		return;
	spans->at = memory_grow(spans->at, &spans->cap, spans->count + 1, sizeof(*spans->at));
	spans->at[spans->count++] = (struct inline_span){begin, end, index};
}

static int compare(const void *a, const void *b)
{
	const struct inline_span *left = a, *right = b;

	return (left->begin > right->begin) - (left->begin < right->begin);
}

void inline_spans_sort(struct inline_spans *spans)
{
	if (spans->count > 0)
		qsort(spans->at, spans->count, sizeof(*spans->at), compare);
}

size_t inline_spans_find(const struct inline_spans *spans, uint64_t address)
{
	size_t behind = SEARCH_UP_TO(spans->at, spans->count, begin, address);

	if (behind == 0 || address >= spans->at[behind - 1].end)
		return SLICE_NONE;
	return spans->at[behind - 1].index;
}
