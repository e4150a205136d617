/* SPDX-License-Identifier: MIT */
/*
 * trace_state.h - what a trace has: threads, with spans and samples. chrome_tracing.c reads its
 * document.
 */
#ifndef FLAMBEAU_TRACE_STATE_H
#define FLAMBEAU_TRACE_STATE_H

#include "collapse/json/v8_profile.h"

/*
 * ---- trace_spans.c: the threads of a trace, and spans ----
 *
 * Spans are events with a begin and a length, or a begin and an end of their own. Those of a thread
 * that lie inside of each other are its stacks.
 */

enum trace_note {
	TRACE_NO_BEGIN = V8_NOTES, /* an end without its begin */
	TRACE_OVERLAP,
	TRACE_TOO_MANY_PIECES, /* too many bins in a document */
	TRACE_NOTES,
};

/* The first rows of every table of kinds. */
#define TRACE_NOTE_ROWS                                                                            \
	V8_NOTE_ROWS,                                                                              \
		[TRACE_NO_BEGIN] = {.message = "an end event without a begin event",               \
				    .one = "end event without a begin event",                      \
				    .many = "end events without begin events",                     \
				    .fails_strict = true},                                         \
		[TRACE_OVERLAP] = {.message =                                                      \
					   "continues after the end of the enclosing event, cut",  \
				   .one = "part of an event that overlaps another one",            \
				   .many = "parts of events that overlap others",                  \
				   .fails_strict = true},                                          \
		[TRACE_TOO_MANY_PIECES] = {                                                        \
			.one = "event labelled with the time of its beginning alone",              \
			.many = "events labelled with the times of their beginnings alone",        \
			.fails = NOTE_KEPT}

/* Times are nanoseconds. */
struct trace_span {
	int64_t begin, end;
	frame_id name;
	uint32_t index; /* in the order of the text */
};

enum trace_mark_kind { TRACE_BEGIN, TRACE_END };

/* One end of a span that is written as two. */
struct trace_mark {
	int64_t time;
	frame_id name;
	uint32_t index : 31, kind : 1;
};

struct trace_list;

struct trace_thread {
	struct slice key; /* process and thread */
	struct slice id;  /* of the thread, in the key */
	struct trace_span *spans;
	size_t span_count, span_cap;
	struct trace_mark *marks;
	size_t mark_count, mark_cap;
	frame_id name;
	bool is_named;
	bool has_internal;          /* V8 watched it for the browser itself */
	struct trace_list *sampled; /* trace_samples.c; NULL: none */
	struct trace_thread *next;  /* in the order of the text */
};

struct trace_open;
struct trace_thread_entry;

/* The threads of a document. A process is a thread with an empty id: it has the process's name. */
struct trace_threads {
	struct trace_thread *first, **last;
	struct trace_thread *recent;
	struct trace_thread_entry *table; /* uthash */
	struct arena arena;
	struct buf key;
	uint64_t spans;   /* and marks, of all */
	int64_t zero, at; /* for labels: the first time of all; since when the open stack runs */
	size_t pieces;    /* for labels: that times were cut into, at the ends of bins */
	struct trace_open *open;
	size_t open_cap;
	uint32_t *begun; /* marks that wait for their ends */
	size_t begun_cap;
	uint32_t *begun_of; /* how many of them, by name */
	size_t begun_of_count, begun_of_cap;
};

/* Which names are the roots of stacks. */
struct trace_roots {
	bool processes, threads;
};

/* The thread of these ids, new if it is the first of them. */
struct trace_thread *trace_thread_of(struct trace_threads *threads, struct slice process,
				     struct slice thread);

static inline struct slice trace_process_id(const struct trace_thread *thread)
{
	return slice_head(thread->key, thread->key.len - thread->id.len - 1);
}

void trace_add_span(struct trace_threads *threads, struct trace_thread *thread, int64_t begin,
		    int64_t end, frame_id name);
void trace_add_mark(struct trace_threads *threads, struct trace_thread *thread,
		    enum trace_mark_kind kind, int64_t time, frame_id name);

/* The roots of a thread's stacks, outermost first; how many. */
unsigned trace_roots_of(struct ingest_run *run, struct trace_threads *threads,
			const struct trace_thread *thread, const struct trace_roots *roots,
			frame_id at[2]);

/* What is counted from now on is of this thread. */
void trace_label(struct ingest_run *run, const struct trace_thread *thread);

/* Count what the threads did. Forgets them. */
void trace_fold_spans(struct ingest_run *run, struct trace_threads *threads,
		      const struct trace_roots *roots);

void trace_forget(struct trace_threads *threads);
void trace_threads_release(struct trace_threads *threads);

/*
 * ---- trace_samples.c: samples of profilers in a trace ----
 *
 * V8's come in events, a profile in many of them; Hermes (React Native) has a list of them beside
 * the events, and a tree of frames.
 */

/* A profile of V8, of one thread. */
struct trace_profile {
	struct slice process, thread; /* ids; of the thread that was watched */
	bool is_internal;             /* taken by the browser for itself */
	struct v8_profile profile;
	struct trace_profile *next; /* in the order of the text */
};

struct trace_profile_entry;

/* Of a document. Zeroed it is empty. */
struct trace_samples {
	struct v8_profile part; /* of the event that is being read */
	bool part_is_internal;

	struct trace_profile *first, **last;
	struct trace_profile_entry *table; /* uthash */
	struct arena arena;
	struct buf key;

	struct v8_profile frames; /* of the list, whose ids are numbers of `ids` + 1 */
	struct intern ids;
	struct trace_list *lists; /* one per thread */
};

/* How they are counted. */
struct trace_sampling {
	bool time; /* nanoseconds until the next sample, not samples */
	struct trace_roots roots;
};

/*
 * The event that was read has a part of the profile `id` of a process, "" for one that is whole;
 * `begins`: it is the one that says when and on which thread the profile began.
 */
void trace_take_part(struct ingest_run *run, struct trace_samples *samples, struct slice process,
		     struct slice thread, struct slice id, bool begins);

/* A sample of a list: its time in nanoseconds, its count, its frame. */
void trace_list_sample(struct trace_samples *samples, struct trace_thread *thread, int64_t time,
		       uint64_t weight, struct slice frame);

/* The id of a frame as a number. */
uint64_t trace_frame_id(struct trace_samples *samples, struct slice id);

bool trace_has_samples(const struct trace_samples *samples);

/* Count all, forget all; how many profiles others have, too, which are not counted. */
unsigned trace_fold_samples(struct ingest_run *run, struct trace_samples *samples,
			    struct trace_threads *threads, const struct trace_sampling *how);

void trace_samples_forget(struct trace_samples *samples);
void trace_samples_release(struct trace_samples *samples);

#endif
