/* SPDX-License-Identifier: MIT */
/*
 * The faulthandler format: what Python's module faulthandler prints of threads, leaf first.
 * Ordinary tracebacks, root first, are read too: those of pytest-timeout among them.
 *
 *     Thread 0x00007efe3d70d6c0 (most recent call first):
 *       File "/app/fh.py", line 4 in leaf
 *       File "/app/fh.py", line 9 in run
 *       ...
 */
#include "collapse/cache/line_cache.h"
#include "collapse/text.h"

struct faulthandler_options {
	bool no_lines;
};

enum fault_note { FAULT_NOT_ALL = TEXT_NOTES };

struct faulthandler {
	struct text text;
	struct line_cache frames; /* of lines */
	enum { FAULT_UNTOLD, FAULT_LEAF_FIRST, FAULT_ROOT_FIRST } order;
	bool is_c_stack; /* Python 3.14: what its C functions were, in lines of their own kind */
};

/* A stack ends. */
static void fault_end(struct ingest_run *run)
{
	struct faulthandler *faulthandler = run->state;

	text_finish(run,
		    faulthandler->order == FAULT_ROOT_FIRST ? TEXT_ROOT_FIRST : TEXT_LEAF_FIRST, 1);
	faulthandler->order = FAULT_UNTOLD;
	faulthandler->is_c_stack = false;
}

/* 'File "/app/fh.py", line 4 in leaf', where a traceback has 'line 4, in leaf'. */
static bool fault_take_frame(struct slice text, struct slice *path, struct slice *line,
			     struct slice *function)
{
	const struct slice behind_path = SLICE("\", line ");
	size_t at;

	if (!slice_skip(&text, SLICE("File \"")) ||
	    (at = slice_search(text, behind_path)) == SLICE_NONE)
		return false;
	*path = slice_head(text, at);
	text = slice_tail(text, at + behind_path.len);
	if (!slice_cut(&text, ' ', line))
		return false;
	if (!slice_skip(&text, SLICE("in "))) /* the number is missing, or not known */
		return false;
	slice_drop(line, SLICE(","));
	*function = text;
	return line->len == 0 || slice_is_number(*line) || slice_equal(*line, SLICE("???"));
}

/* The frame of a line, which may be remembered; false if it is none. */
static bool find_frame(struct ingest_run *run, struct slice text, frame_id *frame)
{
	struct faulthandler *faulthandler = run->state;
	const struct faulthandler_options *options = run->options;
	struct line_cache *frames = &faulthandler->frames;
	struct buf *name = &text_of(run)->name;
	frame_id *known = line_cache_find(frames, text);
	struct slice path, line, function;

	if (known) {
		*frame = *known;
		return true;
	}
	if (!fault_take_frame(text, &path, &line, &function))
		return false;
	buf_set(name, path);
	if (!options->no_lines) {
		buf_add_char(name, ':');
		buf_add(name, line.len > 0 ? line : SLICE("???"));
	}
	buf_add_char(name, ':');
	buf_add(name, function);
	*frame = text_frame(run, buf_slice(name));
	known = arena_alloc(&frames->arena, sizeof(*known));
	*known = *frame;
	line_cache_add(frames, text, known);
	return true;
}

/* True if the line is not indented: it ends a stack, as the head of the next or as another text. */
static bool fault_is_start(struct slice line)
{
	return line.len > 0 && line.ptr[0] != ' ' && line.ptr[0] != '\t';
}

/* 'File "/app/fh.py", line 4, in leaf': the comma is a traceback's, whose calls come root first. */
static bool fault_is_traceback(struct slice text)
{
	const struct slice behind_path = SLICE("\", line ");
	const size_t at = slice_search(text, behind_path);
	struct slice line;

	if (at == SLICE_NONE)
		return false;
	text = slice_tail(text, at + behind_path.len);
	return slice_cut(&text, ' ', &line) && slice_ends(line, SLICE(","));
}

/* "~~~~ Stack of worker (140735) ~~~~", as pytest-timeout writes it: "worker". */
static bool fault_take_stack_of(struct slice line, struct slice *name)
{
	const struct slice words = SLICE("~ Stack of ");
	const size_t at = slice_search(line, words);
	size_t open;

	if (!slice_starts(line, SLICE("~")) || at == SLICE_NONE)
		return false;
	line = slice_tail(line, at + words.len);
	if ((open = slice_rsearch(line, SLICE(" ("))) == SLICE_NONE)
		return false;
	*name = slice_head(line, open);
	return true;
}

/*
 * "Thread 0x00007efe3d70d6c0 [worker] (most recent call first):": Python before 3.14 prints no
 * name, the number is the label then.
 */
static void give_thread(struct ingest_run *run, struct slice line)
{
	struct slice number, name;

	label_clear(run);
	if (fault_take_stack_of(line, &name)) {
		label_set(run, LABEL_THREAD, name);
		return;
	}
	slice_skip(&line, SLICE("Current thread "));
	slice_skip(&line, SLICE("Thread "));
	if (!slice_starts(line, SLICE("0x")) || !slice_word(&line, &number))
		return;
	line = slice_trim_left(line);
	if (slice_skip(&line, SLICE("[")) && slice_rsearch(line, SLICE("] (")) != SLICE_NONE)
		name = slice_head(line, slice_rsearch(line, SLICE("] (")));
	else
		name = number;
	label_set(run, LABEL_THREAD, name);
}

/* A stack ends and perhaps another begins. */
static void fault_begin(struct ingest_run *run, struct slice line)
{
	struct faulthandler *faulthandler = run->state;

	fault_end(run);
	if (run->labels)
		give_thread(run, line);
	faulthandler->is_c_stack = slice_contains(line, SLICE("C stack trace (most recent call"));
	if (slice_contains(line, SLICE("(most recent call last)")))
		faulthandler->order = FAULT_ROOT_FIRST;
	else if (slice_contains(line, SLICE("(most recent call first)")))
		faulthandler->order = FAULT_LEAF_FIRST;
}

static void fault_indented(struct ingest_run *run, struct slice line)
{
	struct faulthandler *faulthandler = run->state;
	struct slice text = slice_trim(line);
	frame_id frame;

	if (faulthandler->is_c_stack)
		return;
	if (find_frame(run, text, &frame)) {
		if (faulthandler->order == FAULT_UNTOLD)
			faulthandler->order = fault_is_traceback(text) ? FAULT_ROOT_FIRST
								       : FAULT_LEAF_FIRST;
		text_push_frame(run, frame);
	} else if (slice_equal(text, SLICE("..."))) {
		text_push(run, SLICE("[truncated]"));
	} else if (slice_starts(text, SLICE("<")) && slice_ends(text, SLICE(">"))) {
		text_push(run, text);                         /* <no Python frame> */
	} else if (faulthandler->order != FAULT_ROOT_FIRST && /* there the code is below its line */
		   !slice_equal(text, SLICE("Garbage-collecting"))) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

/* Below the hundredth thread, and where threads run without the GIL. */
static bool fault_is_not_all(struct slice line)
{
	return slice_equal(line, SLICE("...")) ||
	       slice_starts(line, SLICE("<Cannot show all threads"));
}

static void fault_line(struct ingest_run *run, struct slice line)
{
	if (fault_is_not_all(line))
		text_note(run, FAULT_NOT_ALL, SLICE(""));
	if (fault_is_start(line))
		fault_begin(run, line);
	else if (line.len > 0)
		fault_indented(run, line);
	else
		fault_end(run);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-lines", OPT_AT(struct faulthandler_options, no_lines),
	 .help = "Leave out the numbers of lines: a function is one frame"},
};

static bool fault_is_header(struct slice line)
{
	struct slice name;

	return slice_ends(line, SLICE("(most recent call first):")) ||
	       fault_take_stack_of(line, &name);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[FAULT_NOT_ALL] = {.message = "Python did not print all threads"},
};

static const struct text_format format = {
	.line = fault_line,
	.end = fault_end,
	.state_size = sizeof(struct faulthandler),
	.owns = {TEXT_OWNS(LINES, struct faulthandler, frames)},
	.starts_record = fault_is_start,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_faulthandler = {
	.name = "faulthandler",
	.summary = "folded stacks from Python's faulthandler",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct faulthandler_options),
	.labels = LABEL_BIT(LABEL_THREAD),
	.text = &format,
	.signs = {fault_is_header},
};
