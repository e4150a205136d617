/* SPDX-License-Identifier: MIT */
/* Event lines, read from their right end because COMM is any text. */
#include "collapse/perf/sample/perf_event.h"

/* "-1", "14240", "14240/14243", "-1/0" */
static bool parse_ids(struct slice word, struct slice *pid, struct slice *tid)
{
	struct slice rest = word, first, digits;

	*pid = SLICE("");
	if (slice_cut(&rest, '/', &first)) {
		*pid = first;
		slice_skip(&first, SLICE("-"));
		if (!slice_is_number(first))
			return false;
	}
	*tid = digits = rest;
	slice_skip(&digits, SLICE("-"));
	return slice_is_number(digits);
}

/* The first word like "1318.139729:" from `from` on. */
static bool find_time(struct slice line, size_t from, struct slice *word)
{
	size_t colon;

	while ((colon = slice_find(slice_tail(line, from), ':')) != SLICE_NONE) {
		size_t start = from + colon, point;

		from = start + 1;
		if (from < line.len && !char_is_blank(line.ptr[from]))
			continue;
		for (point = start; start > 0 && char_is_digit(line.ptr[start - 1]);)
			start--;
		if (start == point || start == 0 || line.ptr[start - 1] != '.')
			continue;
		for (point = --start; start > 0 && char_is_digit(line.ptr[start - 1]);)
			start--;
		if (start == point || (start > 0 && !char_is_blank(line.ptr[start - 1])))
			continue;
		*word = slice_of(line.ptr + start, from - start);
		return true;
	}
	return false;
}

static bool is_cpu(struct slice word)
{
	return slice_skip(&word, SLICE("[")) && slice_drop(&word, SLICE("]")) &&
	       slice_is_number(word);
}

/* COMM and the numbers, from the right; `left` ends before the time. */
static bool parse_head(struct slice left, struct perf_event *event)
{
	struct slice word;

	if (!slice_last_word(&left, &word))
		return false;
	if (is_cpu(word)) {
		event->cpu = slice_of(word.ptr + 1, word.len - 2);
		if (!slice_last_word(&left, &word))
			return false;
	}
	if (!parse_ids(word, &event->pid, &event->tid))
		return false;
	event->comm = slice_trim(left);
	return true;
}

/* PERF_RECORD_COMM and the like: --show-task-events and its kin. */
static bool is_other_record(struct slice word)
{
	return slice_starts(word, SLICE("PERF_RECORD_")) || slice_starts(word, SLICE("LOST"));
}

/* What follows the time: "  250000 cycles:u: ", and text behind it. */
static void parse_event(struct slice rest, struct perf_event *event, struct slice *text)
{
	struct slice word, next = rest;

	event->period = 0;
	*text = rest;
	if (!slice_word(&next, &word))
		return;
	event->other = is_other_record(word);
	if (event->other)
		return;
	if (slice_is_number(word)) {
		event->huge = !slice_to_u64(word, &event->period);
		if (!slice_word(&next, &word))
			return;
	}
	if (!slice_drop(&word, SLICE(":")))
		return;
	event->event = word;
	event->has_event = true;
	*text = next;
}

/* With a time: the first one that has a head before it. */
static bool parse_timed(struct slice line, struct perf_event *event, struct slice *text)
{
	struct slice word;
	size_t behind = 0;

	while (find_time(line, behind, &word)) {
		behind = (size_t)(word.ptr + word.len - line.ptr);
		if (!parse_head(slice_between(line.ptr, word.ptr), event))
			continue;
		event->time = slice_head(word, word.len - 1);
		parse_event(slice_tail(line, behind), event, text);
		return true;
	}
	return false;
}

/*
 * Without a time the number is the last one before EVENT (-F comm,tid,event), or the last word if
 * the blank follows that perf prints there. Perf's padding distinguishes a period between the two
 * from a number in COMM.
 */
static bool parse_untimed(struct slice line, struct perf_event *event, struct slice *text)
{
	struct slice left = line, word, number;

	event->period = 0;
	*text = slice_tail(line, line.len);
	if (!slice_last_word(&left, &word))
		return false;
	if (word.len < 2 || !slice_drop(&word, SLICE(":")))
		return char_is_blank(line.ptr[line.len - 1]) && parse_head(line, event) &&
		       event->comm.len > 0;
	event->event = word;
	event->has_event = true;
	line = left;
	if (slice_last_word(&left, &number) && slice_is_number(number) &&
	    slice_ends(left, SLICE("  ")) && parse_head(left, event) && event->comm.len > 0) {
		event->huge = !slice_to_u64(number, &event->period);
		return true;
	}
	return parse_head(line, event) && event->comm.len > 0;
}

bool perf_event_parse(struct slice line, struct perf_event *event, struct slice *text)
{
	*event = (struct perf_event){0};
	if (parse_timed(line, event, text))
		return true;
	*event = (struct perf_event){0};
	return parse_untimed(line, event, text);
}
