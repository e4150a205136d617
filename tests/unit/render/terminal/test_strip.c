/* SPDX-License-Identifier: MIT */
#include "render/terminal/timeline.h"
#include "tests/unit/check.h"

static void add(struct profile *profile, const char *name, uint64_t time, uint64_t count)
{
	const frame_id id = profile_frame(profile, slice_from(name));

	profile_label(profile);
	labels_clear(profile->labels);
	profile->labels->time = time;
	profile_add_count(profile, &id, 1, count);
}

static uint64_t sum_of(const struct strip *strip)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < strip->count; i++)
		sum += strip->bins[i].count;
	return sum;
}

/* Bins are side by side, fill the width, and have all that has a time, on any screen. */
static void all_samples_are_in_bins(void)
{
	struct profile profile = {0};
	struct strip strip = {0};
	size_t columns, bin, column;
	uint64_t i;

	for (i = 0; i < 37; i++)
		add(&profile, "a", 1000 + 20 * i, i + 1);
	add(&profile, "b", LABEL_NO_TIME, 1000);
	for (columns = 1; columns < 120; columns++) {
		strip_build(&strip, &profile, NULL, columns);
		CHECK(strip.tick == 20 && strip.ticks == 37 && strip.first == 1000);
		CHECK(strip.count <= columns && sum_of(&strip) == 37 * 38 / 2);
		CHECK(strip.untimed == 1000);
		CHECK(strip_column(&strip, 0) == 0);
		CHECK(strip_column(&strip, strip.count) == columns);
		CHECK(strip_times(&strip, strip.count - 1).to == 1000 + 20 * 37);
		for (bin = 0; bin < strip.count; bin++) {
			CHECK(strip_column(&strip, bin) < strip_column(&strip, bin + 1));
			for (column = strip_column(&strip, bin);
			     column < strip_column(&strip, bin + 1); column++)
				CHECK(strip_bin_at(&strip, column) == bin);
		}
	}
	strip_release(&strip);
	profile_release(&profile);
}

static void the_cursor_stays_in_the_strip(void)
{
	struct profile profile = {0};
	struct strip strip = {0};
	bool found[2] = {false, true};

	add(&profile, "a", 0, 1);
	add(&profile, "b", 3, 1);
	add(&profile, "a", 9, 1);
	strip_build(&strip, &profile, found, 80);
	CHECK(strip.tick == 3 && strip.count == 4);
	strip_move(&strip, INT32_MAX);
	CHECK(strip_cursor(&strip) == 3);
	CHECK(strip_step_found(&strip, 1) && strip_cursor(&strip) == 1);
	CHECK(strip_step_found(&strip, -1) && strip_cursor(&strip) == 1);
	strip_move(&strip, INT32_MIN);
	CHECK(strip_cursor(&strip) == 0);
	strip_build(&strip, &profile, NULL, 80);
	CHECK(!strip_step_found(&strip, 1));
	strip_release(&strip);
	profile_release(&profile);
}

/* Times as far apart as they can be, and a single one. */
static void any_times_have_bins(void)
{
	struct profile profile = {0};
	struct strip strip = {0};

	add(&profile, "a", 7, 5);
	strip_build(&strip, &profile, NULL, 500);
	CHECK(strip.count == 1 && strip.bins[0].count == 5 && strip_column(&strip, 1) == 500);
	strip_release(&strip);
	add(&profile, "a", LABEL_TIME_LIMIT * UINT64_C(1000000000) - 1, 6);
	add(&profile, "a", 8, 7);
	strip_build(&strip, &profile, NULL, 500);
	CHECK(sum_of(&strip) == 18 && strip.bins[0].count == 12);
	CHECK(strip.bins[strip.count - 1].count == 6);
	strip_release(&strip);
	profile_release(&profile);
}

/* A part has the rows of its times, and the whole stays what it was. */
static void a_part_has_the_samples_of_its_times(void)
{
	struct profile profile = {0};
	struct subject whole, *part;
	const struct lens_times times = {10, 20}, nothing = {11, 12};
	uint64_t sum = 0;
	frame_id i;
	size_t n;

	add(&profile, "x", 0, 1);
	add(&profile, "a", 10, 2);
	add(&profile, "a", 19, 4);
	add(&profile, "a", 20, 8);
	add(&profile, "b", LABEL_NO_TIME, 16);
	CHECK(subject_build(&whole, &profile));
	part = strip_part(&whole, &times);
	CHECK(part && part->profile.count == 1 && part->profile.total[1] == 6);
	CHECK(!part->profile.labels && part->profile.names.count == whole.profile.names.count);
	for (i = 0; i < whole.profile.names.count; i++)
		CHECK(slice_equal(intern_name(&part->profile.names, i),
				  intern_name(&whole.profile.names, i)));
	for (n = 0; n < whole.profile.count; n++)
		sum += whole.profile.stacks[n]->count[1];
	CHECK(sum == 31 && whole.profile.total[1] == 31);
	CHECK(!strip_part(&whole, &nothing));
	subject_release(part);
	free(part);
	subject_release(&whole);
}

TEST(strip)
{
	all_samples_are_in_bins();
	the_cursor_stays_in_the_strip();
	any_times_have_bins();
	a_part_has_the_samples_of_its_times();
	return check_done();
}
