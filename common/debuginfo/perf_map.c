/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/perf_map.h"

#include "common/base/memory.h"
#include "common/debuginfo/jit_dump.h"
#include "common/debuginfo/symbol_text.h"

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
