/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_state.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"

/* The options as a command line would give them. */
static bool select_by(struct jfr_selection *selection, const char *events, const char *filter,
		      bool counts)
{
	struct opt_list event_list = {0}, filter_list = {0};
	struct jfr_selecting by = {&event_list, &filter_list, SLICE(""), counts};
	bool good;

	if (events)
		opt_list_add(&event_list, slice_from(events));
	if (filter)
		opt_list_add(&filter_list, slice_from(filter));
	good = jfr_select(selection, &by);
	free(event_list.at);
	free(filter_list.at);
	return good;
}

static uint64_t parts_of(const struct jfr_selection *selection, const char *event)
{
	const struct jfr_kind *kind = jfr_select_kind(selection, slice_from(event));

	CHECK(kind);
	return kind && kind->part < JFR_PARTS ? UINT64_C(1) << kind->part : 0;
}

CASE(the_first_alternative_with_events_is_taken)
{
	struct jfr_selection selection;
	uint64_t samples, times, walls;

	CHECK(select_by(&selection, NULL, NULL, false) && selection.is_default);
	samples = parts_of(&selection, "jdk.ExecutionSample");
	times = parts_of(&selection, "jdk.CPUTimeSample");
	walls = parts_of(&selection, "profiler.WallClockSample");
	CHECK(selection.certain == samples);
	CHECK(jfr_select_chosen(&selection, 0) == 0);
	CHECK(jfr_select_chosen(&selection, samples | times) == samples);
	CHECK(jfr_select_chosen(&selection, times | walls) == times);
	CHECK(jfr_select_chosen(&selection, walls) == walls);
	CHECK(jfr_select_is_open(&selection, times, (unsigned)__builtin_ctzll(times)));
	CHECK(!jfr_select_is_open(&selection, samples, (unsigned)__builtin_ctzll(times)));
}

CASE(an_event_asked_for_twice_is_taken_once)
{
	struct jfr_selection selection;
	uint64_t samples, times;

	CHECK(select_by(&selection, "cpu,jdk.CPUTimeSample,cpu", NULL, false));
	samples = parts_of(&selection, "jdk.ExecutionSample");
	times = parts_of(&selection, "jdk.CPUTimeSample");
	CHECK(selection.part_count == 2);
	CHECK(jfr_select_chosen(&selection, samples | times) == (samples | times));
}

CASE(halves_of_samples_are_apart_only_where_they_have_to_be)
{
	struct jfr_selection selection;
	const struct jfr_kind *kind;

	CHECK(select_by(&selection, "jdk.ExecutionSample", NULL, false));
	kind = jfr_select_kind(&selection, SLICE("jdk.ExecutionSample"));
	CHECK(kind && kind->part == kind->wall_part);
	CHECK(select_by(&selection, "jdk.ExecutionSample,wall", NULL, false));
	kind = jfr_select_kind(&selection, SLICE("jdk.ExecutionSample"));
	CHECK(kind && kind->part != kind->wall_part && kind->part < JFR_PARTS);
	CHECK(select_by(&selection, "wall", NULL, false));
	kind = jfr_select_kind(&selection, SLICE("jdk.ExecutionSample"));
	CHECK(kind && kind->part == JFR_NO_PART && kind->wall_part < JFR_PARTS);
}

CASE(names_may_lack_their_jdk)
{
	struct jfr_selection selection;
	const struct jfr_kind *kind;

	CHECK(select_by(&selection, "ThreadPark,JavaErrorThrow", NULL, true));
	kind = jfr_select_kind(&selection, SLICE("jdk.ThreadPark"));
	CHECK(kind && kind->field.len == 0);
	CHECK(jfr_select_kind(&selection, SLICE("jdk.JavaErrorThrow")));
	CHECK(jfr_select_kind(&selection, SLICE("JavaErrorThrow")));
	CHECK(!jfr_select_kind(&selection, SLICE("shop.JavaErrorThrow")));
	CHECK(select_by(&selection, "ThreadPark", NULL, false));
	kind = jfr_select_kind(&selection, SLICE("jdk.ThreadPark"));
	CHECK(kind && slice_equal(kind->field, SLICE("duration")));
}

CASE(units_are_not_added)
{
	struct jfr_selection selection;
	char many[512] = "a.a";
	size_t i;

	CHECK(!select_by(&selection, "alloc,lock", NULL, false));
	CHECK(select_by(&selection, "alloc,lock", NULL, true));
	CHECK(select_by(&selection, "alloc", "lock", false));
	CHECK(!jfr_select_weighs(&selection));
	CHECK(select_by(&selection, "io,park", NULL, false) && jfr_select_weighs(&selection));
	CHECK(!select_by(&selection, ",,", NULL, false));
	for (i = 0; i < JFR_PARTS; i++)
		snprintf(many + strlen(many), sizeof(many) - strlen(many), ",e%zu.x", i);
	CHECK(!select_by(&selection, many, NULL, false));
}

TEST(jfr_select)
{
	diag_set_level(DIAG_SILENT);
	check_cases();
	return check_done();
}
