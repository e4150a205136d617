/* SPDX-License-Identifier: MIT */
/*
 * Dumps of the threads of a Python process: by py-spy, as text and as JSON, by pystack, and by
 * Python's own sampling profiler.
 *
 *     Process 4242: python3 -m shop                   Thread 4250 (active+gil): "sender-1"
 *                                                         send (shop/mail.py:33)
 *                                                         run (threading.py:982)
 *     [{"thread_id":1,"thread_name":"a","active":true,"frames":[{"name":"f","filename":"/a/f.py","line":3}]}]
 *     Traceback for thread 4242 (main) [Has the GIL] (most recent call last):
 *         (Python) File "/app/main.py", line 15, in <module>
 *             main()
 *         (C) File "Modules/timemodule.c", line 400, in time_sleep (/usr/bin/python3)
 *     Stack dump for PID 7, thread 8 (main thread, has GIL, on CPU, most recent call last):
 *       File "/app/main.py", line 15, in <module>
 *         main()
 */
#include "collapse/json_lines.h"
#include "collapse/names/tidy.h"

enum python_state {
	PYTHON_ACTIVE,
	PYTHON_IDLE,
	PYTHON_GIL,
	PYTHON_WAITING,
	PYTHON_GC,
	PYTHON_CPU,
	PYTHON_EXCEPTION,
	PYTHON_MAIN,
};

static const char *const state_names[] = {"active", "idle",      "gil",  "waiting", "gc",
					  "cpu",    "exception", "main", NULL};

/* What dumps write besides. */
static const struct {
	struct slice text;
	enum python_state state;
} state_marks[] = {
	{SLICE_INIT("has the gil"), PYTHON_GIL},
	{SLICE_INIT("has gil"), PYTHON_GIL},
	{SLICE_INIT("waiting for the gil"), PYTHON_WAITING},
	{SLICE_INIT("waiting for gil"), PYTHON_WAITING},
	{SLICE_INIT("garbage collecting"), PYTHON_GC},
	{SLICE_INIT("on cpu"), PYTHON_CPU},
	{SLICE_INIT("has exception"), PYTHON_EXCEPTION},
	{SLICE_INIT("main thread"), PYTHON_MAIN},
};

enum python_note {
	PYTHON_NOT_SELECTED = TEXT_NOTES,
	PYTHON_BROKEN,
};

struct python_options {
	unsigned states; /* bits; 0: all but idle threads */
	bool lines, paths;
};

/* Where frames of a dump are, how deep they are indented, and their order. */
enum python_form { PYTHON_NONE, PYTHON_PY_SPY, PYTHON_PYSTACK, PYTHON_OWN, PYTHON_JSON };

struct python {
	struct text text;
	enum python_form form; /* of the thread being read */
	unsigned states;       /* its own, bits */
	struct buf thread, tid;
	struct json_lines json;
	struct unused unused;                      /* marks of threads */
	struct buf name, file, number, short_file; /* of a frame */
};

/* ---- Frames ---- */

/* "name (file)", "name (file:line)" */
static void python_push(struct ingest_run *run, struct slice function, struct slice file,
			struct slice line)
{
	const struct python_options *options = run->options;
	struct buf *name = &text_of(run)->name;

	buf_set(name, function);
	if (!options->lines || slice_equal(line, SLICE("0")))
		line = SLICE("");
	if (file.len > 0 && !slice_equal(file, SLICE("???")))
		text_add_place(name, file, line);
	text_push(run, buf_slice(name));
}

/* py-spy: "send (shop/mail.py:33)", "send (shop/mail.py)" */
static bool python_take_short(struct ingest_run *run, struct slice text)
{
	const size_t open = slice_rsearch(text, SLICE(" ("));
	struct slice file, line = SLICE("");
	size_t colon;

	if (open == SLICE_NONE || open == 0 || !slice_ends(text, SLICE(")")))
		return false;
	file = slice_of(text.ptr + open + 2, text.len - open - 3);
	colon = slice_rfind(file, ':');
	if (colon != SLICE_NONE && slice_is_number(slice_tail(file, colon + 1))) {
		line = slice_tail(file, colon + 1);
		file = slice_head(file, colon);
	}
	python_push(run, slice_head(text, open), file, line);
	return true;
}

/* 'File "/app/main.py", line 15, in main', 'File "/app/main.py", in main' */
static bool python_take_file(struct ingest_run *run, struct slice text, bool is_native)
{
	const struct python_options *options = run->options;
	struct slice file, line = SLICE("");
	size_t quote, open;

	if (!slice_skip(&text, SLICE("File \"")) ||
	    (quote = slice_search(text, SLICE("\", "))) == SLICE_NONE)
		return false;
	file = slice_head(text, quote);
	text = slice_tail(text, quote + 3);
	if (slice_skip(&text, SLICE("line ")) &&
	    (!slice_cut(&text, ',', &line) || !slice_skip(&text, SLICE(" "))))
		return false;
	if (!slice_skip(&text, SLICE("in ")))
		return false;
	open = slice_rsearch(text, SLICE(" ("));
	if (is_native && open != SLICE_NONE && slice_ends(text, SLICE(")")))
		text = slice_head(text, open);
	slice_drop(&text, SLICE(" (inlined)"));
	open = slice_rsearch(text, SLICE(" opcode="));
	if (!is_native && open != SLICE_NONE)
		text = slice_head(text, open);
	python_push(run, text, options->paths ? file : tidy_python_file(file), line);
	return true;
}

/* ---- Threads ---- */

static void python_end(struct ingest_run *run)
{
	const struct python_options *options = run->options;
	struct python *python = run->state;
	const unsigned idle = 1u << PYTHON_IDLE;
	const bool counts = options->states == 0 ? !(python->states & idle)
						 : (python->states & options->states) != 0 ||
							   options->states == ~0u;
	const bool root_first = python->form == PYTHON_PYSTACK || python->form == PYTHON_OWN;
	struct buf *state = &python->text.name;

	if (python->form != PYTHON_NONE && counts) {
		text_fill(run);
		buf_reset(state);
		text_add_names(state, state_names, python->states, "+");
		label_set(run, LABEL_THREAD, buf_slice(&python->thread));
		label_set(run, LABEL_TID, buf_slice(&python->tid));
		label_set(run, LABEL_STATE, buf_slice(state));
		text_count(run, root_first ? TEXT_ROOT_FIRST : TEXT_LEAF_FIRST, 1);
	} else if (python->form != PYTHON_NONE) {
		run->samples++;
		text_note(run, PYTHON_NOT_SELECTED, SLICE(""));
	}
	text_cut(run, 0);
	python->form = PYTHON_NONE;
}

static void python_begin(struct ingest_run *run, enum python_form form, struct slice tid,
			 struct slice name)
{
	struct python *python = run->state;

	python->form = form;
	python->states = 0;
	buf_set(&python->thread, name);
	buf_set(&python->tid, tid);
}

/* A state by its name or by what dumps call it, in any case of letters; false if it is none. */
static bool python_find_state(struct slice text, unsigned *bits)
{
	size_t i;

	text = slice_trim(text);
	for (i = 0; i < ARRAY_LEN(state_marks); i++) {
		if (slice_equal_any_case(text, state_marks[i].text)) {
			*bits |= 1u << state_marks[i].state;
			return true;
		}
	}
	return text_find_name(state_names, text, bits);
}

/* States with `separator` between them, and other marks of the thread. */
static void python_take_states(struct python *python, struct slice text, char separator)
{
	struct slice one;

	while (slice_part(&text, separator, &one)) {
		one = slice_trim(one);
		if (one.len > 0 && !python_find_state(one, &python->states) &&
		    !slice_starts(one, SLICE("interpreter ")) && !slice_starts(one, SLICE("task ")))
			unused_add(&python->unused, "mark", one);
	}
}

/* 'Thread 4250 (active+gil): "sender-1"' */
static bool python_take_py_spy(struct ingest_run *run, struct slice line)
{
	struct python *python = run->state;
	struct slice tid, text, name = SLICE("");
	unsigned bits = 0;
	size_t close;

	if (!slice_skip(&line, SLICE("Thread ")) || !slice_word(&line, &tid) ||
	    !slice_skip(&line, SLICE(" (")) || (close = slice_find(line, ')')) == SLICE_NONE)
		return false;
	text = slice_head(line, close);
	line = slice_tail(line, close + 1);
	if (slice_skip(&line, SLICE(": \"")) && slice_drop(&line, SLICE("\"")))
		name = line;
	close = slice_find(text, '+');
	if (!python_find_state(close == SLICE_NONE ? text : slice_head(text, close), &bits))
		return false;
	python_end(run);
	python_begin(run, PYTHON_PY_SPY, tid, name);
	python_take_states(python, text, '+');
	return true;
}

/* "Traceback for thread 4242 (main) [Has the GIL] (most recent call last):" */
static bool python_take_pystack(struct ingest_run *run, struct slice line)
{
	struct slice tid, marks = SLICE("");
	size_t open;

	if (!slice_skip(&line, SLICE("Traceback for thread ")) ||
	    !slice_drop(&line, SLICE(" (most recent call last):")) || !slice_word(&line, &tid))
		return false;
	python_end(run);
	open = slice_rsearch(line, SLICE(" ["));
	if (open != SLICE_NONE && slice_ends(line, SLICE("]"))) {
		marks = slice_of(line.ptr + open + 2, line.len - open - 3);
		line = slice_head(line, open);
	}
	line = slice_trim(line);
	if (slice_skip(&line, SLICE("(")))
		slice_drop(&line, SLICE(")"));
	python_begin(run, PYTHON_PYSTACK, tid, line);
	python_take_states(run->state, marks, ',');
	return true;
}

/* "Stack dump for PID 7, thread 8 (interpreter 0; main thread, has GIL, most recent call last):" */
static bool python_take_own(struct ingest_run *run, struct slice line)
{
	struct slice word, tid = SLICE(""), part, marks;
	const size_t open = slice_find(line, '(');

	if (!slice_skip(&line, SLICE("Stack dump")) || open == SLICE_NONE ||
	    !slice_drop(&line, SLICE("most recent call last):")))
		return false;
	python_end(run);
	marks = slice_tail(line, open + 1 - 10);
	line = slice_head(line, open - 10);
	while (slice_word(&line, &word)) {
		slice_drop(&word, SLICE(","));
		if (slice_equal(word, SLICE("PID")) && slice_word(&line, &word)) {
			slice_drop(&word, SLICE(","));
			label_set(run, LABEL_PID, word);
		} else if (slice_equal(word, SLICE("thread"))) {
			slice_word(&line, &tid);
		}
	}
	python_begin(run, PYTHON_OWN, tid, SLICE(""));
	while (slice_part(&marks, ';', &part))
		python_take_states(run->state, part, ',');
	return true;
}

/* ---- Lines ---- */

static void python_indented(struct ingest_run *run, struct slice line)
{
	const struct python *python = run->state;
	const struct slice text = slice_trim(line);
	const size_t indent = (size_t)(text.ptr - line.ptr);
	const size_t deep = python->form == PYTHON_OWN ? 2 : 4;
	struct slice file = text;
	bool good = true;

	if (python->form == PYTHON_NONE || indent < deep) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (indent > deep) /* variables, lines of the source */
		return;
	if (python->form == PYTHON_PY_SPY)
		good = python_take_short(run, text);
	else if (python->form == PYTHON_PYSTACK && slice_skip(&file, SLICE("(Python) ")))
		good = python_take_file(run, file, false);
	else if (python->form == PYTHON_PYSTACK && slice_skip(&file, SLICE("(C) ")))
		good = python_take_file(run, file, true);
	else if (python->form == PYTHON_PYSTACK)
		good = false;
	else if (slice_starts(text, SLICE("File \"")))
		good = python_take_file(run, text, false);
	else if (!slice_equal(text, SLICE("No Python frames")))
		text_push(run, text);
	if (!good)
		text_note(run, TEXT_BAD_LINE, line);
}

/* ---- JSON ---- */

static void python_see_frame(struct ingest_run *run)
{
	const struct python_options *options = run->options;
	struct python *python = run->state;
	const bool is_short = python->short_file.len > 0 && !options->paths;

	python_push(run, buf_slice(&python->name),
		    buf_slice(is_short ? &python->short_file : &python->file),
		    buf_slice(&python->number));
	buf_reset(&python->name);
	buf_reset(&python->file);
	buf_reset(&python->short_file);
	buf_reset(&python->number);
}

static void python_see_member(struct ingest_run *run, enum json_event event, struct slice path,
			      struct slice text)
{
	struct python *python = run->state;
	const struct {
		struct slice path;
		struct buf *into;
	} members[] = {
		{SLICE("[].thread_name"), &python->thread},
		{SLICE("[].os_thread_id"), &python->tid},
		{SLICE("[].frames[].name"), &python->name},
		{SLICE("[].frames[].filename"), &python->file},
		{SLICE("[].frames[].line"), &python->number},
		{SLICE("[].frames[].short_filename"), &python->short_file},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(members) && event != JSON_NULL; i++) {
		if (!slice_equal(path, members[i].path))
			continue;
		buf_set(members[i].into, text);
		return;
	}
	if (slice_equal(path, SLICE("[].thread_id")) && python->tid.len == 0)
		buf_add(&python->tid, text);
	else if (slice_equal(path, SLICE("[].pid")))
		label_set(run, LABEL_PID, text);
	else if (slice_equal(path, SLICE("[].active")))
		python->states |= 1u << (event == JSON_TRUE ? PYTHON_ACTIVE : PYTHON_IDLE);
	else if (slice_equal(path, SLICE("[].owns_gil")) && event == JSON_TRUE)
		python->states |= 1u << PYTHON_GIL;
}

static void python_see(struct ingest_run *run, enum json_event event, struct slice path,
		       struct slice text)
{
	const bool is_thread = slice_equal(path, SLICE("[]"));

	if (event == JSON_OBJECT && is_thread)
		python_begin(run, PYTHON_JSON, SLICE(""), SLICE(""));
	else if (event == JSON_OBJECT_END && is_thread)
		python_end(run);
	else if (event == JSON_OBJECT_END && slice_equal(path, SLICE("[].frames[]")))
		python_see_frame(run);
	else if (event < JSON_KEY)
		python_see_member(run, event, path, text);
}

static const struct json_lines_place python_places[] = {
	{SLICE_INIT("[]"),
	 SLICE_INIT("pid thread_id thread_name os_thread_id active owns_gil frames "
		    "process_info")},
	{SLICE_INIT("[].frames[]"),
	 SLICE_INIT("name filename module short_filename line locals is_entry is_shim_entry")},
};

/* The list of threads ends; a thread that is not complete is dropped. */
static void python_drop(struct ingest_run *run)
{
	struct python *python = run->state;

	python->form = PYTHON_NONE;
	text_cut(run, 0);
}

static void python_begin_json(struct ingest_run *run)
{
	python_end(run);
	label_clear(run);
}

static const struct json_lines_format python_json = {
	.opens = SLICE_INIT("["),
	.see = python_see,
	.places = python_places,
	.place_count = ARRAY_LEN(python_places),
	.broken = PYTHON_BROKEN,
	.begin = python_begin_json,
	.end = python_drop,
};

/* ---- Files ---- */

static void python_line(struct ingest_run *run, struct slice line)
{
	struct slice pid;

	if (json_lines_take(&((struct python *)run->state)->json, &python_json, run, line)) {
		return;
	} else if (slice_trim(line).len == 0) {
		python_end(run);
	} else if (char_is_blank(line.ptr[0])) {
		python_indented(run, line);
	} else if (!python_take_py_spy(run, line) && !python_take_pystack(run, line) &&
		   !python_take_own(run, line)) {
		python_end(run);
		if (slice_skip(&line, SLICE("Process ")) && slice_cut(&line, ':', &pid)) {
			label_clear(run);
			label_set(run, LABEL_PID, pid);
		} else if (!slice_starts(line, SLICE("Python v"))) {
			text_note(run, TEXT_BAD_LINE, line);
		}
	}
}

static void python_end_file(struct ingest_run *run)
{
	struct python *python = run->state;

	json_lines_finish(&python->json, run);
	python_end(run);
	label_clear(run);
	text_tell_unused(run, &python->unused);
}

static void python_release(void *state)
{
	json_lines_release(&((struct python *)state)->json);
}

/* ---- The format ---- */

/* "gil,waiting" */
static bool python_parse_states(struct slice text, void *field, struct buf *problem)
{
	return text_parse_states(text, field, python_find_state, problem);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Threads"},
	{OPT_CALL, .name = "states", .value = "STATE,...", OPT_AT(struct python_options, states),
	 .parse = python_parse_states,
	 .help = "Count threads in one of these states instead of those that are not idle",
	 .detail = "py-spy knows active, idle and gil (it holds the lock of the interpreter); the "
		   "others gil, waiting, gc, cpu, exception and main. ALL is every thread."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "lines", OPT_AT(struct python_options, lines),
	 .help = "Append the line to the file of a function"},
	{OPT_FLAG, .name = "paths", OPT_AT(struct python_options, paths),
	 .help = "Files with their folders"},
};

static bool python_is_head(struct slice line)
{
	struct slice tid, text;

	if (slice_skip(&line, SLICE("Thread ")))
		return slice_word(&line, &tid) && slice_skip(&line, SLICE(" (")) &&
		       slice_cut(&line, ')', &text) &&
		       (slice_starts(text, SLICE("active")) || slice_starts(text, SLICE("idle"))) &&
		       (line.len == 0 || slice_starts(line, SLICE(": \"")));
	return (slice_starts(line, SLICE("Traceback for thread ")) ||
		slice_starts(line, SLICE("Stack dump"))) &&
	       slice_ends(line, SLICE("most recent call last):"));
}

static enum probe python_probe(struct slice head, bool whole)
{
	if (slice_starts(slice_trim_left(head), SLICE("[")) &&
	    slice_contains(head, SLICE("\"thread_id\"")) &&
	    slice_contains(head, SLICE("\"frames\"")))
		return PROBE_YES;
	return probe_any(head, whole, python_is_head);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PYTHON_NOT_SELECTED] = {.one = "thread in another state",
				 .many = "threads in other states",
				 .level = DIAG_NOTES},
	[PYTHON_BROKEN] = {.message = "a list of threads cannot be read from here on",
			   .one = "remainder of a list of threads",
			   .many = "remainders of lists of threads",
			   .fails = NOTE_LEAVES_GAP},
};

static const struct text_format format = {
	.line = python_line,
	.end = python_end_file,
	.state_size = sizeof(struct python),
	.owns = {TEXT_OWNS(BUF, struct python, thread), TEXT_OWNS(BUF, struct python, tid),
		 TEXT_OWNS(BUF, struct python, name), TEXT_OWNS(BUF, struct python, file),
		 TEXT_OWNS(BUF, struct python, number), TEXT_OWNS(BUF, struct python, short_file)},
	.release = python_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_python = {
	.name = "python",
	.summary = "folded stacks from thread dumps of py-spy, pystack and Python",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_STATE) |
		  LABEL_BIT(LABEL_THREAD),
	.rows = COLLAPSE_OPTIONS(rows, struct python_options),
	.text = &format,
	.probe = python_probe,
};
