/* SPDX-License-Identifier: MIT */
/*
 * Stacks of all threads by lldb, `thread backtrace all`, the leaf first. What lldb prints when a
 * process stops looks alike, with one frame for each thread: only what follows a command is read.
 *
 *     (lldb) bt all
 *     * thread #1, name = 'shop', stop reason = signal SIGSTOP
 *       * frame #0: 0x000000018b6f1f80 libsystem_kernel.dylib`__ulock_wait + 8
 *         frame #1: 0x0000000100a87e80 shop`wait_for(n=3) at main.c:20:5 [opt]
 */
#include "collapse/text.h"

struct lldb_options {
	bool thread_names;
};

struct lldb {
	struct text text;
	bool is_status; /* what follows "Process 9227 stopped", up to the next prompt */
	bool in_thread;
	struct buf name, number, reason; /* of the thread being read */
};

static void lldb_end(struct ingest_run *run)
{
	const struct lldb_options *options = run->options;
	struct lldb *lldb = run->state;

	if (lldb->in_thread) {
		text_fill(run);
		if (options->thread_names)
			text_push_frame(run,
					text_thread_frame(run, buf_slice(&lldb->name), "thread #",
							  buf_slice(&lldb->number)));
		label_clear(run);
		label_set(run, LABEL_THREAD, buf_slice(&lldb->name));
		label_set(run, LABEL_STATE, buf_slice(&lldb->reason));
		text_count(run, TEXT_LEAF_FIRST, 1);
	}
	text_cut(run, 0);
	lldb->in_thread = false;
}

/* A line of a thread or of a frame without the blanks and the star in front of it. */
static struct slice lldb_unmarked(struct slice line)
{
	line = slice_trim_left(line);
	slice_skip(&line, SLICE("* "));
	return slice_trim_left(line);
}

/* "thread #1, name = 'shop', queue = 'com.apple.main-thread', stop reason = signal SIGSTOP" */
static bool lldb_take_thread(struct slice line, struct slice *number, struct slice *name,
			     struct slice *reason)
{
	size_t at;

	line = lldb_unmarked(line);
	*name = *reason = SLICE("");
	if (!slice_skip(&line, SLICE("thread #")))
		return false;
	for (at = 0; at < line.len && char_is_digit(line.ptr[at]); at++)
		;
	*number = slice_head(line, at);
	line = slice_tail(line, at);
	if (at == 0 || (line.len > 0 && line.ptr[0] != ',' && line.ptr[0] != ':'))
		return false;
	at = slice_search(line, SLICE(", stop reason = "));
	if (at != SLICE_NONE) {
		*reason = slice_tail(line, at + sizeof(", stop reason = ") - 1);
		line = slice_head(line, at);
	}
	at = slice_search(line, SLICE(", name = '"));
	if (at != SLICE_NONE) {
		*name = slice_tail(line, at + sizeof(", name = '") - 1);
		at = slice_search(*name, SLICE("', "));
		if (at != SLICE_NONE)
			*name = slice_head(*name, at);
		else
			slice_drop(name, SLICE("'"));
	}
	return true;
}

/* "frame #0: 0x000000018b6f1f80 module`text": takes all in front of the module. */
static bool lldb_take_frame(struct slice *line, struct slice *address)
{
	struct slice number;

	*line = lldb_unmarked(*line);
	return slice_skip(line, SLICE("frame #")) && slice_cut(line, ':', &number) &&
	       slice_is_number(number) && slice_word(line, address) &&
	       slice_starts(*address, SLICE("0x"));
}

/* Take " at main.c:20:5" off the end. */
static void lldb_drop_place(struct slice *text)
{
	const size_t at = slice_rsearch(*text, SLICE(" at "));
	struct slice place;
	size_t colon;

	if (at == SLICE_NONE)
		return;
	place = slice_tail(*text, at + 4);
	colon = slice_rfind(place, ':');
	if (colon != SLICE_NONE && slice_is_number(slice_tail(place, colon + 1)))
		text->len = at;
}

/* Take the last group in brackets off the end, if it ends there: what a function was called with. */
static void lldb_drop_call(struct slice *text)
{
	const size_t at = slice_group(*text);

	if (at != SLICE_NONE && at > 0)
		*text = slice_trim_right(slice_head(*text, at));
}

/*
 * Take the result that Swift prints off the end, "turn(self=0x1) -> ()": the arrow is in no brackets
 * of a name like "call<fn() -> i32>", and no closure of its own as in "closure #1 () -> () in turn".
 */
static void lldb_drop_result(struct slice *text)
{
	const struct slice arrow = SLICE(") -> ");
	const size_t at = slice_rsearch(*text, arrow);
	size_t i, depth = 0;

	if (at == SLICE_NONE || slice_contains(slice_tail(*text, at), SLICE(" in ")))
		return;
	for (i = at + arrow.len; i < text->len; i++) {
		if (slice_find(SLICE("([{<"), text->ptr[i]) != SLICE_NONE)
			depth++;
		else if (slice_find(SLICE(")]}>"), text->ptr[i]) != SLICE_NONE && depth-- == 0)
			return;
	}
	text->len = at + 1;
}

/* "wait_for(n=3) at main.c:20:5 [opt]": the name alone. */
static struct slice lldb_name(struct slice text)
{
	const size_t inlined = slice_rsearch(text, SLICE(" [inlined] "));
	size_t plus;

	while (slice_drop(&text, SLICE(" [opt]")) || slice_drop(&text, SLICE(" [artificial]")) ||
	       slice_drop(&text, SLICE(" [inlined]")))
		;
	lldb_drop_place(&text);
	slice_drop(&text, SLICE(" [inlined]"));
	plus = slice_rsearch(text, SLICE(" + "));
	if (plus != SLICE_NONE && slice_is_number(slice_tail(text, plus + 3)))
		text.len = plus;
	if (inlined != SLICE_NONE && inlined + 11 <= text.len)
		text = slice_tail(text, inlined + 11);
	lldb_drop_result(&text);
	lldb_drop_call(&text);
	return text;
}

static void lldb_push(struct ingest_run *run, struct slice rest, struct slice address)
{
	const struct slice none = {NULL, 0};
	struct slice function = SLICE(""), module = slice_trim_left(rest), text = module;
	const size_t quote = slice_find(text, '`');

	if (quote != SLICE_NONE) {
		module = slice_head(text, quote);
		function = lldb_name(slice_tail(text, quote + 1));
	}
	if (function.len > 0)
		text_push(run, function);
	else
		text_push_frame(run,
				text_unnamed(run, module.len > 0 ? module : none, address, ""));
}

/* "(lldb) bt all", "Process 9227 stopped": where threads begin or end to be stacks. */
static bool lldb_is_mark(struct slice line, bool *is_status)
{
	struct slice pid, rest = line;

	*is_status =
		slice_skip(&rest, SLICE("Process ")) && slice_word(&rest, &pid) &&
		slice_is_number(pid) &&
		(slice_starts(rest, SLICE(" stopped")) || slice_starts(rest, SLICE(" launched")) ||
		 slice_starts(rest, SLICE(" exited")) || slice_starts(rest, SLICE(" resuming")));
	return *is_status || slice_starts(line, SLICE("(lldb)"));
}

static void lldb_line(struct ingest_run *run, struct slice line)
{
	struct lldb *lldb = run->state;
	struct slice number, name, reason, rest = line;
	bool is_status;

	if (lldb_is_mark(line, &is_status)) {
		lldb_end(run);
		lldb->is_status = is_status;
	} else if (lldb->is_status || line.len == 0) {
		return;
	} else if (lldb_take_thread(line, &number, &name, &reason)) {
		lldb_end(run);
		lldb->in_thread = true;
		buf_set(&lldb->name, name);
		buf_set(&lldb->number, number);
		buf_set(&lldb->reason, reason);
	} else if (lldb->in_thread && lldb_take_frame(&rest, &number)) {
		lldb_push(run, rest, number);
	} else if (lldb->in_thread || slice_starts(lldb_unmarked(line), SLICE("frame #"))) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void lldb_end_file(struct ingest_run *run)
{
	struct lldb *lldb = run->state;

	lldb_end(run);
	lldb->is_status = false;
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "thread-names", OPT_AT(struct lldb_options, thread_names),
	 .help = "Make the name of the thread, or \"thread #N\", the root of its stack"},
};

static bool lldb_is_thread(struct slice line)
{
	struct slice number, name, reason;

	return lldb_take_thread(line, &number, &name, &reason);
}

static bool lldb_is_frame(struct slice line)
{
	struct slice address;

	return lldb_take_frame(&line, &address) && slice_find(line, '`') != SLICE_NONE;
}

static const struct text_format format = {
	.line = lldb_line,
	.end = lldb_end_file,
	.state_size = sizeof(struct lldb),
	.owns = {TEXT_OWNS(BUF, struct lldb, name), TEXT_OWNS(BUF, struct lldb, number),
		 TEXT_OWNS(BUF, struct lldb, reason)},
};

const struct collapser collapse_lldb = {
	.name = "lldb",
	.summary = "folded stacks from lldb's backtraces of all threads",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_STATE),
	.rows = COLLAPSE_OPTIONS(rows, struct lldb_options),
	.text = &format,
	.signs = {lldb_is_thread, lldb_is_frame},
};
