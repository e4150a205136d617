/* SPDX-License-Identifier: MIT */
#include "diff/report/noise/share.h"

#include "common/base/checked.h"
#include "common/base/u128.h"
#include "common/folded/folded_count.h"

enum { MOST_PERCENT = 1000 * 1000 };

/* The product of three counts: limb[0] * 2^128 + limb[1] * 2^64 + limb[2]. */
struct triple {
	uint64_t limb[3];
};

static struct triple share_multiply(struct u128 number, uint64_t by)
{
	struct u128 low = u128_multiply(number.low, by), high = u128_multiply(number.high, by);
	uint64_t middle = low.high + high.low;

	return (struct triple){{high.high + (middle < low.high), middle, low.low}};
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int share_compare(struct triple a, struct triple b)
{
	int i, order = 0;

	for (i = 0; i < 3 && order == 0; i++)
		order = compare_u64(a.limb[i], b.limb[i]);
	return order;
}

static int compare_u128(struct u128 a, struct u128 b)
{
	return a.high != b.high ? compare_u64(a.high, b.high) : compare_u64(a.low, b.low);
}

static struct u128 subtract(struct u128 a, struct u128 b)
{
	assert(compare_u128(a, b) >= 0);
	return (struct u128){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* part / whole as the fraction it is, both up to 2^128. */
struct fraction {
	struct u128 part, whole;
};

/* The size of the change. */
static struct fraction change_of(const struct share *share)
{
	struct u128 before = u128_multiply(share->part[DIFF_BEFORE], share->whole[DIFF_AFTER]);
	struct u128 after = u128_multiply(share->part[DIFF_AFTER], share->whole[DIFF_BEFORE]);

	return (struct fraction){
		compare_u128(before, after) > 0 ? subtract(before, after) : subtract(after, before),
		u128_multiply(share->whole[DIFF_BEFORE], share->whole[DIFF_AFTER])};
}

/*
 * part / whole * scale to the nearest integer, halves up: the largest n with
 * (2n - 1) * whole <= 2 * scale * part. The fraction is at most 1.
 */
static uint64_t scaled(const struct fraction *fraction, uint64_t scale)
{
	const struct triple goal = share_multiply(fraction->part, 2 * scale);
	uint64_t low = 0, high = scale;

	assert(compare_u128(fraction->part, fraction->whole) <= 0);
	while (low < high) {
		uint64_t n = high - (high - low) / 2;

		if (share_compare(share_multiply(fraction->whole, 2 * n - 1), goal) <= 0)
			low = n;
		else
			high = n - 1;
	}
	return low;
}

static bool parse_up_to(struct slice text, uint64_t most, struct points *points)
{
	bool rounded = false;

	slice_skip(&text, SLICE("+"));
	slice_drop(&text, SLICE("%"));
	return folded_count(text, &points->value, &points->digits, &rounded) && !rounded &&
	       points->value <= most * u64_power_of_ten(points->digits);
}

bool points_parse(struct slice text, struct points *points)
{
	return parse_up_to(text, 100, points);
}

bool percent_parse(struct slice text, struct points *points)
{
	return parse_up_to(text, MOST_PERCENT, points);
}

uint64_t share_percent(const struct share *share, enum diff_side side, unsigned digits)
{
	const struct fraction fraction = {{0, share->part[side]}, {0, share->whole[side]}};

	return scaled(&fraction, 100 * u64_power_of_ten(digits));
}

int64_t share_change(const struct share *share, unsigned digits)
{
	const struct fraction change = change_of(share);

	return share_direction(share) * (int64_t)scaled(&change, 100 * u64_power_of_ten(digits));
}

int share_direction(const struct share *share)
{
	return compare_u128(u128_multiply(share->part[DIFF_AFTER], share->whole[DIFF_BEFORE]),
			    u128_multiply(share->part[DIFF_BEFORE], share->whole[DIFF_AFTER]));
}

int share_compare_change(const struct share *a, const struct share *b)
{
	assert(a->whole[DIFF_BEFORE] == b->whole[DIFF_BEFORE] &&
	       a->whole[DIFF_AFTER] == b->whole[DIFF_AFTER]);
	return compare_u128(change_of(a).part, change_of(b).part);
}

bool share_grew_beyond(const struct share *share, struct points limit)
{
	const struct fraction change = change_of(share);

	return share_direction(share) > 0 &&
	       share_compare(share_multiply(change.part, 100 * u64_power_of_ten(limit.digits)),
			     share_multiply(change.whole, limit.value)) > 0;
}

static struct u128 mean_before(const struct mean *mean)
{
	return u128_multiply(mean->sum[DIFF_BEFORE], mean->weight[DIFF_AFTER]);
}

static struct u128 mean_after(const struct mean *mean)
{
	return u128_multiply(mean->sum[DIFF_AFTER], mean->weight[DIFF_BEFORE]);
}

int mean_direction(const struct mean *mean)
{
	return compare_u128(mean_after(mean), mean_before(mean));
}

bool mean_grew_beyond_percent(const struct mean *mean, struct points limit)
{
	const uint64_t whole = 100 * u64_power_of_ten(limit.digits);

	return share_compare(share_multiply(mean_after(mean), whole),
			     share_multiply(mean_before(mean), whole + limit.value)) > 0;
}

bool mean_grew_beyond(const struct mean *mean, uint64_t limit, uint64_t divisor)
{
	const struct u128 weights = u128_multiply(mean->weight[DIFF_BEFORE],
						  mean->weight[DIFF_AFTER]);

	return mean_direction(mean) > 0 &&
	       share_compare(share_multiply(subtract(mean_after(mean), mean_before(mean)), divisor),
			     share_multiply(weights, limit)) > 0;
}

int mean_compare_growth(const struct mean *a, const struct mean *b)
{
	const int direction = mean_direction(a), other = mean_direction(b);

	if (direction != other || direction == 0)
		return compare_u64((uint64_t)(direction + 1), (uint64_t)(other + 1));
	if (direction < 0)
		return compare_u128(subtract(mean_before(b), mean_after(b)),
				    subtract(mean_before(a), mean_after(a)));
	return compare_u128(subtract(mean_after(a), mean_before(a)),
			    subtract(mean_after(b), mean_before(b)));
}
