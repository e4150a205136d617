/* SPDX-License-Identifier: MIT */
/* The header's fields have a fixed width and are big-endian. */
#include "collapse/jfr/jfr_chunk.h"

#include "common/io/guarded_map.h"

static uint64_t jfr_clock_divide(struct u128 product, uint64_t by)
{
	u128_divide(&product, by);
	return product.high > 0 || product.low > INT64_MAX ? INT64_MAX : product.low;
}

uint64_t jfr_scale(uint64_t value, uint64_t factor, uint64_t by)
{
	struct u128 product = {0, 0};

	if (factor == by)
		return value > INT64_MAX ? INT64_MAX : value;
	u128_add_product(&product, value, factor);
	return jfr_clock_divide(product, by);
}

int64_t jfr_first_tick(int64_t ns, uint64_t ticks_per_second)
{
	struct u128 product = {0, 0};

	if (ns < 0)
		return -(int64_t)jfr_scale(-(uint64_t)ns, ticks_per_second, JFR_SECOND);
	u128_add_product(&product, (uint64_t)ns, ticks_per_second);
	u128_add_product(&product, JFR_SECOND - 1, 1); /* rounded up */
	return (int64_t)jfr_clock_divide(product, JFR_SECOND);
}

enum header_offset {
	AT_MAJOR = 4,
	AT_MINOR = 6,
	AT_SIZE = 8,
	AT_CHECKPOINT = 16,
	AT_METADATA = 24,
	AT_START = 32,
	AT_DURATION = 40,
	AT_START_TICKS = 48,
	AT_TICKS = 56,
	AT_STATE = 64,
};

enum { STATE_FINISHED = 0, STATE_REWRITING = 255 };

/* Bytes of a map that are given back at a time. */
enum { FORGET_STEP = 8 << 20 };

#define MAGIC SLICE("FLR\0")

bool jfr_begins(struct slice head)
{
	return slice_starts(head, MAGIC);
}

static uint64_t field(struct slice header, enum header_offset at, unsigned size)
{
	return slice_load_bytes(header.ptr + at, size, true);
}

static bool is_known_version(uint64_t major)
{
	return major == 1 || major == 2;
}

/* True if the chunk's size is reliable and fits into the input. */
static bool has_size(struct slice header)
{
	return field(header, AT_STATE, 1) == STATE_FINISHED &&
	       field(header, AT_SIZE, 8) >= JFR_HEADER;
}

uint64_t jfr_chunk_wants(struct slice header)
{
	if (!jfr_begins(header) || !has_size(header))
		return UINT64_MAX;
	return field(header, AT_SIZE, 8);
}

/*
 * True if a chunk begins where an event would. As an event it would have been recorded at tick 82,
 * which is the second half of the magic number.
 */
static bool jfr_chunk_is_header(struct slice bytes)
{
	return bytes.len >= JFR_HEADER && jfr_begins(bytes) &&
	       is_known_version(field(bytes, AT_MAJOR, 2));
}

struct jfr_walk jfr_walk_from(struct slice events, bool is_mapped)
{
	const struct jfr_cursor rest = jfr_cursor_of(events);
	const bool is_long = is_mapped && events.len > FORGET_STEP;

	return (struct jfr_walk){rest, is_long ? rest.at + FORGET_STEP : rest.end};
}

void jfr_walk_forget(struct jfr_walk *walk)
{
	guarded_map_forget((const char *)walk->mark - FORGET_STEP, (const char *)walk->rest.at);
	walk->mark = jfr_left(&walk->rest) > FORGET_STEP ? walk->rest.at + FORGET_STEP
							 : walk->rest.end;
}

/* Bytes of a chunk whose size is not known: a scan of its events. */
static size_t scan_size(struct slice bytes, bool is_mapped)
{
	struct jfr_walk walk = jfr_walk_from(slice_tail(bytes, JFR_HEADER), is_mapped);
	struct jfr_event event;

	for (;;) {
		const size_t left = jfr_left(&walk.rest);

		if (jfr_chunk_is_header(slice_tail(bytes, bytes.len - left)))
			return bytes.len - left;
		if (jfr_walk_next(&walk, &event) != JFR_EVENT)
			return bytes.len;
	}
}

enum jfr_found jfr_chunk_next(struct slice bytes, size_t *at, struct jfr_chunk *chunk)
{
	struct slice rest = slice_tail(bytes, *at);
	uint64_t size;

	if (rest.len == 0)
		return JFR_NOTHING;
	if (rest.len < JFR_HEADER || !jfr_begins(rest))
		return JFR_NO_CHUNK;
	*chunk = (struct jfr_chunk){
		.is_mapped = chunk->is_mapped,
		.at = *at,
		.major = (unsigned)field(rest, AT_MAJOR, 2),
		.minor = (unsigned)field(rest, AT_MINOR, 2),
		.checkpoint = field(rest, AT_CHECKPOINT, 8),
		.metadata = field(rest, AT_METADATA, 8),
		.start = field(rest, AT_START, 8),
		.duration = field(rest, AT_DURATION, 8),
		.start_ticks = field(rest, AT_START_TICKS, 8),
		.ticks = field(rest, AT_TICKS, 8),
		.has_times = field(rest, AT_STATE, 1) != STATE_REWRITING,
	};
	size = field(rest, AT_SIZE, 8);
	chunk->is_readable = is_known_version(chunk->major);
	chunk->is_unfinished = !has_size(rest) || size > rest.len;
	if (chunk->is_unfinished && chunk->is_readable)
		size = scan_size(rest, chunk->is_mapped);
	else if (chunk->is_unfinished && (size < JFR_HEADER || size > rest.len))
		size = rest.len;
	chunk->bytes = slice_head(rest, (size_t)size);
	*at += (size_t)size;
	return JFR_CHUNK;
}
