/* SPDX-License-Identifier: MIT */
/*
 * The uftrace format: the call graph of `uftrace graph`, or the log of calls of `uftrace replay`.
 */
#include "collapse/text.h"

#include "common/base/checked.h"
#include "common/table/hash.h"

enum uftrace_form { UFTRACE_NONE, UFTRACE_GRAPH, UFTRACE_REPLAY };

/* A row of the graph that may have rows below it. */
struct uftrace_row {
	size_t column;  /* of the bracket in front of its name */
	uint64_t least; /* the resolution of its digits */
};

struct uftrace_task;

enum uftrace_note { UFTRACE_LOST = TEXT_NOTES };

struct uftrace {
	struct text text;
	enum uftrace_form form;
	bool has_elapsed; /* the first column of the log is the time since the start */
	struct inclusive graph;
	struct uftrace_row *rows; /* by depth */
	size_t rows_cap;
	struct uftrace_task *tasks;
};

/* ---- Times ---- */

/* A unit of time in nanoseconds; the value is read with `digits` decimals. */
static const struct unit {
	struct slice name;
	unsigned digits;
	uint64_t factor, least; /* the value of a third decimal */
} units[] = {
	{SLICE_INIT("us"), 3, 1, 1},
	{SLICE_INIT("ms"), 6, 1, 1000},
	{SLICE_INIT("s"), 9, 1, 1000000},
	{SLICE_INIT("m"), 9, 60, 60000000},
	{SLICE_INIT("h"), 9, 3600, 3600000000},
};

/* "479.470 ms" at the beginning, taken off, in nanoseconds; `least` is the last digit's worth. */
static bool uftrace_take_time(struct ingest_run *run, struct slice *text, uint64_t *time,
			      uint64_t *least)
{
	struct slice rest = slice_trim_left(*text), number, unit;
	size_t i;

	if (!slice_word(&rest, &number) || !slice_word(&rest, &unit) ||
	    !char_is_digit(number.ptr[0]))
		return false;
	for (i = 0; i < ARRAY_LEN(units) && !slice_equal(unit, units[i].name); i++)
		;
	if (i == ARRAY_LEN(units) || !text_take_decimal(run, &number, units[i].digits, time) ||
	    number.len > 0)
		return false;
	if (!u64_multiply(time, units[i].factor)) {
		text_note(run, TEXT_HUGE, *text);
		*time = 0;
	}
	*least = units[i].least;
	*text = rest;
	return true;
}

/*
 * The uftrace format: rows of a call graph, whose times include the rows below them. Rows of
 * several callees begin with a plus in a new column; an only callee has the column of its caller.
 *
 *      3.309  s : (1) threads
 *    479.470 ms :  +-(1) main
 *    478.959 ms :  | (4) pthread_join
 *      2.829  s :  +-(6) run
 */

enum { INDENT = 3 }; /* columns from the bracket of a row to those of the rows below it */

/* "+-(4) pthread_join": where the bracket is, and what follows "(4) ". */
static bool uftrace_find_name(struct slice tree, size_t *bracket, struct slice *name)
{
	struct slice count;

	*bracket = slice_find(tree, '(');
	if (*bracket == SLICE_NONE)
		return false;
	*name = slice_tail(tree, *bracket + 1);
	return slice_cut(name, ')', &count) && slice_is_number(count) &&
	       slice_skip(name, SLICE(" "));
}

/* The depth of a row whose bracket, or plus, is in this column. */
static size_t depth_of(const struct uftrace *uftrace, size_t column, bool has_plus)
{
	size_t depth = uftrace->text.count;

	while (depth > 0 && (has_plus ? uftrace->rows[depth - 1].column >= column
				      : uftrace->rows[depth - 1].column > column))
		depth--;
	return depth;
}

/* Rows; false if they are not understood. */
static bool uftrace_graph_row(struct ingest_run *run, struct slice line)
{
	struct uftrace *uftrace = run->state;
	size_t colon = slice_search(line, SLICE(" : ")), column, depth;
	struct slice times, name;
	uint64_t time, least;
	bool has_plus;

	if (colon == SLICE_NONE)
		return false;
	times = slice_trim_left(slice_head(line, colon));
	line = slice_tail(line, colon + 3);
	if (times.len == 0)
		return true; /* a line between rows */
	if (!uftrace_take_time(run, &times, &time, &least) ||
	    !uftrace_find_name(line, &column, &name))
		return false;
	has_plus = column >= 2 && line.ptr[column - 2] == '+';
	if (has_plus && column % INDENT != 0) /* blanks have been lost */
		return false;
	depth = depth_of(uftrace, has_plus ? column - 2 : column, has_plus);
	/* digits that were cut off the caller's time are not a mistake */
	if (depth > 0 && time > uftrace->graph.left[depth - 1] &&
	    time - uftrace->graph.left[depth - 1] <= uftrace->rows[depth - 1].least)
		time = uftrace->graph.left[depth - 1];
	inclusive_row(run, &uftrace->graph, depth, name, time);
	uftrace->rows = memory_grow(uftrace->rows, &uftrace->rows_cap, uftrace->text.count,
				    sizeof(*uftrace->rows));
	uftrace->rows[uftrace->text.count - 1] = (struct uftrace_row){column, least};
	return true;
}

/*
 * The uftrace format: the log of calls of all tasks. A function's time is printed where it returns.
 *
 *              [  7587] | main() {
 *    90.685 us [  7587] |   pthread_create();
 *              [  7587] |   pthread_join() {
 *   478.959 ms [  7587] |   }
 */

struct uftrace_task {
	uint64_t tid;
	frame_id *frames; /* of functions that have not returned, root first */
	uint64_t *below;  /* by depth: the time of functions called there that have */
	size_t depth, frames_cap, below_cap;
	bool preempted;
	bool has_gap; /* calls and returns were lost */
	UT_hash_handle hh;
};

/* A row without its columns. */
struct row {
	struct uftrace_task *task;
	bool has_time;
	uint64_t time;
	size_t level; /* as its blanks say */
	struct slice text;
};

static struct uftrace_task *find_task(struct uftrace *uftrace, uint64_t tid)
{
	struct uftrace_task *task;

	HASH_FIND(hh, uftrace->tasks, &tid, sizeof(tid), task);
	if (!task) {
		task = memory_get(sizeof(*task));
		memset(task, 0, sizeof(*task));
		task->tid = tid;
		HASH_ADD(hh, uftrace->tasks, tid, sizeof(tid), task);
	}
	return task;
}

static void uftrace_forget_tasks(struct uftrace *uftrace)
{
	struct uftrace_task *task, *next;

	HASH_ITER(hh, uftrace->tasks, task, next)
	{
		HASH_DEL(uftrace->tasks, task);
		free(task->frames);
		free(task->below);
		free(task);
	}
}

static void uftrace_push(struct uftrace_task *task, frame_id frame)
{
	MEMORY_ROOM(task->frames, task->depth, task->frames_cap);
	MEMORY_ROOM(task->below, task->depth, task->below_cap);
	task->below[task->depth] = 0;
	task->frames[task->depth++] = frame;
}

/* The function on top returns after `time`: what its callees leave of it is its own. */
static void pop(struct ingest_run *run, struct uftrace_task *task, uint64_t time)
{
	uint64_t below = task->below[task->depth - 1];
	const uint64_t own = time > below ? time - below : 0;

	if (task->tid > 0)
		label_set_number(run, LABEL_TID, task->tid);
	else
		label_clear(run);
	if (own > 0)
		text_add(run, task->frames, task->depth, &(struct weight){.count = {own, own}});
	else
		run->samples++;
	task->depth--;
	if (task->depth > 0)
		u64_add(&task->below[task->depth - 1], time);
}

/* "fopen("/proc/self/maps", "r")" without its arguments. */
static struct slice uftrace_drop_arguments(struct slice name)
{
	size_t depth = 0, i;

	if (slice_drop(&name, SLICE("()")))
		return name;
	for (i = 1; i < name.len; i++) {
		char c = name.ptr[i];

		if (c == '(' && depth == 0)
			return slice_head(name, i);
		depth += c == '<' || c == '{';
		depth -= (c == '>' || c == '}') && depth > 0 && name.ptr[i - 1] != '-';
	}
	return name;
}

/* The frame of a function's text; what a name costs is paid once. */
static frame_id uftrace_frame_of(struct ingest_run *run, struct slice text)
{
	struct text *stack = text_of(run);

	if (!text_push_known(run, text)) {
		text_push(run, uftrace_drop_arguments(text));
		text_keep(run, text);
	}
	return stack->frames[--stack->count];
}

/* "LOST 12 records!!", "WARN: LOST 12 records"; noted. */
static bool uftrace_takes_lost(struct ingest_run *run, struct slice text)
{
	struct slice count;

	slice_skip(&text, SLICE("WARN: "));
	if (!slice_skip(&text, SLICE("LOST ")) || !slice_cut(&text, ' ', &count) ||
	    !slice_starts(text, SLICE("record")))
		return false;
	if (!notes_count_lost(&run->notes, UFTRACE_LOST, count)) /* "some" */
		notes_count(&run->notes, UFTRACE_LOST, 1);
	return true;
}

/* "linux:sched-in", with its time; a scheduler's pair is one frame. */
static void uftrace_event(struct ingest_run *run, const struct row *row, struct slice name)
{
	struct uftrace_task *task = row->task;

	if (uftrace_takes_lost(run, name))
		task->has_gap = true;
	if (slice_starts(name, SLICE("linux:sched-out")))
		task->preempted = slice_contains(name, SLICE("pre-empted"));
	if (!row->has_time)
		return;
	if (slice_starts(name, SLICE("linux:sched-in")))
		name = task->preempted ? SLICE("linux:schedule (pre-empted)")
				       : SLICE("linux:schedule");
	uftrace_push(task, text_frame(run, name));
	pop(run, task, row->time);
}

static bool see_call(struct ingest_run *run, const struct row *row)
{
	struct uftrace_task *task = row->task;
	struct slice text = row->text;
	size_t level = row->level;

	if (slice_skip(&text, SLICE("/* "))) {
		slice_drop(&text, SLICE(" */"));
		uftrace_event(run, row, text);
		return true;
	}
	if (task->has_gap) {
		/* functions whose return was lost */
		level += slice_starts(text, SLICE("}"));
		task->depth = task->depth < level ? task->depth : level;
		task->has_gap = false;
	}
	if (slice_starts(text, SLICE("}"))) {
		if (task->depth == 0)
			text_note(run, TEXT_SKIPPED, text); /* its callees have been counted */
		else if (row->has_time)
			pop(run, task, row->time);
		else
			return task->depth--, false;
		return true;
	}
	if (slice_drop(&text, SLICE(" {"))) {
		uftrace_push(task, uftrace_frame_of(run, text));
		return true;
	}
	if (!slice_drop(&text, SLICE(";")) || !row->has_time)
		return false;
	uftrace_push(task, uftrace_frame_of(run, text));
	pop(run, task, row->time);
	return true;
}

static bool uftrace_replay_row(struct ingest_run *run, struct slice line)
{
	struct uftrace *uftrace = run->state;
	struct slice columns, before, tid;
	struct row row = {.text = line};
	uint64_t number = 0, least;

	if (!slice_cut(&row.text, '|', &columns))
		return false;
	columns = slice_trim(columns);
	row.level = (row.text.len - slice_trim_left(row.text).len) / 2;
	row.text = slice_trim(row.text);
	if (row.text.len == 0)
		return true;
	if (uftrace->has_elapsed && !uftrace_take_time(run, &columns, &row.time, &least))
		return false;
	row.has_time = uftrace_take_time(run, &columns, &row.time, &least);
	if (slice_cut(&columns, '[', &before) && slice_cut(&columns, ']', &tid) &&
	    !slice_to_u64(slice_trim(tid), &number))
		return false;
	row.task = find_task(uftrace, number);
	return see_call(run, &row);
}

/* Tasks whose functions have not returned are noted. */
static void uftrace_replay_end(struct ingest_run *run)
{
	struct uftrace *uftrace = run->state;
	struct uftrace_task *task, *next;

	HASH_ITER(hh, uftrace->tasks, task, next)
	{
		if (task->depth > 0)
			text_note(run, TEXT_UNFINISHED, SLICE(""));
	}
	uftrace_forget_tasks(uftrace);
}

static void uftrace_finish(struct ingest_run *run)
{
	struct uftrace *uftrace = run->state;

	if (uftrace->form == UFTRACE_GRAPH)
		inclusive_end(run, &uftrace->graph);
	else
		uftrace_replay_end(run);
	uftrace->form = UFTRACE_NONE;
}

/* "#   ELAPSED   DURATION     TID     FUNCTION" */
static bool starts_elapsed(struct slice line)
{
	return slice_skip(&line, SLICE("#")) &&
	       slice_starts(slice_trim_left(line), SLICE("ELAPSED ")) &&
	       slice_ends(slice_trim_right(line), SLICE(" FUNCTION"));
}

/* "# DURATION     TID     FUNCTION" */
static bool starts_replay(struct slice line)
{
	return starts_elapsed(line) || (slice_starts(line, SLICE("# DURATION ")) &&
					slice_ends(slice_trim_right(line), SLICE(" FUNCTION")));
}

/* "# TOTAL TIME   FUNCTION" */
static bool starts_graph(struct slice line)
{
	return slice_starts(line, SLICE("# TOTAL TIME ")) &&
	       slice_ends(slice_trim_right(line), SLICE(" FUNCTION"));
}

/* True for lines around rows: other parts of a report, and functions that never returned. */
static bool uftrace_is_other(struct slice line)
{
	static const struct slice starts[] = {
		SLICE_INIT("# Function Call Graph"),
		SLICE_INIT("==="),
		SLICE_INIT("uftrace stopped"),
		SLICE_INIT("task: "),
		SLICE_INIT("["),
		SLICE_INIT(" backtrace #"),
		SLICE_INIT("   ["),
	};

	return SLICE_ANY(line, starts, slice_starts) || slice_trim(line).len == 0;
}

static bool uftrace_see_row(struct ingest_run *run, struct slice line)
{
	const struct uftrace *uftrace = run->state;

	if (line.len == 0 || line.ptr[0] == '#')
		return false;
	return uftrace->form == UFTRACE_GRAPH ? uftrace_graph_row(run, line)
					      : uftrace_replay_row(run, line);
}

static void uftrace_line(struct ingest_run *run, struct slice line)
{
	struct uftrace *uftrace = run->state;

	if (uftrace_see_row(run, line))
		return;
	if (starts_replay(line) || starts_graph(line)) {
		uftrace_finish(run);
		uftrace->form = starts_graph(line) ? UFTRACE_GRAPH : UFTRACE_REPLAY;
		uftrace->has_elapsed = starts_elapsed(line);
	} else if (!uftrace_takes_lost(run, line) && !uftrace_is_other(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void uftrace_release(void *state)
{
	struct uftrace *uftrace = state;

	uftrace_forget_tasks(uftrace);
}

static enum probe uftrace_probe(struct slice head, bool whole)
{
	enum probe replay = probe_any(head, whole, starts_replay);

	return replay == PROBE_YES ? replay : probe_any(head, whole, starts_graph);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[UFTRACE_LOST] = {.one = "record that uftrace lost", .many = "records that uftrace lost"},
};

static const struct text_format format = {
	.line = uftrace_line,
	.end = uftrace_finish,
	.state_size = sizeof(struct uftrace),
	.owns = {TEXT_OWNS(ARRAY, struct uftrace, graph.left),
		 TEXT_OWNS(ARRAY, struct uftrace, rows)},
	.release = uftrace_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_uftrace = {
	.name = "uftrace",
	.summary = "folded stacks from uftrace graph and uftrace replay",
	.counts = "ns",
	.labels = LABEL_BIT(LABEL_TID),
	.text = &format,
	.probe = uftrace_probe,
};
