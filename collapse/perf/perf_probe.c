/* SPDX-License-Identifier: MIT */
/* Recognise the output of perf script. */
#include "collapse/perf/perf_probe.h"
#include "collapse/text.h"

static bool perf_probe_is_time(struct slice word)
{
	struct slice seconds;

	return slice_drop(&word, SLICE(":")) && slice_cut(&word, '.', &seconds) &&
	       slice_is_number(seconds) && slice_is_number(word);
}

/* "COMM PID [CPU] 1318.139729: 250000 EVENT:" */
static bool is_event(struct slice line)
{
	struct slice word, before = {0};

	while (slice_word(&line, &word)) {
		if (!perf_probe_is_time(word)) {
			before = word;
			continue;
		}
		if (before.len == 0 || !slice_word(&line, &word))
			return false;
		if (slice_is_number(word) && !slice_word(&line, &word))
			return false;
		return word.ptr[word.len - 1] == ':' || slice_starts(word, SLICE("PERF_RECORD_"));
	}
	return false;
}

/* "\t    7f3cd2a1b2c4 symbol (module)" */
static bool is_stack_line(struct slice line)
{
	struct slice word;

	return slice_starts(line, SLICE("\t")) && slice_word(&line, &word) && slice_is_hex(word) &&
	       slice_trim(line).len > 0 && (word.len >= 4 || slice_ends(line, SLICE(")")));
}

/* "java 20761 cycles: ", without a time */
static bool is_untimed(struct slice line)
{
	struct slice word, number;

	line = slice_trim_right(line);
	return slice_last_word(&line, &word) && slice_ends(word, SLICE(":")) &&
	       slice_last_word(&line, &number) && slice_is_number(number) &&
	       slice_trim(line).len > 0;
}

/* "7f3cd2a1b2c4 symbol (module)", whatever is in front of it */
static bool is_module_line(struct slice line)
{
	struct slice word;

	return slice_word(&line, &word) && word.len >= 4 && slice_is_hex(word) &&
	       slice_ends(line, SLICE(")")) && slice_contains(line, SLICE(" ("));
}

/* True for sched tracepoints, which have more than stacks: collapse-perf-sched reads them. */
static bool is_sched(struct slice line)
{
	return slice_contains(line, SLICE("sched:sched_stat_sleep:")) ||
	       slice_contains(line, SLICE("sched:sched_stat_blocked:"));
}

enum probe perf_probe(struct slice head, bool whole)
{
	struct slice rest = head, line;
	unsigned seen = 0;
	bool after_untimed = false;

	while (seen < 2 && probe_line(&rest, whole, &line)) {
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		if (is_event(line) || is_stack_line(line) ||
		    (after_untimed && is_module_line(line)))
			return probe_any(head, whole, is_sched) == PROBE_YES ? PROBE_NO : PROBE_YES;
		after_untimed = is_untimed(line);
		seen++;
	}
	return seen < 2 ? PROBE_UNSURE : PROBE_NO;
}
