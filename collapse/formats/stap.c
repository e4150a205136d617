/* SPDX-License-Identifier: MIT */
/*
 * The stap format: what SystemTap scripts print with print_stack() or print_ustack(), leaf
 * first, and below it the count of the stack on a line of its own.
 *
 *      0xffffffff814a1c0b : acpi_idle_do_entry+0x11/0x20 [kernel]
 *      0x400549 [/usr/bin/app+0x549/0x1000]
 *             1771
 */
#include "collapse/text.h"

static bool stap_take_address(struct slice *line)
{
	struct slice rest = *line;
	size_t digits = 0;

	if (!slice_skip(&rest, SLICE("0x")))
		return false;
	while (digits < rest.len && char_is_hex(rest.ptr[digits]))
		digits++;
	*line = slice_tail(rest, digits);
	return digits > 0;
}

/* Take "+0x11/0x20" off the end. */
static void stap_drop_offset(struct slice *name)
{
	size_t plus = slice_rfind(*name, '+');
	struct slice offset;

	if (plus == SLICE_NONE)
		return;
	offset = slice_tail(*name, plus);
	if (slice_skip(&offset, SLICE("+")) && stap_take_address(&offset) &&
	    (offset.len == 0 ||
	     (slice_skip(&offset, SLICE("/")) && stap_take_address(&offset) && offset.len == 0)))
		*name = slice_head(*name, plus);
}

/* Take " [module]" off the end; what is in the brackets, or nothing. */
static struct slice stap_take_module(struct slice *line)
{
	size_t open = slice_rfind(*line, '[');
	struct slice module;

	if (open == SLICE_NONE || !slice_ends(*line, SLICE("]")) ||
	    (open > 0 && line->ptr[open - 1] != ' '))
		return SLICE("");
	module = slice_of(line->ptr + open + 1, line->len - open - 2);
	*line = slice_trim_right(slice_head(*line, open));
	return module;
}

/* "[app]" of "/usr/bin/app+0x549/0x1000", as a name. */
static struct slice name_of_module(struct ingest_run *run, struct slice module)
{
	struct buf *name = &text_of(run)->name;

	stap_drop_offset(&module);
	buf_reset(name);
	buf_printf(name, "[%.*s]", SLICE_ARG(module));
	return buf_slice(name);
}

static void stap_push_frame(struct ingest_run *run, struct slice line)
{
	struct slice name = line, module;

	if (stap_take_address(&name) && (name.len == 0 || name.ptr[0] == ' ')) {
		name = slice_trim_left(name);
		if (slice_skip(&name, SLICE(":")))
			name = slice_trim_left(name);
	} else {
		name = line; /* no address, or a name that begins like one */
	}
	module = stap_take_module(&name);
	stap_drop_offset(&name);
	if (name.len == 0 && module.len > 0)
		name = name_of_module(run, module);
	else if (name.len == 0 && slice_starts(line, SLICE("0x")))
		slice_word(&line, &name);
	text_push(run, name);
}

static void stap_line(struct ingest_run *run, struct slice line)
{
	struct slice trimmed = slice_trim(line), count = trimmed;
	uint64_t value;

	if (trimmed.len == 0)
		return;
	if (!slice_is_number(trimmed)) {
		stap_push_frame(run, trimmed);
		return;
	}
	text_take_count(run, &count, &value);
	if (text_of(run)->count == 0)
		text_note(run, TEXT_BAD_LINE, line);
	text_finish(run, TEXT_LEAF_FIRST, value);
}

static void stap_end(struct ingest_run *run)
{
	if (text_of(run)->count > 0)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	text_cut(run, 0);
}

/* "address : name+0x11/0x20" */
static bool stap_is_frame(struct slice line)
{
	struct slice name = slice_trim_left(line);
	size_t length;

	if (!stap_take_address(&name) || !slice_skip(&name, SLICE(" : ")))
		return false;
	stap_take_module(&name);
	length = name.len;
	stap_drop_offset(&name);
	return name.len < length;
}

static const struct text_format format = {.line = stap_line, .end = stap_end};

const struct collapser collapse_stap = {
	.name = "stap",
	.summary = "folded stacks from SystemTap's print_stack() and print_ustack()",
	.text = &format,
	.signs = {stap_is_frame},
};
