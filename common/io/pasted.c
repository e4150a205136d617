/* SPDX-License-Identifier: MIT */
#include "common/io/source.h"

/* ---- Empty lines ---- */

enum {
	LEAST_LINES = 3, /* besides empty ones: two are paragraphs */
	LEAST_PART = 8,
};

static bool doubled_is_text(struct slice bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		const char c = bytes.ptr[i];

		if ((unsigned char)c < ' ' && !char_is_blank(c) && c != '\n' && c != '\x1B')
			return false;
	}
	return true;
}

/* Lines with an odd number of empty ones between any two. */
struct doubled_run {
	size_t lines;
	size_t indented; /* the first one does not count: the stack before may end with it */
	size_t far;      /* behind three empty ones or more */
	bool is_first_indented;
};

/*
 * Lists of threads and the like have an empty line behind each line, too. So a part of a text is
 * doubled only where heads and frames are, or where there are stacks and what is between them.
 */
static bool doubled_is_part(const struct doubled_run *run)
{
	if (run->lines < LEAST_PART)
		return false;
	if (run->indented > 1 && run->indented + run->is_first_indented < run->lines)
		return true;
	return run->far > 0 && run->far < run->lines / 3;
}

/*
 * Lines that are all indented, with one empty line between any two, are stacks of one frame without
 * a head: perf script -F ip,sym.
 */
COLD enum doubled doubled_look(struct slice head, bool whole)
{
	struct doubled_run run = {.lines = 0};
	bool is_part = false, is_all = true;
	size_t empty = 1;
	struct slice line;

	if (!doubled_is_text(head))
		return DOUBLED_NOT;
	if (!whole)
		return DOUBLED_UNSURE;
	while (slice_line(&head, &line)) {
		slice_drop(&line, SLICE("\r"));
		if (line.len == 0) {
			empty++;
			continue;
		}
		if (empty % 2 == 0) {
			is_part |= doubled_is_part(&run);
			is_all = false;
			run = (struct doubled_run){.lines = 0};
		}
		if (run.lines == 0) {
			run.is_first_indented = char_is_blank(line.ptr[0]);
		} else {
			run.indented += char_is_blank(line.ptr[0]);
			run.far += empty > 1;
		}
		run.lines++;
		empty = 0;
	}
	if (!is_all)
		return is_part || doubled_is_part(&run) ? DOUBLED_PARTLY : DOUBLED_NOT;
	return run.lines >= LEAST_LINES &&
			       (run.indented + run.is_first_indented < run.lines || run.far > 0)
		       ? DOUBLED_YES
		       : DOUBLED_NOT;
}

COLD size_t doubled_leave_out(struct doubled_place *place, char *text, size_t size)
{
	size_t i, left = 0;

	for (i = 0; i < size; i++) {
		const char c = text[i];

		if (!place->within && place->is_next && (c == '\n' || c == '\r')) {
			place->is_next = c == '\r';
			continue;
		}
		place->has_single |= !place->within && place->is_next;
		text[left++] = c;
		place->within = c != '\n';
		place->is_next = true;
	}
	return left;
}

/* ---- Prefixes of a log ---- */

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
