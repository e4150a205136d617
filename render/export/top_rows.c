/* SPDX-License-Identifier: MIT */
/* The functions of a profile in the order of a table. */
#include "render/export/top.h"
#include "render/measure/columns.h"

/*
 * Compare by the second column, if it has counts that differ, else by the first. The largest comes
 * first.
 */
static int compare_counts(const uint64_t left[2], const uint64_t right[2])
{
	int side = left[1] != right[1];

	return (left[side] < right[side]) - (left[side] > right[side]);
}

/* Compare by `first`, then by the other measure, then by name. */
static int top_rows_compare(const struct top_row *left, const struct top_row *right,
			    enum functions_measure first)
{
	enum functions_measure second = first == FUNCTIONS_SELF ? FUNCTIONS_TOTAL : FUNCTIONS_SELF;
	int order = compare_counts(left->count[first], right->count[first]);

	if (order == 0)
		order = compare_counts(left->count[second], right->count[second]);
	return order != 0 ? order : slice_compare(left->name, right->name);
}

static int compare_self(const void *left, const void *right)
{
	return top_rows_compare(left, right, FUNCTIONS_SELF);
}

static int compare_total(const void *left, const void *right)
{
	return top_rows_compare(left, right, FUNCTIONS_TOTAL);
}

/* The largest difference between the columns, whatever its direction, comes first. */
static int compare_change(const void *left, const void *right)
{
	const struct top_row *a = left, *b = right;
	const uint64_t first = count_delta(a->count[FUNCTIONS_TOTAL]);
	const uint64_t second = count_delta(b->count[FUNCTIONS_TOTAL]);

	return first != second ? (first < second) - (first > second) : compare_self(left, right);
}

static int compare_name(const void *left, const void *right)
{
	const struct top_row *a = left, *b = right;

	return slice_compare(a->name, b->name);
}

struct top_row *top_rows(const struct functions *functions, const struct intern *names,
			 enum top_order order)
{
	static int (*const orders[])(const void *, const void *) = {
		[TOP_BY_SELF] = compare_self,
		[TOP_BY_TOTAL] = compare_total,
		[TOP_BY_CHANGE] = compare_change,
		[TOP_BY_NAME] = compare_name,
	};
	struct top_row *rows = memory_clear(functions->count + 1, sizeof(*rows));
	size_t i;

	for (i = 0; i < functions->count; i++) {
		rows[i].name = intern_name(names, (frame_id)i);
		rows[i].id = (frame_id)i;
		rows[i].id = (frame_id)i;
		memcpy(rows[i].count, functions->at[i].count, sizeof(rows[i].count));
	}
	qsort(rows, functions->count, sizeof(*rows), orders[order]);
	return rows;
}
