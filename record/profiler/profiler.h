/* SPDX-License-Identifier: MIT */
/*
 * profiler.h - the programs that record, each a row: what they cannot do, how they record, and what
 * makes folded stacks of it.
 */
#ifndef FLAMBEAU_PROFILER_H
#define FLAMBEAU_PROFILER_H

#include "record/child/pipeline.h"
#include "record/session/session.h"

enum profiler_result {
	PROFILER_DONE,     /* session->recorded has the files, has_end and end are known */
	PROFILER_UNUSABLE, /* the command has not run; why is in the buffer */
	PROFILER_FAILED,   /* after a message */
};

struct profiler {
	int kind;                 /* enum request_profiler */
	const char *const *lacks; /* long names of options that it does not have; NULL at the end */
	bool has_processes;       /* it can record without a command */
	bool collapses_by_perf;   /* its stacks are made by collapse-perf, with its options */
	bool draws;               /* it makes the graph itself: recorded has it */
	bool is_special;          /* for some programs only: auto does not try it */
	bool is_of_macos;         /* auto tries it there alone: elsewhere its name is anybody's */
	bool needs_duration;      /* where there is no command */
	uint64_t rate;            /* samples per second, unless --freq is given */
	const char *event;        /* the sampled event; NULL: see its samples */

	enum profiler_result (*record)(struct session *session, struct buf *why);

	/* The program that makes folded stacks of the one file that was recorded; or NULL. */
	const char *reader;

	/* Add the stages that print folded stacks, without a reader; NULL: the files are folded. */
	void (*add_stages)(struct session *session, struct arguments *arguments,
			   struct pipeline *pipeline);
};

extern const struct profiler profiler_events, profiler_perf, profiler_dtrace, profiler_sampler,
	profiler_cargo, profiler_jfr, profiler_xctrace, profiler_sample;

/*
 * Record with the profiler of the request, or report and take the first one that works. Stores its
 * row in session->profiler. False after a message.
 */
bool profiler_record(struct session *session);

/* True if the requested profiler can do what the request needs; else false after a message. */
bool profiler_check(const struct request *request);

/* Samples a second: as asked for, as the runtime of the command needs, or the profiler's own. */
static inline uint64_t profiler_rate(const struct profiler *profiler, const struct session *session)
{
	const uint64_t rate = profiler->collapses_by_perf ? runtime_rate(&session->runtime) : 0;

	if (request_has(session->request, "freq"))
		return session->request->freq;
	return rate > 0 ? rate : profiler->rate;
}

/*
 * Of profiler_sampler.c: find libflamesample, in the folder of the programs, also in the build tree,
 * or in the dynamic loader's folders.
 */

/*
 * Why the dynamic loader does not load a library of LD_PRELOAD into a program, as the end of a
 * sentence about the program; NULL: it may.
 */
const char *preloadable_obstacle(const char *path);

/*
 * The value for LD_PRELOAD: a path, or a name that the loader looks up; NUL-terminated. False if
 * there is none: `why` gets a message.
 */
bool sampler_library_find(struct buf *path, const char *argv0, struct buf *why);

#endif
