/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_rejected.h"

#include "collapse/perf/sample/perf_filter.h"
#include "common/base/diag.h"

static const char *const options[PERF_CHOICES] = {
	[PERF_BY_EVENT] = "event-filter", [PERF_BY_PID] = "pid-filter",
	[PERF_BY_TID] = "tid-filter",     [PERF_BY_CPU] = "cpu",
	[PERF_BY_COMM] = "comm",          [PERF_BY_WEIGHT] = "weight",
};

void perf_reject(struct perf_run *perf, enum perf_choice choice, struct slice value)
{
	if (choice == PERF_BY_CPU && value.len == 0)
		atomic_store(&perf->findings->lacks_cpu, true);
	else if (perf->compat->names_rejected)
		tally_add(&perf->rejected[choice], value, 1);
}

void perf_publish_rejected(struct perf_run *perf)
{
	struct perf_findings *findings = perf->findings;
	size_t i;

	for (i = 0; i < PERF_CHOICES; i++) {
		if (perf->rejected[i].values.count == 0)
			continue;
		lock_take(&findings->lock);
		tally_move(&findings->rejected[i], &perf->rejected[i]);
		lock_leave(&findings->lock);
	}
}

void perf_say_rejected(const struct perf_options *given, const struct perf_findings *findings)
{
	const uint64_t first = atomic_load(&findings->first_seen);
	const uint64_t last = atomic_load(&findings->last_seen);
	struct buf values = {0};
	size_t i;

	for (i = 0; i < PERF_CHOICES; i++) {
		if (findings->rejected[i].values.count == 0 ||
		    (i == PERF_BY_EVENT && given->events.count == 0 && given->weight.len == 0))
			continue;
		buf_reset(&values);
		tally_write(&findings->rejected[i], &values);
		diag_error("--%s can select: %.*s", options[i], SLICE_ARG(buf_slice(&values)));
	}
	if (atomic_load(&findings->lacks_cpu))
		diag_error("--cpu: samples do not say on which CPU they were taken (perf record "
			   "--sample-cpu, perf script -F +cpu)");
	buf_reset(&values);
	if (given->times.given && first <= last) {
		buf_add_fixed(&values, (int64_t)(first / 1000), 6);
		buf_add_text(&values, " to ");
		buf_add_fixed(&values, (int64_t)(last / 1000), 6);
		diag_error("--time can select: %.*s", SLICE_ARG(buf_slice(&values)));
	}
	buf_release(&values);
}

void perf_say_other_events(const struct perf_options *given, const struct perf_findings *findings,
			   uint64_t samples)
{
	const char *plural = samples == 1 ? "" : "s";
	struct buf values = {0}, first = {0};

	tally_write(&findings->rejected[PERF_BY_EVENT], &values);
	if (given->events.count == 0)
		perf_filter_write(given, findings, 0, &first);
	if (given->events.count > 0)
		diag_warn("left out %llu sample%s of other events: %.*s",
			  (unsigned long long)samples, plural, SLICE_ARG(buf_slice(&values)));
	else
		diag_warn("kept the first event, %.*s; left out %llu sample%s of other events, for "
			  "--event-filter: %.*s",
			  SLICE_ARG(buf_slice(&first)), (unsigned long long)samples, plural,
			  SLICE_ARG(buf_slice(&values)));
	buf_release(&first);
	buf_release(&values);
}
