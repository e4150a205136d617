/* SPDX-License-Identifier: MIT */
#include "render/caption.h"

#include "common/utf8.h"

struct slice caption_name(struct slice name)
{
	static const struct slice annotations[] = {SLICE_INIT("_[k]"), SLICE_INIT("_[w]"),
						   SLICE_INIT("_[i]"), SLICE_INIT("_[j]")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(annotations); i++) {
		if (slice_drop(&name, annotations[i]))
			break;
	}
	return name;
}

static uint64_t unit_of(const struct caption *caption)
{
	uint64_t unit = 1;
	unsigned i;

	for (i = 0; i < caption->scale; i++)
		unit *= 10;
	return unit;
}

uint64_t caption_count(const struct caption *caption, uint64_t count)
{
	uint64_t unit = unit_of(caption), rest = count % unit;

	return count / unit + (rest > 0 && rest >= unit - rest);
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

/* Percent that a displayed count is of the whole profile. */
static double share(const struct caption *caption, int column, uint64_t shown)
{
	double whole = (double)caption->total[column] / (double)unit_of(caption);

	return caption->total[column] > 0 ? 100 * (double)shown / whole : 0;
}

static void add_percent(struct buf *buf, double percent)
{
	buf_add_fixed(buf, (int64_t)caption_hundredths(percent), 2);
	buf_add_char(buf, '%');
}

static void add_change(struct buf *buf, double points)
{
	if (points > 0)
		buf_add_char(buf, '+');
	if (points < 0)
		buf_add_char(buf, '-');
	add_percent(buf, points < 0 ? -points : points);
}

void caption_title(struct buf *buf, const struct caption *caption, struct slice name,
		   const uint64_t count[2])
{
	uint64_t before = caption_count(caption, count[0]);
	uint64_t after = caption_count(caption, count[1]);

	buf_add(buf, caption_name(name));
	buf_add(buf, SLICE(" ("));
	buf_add_grouped(buf, after);
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
	buf_add(buf, SLICE(", "));
	add_percent(buf, share(caption, 1, after));
	if (caption->differential) {
		buf_add(buf, SLICE("; was "));
		buf_add_grouped(buf, before);
		buf_add(buf, SLICE(", "));
		add_percent(buf, share(caption, 0, before));
		buf_add(buf, SLICE("; "));
		add_change(buf, share(caption, 1, after) - share(caption, 0, before));
	}
	buf_add_char(buf, ')');
}

void caption_root(struct buf *buf, const struct caption *caption)
{
	buf_add(buf, SLICE("all ("));
	buf_add_grouped(buf, caption_count(caption, caption->total[1]));
	buf_add_char(buf, ' ');
	buf_add(buf, caption->count_name);
	buf_add(buf, SLICE(", 100%"));
	if (caption->differential) {
		buf_add(buf, SLICE("; was "));
		buf_add_grouped(buf, caption_count(caption, caption->total[0]));
		buf_add(buf, SLICE(", 100%; 0.00%"));
	}
	buf_add_char(buf, ')');
}

void caption_label(struct buf *buf, struct slice name, size_t room, bool cut_left)
{
	name = caption_name(name);
	if (room < 3)
		return;
	if (utf8_head(name, room).len == name.len) {
		buf_add(buf, name);
	} else if (cut_left) {
		buf_add(buf, SLICE(".."));
		buf_add(buf, utf8_tail(name, room - 2));
	} else {
		buf_add(buf, utf8_head(name, room - 2));
		buf_add(buf, SLICE(".."));
	}
}
