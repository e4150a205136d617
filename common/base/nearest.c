/* SPDX-License-Identifier: MIT */
#include "common/base/nearest.h"

enum {
	WORD_MAX = 48, /* longer ones are near nothing */
	BYTES_PER_EDIT = 3,
	EDITS_MAX = 3,
};

COLD struct nearest nearest_to(struct slice typed)
{
	size_t edits = typed.len / BYTES_PER_EDIT;

	return (struct nearest){.typed = typed,
				.distance = (edits < EDITS_MAX ? edits : EDITS_MAX) + 1};
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The edit distance; each byte takes part in one swap at most. Both are up to WORD_MAX bytes. */
static size_t distance_of(struct slice a, struct slice b)
{
	size_t rows[3][WORD_MAX + 1]; /* of the last three bytes of `a`, by bytes of `b` */
	size_t i, j;

	for (j = 0; j <= b.len; j++)
		rows[0][j] = j;
	for (i = 1; i <= a.len; i++) {
		const size_t *before = rows[(i + 1) % 3], *above = rows[(i + 2) % 3];
		size_t *row = rows[i % 3];

		row[0] = i;
		for (j = 1; j <= b.len; j++) {
			const char x = char_lower(a.ptr[i - 1]), y = char_lower(b.ptr[j - 1]);

			row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && x == char_lower(b.ptr[j - 2]) &&
			    char_lower(a.ptr[i - 2]) == y)
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return rows[a.len % 3][b.len];
}

COLD void nearest_offer(struct nearest *nearest, struct slice word)
{
	size_t distance;

	if (nearest->typed.len > WORD_MAX || word.len > WORD_MAX)
		return;
	distance = distance_of(nearest->typed, word);
	if (distance >= nearest->distance)
		return;
	nearest->distance = distance;
	nearest->word = word;
}

COLD void nearest_add(struct buf *buf, const struct nearest *nearest, const char *before)
{
	if (nearest->word.len > 0)
		buf_printf(buf, " (did you mean %s%.*s?)", before, SLICE_ARG(nearest->word));
}
