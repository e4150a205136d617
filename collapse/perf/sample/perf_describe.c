/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_describe.h"

#include "collapse/perf/sample/perf_sample.h"
#include "collapse/perf/sample/perf_select.h"

/* Without ":u" and the like: "cpu-clock:u" is "cpu-clock", "sched:sched_switch" stays. */
static struct slice base_of(struct slice event)
{
	size_t colon = slice_rfind(event, ':');

	if (colon == SLICE_NONE || !perf_is_modifier(slice_tail(event, colon + 1)))
		return event;
	return slice_head(event, colon);
}

/* The unit of an event's periods: most events count what they are named after. */
static struct slice unit_of(struct slice event)
{
	static const struct {
		struct slice event, unit;
	} units[] = {
		{SLICE_INIT("cpu-clock"), SLICE_INIT("ns")},
		{SLICE_INIT("task-clock"), SLICE_INIT("ns")},
		{SLICE_INIT("offcpu-time"), SLICE_INIT("ns")},
		{SLICE_INIT("preempted-time"), SLICE_INIT("ns")},
		{SLICE_INIT("cpu-cycles"), SLICE_INIT("cycles")},
		{SLICE_INIT("page-faults"), SLICE_INIT("faults")},
		{SLICE_INIT("minor-faults"), SLICE_INIT("faults")},
		{SLICE_INIT("major-faults"), SLICE_INIT("faults")},
	};
	size_t i;

	event = base_of(event);
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(event, units[i].event))
			return units[i].unit;
	}
	return slice_find(event, ':') == SLICE_NONE ? event : SLICE("events");
}

static void add_event(struct header *header, struct slice event, bool has_periods)
{
	header_add(header, HEADER_EVENT, event);
	header_add(header, HEADER_UNIT, has_periods ? unit_of(event) : SLICE("samples"));
}

static uint64_t kept(const struct ingest_run *run)
{
	static const unsigned left_out[] = {PERF_OTHER_EVENT, PERF_NOT_SELECTED, PERF_HUGE,
					    PERF_WITHOUT_STACK};
	uint64_t samples = run->samples;
	size_t i;

	for (i = 0; i < ARRAY_LEN(left_out); i++)
		samples -= run->notes.kinds[left_out[i]].count;
	return samples;
}

void perf_describe(const struct collapse_setup *setup, const struct ingest_run *run,
		   struct header *header)
{
	const struct perf_options *options = setup->options;
	struct perf_findings *findings = setup->findings;
	const uint64_t first = atomic_load(&findings->first_seen);
	const uint64_t last = atomic_load(&findings->last_seen);
	size_t i;

	if (options->list_events)
		return;
	for (i = 0; i < options->events.count; i++)
		add_event(header, options->events.at[i], findings->has_periods);
	if (findings->has_event)
		add_event(header, findings->event, findings->has_periods);
	if (label_wants(run, LABEL_EVENT)) /* each has a unit of its own */
		header_forget(header, HEADER_UNIT);
	if (last > first)
		header_add_duration(header, last - first);
	header_add_number(header, HEADER_SAMPLES, kept(run));
}
