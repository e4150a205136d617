/* SPDX-License-Identifier: MIT */
/*
 * Spans may come in any order, so all are kept, 24 bytes each, until the document ends.
 */
#include "collapse/json/trace_state.h"

/* A span that is open while a thread is folded. */
struct trace_open {
	int64_t end;
	uint64_t self; /* time of its own */
};

enum { MOST_PIECES = 1 << 20 }; /* of a document */

struct trace_thread_entry {
	struct trace_thread thread;
	UT_hash_handle hh; /* key: thread.key */
};

struct trace_thread *trace_thread_of(struct trace_threads *threads, struct slice process,
				     struct slice thread)
{
	struct buf *key = &threads->key;
	struct trace_thread_entry *entry;

	buf_set(key, process);
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

void trace_add_span(struct trace_threads *threads, struct trace_thread *thread, int64_t begin,
		    int64_t end, frame_id name)
{
	threads->spans++;
	MEMORY_ROOM(thread->spans, thread->span_count, thread->span_cap);
	thread->spans[thread->span_count] = (struct trace_span){
		.begin = begin,
		.end = end,
		.name = name,
		.index = (uint32_t)thread->span_count,
	};
	thread->span_count++;
}

void trace_add_mark(struct trace_threads *threads, struct trace_thread *thread,
		    enum trace_mark_kind kind, int64_t time, frame_id name)
{
	threads->spans++;
	MEMORY_ROOM(thread->marks, thread->mark_count, thread->mark_cap);
	thread->marks[thread->mark_count] = (struct trace_mark){
		.time = time,
		.name = name,
		.index = (uint32_t)thread->mark_count & 0x7FFFFFFFu,
		.kind = kind == TRACE_END,
	};
	thread->mark_count++;
}

/* Earlier first; of equal ones the longer, which holds the other; then the order of the text. */
static int trace_compare_spans(const void *left, const void *right)
{
	const struct trace_span *a = left, *b = right;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	if (a->end != b->end)
		return a->end > b->end ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static int trace_compare_marks(const void *left, const void *right)
{
	const struct trace_mark *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static int64_t trace_last_time(const struct trace_thread *thread)
{
	int64_t last = thread->marks[thread->mark_count - 1].time;
	size_t i;

	for (i = 0; i < thread->span_count; i++) {
		if (thread->spans[i].end > last)
			last = thread->spans[i].end;
	}
	return last;
}

static uint32_t *trace_begun_of(struct trace_threads *threads, frame_id name)
{
	MEMORY_ROOM(threads->begun_of, name, threads->begun_of_cap);
	while (threads->begun_of_count <= name)
		threads->begun_of[threads->begun_of_count++] = 0;
	return &threads->begun_of[name];
}

/* The latest mark of `count` that wait is an event, which ends at `end`. */
static void trace_end_latest(struct trace_threads *threads, struct trace_thread *thread,
			     size_t count, int64_t end)
{
	const struct trace_mark *begin = &thread->marks[threads->begun[count - 1]];

	--*trace_begun_of(threads, begin->name);
	trace_add_span(threads, thread, begin->time, end, begin->name);
}

/* An end closes the latest begin of its name, or without a name the latest begin. */
static void trace_close_mark(struct ingest_run *run, struct trace_threads *threads,
			     struct trace_thread *thread, const struct trace_mark *end,
			     size_t *count)
{
	const frame_id none = text_frame(run, SLICE(""));
	size_t at = *count;

	if (end->name != none && *trace_begun_of(threads, end->name) == 0)
		at = 0; /* no search: many such ends would take quadratic time */
	while (at > 0 && end->name != none &&
	       thread->marks[threads->begun[at - 1]].name != end->name)
		at--;
	if (at == 0) {
		stream_note(run, TRACE_NO_BEGIN, SLICE(""));
		return;
	}
	for (; *count >= at; --*count) {
		if (*count > at)
			stream_note(run, TEXT_UNFINISHED, SLICE(""));
		trace_end_latest(threads, thread, *count, end->time);
	}
}

/* Make events of marks. */
static void trace_pair_marks(struct ingest_run *run, struct trace_threads *threads,
			     struct trace_thread *thread)
{
	size_t i, count = 0;
	int64_t last;

	if (thread->mark_count == 0)
		return;
	SORT(thread->marks, thread->mark_count, trace_compare_marks);
	last = trace_last_time(thread);
	for (i = 0; i < thread->mark_count; i++) {
		if (thread->marks[i].kind == TRACE_END) {
			trace_close_mark(run, threads, thread, &thread->marks[i], &count);
			continue;
		}
		MEMORY_ROOM(threads->begun, count, threads->begun_cap);
		threads->begun[count++] = (uint32_t)i;
		++*trace_begun_of(threads, thread->marks[i].name);
	}
	for (; count > 0; count--) {
		stream_note(run, TEXT_UNFINISHED,
			    intern_name(&run->profile.names,
					thread->marks[threads->begun[count - 1]].name));
		trace_end_latest(threads, thread, count, last);
	}
}

/* Nanoseconds between two times. */
static uint64_t trace_between(int64_t from, int64_t to)
{
	return (uint64_t)to - (uint64_t)from;
}

/* The end of the bin that `at` is in, at most `to`; `to` alone where there have been too many. */
static int64_t trace_piece_end(struct ingest_run *run, struct trace_threads *threads, int64_t to)
{
	const uint64_t bin = run->labels->bin, since = trace_between(threads->zero, threads->at);
	const uint64_t left = bin - since % bin;

	if (trace_between(threads->at, to) <= left)
		return to;
	if (threads->pieces == MOST_PIECES) {
		stream_note(run, TRACE_TOO_MANY_PIECES, SLICE(""));
		return to;
	}
	threads->pieces++;
	return (int64_t)((uint64_t)threads->at + left);
}

/* If times are labels: count the time of the open stack until `to`, bin by bin. */
static void trace_pass(struct ingest_run *run, struct trace_threads *threads, size_t depth,
		       int64_t to)
{
	const int64_t zero = run->labels->absolute ? 0 : threads->zero;

	while (depth > 0 && threads->at < to) {
		const int64_t end = trace_piece_end(run, threads, to);

		label_set_time(run, threads->at > zero ? trace_between(zero, threads->at) : 0);
		text_count(run, TEXT_ROOT_FIRST, trace_between(threads->at, end));
		threads->at = end;
	}
	threads->at = to;
}

/* Count the events that end by `time`, down to `roots`. */
static size_t trace_leave_until(struct ingest_run *run, struct trace_threads *threads, size_t depth,
				int64_t time, size_t roots)
{
	const bool by_time = label_wants(run, LABEL_TIME);

	while (depth > 0 && threads->open[depth - 1].end <= time) {
		if (by_time)
			trace_pass(run, threads, depth, threads->open[depth - 1].end);
		else
			text_count(run, TEXT_ROOT_FIRST, threads->open[depth - 1].self);
		text_cut(run, roots + --depth);
	}
	if (by_time)
		trace_pass(run, threads, depth, time);
	return depth;
}

static frame_id trace_root_name(struct ingest_run *run, const struct trace_thread *thread,
				const char *what, struct slice id)
{
	struct buf *name = &text_of(run)->name;

	if (thread->is_named)
		return thread->name;
	buf_reset(name);
	buf_printf(name, "%s %.*s", what, SLICE_ARG(id));
	return text_frame(run, buf_slice(name));
}

unsigned trace_roots_of(struct ingest_run *run, struct trace_threads *threads,
			const struct trace_thread *thread, const struct trace_roots *roots,
			frame_id at[2])
{
	unsigned count = 0;

	if (roots->processes) {
		const struct trace_thread *process = trace_thread_of(
			threads, trace_process_id(thread), SLICE(""));

		at[count++] = trace_root_name(run, process, "pid", trace_process_id(thread));
	}
	if (roots->threads)
		at[count++] = trace_root_name(run, thread, "tid", thread->id);
	return count;
}

void trace_label(struct ingest_run *run, const struct trace_thread *thread)
{
	if (!run->labels)
		return;
	label_clear(run);
	label_set(run, LABEL_PID, trace_process_id(thread));
	label_set(run, LABEL_TID, thread->id);
	if (thread->is_named)
		label_set(run, LABEL_THREAD, intern_name(&run->profile.names, thread->name));
}

/* A span that goes on after the end of that around it is cut there. */
static void trace_fold_thread(struct ingest_run *run, struct trace_threads *threads,
			      struct trace_thread *thread, size_t roots)
{
	size_t depth = 0, i;

	trace_pair_marks(run, threads, thread);
	SORT(thread->spans, thread->span_count, trace_compare_spans);
	for (i = 0; i < thread->span_count; i++) {
		struct trace_span *event = &thread->spans[i];
		struct trace_open *open;
		uint64_t length;

		depth = trace_leave_until(run, threads, depth, event->begin, roots);
		open = depth > 0 ? &threads->open[depth - 1] : NULL;
		if (open && event->end > open->end) {
			stream_note(run, TRACE_OVERLAP,
				    intern_name(&run->profile.names, event->name));
			event->end = open->end;
		}
		length = (uint64_t)event->end - (uint64_t)event->begin;
		if (open)
			open->self -= length;
		MEMORY_ROOM(threads->open, depth, threads->open_cap);
		threads->open[depth++] = (struct trace_open){event->end, length};
		text_push_frame(run, event->name);
	}
	trace_leave_until(run, threads, depth, INT64_MAX, roots);
}

void trace_forget(struct trace_threads *threads)
{
	struct trace_thread *thread;

	for (thread = threads->first; thread; thread = thread->next) {
		free(thread->spans);
		free(thread->marks);
	}
	HASH_CLEAR(hh, threads->table);
	arena_release(&threads->arena);
	threads->first = threads->recent = NULL;
	threads->spans = 0;
}

/* The earliest time of all threads. */
static int64_t trace_first_time(const struct trace_threads *threads)
{
	const struct trace_thread *thread;
	int64_t first = INT64_MAX;
	size_t i;

	for (thread = threads->first; thread; thread = thread->next) {
		for (i = 0; i < thread->span_count; i++)
			first = thread->spans[i].begin < first ? thread->spans[i].begin : first;
		for (i = 0; i < thread->mark_count; i++)
			first = thread->marks[i].time < first ? thread->marks[i].time : first;
	}
	return first;
}

void trace_fold_spans(struct ingest_run *run, struct trace_threads *threads,
		      const struct trace_roots *roots)
{
	struct trace_thread *thread;
	frame_id at[2];
	unsigned count, i;

	if (label_wants(run, LABEL_TIME))
		threads->zero = trace_first_time(threads);
	threads->pieces = 0;
	for (thread = threads->first; thread; thread = thread->next) {
		if (thread->span_count + thread->mark_count == 0)
			continue;
		text_cut(run, 0);
		count = trace_roots_of(run, threads, thread, roots, at);
		for (i = 0; i < count; i++)
			text_push_frame(run, at[i]);
		trace_label(run, thread);
		trace_fold_thread(run, threads, thread, count);
	}
	text_cut(run, 0);
	trace_forget(threads);
}

void trace_threads_release(struct trace_threads *threads)
{
	trace_forget(threads);
	buf_release(&threads->key);
	free(threads->open);
	free(threads->begun);
	free(threads->begun_of);
}
