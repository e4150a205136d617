/* SPDX-License-Identifier: MIT */
#include "common/utf8.h"
#include "render/palette.h"

/* The first number of a 48-bit linear congruential generator, as drand48() has it. */
static double place_by_sum(struct slice name)
{
	const uint64_t mask = ((uint64_t)1 << 48) - 1;
	uint32_t sum = 0;
	uint64_t state;

	while (name.len > 0)
		sum += utf8_next(&name);
	state = ((uint64_t)sum << 16) + 0x330E;
	state = (state * 0x5DEECE66D + 11) & mask;
	return (double)state / (double)(mask + 1);
}

enum { PREFIX_LENGTH = 3 };

/* Weighs the first few characters, each less than the one before it. */
static double place_by_codes(const uint32_t *codes, size_t count)
{
	double vector = 0, weight = 1, max = 1;
	size_t k;

	for (k = 0; k < count; k++) {
		vector += (double)(codes[k] % (10 + k)) / (double)(9 + k) * weight;
		max += weight;
		weight *= 0.7;
	}
	return 1 - vector / max;
}

/* By the name's beginning, behind its first backquote (DTrace: module`function). */
static double place_by_prefix(struct slice name)
{
	uint32_t codes[PREFIX_LENGTH];
	size_t count = 0, quote;

	if (name.len > 0) {
		quote = slice_find(slice_tail(name, 1), '`');
		if (quote != SLICE_NONE)
			name = slice_tail(name, quote + 2);
	}
	while (name.len > 0 && count < PREFIX_LENGTH)
		codes[count++] = utf8_next(&name);
	return place_by_codes(codes, count);
}

/* The same read from right to left: by its end, before its last backquote. */
static double place_by_suffix(struct slice name)
{
	uint32_t codes[PREFIX_LENGTH], swap;
	struct slice tail;
	size_t count = 0, quote;

	if (name.len > 0) {
		quote = slice_rfind(slice_head(name, name.len - 1), '`');
		if (quote != SLICE_NONE)
			name = slice_head(name, quote);
	}
	for (tail = utf8_tail(name, PREFIX_LENGTH); tail.len > 0; count++)
		codes[count] = utf8_next(&tail);
	if (count > 1) {
		swap = codes[0];
		codes[0] = codes[count - 1];
		codes[count - 1] = swap;
	}
	return place_by_codes(codes, count);
}

struct color_place color_place_of(enum color_source source, struct slice name)
{
	double first, second;

	if (source == SOURCE_PREFIX) {
		first = place_by_prefix(name);
		second = place_by_suffix(name);
	} else {
		first = second = place_by_sum(name);
	}
	return (struct color_place){{first, second, second}};
}
