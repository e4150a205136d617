/* SPDX-License-Identifier: MIT */
#include "collapse/perf/perf_event.h"

#include "tests/unit/check.h"

static void check_parts(const char *event, const char *unit, const char *name,
			const char *modifiers)
{
	const struct perf_event_name parts = perf_event_name_of(slice_from(event));

	CHECK(slice_equal(parts.unit, slice_from(unit)));
	CHECK(slice_equal(parts.name, slice_from(name)));
	CHECK(slice_equal(parts.modifiers, slice_from(modifiers)));
}

static bool is_shared(const char *event)
{
	return perf_event_name_of(slice_from(event)).is_shared;
}

CASE(modifiers_come_after_the_last_colon)
{
	check_parts("cycles", "", "cycles", "");
	check_parts("cycles:u", "", "cycles", "u");
	check_parts("cycles:ppp", "", "cycles", "ppp");
	check_parts("sched:sched_switch", "", "sched:sched_switch", "");
	check_parts("sched:sched_switch:u", "", "sched:sched_switch", "u");
	check_parts(":u", "", ":u", "");
	check_parts("", "", "", "");
}

CASE(a_unit_comes_before_the_first_slash)
{
	check_parts("cpu_core/cycles/", "cpu_core", "cycles", "");
	check_parts("cpu_core/cycles/P", "cpu_core", "cycles", "P");
	check_parts("cpu_core/cycles/:u", "cpu_core", "cycles", "u");
	check_parts("cpu_core/cycles:ppp/", "cpu_core", "cycles", "ppp");
	check_parts("cpu_core/mem-loads,ldlat=30/P", "cpu_core", "mem-loads,ldlat=30", "P");
}

CASE(slashes_alone_are_no_unit)
{
	check_parts("mem:0x1000/8:w", "", "mem:0x1000/8:w", "");
	check_parts("a/b", "", "a/b", "");
	check_parts("a//", "", "a//", "");
	check_parts("/cycles/", "", "/cycles/", "");
	check_parts("probe:a/b/", "", "probe:a/b/", "");
	check_parts("cpu/cycles/xyz", "", "cpu/cycles/xyz", "");
	check_parts("cpu/cycles:u/u", "", "cpu/cycles:u/u", "");
}

CASE(units_of_processors_count_the_same)
{
	CHECK(is_shared("cpu_core/cycles/P"));
	CHECK(is_shared("cpu_atom/cycles/"));
	CHECK(is_shared("cpu/instructions/u"));
	CHECK(is_shared("armv8_cortex_a53/cycles/"));
	CHECK(is_shared("armv8_pmuv3_1/cycles/"));
	CHECK(is_shared("apple_icestorm_pmu/cycles/"));
	CHECK(!is_shared("cycles:P"));
	CHECK(!is_shared("uncore_imc_0/cas_count_read/"));
	CHECK(!is_shared("arm_dsu_0/cycles/"));
}

CASE(raw_numbers_mean_other_events_on_other_units)
{
	CHECK(!is_shared("cpu_core/event=0x3c/"));
	CHECK(!is_shared("cpu_core/event=0x3c,umask=0x1/P"));
	CHECK(!is_shared("cpu_core/r3c/"));
	CHECK(!is_shared("cpu_core/config=0x3c/"));
	CHECK(is_shared("cpu_core/ref-cycles/"));
	CHECK(is_shared("cpu_core/mem-loads,ldlat=30/P"));
}

TEST_CASES(perf_event_name)
