/* SPDX-License-Identifier: MIT */
#include "common/profile/header.h"

#include <time.h>

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/profile/amount.h"

enum {
	VALUE_SIZE = 1024, /* bytes */
};

#define MARK SLICE("# flambeau: ")

static const struct {
	struct slice name;
	bool is_sum;
} keys[HEADER_KEYS] = {
	[HEADER_EVENT] = {SLICE_INIT("event"), false},
	[HEADER_UNIT] = {SLICE_INIT("unit"), false},
	[HEADER_FREQUENCY] = {SLICE_INIT("frequency"), false},
	[HEADER_START] = {SLICE_INIT("start"), false},
	[HEADER_DURATION] = {SLICE_INIT("duration"), false},
	[HEADER_HOST] = {SLICE_INIT("host"), false},
	[HEADER_COMMAND] = {SLICE_INIT("command"), false},
	[HEADER_STACKS] = {SLICE_INIT("stacks"), false},
	[HEADER_RUNNABLE] = {SLICE_INIT("runnable"), false},
	[HEADER_SAMPLES] = {SLICE_INIT("samples"), true},
	[HEADER_LOST] = {SLICE_INIT("lost"), true},
	[HEADER_IDLE] = {SLICE_INIT("idle"), true},
	[HEADER_CUT] = {SLICE_INIT("cut"), true},
	[HEADER_UNNAMED] = {SLICE_INIT("unnamed"), true},
};

/* A sum beyond 2^64-1 is not known. */
static void add_up(struct header_value *value, struct slice text)
{
	uint64_t sum = 0, more;

	if (!slice_to_u64(text, &more))
		return;
	slice_to_u64(buf_slice(&value->text), &sum);
	buf_reset(&value->text);
	if (u64_add(&sum, more))
		buf_add_u64(&value->text, sum);
	else
		value->differs = true;
}

void header_add(struct header *header, enum header_key key, struct slice text)
{
	struct header_value *value = &header->values[key];

	if (value->differs || text.len == 0 || text.len > VALUE_SIZE)
		return;
	if (keys[key].is_sum) {
		add_up(value, text);
	} else if (value->text.len == 0) {
		buf_reset(&value->text);
		buf_add(&value->text, text);
	} else if (!slice_equal(buf_slice(&value->text), text)) {
		buf_reset(&value->text);
		value->differs = true;
	}
}

void header_add_number(struct header *header, enum header_key key, uint64_t number)
{
	struct buf text = {0};

	buf_add_u64(&text, number);
	header_add(header, key, buf_slice(&text));
	buf_release(&text);
}

void header_add_duration(struct header *header, uint64_t nanoseconds)
{
	struct buf text = {0};

	buf_add_decimal(&text, nanoseconds / 1000000, 3);
	buf_add_char(&text, 's');
	header_add(header, HEADER_DURATION, buf_slice(&text));
	buf_release(&text);
}

void header_add_start(struct header *header, int64_t seconds)
{
	const time_t when = (time_t)seconds;
	struct tm parts;
	char text[64];

	if (gmtime_r(&when, &parts) &&
	    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts) > 0)
		header_add(header, HEADER_START, slice_from(text));
}

void header_add_type(struct header *header, struct slice type, struct slice unit)
{
	const bool is_count = slice_equal(unit, SLICE("count"));

	header_add(header, HEADER_EVENT, type);
	header_add(header, HEADER_UNIT, is_count ? type : unit_name(unit));
}

bool header_is_empty(const struct header *header)
{
	size_t i;

	for (i = 0; i < HEADER_KEYS; i++) {
		if (header->values[i].text.len > 0)
			return false;
	}
	return true;
}

bool header_counts_other_than_samples(const struct header *header)
{
	const struct slice unit = header_value(header, HEADER_UNIT);

	return unit.len > 0 && !slice_equal(unit, SLICE("samples"));
}

struct slice header_value(const struct header *header, enum header_key key)
{
	return buf_slice(&header->values[key].text);
}

void header_forget(struct header *header, enum header_key key)
{
	buf_reset(&header->values[key].text);
}

void header_forget_samples(struct header *header)
{
	size_t i;

	for (i = 0; i < HEADER_KEYS; i++) {
		if (keys[i].is_sum)
			header_forget(header, (enum header_key)i);
	}
}

void header_merge(struct header *into, const struct header *from)
{
	size_t i;

	for (i = 0; i < HEADER_KEYS; i++) {
		header_add(into, (enum header_key)i, header_value(from, (enum header_key)i));
		if (from->values[i].differs) {
			header_forget(into, (enum header_key)i);
			into->values[i].differs = true;
		}
	}
}

bool header_add_pair(struct header *header, struct slice name, struct slice value)
{
	size_t i = 0;

	while (i < HEADER_KEYS && !slice_equal(name, keys[i].name))
		i++;
	if (i < HEADER_KEYS)
		header_add(header, (enum header_key)i, value);
	return i < HEADER_KEYS;
}

/* `\"`, `\\` or `\xHH` after its backslash, which is taken off; any other character is itself. */
static char take_escaped(struct slice *rest)
{
	char c = rest->ptr[0];

	*rest = slice_tail(*rest, 1);
	if (c == 'x' && rest->len >= 2 && slice_is_hex(slice_head(*rest, 2))) {
		c = (char)(char_hex_value(rest->ptr[0]) << 4 | char_hex_value(rest->ptr[1]));
		*rest = slice_tail(*rest, 2);
	}
	return c;
}

/* A text in quotes, the first of which is taken off already; false if it does not end. */
static bool take_quoted(struct slice *rest, struct buf *value)
{
	while (rest->len > 0) {
		char c = rest->ptr[0];

		*rest = slice_tail(*rest, 1);
		if (c == '"')
			return true;
		if (c == '\\' && rest->len > 0)
			c = take_escaped(rest);
		buf_add_char(value, c);
	}
	return false;
}

void header_read(struct header *header, struct slice line)
{
	struct slice name, word;
	struct buf value = {0};

	if (!slice_skip(&line, MARK))
		return;
	while ((line = slice_trim(line)).len > 0 && slice_cut(&line, '=', &name)) {
		buf_reset(&value);
		if (slice_skip(&line, SLICE("\""))) {
			if (!take_quoted(&line, &value))
				break;
		} else if (slice_word(&line, &word)) {
			buf_add(&value, word);
		}
		header_add_pair(header, name, buf_slice(&value));
	}
	buf_release(&value);
}

static bool header_is_plain(char c)
{
	return char_is_word(c) || slice_find(SLICE(".:/+-"), c) != SLICE_NONE;
}

static void add_quoted(struct buf *out, struct slice value)
{
	size_t i;

	buf_add_char(out, '"');
	for (i = 0; i < value.len; i++) {
		char c = value.ptr[i];

		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if ((unsigned char)c < ' ' || c == 0x7f)
			buf_printf(out, "\\x%02X", (unsigned)c);
		else
			buf_add_char(out, c);
	}
	buf_add_char(out, '"');
}

void header_write(const struct header *header, struct buf *out)
{
	size_t i;

	for (i = 0; i < HEADER_KEYS; i++) {
		const struct slice value = header_value(header, (enum header_key)i);

		if (value.len == 0)
			continue;
		buf_add(out, MARK);
		buf_add(out, keys[i].name);
		buf_add_char(out, '=');
		if (slice_all(value, header_is_plain))
			buf_add(out, value);
		else
			add_quoted(out, value);
		buf_add_char(out, '\n');
	}
}

void header_check(const struct header *header)
{
	if (header->values[HEADER_UNIT].differs)
		diag_warn("the counts to be added up have different units");
}

void header_release(struct header *header)
{
	size_t i;

	for (i = 0; i < HEADER_KEYS; i++)
		buf_release(&header->values[i].text);
	*header = (struct header){0};
}

/* Dates and times of RFC 3339: "2026-01-05T09:00:00.25+01:00". */

enum { SECOND = 1000000000 };

/* `count` digits off the front. */
static bool take_digits(struct slice *text, size_t count, int64_t *value)
{
	uint64_t number;

	if (text->len < count || !slice_to_u64(slice_head(*text, count), &number))
		return false;
	*value = (int64_t)number;
	*text = slice_tail(*text, count);
	return true;
}

/* Days since 1970-01-01 of the Gregorian calendar, whose years begin in March here. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
	const int64_t shifted = month > 2 ? year : year - 1;
	const int64_t century = shifted / 100;
	const int64_t in_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

	return shifted * 365 + shifted / 4 - century + century / 4 + in_year - 719468;
}

static bool take_date(struct slice *text, int64_t *days)
{
	int64_t year, month, day;

	if (!take_digits(text, 4, &year) || !slice_skip(text, SLICE("-")) ||
	    !take_digits(text, 2, &month) || !slice_skip(text, SLICE("-")) ||
	    !take_digits(text, 2, &day) || year < 1970 || month < 1 || month > 12 || day < 1 ||
	    day > 31)
		return false;
	*days = days_of(year, month, day);
	return true;
}

static bool take_clock(struct slice *text, int64_t *seconds)
{
	int64_t hour, minute, second;

	if (!take_digits(text, 2, &hour) || !slice_skip(text, SLICE(":")) ||
	    !take_digits(text, 2, &minute) || !slice_skip(text, SLICE(":")) ||
	    !take_digits(text, 2, &second) || hour > 23 || minute > 59 || second > 60)
		return false;
	*seconds = (hour * 60 + minute) * 60 + second;
	return true;
}

static int64_t take_fraction(struct slice *text)
{
	int64_t fraction = 0, unit = SECOND;

	if (!slice_skip(text, SLICE(".")))
		return 0;
	for (; text->len > 0 && char_is_digit(text->ptr[0]); *text = slice_tail(*text, 1)) {
		unit /= 10;
		fraction += unit * (text->ptr[0] - '0');
	}
	return fraction;
}

/* "Z", "+01:00": seconds to be taken off. */
static bool take_zone(struct slice *text, int64_t *seconds)
{
	int64_t hour, minute, sign;

	*seconds = 0;
	if (slice_skip(text, SLICE("Z")) || slice_skip(text, SLICE("z")))
		return text->len == 0;
	sign = slice_skip(text, SLICE("-")) ? -1 : 1;
	if (sign > 0 && !slice_skip(text, SLICE("+")))
		return false;
	if (!take_digits(text, 2, &hour) || !slice_skip(text, SLICE(":")) ||
	    !take_digits(text, 2, &minute))
		return false;
	*seconds = sign * (hour * 60 + minute) * 60;
	return text->len == 0;
}

bool header_start(const struct header *header, int64_t *nanoseconds)
{
	struct slice text = header_value(header, HEADER_START);
	int64_t days, seconds, fraction, zone;

	if (!take_date(&text, &days) ||
	    !(slice_skip(&text, SLICE("T")) || slice_skip(&text, SLICE("t")) ||
	      slice_skip(&text, SLICE(" "))) ||
	    !take_clock(&text, &seconds))
		return false;
	fraction = take_fraction(&text);
	if (!take_zone(&text, &zone) || days > 100000)
		return false;
	*nanoseconds = (days * 86400 + seconds - zone) * SECOND + fraction;
	return true;
}
