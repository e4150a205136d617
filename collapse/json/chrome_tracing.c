/* SPDX-License-Identifier: MIT */
/*
 * The chrome-tracing format: trace events as chrome://tracing, Perfetto and DevTools read them, and
 * many programs write them. An event has begin and length (X), or is two: B and E. The list may be
 * a member of an object, or the whole document, which then may lack its end.
 *
 *     {"traceEvents":[{"pid":1,"tid":2,"ts":0,"ph":"X","name":"RunTask","dur":90},
 *                     {"pid":1,"tid":2,"ts":12,"ph":"B","name":"Layout"},
 *                     {"pid":1,"tid":2,"ts":37,"ph":"E"}]}
 */
#include "collapse/json/document.h"
#include "collapse/json/number.h"

#include "common/table/hash.h"

enum chrome_note {
	CHROME_NOTE_NO_BEGIN = STREAM_NOTES, /* an E without its B */
	CHROME_NOTE_OVERLAP,
	CHROME_NOTE_HALF, /* a B or E where they are not read */
	CHROME_NOTE_ASYNC,
	CHROME_NOTE_PIECES, /* too many bins in a document */
	CHROME_NOTES,
};

/* Times are nanoseconds. */
struct chrome_event {
	int64_t begin, end;
	frame_id name;
	uint32_t index; /* in the order of the text */
};

enum chrome_mark_kind { CHROME_BEGIN, CHROME_END };

/* One end of an event that is written as two. */
struct chrome_mark {
	int64_t time;
	frame_id name;
	uint32_t index : 31, kind : 1;
};

struct chrome_thread {
	struct slice key; /* process and thread */
	struct slice id;  /* of the thread, in the key */
	struct chrome_event *events;
	size_t event_count, event_cap;
	struct chrome_mark *marks;
	size_t mark_count, mark_cap;
	frame_id name;
	bool is_named;
	struct chrome_thread *next; /* in the order of the text */
};

/* An event that is open while a thread is folded. */
struct chrome_open {
	int64_t end;
	uint64_t self; /* time of its own */
};

/* The threads of a document. */
struct chrome_threads {
	struct chrome_thread *first, **last;
	struct chrome_thread *recent;
	struct chrome_thread_entry *table; /* uthash */
	struct arena arena;
	struct buf key;
	int64_t zero, at; /* for labels: the first time of all; since when the open stack runs */
	size_t pieces;    /* for labels: that times were cut into, at the ends of bins */
	struct chrome_open *open;
	size_t open_cap;
	uint32_t *begun; /* marks that wait for their ends */
	size_t begun_cap;
	uint32_t *begun_of; /* how many of them, by name */
	size_t begun_of_count, begun_of_cap;
};

/*
 * ---- Events of threads become stacks ----
 *
 * Events may come in any order, so all
 * are kept, 24 bytes each, until the document ends.
 */

enum { MOST_PIECES = 1 << 20 }; /* of a document */

struct chrome_thread_entry {
	struct chrome_thread thread;
	UT_hash_handle hh; /* key: thread.key */
};

static struct chrome_thread *chrome_thread_of(struct chrome_threads *threads, struct slice process,
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

static void chrome_add_event(struct chrome_thread *thread, int64_t begin, int64_t end,
			     frame_id name)
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

static void chrome_add_mark(struct chrome_thread *thread, enum chrome_mark_kind kind, int64_t time,
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

/* An end closes the latest begin of its name, or without a name the latest begin. */
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

		label_set_time(run, threads->at > zero ? between(zero, threads->at) : 0);
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

/* Count what the threads did; `roots`: below the names of the threads. Forgets them. */
static void chrome_fold(struct ingest_run *run, struct chrome_threads *threads, bool roots)
{
	struct chrome_thread *thread;

	if (label_wants(run, LABEL_TIME))
		threads->zero = first_time(threads);
	threads->pieces = 0;
	for (thread = threads->first; thread; thread = thread->next) {
		text_cut(run, 0);
		if (roots)
			push_root(run, thread);
		if (run->labels) {
			label_clear(run);
			label_set(run, LABEL_PID,
				  slice_head(thread->key, thread->key.len - thread->id.len - 1));
			label_set(run, LABEL_TID, thread->id);
			if (thread->is_named)
				label_set(run, LABEL_THREAD,
					  intern_name(&run->profile.names, thread->name));
		}
		fold_thread(run, threads, thread, roots ? 1 : 0);
	}
	text_cut(run, 0);
	chrome_forget(threads);
}

static void chrome_threads_release(struct chrome_threads *threads)
{
	chrome_forget(threads);
	buf_release(&threads->key);
	free(threads->open);
	free(threads->begun);
	free(threads->begun_of);
}

enum { NANOSECONDS = 3, IN_A_MICROSECOND = 1000 }; /* digits of a microsecond; what is written */

enum place { ROOT = DOCUMENT_TOP + 1, EVENTS, EVENT, ARGS };

enum field { FIELD_PHASE = 1, FIELD_NAME, FIELD_TS, FIELD_DUR, FIELD_PID, FIELD_TID, FIELD_LABEL };

struct chrome_options {
	bool thread_names, nanoseconds;
	bool only_complete; /* events of one piece, as the original has it */
};

struct chrome_tracing {
	struct document document;
	struct chrome_threads threads;

	/* the event being read */
	char phase;
	struct buf name, pid, tid, label;
	int64_t ts, dur;
	bool has_ts, has_dur;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "ns", OPT_AT(struct chrome_options, nanoseconds),
	 .help = "Write nanoseconds, not microseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names", OPT_AT(struct chrome_options, thread_names),
	 .help = "Make the name of the thread the root of its stacks"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = ROOT, .array = EVENTS},
	{ROOT, SLICE_INIT("traceEvents"), .array = EVENTS},
	{EVENTS, .object = EVENT, .array = EVENTS}, /* one that follows a list without an end */
	{EVENT, SLICE_INIT("ph"), .field = FIELD_PHASE},
	{EVENT, SLICE_INIT("name"), .field = FIELD_NAME},
	{EVENT, SLICE_INIT("ts"), .field = FIELD_TS},
	{EVENT, SLICE_INIT("dur"), .field = FIELD_DUR},
	{EVENT, SLICE_INIT("pid"), .field = FIELD_PID},
	{EVENT, SLICE_INIT("tid"), .field = FIELD_TID},
	{EVENT, SLICE_INIT("args"), .object = ARGS},
	{ARGS, SLICE_INIT("name"), .field = FIELD_LABEL},
};

static void chrome_end(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	struct chrome_tracing *chrome = run->state;

	chrome_fold(run, &chrome->threads, options->thread_names);
}

static void chrome_enter(struct ingest_run *run, unsigned place)
{
	struct chrome_tracing *chrome = run->state;

	if (place == EVENTS)
		chrome_end(run);
	if (place != EVENT)
		return;
	chrome->phase = '\0';
	chrome->has_ts = chrome->has_dur = false;
	buf_reset(&chrome->name);
	buf_reset(&chrome->pid);
	buf_reset(&chrome->tid);
	buf_reset(&chrome->label);
}

static void chrome_value(struct ingest_run *run, unsigned field, enum json_event kind,
			 struct slice text)
{
	struct chrome_tracing *chrome = run->state;
	struct buf *const texts[] = {
		[FIELD_NAME] = &chrome->name,
		[FIELD_PID] = &chrome->pid,
		[FIELD_TID] = &chrome->tid,
		[FIELD_LABEL] = &chrome->label,
	};

	(void)kind;
	switch (field) {
	case FIELD_PHASE: chrome->phase = text.len == 1 ? text.ptr[0] : '\0'; break;
	case FIELD_TS: chrome->has_ts = number_scaled(text, NANOSECONDS, &chrome->ts); break;
	case FIELD_DUR: chrome->has_dur = number_scaled(text, NANOSECONDS, &chrome->dur); break;
	default: buf_reset(texts[field]); buf_add(texts[field], text);
	}
}

static void end_complete(struct ingest_run *run, struct chrome_thread *thread)
{
	struct chrome_tracing *chrome = run->state;

	if (!chrome->has_dur || chrome->dur < 0 || chrome->ts > INT64_MAX - chrome->dur)
		stream_note(run, TEXT_SKIPPED, buf_slice(&chrome->name));
	else if (chrome->dur > 0)
		chrome_add_event(thread, chrome->ts, chrome->ts + chrome->dur,
				 text_frame(run, buf_slice(&chrome->name)));
}

/* Metadata has no time. */
static void end_metadata(struct ingest_run *run, struct chrome_thread *thread)
{
	struct chrome_tracing *chrome = run->state;

	if (!slice_equal(buf_slice(&chrome->name), SLICE("thread_name")) || chrome->label.len == 0)
		return;
	thread->name = text_frame(run, buf_slice(&chrome->label));
	thread->is_named = true;
}

static void end_event(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	struct chrome_tracing *chrome = run->state;
	struct chrome_thread *thread;

	if (chrome->phase == '\0' || (strchr("XBE", chrome->phase) && !chrome->has_ts)) {
		stream_note(run, TEXT_BAD_LINE, buf_slice(&chrome->name));
		return;
	}
	if (strchr("beSFT", chrome->phase)) {
		stream_note(run, CHROME_NOTE_ASYNC, buf_slice(&chrome->name));
		return;
	}
	if (options->only_complete && strchr("BE", chrome->phase)) {
		stream_note(run, CHROME_NOTE_HALF, buf_slice(&chrome->name));
		return;
	}
	if (!strchr("XBEM", chrome->phase))
		return;
	thread = chrome_thread_of(&chrome->threads, buf_slice(&chrome->pid),
				  buf_slice(&chrome->tid));
	switch (chrome->phase) {
	case 'X': end_complete(run, thread); break;
	case 'M': end_metadata(run, thread); break;
	default:
		chrome_add_mark(thread, chrome->phase == 'B' ? CHROME_BEGIN : CHROME_END,
				chrome->ts, text_frame(run, buf_slice(&chrome->name)));
	}
}

static void chrome_leave(struct ingest_run *run, unsigned place)
{
	if (place == EVENT)
		end_event(run);
}

static void chrome_release(void *state)
{
	struct chrome_tracing *chrome = state;

	chrome_threads_release(&chrome->threads);
	buf_release(&chrome->name);
	buf_release(&chrome->pid);
	buf_release(&chrome->tid);
	buf_release(&chrome->label);
}

static bool chrome_prepare(struct collapse_setup *setup)
{
	struct chrome_options *options = setup->options;

	options->only_complete = personality_in(setup->compat, FAMILY_PERL);
	setup->unit = options->nanoseconds ? 1 : IN_A_MICROSECOND;
	setup->counts = options->nanoseconds ? "ns" : "us";
	return true;
}

static enum probe chrome_probe(struct slice head, bool whole)
{
	(void)whole;
	if (!document_begins(head))
		return PROBE_NO;
	return slice_contains(head, SLICE("\"traceEvents\"")) ||
			       (slice_contains(head, SLICE("\"ph\"")) &&
				slice_contains(head, SLICE("\"ts\"")))
		       ? PROBE_YES
		       : PROBE_UNSURE;
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[CHROME_NOTE_NO_BEGIN] = {.message = "an end event without a begin event",
				  .one = "end event without a begin event",
				  .many = "end events without begin events",
				  .fails_strict = true},
	[CHROME_NOTE_OVERLAP] = {.message = "continues after the end of the enclosing event, cut",
				 .one = "part of an event that overlaps another one",
				 .many = "parts of events that overlap others",
				 .fails_strict = true},
	[CHROME_NOTE_HALF] = {.one = "event that begins or ends (collapse-chrome-tracing reads it)",
			      .many = "events that begin or end (collapse-chrome-tracing reads "
				      "them)"},
	[CHROME_NOTE_ASYNC] = {.one = "asynchronous event, which is on no stack",
			       .many = "asynchronous events, which are on no stack",
			       .level = DIAG_NOTES},
	[CHROME_NOTE_PIECES] = {.one = "event labelled with the time of its beginning alone",
				.many = "events labelled with the times of their beginnings alone",
				.fails = NOTE_KEPT},
};

static const struct document_format format = {
	.rules = places,
	.rule_count = ARRAY_LEN(places),
	.enter = chrome_enter,
	.leave = chrome_leave,
	.value = chrome_value,
	.end = chrome_end,
	.may_be_cut = EVENTS,
	.state_size = sizeof(struct chrome_tracing),
	.release = chrome_release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

const struct collapser collapse_chrome_tracing = {
	.name = "chrome-tracing",
	.summary = "folded stacks from trace events (chrome://tracing, Perfetto, DevTools)",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct chrome_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) |
		  LABEL_BIT(LABEL_THREAD),
	.document = &format,
	.read_document = document_ingest_format,
	.can_read = json_available,
	.prepare = chrome_prepare,
	.probe = chrome_probe,
};
