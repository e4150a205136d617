/* SPDX-License-Identifier: MIT */
#include "common/profile/units.h"

static const struct unit units[] = {
	{SLICE_INIT("ns"), SLICE_INIT("nanoseconds"), UNIT_TIME, 1},
	{SLICE_INIT("us"), SLICE_INIT("microseconds"), UNIT_TIME, 1000},
	{SLICE_INIT("ms"), SLICE_INIT("milliseconds"), UNIT_TIME, 1000000},
	{SLICE_INIT("s"), SLICE_INIT("seconds"), UNIT_TIME, 1000000000},
	{SLICE_INIT("bytes"), SLICE_INIT("bytes"), UNIT_MEMORY, 1},
};

const struct unit *unit_find(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(name, units[i].name) || slice_equal(name, units[i].word))
			return &units[i];
	}
	return NULL;
}

struct slice unit_name(struct slice name)
{
	const struct unit *unit = unit_find(name);

	return unit ? unit->name : name;
}
