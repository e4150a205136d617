/* SPDX-License-Identifier: MIT */
/*
 * The elfutils format: what eu-stack prints of processes, run after run.
 *
 *     PID 21107 - process
 *     TID 21107:
 *     #0  0x00007f82230a3f16     __futex_wait - /usr/lib/libc.so.6   (the module with -m)
 *         ./nptl/futex-internal.c:57:12                              (the line with -s)
 *     #1  0x00007f82230a8ce3 - 1 pthread_join                        (the mark with -v, -i, ...)
 *     #2  0x0000558f20df5a4f
 */
#include "collapse/text.h"

struct elfutils_options {
	bool pid, tid, modules;
};

struct elfutils {
	struct text text;
	struct buf pid, tid;
};

/* "TID=21107" */
static void push_number(struct ingest_run *run, struct slice key, const struct buf *number)
{
	struct buf *name = &text_of(run)->name;

	buf_set(name, key);
	buf_add(name, buf_slice(number));
	text_push(run, buf_slice(name));
}

/* The thread ends. */
static void elfutils_finish(struct ingest_run *run)
{
	const struct elfutils_options *options = run->options;
	struct elfutils *elfutils = run->state;

	if (elfutils->text.count == 0)
		return;
	if (options->tid)
		push_number(run, SLICE("TID="), &elfutils->tid);
	if (options->pid)
		push_number(run, SLICE("PID="), &elfutils->pid);
	label_set(run, LABEL_PID, buf_slice(&elfutils->pid));
	label_set(run, LABEL_TID, buf_slice(&elfutils->tid));
	text_finish(run, TEXT_LEAF_FIRST, 1);
}

static void elfutils_end(struct ingest_run *run)
{
	struct elfutils *elfutils = run->state;

	elfutils_finish(run);
	buf_reset(&elfutils->pid);
	buf_reset(&elfutils->tid);
}

/* "PID 21107": the digits, if the line begins so. */
static bool elfutils_take_header(struct slice line, struct slice key, struct slice *number)
{
	size_t digits = 0;

	if (!slice_skip(&line, key))
		return false;
	while (digits < line.len && char_is_digit(line.ptr[digits]))
		digits++;
	*number = slice_head(line, digits);
	return digits > 0;
}

static bool is_space(char c)
{
	return c == ' ';
}

/* Skip the characters at `*at` for which this holds; false if it holds for none. */
static inline bool elfutils_pass(struct slice text, size_t *at, bool (*is)(char))
{
	const size_t from = *at;

	while (*at < text.len && is(text.ptr[*at]))
		++*at;
	return *at > from;
}

/* "#1  0x00007f82230a8ce3", taken off the front. */
static bool elfutils_take_address(struct slice *line)
{
	struct slice text = *line;
	size_t at = 1;

	if (text.len == 0 || text.ptr[0] != '#' || !elfutils_pass(text, &at, char_is_digit) ||
	    !elfutils_pass(text, &at, is_space) || at + 2 >= text.len || text.ptr[at] != '0' ||
	    text.ptr[at + 1] != 'x')
		return false;
	at += 2;
	if (!elfutils_pass(text, &at, char_is_hex) || (at < text.len && text.ptr[at] != ' '))
		return false;
	*line = slice_tail(text, at);
	return true;
}

/* The last " - " of a name. */
static size_t find_dash(struct slice name)
{
	size_t dash = slice_rfind(name, '-');

	while (dash != SLICE_NONE) {
		if (dash > 0 && name.ptr[dash - 1] == ' ' && dash + 1 < name.len &&
		    name.ptr[dash + 1] == ' ')
			return dash - 1;
		dash = slice_rfind(slice_head(name, dash), '-');
	}
	return SLICE_NONE;
}

/* Take " - /usr/lib/libc.so.6" off the end; what is after the last slash, or nothing. */
static struct slice elfutils_take_module(struct slice *name)
{
	size_t dash = find_dash(*name);
	struct slice module;

	if (dash == SLICE_NONE)
		return SLICE("");
	module = slice_tail(*name, dash + SLICE(" - ").len);
	*name = slice_head(*name, dash);
	return slice_without_folders(module);
}

static void elfutils_push_frame(struct ingest_run *run, struct slice name)
{
	const struct elfutils_options *options = run->options;
	struct slice whole, module, rest = name;

	/* the mark of a frame that is a caller */
	if (slice_skip(&rest, SLICE(" - 1")) && (rest.len == 0 || rest.ptr[0] == ' '))
		name = rest;
	whole = name;
	module = elfutils_take_module(&name);
	name = slice_trim(name);
	if (name.len > 0) {
		text_push(run, options->modules ? slice_trim(whole) : name);
	} else if (module.len > 0) {
		struct buf *unnamed = &text_of(run)->name;

		buf_reset(unnamed);
		buf_printf(unnamed, "[%.*s]", SLICE_ARG(module));
		text_push(run, buf_slice(unnamed));
	} else {
		text_push(run, SLICE(""));
	}
}

static void elfutils_line(struct ingest_run *run, struct slice line)
{
	struct elfutils *elfutils = run->state;
	struct slice number;

	if (elfutils_take_address(&line)) {
		elfutils_push_frame(run, line);
	} else if (elfutils_take_header(line, SLICE("TID "), &number)) {
		elfutils_finish(run);
		buf_set(&elfutils->tid, number);
	} else if (elfutils_take_header(line, SLICE("PID "), &number)) {
		elfutils_end(run);
		buf_add(&elfutils->pid, number);
	} else if (line.len > 0 && !char_is_blank(line.ptr[0])) {
		text_note(run, TEXT_BAD_LINE, line); /* indented: more about the frame above */
	}
}

static bool elfutils_is_process(struct slice line)
{
	struct slice number;

	return elfutils_take_header(line, SLICE("PID "), &number);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "pid", OPT_AT(struct elfutils_options, pid),
	 .help = "A root frame PID=N for each process"},
	{OPT_FLAG, .name = "tid", OPT_AT(struct elfutils_options, tid),
	 .help = "A root frame TID=N for each thread, below that of the process"},
	{OPT_FLAG, FAMILY_OWN, .name = "modules", OPT_AT(struct elfutils_options, modules),
	 .help = "Keep the modules that eu-stack -m prints after the names"},
};

static bool elfutils_is_thread(struct slice line)
{
	struct slice number;

	return elfutils_take_header(line, SLICE("TID "), &number) && slice_ends(line, SLICE(":"));
}

static const struct text_format format = {
	.line = elfutils_line,
	.end = elfutils_end,
	.state_size = sizeof(struct elfutils),
	.owns = {TEXT_OWNS(BUF, struct elfutils, pid), TEXT_OWNS(BUF, struct elfutils, tid)},
	.starts_record = elfutils_is_process,
};

const struct collapser collapse_elfutils = {
	.name = "elfutils",
	.summary = "folded stacks from eu-stack",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct elfutils_options),
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID),
	.text = &format,
	.signs = {elfutils_is_process, elfutils_is_thread},
};
