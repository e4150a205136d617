/* SPDX-License-Identifier: MIT */
#include "common/profile/label_request.h"
#include "common/profile/label_rows.h"
#include "tests/unit/check_text.h"

static struct stack *stack_of(struct profile *profile, const char *name)
{
	const frame_id id = profile_frame(profile, slice_from(name));

	return profile_find(profile, &id, 1);
}

static void add(struct profile *profile, const char *name, uint64_t time, const char *tid)
{
	const struct weight one = {.count = {1, 1}};

	profile_label(profile);
	labels_clear(profile->labels);
	profile->labels->time = time;
	if (tid)
		labels_put(profile->labels, SLICE("tid"), slice_from(tid));
	profile_weigh(profile, stack_of(profile, name), &one);
}

CASE(sets_are_the_same_in_any_order)
{
	struct labels *labels = labels_new();
	uint32_t set;

	CHECK(labels_current(labels) == LABEL_NO_SET);
	labels_put(labels, SLICE("tid"), SLICE("7"));
	labels_put(labels, SLICE("cpu"), SLICE("003"));
	set = labels_current(labels);
	labels_clear(labels);
	labels_put(labels, SLICE("cpu"), SLICE("3"));
	labels_put(labels, SLICE("tid"), SLICE("8"));
	CHECK(labels_current(labels) != set);
	labels_put(labels, SLICE("tid"), SLICE("7"));
	CHECK(labels_current(labels) == set);
	labels_take(labels, SLICE("tid"));
	labels_take(labels, SLICE("cpu"));
	CHECK(labels_current(labels) == LABEL_NO_SET);
	labels_free(labels);
}

CASE(names_and_values_are_fit_for_folded_text)
{
	struct labels *labels = labels_new();
	struct slice value;

	labels_put(labels, SLICE("a b=c;"), SLICE("x;y\n=z "));
	CHECK(labels_pending(labels, SLICE("a_b_c:"), &value));
	CHECK(slice_equal(value, SLICE("x:y =z ")));
	labels_put(labels, SLICE(""), SLICE(""));
	CHECK(labels_pending(labels, SLICE("_"), &value) && value.len == 0);
	labels_free(labels);
}

CASE(more_labels_than_a_set_has_are_ignored)
{
	struct labels *labels = labels_new();
	struct buf name = {0};
	unsigned i;

	for (i = 0; i < 2 * LABELS_MAX; i++) {
		buf_reset(&name);
		buf_printf(&name, "l%u", i);
		labels_put(labels, buf_slice(&name), SLICE("1"));
	}
	CHECK(labels->pending_count == LABELS_MAX);
	buf_release(&name);
	labels_free(labels);
}

static bool is_time(const char *text, uint64_t wanted, unsigned wanted_digits)
{
	uint64_t time = 0;
	unsigned digits = 0;
	const bool is = labels_parse_time(slice_from(text), &time, &digits);

	return wanted == LABEL_NO_TIME ? !is : is && time == wanted && digits == wanted_digits;
}

CASE(times_are_numbers_of_seconds)
{
	CHECK(is_time("0003.240", 3240, 3) && is_time("12", 12, 0));
	CHECK(is_time("1.12345678999", 1123456789, 9) && is_time("3999999999", 3999999999u, 0));
	CHECK(is_time("", LABEL_NO_TIME, 0) && is_time("-1", LABEL_NO_TIME, 0));
	CHECK(is_time("1.", LABEL_NO_TIME, 0) && is_time(".5", LABEL_NO_TIME, 0));
	CHECK(is_time("4000000000", LABEL_NO_TIME, 0) && is_time("1e3", LABEL_NO_TIME, 0));
}

CASE(bins_have_the_decimals_they_need)
{
	CHECK(label_request_digits(20000000) == 2 && label_request_digits(1000000000) == 0);
	CHECK(label_request_digits(1) == 9 && label_request_digits(500000) == 4);
	CHECK(label_request_digits(UINT64_C(60000000000)) == 0);
}

CASE(rows_add_up_to_their_stacks)
{
	struct profile one = {0}, two = {0};

	add(&one, "f", 3, "7");
	add(&one, "f", 3, "7");
	add(&one, "f", LABEL_NO_TIME, NULL);
	profile_add_count(&two, &(frame_id){profile_frame(&two, SLICE("g"))}, 1, 4);
	add(&two, "f", 3, "7");
	CHECK(one.labels->count == 2 && profile_rows(&two) == 2);
	profile_merge(&one, &two);
	CHECK(one.count == 2 && one.labels->count == 3);
	CHECK(stack_of(&one, "f")->count[1] == 4 && stack_of(&one, "g")->count[1] == 4);
	profile_release(&one);
}

CASE(times_of_other_files_get_the_same_decimals)
{
	struct profile one = {0}, two = {0};

	add(&one, "f", 3, NULL);
	add(&two, "f", 3000, NULL);
	two.labels->time_digits = 3;
	profile_merge(&one, &two);
	CHECK(one.labels->count == 1 && one.labels->time_digits == 3);
	CHECK(one.labels->rows[0].time == 3000 && one.labels->rows[0].count[1] == 2);
	profile_release(&one);
}

CASE(parts_are_the_largest_and_the_others)
{
	struct profile profile = {0};
	struct label_split split;

	add(&profile, "f", 1, "1");
	add(&profile, "f", 2, "2");
	add(&profile, "g", 2, "2");
	add(&profile, "g", 2, NULL);
	CHECK(label_split_init(&split, &profile, SLICE("tid"), 1));
	CHECK(split.count == 2 && slice_equal(split.parts[0].value, SLICE("2")));
	CHECK(split.parts[0].total[1] == 2 && !split.parts[1].value.ptr);
	label_split_select(&split, 1);
	CHECK(stack_of(&profile, "f")->count[1] == 1 && profile.total[1] == 2);
	label_split_release(&split);
	CHECK(stack_of(&profile, "f")->count[1] == 2 && profile.total[1] == 4);
	profile_release(&profile);
}

CASE(threads_have_their_rows_in_the_order_of_time)
{
	struct profile profile = {0};
	struct label_threads threads;

	add(&profile, "f", 10, "12");
	add(&profile, "g", 9, "12");
	add(&profile, "f", 3, "7");
	add(&profile, "f", LABEL_NO_TIME, "12");
	label_threads_init(&threads, &profile);
	CHECK(threads.count == 2 && threads.ends[0] == 1 && threads.ends[1] == 4);
	CHECK(threads.rows[0].time == 3 && threads.rows[1].time == LABEL_NO_TIME);
	CHECK(threads.rows[2].time == 9 && threads.rows[3].time == 10);
	label_threads_release(&threads);
	profile_release(&profile);
}

TEST_CASES(labels)
