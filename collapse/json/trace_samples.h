/* SPDX-License-Identifier: MIT */
/*
 * trace_samples.h - samples of profilers in a trace. V8's come in events, a profile in many of them;
 * Hermes (React Native) has a list of them beside the events, and a tree of frames.
 */
#ifndef FLAMBEAU_TRACE_SAMPLES_H
#define FLAMBEAU_TRACE_SAMPLES_H

#include "collapse/json/trace_spans.h"

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
