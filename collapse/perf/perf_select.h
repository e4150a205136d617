/* SPDX-License-Identifier: MIT */
/*
 * perf_select.h - which samples are wanted: by options, by the names of their events.
 */
#ifndef FLAMBEAU_PERF_SELECT_H
#define FLAMBEAU_PERF_SELECT_H

#include "collapse/perf/perf_state.h"

/* --comm, --pid-filter, --tid-filter, --cpu, --time */
bool perf_select_prepare(struct perf_options *options);
bool perf_selected(struct ingest_run *run, const struct perf_event *event);
/* ... of time that a thread spent: --time does not select it. */
bool perf_selected_span(struct ingest_run *run, const struct perf_event *event);
/* True if samples of the thread are selected: --comm, --pid-filter, --tid-filter. Counts nothing. */
bool perf_selects_thread(const struct perf_options *options, uint32_t pid, uint32_t tid,
			 struct slice comm);
void perf_note_time(struct ingest_run *run, const struct perf_event *event); /* of any sample */
/* True for a time that is none, also where it is cut to microseconds: PERFDATA_TIMELESS. */
bool perf_is_timeless(uint64_t nanoseconds);
/* perf_see_time() of a recording */
void perf_see_time(struct ingest_run *run, uint64_t nanoseconds);
void perf_publish_span(struct ingest_run *run); /* of a chunk, for all workers */
bool perf_parse_times(struct slice text, void *field, struct buf *problem);
bool perf_parse_time(struct slice text, uint64_t *nanoseconds);

/*
 * Which events are kept, and under which name: --event-filter, or the first event.
 *
 * Events of one name on units of processors (cpu_core/cycles/P, cpu_atom/cycles/P) are one event,
 * named cycles:P, unless a unit is asked for. A filter without modifiers leaves them open; one with
 * `*`, `?` or `[` is a pattern, and so is the word `all`, unless an event has that very name.
 * Under the originals' names an event is its whole name.
 */

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

/*
 * Events, times and the like of samples that options did not select: reported if
 * no sample was left, or if one event of several was kept.
 */

/* Count a sample that the option did not select. Its value there may be empty. */
void perf_reject(struct perf_run *perf, enum perf_choice choice, struct slice value);

/* Publish to all workers, at the end of a chunk. */
void perf_publish_rejected(struct perf_run *perf);

/* Nothing is left: the values that there are, an error for each option that left some out. */
void perf_report_unselected(const struct perf_options *given, const struct perf_findings *findings);

/* So many samples are of events that were not kept: which ones, and how to get them. */
void perf_report_other_events(const struct perf_options *given,
			      const struct perf_findings *findings, uint64_t samples);

#endif
