/* SPDX-License-Identifier: MIT */
#include "common/io/log_prefix.h"

enum { LOG_PREFIX_LEAST = 3 }; /* lines */

/* True if `text` begins with the shape, in which 0 is any digit and A any letter; taken off. */
static bool log_prefix_take(struct slice *text, struct slice shape)
{
	size_t i;

	if (text->len < shape.len)
		return false;
	for (i = 0; i < shape.len; i++) {
		const char c = text->ptr[i], wanted = shape.ptr[i];

		if (wanted == '0'   ? !char_is_digit(c)
		    : wanted == 'A' ? !char_is_word(c) || char_is_digit(c)
				    : c != wanted)
			return false;
	}
	*text = slice_tail(*text, shape.len);
	return true;
}

/* "2026-11-28T10:00:00.123+01:00", to the first blank. */
static bool log_prefix_take_date(struct slice *line)
{
	struct slice zone;

	if (!log_prefix_take(line, SLICE("0000-00-00T00:00:00")))
		return false;
	if (slice_skip(line, SLICE(".")) || slice_skip(line, SLICE(","))) {
		while (log_prefix_take(line, SLICE("0")))
			;
	}
	if (line->len == 0 || line->ptr[0] == ' ')
		return true;
	return slice_word(line, &zone) &&
	       (slice_equal(zone, SLICE("Z")) || zone.ptr[0] == '+' || zone.ptr[0] == '-');
}

/* "Nov 28 10:00:00.123456", "Nov  8 10:00:00". */
static bool log_prefix_take_day(struct slice *line)
{
	struct slice word;

	return (log_prefix_take(line, SLICE("AAA 00 00:00:00")) ||
		log_prefix_take(line, SLICE("AAA  0 00:00:00"))) &&
	       (slice_starts(*line, SLICE(" ")) ||
		(slice_starts(*line, SLICE(".")) && slice_word(line, &word)));
}

/* " host java[123]:" */
static bool log_prefix_take_writer(struct slice *line)
{
	struct slice host, writer;

	return slice_word(line, &host) && host.ptr[host.len - 1] != ':' &&
	       slice_word(line, &writer) && slice_ends(writer, SLICE("]:"));
}

static enum log_prefix log_prefix_of(struct slice line)
{
	if (log_prefix_take_date(&line))
		return log_prefix_take_writer(&line) ? LOG_PREFIX_WRITER : LOG_PREFIX_TIME;
	return log_prefix_take_day(&line) && log_prefix_take_writer(&line) ? LOG_PREFIX_WRITER
									   : LOG_PREFIX_NONE;
}

COLD enum log_prefix log_prefix_look(struct slice head)
{
	enum log_prefix all = LOG_PREFIX_WRITER, one;
	size_t lines = 0;
	struct slice line;

	while (slice_find(head, '\n') != SLICE_NONE && slice_line(&head, &line)) {
		slice_drop(&line, SLICE("\r"));
		if (line.len == 0 || slice_starts(line, SLICE("-- "))) /* "-- Boot 1f --" */
			continue;
		one = log_prefix_of(line);
		all = one < all ? one : all;
		if (all == LOG_PREFIX_NONE)
			return all;
		lines++;
	}
	return lines >= LOG_PREFIX_LEAST ? all : LOG_PREFIX_NONE;
}

COLD size_t log_prefix_leave_out(struct log_prefix_place *place, char *text, size_t size)
{
	size_t i, left = 0;

	for (i = 0; i < size; i++) {
		const char c = text[i];

		if (!place->within) {
			place->is_prefix = char_is_digit(c) || (place->form == LOG_PREFIX_WRITER &&
								c >= 'A' && c <= 'Z');
			place->after_colon = false;
		}
		place->within = c != '\n';
		if (!place->is_prefix || c == '\n')
			text[left++] = c;
		else if (c == ' ')
			place->is_prefix = place->form == LOG_PREFIX_WRITER && !place->after_colon;
		place->after_colon = c == ':';
	}
	return left;
}
