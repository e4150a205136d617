/* SPDX-License-Identifier: MIT */
/*
 * perf_filter.h - which events are kept, and under which name: --event-filter, or the first event.
 *
 * Events of one name on units of processors (cpu_core/cycles/P, cpu_atom/cycles/P) are one event,
 * named cycles:P, unless a unit is asked for. A filter without modifiers leaves them open; one with
 * `*`, `?` or `[` is a pattern, and so is the word `all`, unless an event has that very name.
 * Under the originals' names an event is its whole name.
 */
#ifndef FLAMBEAU_PERF_FILTER_H
#define FLAMBEAU_PERF_FILTER_H

#include "collapse/perf/sample/perf_run.h"

/* Find out whether filters are patterns. */
void perf_filter_prepare(struct perf_options *options);

/* The verdict on an event; good until all are released. */
struct perf_verdict *perf_verdict_of(struct perf_run *perf, struct slice event);

/* A sample of an event that is not kept. Returns false. */
bool perf_pass_event(struct ingest_run *run, struct slice event);

/* Count a sample of the event; false if it is not kept. */
static inline bool perf_wants_verdict(struct ingest_run *run, struct perf_verdict *verdict)
{
	verdict->samples++;
	if (!verdict->is_kept)
		return perf_pass_event(run, verdict->event);
	perf_of(run)->events.kept = verdict;
	return true;
}

/*
 * True if the event is kept: perf_kept_event() is its name. The first event becomes the default
 * filter; others are noted.
 */
static inline bool perf_wants_event(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	struct perf_verdict *verdict = perf->events.last;

	if (!event->has_event)
		return true;
	if (!verdict || !slice_equal(verdict->event, event->event))
		verdict = perf->events.last = perf_verdict_of(perf, event->event);
	return perf_wants_verdict(run, verdict);
}

/* The name that is shown for the event that was kept last. */
static inline struct slice perf_kept_event(const struct perf_run *perf)
{
	return perf->events.kept->name;
}

/* Publish what was kept to all workers, at the end of a chunk. */
void perf_publish_events(struct perf_run *perf);

/*
 * ingest_format.finish, where there are patterns: a pattern that is the name of an event has kept
 * others too, which are dropped.
 */
void perf_filter_finish(struct ingest_run *run);

/* Append "cycles (cpu_core, cpu_atom)": the event that filter `index` keeps, or the first one. */
void perf_filter_write(const struct perf_options *options, const struct perf_findings *findings,
		       size_t index, struct buf *out);

/* --list-events: report which of the listed events are one. */
void perf_filter_say_shared(const struct profile *listed);

void perf_verdicts_release(struct perf_verdicts *verdicts);

#endif
