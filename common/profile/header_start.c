/* SPDX-License-Identifier: MIT */
/* Dates and times of RFC 3339: "2026-01-05T09:00:00.25+01:00". */
#include "common/profile/header.h"

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
