/* SPDX-License-Identifier: MIT */
#include "render/measure/caption.h"

#include "common/base/utf8.h"

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

static double unit_of(const struct caption *caption)
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

/* Of a number from 0 on; what is beyond the integers is the largest one. */
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
	value = (double)count / unit_of(caption) * decimal_double(caption->factor);
	return round_double(value, caption->rounding == ROUND_EVEN);
}

/* The double's exact value is mantissa * 2^-shift; so is what is rounded here, half to even. */
uint64_t caption_hundredths(double value)
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
	return (double)caption->total[column] / unit_of(caption) * decimal_double(caption->factor);
}

/* Percent that a displayed count is of the whole profile. */
static double share(const struct caption *caption, int column, double shown)
{
	return caption->total[column] > 0 ? 100 * shown / whole_of(caption, column) : 0;
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

static void add_change(struct buf *buf, double points)
{
	caption_add_points(buf, points);
	buf_add_char(buf, '%');
}

/* Percent that a count of the first column is. */
static double share_before(const struct caption *caption, uint64_t count)
{
	double unit = unit_of(caption), factor = decimal_double(caption->factor);
	double shown = caption->normalized ? (double)count / unit * factor
					   : (double)caption_count(caption, count);

	return share(caption, 0, shown);
}

double caption_points(const struct caption *caption, const uint64_t column[2])
{
	return share(caption, 1, (double)caption_count(caption, column[1])) -
	       share_before(caption, column[0]);
}

/* "; was 1,000, 4.10%; +1.57%" */
static void add_both(struct buf *buf, const struct caption *caption,
		     const struct caption_counts *counts)
{
	buf_add(buf, SLICE("; was "));
	buf_add_grouped(buf, caption_count(caption, counts->column[0]));
	buf_add(buf, SLICE(", "));
	add_percent(buf, share_before(caption, counts->column[0]));
	buf_add(buf, SLICE("; "));
	add_change(buf, caption_points(caption, counts->column));
}

/* "; +1.57%", of the difference as it is in the input: the factor is not in it. */
static void add_own(struct buf *buf, const struct caption *caption,
		    const struct caption_counts *counts)
{
	uint64_t from = counts->column[caption->negate], to = counts->column[!caption->negate];
	uint64_t size = to > from ? to - from : from - to;
	double points = share(caption, 1, (double)size / unit_of(caption));

	buf_add(buf, SLICE("; "));
	add_change(buf, to < from ? -points : points);
}

void caption_title(struct buf *buf, const struct caption *caption, struct slice name,
		   const struct caption_counts *counts)
{
	uint64_t shown = caption_count(caption, counts->shown);

	buf_add(buf, caption_name(name));
	BUF_ADD(buf, " (");
	buf_add_grouped(buf, shown);
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
	BUF_ADD(buf, ", ");
	add_percent(buf, share(caption, 1, (double)shown));
	if (caption->change == CAPTION_CHANGE_BOTH)
		add_both(buf, caption, counts);
	else if (caption->change == CAPTION_CHANGE_OWN && counts->differential)
		add_own(buf, caption, counts);
	buf_add_char(buf, ')');
}

void caption_lone(struct buf *buf, const struct caption *caption, const struct caption_lone *lone)
{
	static const char *const words[2][2] = {{" frames vanished here", " frame vanished here"},
						{" new frames here", " new frame here"}};
	double percent = lone->column == 0
				 ? share_before(caption, lone->count)
				 : share(caption, 1, (double)caption_count(caption, lone->count));

	buf_add_grouped(buf, lone->frames);
	buf_add_text(buf, words[lone->column][lone->frames == 1]);
	buf_add_text(buf, lone->frames == 1 ? ": " : ", the largest: ");
	buf_add(buf, caption_name(lone->largest));
	buf_add_text(buf, lone->column == 0 ? " (was " : " (");
	buf_add_grouped(buf, caption_count(caption, lone->count));
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
	buf_add(buf, SLICE(", "));
	add_percent(buf, percent);
	buf_add_char(buf, ')');
}

void caption_root(struct buf *buf, const struct caption *caption)
{
	buf_add(buf, SLICE("all ("));
	buf_add_grouped(buf, caption_count(caption, caption->total[1]));
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
	buf_add(buf, SLICE(", 100%"));
	if (caption->change == CAPTION_CHANGE_BOTH) {
		buf_add(buf, SLICE("; was "));
		buf_add_grouped(buf, caption_count(caption, caption->total[0]));
		buf_add(buf, SLICE(", 100%; 0.00%"));
	}
	buf_add_char(buf, ')');
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
