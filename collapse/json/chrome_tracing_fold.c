/* SPDX-License-Identifier: MIT */
/*
 * The chrome-tracing format: events of threads to stacks. Events may come in any order, so all
 * are kept, 24 bytes each, until the document ends.
 */
#include "collapse/json/chrome_tracing.h"
#include "common/table/hash.h"

enum { MOST_PIECES = 1 << 20 }; /* of a document */

struct chrome_thread_entry {
	struct chrome_thread thread;
	UT_hash_handle hh; /* key: thread.key */
};

struct chrome_thread *chrome_thread_of(struct chrome_threads *threads, struct slice process,
				       struct slice thread)
{
	struct buf *key = &threads->key;
	struct chrome_thread_entry *entry;

	buf_reset(key);
	buf_add(key, process);
	buf_add_char(key, '\0');
	buf_add(key, thread);
	if (threads->recent && slice_equal(threads->recent->key, buf_slice(key)))
		return threads->recent;
	HASH_FIND(hh, threads->table, key->ptr, key->len, entry);
	if (!entry) {
		entry = arena_alloc(&threads->arena, sizeof(*entry));
		memset(entry, 0, sizeof(*entry));
		entry->thread.key = arena_copy(&threads->arena, buf_slice(key));
		entry->thread.id = slice_tail(entry->thread.key, process.len + 1);
		HASH_ADD_KEYPTR(hh, threads->table, entry->thread.key.ptr, entry->thread.key.len,
				entry);
		if (!threads->first)
			threads->last = &threads->first;
		*threads->last = &entry->thread;
		threads->last = &entry->thread.next;
	}
	threads->recent = &entry->thread;
	return threads->recent;
}

void chrome_add_event(struct chrome_thread *thread, int64_t begin, int64_t end, frame_id name)
{
	thread->events = memory_grow(thread->events, &thread->event_cap, thread->event_count + 1,
				     sizeof(*thread->events));
	thread->events[thread->event_count] = (struct chrome_event){
		.begin = begin,
		.end = end,
		.name = name,
		.index = (uint32_t)thread->event_count,
	};
	thread->event_count++;
}

void chrome_add_mark(struct chrome_thread *thread, enum chrome_mark_kind kind, int64_t time,
		     frame_id name)
{
	thread->marks = memory_grow(thread->marks, &thread->mark_cap, thread->mark_count + 1,
				    sizeof(*thread->marks));
	thread->marks[thread->mark_count] = (struct chrome_mark){
		.time = time,
		.name = name,
		.index = (uint32_t)thread->mark_count & 0x7FFFFFFFu,
		.kind = kind == CHROME_END,
	};
	thread->mark_count++;
}

/* Earlier first; of equal ones the longer, which holds the other; then the order of the text. */
static int compare_events(const void *left, const void *right)
{
	const struct chrome_event *a = left, *b = right;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	if (a->end != b->end)
		return a->end > b->end ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static int compare_marks(const void *left, const void *right)
{
	const struct chrome_mark *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static int64_t last_time(const struct chrome_thread *thread)
{
	int64_t last = thread->marks[thread->mark_count - 1].time;
	size_t i;

	for (i = 0; i < thread->event_count; i++) {
		if (thread->events[i].end > last)
			last = thread->events[i].end;
	}
	return last;
}

static uint32_t *begun_of(struct chrome_threads *threads, frame_id name)
{
	threads->begun_of = memory_grow(threads->begun_of, &threads->begun_of_cap, (size_t)name + 1,
					sizeof(*threads->begun_of));
	while (threads->begun_of_count <= name)
		threads->begun_of[threads->begun_of_count++] = 0;
	return &threads->begun_of[name];
}

/* The latest mark of `count` that wait is an event, which ends at `end`. */
static void end_latest(struct chrome_threads *threads, struct chrome_thread *thread, size_t count,
		       int64_t end)
{
	const struct chrome_mark *begin = &thread->marks[threads->begun[count - 1]];

	--*begun_of(threads, begin->name);
	chrome_add_event(thread, begin->time, end, begin->name);
}

/* An end closes the latest begin of its name; one without a name the latest of all. */
static void close_mark(struct ingest_run *run, struct chrome_threads *threads,
		       struct chrome_thread *thread, const struct chrome_mark *end, size_t *count)
{
	const frame_id none = text_frame(run, SLICE(""));
	size_t at = *count;

	if (end->name != none && *begun_of(threads, end->name) == 0)
		at = 0; /* no search: many such ends would take quadratic time */
	while (at > 0 && end->name != none &&
	       thread->marks[threads->begun[at - 1]].name != end->name)
		at--;
	if (at == 0) {
		stream_note(run, CHROME_NOTE_NO_BEGIN, SLICE(""));
		return;
	}
	for (; *count >= at; --*count) {
		if (*count > at)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		end_latest(threads, thread, *count, end->time);
	}
}

/* Make events of marks. */
static void pair_marks(struct ingest_run *run, struct chrome_threads *threads,
		       struct chrome_thread *thread)
{
	size_t i, count = 0;
	int64_t last;

	if (thread->mark_count == 0)
		return;
	qsort(thread->marks, thread->mark_count, sizeof(*thread->marks), compare_marks);
	last = last_time(thread);
	for (i = 0; i < thread->mark_count; i++) {
		if (thread->marks[i].kind == CHROME_END) {
			close_mark(run, threads, thread, &thread->marks[i], &count);
			continue;
		}
		threads->begun = memory_grow(threads->begun, &threads->begun_cap, count + 1,
					     sizeof(*threads->begun));
		threads->begun[count++] = (uint32_t)i;
		++*begun_of(threads, thread->marks[i].name);
	}
	for (; count > 0; count--) {
		stream_note(run, TEXT_UNFINISHED,
			    intern_name(&run->profile.names,
					thread->marks[threads->begun[count - 1]].name));
		end_latest(threads, thread, count, last);
	}
}

/* Nanoseconds between two times. */
static uint64_t between(int64_t from, int64_t to)
{
	return (uint64_t)to - (uint64_t)from;
}

/* The end of the bin that `at` is in, at most `to`; `to` alone where there have been too many. */
static int64_t piece_end(struct ingest_run *run, struct chrome_threads *threads, int64_t to)
{
	const uint64_t bin = run->labels->bin, since = between(threads->zero, threads->at);
	const uint64_t left = bin - since % bin;

	if (between(threads->at, to) <= left)
		return to;
	if (threads->pieces == MOST_PIECES) {
		stream_note(run, CHROME_NOTE_PIECES, SLICE(""));
		return to;
	}
	threads->pieces++;
	return (int64_t)((uint64_t)threads->at + left);
}

/* If times are labels: count the time of the open stack until `to`, bin by bin. */
static void chrome_pass(struct ingest_run *run, struct chrome_threads *threads, size_t depth,
			int64_t to)
{
	const int64_t zero = run->labels->absolute ? 0 : threads->zero;

	while (depth > 0 && threads->at < to) {
		const int64_t end = piece_end(run, threads, to);

		label_give_time(run, threads->at > zero ? between(zero, threads->at) : 0);
		text_count(run, TEXT_ROOT_FIRST, between(threads->at, end));
		threads->at = end;
	}
	threads->at = to;
}

/* Count the events that end by `time`, down to `roots`. */
static size_t leave_until(struct ingest_run *run, struct chrome_threads *threads, size_t depth,
			  int64_t time, size_t roots)
{
	const bool by_time = label_wants(run, LABEL_TIME);

	while (depth > 0 && threads->open[depth - 1].end <= time) {
		if (by_time)
			chrome_pass(run, threads, depth, threads->open[depth - 1].end);
		else
			text_count(run, TEXT_ROOT_FIRST, threads->open[depth - 1].self);
		text_cut(run, roots + --depth);
	}
	if (by_time)
		chrome_pass(run, threads, depth, time);
	return depth;
}

static void push_root(struct ingest_run *run, const struct chrome_thread *thread)
{
	struct buf *name = &text_of(run)->name;

	if (thread->is_named) {
		text_push_frame(run, thread->name);
		return;
	}
	buf_reset(name);
	buf_add(name, SLICE("thread "));
	buf_add(name, thread->id);
	text_push(run, buf_slice(name));
}

/* An event that goes on after the end of that around it is cut there. */
static void fold_thread(struct ingest_run *run, struct chrome_threads *threads,
			struct chrome_thread *thread, size_t roots)
{
	size_t depth = 0, i;

	pair_marks(run, threads, thread);
	if (thread->event_count > 0)
		qsort(thread->events, thread->event_count, sizeof(*thread->events), compare_events);
	for (i = 0; i < thread->event_count; i++) {
		struct chrome_event *event = &thread->events[i];
		struct chrome_open *open;
		uint64_t length;

		depth = leave_until(run, threads, depth, event->begin, roots);
		open = depth > 0 ? &threads->open[depth - 1] : NULL;
		if (open && event->end > open->end) {
			stream_note(run, CHROME_NOTE_OVERLAP,
				    intern_name(&run->profile.names, event->name));
			event->end = open->end;
		}
		length = (uint64_t)event->end - (uint64_t)event->begin;
		if (open)
			open->self -= length;
		threads->open = memory_grow(threads->open, &threads->open_cap, depth + 1,
					    sizeof(*threads->open));
		threads->open[depth++] = (struct chrome_open){event->end, length};
		text_push_frame(run, event->name);
	}
	leave_until(run, threads, depth, INT64_MAX, roots);
}

static void chrome_forget(struct chrome_threads *threads)
{
	struct chrome_thread *thread;

	for (thread = threads->first; thread; thread = thread->next) {
		free(thread->events);
		free(thread->marks);
	}
	HASH_CLEAR(hh, threads->table);
	arena_release(&threads->arena);
	threads->first = threads->recent = NULL;
}

/* The earliest time of all threads. */
static int64_t first_time(const struct chrome_threads *threads)
{
	const struct chrome_thread *thread;
	int64_t first = INT64_MAX;
	size_t i;

	for (thread = threads->first; thread; thread = thread->next) {
		for (i = 0; i < thread->event_count; i++)
			first = thread->events[i].begin < first ? thread->events[i].begin : first;
		for (i = 0; i < thread->mark_count; i++)
			first = thread->marks[i].time < first ? thread->marks[i].time : first;
	}
	return first;
}

static void chrome_give_labels(struct ingest_run *run, const struct chrome_thread *thread)
{
	label_take_all(run);
	label_give(run, LABEL_PID, slice_head(thread->key, thread->key.len - thread->id.len - 1));
	label_give(run, LABEL_TID, thread->id);
	if (thread->is_named)
		label_give(run, LABEL_THREAD, intern_name(&run->profile.names, thread->name));
}

void chrome_fold(struct ingest_run *run, struct chrome_threads *threads, bool roots)
{
	struct chrome_thread *thread;

	if (label_wants(run, LABEL_TIME))
		threads->zero = first_time(threads);
	threads->pieces = 0;
	for (thread = threads->first; thread; thread = thread->next) {
		text_cut(run, 0);
		if (roots)
			push_root(run, thread);
		if (run->labels)
			chrome_give_labels(run, thread);
		fold_thread(run, threads, thread, roots ? 1 : 0);
	}
	text_cut(run, 0);
	chrome_forget(threads);
}

void chrome_threads_release(struct chrome_threads *threads)
{
	chrome_forget(threads);
	buf_release(&threads->key);
	free(threads->open);
	free(threads->begun);
	free(threads->begun_of);
}
