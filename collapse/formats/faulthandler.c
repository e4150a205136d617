/* SPDX-License-Identifier: MIT */
/*
 * The faulthandler format: what Python's module faulthandler prints of threads, leaf first.
 * Ordinary tracebacks, root first, are read too.
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

struct faulthandler {
	struct text text;
	struct line_cache frames; /* of lines */
	bool root_first;
};

/* A stack ends. */
static void fault_end(struct ingest_run *run)
{
	struct faulthandler *faulthandler = run->state;

	text_finish(run, faulthandler->root_first ? TEXT_ROOT_FIRST : TEXT_LEAF_FIRST, 1);
	faulthandler->root_first = false;
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

/* True if the line ends a stack: it is empty or not indented. */
static bool fault_is_start(struct slice line)
{
	return line.len == 0 || (line.ptr[0] != ' ' && line.ptr[0] != '\t');
}

/*
 * "Thread 0x00007efe3d70d6c0 [worker] (most recent call first):": Python before 3.14 prints no
 * name, the number is the label then.
 */
static void give_thread(struct ingest_run *run, struct slice line)
{
	struct slice number, name;

	label_clear(run);
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

static void fault_line(struct ingest_run *run, struct slice line)
{
	struct faulthandler *faulthandler = run->state;

	if (!fault_is_start(line)) {
		struct slice text = slice_trim(line);
		frame_id frame;

		if (find_frame(run, text, &frame))
			text_push_frame(run, frame);
		else if (slice_equal(text, SLICE("...")))
			text_push(run, SLICE("[truncated]"));
		else if (slice_starts(text, SLICE("<")) && slice_ends(text, SLICE(">")))
			text_push(run, text);       /* <no Python frame> */
		else if (!faulthandler->root_first) /* there the code is below its line */
			text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	fault_end(run);
	if (run->labels)
		give_thread(run, line);
	faulthandler->root_first = slice_contains(line, SLICE("(most recent call last)"));
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-lines", OPT_AT(struct faulthandler_options, no_lines),
	 .help = "Leave out the numbers of lines: a function is one frame"},
};

static bool fault_is_header(struct slice line)
{
	return slice_ends(line, SLICE("(most recent call first):"));
}

static const struct text_format format = {
	.line = fault_line,
	.end = fault_end,
	.state_size = sizeof(struct faulthandler),
	.owns = {TEXT_OWNS(LINES, struct faulthandler, frames)},
	.starts_record = fault_is_start,
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
