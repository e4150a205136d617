/* SPDX-License-Identifier: MIT */
#include "common/profile/profile.h"

#include "common/folded/folded.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Add the stack "a;b;c"; names may be empty, no text is the stack of one empty name. */
static void add_weight(struct profile *profile, struct slice text, const struct weight *weight)
{
	frame_id frames[64];
	struct slice name;
	uint32_t depth = 0;

	while (slice_cut(&text, ';', &name))
		frames[depth++] = profile_frame(profile, name);
	frames[depth++] = profile_frame(profile, text);
	profile_add(profile, frames, depth, weight);
}

static void add(struct profile *profile, const char *text, uint64_t count)
{
	add_weight(profile, slice_from(text), &(struct weight){.count = {count, count}});
}

static void add_scaled(struct profile *profile, const char *text, uint64_t count, unsigned scale)
{
	add_weight(profile, slice_from(text),
		   &(struct weight){.count = {count, count}, .scale = scale});
}

/* "a;b 5\na;c 6 7\n": what folded text there is, in the order asked for. */
static void write_sorted(const struct profile *profile, enum profile_order order, struct buf *out)
{
	const struct stack **stacks = profile_sorted(profile, order);
	size_t i;

	buf_reset(out);
	for (i = 0; i < profile->count; i++) {
		folded_add_stack(out, profile, stacks[i]);
		if (profile->differential) {
			buf_add_char(out, ' ');
			buf_add_decimal(out, stacks[i]->count[0], profile->scale);
		}
		buf_add_char(out, ' ');
		buf_add_decimal(out, stacks[i]->count[1], profile->scale);
		buf_add_char(out, '\n');
	}
	free(stacks);
}

static bool is(const struct profile *profile, enum profile_order order, const char *expected)
{
	struct buf text = {0};
	bool same;

	write_sorted(profile, order, &text);
	same = slice_equal(buf_slice(&text), slice_from(expected));
	if (!same)
		fprintf(stderr, "%.*sinstead of\n%s", SLICE_ARG(buf_slice(&text)), expected);
	buf_release(&text);
	return same;
}

static void equal_stacks_are_added_up(void)
{
	struct profile profile = {0};

	add(&profile, "a;b", 1);
	add(&profile, "a", 2);
	add(&profile, "a;b", 3);
	CHECK(profile.count == 2 && profile.total[0] == 6 && profile.total[1] == 6);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 2\na;b 4\n"));
	profile_release(&profile);
}

static void a_stack_is_its_frames_in_order(void)
{
	struct profile profile = {0};

	add(&profile, "a;b", 1);
	add(&profile, "b;a", 2);
	add(&profile, "a;b;b", 4);
	add(&profile, "a;a;b", 8);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a;a;b 8\na;b 1\na;b;b 4\nb;a 2\n"));
	profile_release(&profile);
}

static void the_empty_stack_is_a_stack(void)
{
	struct profile profile = {0};
	const struct stack **sorted;

	profile_add_count(&profile, NULL, 0, 3);
	profile_add_count(&profile, NULL, 0, 4);
	add(&profile, "a", 1);
	CHECK(profile.count == 2);
	sorted = profile_sorted(&profile, PROFILE_BY_FRAMES);
	CHECK(sorted[0]->depth == 0 && sorted[0]->count[1] == 7);
	free(sorted);
	profile_release(&profile);
}

static void frames_are_copied(void)
{
	struct profile profile = {0};
	frame_id frames[2];

	frames[0] = profile_frame(&profile, SLICE("a"));
	frames[1] = profile_frame(&profile, SLICE("b"));
	profile_add_count(&profile, frames, 2, 1);
	frames[1] = frames[0];
	CHECK(is(&profile, PROFILE_BY_TEXT, "a;b 1\n"));
	profile_release(&profile);
}

static void an_empty_profile_has_no_stacks(void)
{
	struct profile profile = {0}, other = {0};

	CHECK(is(&profile, PROFILE_BY_TEXT, "") && is(&profile, PROFILE_BY_FRAMES, ""));
	profile_merge(&profile, &other);
	CHECK(profile.count == 0 && profile.total[1] == 0);
	profile_release(&profile);
}

static void counts_are_exact_at_every_scale(void)
{
	unsigned scale;

	for (scale = 0; scale <= LIMIT_SCALE; scale++) {
		struct profile profile = {0};
		uint64_t unit = 1;
		unsigned i;

		for (i = 0; i < scale; i++)
			unit *= 10;
		add_scaled(&profile, "a", 1, scale);
		add_scaled(&profile, "a", 7, 0);
		CHECK(profile.scale == scale);
		CHECK(profile.total[1] == 7 * unit + 1 && !profile.overflow);
		profile_release(&profile);
	}
}

static void the_scale_is_the_most_digits_seen_whatever_the_order(void)
{
	static const unsigned orders[][3] = {{0, 2, 9}, {0, 9, 2}, {2, 0, 9},
					     {2, 9, 0}, {9, 0, 2}, {9, 2, 0}};
	size_t i, k;

	for (i = 0; i < ARRAY_LEN(orders); i++) {
		struct profile profile = {0};

		for (k = 0; k < 3; k++)
			add_scaled(&profile, orders[i][k] == 2 ? "b" : "a", 5, orders[i][k]);
		CHECK(profile.scale == 9);
		CHECK(is(&profile, PROFILE_BY_TEXT, "a 5.000000005\nb 0.05\n"));
		profile_release(&profile);
	}
}

static void the_largest_count_is_no_overflow(void)
{
	struct profile profile = {0};

	add(&profile, "a", UINT64_MAX - 1);
	add(&profile, "a", 1);
	CHECK(!profile.overflow && !profile.total_overflow && profile.total[1] == UINT64_MAX);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 18446744073709551615\n"));
	profile_release(&profile);
}

/* The stack that is named has this text. */
static bool overflows_in(const struct profile *profile, const char *text)
{
	struct buf stack = {0};
	bool same = false;

	if (profile->overflow) {
		folded_add_stack(&stack, profile, profile->overflow);
		same = slice_equal(buf_slice(&stack), slice_from(text));
	}
	buf_release(&stack);
	return same;
}

static void one_more_names_the_stack(void)
{
	struct profile profile = {0};

	add(&profile, "x", 1);
	add(&profile, "a;b", UINT64_MAX);
	add(&profile, "y", 1);
	CHECK(!profile.overflow);
	add(&profile, "a;b", 1);
	CHECK(overflows_in(&profile, "a;b"));
	profile_release(&profile);
}

static void a_total_that_does_not_fit_is_no_fault_of_a_stack(void)
{
	struct profile profile = {0};

	add(&profile, "a", UINT64_MAX);
	add(&profile, "b", 1);
	CHECK(!profile.overflow && profile.total_overflow);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 18446744073709551615\nb 1\n"));
	profile_release(&profile);
}

static void digits_that_do_not_fit_name_the_stack(void)
{
	struct profile old = {0}, new = {0};

	add(&old, "a;b", UINT64_MAX / 10 + 1);
	add_scaled(&old, "c", 1, 1);
	CHECK(overflows_in(&old, "a;b"));
	add_scaled(&new, "c", 1, 1);
	add(&new, "a;b", UINT64_MAX / 10 + 1);
	CHECK(overflows_in(&new, "a;b"));
	profile_release(&old);
	profile_release(&new);
}

static void digits_that_fit_are_kept(void)
{
	struct profile profile = {0};

	add(&profile, "a", UINT64_MAX / 10);
	add_scaled(&profile, "a", 5, 1);
	CHECK(!profile.overflow);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 1844674407370955161.5\n"));
	profile_release(&profile);
}

static void each_column_may_pass_the_largest_number(void)
{
	int column;

	for (column = 0; column < 2; column++) {
		struct profile profile = {0};
		struct weight weight = {.differential = true};

		weight.count[column] = UINT64_MAX;
		add_weight(&profile, SLICE("a;b"), &weight);
		CHECK(!profile.overflow);
		weight.count[column] = 1;
		add_weight(&profile, SLICE("a;b"), &weight);
		CHECK(overflows_in(&profile, "a;b"));
		profile_release(&profile);
	}
}

static void merging_translates_names_and_empties_the_source(void)
{
	struct profile into = {0}, from = {0};

	add(&into, "a;b", 1);
	add(&into, "c", 2);
	add(&from, "c;d", 3);
	add(&from, "c", 4);
	add(&from, "b;a", 5);
	profile_merge(&into, &from);
	CHECK(from.count == 0 && from.names.count == 0 && from.total[1] == 0);
	CHECK(into.count == 4 && into.names.count == 4 && into.total[1] == 15);
	CHECK(is(&into, PROFILE_BY_TEXT, "a;b 1\nb;a 5\nc 6\nc;d 3\n"));
	profile_release(&from);
	CHECK(is(&into, PROFILE_BY_TEXT, "a;b 1\nb;a 5\nc 6\nc;d 3\n"));
	profile_release(&into);
}

static void merging_takes_the_finer_scale_of_both(void)
{
	unsigned coarse;

	for (coarse = 0; coarse < 2; coarse++) {
		struct profile into = {0}, from = {0};

		add_scaled(&into, "a", 15, coarse ? 1 : 3);
		add_scaled(&from, "a", 15, coarse ? 3 : 1);
		profile_merge(&into, &from);
		CHECK(into.scale == 3 && into.total[1] == 1515);
		CHECK(is(&into, PROFILE_BY_TEXT, "a 1.515\n"));
		profile_release(&into);
	}
}

static void merging_keeps_an_overflow_of_either(void)
{
	struct profile into = {0}, from = {0};

	add(&from, "a;b", UINT64_MAX);
	add(&from, "a;b", 1);
	add(&into, "c", 1);
	profile_merge(&into, &from);
	CHECK(overflows_in(&into, "a;b"));
	add(&from, "d", 1);
	profile_merge(&into, &from);
	CHECK(overflows_in(&into, "a;b"));
	profile_release(&into);
}

static void merging_finds_overflows_of_its_own(void)
{
	struct profile into = {0}, from = {0}, fine = {0};

	add(&into, "x;y", UINT64_MAX);
	add(&from, "y", 1);
	add(&from, "x;y", 1);
	profile_merge(&into, &from);
	CHECK(overflows_in(&into, "x;y"));
	profile_release(&into);

	add(&into, "big", UINT64_MAX / 10 + 1);
	add_scaled(&fine, "a", 1, 1);
	profile_merge(&fine, &into);
	CHECK(overflows_in(&fine, "big"));
	profile_release(&fine);
}

static void a_differential_stays_one(void)
{
	struct profile into = {0}, from = {0};

	add(&into, "a", 3);
	add_weight(&from, SLICE("a"), &(struct weight){.count = {1, 2}, .differential = true});
	CHECK(!into.differential && from.differential);
	profile_merge(&into, &from);
	CHECK(into.differential && into.total[0] == 4 && into.total[1] == 5);
	CHECK(is(&into, PROFILE_BY_TEXT, "a 4 5\n"));
	profile_release(&into);
}

/* Random stacks of few and awkward names: bytes below `;`, prefixes of one another, none. */
static void add_random(struct profile *profile, uint64_t *state)
{
	static const struct slice names[] = {
		SLICE_INIT("a"),     SLICE_INIT("a!"), SLICE_INIT("a:"),  SLICE_INIT("a<"),
		SLICE_INIT(""),      SLICE_INIT("ab"), SLICE_INIT("a b"), SLICE_INIT("\x01"),
		SLICE_INIT("\xff"),  SLICE_INIT("aa"), SLICE_INIT("!"),   SLICE_INIT("a\x01"),
		SLICE_INIT("a\xff"), SLICE_INIT("<"),  SLICE_INIT("a!b"), SLICE_INIT("\0"),
	};
	frame_id frames[6];
	uint32_t depth = 1 + (uint32_t)(scratch_random(state) % 6), i;

	for (i = 0; i < depth; i++)
		frames[i] = profile_frame(profile, names[scratch_random(state) % ARRAY_LEN(names)]);
	profile_add_count(profile, frames, depth, 1 + scratch_random(state) % 9);
}

static int compare_texts(const void *left, const void *right)
{
	const struct slice *a = left, *b = right;

	return slice_compare(*a, *b);
}

/* As qsort() with memcmp() sorts the texts of the stacks. */
static void check_order_by_text(const struct profile *profile)
{
	const struct stack **sorted = profile_sorted(profile, PROFILE_BY_TEXT);
	struct slice *texts = memory_resize(NULL, profile->count, sizeof(*texts));
	struct arena arena = {0};
	struct buf text = {0};
	size_t i;

	for (i = 0; i < profile->count; i++) {
		buf_reset(&text);
		folded_add_stack(&text, profile, sorted[i]);
		texts[i] = arena_copy(&arena, buf_slice(&text));
	}
	qsort(texts, profile->count, sizeof(*texts), compare_texts);
	for (i = 0; i < profile->count; i++) {
		buf_reset(&text);
		folded_add_stack(&text, profile, sorted[i]);
		CHECK(slice_equal(texts[i], buf_slice(&text)));
		CHECK(i == 0 || slice_compare(texts[i - 1], texts[i]) < 0);
	}
	buf_release(&text);
	arena_release(&arena);
	free(texts);
	free(sorted);
}

static void order_by_text_is_that_of_the_bytes(void)
{
	uint64_t state = 4711;
	int round, i;

	for (round = 0; round < 60; round++) {
		struct profile profile = {0};

		for (i = 0; i < 10 + round * 20; i++)
			add_random(&profile, &state);
		check_order_by_text(&profile);
		profile_release(&profile);
	}
}

/* The judge is the program itself; it knows nothing of NUL and line feeds, nor do these names. */
static void order_by_text_is_that_of_sort(void)
{
	static const char *const names[] = {"a",  "a!",    "a:",    "a<",   "",
					    "ab", "a b",   "\x01",  "\xff", "aa",
					    "!",  "a\x01", "a\xff", "<",    "\xc3\xa9"};
	struct profile profile = {0};
	const struct stack **sorted;
	struct buf text = {0};
	char command[1200];
	uint64_t state = 815;
	size_t i, k;

	for (i = 0; i < 400; i++) {
		char line[64] = "";
		size_t used = 0, depth = 1 + scratch_below(&state, 5);

		for (k = 0; k < depth; k++)
			used += (size_t)snprintf(line + used, sizeof(line) - used, "%s%s",
						 k > 0 ? ";" : "",
						 names[scratch_random(&state) % ARRAY_LEN(names)]);
		add(&profile, line, 1);
	}
	sorted = profile_sorted(&profile, PROFILE_BY_TEXT);
	for (i = 0; i < profile.count; i++) {
		folded_add_stack(&text, &profile, sorted[i]);
		buf_add_char(&text, '\n');
	}
	snprintf(command, sizeof(command), "LC_ALL=C sort -c '%s'",
		 scratch_write("stacks", buf_slice(&text)));
	CHECK(system(command) == 0);
	free(sorted);
	buf_release(&text);
	profile_release(&profile);
}

static uint32_t common_depth(const struct stack *a, const struct stack *b)
{
	uint32_t n = 0;

	while (n < a->depth && n < b->depth && a->frames[n] == b->frames[n])
		n++;
	return n;
}

/* Whatever two stacks share at the root, all between them share too. */
static void order_by_frames_keeps_siblings_together(void)
{
	uint64_t state = 1234;
	int round, i;

	for (round = 0; round < 20; round++) {
		struct profile profile = {0};
		const struct stack **sorted;
		size_t a, b;

		for (i = 0; i < 200; i++)
			add_random(&profile, &state);
		sorted = profile_sorted(&profile, PROFILE_BY_FRAMES);
		for (a = 0; a < profile.count; a++) {
			uint32_t shared = sorted[a]->depth;

			for (b = a + 1; b < profile.count; b++) {
				uint32_t next = common_depth(sorted[a], sorted[b]);

				CHECK(next <= shared);
				shared = next;
			}
		}
		free(sorted);
		profile_release(&profile);
	}
}

static void order_by_frames_puts_shorter_stacks_first(void)
{
	struct profile profile = {0};

	add(&profile, "a;b;c", 1);
	add(&profile, "a!", 2);
	add(&profile, "a;b", 3);
	add(&profile, "a;b#x", 4);
	add(&profile, "a", 5);
	add(&profile, "A", 6);
	CHECK(is(&profile, PROFILE_BY_FRAMES, "A 6\na 5\na;b 3\na;b;c 1\na;b#x 4\na! 2\n"));
	CHECK(is(&profile, PROFILE_BY_TEXT, "A 6\na 5\na! 2\na;b 3\na;b#x 4\na;b;c 1\n"));
	profile_release(&profile);
}

static void a_deep_stack_is_added_and_sorted(void)
{
	struct profile profile = {0};
	frame_id *frames = memory_resize(NULL, LIMIT_DEPTH, sizeof(*frames));
	const struct stack **sorted;
	uint32_t i;

	for (i = 0; i < LIMIT_DEPTH; i++)
		frames[i] = profile_frame(&profile, i % 2 ? SLICE("a") : SLICE("b"));
	profile_add_count(&profile, frames, LIMIT_DEPTH, 1);
	profile_add_count(&profile, frames, LIMIT_DEPTH - 1, 1);
	sorted = profile_sorted(&profile, PROFILE_BY_TEXT);
	CHECK(sorted[0]->depth == LIMIT_DEPTH - 1 && sorted[1]->depth == LIMIT_DEPTH);
	free(sorted);
	free(frames);
	profile_release(&profile);
}

/* However the lines are dealt out to profiles, and those merged, the sum is the same. */
static void merging_in_any_order_gives_the_same(void)
{
	static const unsigned threads[] = {1, 2, 7, 16};
	struct buf expected = {0}, text = {0};
	size_t t;

	for (t = 0; t < 2 * ARRAY_LEN(threads); t++) {
		const unsigned count = threads[t / 2];
		struct profile profiles[16] = {{.count = 0}};
		uint64_t state = 31337;
		unsigned i;

		for (i = 1; t % 2 && i < count; i++) /* the same with names that they share */
			intern_share(&profiles[0].names, &profiles[i].names);
		for (i = 0; i < 2000; i++)
			add_random(&profiles[i * i % count], &state);
		for (i = count; i-- > 1;)
			profile_merge(&profiles[i / 2], &profiles[i]);
		intern_own(&profiles[0].names);
		write_sorted(&profiles[0], PROFILE_BY_TEXT, &text);
		if (t == 0)
			buf_add(&expected, buf_slice(&text));
		CHECK(slice_equal(buf_slice(&expected), buf_slice(&text)));
		profile_release(&profiles[0]);
	}
	buf_release(&expected);
	buf_release(&text);
}

static void fill_profiles(struct profile *profiles, unsigned count, bool share)
{
	struct profile *at[16];
	uint64_t state = 31337;
	unsigned i;

	for (i = 1; share && i < count; i++)
		intern_share(&profiles[0].names, &profiles[i].names);
	for (i = 0; i < 40000; i++)
		add_random(&profiles[i * i % count], &state);
	for (i = 0; i < count; i++)
		at[i] = &profiles[i];
	profiles[0].threads = count;
	profile_join(at, count);
	intern_own(&profiles[0].names);
}

/* Equal ones of several threads meet when they are sorted. */
static void joining_and_closing_gives_what_merging_gives(void)
{
	static const unsigned threads[] = {1, 2, 3, 7, 16};
	struct buf expected = {0}, text = {0};
	size_t t, distinct = 0;

	for (t = 0; t < 2 * ARRAY_LEN(threads); t++) {
		struct profile profiles[16] = {{.count = 0}};

		fill_profiles(profiles, threads[t / 2], t % 2);
		profile_close(&profiles[0], PROFILE_BY_TEXT);
		write_sorted(&profiles[0], PROFILE_BY_TEXT, &text);
		if (t == 0) {
			buf_add(&expected, buf_slice(&text));
			distinct = profiles[0].count;
		}
		CHECK(distinct > 8192 && profiles[0].count == distinct);
		CHECK(slice_equal(buf_slice(&expected), buf_slice(&text)));
		profile_release(&profiles[0]);
	}
	buf_release(&expected);
	buf_release(&text);
}

static void joining_takes_the_finest_scale_of_all(void)
{
	struct profile first = {0}, second = {0}, third = {0};
	struct profile *const all[] = {&first, &second, &third};

	add_scaled(&first, "a;b", 15, 0);
	add_scaled(&second, "b", 15, 1);
	add_scaled(&second, "a;b", 15, 1);
	add_scaled(&third, "a;b", 15, 3);
	profile_join(all, 3);
	CHECK(second.count == 0 && third.names.count == 0);
	profile_close(&first, PROFILE_BY_TEXT);
	CHECK(first.count == 2 && first.scale == 3 && first.total[1] == 18015);
	CHECK(is(&first, PROFILE_BY_TEXT, "a;b 16.515\nb 1.5\n"));
	profile_release(&first);
}

static void joining_finds_overflows_and_differentials(void)
{
	const struct weight weight = {.count = {1, 2}, .differential = true};
	struct profile first = {0}, second = {0};
	struct profile *const both[] = {&first, &second};

	add(&first, "x", 7);
	add(&second, "x", UINT64_MAX - 7);
	add_weight(&second, SLICE("y;z"), &weight);
	add(&first, "y;z", 1);
	profile_join(both, 2);
	profile_close(&first, PROFILE_BY_TEXT);
	CHECK(!first.overflow && first.total_overflow && first.differential);
	CHECK(is(&first, PROFILE_BY_TEXT,
		 "x 18446744073709551615 18446744073709551615\ny;z 2 3\n"));
	profile_release(&first);

	add(&first, "x;y", 8);
	add(&second, "y", 1);
	add(&second, "x;y", UINT64_MAX - 7);
	profile_join(both, 2);
	profile_close(&first, PROFILE_BY_TEXT);
	CHECK(overflows_in(&first, "x;y"));
	profile_release(&first);
}

static void a_stack_is_added_again(void)
{
	struct profile profile = {0};
	frame_id frame = profile_frame(&profile, SLICE("a"));
	struct stack *stack = profile_add_count(&profile, &frame, 1, 2);

	CHECK(profile_add_count(&profile, &frame, 1, 3) == stack);
	profile_add_again(&profile, stack, 4);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 9\n") && profile.total[1] == 9);
	add_scaled(&profile, "a", 25, 1);
	profile_add_again(&profile, stack, 1);
	CHECK(profile_add_count(&profile, &frame, 1, 1) == stack);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a 13.5\n"));
	profile_add_again(&profile, stack, UINT64_MAX / 5);
	CHECK(profile.overflow == stack);
	profile_release(&profile);
}

static void a_stack_that_waits_is_added_once(void)
{
	struct profile profile = {0};
	struct waiting_stack waiting = {0};
	frame_id frames[2];
	const struct weight weight = {.count = {3, 3}};

	frames[0] = profile_frame(&profile, SLICE("a"));
	frames[1] = profile_frame(&profile, SLICE("b"));
	profile_settle(&profile, &waiting);
	CHECK(profile.count == 0);
	profile_wait(&profile, &waiting, frames, 2, &weight);
	frames[1] = frames[0];
	CHECK(profile.count == 0 && profile.total[1] == 0);
	profile_settle(&profile, &waiting);
	profile_settle(&profile, &waiting);
	CHECK(is(&profile, PROFILE_BY_TEXT, "a;b 3\n"));
	CHECK(profile_can_wait(&profile, PROFILE_WAITING));
	CHECK(!profile_can_wait(&profile, PROFILE_WAITING + 1) && !profile_can_wait(&profile, 0));
	profile_label(&profile);
	CHECK(!profile_can_wait(&profile, 1));
	profile_release(&profile);
}

static void names_and_sums_outlive_the_stacks(void)
{
	struct profile profile = {0};

	add(&profile, "a;b", 1);
	add(&profile, "c", 2);
	profile_release_stacks(&profile);
	CHECK(profile.count == 0 && profile.total[1] == 3 && profile.names.count == 3);
	CHECK(slice_equal(intern_name(&profile.names, 2), SLICE("c")));
	add(&profile, "c", 4);
	CHECK(is(&profile, PROFILE_BY_TEXT, "c 4\n"));
	profile_release(&profile);
}

static void threads_sort_alike(void)
{
	enum { STACKS = 40000 };
	struct profile profile = {0};
	struct buf expected = {0}, text = {0};
	uint64_t state = 11;
	unsigned threads;
	size_t i;

	for (i = 0; i < STACKS; i++) {
		frame_id frames[12];
		uint32_t depth = 1 + (uint32_t)(scratch_random(&state) % 12), level;

		for (level = 0; level < depth; level++) {
			char name = (char)('a' + scratch_random(&state) % 6);

			frames[level] = profile_frame(&profile, slice_of(&name, 1));
		}
		profile_add_count(&profile, frames, depth, 1);
	}
	write_sorted(&profile, PROFILE_BY_TEXT, &expected);
	for (threads = 2; threads <= 7; threads++) {
		profile.threads = threads;
		CHECK(profile_threads(&profile) > 1);
		write_sorted(&profile, PROFILE_BY_TEXT, &text);
		CHECK(slice_equal(buf_slice(&text), buf_slice(&expected)));
	}
	buf_release(&text);
	buf_release(&expected);
	profile_release(&profile);
}

TEST(profile)
{
	scratch_begin();
	equal_stacks_are_added_up();
	a_stack_is_its_frames_in_order();
	the_empty_stack_is_a_stack();
	frames_are_copied();
	an_empty_profile_has_no_stacks();
	counts_are_exact_at_every_scale();
	the_scale_is_the_most_digits_seen_whatever_the_order();
	the_largest_count_is_no_overflow();
	one_more_names_the_stack();
	a_total_that_does_not_fit_is_no_fault_of_a_stack();
	digits_that_do_not_fit_name_the_stack();
	digits_that_fit_are_kept();
	each_column_may_pass_the_largest_number();
	merging_translates_names_and_empties_the_source();
	merging_takes_the_finer_scale_of_both();
	merging_keeps_an_overflow_of_either();
	merging_finds_overflows_of_its_own();
	a_differential_stays_one();
	order_by_text_is_that_of_the_bytes();
	order_by_text_is_that_of_sort();
	order_by_frames_keeps_siblings_together();
	order_by_frames_puts_shorter_stacks_first();
	a_deep_stack_is_added_and_sorted();
	merging_in_any_order_gives_the_same();
	joining_and_closing_gives_what_merging_gives();
	joining_takes_the_finest_scale_of_all();
	joining_finds_overflows_and_differentials();
	a_stack_is_added_again();
	a_stack_that_waits_is_added_once();
	names_and_sums_outlive_the_stacks();
	threads_sort_alike();
	scratch_end();
	return check_done();
}
