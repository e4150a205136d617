/* SPDX-License-Identifier: MIT */
/*
 * A line of `bpftrace -f json`, an object a line. The keys of maps are the same
 * text as without -f, as strings:
 *
 *      {"type": "map", "data": {"@": {"\n    leaf+12\n    root+70\n,comm": 905, "": 3}}}
 */
#include "collapse/formats/bpf_map.h"
#include "collapse/names/tidy.h"

#include "common/base/escape.h"

/* ---- One entry of a map: its key, which holds the stack, and its count ---- */

/* Without the commas and blanks around it: what keys are separated by. */
static struct slice trim_separators(struct slice text)
{
	text = slice_trim(text);
	while (slice_skip(&text, SLICE(",")))
		text = slice_trim_left(text);
	while (slice_drop(&text, SLICE(",")))
		text = slice_trim_right(text);
	return text;
}

/*
 * "7fa92d4a59f5 _int_free+2261 (/usr/lib/libc.so.6)" without address and module; not the identity of
 * a file, as in "5d7b6259552275a3c17bd4c3fd05f5a6bf40caa5 + 1a2b0".
 */
static struct slice drop_address(struct slice name)
{
	enum { ADDRESS_LONGEST = 16 };
	struct slice rest = name, address;
	size_t module;

	if (!slice_word(&rest, &address) || address.len < 4 || address.len > ADDRESS_LONGEST ||
	    !slice_is_hex(address))
		return name;
	rest = slice_trim_left(rest);
	module = slice_rsearch(rest, SLICE(" ("));
	if (module != SLICE_NONE && slice_ends(rest, SLICE(")")))
		rest = slice_head(rest, module);
	return rest.len > 0 ? rest : name;
}

/*
 * "main+0x9 [a.out]", "main+9 (/usr/bin/a.out)", "[unknown] [a.out]" without the module; in brackets
 * behind a name that has no offset are other things.
 */
static struct slice bpf_drop_module(struct slice name)
{
	const char *const begins = slice_ends(name, SLICE("]")) ? " [" : " (";
	const size_t at = slice_rsearch(name, slice_of(begins, 2));
	struct slice before;

	if (at == SLICE_NONE || (begins[1] == '(' && !slice_ends(name, SLICE(")"))))
		return name;
	before = slice_head(name, at);
	return slice_equal(before, SLICE("[unknown]")) || tidy_drop_offset(before).len < at ? before
											    : name;
}

/* True if the map is selected by --map; without the option all are. */
static bool bpf_wants(const struct bpf_map *bpf, struct slice map)
{
	struct slice wanted = bpf->options->map;

	slice_skip(&map, SLICE("@"));
	slice_skip(&wanted, SLICE("@"));
	return !bpf->options->map.ptr || slice_equal(map, wanted);
}

/* "bash, 1234, 1235": the parts of a key in front of its stacks are a name, a process, a thread. */
static void bpf_give_labels(struct ingest_run *run, struct slice key)
{
	enum label_kind number = LABEL_PID;
	bool has_comm = false, is_last = false;
	struct slice part;

	if (!run->labels)
		return;
	while (!is_last && number <= LABEL_TID) {
		is_last = !slice_cut(&key, ',', &part);
		part = slice_trim(is_last ? key : part);
		if (slice_is_number(part)) {
			label_set(run, number++, part);
		} else if (!has_comm) {
			label_set(run, LABEL_COMM, part);
			has_comm = true;
		}
	}
}

/* Begin an entry of a map; `text` is the rest of the line after its `[`. */
static void bpf_map_begin(struct ingest_run *run, struct slice map, struct slice text)
{
	struct bpf_map *bpf = bpf_map_of(run);
	struct slice key = slice_trim(text), root = trim_separators(text);

	buf_set(&bpf->map, map);
	bpf->in_entry = true;
	bpf->is_wanted = bpf_wants(bpf, map);
	bpf->has_stack = key.len == 0 || key.ptr[0] == ',' || slice_ends(key, SLICE(",")) ||
			 slice_contains(key, SLICE(", ,")) || slice_contains(key, SLICE(",,"));
	bpf->has_root = root.len > 0;
	label_clear(run);
	bpf_give_labels(run, root);
	if (bpf->has_root)
		bpf->root = text_frame(run, root);
}

void bpf_map_push(struct ingest_run *run, struct slice name)
{
	if (!bpf_map_of(run)->options->offsets)
		name = tidy_drop_offset(bpf_drop_module(drop_address(name)));
	text_push(run, name);
}

/* "vfs_read+142" alone on its line: a frame even where the blanks in front of it are lost. */
static bool bpf_is_bare_frame(struct slice line)
{
	const struct slice name = bpf_drop_module(slice_trim(line));

	return tidy_drop_offset(name).len < name.len && slice_find(line, ',') == SLICE_NONE;
}

/* A further line of its key. */
static void bpf_map_add(struct ingest_run *run, struct slice line)
{
	struct slice name;

	bpf_map_of(run)->has_stack = true;
	if (bpf_map_is_frame(line) && text_push_known(run, line))
		return;
	name = trim_separators(line);
	if (name.len > 0 && bpf_map_is_frame(line)) {
		bpf_map_push(run, name);
		text_keep(run, line);
	} else if (bpf_is_bare_frame(line)) {
		bpf_map_push(run, name);
	} else if (name.len > 0) {
		bpf_give_labels(run, name);
		text_push(run, name);
	}
}

static void leave_entry(struct ingest_run *run)
{
	text_cut(run, 0);
	bpf_map_of(run)->in_entry = false;
}

/* Note stacks of more than one map. */
static void compare_maps(struct bpf_map *bpf, struct slice map)
{
	if (bpf->first_map.len == 0)
		buf_add(&bpf->first_map, map);
	else if (!slice_equal(buf_slice(&bpf->first_map), map))
		bpf->many_maps = true;
}

/* The key ends: its value. */
static void bpf_map_finish(struct ingest_run *run, uint64_t count)
{
	struct bpf_map *bpf = bpf_map_of(run);

	if (bpf->is_wanted && bpf->has_stack) {
		compare_maps(bpf, buf_slice(&bpf->map));
		if (bpf->has_root)
			text_push_frame(run, bpf->root);
		else if (bpf->text.count == 0)
			text_push(run, SLICE(""));
		text_count(run, TEXT_LEAF_FIRST, count);
	} else if (bpf->is_wanted) {
		text_note(run, BPF_MAP_NO_STACK, SLICE(""));
	}
	leave_entry(run);
}

/* Like bpf_map_finish() for a value that cannot be drawn; that is noted. */
static void bpf_map_skip(struct ingest_run *run, struct slice value)
{
	struct bpf_map *bpf = bpf_map_of(run);

	if (bpf->is_wanted)
		text_note(run, bpf->has_stack ? TEXT_SKIPPED : BPF_MAP_NO_STACK, value);
	leave_entry(run);
}

void bpf_map_end(struct ingest_run *run)
{
	if (bpf_map_of(run)->in_entry)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	leave_entry(run);
}

void bpf_map_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	if (bpf_map_of(run)->many_maps)
		diag_warn("stacks of several maps were added up: --map NAME chooses one");
}

void bpf_map_merge(struct ingest_run *into, struct ingest_run *from)
{
	struct bpf_map *left = bpf_map_of(into), *right = bpf_map_of(from);

	left->many_maps |= right->many_maps;
	if (right->first_map.len > 0)
		compare_maps(left, buf_slice(&right->first_map));
}

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

	slice_skip(&line, TEXT_INTERRUPT);
	return take_map(&line, &map) || is_json(line);
}

/* "stdin:1:1-20: WARNING: Map full; can't update element. Try ...", in JSON too; noted. */
static bool bpf_takes_full(struct ingest_run *run, struct slice line)
{
	if (!slice_contains(line, SLICE("Map full; can't update element")))
		return false;
	notes_count(&run->notes, BPF_MAP_FULL, 1);
	return true;
}

/* "Lost 12 events", "WARNING: Lost 12 events": noted, as is what did not fit into a map. */
static bool bpf_takes_lost(struct ingest_run *run, struct slice line)
{
	if (bpf_takes_full(run, line) || slice_starts(line, SLICE("Additional Info - helper: ")))
		return true;
	slice_skip(&line, SLICE("WARNING: "));
	return slice_skip(&line, SLICE("Lost ")) && slice_drop(&line, SLICE(" events")) &&
	       notes_count_lost(&run->notes, BPF_MAP_LOST, line);
}

void bpf_map_line(struct ingest_run *run, struct slice line)
{
	struct bpf_map *bpf = bpf_map_of(run);
	struct slice before = {0}, value = {0}, map;
	bool closes;

	bpf->options = run->options;
	slice_skip(&line, TEXT_INTERRUPT);
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
	} else if (!bpf_takes_lost(run, line) && bpf->in_entry) {
		closes = split_close(line, &before, &value);
		bpf_map_add(run, closes ? before : line);
		if (closes)
			close_entry(run, value);
	}
}

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

/* {"events": 12} of what was lost. */
static bool bpf_json_lost(struct ingest_run *run, struct slice data)
{
	struct slice name;
	uint64_t count;

	if (!bpf_json_take(&data, '{') || !bpf_json_take_string(&data, &name) ||
	    !bpf_json_take(&data, ':'))
		return false;
	data = slice_trim(data);
	if (!text_take_count(run, &data, &count))
		return false;
	notes_count(&run->notes, BPF_MAP_LOST, count);
	return true;
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
	else if (slice_equal(type, SLICE("lost_events")))
		good = good && bpf_json_lost(run, json);
	else if (!bpf_takes_full(run, line))
		good = good && bpf_json_take_value(&json, &value);
	if (!good)
		text_note(run, TEXT_BAD_LINE, line);
}
