/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_describe.h"

#include "collapse/perf/sample/perf_event_name.h"
#include "collapse/perf/sample/perf_filter.h"
#include "collapse/perf/sample/perf_idle.h"
#include "collapse/perf/sample/perf_select.h"
#include "collapse/perf/sample/perf_weight.h"

/* The unit of an event's periods: most events count what they are named after. */
static struct slice perf_describe_unit(struct slice event)
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

	event = perf_event_name_of(event).name;
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(event, units[i].event))
			return units[i].unit;
	}
	return slice_find(event, ':') == SLICE_NONE && slice_find(event, '=') == SLICE_NONE
		       ? event
		       : SLICE("events");
}

static void add_unit(struct header *header, const struct perf_options *options, struct slice event,
		     bool has_periods)
{
	header_add(header, HEADER_UNIT,
		   perf_weighs(options) ? perf_weight_unit(event, options->weight)
		   : has_periods        ? perf_describe_unit(event)
					: SLICE("samples"));
}

/* Events and units: of each filter, or of what patterns kept. */
static void add_events(struct header *header, const struct perf_options *options,
		       const struct perf_findings *findings)
{
	const size_t count = options->has_patterns ? findings->kept.values.count
						   : options->events.count + findings->has_event;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct slice event = options->has_patterns
						   ? intern_name(&findings->kept.values,
								 (frame_id)i)
					   : options->events.count > 0 ? options->events.at[i]
								       : findings->event;

		buf_reset(&text);
		if (options->has_patterns)
			buf_add(&text, event);
		else
			perf_filter_write(options, findings, i, &text);
		if (perf_weighs(options))
			buf_printf(&text, " (%.*s)", SLICE_ARG(options->weight));
		header_add(header, HEADER_EVENT, buf_slice(&text));
		add_unit(header, options, event, findings->has_periods);
	}
	buf_release(&text);
}

uint64_t perf_describe_samples(const struct ingest_run *run)
{
	static const unsigned left_out[] = {
		PERF_OTHER_EVENT, PERF_NOT_SELECTED,    PERF_HUGE,   PERF_WITHOUT_STACK,
		PERF_NO_WEIGHT,   PERF_NEGATIVE_WEIGHT, PERF_IS_IDLE};
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

	if (options->list_events)
		return;
	add_events(header, options, findings);
	if (options->off_cpu) {
		header_forget(header, HEADER_UNIT);
		header_add(header, HEADER_UNIT, SLICE("ns"));
	}
	if (label_wants(run, LABEL_EVENT)) /* each has a unit of its own */
		header_forget(header, HEADER_UNIT);
	if (last > first)
		header_add_duration(header, last - first);
	header_add_number(header, HEADER_SAMPLES, perf_describe_samples(run));
	if (perf_idle_count(run) > 0)
		header_add_number(header, HEADER_IDLE, perf_idle_count(run));
}
