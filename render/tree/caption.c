/* SPDX-License-Identifier: MIT */
#include "render/tree/caption.h"

#include "common/base/checked.h"
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/profile/amount.h"

void json_member(struct buf *buf, const char *key)
{
	buf_add_text(buf, ",\n\"");
	buf_add_text(buf, key);
	buf_add_text(buf, "\":");
}

void member_add_decimal(struct buf *buf, const char *key, uint64_t value, unsigned digits)
{
	json_member(buf, key);
	buf_add_decimal(buf, value, digits);
}

void member_add_text(struct buf *buf, const char *key, struct slice text)
{
	json_member(buf, key);
	buf_add_json(buf, text);
}

void member_add_bool(struct buf *buf, const char *key, bool value)
{
	json_member(buf, key);
	buf_add_text(buf, value ? "true" : "false");
}

void member_add_caption(struct buf *buf, const struct caption *caption)
{
	member_add_decimal(buf, "scale", caption->scale, 0);
	member_add_decimal(buf, "factor", caption->factor.value, caption->factor.digits);
	member_add_text(buf, "countname", caption->count_name);
	if (caption->unit)
		buf_printf(buf, ",\n\"unit\":{\"kind\":\"%s\",\"size\":%llu}",
			   caption->unit->kind == UNIT_TIME ? "time" : "memory",
			   (unsigned long long)caption->unit->size);
	if (caption->samples.len > 0)
		member_add_text(buf, "samples", caption->samples);
}

static void headline_add_number(struct buf *out, struct slice digits)
{
	uint64_t number;

	if (slice_to_u64(digits, &number))
		buf_add_grouped(out, number);
}

void headline_add_samples(struct buf *out, const struct header *header)
{
	const struct slice samples = header_value(header, HEADER_SAMPLES);

	if (samples.len == 0)
		return;
	headline_add_number(out, samples);
	buf_add_text(out, slice_equal(samples, SLICE("1")) ? " sample" : " samples");
}

void headline_add_idle(struct buf *out, const struct header *header)
{
	uint64_t idle, samples;

	if (!slice_to_u64(header_value(header, HEADER_IDLE), &idle))
		return;
	buf_add_grouped(out, idle);
	buf_add_text(out, idle == 1 ? " idle sample" : " idle samples");
	if (slice_to_u64(header_value(header, HEADER_SAMPLES), &samples) &&
	    samples <= UINT64_MAX - idle)
		buf_printf(out, " (%u %%)", u64_percent(idle, idle + samples));
	buf_add_text(out, " left out");
}

/* A part of the line; `before` separates it from text before it, if any. */
static void add_part(struct buf *out, size_t begin, const char *before, struct slice part,
		     const char *after)
{
	if (part.len == 0)
		return;
	if (out->len > begin)
		buf_add_text(out, before);
	buf_add(out, part);
	buf_add_text(out, after);
}

/* "10.961s", as headers have it, as counts of time are written: "11.0 s". */
static void headline_add_duration(struct buf *out, struct slice duration)
{
	const struct unit *nanoseconds = unit_find(SLICE("ns"));
	enum unit_kind kind;
	uint64_t amount;

	if (!amount_parse(duration, &kind, &amount) || kind != UNIT_TIME ||
	    !amount_add(out, nanoseconds, amount, 0))
		buf_add(out, duration);
}

void headline_add(struct buf *out, const struct header *header)
{
	const size_t begin = out->len;
	struct buf part = {0}, duration = {0};

	add_part(out, begin, "", header_value(header, HEADER_EVENT), "");
	add_part(out, begin, " at ", header_value(header, HEADER_FREQUENCY), " Hz");
	headline_add_samples(&part, header);
	add_part(out, begin, ", ", buf_slice(&part), "");
	headline_add_duration(&duration, header_value(header, HEADER_DURATION));
	add_part(out, begin, " in ", buf_slice(&duration), "");
	buf_reset(&part);
	headline_add_number(&part, header_value(header, HEADER_LOST));
	add_part(out, begin, ", ", buf_slice(&part), " lost");
	buf_reset(&part);
	headline_add_idle(&part, header);
	add_part(out, begin, ", ", buf_slice(&part), "");
	buf_release(&part);
	buf_release(&duration);
}

struct slice caption_name(struct slice name)
{
	static const struct slice annotations[] = {SLICE_INIT("_[k]"), SLICE_INIT("_[w]"),
						   SLICE_INIT("_[i]"), SLICE_INIT("_[j]")};
	size_t i;

	for (i = 0; slice_ends(name, SLICE("]")) && i < ARRAY_LEN(annotations); i++) {
		if (slice_drop(&name, annotations[i]))
			break;
	}
	return name;
}

static double caption_unit_of(const struct caption *caption)
{
	double unit = 1;
	unsigned i;

	for (i = 0; i < caption->scale; i++)
		unit *= 10;
	return unit;
}

bool caption_overflows(const struct caption *caption)
{
	uint64_t count;
	int i;

	for (i = 0; i < 2; i++) {
		if (!decimal_times(caption->factor, caption->total[i], caption->scale, &count))
			return true;
	}
	return false;
}

/* Round a number that is not negative; beyond the integers it becomes the largest one. */
static uint64_t round_double(double value, bool halves_to_even)
{
	const double beyond = 18446744073709551616.0; /* 2^64 */
	uint64_t whole;
	double rest;

	if (value >= beyond)
		return UINT64_MAX;
	whole = (uint64_t)value;
	rest = value - (double)whole;
	if (rest > 0.5 || (rest >= 0.5 && (!halves_to_even || whole % 2 == 1)))
		whole++;
	return whole;
}

uint64_t caption_count(const struct caption *caption, uint64_t count)
{
	uint64_t product;
	double value;

	if (caption->rounding == ROUND_EXACT) {
		if (caption->factor.value == 1 && caption->factor.digits + caption->scale == 0)
			return count;
		decimal_times(caption->factor, count, caption->scale, &product);
		return product;
	}
	value = (double)count / caption_unit_of(caption) * decimal_double(caption->factor);
	return round_double(value, caption->rounding == ROUND_EVEN);
}

/* The double's exact value is mantissa * 2^-shift; so is what is rounded here, half to even. */
static uint64_t caption_hundredths(double value)
{
	uint64_t bits, scaled, quotient, rest, half;
	unsigned shift;

	memcpy(&bits, &value, sizeof(bits));
	shift = 1075 - (unsigned)(bits >> 52 & 0x7ff);
	if (shift >= 64)
		return 0;
	scaled = ((bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52) * 100;
	quotient = scaled >> shift;
	rest = scaled & (((uint64_t)1 << shift) - 1);
	half = (uint64_t)1 << (shift - 1);
	if (rest > half || (rest == half && quotient % 2 == 1))
		quotient++;
	return quotient;
}

/* The whole profile as it is displayed, but not rounded. */
static double whole_of(const struct caption *caption, int column)
{
	return (double)caption->total[column] / caption_unit_of(caption) *
	       decimal_double(caption->factor);
}

/* Percent that a count is of the whole profile. The originals take it of what they display. */
static double share(const struct caption *caption, int column, uint64_t count)
{
	if (caption->total[column] == 0)
		return 0;
	if (caption->rounding == ROUND_EXACT)
		return 100 * (double)count / (double)caption->total[column];
	return 100 * (double)caption_count(caption, count) / whole_of(caption, column);
}

static void add_hundredths(struct buf *buf, double value)
{
	const double most = 1e15;

	if (value >= 0)
		buf_add_fixed(buf, (int64_t)caption_hundredths(value < most ? value : most), 2);
	else
		buf_add(buf, SLICE("NaN")); /* of nothing: the factor is 0 */
}

static void add_percent(struct buf *buf, double percent)
{
	add_hundredths(buf, percent);
	buf_add_char(buf, '%');
}

void caption_add_points(struct buf *buf, double points)
{
	if (points > 0)
		buf_add_char(buf, '+');
	if (points < 0)
		buf_add_char(buf, '-');
	add_hundredths(buf, points < 0 ? -points : points);
}

static void caption_add_change(struct buf *buf, double points)
{
	caption_add_points(buf, points);
	buf_add_char(buf, '%');
}

void caption_add_share(struct buf *buf, const struct caption *caption, int column, uint64_t count)
{
	add_percent(buf, share(caption, column, count));
}

double caption_points(const struct caption *caption, const uint64_t column[2])
{
	return share(caption, 1, column[1]) - share(caption, 0, column[0]);
}

/* True if counts are shown with their decimals. */
static bool shows_decimals(const struct caption *caption)
{
	return caption->rounding == ROUND_EXACT && caption->scale > 0 && !caption->normalized &&
	       caption->factor.value == 1 && caption->factor.digits == 0;
}

/* Two decimals at most: "1.5". */
static void add_with_decimals(struct buf *buf, uint64_t count, unsigned scale)
{
	const uint64_t power = u64_power_of_ten(scale), step = scale > 1 ? power / 100 : 1;
	const uint64_t rest = scale > 1 ? count % power : count % power * 10;
	const uint64_t hundredths = rest / step + (rest % step >= step - rest % step);

	buf_add_grouped(buf, count / power + hundredths / 100);
	if (hundredths % 100 > 0)
		buf_printf(
			buf, hundredths % 10 > 0 ? ".%02u" : ".%u",
			(unsigned)(hundredths % 10 > 0 ? hundredths % 100 : hundredths % 100 / 10));
}

/* Without the name of what is counted. */
static void caption_add_number(struct buf *buf, const struct caption *caption, uint64_t count)
{
	if (amount_add(buf, caption->unit, count, caption->scale))
		return;
	if (shows_decimals(caption))
		add_with_decimals(buf, count, caption->scale);
	else
		buf_add_grouped(buf, caption_count(caption, count));
}

/* A count as it is displayed, with its unit: "1,234 samples", "12.0 ms". */
static void caption_add_count(struct buf *buf, const struct caption *caption, uint64_t count)
{
	caption_add_number(buf, caption, count);
	if (caption->unit)
		return;
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
}

bool caption_add_totals(struct buf *buf, const struct caption *caption)
{
	struct amounts amounts = {.scale = caption->unit ? caption->scale : 0};
	int i;

	if (caption->normalized || caption->total[0] == caption->total[1] || caption->total[0] == 0)
		return false;
	for (i = 0; i < 2; i++) {
		amounts.unit[i] = caption->unit ? caption->unit->name : caption->count_name;
		amounts.count[i] = caption->unit ? caption->total[i]
						 : caption_count(caption, caption->total[i]);
	}
	BUF_ADD(buf, "all: ");
	amounts_add(buf, &amounts, 0, buf_add);
	BUF_ADD(buf, " -> ");
	amounts_add(buf, &amounts, 1, buf_add);
	if (amounts.count[0] > 0) {
		BUF_ADD(buf, " (");
		amounts_add_percent(buf, &amounts);
		buf_add_char(buf, ')');
	}
	return true;
}

void caption_add_difference(struct buf *buf, const struct caption *caption,
			    const uint64_t column[2])
{
	const bool grew = column[1] > column[0];

	if (caption->normalized) {
		caption_add_points(buf, caption_points(caption, column));
		return;
	}
	buf_add_text(buf, grew ? "+" : column[1] < column[0] ? "-" : "");
	caption_add_number(buf, caption, grew ? column[1] - column[0] : column[0] - column[1]);
}

void label_add_change(struct buf *buf, const struct caption *caption, const uint64_t column[2])
{
	if (column[0] == column[1])
		return;
	buf_add_char(buf, ' ');
	caption_add_difference(buf, caption, column);
}

/* ", was 695 ms: +464 ms, x1.67, "; of profiles that were made alike ", was 695 ms: ". */
static void add_both(struct buf *buf, const struct caption *caption, const uint64_t column[2])
{
	buf_add(buf, SLICE(", was "));
	caption_add_number(buf, caption, column[0]);
	buf_add(buf, SLICE(": "));
	if (caption->normalized)
		return;
	caption_add_difference(buf, caption, column);
	buf_add(buf, SLICE(", "));
	if (column[0] == 0 || column[1] == 0)
		return;
	buf_add_char(buf, 'x');
	add_hundredths(buf, (double)column[1] / (double)column[0]);
	buf_add(buf, SLICE(", "));
}

void caption_title(struct buf *buf, const struct caption *caption, struct slice name,
		   const struct caption_counts *counts)
{
	buf_add(buf, caption_name(name));
	BUF_ADD(buf, " (");
	caption_add_count(buf, caption, counts->shown);
	if (caption->change == CAPTION_CHANGE_BOTH) {
		add_both(buf, caption, counts->column);
		caption_add_share(buf, caption, 0, counts->column[0]);
		BUF_ADD(buf, " -> ");
	} else {
		BUF_ADD(buf, ", ");
	}
	add_percent(buf, share(caption, 1, counts->shown));
	if (caption->change == CAPTION_CHANGE_OWN && counts->differential) {
		/* "; +1.57%", of the difference as it is in the input: the factor is not in it. */
		uint64_t from = counts->column[caption->negate],
			 to = counts->column[!caption->negate];
		uint64_t size = to > from ? to - from : from - to;
		double points = caption->total[1] > 0
					? 100 * ((double)size / caption_unit_of(caption)) /
						  whole_of(caption, 1)
					: 0;

		buf_add(buf, SLICE("; "));
		caption_add_change(buf, to < from ? -points : points);
	}
	buf_add_char(buf, ')');
}

void caption_lone(struct buf *buf, const struct caption *caption, const struct caption_lone *lone)
{
	static const char *const words[2][2] = {{" frames vanished here", " frame vanished here"},
						{" new frames here", " new frame here"}};

	buf_add_grouped(buf, lone->frames);
	buf_add_text(buf, words[lone->column][lone->frames == 1]);
	buf_add_text(buf, lone->frames == 1 ? ": " : ", the largest: ");
	buf_add(buf, caption_name(lone->largest));
	buf_add_text(buf, lone->column == 0 ? " (was " : " (");
	caption_add_count(buf, caption, lone->count);
	buf_add(buf, SLICE(", "));
	caption_add_share(buf, caption, lone->column, lone->count);
	buf_add_char(buf, ')');
}

void caption_root(struct buf *buf, const struct caption *caption)
{
	buf_add(buf, SLICE("all ("));
	caption_add_count(buf, caption, caption->total[1]);
	if (caption->samples.len > 0) {
		buf_add(buf, SLICE(", "));
		buf_add(buf, caption->samples);
	}
	if (caption->change == CAPTION_CHANGE_BOTH)
		add_both(buf, caption, caption->total);
	else
		buf_add(buf, SLICE(", "));
	buf_add(buf, SLICE("100%)"));
}

void caption_label(struct buf *buf, struct slice name, size_t room, enum label_rule rule)
{
	bool fits;

	name = caption_name(name);
	if (room < 3)
		return;
	fits = rule == LABEL_BYTES ? name.len < room : utf8_head(name, room).len == name.len;
	if (fits) {
		buf_add(buf, name);
	} else if (rule == LABEL_TAIL) {
		buf_add(buf, SLICE(".."));
		buf_add(buf, utf8_tail(name, room - 2));
	} else {
		buf_add(buf, utf8_head(name, room - 2));
		buf_add(buf, SLICE(".."));
	}
}

enum { LEAST_NAME = 12 }; /* cells of a name that are left beside numbers */

size_t label_share_room(size_t share, size_t room)
{
	return room >= share + LEAST_NAME ? share : 0;
}

void label_add_title(struct buf *buf, struct slice title, size_t name_len, size_t room)
{
	const struct slice name = slice_head(title, name_len), rest = slice_tail(title, name_len);
	const size_t cells = cells_count(rest);

	if (cells_count(title) <= room || cells + LEAST_NAME > room) {
		buf_add(buf, title);
		return;
	}
	cells_add(buf, name, room - cells, LABEL_HEAD);
	buf_add(buf, rest);
}
