/* SPDX-License-Identifier: MIT */
/*
 * The java-exceptions format: traces of exceptions in the midst of a log. A cause prints only the
 * frames that the enclosing trace does not have: "... 2 more" are the last two of that.
 *
 *     java.lang.IllegalStateException: boom
 *             at com.acme.Cart.total(Cart.java:42)
 *             at com.acme.Cart.view(Cart.java:19)
 *             at java.base/java.lang.Thread.run(Thread.java:833)
 *             Suppressed: java.io.IOException: closing
 *                     at com.acme.Res.close(Res.java:3)
 *                     ... 2 more
 *     Caused by: java.lang.NullPointerException
 *             at com.acme.Item.price(Item.java:7)
 *             ... 3 more
 *
 * The traces that later ones may refer to are kept, by the indentation of their heads. Frames of
 * the last one are the frames of the text.
 */
#include "collapse/formats/java_names.h"
#include "collapse/text.h"

struct java_exceptions_options {
	int shorten, bare; /* enum java_switch */
};

/* A trace that later ones may refer to; leaf first. */
struct trace {
	size_t indent; /* of its head */
	frame_id *frames;
	size_t count, cap;
};

struct java_exceptions {
	struct text text;
	struct java_names methods;
	struct trace *traces; /* by indentation; the last one is being read */
	size_t count, cap;    /* beyond `count` there are old ones, for their memory */
	bool is_cause; /* the last one; until it is whole, it holds what it is the cause of */
};

enum { MOST_SHARED = 1 << 13 }; /* limit of frames for "... 12 more" */

/* The trace being read is whole. */
static void count_last(struct ingest_run *run)
{
	struct java_exceptions *state = run->state;
	struct text *text = &state->text;
	struct trace *last;

	if (state->count == 0)
		return;
	text_count(run, TEXT_LEAF_FIRST, 1);
	last = &state->traces[state->count - 1];
	MEMORY_NEED(last->frames, text->count, last->cap);
	if (text->count > 0)
		memcpy(last->frames, text->frames, text->count * sizeof(frame_id));
	last->count = text->count;
	text_cut(run, 0);
}

static void exceptions_end(struct ingest_run *run)
{
	struct java_exceptions *exceptions_state = run->state;

	count_last(run);
	exceptions_state->count = 0;
}

static void exceptions_begin(struct java_exceptions *state, size_t indent)
{
	size_t cap = state->cap;
	struct trace *last;

	MEMORY_ROOM(state->traces, state->count, state->cap);
	if (state->cap > cap)
		memset(state->traces + cap, 0, (state->cap - cap) * sizeof(*state->traces));
	last = &state->traces[state->count++];
	last->indent = indent;
	last->count = 0;
	state->is_cause = false;
}

/* "Suppressed:": within the trace above it. */
static void begin_suppressed(struct ingest_run *run, size_t indent)
{
	struct java_exceptions *state = run->state;

	count_last(run);
	while (state->count > 0 && state->traces[state->count - 1].indent >= indent)
		state->count--;
	exceptions_begin(state, indent);
}

/* "Caused by:": takes the place of the trace it is the cause of. */
static void begin_cause(struct ingest_run *run, size_t indent)
{
	struct java_exceptions *state = run->state;

	count_last(run);
	while (state->count > 1 && state->traces[state->count - 1].indent > indent)
		state->count--;
	if (state->count == 0)
		exceptions_begin(state, indent);
	state->is_cause = true;
}

/* Push the last frames of the trace around this one; false if it has not so many. */
static bool push_shared(struct ingest_run *run, uint64_t count)
{
	const struct java_exceptions *state = run->state;
	const struct trace *around;
	size_t i;

	if (count > MOST_SHARED || state->count < (state->is_cause ? 1u : 2u))
		return false;
	around = &state->traces[state->count - (state->is_cause ? 1 : 2)];
	if (count > around->count)
		return false;
	for (i = around->count - (size_t)count; i < around->count; i++)
		text_push_frame(run, around->frames[i]);
	return true;
}

/* "12 more", "12 common frames omitted"; other programs omit frames that cannot be recovered. */
static void see_dots(struct ingest_run *run, struct slice line, struct slice rest)
{
	struct slice word;
	uint64_t count;

	if (!slice_word(&rest, &word) || !slice_to_u64(word, &count))
		return;
	rest = slice_trim(rest);
	if ((!slice_equal(rest, SLICE("more")) && !slice_starts(rest, SLICE("common frames"))) ||
	    !push_shared(run, count))
		text_note(run, TEXT_UNFINISHED, slice_trim(line));
}

/* "com.acme.Cart.total(Cart.java:42) ~[cart.jar:1.0]"; prose may begin with "at" too. */
static bool is_call(struct slice rest, struct slice *name)
{
	size_t open = slice_find(rest, '(');
	struct slice word;

	*name = open == SLICE_NONE ? rest : slice_head(rest, open);
	if (slice_find(*name, '.') == SLICE_NONE)
		return false;
	if (open != SLICE_NONE)
		return !char_is_blank(rest.ptr[open - 1]) &&
		       slice_find(slice_tail(rest, open), ')') != SLICE_NONE;
	return slice_word(&rest, &word) && rest.len == 0;
}

static void exceptions_push_call(struct ingest_run *run, struct slice name)
{
	const struct java_exceptions_options *options = run->options;
	struct java_exceptions *state = run->state;
	enum java_packages packages = java_packages_for(options->shorten, options->bare);

	if (state->count == 0)
		exceptions_begin(state, 0);
	text_push_frame(run, java_method(run, &state->methods, name, packages)->frame);
}

/* Lines between frames that are none, and end no trace. */
static bool exceptions_is_remark(struct slice rest)
{
	return slice_starts(rest, SLICE("- ")) ||
	       slice_starts(rest, SLICE("[CIRCULAR REFERENCE")) ||
	       slice_contains(rest, SLICE("waiting on "));
}

static void exceptions_line(struct ingest_run *run, struct slice line)
{
	struct java_exceptions *state = run->state;
	struct slice rest = slice_trim_left(line), name;
	const size_t indent = line.len - rest.len;

	rest = slice_trim_right(rest);
	name = rest;
	if (slice_skip(&name, SLICE("at ")) && is_call(slice_trim_left(name), &name))
		exceptions_push_call(run, name);
	else if (slice_starts(rest, SLICE("Caused by:")))
		begin_cause(run, indent);
	else if (slice_starts(rest, SLICE("Suppressed:")))
		begin_suppressed(run, indent);
	else if (state->count == 0)
		return; /* the log */
	else if (slice_skip(&rest, SLICE("... ")))
		see_dots(run, line, rest);
	else if (state->text.count > 0 && !exceptions_is_remark(rest))
		exceptions_end(run); /* without a frame so far, the message continues */
}

static void exceptions_release(void *state)
{
	struct java_exceptions *exceptions = state;
	size_t i;

	for (i = 0; i < exceptions->cap; i++)
		free(exceptions->traces[i].frames);
	free(exceptions->traces);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_CALL, .name = "shorten-pkgs", OPT_AT(struct java_exceptions_options, shorten),
	 .parse = java_switch_on, .help = "Packages as initials: j.l.Thread.run"},
	{OPT_CALL, .name = "no-shorten-pkgs", OPT_AT(struct java_exceptions_options, shorten),
	 .parse = java_switch_off, .help = "Whole names, the default"},
	{OPT_CALL, .name = "no-pkgs", OPT_AT(struct java_exceptions_options, bare),
	 .parse = java_switch_on, .help = "No packages: Thread.run"},
	{OPT_CALL, .name = "no-no-pkgs", OPT_AT(struct java_exceptions_options, bare),
	 .parse = java_switch_off, .help = "Names with packages, the default"},
};

/* Thread dumps have such lines too; theirs is another format. */
static bool is_foreign(struct slice line)
{
	return slice_starts(line, SLICE("Full thread dump")) ||
	       slice_starts(line, SLICE("3XMTHREADINFO")) ||
	       slice_contains(line, SLICE("java.lang.Thread.State: ")) ||
	       (slice_starts(line, SLICE("\"")) &&
		slice_contains(line, SLICE(" Id="))) || /* ThreadInfo */
	       (slice_starts(line, SLICE("#")) &&
		slice_contains(line, SLICE(" \""))); /* dump_to_file */
}

static bool exceptions_is_frame(struct slice line)
{
	struct slice rest = slice_trim_left(line), name;

	return rest.len < line.len && slice_skip(&rest, SLICE("at ")) && is_call(rest, &name) &&
	       name.len < rest.len;
}

static enum probe exceptions_probe(struct slice head, bool whole)
{
	if (probe_any(head, whole, is_foreign) == PROBE_YES)
		return PROBE_NO;
	return probe_any(head, whole, exceptions_is_frame);
}

static const struct text_format format = {
	.line = exceptions_line,
	.end = exceptions_end,
	.state_size = sizeof(struct java_exceptions),
	.owns = {TEXT_OWNS(LINES, struct java_exceptions, methods.cache)},
	.release = exceptions_release,
};

const struct collapser collapse_java_exceptions = {
	.name = "java-exceptions",
	.summary = "folded stacks from traces of Java exceptions in a log",
	.counts = "exceptions",
	.rows = COLLAPSE_OPTIONS(rows, struct java_exceptions_options),
	.text = &format,
	.probe = exceptions_probe,
};
