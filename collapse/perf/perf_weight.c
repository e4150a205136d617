/* SPDX-License-Identifier: MIT */
/* --weight: the field of a sample that counts instead of its period. */
#include "collapse/perf/perf_weight.h"

#include "collapse/perf/perf_select.h"
#include "common/base/diag.h"
#include "common/base/regex.h"

enum { MOST_SAID = 8, MOST_SEEN = 256 }; /* events whose fields are listed, and looked at for it */

/* ---- what counts ---- */

/* A weight becomes the sample's period. `negative`: below 0, also as 2^64 minus it. */
static bool weight_take(struct ingest_run *run, uint64_t weight, bool negative,
			struct perf_event *event)
{
	if (negative || weight > INT64_MAX) {
		run->samples++;
		notes_count(&run->notes, PERF_NEGATIVE_WEIGHT, 1);
		return false;
	}
	event->period = weight;
	if (weight == 0)
		run->samples++;
	return weight > 0;
}

static bool miss_weight(struct ingest_run *run)
{
	run->samples++;
	notes_count(&run->notes, PERF_NO_WEIGHT, 1);
	return false;
}

/* ---- text ---- */

/* "64", "-11", "0x40", "0x40," at the front; false if it is no number. */
static bool parse_weight(struct slice text, uint64_t *weight, bool *negative)
{
	size_t len = 0;

	slice_skip(&text, SLICE("\""));
	*negative = slice_skip(&text, SLICE("-"));
	if (slice_skip(&text, SLICE("0x"))) {
		for (*weight = 0; len < text.len && char_is_hex(text.ptr[len]); len++) {
			if (*weight >> 60)
				return false;
			*weight = *weight << 4 | char_hex_value(text.ptr[len]);
		}
	} else {
		while (len < text.len && char_is_digit(text.ptr[len]))
			len++;
		if (!slice_to_u64(slice_head(text, len), weight))
			return false;
	}
	*negative &= *weight > 0;
	return len > 0 &&
	       (len == text.len || !(char_is_word(text.ptr[len]) || text.ptr[len] == '.'));
}

/* The text of an event line that was not looked at yet. */
struct fields {
	struct slice text;
	bool lacks_quotes; /* it has no whole text in quotes */
};

/* Skip a text in quotes at the front; of quotes that do not end, the first. */
static void skip_quotes(struct fields *fields)
{
	const struct slice text = fields->text;
	size_t i;

	for (i = 1; i < text.len && !fields->lacks_quotes; i++) {
		if (text.ptr[i] == '\\') {
			i++;
		} else if (text.ptr[i] == '"') {
			fields->text = slice_tail(text, i + 1);
			return;
		}
	}
	fields->lacks_quotes = true;
	fields->text = slice_tail(text, 1);
}

/* Take a name, "=" or ":", and the blanks around them off; else a byte, a word or a text in quotes. */
static bool weight_take_name(struct fields *fields, struct slice *name)
{
	const struct slice text = fields->text;
	struct slice rest;
	size_t len = 0;

	while (len < text.len && char_is_word(text.ptr[len]))
		len++;
	*name = slice_head(text, len);
	if (len == 0 && text.ptr[0] == '"') {
		skip_quotes(fields);
		return false;
	}
	fields->text = slice_tail(text, len > 0 ? len : 1);
	rest = slice_trim_left(fields->text);
	if (len == 0 || (!slice_skip(&rest, SLICE("=")) && !slice_skip(&rest, SLICE(":"))))
		return false;
	fields->text = slice_trim_left(rest);
	return true;
}

/* The `ret` of a system call, which stands alone: "0x10", of raw_syscalls "NR 0 = 16". */
static bool find_result(struct slice event, struct slice text, uint64_t *weight, bool *negative)
{
	struct slice word;

	return slice_contains(event, SLICE("syscalls:sys_exit")) && slice_last_word(&text, &word) &&
	       parse_weight(word, weight, negative);
}

/* Names of fields that have numbers, for a message. */
static void see_fields(struct perf_run *perf, struct slice text)
{
	struct fields fields = {.text = text};
	struct slice name;
	uint64_t weight;
	bool negative;

	while (fields.text.len > 0) {
		if (weight_take_name(&fields, &name) &&
		    parse_weight(fields.text, &weight, &negative))
			perf_reject(perf, PERF_BY_WEIGHT, name);
	}
}

bool perf_weigh_text(struct ingest_run *run, struct slice text, struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct slice field = perf->options->weight;
	struct fields fields = {.text = text};
	struct slice name;
	uint64_t weight;
	bool negative;

	while (fields.text.len > 0) {
		if (weight_take_name(&fields, &name) && slice_equal(name, field) &&
		    parse_weight(fields.text, &weight, &negative))
			return weight_take(run, weight, negative, event);
	}
	if (slice_equal(field, SLICE("ret")) && find_result(event->event, text, &weight, &negative))
		return weight_take(run, weight, negative, event);
	see_fields(perf, text);
	return miss_weight(run);
}

/* ---- recordings ---- */

bool perf_weigh_value(struct ingest_run *run, const uint64_t *value, struct perf_event *event)
{
	return value ? weight_take(run, *value, false, event) : miss_weight(run);
}

/* Append the fields that are numbers, but for those that all tracepoints have. */
static void write_fields(struct slice format, struct buf *out)
{
	struct perfdata_field field;
	const size_t begin = out->len;

	while (perfdata_field_next(&format, &field)) {
		if (!field.is_number || slice_starts(field.name, SLICE("common_")))
			continue;
		if (out->len > begin)
			buf_add_text(out, ", ");
		buf_add(out, field.name);
	}
}

static void say_fields(const struct perfdata_event *events, size_t count)
{
	struct buf fields = {0};
	size_t said = 0, i;

	for (i = 0; i < count && i < MOST_SEEN && said < MOST_SAID; i++) {
		buf_reset(&fields);
		if (i == 0 || events[i].format.ptr != events[i - 1].format.ptr)
			write_fields(events[i].format, &fields);
		if (fields.len == 0)
			continue;
		said++;
		diag_error("--weight can select, of %.*s: %.*s", SLICE_ARG(events[i].name),
			   SLICE_ARG(buf_slice(&fields)));
	}
	if (said == 0)
		diag_error("the recording has no tracepoints or probes with fields");
	buf_release(&fields);
}

/* The format file of an event, for sorting. */
struct format {
	const char *text;
	size_t event;
};

static int compare_formats(const void *a, const void *b)
{
	const struct format *left = a, *right = b;
	const uintptr_t first = (uintptr_t)left->text, second = (uintptr_t)right->text;

	return first < second ? -1 : first > second;
}

/* Find the field in all events. Many events may have one format, which is searched once. */
static void weight_find_fields(const struct perfdata_event *events, size_t count, struct slice name,
			       struct perfdata_field *fields)
{
	struct format *formats = memory_clear(count, sizeof(*formats));
	size_t i;

	for (i = 0; i < count; i++)
		formats[i] = (struct format){events[i].format.ptr, i};
	SORT(formats, count, compare_formats);
	for (i = 0; i < count; i++) {
		struct perfdata_field *field = &fields[formats[i].event];

		if (i > 0 && formats[i].text == formats[i - 1].text)
			*field = fields[formats[i - 1].event];
		else if (!perfdata_field_find(events[formats[i].event].format, name, field))
			*field = (struct perfdata_field){0};
	}
	free(formats);
}

struct perfdata_field *perf_weight_fields(struct perf_run *perf, const char *name,
					  const struct perfdata *recording)
{
	const struct slice weight = perf->options->weight;
	const struct perfdata_event *other = NULL, *text = NULL, *kept = NULL;
	size_t count, i;
	const struct perfdata_event *events = perfdata_events(recording, &count);
	struct perfdata_field *fields = memory_clear(count, sizeof(*fields));

	weight_find_fields(events, count, weight, fields);
	for (i = 0; i < count; i++) {
		const bool is_kept = perf_verdict_of(perf, events[i].name)->is_kept;

		if (is_kept && fields[i].is_number)
			return fields;
		if (fields[i].is_number)
			other = &events[i];
		else if (fields[i].name.len > 0)
			text = &events[i];
		if (is_kept)
			kept = &events[i];
	}
	free(fields);
	if (other && kept)
		diag_error_at(CODE_DATA, slice_from(name), 0,
			      "%.*s has no field %.*s for --weight; --event-filter %.*s has it",
			      SLICE_ARG(kept->name), SLICE_ARG(weight), SLICE_ARG(other->name));
	else if (text)
		diag_error_at(CODE_DATA, slice_from(name), 0,
			      "the field %.*s of %.*s is no number for --weight", SLICE_ARG(weight),
			      SLICE_ARG(text->name));
	else
		diag_error_at(CODE_DATA, slice_from(name), 0,
			      "no event has a field %.*s for --weight", SLICE_ARG(weight));
	say_fields(events, count);
	return NULL;
}

/* ---- what is counted ---- */

struct slice perf_weight_unit(struct slice event, struct slice field)
{
	static const struct {
		struct slice event, field, unit; /* patterns */
	} units[] = {
		{SLICE_INIT("*"), SLICE_INIT("bytes"), SLICE_INIT("bytes")},
		{SLICE_INIT("*"), SLICE_INIT("bytes_*"), SLICE_INIT("bytes")},
		{SLICE_INIT("*"), SLICE_INIT("*_bytes"), SLICE_INIT("bytes")},
		{SLICE_INIT("*"), SLICE_INIT("*_ns"), SLICE_INIT("ns")},
		{SLICE_INIT("sched:sched_stat_*"), SLICE_INIT("*runtime"), SLICE_INIT("ns")},
		{SLICE_INIT("sched:sched_stat_*"), SLICE_INIT("delay"), SLICE_INIT("ns")},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (shell_pattern_matches(units[i].event, event) &&
		    shell_pattern_matches(units[i].field, field))
			return units[i].unit;
	}
	return field;
}
