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

/* Take digits off the end, and the blanks after them. */
static struct slice take_digits(struct slice *left)
{
	const struct slice text = slice_trim_right(*left);
	size_t start = text.len;

	while (start > 0 && char_is_digit(text.ptr[start - 1]))
		start--;
	*left = slice_head(text, start);
	return slice_tail(text, start);
}

static bool ends_with_blank(struct slice text)
{
	return text.len == 0 || char_is_blank(text.ptr[text.len - 1]);
}

/* Take a last word like "[000]" off. */
static bool take_cpu(struct slice *left, struct slice *cpu)
{
	struct slice rest = slice_trim_right(*left);

	if (!slice_drop(&rest, SLICE("]")) || ends_with_blank(rest))
		return false;
	*cpu = take_digits(&rest);
	if (cpu->len == 0 || !slice_drop(&rest, SLICE("[")) || !ends_with_blank(rest))
		return false;
	*left = rest;
	return true;
}

/* COMM and the numbers, from the right; `left` ends before the time. */
static bool parse_head(struct slice left, struct perf_event *event)
{
	struct slice rest, word;

	if (!take_cpu(&left, &event->cpu))
		event->cpu = SLICE("");
	rest = left;
	event->tid = take_digits(&rest); /* most often the whole word */
	event->pid = SLICE("");
	if (event->tid.len > 0 && ends_with_blank(rest))
		left = rest;
	else if (!slice_last_word(&left, &word) || !parse_ids(word, &event->pid, &event->tid))
		return false;
	event->comm = slice_trim(left);
	return true;
}

/* PERF_RECORD_COMM and the like: --show-task-events and its kin. */
static bool is_other_record(struct slice word)
{
	return slice_starts(word, SLICE("PERF_RECORD_")) || slice_starts(word, SLICE("LOST"));
}

/* Take a word that is a number off the front. */
static bool take_period(struct slice *text, struct perf_event *event)
{
	const struct slice rest = slice_trim_left(*text);
	const size_t sure = 19; /* digits that always fit */
	uint64_t sum = 0;
	size_t len = 0;

	while (len < rest.len && char_is_digit(rest.ptr[len]))
		sum = sum * 10 + (uint64_t)(rest.ptr[len++] - '0');
	if (len == 0 || (len < rest.len && !char_is_blank(rest.ptr[len])))
		return false;
	event->huge = len > sure && !slice_to_u64(slice_head(rest, len), &sum);
	event->period = event->huge ? 0 : sum;
	*text = slice_tail(rest, len);
	return true;
}

/* Parse the text after the time: "  250000 cycles:u: ", and text after that. */
static void parse_event(struct slice rest, struct perf_event *event, struct slice *text)
{
	struct slice word, next = rest;
	bool has_period;

	event->period = 0;
	*text = rest;
	has_period = take_period(&next, event);
	if (!slice_word(&next, &word))
		return;
	event->other = !has_period && is_other_record(word);
	if (event->other || !slice_drop(&word, SLICE(":")))
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
