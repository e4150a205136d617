/* SPDX-License-Identifier: MIT */
/*
 * The jfr format: recordings of Java Flight Recorder, and the text that `jfr print` prints of
 * them.
 */
#include "collapse/jfr/jfr_state.h"

#include "common/base/checked.h"

enum { DECIMALS = 9 }; /* of seconds in ns */

#define AT(field) OPT_AT(struct jfr_options, field)

/* "12.5" in ns. More decimals than a nanosecond has would be rounded, so they are refused. */
static bool parse_seconds(struct slice text, uint64_t *ns)
{
	struct slice seconds = text, decimals = SLICE("");
	uint64_t fraction = 0;
	size_t point = slice_find(text, '.');

	if (point != SLICE_NONE) {
		seconds = slice_head(text, point);
		decimals = slice_tail(text, point + 1);
	}
	if (!slice_to_u64(seconds, ns) || decimals.len > DECIMALS ||
	    (point != SLICE_NONE && !slice_to_u64(decimals, &fraction)))
		return false;
	fraction *= u64_power_of_ten(DECIMALS - (unsigned)decimals.len);
	return u64_scale(ns, DECIMALS) && *ns <= INT64_MAX - fraction && u64_add(ns, fraction);
}

static void begin_times(struct jfr_times *times)
{
	if (!times->given)
		*times = (struct jfr_times){.given = true, .to = INT64_MAX};
}

static bool jfr_parse_edge(struct slice text, uint64_t *edge, struct buf *problem)
{
	if (parse_seconds(text, edge))
		return true;
	buf_add(problem, SLICE("a time is seconds from the start of the recording, with up to nine "
			       "decimals"));
	return false;
}

static bool parse_from(struct slice text, void *field, struct buf *problem)
{
	struct jfr_times *times = field;

	begin_times(times);
	return jfr_parse_edge(text, &times->from, problem);
}

static bool parse_to(struct slice text, void *field, struct buf *problem)
{
	struct jfr_times *times = field;

	begin_times(times);
	return jfr_parse_edge(text, &times->to, problem);
}

static bool parse_times(struct slice text, void *field, struct buf *problem)
{
	struct slice to = text, from;

	if (!slice_cut(&to, ',', &from)) {
		buf_add(problem, SLICE("expected FROM,TO; one of them may be left out"));
		return false;
	}
	begin_times(field);
	return (from.len == 0 || parse_from(from, field, problem)) &&
	       (to.len == 0 || parse_to(to, field, problem));
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "thread-names", AT(thread_names),
	 .help = "The name of the thread as root frame"},
	{OPT_CALL, .name = "shorten-pkgs", AT(shorten), .parse = java_switch_on,
	 .help = "Packages as initials: j.l.Thread.run"},
	{OPT_CALL, .name = "no-pkgs", AT(bare), .parse = java_switch_on,
	 .help = "No packages: Thread.run"},
	{OPT_FLAG, .name = "lines", AT(lines), .help = "Append the line: shop.Cart.add:42"},
	{OPT_FLAG, .name = "classes", AT(classes),
	 .help = "The class of what was allocated, locked, thrown as leaf frame"},

	{OPT_HEADING, .help = "Events"},
	{OPT_LIST, .name = "event", .value = "LIST", AT(events),
	 .help = "Show these events instead of samples of the processor; may be repeated",
	 .detail = "Words, or names such as jdk.ThreadPark, joined by commas. They count bytes or "
		   "nanoseconds where that applies. See EVENTS."},
	{OPT_LIST, .name = "event-filter", .value = "EVENT", AT(filters),
	 .help = "Count events of this kind instead of samples of the processor; may be repeated",
	 .detail = "The same as --event EVENT --count."},
	{OPT_FLAG, .name = "count", AT(counts), .help = "Each event counts 1, whatever it weighs"},
	{OPT_TEXT, .name = "weight", .value = "FIELD", AT(weight),
	 .help = "Weigh events by a field of theirs, such as bytesRead",
	 .detail = "Spans of time are in nanoseconds. An event without the field, or with 0 in it, "
		   "adds nothing."},
	{OPT_FLAG, .name = "list-events", AT(list_events),
	 .help = "Print the events, how many there are, and how many of them have stacks"},

	{OPT_HEADING, .help = "Selection"},
	{OPT_TEXT, .name = "states", .alias = "state", .value = "STATE,...", AT(states),
	 .help = "Keep events of threads in these states, such as runnable",
	 .detail = "Prefixes of state names, without STATE_, in upper or lower case: r, sleeping, "
		   "parked."},
	{OPT_CALL, .name = "time", .value = "FROM,TO", AT(times), .parse = parse_times,
	 .help = "Keep events from FROM to before TO, in seconds from the start of the recording"},
	{OPT_CALL, .name = "from", .value = "S", AT(times), .parse = parse_from, .hidden = true,
	 .help = "The same as --time S,"},
	{OPT_CALL, .name = "to", .value = "S", AT(times), .parse = parse_to, .hidden = true,
	 .help = "The same as --time ,S"},
};

static void split_states(struct jfr_options *options)
{
	struct slice rest = options->states, word;

	while (slice_cut(&rest, ',', &word)) {
		if (word.len > 0)
			opt_list_add(&options->state_words, word);
	}
	if (rest.len > 0)
		opt_list_add(&options->state_words, rest);
}

static void request(struct jfr_options *options)
{
	struct jfr_request *request = &options->selection.request;

	request->wants_threads = options->thread_names;
	request->wants_classes = options->classes;
	request->states = options->state_words.at;
	request->state_count = options->state_words.count;
	request->has_times = options->times.given;
	request->from = options->times.from;
	request->to = options->times.to;
	request->lists = options->list_events;
	if (options->list_events)
		request->kind_count = 0;
}

static bool jfr_prepare(struct collapse_setup *setup)
{
	struct jfr_options *options = setup->options;
	struct jfr_findings *findings = memory_clear(1, sizeof(*findings));
	const struct jfr_selecting by = {
		.events = &options->events,
		.filters = &options->filters,
		.weight = options->weight,
		.counts = options->counts || options->list_events,
	};

	lock_init(&findings->lock);
	options->findings = findings;
	setup->lists_events = options->list_events;
	setup->own_format.in_order = setup->own_format.in_order || label_asks_times(&setup->labels);
	options->packages = java_packages_for(options->shorten, options->bare);
	if (!jfr_select(&options->selection, &by))
		return false;
	split_states(options);
	request(options);
	return true;
}

static void jfr_explain(const struct collapse_setup *setup)
{
	const struct jfr_options *options = setup->options;
	struct buf values = {0};

	tally_write(&options->findings->rejected, &values);
	if (values.len > 0)
		diag_error("--event-filter can select: %.*s", SLICE_ARG(buf_slice(&values)));
	buf_release(&values);
}

static void jfr_release(struct collapse_setup *setup)
{
	struct jfr_options *options = setup->options;
	struct jfr_findings *findings = options->findings;

	if (findings) {
		tally_release(&findings->rejected);
		jfr_event_counts_release(&findings->event_counts);
		lock_release(&findings->lock);
	}
	free(findings);
	free(options->filters.at);
	free(options->events.at);
	free(options->state_words.at);
}

static enum probe jfr_probe(struct slice head, bool whole)
{
	return jfr_begins(head) ? PROBE_YES : jfr_text_probe(head, whole);
}

/* Describe the events asked for: text does not show which of them were recorded. */
static void describe_text(const struct jfr_options *options, struct header *header)
{
	size_t i;

	for (i = 0; !options->selection.is_default && i < options->selection.request.kind_count;
	     i++)
		header_add(header, HEADER_EVENT, options->selection.request.kinds[i].name);
	header_add(header, HEADER_UNIT,
		   options->selection.is_default ? SLICE("samples") : SLICE("events"));
}

static uint64_t jfr_parts_of(const struct jfr_kind *kind)
{
	const uint64_t part = kind->part < JFR_PARTS ? UINT64_C(1) << kind->part : 0;

	return part | (kind->wall_part < JFR_PARTS ? UINT64_C(1) << kind->wall_part : 0);
}

static void jfr_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			 struct header *header)
{
	const struct jfr_options *options = setup->options;
	const struct jfr_findings *findings = options->findings;
	const struct jfr_request *request = &options->selection.request;
	const uint64_t lost = jfr_lost_samples(options);
	bool samples = true;
	uint64_t counted = 0;
	unsigned units = 0;
	size_t i;

	(void)run;
	if (!setup->is_recording) {
		describe_text(options, header);
		return;
	}
	for (i = 0; i < request->kind_count; i++) {
		const struct jfr_kind *kind = &request->kinds[i];
		const uint64_t parts = jfr_parts_of(kind) & findings->seen & findings->chosen;
		size_t part;

		if (!parts)
			continue;
		header_add(header, HEADER_EVENT, kind->name);
		samples = samples && jfr_select_is_sample(kind->name);
		for (part = 0; part < JFR_PARTS; part++) {
			if (parts >> part & 1) {
				units |= findings->units[part];
				counted += findings->counted[part];
			}
		}
	}
	header_add(header, HEADER_UNIT, jfr_select_unit(&options->selection, units, samples));
	if (findings->has_start)
		header_add_start(header, (int64_t)(findings->start / 1000000000));
	if (findings->has_start && findings->end > findings->start)
		header_add_duration(header, findings->end - findings->start);
	header_add_number(header, HEADER_SAMPLES, counted);
	if (lost > 0)
		header_add_number(header, HEADER_LOST, lost);
}

const struct collapser collapse_jfr = {
	.name = "jfr",
	.summary = "folded stacks from Java Flight Recorder, or from jfr print",
	.rows = COLLAPSE_OPTIONS(rows, struct jfr_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_EVENT) |
		  LABEL_BIT(LABEL_STATE) | LABEL_BIT(LABEL_THREAD),
	.recordings = &jfr_recordings,
	.text = &jfr_text_format,
	.probe = jfr_probe,
	.prepare = jfr_prepare,
	.report = jfr_say_report,
	.explain = jfr_explain,
	.describe = jfr_describe,
	.release = jfr_release,
};
