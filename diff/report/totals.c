/* SPDX-License-Identifier: MIT */
#include "diff/report/totals.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"

enum { DECIMALS = 2 }; /* of a mean that is not whole */

struct slice totals_unit(const struct totals *totals, enum diff_side side)
{
	return header_value(&totals->headers[side], HEADER_UNIT);
}

static struct slice totals_event(const struct totals *totals, enum diff_side side)
{
	return header_value(&totals->headers[side], HEADER_EVENT);
}

static bool totals_differ_within(const struct totals *totals, enum header_key key)
{
	return totals->headers[DIFF_BEFORE].values[key].differs ||
	       totals->headers[DIFF_AFTER].values[key].differs;
}

/* An event that only one side names may be that of the other; a unit may not. */
static bool totals_are_comparable(const struct totals *totals)
{
	const struct slice before = totals_event(totals, DIFF_BEFORE);
	const struct slice after = totals_event(totals, DIFF_AFTER);

	return !totals_differ_within(totals, HEADER_UNIT) &&
	       !totals_differ_within(totals, HEADER_EVENT) &&
	       slice_equal(totals_unit(totals, DIFF_BEFORE), totals_unit(totals, DIFF_AFTER)) &&
	       (before.len == 0 || after.len == 0 || slice_equal(before, after));
}

bool totals_find(struct totals *totals, const struct findings *findings,
		 const struct diff_files *sides, bool is_normalized)
{
	const struct profile *joined = &findings->joined;
	size_t side, i;

	*totals = (struct totals){
		.headers = findings->headers,
		.sum = {joined->total[DIFF_BEFORE], joined->total[DIFF_AFTER]},
		.scale = joined->scale,
	};
	if (is_normalized)
		totals->state = TOTALS_NORMALIZED;
	else if (!totals_are_comparable(totals))
		totals->state = TOTALS_INCOMPARABLE;
	for (side = 0; side < DIFF_SIDES; side++) {
		for (i = 0; i < sides[side].count; i++) {
			if (sides[side].at[i].weight.scale > totals->weight_scale)
				totals->weight_scale = sides[side].at[i].weight.scale;
		}
	}
	for (side = 0; side < DIFF_SIDES; side++) {
		for (i = 0; i < sides[side].count; i++) {
			const struct factor *factor = &sides[side].at[i].weight;
			uint64_t weight = factor->value;

			if (!u64_scale(&weight, totals->weight_scale - factor->scale) ||
			    !u64_add(&totals->weight[side], weight)) {
				diag_error("the sum of the weights is beyond 2^64-1");
				return false;
			}
		}
	}
	return true;
}

struct totals totals_of_part(const struct totals *whole, const struct findings *part)
{
	struct totals totals = *whole;

	totals.sum[DIFF_BEFORE] = part->joined.total[DIFF_BEFORE];
	totals.sum[DIFF_AFTER] = part->joined.total[DIFF_AFTER];
	totals.scale = part->joined.scale;
	return totals;
}

struct mean totals_mean(const struct totals *totals, const uint64_t sum[DIFF_SIDES])
{
	return (struct mean){
		{sum[DIFF_BEFORE], sum[DIFF_AFTER]},
		{totals->weight[DIFF_BEFORE], totals->weight[DIFF_AFTER]},
	};
}

/* sum * 10^digits of one side's mean, rounded to the nearest; 2^64-1 for anything beyond. */
static uint64_t totals_divide(const struct totals *totals, const uint64_t sum[DIFF_SIDES],
			      enum diff_side side, unsigned digits)
{
	const uint64_t weight = totals->weight[side];
	struct u128 mean = u128_multiply(sum[side],
					 u64_power_of_ten(totals->weight_scale + digits));
	const uint64_t rest = u128_divide(&mean, weight);

	if (mean.high > 0 || (rest >= weight - rest && mean.low == UINT64_MAX))
		return UINT64_MAX;
	return mean.low + (rest >= weight - rest);
}

struct amounts totals_amounts(const struct totals *totals, const uint64_t sum[DIFF_SIDES])
{
	struct amounts amounts = {
		.unit = {totals_unit(totals, DIFF_BEFORE), totals_unit(totals, DIFF_AFTER)},
		.scale = totals->scale + DECIMALS,
	};
	int side;

	for (side = 0; side < DIFF_SIDES; side++)
		amounts.count[side] = totals_divide(totals, sum, (enum diff_side)side, DECIMALS);
	while (amounts.scale > totals->scale &&
	       ((amounts.count[0] % 10 == 0 && amounts.count[1] % 10 == 0) ||
		amounts.count[0] == UINT64_MAX || amounts.count[1] == UINT64_MAX)) {
		amounts.scale--;
		for (side = 0; side < DIFF_SIDES; side++)
			amounts.count[side] = totals_divide(totals, sum, (enum diff_side)side,
							    amounts.scale - totals->scale);
	}
	return amounts;
}

static void totals_add_side(struct buf *buf, const char *side, const char *verb, struct slice name,
			    void (*add_name)(struct buf *buf, struct slice name))
{
	buf_printf(buf, "%s %s ", side, verb);
	add_name(buf, name);
}

void totals_add_reason(struct buf *buf, const struct totals *totals,
		       void (*add_name)(struct buf *buf, struct slice name))
{
	static const char *const names[] = {"before", "after"};
	const struct slice units[] = {totals_unit(totals, DIFF_BEFORE),
				      totals_unit(totals, DIFF_AFTER)};
	int known = DIFF_AFTER;

	if (totals_differ_within(totals, HEADER_UNIT)) {
		buf_add_text(buf, "the files of one side have different units");
	} else if (slice_equal(units[DIFF_BEFORE], units[DIFF_AFTER])) {
		if (totals_differ_within(totals, HEADER_EVENT)) {
			buf_add_text(buf, "the files of one side have different events");
			return;
		}
		totals_add_side(buf, "before", "is of", totals_event(totals, DIFF_BEFORE),
				add_name);
		totals_add_side(buf, ", after", "of", totals_event(totals, DIFF_AFTER), add_name);
	} else if (units[DIFF_BEFORE].len > 0 && units[DIFF_AFTER].len > 0) {
		totals_add_side(buf, "before", "counts", units[DIFF_BEFORE], add_name);
		totals_add_side(buf, ", after", "counts", units[DIFF_AFTER], add_name);
	} else {
		known = units[DIFF_BEFORE].len > 0 ? DIFF_BEFORE : DIFF_AFTER;
		totals_add_side(buf, names[known], "counts", units[known], add_name);
		buf_printf(buf, ", and the unit of %s is not known", names[!known]);
	}
}

bool totals_limit(const struct totals *totals, uint64_t amount, uint64_t *limit, uint64_t *divisor)
{
	const struct unit *unit = unit_find(totals_unit(totals, DIFF_BEFORE));
	unsigned scale = totals->scale;
	uint64_t size = unit->size;

	for (; scale > 0 && size % 10 == 0; scale--)
		size /= 10;
	*limit = amount;
	*divisor = size * u64_power_of_ten(totals->weight_scale);
	return u64_scale(limit, scale);
}
