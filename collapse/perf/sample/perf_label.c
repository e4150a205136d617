/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_label.h"

#include "collapse/perf/sample/perf_filter.h"
#include "collapse/perf/sample/perf_select.h"

void perf_label_time(struct ingest_run *run, uint64_t time)
{
	const struct perf_findings *findings = perf_of(run)->findings;

	if (run->labels->absolute) {
		label_give_time(run, time);
		return;
	}
	if (time < findings->first_time) {
		notes_count(&run->notes, PERF_EARLY, 1);
		time = findings->first_time;
	}
	label_give_time(run, time - findings->first_time);
}

static void perf_label_give_all(struct ingest_run *run, const struct perf_event *event)
{
	label_take_all(run);
	label_give(run, LABEL_CPU, event->cpu);
	label_give(run, LABEL_PID, event->pid);
	label_give(run, LABEL_TID, event->tid);
	label_give(run, LABEL_COMM, event->comm);
	if (event->has_event)
		label_give(run, LABEL_EVENT, perf_kept_event(perf_of(run)));
}

/* The key of the labels except the time: the line before the time, and the event. */
static struct slice perf_label_key_of(struct perf_run *perf, const struct ingest_run *run,
				      const struct perf_event *event)
{
	const struct slice last = event->cpu.len > 0 ? event->cpu : event->tid;
	const struct slice front = last.len > 0 && last.ptr >= event->comm.ptr
					   ? slice_between(event->comm.ptr, last.ptr + last.len)
					   : event->comm;

	if (!label_wants(run, LABEL_EVENT) || !event->has_event)
		return front;
	buf_reset(&perf->key);
	buf_add(&perf->key, front);
	buf_add_char(&perf->key, '\n');
	buf_add(&perf->key, perf_kept_event(perf));
	return buf_slice(&perf->key);
}

void perf_label_event(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct slice key = perf_label_key_of(perf, run, event);
	uint32_t set;
	uint64_t time;

	if (label_sets_find(&perf->label_sets, key, &set)) {
		labels_use(run->profile.labels, set);
	} else {
		perf_label_give_all(run, event);
		label_sets_add(&perf->label_sets, key, labels_current(run->profile.labels));
	}
	if (label_wants(run, LABEL_TIME) && perf_parse_time(event->time, &time))
		perf_label_time(run, time);
}

bool perf_roots_are_events(const struct ingest_run *run)
{
	const struct perf_options *options = perf_of(run)->options;

	return (options->events.count > 1 || options->has_patterns) &&
	       !label_wants(run, LABEL_EVENT);
}
