/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/perf_map.h"

#include <assert.h>

#include "common/base/memory.h"
#include "common/base/search.h"
#include "common/debuginfo/demangle.h"
#include "common/debuginfo/symbol_text.h"
#include "common/table/hash.h"

/*
 * A segment tree: the borders of all ranges cut the addresses into segments, the leaves of a
 * complete binary tree. A range is a member of the O(log n) nodes that cover it exactly. Indices of
 * ranges are in the order of time, so the members of a node are, too: an address asks the nodes
 * from its leaf to the root for their last member before the time, and the latest one wins. Ranges
 * of one time need no tree: each segment has one owner.
 */

void timed_ranges_release(struct timed_ranges *ranges)
{
	free(ranges->at);
	free(ranges->borders);
	free(ranges->owners);
	free(ranges->lists);
	free(ranges->members);
	*ranges = (struct timed_ranges){0};
}

void timed_ranges_add(struct timed_ranges *ranges, const struct timed_range *range)
{
	if (range->start >= range->end)
		return;
	assert(ranges->count < UINT32_MAX); /* files have fewer: perf_map.h */
	MEMORY_ROOM(ranges->at, ranges->count, ranges->cap);
	ranges->at[ranges->count] = *range;
	ranges->at[ranges->count].order = (uint32_t)ranges->count;
	ranges->count++;
}

static int compare_times(const void *a, const void *b)
{
	const struct timed_range *left = a, *right = b;

	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static bool is_sorted(const struct timed_ranges *ranges)
{
	size_t i;

	for (i = 1; i < ranges->count; i++) {
		if (ranges->at[i].time < ranges->at[i - 1].time)
			return false;
	}
	return true;
}

static void find_borders(struct timed_ranges *ranges)
{
	uint64_t *borders = memory_get(2 * ranges->count * sizeof(*borders));
	size_t i, kept = 0;

	for (i = 0; i < ranges->count; i++) {
		borders[2 * i] = ranges->at[i].start;
		borders[2 * i + 1] = ranges->at[i].end;
	}
	for (i = 1; i < 2 * ranges->count && borders[i - 1] <= borders[i]; i++)
		;
	if (i < 2 * ranges->count)
		SORT(borders, 2 * ranges->count, u64_compare);
	for (i = 0; i < 2 * ranges->count; i++) {
		if (kept == 0 || borders[kept - 1] != borders[i])
			borders[kept++] = borders[i];
	}
	ranges->borders = borders;
	ranges->border_count = kept;
}

/* The segment that begins at a border or holds an address after it. */
static size_t segment_of(const struct timed_ranges *ranges, uint64_t address)
{
	return search_up_to(ranges->borders, ranges->border_count, sizeof(*ranges->borders),
			    address) -
	       1;
}

/*
 * Count a range in the nodes that cover it, or, with `members`, add it to them. Leaves have the
 * numbers from border_count on; the node above N is N / 2.
 */
static void cover(struct timed_ranges *ranges, uint32_t i, uint32_t *members)
{
	size_t low = segment_of(ranges, ranges->at[i].start) + ranges->border_count;
	size_t high = segment_of(ranges, ranges->at[i].end) + ranges->border_count;

	for (; low < high; low /= 2, high /= 2) {
		const size_t nodes[] = {low, high - 1};
		const bool covered[] = {low % 2 == 1, high % 2 == 1};
		size_t side;

		for (side = 0; side < 2; side++) {
			if (!covered[side])
				continue;
			if (members)
				members[ranges->lists[nodes[side]]++] = i;
			else
				ranges->lists[nodes[side] + 1]++;
		}
		low += low % 2;
		high -= high % 2;
	}
}

/* The first segment from `segment` on that has no owner; `next` gets shorter ways there. */
static size_t first_free(uint32_t *next, size_t segment)
{
	size_t found = segment, after;

	while (next[found] != found)
		found = next[found];
	for (; segment != found; segment = after) {
		after = next[segment];
		next[segment] = (uint32_t)found;
	}
	return found;
}

/* From the last range to the first, each owns the segments that are still free. */
static void set_owners(struct timed_ranges *ranges)
{
	uint32_t *next = memory_get((ranges->border_count + 1) * sizeof(*next));
	size_t i, segment, end;

	ranges->owners = memory_clear(ranges->border_count, sizeof(*ranges->owners));
	for (i = 0; i <= ranges->border_count; i++)
		next[i] = (uint32_t)i;
	for (i = ranges->count; i-- > 0;) {
		end = segment_of(ranges, ranges->at[i].end);
		segment = first_free(next, segment_of(ranges, ranges->at[i].start));
		for (; segment < end; segment = first_free(next, segment + 1)) {
			ranges->owners[segment] = (uint32_t)i + 1;
			next[segment] = (uint32_t)segment + 1;
		}
	}
	free(next);
}

void timed_ranges_index(struct timed_ranges *ranges)
{
	size_t nodes, i;

	if (ranges->count == 0)
		return;
	if (!is_sorted(ranges))
		SORT(ranges->at, ranges->count, compare_times);
	find_borders(ranges);
	if (ranges->at[0].time == ranges->at[ranges->count - 1].time) {
		set_owners(ranges);
		return;
	}
	nodes = 2 * ranges->border_count;
	ranges->lists = memory_clear(nodes + 1, sizeof(*ranges->lists));
	for (i = 0; i < ranges->count; i++)
		cover(ranges, (uint32_t)i, NULL);
	for (i = 0; i < nodes; i++)
		ranges->lists[i + 1] += ranges->lists[i];
	ranges->members = memory_get(ranges->lists[nodes] * sizeof(*ranges->members) + 1);
	for (i = 0; i < ranges->count; i++)
		cover(ranges, (uint32_t)i, ranges->members);
	for (i = nodes; i > 0; i--) /* each has moved to the end of its node */
		ranges->lists[i] = ranges->lists[i - 1];
	ranges->lists[0] = 0;
}

/* The last member of a node that is below `limit`; `none` if no member is. */
static size_t last_below(const struct timed_ranges *ranges, size_t node, size_t limit, size_t none)
{
	const size_t first = ranges->lists[node];
	size_t low = first, high = ranges->lists[node + 1];

	SEARCH(low, high, at, ranges->members[at] < limit);
	return low > first ? ranges->members[low - 1] : none;
}

const struct timed_range *timed_ranges_find(const struct timed_ranges *ranges, uint64_t address,
					    uint64_t time)
{
	size_t best = SIZE_MAX, node, limit;

	if (ranges->count == 0 || address < ranges->borders[0])
		return NULL;
	limit = ranges->owners ? time >= ranges->at[0].time
			       : SEARCH_UP_TO(ranges->at, ranges->count, time, time);
	node = segment_of(ranges, address);
	if (ranges->owners)
		return limit > 0 && ranges->owners[node] > 0 ? &ranges->at[ranges->owners[node] - 1]
							     : NULL;
	node += ranges->border_count;
	for (; node > 0; node /= 2) {
		const size_t found = last_below(ranges, node, limit, SIZE_MAX);

		if (found != SIZE_MAX && (best == SIZE_MAX || found > best))
			best = found;
	}
	return best != SIZE_MAX ? &ranges->at[best] : NULL;
}

enum { MAGIC = 0x4a695444, HEAD = 16, HEAD_MACHINE = 12, HEAD_FLAGS = 32, RECORD_HEAD = 16 };
enum { I386 = 3, ARM = 40 };  /* processors with addresses of 4 bytes */
enum { PROCESSOR_CLOCK = 1 }; /* a flag of the head */

/* Types of records, and where their fields are after the heads. */
enum { LOAD = 0, MOVE = 1, UNWINDING = 4 };
enum { LOAD_ADDRESS = 16, LOAD_INDEX = 32, LOAD_NAME = 40 }; /* a size follows the address */
enum { MOVE_TO = 24, MOVE_INDEX = 40, MOVE_END = 48 };
enum { UNWINDING_SIZE = 0, UNWINDING_TABLE = 8, UNWINDING_BYTES = 24 };

/* The name of a function, by the number that it has in its dump. */
struct function {
	uint64_t index;
	struct slice name;
	uint32_t frames;
	UT_hash_handle hh;
};

struct dump {
	struct timed_ranges *ranges;
	struct jit_unwinding *unwinding;
	struct jit_frames next_frames; /* of the function that the next record loads; empty: none */
	struct arena *names;
	struct arena functions;
	struct function *by_index;
	bool is_big_endian;
	bool has_times; /* of CLOCK_MONOTONIC */
};

struct dump_record {
	uint64_t type, time;
	struct slice body;
};

static uint64_t jit_dump_number_at(const struct dump *dump, struct slice bytes, size_t at,
				   unsigned size)
{
	return slice_load_bytes(bytes.ptr + at, size, dump->is_big_endian);
}

/* Add a function whose address and size are at `at` in the record. */
static void jit_dump_add(struct dump *dump, const struct dump_record *record, size_t at,
			 const struct function *function)
{
	const uint64_t start = jit_dump_number_at(dump, record->body, at, 8);
	const uint64_t size = jit_dump_number_at(dump, record->body, at + 8, 8);

	if (size <= UINT64_MAX - start)
		timed_ranges_add(dump->ranges,
				 &(struct timed_range){.time = dump->has_times ? record->time : 0,
						       .start = start,
						       .end = start + size,
						       .name = function->name,
						       .frames = function->frames});
}

/* Remember how to unwind the function that the next record loads. */
static void see_unwinding(struct dump *dump, struct slice body)
{
	uint64_t size, table;

	dump->next_frames = (struct jit_frames){.size = 0};
	if (body.len < UNWINDING_BYTES)
		return;
	size = jit_dump_number_at(dump, body, UNWINDING_SIZE, 8);
	table = jit_dump_number_at(dump, body, UNWINDING_TABLE, 8);
	body = slice_tail(body, UNWINDING_BYTES);
	if (size <= body.len && table <= size)
		dump->next_frames = (struct jit_frames){.bytes = slice_head(body, (size_t)size),
							.table_size = (size_t)table};
}

/* The number of the unwinding information of a function that is loaded, 0: none. */
static uint32_t take_frames(struct dump *dump, struct slice body)
{
	struct jit_unwinding *unwinding = dump->unwinding;
	struct jit_frames frames = dump->next_frames;

	dump->next_frames = (struct jit_frames){.size = 0};
	if (frames.bytes.len == 0)
		return 0;
	frames.start = jit_dump_number_at(dump, body, LOAD_ADDRESS, 8);
	frames.size = jit_dump_number_at(dump, body, LOAD_ADDRESS + 8, 8);
	MEMORY_ROOM(unwinding->at, unwinding->count, unwinding->cap);
	unwinding->at[unwinding->count++] = frames;
	return (uint32_t)unwinding->count; /* a dump has fewer than 2^32 bytes */
}

static void add_load(struct dump *dump, const struct dump_record *record)
{
	const struct slice body = record->body;
	struct function *function, *known;
	struct buf text = {0};
	struct slice name;
	size_t end;

	if (body.len < LOAD_NAME)
		return;
	name = slice_tail(body, LOAD_NAME);
	end = slice_find(name, '\0');
	if (end == SLICE_NONE || end == 0)
		return;
	name = slice_head(name, end);
	if (demangle(&text, name))
		name = arena_copy(dump->names, buf_slice(&text));
	buf_release(&text);
	function = arena_alloc(&dump->functions, sizeof(*function));
	*function = (struct function){.index = jit_dump_number_at(dump, body, LOAD_INDEX, 8),
				      .name = name,
				      .frames = take_frames(dump, body)};
	jit_dump_add(dump, record, LOAD_ADDRESS, function);
	HASH_REPLACE(hh, dump->by_index, index, sizeof(function->index), function, known);
	(void)known;
}

static void add_move(struct dump *dump, const struct dump_record *record)
{
	const struct function *function;
	uint64_t index;

	if (record->body.len < MOVE_END)
		return;
	index = jit_dump_number_at(dump, record->body, MOVE_INDEX, 8);
	HASH_FIND(hh, dump->by_index, &index, sizeof(index), function);
	if (function)
		jit_dump_add(dump, record, MOVE_TO, function);
}

/* False: the record is cut. */
static bool jit_dump_next_record(const struct dump *dump, struct slice *rest,
				 struct dump_record *record)
{
	uint64_t size;

	if (rest->len < RECORD_HEAD)
		return false;
	record->type = jit_dump_number_at(dump, *rest, 0, 4);
	size = jit_dump_number_at(dump, *rest, 4, 4);
	if (size < RECORD_HEAD || size > rest->len)
		return false;
	record->time = jit_dump_number_at(dump, *rest, 8, 8);
	record->body = slice_tail(slice_head(*rest, (size_t)size), RECORD_HEAD);
	*rest = slice_tail(*rest, (size_t)size);
	return true;
}

static void read_records(struct dump *dump, struct slice rest)
{
	struct dump_record record;

	while (jit_dump_next_record(dump, &rest, &record)) {
		if (record.type == LOAD)
			add_load(dump, &record);
		else if (record.type == MOVE)
			add_move(dump, &record);
		else if (record.type == UNWINDING)
			see_unwinding(dump, record.body);
	}
	HASH_CLEAR(hh, dump->by_index);
	arena_release(&dump->functions);
}

bool jit_dump_read(struct timed_ranges *ranges, struct jit_unwinding *unwinding,
		   struct arena *names, struct slice bytes)
{
	struct dump dump = {.ranges = ranges, .unwinding = unwinding, .names = names};
	uint64_t size, machine;

	if (bytes.len < HEAD)
		return false;
	dump.is_big_endian = jit_dump_number_at(&dump, bytes, 0, 4) != MAGIC;
	if (jit_dump_number_at(&dump, bytes, 0, 4) != MAGIC)
		return false;
	size = jit_dump_number_at(&dump, bytes, 8, 4); /* of the whole header */
	if (size < HEAD || size > bytes.len)
		return false;
	machine = jit_dump_number_at(&dump, bytes, HEAD_MACHINE, 4); /* some writers leave it 0 */
	unwinding->word = machine == I386 || machine == ARM ? 4 : 8;
	unwinding->is_big_endian = dump.is_big_endian;
	dump.has_times = size >= HEAD_FLAGS + 8 &&
			 (jit_dump_number_at(&dump, bytes, HEAD_FLAGS, 8) & PROCESSOR_CLOCK) == 0;
	read_records(&dump, slice_tail(bytes, (size_t)size));
	return true;
}

void jit_unwinding_release(struct jit_unwinding *unwinding)
{
	free(unwinding->at);
	*unwinding = (struct jit_unwinding){0};
}

struct perf_map {
	struct slice text; /* one piece of memory */
	struct timed_ranges ranges;
	struct jit_unwinding unwinding; /* of a dump */
	struct arena names;             /* names that are not in the text */
	bool has_times;
};

static bool is_gap(char c)
{
	return c == ' ' || c == '\t';
}

/* Take a number and the blank that ends it; the digits may have 0x before them. */
static bool perf_map_take_number(struct slice *line, uint64_t *number)
{
	while (line->len > 0 && is_gap(line->ptr[0]))
		*line = slice_tail(*line, 1);
	if (!slice_skip(line, SLICE("0x")))
		slice_skip(line, SLICE("0X"));
	if (!symbol_text_hex(line, number) || line->len == 0 || !is_gap(line->ptr[0]))
		return false;
	*line = slice_tail(*line, 1);
	return true;
}

/* "0x7fb3ed056100 0x20 void Foo::bar(int, List<T>)" */
static void perf_map_add_line(struct perf_map *map, struct slice line)
{
	uint64_t start, size;

	if (perf_map_take_number(&line, &start) && perf_map_take_number(&line, &size) &&
	    !slice_is_blank(line))
		timed_ranges_add(
			&map->ranges,
			&(struct timed_range){
				.start = start,
				.end = size > UINT64_MAX - start ? UINT64_MAX : start + size,
				.name = line,
			});
}

/* `map`, or NULL if there is nothing in it. */
static struct perf_map *perf_map_finish(struct perf_map *map)
{
	if (map->ranges.count == 0) {
		perf_map_free(map);
		return NULL;
	}
	timed_ranges_index(&map->ranges);
	return map;
}

struct perf_map *perf_map_read(int fd)
{
	struct perf_map *map = memory_clear(1, sizeof(*map));
	struct slice rest, line;

	if (symbol_text_read(fd, &map->text)) {
		rest = map->text;
		while (slice_line(&rest, &line))
			perf_map_add_line(map, line);
	}
	return perf_map_finish(map);
}

struct perf_map *perf_map_read_dump(int fd, bool has_times)
{
	struct perf_map *map = memory_clear(1, sizeof(*map));

	if (symbol_text_read(fd, &map->text))
		jit_dump_read(&map->ranges, &map->unwinding, &map->names, map->text);
	map->has_times = has_times;
	return perf_map_finish(map);
}

void perf_map_free(struct perf_map *map)
{
	if (!map)
		return;
	timed_ranges_release(&map->ranges);
	jit_unwinding_release(&map->unwinding);
	arena_release(&map->names);
	free((void *)map->text.ptr);
	free(map);
}

bool perf_map_find(const struct perf_map *map, uint64_t address, uint64_t time,
		   struct perf_map_function *found)
{
	const struct timed_range *range = timed_ranges_find(&map->ranges, address,
							    map->has_times ? time : UINT64_MAX);

	if (range)
		*found = (struct perf_map_function){range->name, range->start, range->end,
						    range->frames};
	return range != NULL;
}

const struct jit_unwinding *perf_map_unwinding(const struct perf_map *map)
{
	return &map->unwinding;
}

size_t perf_map_changes(const struct perf_map *map, uint64_t *times)
{
	const size_t count = map->has_times ? map->ranges.count : 0;
	size_t i;

	for (i = 0; times && i < count; i++)
		times[i] = map->ranges.at[i].time;
	return count;
}
