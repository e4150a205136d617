/* SPDX-License-Identifier: MIT */
/*
 * A line of `bpftrace -f json`, an object a line. The keys of maps are the same
 * text as without -f, as strings:
 *
 *      {"type": "map", "data": {"@": {"\n    leaf+12\n    root+70\n,comm": 905, "": 3}}}
 */
#include "collapse/bpf/bpf_map.h"
#include "common/text/escape.h"

static bool bpf_json_take(struct slice *json, char c)
{
	struct slice rest = slice_trim_left(*json);

	if (rest.len == 0 || rest.ptr[0] != c)
		return false;
	*json = slice_tail(rest, 1);
	return true;
}

/* A string, taken off with its quotes: what is between them, with its escapes. */
static bool bpf_json_take_string(struct slice *json, struct slice *raw)
{
	struct slice rest = *json;
	size_t at = 0, quote, slashes;

	if (!bpf_json_take(&rest, '"'))
		return false;
	for (;; at++) {
		quote = slice_find(slice_tail(rest, at), '"');
		if (quote == SLICE_NONE)
			return false;
		at += quote;
		slashes = 0;
		while (slashes < at && rest.ptr[at - 1 - slashes] == '\\')
			slashes++;
		if (slashes % 2 == 0)
			break;
	}
	*raw = slice_head(rest, at);
	*json = slice_tail(rest, at + 1);
	return true;
}

/* Any value, taken off. */
static bool bpf_json_take_value(struct slice *json, struct slice *value)
{
	struct slice rest = slice_trim_left(*json), string;
	const char *start = rest.ptr;
	size_t depth = 0;

	do {
		char c = rest.len > 0 ? rest.ptr[0] : '\0';

		if (c == '"') {
			if (!bpf_json_take_string(&rest, &string))
				return false;
			continue;
		}
		if (rest.len == 0 || (depth == 0 && (c == ',' || c == '}' || c == ']')))
			break;
		if (c == '{' || c == '[')
			depth++;
		if (c == '}' || c == ']')
			depth--;
		rest = slice_tail(rest, 1);
		if (depth == 0 && (c == '}' || c == ']'))
			break;
	} while (rest.len > 0);
	*value = slice_trim(slice_between(start, rest.ptr));
	*json = rest;
	return depth == 0 && value->len > 0;
}

/* The next member of an object; false at its end, then `json` is after it, or where it breaks. */
static bool next_member(struct slice *json, struct slice *name, struct slice *value)
{
	bpf_json_take(json, ',');
	return bpf_json_take_string(json, name) && bpf_json_take(json, ':') &&
	       bpf_json_take_value(json, value);
}

/* The four digits after "\u"; their number. */
static size_t add_code(struct buf *out, struct slice digits)
{
	uint32_t code = 0;
	size_t i;

	for (i = 0; i < 4 && i < digits.len && char_is_hex(digits.ptr[i]); i++)
		code = code << 4 | char_hex_value(digits.ptr[i]);
	buf_add_code(out, code);
	return i;
}

static void unescape(struct buf *out, struct slice raw)
{
	size_t i = 0, back;

	buf_reset(out);
	while (raw.len > 0 && (back = slice_find(raw, '\\')) != SLICE_NONE && back + 1 < raw.len) {
		char c = raw.ptr[back + 1];

		buf_add(out, slice_head(raw, back));
		raw = slice_tail(raw, back + 2);
		i = 0;
		if (c == 'u')
			i = add_code(out, raw);
		else
			buf_add_char(out, c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
		raw = slice_tail(raw, i);
	}
	buf_add(out, raw);
}

/* The number, or the total of an object of statistics. */
static bool bpf_json_take_count(struct ingest_run *run, struct slice value, uint64_t *count)
{
	struct slice name, member;

	if (bpf_json_take(&value, '{')) {
		while (next_member(&value, &name, &member)) {
			if (slice_equal(name, SLICE("total")))
				return text_take_count(run, &member, count) && member.len == 0;
		}
		return false;
	}
	return text_take_count(run, &value, count) && value.len == 0;
}

/* A member of a map. */
struct entry {
	struct slice map, key, value;
};

static void bpf_json_entry(struct ingest_run *run, const struct entry *entry)
{
	struct bpf_map *bpf = bpf_map_of(run);
	struct slice key, line = {0};
	uint64_t count;

	unescape(&bpf->key, entry->key);
	key = buf_slice(&bpf->key);
	slice_line(&key, &line);
	bpf_map_begin(run, entry->map, line);
	while (slice_line(&key, &line))
		bpf_map_add(run, line);
	if (bpf_json_take_count(run, entry->value, &count))
		bpf_map_finish(run, count);
	else
		bpf_map_skip(run, entry->value);
}

/* All maps; false where the text breaks off. */
static bool see_maps(struct ingest_run *run, struct slice data)
{
	struct entry entry;
	struct slice map;

	if (!bpf_json_take(&data, '{'))
		return false;
	while (next_member(&data, &entry.map, &map)) {
		if (!bpf_json_take(&map, '{'))
			continue; /* not a map but a variable */
		while (next_member(&map, &entry.key, &entry.value))
			bpf_json_entry(run, &entry);
		if (!bpf_json_take(&map, '}'))
			return false;
	}
	return bpf_json_take(&data, '}');
}

void bpf_map_json(struct ingest_run *run, struct slice line)
{
	struct slice json = line, name, value, type = {0};
	bool good = bpf_json_take(&json, '{');

	bpf_json_take_string(&json, &name); /* "type" */
	good = good && bpf_json_take(&json, ':') && bpf_json_take_string(&json, &type) &&
	       bpf_json_take(&json, ',') && bpf_json_take_string(&json, &name) &&
	       bpf_json_take(&json, ':');
	if (slice_equal(type, SLICE("hist")) || slice_equal(type, SLICE("lhist")))
		text_note(run, TEXT_SKIPPED, SLICE("histogram"));
	else if (slice_equal(type, SLICE("map")) || slice_equal(type, SLICE("stats")))
		good = good && see_maps(run, json);
	else
		good = good && bpf_json_take_value(&json, &value);
	if (!good)
		text_note(run, TEXT_BAD_LINE, line);
}
