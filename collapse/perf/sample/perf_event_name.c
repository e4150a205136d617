/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_event_name.h"

#include "common/base/regex.h"

/* True for the letters that perf prints after the last colon of an event: "u", "ppp". */
static bool is_modifier(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (slice_find(SLICE("ukhHGpPSDWebIR"), text.ptr[i]) == SLICE_NONE)
			return false;
	}
	return text.len > 0;
}

/*
 * Units of processors as Linux names them (drivers/perf, arch/x86/events): those of other devices,
 * uncore_imc_0 and the like, count different things by the same name.
 */
static bool is_processor(struct slice unit)
{
	static const struct slice units[] = {
		SLICE_INIT("cpu"),
		SLICE_INIT("cpu_*"),
		SLICE_INIT("armv[0-9]*"),
		SLICE_INIT("apple_*"),
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (shell_pattern_matches(units[i], unit))
			return true;
	}
	return false;
}

/* True for "event=0x3c", "r3c": numbers of one unit, which mean other events in others. */
static bool is_raw(struct slice terms)
{
	const size_t comma = slice_find(terms, ',');
	const struct slice first = comma == SLICE_NONE ? terms : slice_head(terms, comma);

	return slice_find(first, '=') != SLICE_NONE ||
	       (first.len > 1 && first.ptr[0] == 'r' && slice_is_hex(slice_tail(first, 1)));
}

/* "cycles:u" */
static void split_modifiers(struct slice event, struct perf_event_name *parts)
{
	const size_t colon = slice_rfind(event, ':');

	parts->name = event;
	if (colon == SLICE_NONE || colon == 0 || !is_modifier(slice_tail(event, colon + 1)))
		return;
	parts->name = slice_head(event, colon);
	parts->modifiers = slice_tail(event, colon + 1);
}

/* "cpu_core/cycles/u", of perf before 6.0 "cpu_core/cycles:u/" */
static bool split_unit(struct slice event, struct perf_event_name *parts)
{
	const size_t first = slice_find(event, '/'), last = slice_rfind(event, '/');
	struct slice after;

	if (first == SLICE_NONE || first == 0 || last <= first + 1)
		return false;
	parts->unit = slice_head(event, first);
	if (slice_find(parts->unit, ':') != SLICE_NONE)
		return false;
	split_modifiers(slice_between(event.ptr + first + 1, event.ptr + last), parts);
	after = slice_tail(event, last + 1);
	slice_skip(&after, SLICE(":"));
	if (after.len > 0 && (parts->modifiers.len > 0 || !is_modifier(after)))
		return false;
	if (after.len > 0)
		parts->modifiers = after;
	return true;
}

struct perf_event_name perf_event_name_of(struct slice event)
{
	struct perf_event_name parts = {0};

	if (split_unit(event, &parts)) {
		parts.is_shared = is_processor(parts.unit) && !is_raw(parts.name);
		return parts;
	}
	parts = (struct perf_event_name){0};
	split_modifiers(event, &parts);
	return parts;
}

void perf_event_name_write(const struct perf_event_name *parts, struct buf *out)
{
	buf_add(out, parts->name);
	if (parts->modifiers.len > 0)
		buf_add_char(out, ':');
	buf_add(out, parts->modifiers);
}

struct slice perf_event_name_base(struct slice event, const struct perf_event_name *parts)
{
	if (parts->unit.len == 0)
		return parts->name;
	return slice_head(event, slice_rfind(event, '/') + 1);
}

void perf_event_name_write_counted(const struct perf_event_name *parts, struct buf *out)
{
	size_t i, begin;

	buf_add(out, parts->name);
	begin = out->len;
	buf_add_char(out, ':');
	for (i = 0; i < parts->modifiers.len; i++) {
		if (parts->modifiers.ptr[i] != 'p' && parts->modifiers.ptr[i] != 'P')
			buf_add_char(out, parts->modifiers.ptr[i]);
	}
	if (out->len == begin + 1)
		out->len = begin;
}
