/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_weigh.h"

#include "collapse/jfr/jfr_clock.h"

/* Nanoseconds of one; 0: no unit of time, or ticks. */
static const uint64_t nanoseconds[] = {
	[JFR_NANOSECONDS] = 1,      [JFR_MICROSECONDS] = 1000, [JFR_MILLISECONDS] = 1000000,
	[JFR_SECONDS] = JFR_SECOND, [JFR_BYTES] = 0,
};

static bool jfr_weigh_is_time(unsigned measure)
{
	return measure == JFR_TICKS || nanoseconds[measure] > 0;
}

enum jfr_unit jfr_weigh_unit(const struct jfr_kind *kind, unsigned measure, bool has_field)
{
	if (kind->field.len == 0 || (!has_field && !kind->must_have))
		return JFR_IN_COUNTS;
	if (kind->unit != JFR_IN_OTHERS)
		return (enum jfr_unit)kind->unit;
	return jfr_weigh_is_time(measure) ? JFR_IN_NANOSECONDS
	       : measure == JFR_BYTES     ? JFR_IN_BYTES
					  : JFR_IN_OTHERS;
}

/* To the nearest. */
static uint64_t round_real(double value)
{
	if (!(value > 0)) /* or not a number */
		return 0;
	return value >= 9.2233720368547e18 ? INT64_MAX : (uint64_t)(value + 0.5);
}

static uint64_t in_nanoseconds(uint64_t value, unsigned measure, uint64_t ticks)
{
	if (measure == JFR_TICKS)
		return ticks > 0 ? jfr_scale(value, JFR_SECOND, ticks) : 0;
	return jfr_scale(value, nanoseconds[measure], 1);
}

uint64_t jfr_weigh(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
		   union jfr_value value)
{
	const uint32_t slot = UINT32_C(1) << JFR_WEIGHT_SLOT;

	if (plan->kind->field.len == 0)
		return 1;
	if (!(plan->layout.slots & slot))
		return plan->kind->must_have ? 0 : 1;
	if (plan->layout.reals & slot)
		value.number = round_real(value.real);
	if ((int64_t)value.number <= 0)
		return 0;
	if (jfr_weigh_is_time(plan->measure))
		return in_nanoseconds(value.number, plan->measure, chunk->ticks);
	return value.number;
}
