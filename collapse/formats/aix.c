/* SPDX-License-Identifier: MIT */
/*
 * The aix format: what procstack prints of processes, again and again. A stack, leaf first, counts
 * 1.
 *
 *      9961680: /usr/bin/dbserver -D /data
 *      ---------- tid# 22348019 ----------
 *      0xd0574c34  __fd_poll(??, ??, ??) + 0xb4
 *      0x10000c04  main(0x1, 0x2ff22a98) + 0x124
 */
#include "collapse/text.h"

struct aix {
	struct text text;
	frame_id process;
	bool has_process;
};

/* "9961680: /usr/bin/dbserver -D /data"; takes the number off. */
static bool take_pid(struct slice *line)
{
	struct slice pid;

	return slice_cut(line, ':', &pid) && slice_is_number(pid) &&
	       (line->len == 0 || char_is_blank(line->ptr[0]));
}

static bool starts_process(struct slice line)
{
	slice_drop(&line, SLICE("\r"));
	return take_pid(&line);
}

static bool starts_thread(struct slice line)
{
	return slice_skip(&line, SLICE("---------- tid# ")) && line.len > 0 &&
	       char_is_digit(line.ptr[0]);
}

static bool aix_take_address(struct slice *line, struct slice *address)
{
	struct slice rest = *line;
	size_t length = 2;

	if (!slice_starts(rest, SLICE("0x")))
		return false;
	while (length < rest.len && char_is_hex(rest.ptr[length]))
		length++;
	if (length == 2 || (length < rest.len && !char_is_blank(rest.ptr[length])))
		return false;
	*address = slice_head(rest, length);
	*line = slice_trim(slice_tail(rest, length));
	return true;
}

/* Take " + 0xb4" or " + ??" off the end. */
static void aix_drop_offset(struct slice *name)
{
	size_t plus = slice_rsearch(*name, SLICE(" + "));
	struct slice offset;

	if (plus == SLICE_NONE)
		return;
	offset = slice_tail(*name, plus + 3);
	if (slice_equal(offset, SLICE("??")) || slice_starts(offset, SLICE("0x")))
		*name = slice_trim_right(slice_head(*name, plus));
}

/* Take "(??, ??)" off the end. */
static void aix_drop_arguments(struct slice *name)
{
	const size_t at = slice_group(*name);

	if (at != SLICE_NONE)
		*name = slice_trim_right(slice_head(*name, at));
}

static void aix_push_frame(struct ingest_run *run, struct slice name, struct slice address)
{
	aix_drop_offset(&name);
	if (name.len > 0 && name.ptr[0] == '[' && name.ptr[name.len - 1] == ']')
		name = address; /* a place in a module, without a name */
	aix_drop_arguments(&name);
	text_push(run, name.len > 0 ? name : address);
}

static void aix_finish_stack(struct ingest_run *run)
{
	struct aix *aix = run->state;

	if (aix->text.count > 0)
		text_push_frame(run, aix->has_process ? aix->process : text_frame(run, SLICE("")));
	text_finish(run, TEXT_LEAF_FIRST, 1);
}

static void aix_line(struct ingest_run *run, struct slice line)
{
	struct aix *aix = run->state;
	struct slice rest = line, word = {0};

	if (aix_take_address(&rest, &word)) {
		aix_push_frame(run, rest, word);
	} else if (take_pid(&rest)) {
		aix_finish_stack(run);
		slice_word(&rest, &word);
		aix->process = text_frame(run, word);
		aix->has_process = true;
	} else if (starts_thread(line)) {
		aix_finish_stack(run);
	} else if (slice_trim(line).len > 0) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void aix_end(struct ingest_run *run)
{
	struct aix *aix = run->state;

	aix_finish_stack(run);
	aix->has_process = false;
}

/* "0xd0574c34  __fd_poll(??, ??, ??) + 0xb4" */
static bool aix_is_frame(struct slice line)
{
	struct slice address;
	size_t length;

	if (!aix_take_address(&line, &address))
		return false;
	length = line.len;
	aix_drop_offset(&line);
	return line.len < length;
}

static enum probe aix_probe(struct slice head, bool whole)
{
	enum probe threads = probe_any(head, whole, starts_thread);

	return threads == PROBE_YES ? threads
				    : probe_both(head, whole, starts_process, aix_is_frame);
}

static const struct text_format format = {
	.line = aix_line,
	.end = aix_end,
	.state_size = sizeof(struct aix),
	.starts_record = starts_process,
};

const struct collapser collapse_aix = {
	.name = "aix",
	.summary = "folded stacks from AIX procstack",
	.counts = "samples",
	.text = &format,
	.probe = aix_probe,
};
