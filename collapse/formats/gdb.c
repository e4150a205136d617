/* SPDX-License-Identifier: MIT */
/*
 * The gdb format: backtraces of `thread apply all bt`, run after run.
 *
 *     Thread 2 (Thread 0x7f2b (LWP 102) "worker"):
 *     #0  0x00007f2b8c3a9c4d in poll () at ../sysdeps/unix/syscall-template.S:84
 *     #1  ns::Queue<int, char>::take (this=0x0) at queue.h:40
 *
 * A frame's name ends where its list of arguments begins.
 */
#include "collapse/names/tidy.h"
#include "collapse/text.h"

struct gdb_options {
	bool thread_names;
};

struct gdb {
	struct text text;
	struct buf thread;
	bool has_thread; /* frames are below the head of a thread */
	uint64_t last;   /* number of the last frame */
};

enum { GDB_CUT = TEXT_NOTES };

/* A stack ends. */
static void gdb_finish(struct ingest_run *run)
{
	const struct gdb_options *options = run->options;
	struct gdb *gdb = run->state;

	if (gdb->text.count == 0)
		return;
	if (options->thread_names && gdb->has_thread)
		text_push(run, buf_slice(&gdb->thread));
	text_finish(run, TEXT_LEAF_FIRST, 1);
}

static void gdb_end(struct ingest_run *run)
{
	struct gdb *gdb = run->state;

	gdb_finish(run);
	gdb->has_thread = false;
	label_clear(run);
}

static bool gdb_is_thread(struct slice line)
{
	return slice_skip(&line, SLICE("Thread ")) && line.len > 0 && char_is_digit(line.ptr[0]);
}

/* "LWP 102"; empty if the line has none. */
static struct slice find_lwp(struct slice line)
{
	const size_t at = slice_search(line, SLICE("LWP "));
	struct slice lwp;

	if (at == SLICE_NONE)
		return SLICE("");
	line = slice_tail(line, at);
	return slice_cut(&line, ')', &lwp) ? lwp : line;
}

/* `Thread 2 (Thread 0x7f2b (LWP 102) "worker"):`; without a name it is called LWP 102. */
static void begin_thread(struct ingest_run *run, struct slice line)
{
	struct gdb *gdb = run->state;
	size_t open = slice_find(line, '"'), close = slice_rfind(line, '"');
	struct slice lwp, name;

	gdb_end(run);
	gdb->has_thread = true;
	buf_reset(&gdb->thread);
	lwp = find_lwp(line);
	if (open != close) {
		name = slice_between(line.ptr + open + 1, line.ptr + close);
		buf_add(&gdb->thread, slice_trim(name));
	} else {
		buf_add(&gdb->thread, lwp);
	}
	label_set(run, LABEL_THREAD, buf_slice(&gdb->thread));
	if (slice_skip(&lwp, SLICE("LWP ")))
		label_set(run, LABEL_TID, lwp);
}

static bool is_value_start(struct slice text, size_t at)
{
	char before = at > 0 ? text.ptr[at - 1] : ' ';

	return before == ' ' || before == '=' || before == '(' || before == '{' || before == 'L' ||
	       before == 'u' || before == 'U';
}

/* After the string or character that begins at `at`. */
static size_t skip_quoted(struct slice text, size_t at)
{
	const char quote = text.ptr[at++];

	for (; at < text.len && text.ptr[at] != quote; at++) {
		if (text.ptr[at] == '\\')
			at++;
	}
	return at < text.len ? at + 1 : text.len;
}

/* After the parenthesis that closes the one at `at`, or at the end, where a line was wrapped. */
static size_t skip_list(struct slice text, size_t at)
{
	size_t depth = 0;

	while (at < text.len) {
		char c = text.ptr[at];

		if ((c == '"' || c == '\'') && is_value_start(text, at)) {
			at = skip_quoted(text, at);
			continue;
		}
		at++;
		if (c == '(')
			depth++;
		else if (c == ')' && --depth == 0)
			return at;
	}
	return text.len;
}

/* After the symbols of `operator<`, which are not brackets; `at` elsewhere. */
static size_t gdb_skip_operator(struct slice text, size_t at)
{
	const struct slice word = SLICE("operator");
	size_t behind = at + word.len;

	if (text.ptr[at] != 'o' || !slice_starts(slice_tail(text, at), word) ||
	    (at > 0 && char_is_word(text.ptr[at - 1])))
		return at;
	if (slice_starts(slice_tail(text, behind), SLICE("()")))
		return behind + 2;
	while (behind < text.len && (text.ptr[behind] == '<' || text.ptr[behind] == '>' ||
				     text.ptr[behind] == '-' || text.ptr[behind] == '='))
		behind++;
	return behind > at + word.len ? behind : at;
}

/* True if the frame ends after its arguments. */
static bool ends_frame(struct slice rest)
{
	return rest.len == 0 || slice_starts(rest, SLICE(" at ")) ||
	       slice_starts(rest, SLICE(" from "));
}

/*
 * The start of the argument list: the last " (" outside of brackets, before the source or library.
 * SLICE_NONE if there is none.
 */
static size_t find_arguments(struct slice text)
{
	size_t angles = 0, at = 0, found = SLICE_NONE;

	while (at < text.len) {
		const char c = text.ptr[at];
		const size_t behind = gdb_skip_operator(text, at);

		if (behind > at) {
			at = behind;
		} else if (c == '(') {
			size_t close = skip_list(text, at);

			if (angles == 0 && at > 0 && text.ptr[at - 1] == ' ') {
				found = at - 1;
				if (ends_frame(slice_tail(text, close)))
					return found;
			}
			at = close;
		} else {
			if (c == '<')
				angles++;
			else if (c == '>' && angles > 0 && text.ptr[at - 1] != '-')
				angles--;
			at++;
		}
	}
	return found;
}

static void push_function(struct ingest_run *run, struct slice text)
{
	struct buf *simple = &text_of(run)->name;
	size_t arguments = find_arguments(text);
	struct slice name;

	if (arguments == SLICE_NONE) {
		text_push(run, text);
		return;
	}
	name = slice_head(text, arguments);
	/* "(this=0x1, n=2)" has values, "()" has none; what a wrapped line hides may. */
	if (!slice_starts(slice_tail(text, arguments), SLICE(" ()")) &&
	    slice_find(name, '(') != SLICE_NONE) {
		buf_reset(simple); /* the types are before the values */
		tidy_simplify(simple, name, TIDY_ARGS);
		name = buf_slice(simple);
	}
	text_push(run, name);
}

/* "#12 ": the number, taken off. */
static bool gdb_take_number(struct slice *line, uint64_t *number)
{
	struct slice rest = *line, word;

	if (!slice_skip(&rest, SLICE("#")) || rest.len == 0 || char_is_blank(rest.ptr[0]) ||
	    !slice_word(&rest, &word) || !slice_to_u64(word, number))
		return false;
	*line = slice_trim(rest);
	return true;
}

/* "0x00007f2b8c3a9c4d in " */
static void skip_address(struct slice *text)
{
	struct slice rest = *text, address;

	if (slice_word(&rest, &address) && slice_skip(&address, SLICE("0x")) &&
	    slice_is_hex(address) && slice_skip(&rest, SLICE(" in ")))
		*text = slice_trim_left(rest);
}

static void gdb_push_frame(struct ingest_run *run, struct slice text, uint64_t number)
{
	struct gdb *gdb = run->state;

	if (gdb->text.count > 0 && number <= gdb->last)
		gdb_finish(run);
	gdb->last = number;
	skip_address(&text);
	if (slice_starts(text, SLICE("<")) && slice_ends(text, SLICE(">")))
		text_push(run, text); /* <signal handler called> */
	else
		push_function(run, text);
}

/* "[New LWP 102]", and an empty line, end a stack as the head of a thread does. */
static bool gdb_is_start(struct slice line)
{
	return line.len == 0 || line.ptr[0] == '[' || gdb_is_thread(line);
}

/* Most other lines are values of variables: they are ignored. */
static void gdb_line(struct ingest_run *run, struct slice line)
{
	struct slice text = line;
	uint64_t number;

	if (gdb_is_thread(line))
		begin_thread(run, line);
	else if (gdb_is_start(line))
		gdb_end(run);
	else if (gdb_take_number(&text, &number))
		gdb_push_frame(run, text, number);
	else if (slice_starts(line, SLICE("(More stack frames follow")) && text_of(run)->count > 0)
		text_note(run, GDB_CUT, line);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names", OPT_AT(struct gdb_options, thread_names),
	 .help = "The name of the thread as root frame"},
};

static bool gdb_is_frame(struct slice line)
{
	uint64_t number;

	return gdb_take_number(&line, &number) && line.len > 0;
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[GDB_CUT] = {.one = "group of callers that gdb did not print",
		     .many = "groups of callers that gdb did not print"},
};

static const struct text_format format = {
	.line = gdb_line,
	.end = gdb_end,
	.state_size = sizeof(struct gdb),
	.owns = {TEXT_OWNS(BUF, struct gdb, thread)},
	.starts_record = gdb_is_start,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_gdb = {
	.name = "gdb",
	.summary = "folded stacks from backtraces of gdb",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct gdb_options),
	.labels = LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_TID),
	.text = &format,
	.signs = {gdb_is_frame, gdb_is_thread},
};
