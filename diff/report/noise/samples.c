/* SPDX-License-Identifier: MIT */
#include "diff/report/noise/samples.h"

#include "common/base/checked.h"
#include "common/profile/amount.h"

enum {
	SURE_DIVISOR = 1000,
	SURE_COUNTS = 16,
	MOST_SAMPLES = 10000, /* of the stack in the middle */
};

void samples_release(struct samples *samples)
{
	free(samples->counts);
	*samples = (struct samples){0};
}

static uint64_t in_units(struct samples *samples, uint64_t count, unsigned digits)
{
	samples->too_large |= !u64_scale(&count, digits);
	return count;
}

void samples_add(struct samples *samples, const struct stack *const *stacks, size_t stack_count,
		 enum diff_side side, unsigned scale)
{
	unsigned larger = scale > samples->scale ? scale : samples->scale;
	size_t i;

	assert(side < DIFF_SIDES && scale <= LIMIT_SCALE);
	for (i = 0; i < samples->count; i++)
		samples->counts[i] = in_units(samples, samples->counts[i], larger - samples->scale);
	samples->scale = larger;
	samples->counts = memory_grow(samples->counts, &samples->cap, samples->count + stack_count,
				      sizeof(*samples->counts));
	for (i = 0; i < stack_count; i++) {
		uint64_t count = in_units(samples, stacks[i]->count[side], larger - scale);

		if (count > 0)
			samples->counts[samples->count++] = count;
	}
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int compare_counts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

bool samples_period(struct samples *samples, struct slice unit, uint64_t *period)
{
	const struct unit *known = unit_find(unit);
	const bool is_weight = known || slice_equal(unit, SLICE("cycles")) ||
			       slice_equal(unit, SLICE("instructions"));
	uint64_t divisor = 0;
	size_t i;

	if (samples->too_large || samples->count == 0 || (known && known->kind == UNIT_MEMORY))
		return false;
	for (i = 0; i < samples->count && divisor != 1; i++)
		divisor = common_divisor(divisor, samples->counts[i]);
	if (divisor < SURE_DIVISOR && (samples->count < SURE_COUNTS || is_weight))
		divisor = 1;
	if (divisor == 1 && (samples->scale > 0 || is_weight))
		return false;
	qsort(samples->counts, samples->count, sizeof(*samples->counts), compare_counts);
	*period = divisor;
	return samples->counts[samples->count / 2] / divisor <= MOST_SAMPLES;
}
