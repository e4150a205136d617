/* SPDX-License-Identifier: MIT */
/*
 * The uftrace format: the log of calls of all tasks. A function's time is printed where it returns.
 *
 *              [  7587] | main() {
 *    90.685 us [  7587] |   pthread_create();
 *              [  7587] |   pthread_join() {
 *   478.959 ms [  7587] |   }
 */
#include "collapse/uftrace/uftrace.h"
#include "common/base/checked.h"
#include "common/table/hash.h"

struct uftrace_task {
	uint64_t tid;
	frame_id *frames; /* of functions that have not returned, root first */
	uint64_t *below;  /* by depth: the time of functions called there that have */
	size_t depth, frames_cap, below_cap;
	bool preempted;
	UT_hash_handle hh;
};

/* A row without its columns. */
struct row {
	struct uftrace_task *task;
	bool has_time;
	uint64_t time;
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

void uftrace_forget_tasks(struct uftrace *uftrace)
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
	task->frames = memory_grow(task->frames, &task->frames_cap, task->depth + 1,
				   sizeof(*task->frames));
	task->below = memory_grow(task->below, &task->below_cap, task->depth + 1,
				  sizeof(*task->below));
	task->below[task->depth] = 0;
	task->frames[task->depth++] = frame;
}

/* The function on top returns after `time`: what its callees leave of it is its own. */
static void pop(struct ingest_run *run, struct uftrace_task *task, uint64_t time)
{
	uint64_t below = task->below[task->depth - 1];
	const uint64_t own = time > below ? time - below : 0;

	if (task->tid > 0)
		label_give_number(run, LABEL_TID, task->tid);
	else
		label_take_all(run);
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

/* "linux:sched-in", with its time; a scheduler's pair is one frame. */
static void uftrace_event(struct ingest_run *run, const struct row *row, struct slice name)
{
	struct uftrace_task *task = row->task;

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

	if (slice_skip(&text, SLICE("/* "))) {
		slice_drop(&text, SLICE(" */"));
		uftrace_event(run, row, text);
		return true;
	}
	if (slice_starts(text, SLICE("}"))) {
		if (task->depth == 0)
			text_note(run, TEXT_SKIPPED, text); /* its callees have been counted */
		else if (row->has_time)
			pop(run, task, row->time);
		else
			task->depth--;
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

bool uftrace_replay_row(struct ingest_run *run, struct slice line)
{
	struct uftrace *uftrace = uftrace_of(run);
	struct slice columns, before, tid;
	struct row row = {.text = line};
	uint64_t number = 0, least;

	if (!slice_cut(&row.text, '|', &columns))
		return false;
	columns = slice_trim(columns);
	row.text = slice_trim(row.text);
	if (row.text.len == 0)
		return true;
	row.has_time = uftrace_take_time(run, &columns, &row.time, &least);
	if (slice_cut(&columns, '[', &before) && slice_cut(&columns, ']', &tid) &&
	    !slice_to_u64(slice_trim(tid), &number))
		return false;
	row.task = find_task(uftrace, number);
	return see_call(run, &row);
}

void uftrace_replay_end(struct ingest_run *run)
{
	struct uftrace *uftrace = uftrace_of(run);
	struct uftrace_task *task, *next;

	HASH_ITER(hh, uftrace->tasks, task, next)
	{
		if (task->depth > 0)
			text_note(run, TEXT_UNFINISHED, SLICE(""));
	}
	uftrace_forget_tasks(uftrace);
}
