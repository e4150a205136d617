/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_clock.h"

static uint64_t jfr_clock_divide(struct u128 product, uint64_t by)
{
	u128_divide(&product, by);
	return product.high > 0 || product.low > INT64_MAX ? INT64_MAX : product.low;
}

uint64_t jfr_scale(uint64_t value, uint64_t factor, uint64_t by)
{
	struct u128 product = {0, 0};

	if (factor == by)
		return value > INT64_MAX ? INT64_MAX : value;
	u128_add_product(&product, value, factor);
	return jfr_clock_divide(product, by);
}

int64_t jfr_first_tick(int64_t ns, uint64_t ticks_per_second)
{
	struct u128 product = {0, 0};

	if (ns < 0)
		return -(int64_t)jfr_scale(-(uint64_t)ns, ticks_per_second, JFR_SECOND);
	u128_add_product(&product, (uint64_t)ns, ticks_per_second);
	u128_add_product(&product, JFR_SECOND - 1, 1); /* rounded up */
	return (int64_t)jfr_clock_divide(product, JFR_SECOND);
}
