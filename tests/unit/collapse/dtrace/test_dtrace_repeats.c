/* SPDX-License-Identifier: MIT */
#include "collapse/dtrace/dtrace_repeats.h"
#include "tests/unit/check.h"

/* The stack of the first sample of the text, and what is left behind the sample. */
static struct slice cut(struct slice text, struct slice *rest)
{
	struct queued_sample sample = {.known = NULL};

	*rest = text;
	dtrace_cut_sample(rest, &sample);
	CHECK(sample.text.ptr == text.ptr && sample.text.len + rest->len == text.len);
	return sample.stack;
}

static void the_last_line_is_not_part_of_the_stack(void)
{
	struct slice rest;

	CHECK(slice_equal(cut(SLICE(" a\n b\n 1\n\n c\n"), &rest), SLICE(" a\n b\n")));
	CHECK(slice_equal(rest, SLICE(" c\n")));
	CHECK(slice_equal(cut(SLICE(" a\n 1\n\n\n c\n"), &rest), SLICE(" a\n")));
	CHECK(slice_equal(rest, SLICE("\n c\n")));
}

static void other_texts_have_no_stack(void)
{
	struct slice rest;

	CHECK(cut(SLICE("\n a\n 1\n\n"), &rest).len == 0);
	CHECK(slice_equal(rest, SLICE(" a\n 1\n\n")));
	CHECK(cut(SLICE(" 1\n\n a\n"), &rest).len == 0);
	CHECK(slice_equal(rest, SLICE(" a\n")));
	CHECK(cut(SLICE(" a\n 1\n"), &rest).len == 0 && rest.len == 0);
	CHECK(cut(SLICE(" a"), &rest).len == 0 && rest.len == 0);
}

struct chunks {
	struct dtrace_repeats repeats;
	size_t all, distinct, looked;
};

/* So many chunks of 100 stacks, of which some are distinct and some of those looked up are found. */
static void pass(struct chunks *chunks, size_t count, size_t fresh, size_t found)
{
	for (; count > 0; count--) {
		dtrace_repeats_decide(&chunks->repeats, chunks->all, chunks->distinct);
		chunks->all += 100;
		chunks->distinct += fresh;
		if (chunks->repeats.looking) {
			chunks->repeats.found += found;
			chunks->looked += 100;
		}
	}
}

static void stacks_that_never_repeat_are_hardly_looked_up(void)
{
	struct chunks chunks = {.all = 0};

	dtrace_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 100, 0);
	CHECK(chunks.looked > 0 && chunks.looked <= 3000);
}

static void stacks_that_repeat_are_looked_up(void)
{
	struct chunks chunks = {.all = 0};

	dtrace_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 1, 50);
	CHECK(chunks.looked == 100000);
}

static void many_stacks_are_looked_up_from_their_second_time_on(void)
{
	struct chunks chunks = {.all = 0};

	dtrace_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 100, 0);
	chunks.looked = 0;
	pass(&chunks, 1000, 0, 0);
	CHECK(chunks.looked >= 99000);
	pass(&chunks, 1000, 0, 100);
	CHECK(chunks.looked >= 199000);
	pass(&chunks, 10000, 100, 0);
	CHECK(chunks.looked <= 600000);
}

/* The same frames with other offsets each time. */
static void what_is_never_found_is_looked_up_less_and_less(void)
{
	struct chunks chunks = {.all = 0};

	dtrace_repeats_init(&chunks.repeats);
	pass(&chunks, 10000, 1, 0);
	CHECK(chunks.looked > 3000 && chunks.looked <= 200000);
}

int main(void)
{
	the_last_line_is_not_part_of_the_stack();
	other_texts_have_no_stack();
	stacks_that_never_repeat_are_hardly_looked_up();
	stacks_that_repeat_are_looked_up();
	many_stacks_are_looked_up_from_their_second_time_on();
	what_is_never_found_is_looked_up_less_and_less();
	return check_done();
}
