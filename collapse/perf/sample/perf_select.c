/* SPDX-License-Identifier: MIT */
/* Which samples are kept: --comm, --pid-filter, --tid-filter, --cpu, --time. */
#include "collapse/perf/sample/perf_select.h"

#include "collapse/perf/sample/perf_rejected.h"

#include "common/base/diag.h"

enum { NANOSECOND_DIGITS = 9 };

bool perf_parse_time(struct slice text, uint64_t *nanoseconds)
{
	struct slice whole = text, fraction = SLICE("");
	uint64_t seconds, below = 0;
	size_t point = slice_find(text, '.'), i;

	if (point != SLICE_NONE) {
		whole = slice_head(text, point);
		fraction = slice_tail(text, point + 1);
	}
	if (!slice_to_u64(whole, &seconds) || !slice_all(fraction, char_is_digit) ||
	    seconds > UINT64_MAX / 2000000000)
		return false;
	for (i = 0; i < NANOSECOND_DIGITS; i++)
		below = below * 10 + (i < fraction.len ? (uint64_t)(fraction.ptr[i] - '0') : 0);
	*nanoseconds = seconds * 1000000000 + below;
	return true;
}

/* "12.5", "+12.5", or nothing. */
static bool select_parse_edge(struct slice text, uint64_t *edge, bool *relative)
{
	text = slice_trim(text);
	if (text.len == 0)
		return true;
	*relative = slice_skip(&text, SLICE("+"));
	return perf_parse_time(text, edge);
}

bool perf_parse_times(struct slice text, void *field, struct buf *problem)
{
	struct perf_times *times = field;
	struct slice to = text, from;

	*times = (struct perf_times){.given = true, .to = UINT64_MAX};
	if (slice_cut(&to, ',', &from) &&
	    select_parse_edge(from, &times->from, &times->from_relative) &&
	    select_parse_edge(to, &times->to, &times->to_relative))
		return true;
	buf_add(problem, SLICE("expected FROM,TO in seconds; one of them may be left out"));
	return false;
}

static bool check_numbers(const char *option, const struct opt_list *list)
{
	uint64_t number;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (slice_to_u64(list->at[i], &number))
			continue;
		diag_error("option '--%s' needs a number, not '%.*s'", option,
			   SLICE_ARG(list->at[i]));
		return false;
	}
	return true;
}

bool perf_select_prepare(struct perf_options *options)
{
	char problem[160];

	if (options->comm_pattern.ptr) {
		options->comm_regex = regex_new(options->comm_pattern, problem, sizeof(problem));
		if (options->comm_regex)
			regex_set_alone(options->comm_regex);
		if (!options->comm_regex) {
			diag_error("option '--comm': %s", problem);
			return false;
		}
	}
	options->selects = options->times.given || options->comm_regex || options->pids.count > 0 ||
			   options->tids.count > 0 || options->cpus.count > 0;
	return check_numbers("pid-filter", &options->pids) &&
	       check_numbers("tid-filter", &options->tids) && check_numbers("cpu", &options->cpus);
}

/* True if the number is on the list, "000" and "0" alike. An empty list has all. */
static bool is_listed(const struct opt_list *list, struct slice text)
{
	uint64_t wanted, number;
	size_t i;

	if (list->count == 0)
		return true;
	if (!slice_to_u64(text, &number))
		return false;
	for (i = 0; i < list->count; i++) {
		if (slice_to_u64(list->at[i], &wanted) && wanted == number)
			return true;
	}
	return false;
}

void perf_see_time(struct ingest_run *run, uint64_t time)
{
	struct perf_span *span = &perf_of(run)->span;

	if (!span->is_known || time < span->first)
		span->first = time;
	if (!span->is_known || time > span->last)
		span->last = time;
	span->is_known = true;
}

void perf_publish_span(struct ingest_run *run)
{
	struct perf_findings *findings = perf_of(run)->findings;
	const struct perf_span *span = &perf_of(run)->span;
	uint64_t first = atomic_load(&findings->first_seen);
	uint64_t last = atomic_load(&findings->last_seen);

	if (!span->is_known)
		return;
	while (span->first < first &&
	       !atomic_compare_exchange_weak(&findings->first_seen, &first, span->first))
		;
	while (span->last > last &&
	       !atomic_compare_exchange_weak(&findings->last_seen, &last, span->last))
		;
}

void perf_note_time(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_times *times = &perf->options->times;
	struct perf_findings *findings = perf->findings;
	uint64_t time;

	if (!(perf->options->header || times->given || label_wants_zero(run)) ||
	    !perf_parse_time(event->time, &time))
		return;
	perf_see_time(run, time);
	if ((times->from_relative || times->to_relative || label_wants_zero(run)) &&
	    !findings->has_time) {
		findings->first_time = time;
		findings->has_time = true;
	}
}

static bool select_is_in_time(struct perf_run *perf, struct slice text)
{
	const struct perf_times *times = &perf->options->times;
	const struct perf_findings *findings = perf->findings;
	uint64_t time, from = times->from, to = times->to;

	if (!times->given)
		return true;
	if (!perf_parse_time(text, &time))
		return false;
	if (times->from_relative)
		from += findings->first_time;
	if (times->to_relative)
		to = to > UINT64_MAX - findings->first_time ? UINT64_MAX
							    : to + findings->first_time;
	return time >= from && time <= to;
}

/* Apply the criteria by number, then by name. The first one that rejects the event is noted. */
static bool is_chosen(struct perf_run *perf, const struct perf_event *event)
{
	const struct perf_options *options = perf->options;
	const struct {
		const struct opt_list *list;
		struct slice value;
	} numbers[] = {
		[PERF_BY_PID] = {&options->pids, event->pid},
		[PERF_BY_TID] = {&options->tids, event->tid},
		[PERF_BY_CPU] = {&options->cpus, event->cpu},
	};
	size_t i;

	for (i = PERF_BY_PID; i < ARRAY_LEN(numbers); i++) {
		if (is_listed(numbers[i].list, numbers[i].value))
			continue;
		perf_reject(perf, (enum perf_choice)i, numbers[i].value);
		return false;
	}
	if (!options->comm_regex || regex_matches(options->comm_regex, event->comm))
		return true;
	perf_reject(perf, PERF_BY_COMM, event->comm);
	return false;
}

bool perf_selected(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);

	if (!perf->options->selects ||
	    (select_is_in_time(perf, event->time) && is_chosen(perf, event)))
		return true;
	run->samples++;
	ingest_note(run, PERF_NOT_SELECTED, event->comm);
	return false;
}
