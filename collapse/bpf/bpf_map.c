/* SPDX-License-Identifier: MIT */
#include "collapse/bpf/bpf_map.h"

/* "45", "count 5, average 3, total 15": what is counted. */
static bool bpf_map_take_value(struct ingest_run *run, struct slice value, uint64_t *count)
{
	size_t total = slice_search(value, SLICE(", total "));

	if (slice_starts(value, SLICE("count ")) && total != SLICE_NONE)
		value = slice_tail(value, total + 8);
	return text_take_count(run, &value, count);
}

static bool is_value(struct slice text)
{
	return text.len == 0 || char_is_digit(text.ptr[0]) || text.ptr[0] == '-' ||
	       text.ptr[0] == '(' || slice_starts(text, SLICE("count "));
}

/* True if the key ends on this line. Sets the text before its `]`, and the value. */
static bool split_close(struct slice line, struct slice *before, struct slice *value)
{
	size_t close = slice_rsearch(line, SLICE("]:"));

	if (close == SLICE_NONE)
		return false;
	*value = slice_tail(line, close + 2);
	if (value->len > 0 && value->ptr[0] != ' ')
		return false;
	*value = slice_trim(*value);
	*before = slice_head(line, close);
	return is_value(*value);
}

static void close_entry(struct ingest_run *run, struct slice value)
{
	uint64_t count;

	if (bpf_map_take_value(run, value, &count))
		bpf_map_finish(run, count);
	else
		bpf_map_skip(run, value);
}

/* "@name[comm, "; leaves what follows the bracket. */
static bool take_map(struct slice *line, struct slice *map)
{
	size_t length = 1;

	if (line->len == 0 || line->ptr[0] != '@')
		return false;
	while (length < line->len && char_is_word(line->ptr[length]))
		length++;
	if (length == line->len || line->ptr[length] != '[')
		return false;
	*map = slice_head(*line, length);
	*line = slice_tail(*line, length + 1);
	return true;
}

static bool is_json(struct slice line)
{
	return slice_starts(line, SLICE("{\"type\": \"")) &&
	       slice_contains(slice_head(line, line.len < 64 ? line.len : 64),
			      SLICE("\", \"data\": "));
}

bool bpf_map_starts(struct slice line)
{
	struct slice map;

	return take_map(&line, &map) || is_json(line);
}

void bpf_map_line(struct ingest_run *run, struct slice line)
{
	struct bpf_map *bpf = bpf_map_of(run);
	struct slice before = {0}, value = {0}, map;
	bool closes;

	bpf->options = run->options;
	if (bpf->in_entry && bpf_map_is_frame(line) && text_push_known(run, line))
		return;
	if (bpf_map_starts(line))
		bpf_map_end(run);
	if (is_json(line)) {
		bpf_map_json(run, line);
	} else if (take_map(&line, &map)) {
		closes = split_close(line, &before, &value);
		bpf_map_begin(run, map, closes ? before : line);
		bpf->has_stack |= !closes;
		if (closes)
			close_entry(run, value);
	} else if (bpf->in_entry) {
		closes = split_close(line, &before, &value);
		bpf_map_add(run, closes ? before : line);
		if (closes)
			close_entry(run, value);
	}
}
