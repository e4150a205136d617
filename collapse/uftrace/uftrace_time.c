/* SPDX-License-Identifier: MIT */
/* Times as uftrace prints them. */
#include "collapse/uftrace/uftrace.h"

#include "common/base/checked.h"

/* A unit of time in nanoseconds; the value is read with `digits` decimals. */
static const struct unit {
	struct slice name;
	unsigned digits;
	uint64_t factor, least; /* the value of a third decimal */
} units[] = {
	{SLICE_INIT("us"), 3, 1, 1},
	{SLICE_INIT("ms"), 6, 1, 1000},
	{SLICE_INIT("s"), 9, 1, 1000000},
	{SLICE_INIT("m"), 9, 60, 60000000},
	{SLICE_INIT("h"), 9, 3600, 3600000000},
};

bool uftrace_take_time(struct ingest_run *run, struct slice *text, uint64_t *time, uint64_t *least)
{
	struct slice rest = slice_trim_left(*text), number, unit;
	size_t i;

	if (!slice_word(&rest, &number) || !slice_word(&rest, &unit) ||
	    !char_is_digit(number.ptr[0]))
		return false;
	for (i = 0; i < ARRAY_LEN(units) && !slice_equal(unit, units[i].name); i++)
		;
	if (i == ARRAY_LEN(units) || !text_take_decimal(run, &number, units[i].digits, time) ||
	    number.len > 0)
		return false;
	if (!u64_multiply(time, units[i].factor)) {
		text_note(run, TEXT_HUGE, *text);
		*time = 0;
	}
	*least = units[i].least;
	*text = rest;
	return true;
}
