/* SPDX-License-Identifier: MIT */
/* Stacks that lack callers, and the contexts in which they may be. */
#include "collapse/perf/perf_repair.h"

#include "tests/unit/check.h"

/* Add "p;CUT;a;b", where CUT and BEGUN stand for the markers. */
static void add(struct profile *profile, const char *text)
{
	struct slice rest = slice_from(text), name;
	const struct weight weight = {.count = {1, 1}};
	frame_id frames[1024];
	uint32_t count = 0;
	bool is_last;

	do {
		is_last = !slice_cut(&rest, ';', &name);
		if (is_last)
			name = rest;
		if (slice_equal(name, SLICE("CUT")))
			name = SLICE(PERF_REPAIR_CUT);
		else if (slice_equal(name, SLICE("BEGUN")))
			name = SLICE(PERF_REPAIR_BEGUN);
		frames[count++] = profile_frame(profile, name);
	} while (!is_last);
	profile_add(profile, frames, count, &weight);
}

static bool has(const struct profile *profile, const char *text, uint64_t count)
{
	struct buf line = {0};
	bool found = false;
	size_t i, k;

	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];

		buf_reset(&line);
		for (k = 0; k < stack->depth; k++) {
			if (k > 0)
				buf_add_char(&line, ';');
			buf_add(&line, intern_name(&profile->names, stack->frames[k]));
		}
		found |= slice_equal(buf_slice(&line), slice_from(text)) &&
			 stack->count[0] == count;
	}
	buf_release(&line);
	return found;
}

/* Place the stacks, where `wanted` is expected to be afterwards; how many were placed. */
static uint64_t place_of(const char *const *stacks, bool has_kinds, const char *wanted,
			 uint64_t count)
{
	struct profile profile = {.threads = 1};
	struct perf_repair_counts counts;

	for (; *stacks; stacks++)
		add(&profile, *stacks);
	perf_repair_apply(&profile, 1, has_kinds, &counts);
	CHECK(has(&profile, wanted, count));
	profile_release(&profile);
	return counts.placed;
}

static uint64_t place(const char *const *stacks, const char *wanted, uint64_t count)
{
	return place_of(stacks, false, wanted, count);
}

#define STACKS(...) ((const char *const[]){__VA_ARGS__, NULL})

CASE(a_cut_stack_goes_below_its_only_context)
{
	CHECK(place(STACKS("p;s;m;a;b;c", "p;CUT;a;b;c;d"), "p;s;m;a;b;c;d", 1) == 1);
	CHECK(place(STACKS("p;s;m;a;b;c", "p;CUT;a;b;c"), "p;s;m;a;b;c", 2) == 1);
	/* more frames than three decide */
	CHECK(place(STACKS("p;s;a;b;c;d", "p;t;a;b;c;e", "p;CUT;a;b;c;d;f"), "p;s;a;b;c;d;f", 1) ==
	      1);
}

CASE(with_two_contexts_it_stays)
{
	CHECK(place(STACKS("p;s;a;b;c", "p;t;a;b;c", "p;CUT;a;b;c;d"), "p;[cut];a;b;c;d", 1) == 0);
	/* another cut stack has these frames below another one */
	CHECK(place(STACKS("p;s;a;b;c", "p;CUT;t;a;b;c", "p;CUT;a;b;c;d"), "p;[cut];a;b;c;d", 1) ==
	      0);
	CHECK(place(STACKS("p;r;s;a;b;c", "p;CUT;s;a;b;c", "p;CUT;a;b;c;d"), "p;r;s;a;b;c;d", 1) ==
	      2);
}

CASE(three_functions_are_needed)
{
	CHECK(place(STACKS("p;s;a;b;c", "p;CUT;a;b"), "p;[cut];a;b", 1) == 0);
	CHECK(place(STACKS("p;s;a;b;c", "p;CUT;a;b;d"), "p;[cut];a;b;d", 1) == 0);
	CHECK(place(STACKS("p;s;a;b;b;b", "p;CUT;a;b;b;b"), "p;[cut];a;b;b;b", 1) == 0);
	CHECK(place(STACKS("p;s;a;b;c", "p;CUT"), "p;[cut]", 1) == 0);
}

CASE(other_processes_tell_nothing)
{
	CHECK(place(STACKS("q;s;a;b;c", "p;CUT;a;b;c"), "p;[cut];a;b;c", 1) == 0);
}

CASE(threads_of_the_other_kind_tell_nothing)
{
	CHECK(place_of(STACKS("p;\nthread;s;a;b;c", "p;\nmain;CUT;a;b;c"), true, "p;[cut];a;b;c",
		       1) == 0);
	CHECK(place_of(STACKS("p;\nthread;s;a;b;c", "p;\nthread;CUT;a;b;c"), true, "p;s;a;b;c",
		       2) == 1);
	CHECK(place_of(STACKS("p;\nthread;a", "p;\nmain;a"), true, "p;a", 2) == 0);
	CHECK(place_of(STACKS("p;\nmain", "p"), true, "p", 2) == 0);
}

CASE(what_a_signal_interrupted_is_not_known)
{
	CHECK(place(STACKS("p;s;a;b;c", "p;\ninterrupted;a;b;c"), "p;[cut];a;b;c", 1) == 0);
	CHECK(place(STACKS("p;s;a;b;c", "p;\ninterrupted;a;b;c", "p;CUT;a;b;c"), "p;s;a;b;c", 2) ==
	      1);
}

CASE(how_often_a_function_calls_itself_is_not_known)
{
	CHECK(place(STACKS("p;s;a;b;a;b;c", "p;CUT;a;b;c"), "p;[cut];a;b;c", 1) == 0);
	CHECK(place(STACKS("p;s;a;b;c;a", "p;CUT;a;b;c;a"), "p;[cut];a;b;c;a", 1) == 0);
	/* of the context, and in another stack */
	CHECK(place(STACKS("p;r;r;a;b;c", "p;CUT;a;b;c"), "p;[cut];a;b;c", 1) == 0);
	CHECK(place(STACKS("p;r;a;b;c", "p;r;r;d", "p;CUT;a;b;c"), "p;[cut];a;b;c", 1) == 0);
	CHECK(place(STACKS("p;r;a;b;c", "p;CUT;r;r", "p;CUT;a;b;c"), "p;[cut];a;b;c", 1) == 0);
	/* below the place */
	CHECK(place(STACKS("p;r;a;b;c;d;d", "p;CUT;a;b;c;d;d"), "p;r;a;b;c;d;d", 2) == 1);
}

CASE(what_a_thread_begins_with_is_put_before_its_stacks)
{
	CHECK(place(STACKS("p;start;libc;main;a", "p;BEGUN;libc;main;b"), "p;start;libc;main;b",
		    1) == 0);
	CHECK(place(STACKS("p;start;libc;main;a", "p;BEGUN;libc;other;b"), "p;libc;other;b", 1) ==
	      0);
	CHECK(place(STACKS("p;BEGUN;libc;main;b"), "p;libc;main;b", 1) == 0);
	/* it is a context for those that are cut */
	CHECK(place(STACKS("p;start;libc;main;a", "p;BEGUN;libc;main;b;c;d", "p;CUT;b;c;d"),
		    "p;start;libc;main;b;c;d", 2) == 1);
}

/* Add "p;PREFIX0;PREFIX1;...;a;b;c;..." of numbered functions; NULL: no prefix, a cut stack. */
static void add_numbered(struct profile *profile, const char *prefix, unsigned prefixes,
			 unsigned count)
{
	struct buf text = {0};
	unsigned i;

	buf_add_text(&text, prefix ? "p" : "p;CUT");
	for (i = 0; i < prefixes; i++)
		buf_printf(&text, ";%s%u", prefix, i);
	for (i = 0; i < count; i++)
		buf_printf(&text, ";f%u", i);
	buf_add_char(&text, '\0');
	add(profile, text.ptr);
	buf_release(&text);
}

/* How many of the one cut stack are placed: `contexts` have all its frames but the last one. */
static uint64_t place_numbered(unsigned contexts, unsigned prefixes, unsigned count)
{
	struct profile profile = {.threads = 1};
	struct perf_repair_counts counts;
	char prefix[16];
	unsigned i;

	for (i = 0; i < contexts; i++) {
		snprintf(prefix, sizeof(prefix), "c%u.", i);
		add_numbered(&profile, prefix, prefixes, count - 1);
	}
	add_numbered(&profile, "d", prefixes, count);
	add_numbered(&profile, NULL, 0, count);
	perf_repair_apply(&profile, 1, false, &counts);
	profile_release(&profile);
	return counts.placed;
}

CASE(the_work_for_a_stack_is_limited)
{
	CHECK(place_numbered(20, 2, 15) == 1);
	CHECK(place_numbered(200, 2, 15) == 0); /* too much to compare */
	CHECK(place_numbered(1, 500, 5) == 1);
	CHECK(place_numbered(1, 600, 5) == 0); /* too deep */
}

TEST_CASES(perf_repair)
