/* SPDX-License-Identifier: MIT */
#include "render/terminal/view.h"
#include "tests/unit/check.h"

static void add(struct profile *profile, const char *name, uint64_t time, uint64_t count)
{
	const frame_id id = profile_frame(profile, slice_from(name));

	profile_label(profile);
	labels_clear(profile->labels);
	profile->labels->time = time;
	profile_add_count(profile, &id, 1, count);
}

static uint64_t sum_of(const struct timeline *timeline)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < timeline->count; i++)
		sum += timeline->bins[i].count;
	return sum;
}

/* Bins are side by side, fill the width, and have all that has a time, on any screen. */
CASE(all_samples_are_in_bins)
{
	struct profile profile = {0};
	struct timeline timeline = {0};
	size_t columns, bin, column;
	uint64_t i;

	for (i = 0; i < 37; i++)
		add(&profile, "a", 1000 + 20 * i, i + 1);
	add(&profile, "b", LABEL_NO_TIME, 1000);
	for (columns = 1; columns < 120; columns++) {
		timeline_build(&timeline, &profile, NULL, columns);
		CHECK(timeline.tick == 20 && timeline.ticks == 37 && timeline.first == 1000);
		CHECK(timeline.count <= columns && sum_of(&timeline) == 37 * 38 / 2);
		CHECK(timeline.untimed == 1000);
		CHECK(timeline_column(&timeline, 0) == 0);
		CHECK(timeline_column(&timeline, timeline.count) == columns);
		CHECK(timeline_times(&timeline, timeline.count - 1).to == 1000 + 20 * 37);
		for (bin = 0; bin < timeline.count; bin++) {
			CHECK(timeline_column(&timeline, bin) <
			      timeline_column(&timeline, bin + 1));
			for (column = timeline_column(&timeline, bin);
			     column < timeline_column(&timeline, bin + 1); column++)
				CHECK(timeline_bin_at(&timeline, column) == bin);
		}
	}
	timeline_release(&timeline);
	profile_release(&profile);
}

CASE(the_cursor_stays_in_the_strip)
{
	struct profile profile = {0};
	struct timeline timeline = {0};
	bool found[2] = {false, true};

	add(&profile, "a", 0, 1);
	add(&profile, "b", 3, 1);
	add(&profile, "a", 9, 1);
	timeline_build(&timeline, &profile, found, 80);
	CHECK(timeline.tick == 3 && timeline.count == 4);
	timeline_move(&timeline, INT32_MAX);
	CHECK(timeline_cursor(&timeline) == 3);
	CHECK(timeline_step_found(&timeline, 1) && timeline_cursor(&timeline) == 1);
	CHECK(timeline_step_found(&timeline, -1) && timeline_cursor(&timeline) == 1);
	timeline_move(&timeline, INT32_MIN);
	CHECK(timeline_cursor(&timeline) == 0);
	timeline_build(&timeline, &profile, NULL, 80);
	CHECK(!timeline_step_found(&timeline, 1));
	timeline_release(&timeline);
	profile_release(&profile);
}

/* Times as far apart as they can be, and a single one. */
CASE(any_times_have_bins)
{
	struct profile profile = {0};
	struct timeline timeline = {0};

	add(&profile, "a", 7, 5);
	timeline_build(&timeline, &profile, NULL, 500);
	CHECK(timeline.count == 1 && timeline.bins[0].count == 5 &&
	      timeline_column(&timeline, 1) == 500);
	timeline_release(&timeline);
	add(&profile, "a", LABEL_TIME_LIMIT * UINT64_C(1000000000) - 1, 6);
	add(&profile, "a", 8, 7);
	timeline_build(&timeline, &profile, NULL, 500);
	CHECK(sum_of(&timeline) == 18 && timeline.bins[0].count == 12);
	CHECK(timeline.bins[timeline.count - 1].count == 6);
	timeline_release(&timeline);
	profile_release(&profile);
}

/* A part has the rows of its times, and the whole stays what it was. */
CASE(a_part_has_the_samples_of_its_times)
{
	struct profile profile = {0};
	struct view_profile whole, *part;
	const struct view_filter_times times = {10, 20}, nothing = {11, 12};
	uint64_t sum = 0;
	frame_id i;
	size_t n;

	add(&profile, "x", 0, 1);
	add(&profile, "a", 10, 2);
	add(&profile, "a", 19, 4);
	add(&profile, "a", 20, 8);
	add(&profile, "b", LABEL_NO_TIME, 16);
	CHECK(view_profile_build(&whole, &profile));
	part = timeline_part(&whole, &times);
	CHECK(part && part->profile.count == 1 && part->profile.total[1] == 6);
	CHECK(part->profile.labels && part->profile.names.count == whole.profile.names.count);
	for (i = 0; i < whole.profile.names.count; i++)
		CHECK(slice_equal(intern_name(&part->profile.names, i),
				  intern_name(&whole.profile.names, i)));
	for (n = 0; n < whole.profile.count; n++)
		sum += whole.profile.stacks[n]->count[1];
	CHECK(sum == 31 && whole.profile.total[1] == 31);
	CHECK(!timeline_part(&whole, &nothing));
	view_profile_release(part);
	free(part);
	view_profile_release(&whole);
}

TEST_CASES(timeline)
