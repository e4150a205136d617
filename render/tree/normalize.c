/* SPDX-License-Identifier: MIT */
#include "render/tree/normalize.h"

#include "common/base/checked.h"
#include "common/base/exact.h"

enum { MORE_DIGITS = 6 };

static const uint64_t exact_max = ((uint64_t)1 << 53) - 1; /* integers up to it are doubles */

/* `part` / `whole` to six digits, and without decimals from a hundred thousand on. */
static struct decimal quotient(uint64_t part, uint64_t whole)
{
	const uint64_t million = 1000000;
	uint64_t left = part / whole, rest = part % whole;
	struct decimal number = {left, 0};

	if (left >= million)
		return number;
	for (number.digits = left > 0 ? 6 : DECIMAL_DIGITS;; number.digits--) {
		uint64_t unit = u64_power_of_ten(number.digits);

		number.value = left * unit + ratio_round(rest, whole, unit);
		if (number.value < million || number.digits == 0)
			return number;
	}
}

/* How many decimals counts get, so that what is scaled down is not lost. */
static unsigned more_digits(const struct profile *profile)
{
	uint64_t total = profile->total[1];
	unsigned digits = 0;

	while (digits < MORE_DIGITS && profile->scale + digits < LIMIT_SCALE &&
	       total <= exact_max / 10) {
		total *= 10;
		digits++;
	}
	return digits;
}

/* Edges between stacks are scaled, not stacks: so roundings do not add up. */
static void scale_stacks(const struct stack **stacks, size_t count, struct profile *profile,
			 uint64_t unit)
{
	uint64_t total = profile->total[1] * unit, sum = 0, edge = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct stack *old = stacks[i];
		struct stack *stack = profile_stack(profile, old->frames, old->depth);
		uint64_t last = edge;

		sum += old->count[0];
		edge = ratio_round(sum, profile->total[0], total);
		stack->differential = old->differential;
		stack->count[0] = edge - last;
		stack->count[1] = old->count[1] * unit;
		stacks[i] = stack;
	}
	profile->total[0] = profile->total[1] = total;
}

bool normalize_stacks(const struct stack **stacks, size_t count, struct profile *profile,
		      struct decimal *factor)
{
	unsigned digits;

	if (profile->total[0] == 0 || profile->total[1] == 0)
		return false;
	*factor = quotient(profile->total[1], profile->total[0]);
	if (profile->total[0] == profile->total[1])
		return true;
	digits = more_digits(profile);
	scale_stacks(stacks, count, profile, u64_power_of_ten(digits));
	profile->scale += digits;
	return true;
}
