/* SPDX-License-Identifier: MIT */
#include "common/base/utf8.h"
#include "render/palette/palette.h"

static const uint64_t fnv_basis = 0xcbf29ce484222325, fnv_prime = 0x100000001b3;

/* The first number of a 48-bit linear congruential generator, as drand48() has it. */
static double place_by_sum(struct slice name)
{
	const uint64_t mask = ((uint64_t)1 << 48) - 1;
	uint32_t sum = 0;
	uint64_t state;

	while (name.len > 0) {
		char c = name.ptr[0];

		if (c >= ' ' && c < 0x7F) { /* a character of its own */
			sum += (unsigned char)c;
			name = slice_tail(name, 1);
		} else {
			sum += utf8_next(&name);
		}
	}
	state = ((uint64_t)sum << 16) + 0x330E;
	state = (state * 0x5DEECE66D + 11) & mask;
	return (double)state / (double)(mask + 1);
}

enum { PREFIX_LENGTH = 3 };

/* The codes of a few characters, or bytes. */
struct codes {
	uint32_t at[PREFIX_LENGTH];
	size_t count;
};

/* Weighs the first few characters, each less than the one before it. */
static double weigh(const struct codes *codes)
{
	double vector = 0, weight = 1, max = 1;
	size_t k;

	for (k = 0; k < codes->count; k++) {
		vector += (double)(codes->at[k] % (10 + k)) / (double)(9 + k) * weight;
		max += weight;
		weight *= 0.7;
	}
	return 1 - vector / max;
}

static double weigh_single(const struct codes *codes)
{
	float vector = 0, weight = 1, max = 1;
	size_t k;

	for (k = 0; k < codes->count; k++) {
		vector += (float)(codes->at[k] % (10 + k)) / (float)(9 + k) * weight;
		max += weight;
		weight *= 0.7F;
	}
	return (double)(1 - vector / max);
}

/*
 * The name after the first backquote (DTrace: module`function); a backquote at the start does not
 * count.
 */
static struct slice behind_module(struct slice name)
{
	size_t quote;

	if (name.len == 0)
		return name;
	quote = slice_find(slice_tail(name, 1), '`');
	return quote == SLICE_NONE ? name : slice_tail(name, quote + 2);
}

/* The name before the last backquote; a backquote at the end does not count. */
static struct slice before_tail(struct slice name)
{
	size_t quote;

	if (name.len == 0)
		return name;
	quote = slice_rfind(slice_head(name, name.len - 1), '`');
	return quote == SLICE_NONE ? name : slice_head(name, quote);
}

static struct codes first_codes(struct slice name)
{
	struct codes codes = {.count = 0};

	while (name.len > 0 && codes.count < PREFIX_LENGTH)
		codes.at[codes.count++] = utf8_next(&name);
	return codes;
}

static struct codes last_codes(struct slice name)
{
	struct codes codes = first_codes(utf8_tail(name, PREFIX_LENGTH));
	uint32_t swap;

	if (codes.count > 1) {
		swap = codes.at[0];
		codes.at[0] = codes.at[codes.count - 1];
		codes.at[codes.count - 1] = swap;
	}
	return codes;
}

static struct codes first_bytes(struct slice name)
{
	struct codes codes = {.count = 0};

	for (; codes.count < name.len && codes.count < PREFIX_LENGTH; codes.count++)
		codes.at[codes.count] = (unsigned char)name.ptr[codes.count];
	return codes;
}

static struct codes last_bytes(struct slice name)
{
	struct codes codes = {.count = 0};

	for (; codes.count < name.len && codes.count < PREFIX_LENGTH; codes.count++)
		codes.at[codes.count] = (unsigned char)name.ptr[name.len - 1 - codes.count];
	return codes;
}

static struct color_place place_by_prefix(struct slice name)
{
	struct codes first = first_codes(behind_module(name));
	struct codes last = last_codes(before_tail(name));
	double second = weigh(&last);

	return (struct color_place){{weigh(&first), second, second}, false};
}

static struct color_place place_by_bytes(struct slice name)
{
	struct codes first = first_bytes(behind_module(name));
	struct codes last = last_bytes(before_tail(name));
	double second = weigh_single(&last);

	return (struct color_place){{weigh_single(&first), second, second}, true};
}

/* FNV-1a in 64 bits, and what its last step makes of it twice more. */
static struct color_place place_by_fnv(struct slice name)
{
	struct color_place place = {.single = true};
	uint64_t hash = fnv_basis;
	size_t i;

	for (i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.ptr[i]) * fnv_prime;
	for (i = 0; i < ARRAY_LEN(place.v); i++) {
		place.v[i] = (double)hash / (double)UINT64_MAX;
		hash *= fnv_prime;
	}
	return place;
}

struct color_place color_place_of(enum color_source source, struct slice name)
{
	double place;

	switch (source) {
	case SOURCE_PREFIX: return place_by_prefix(name);
	case SOURCE_PREFIX_BYTES: return place_by_bytes(name);
	case SOURCE_FNV: return place_by_fnv(name);
	case SOURCE_SUM:
	case SOURCE_SEQUENCE:
	case SOURCE_RANDOM: break;
	}
	place = place_by_sum(name);
	return (struct color_place){{place, place, place}, false};
}

/* Marsaglia's xorshift with 64 bits of state. */
struct color_place color_place_next(uint64_t *state, bool single)
{
	struct color_place place = {.single = single};
	size_t i;

	for (i = 0; i < ARRAY_LEN(place.v); i++) {
		*state ^= *state << 13;
		*state ^= *state >> 7;
		*state ^= *state << 17;
		place.v[i] = (double)(*state >> 11) / (double)((uint64_t)1 << 53);
	}
	return place;
}
