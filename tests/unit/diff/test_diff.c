/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"
#include "diff/diff.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { NAMES = 6, DEPTH = 4, STACKS = 40, SCALE = 2 };

static const struct factor one = {1, 0};
static const struct diff_edits no_edits;

/* Up to STACKS stacks of few names, so that profiles share some and no profile has all. */
static struct profile random_profile(uint64_t *state)
{
	static const char *const names[NAMES] = {"main", "parse", "render", "idle", "0x1f", ""};
	size_t count = scratch_below(state, STACKS), i;
	struct profile profile = {0};

	for (i = 0; i < count; i++) {
		uint32_t depth = 1 + (uint32_t)(scratch_random(state) % DEPTH), level;
		struct weight weight = {.scale = (unsigned)(scratch_random(state) % (SCALE + 1))};
		frame_id frames[DEPTH];

		for (level = 0; level < depth; level++)
			frames[level] = profile_frame(
				&profile, slice_from(names[scratch_random(state) % NAMES]));
		weight.count[0] = weight.count[1] = scratch_random(state) % 1000;
		profile_add(&profile, frames, depth, &weight);
	}
	return profile;
}

static void add(struct profile *joined, enum diff_side side, const struct profile *from,
		struct factor weight)
{
	const struct diff_part part = {.side = side, .weight = weight, .edits = &no_edits};
	struct diff_tally tally;

	diff_add(joined, from, &part, &tally);
	CHECK(tally.stacks == from->count && tally.kept == from->count);
}

static struct profile join(const struct profile *before, const struct profile *after)
{
	struct profile joined = {0};

	add(&joined, DIFF_BEFORE, before, one);
	add(&joined, DIFF_AFTER, after, one);
	return joined;
}

/* As text, counts included. */
static struct buf text_of(const struct profile *profile)
{
	struct output output = {.fd = -1};

	folded_write(profile, 0, &output);
	return output.buf;
}

static bool is_text(const struct profile *profile, struct slice expected)
{
	struct buf text = text_of(profile);
	bool same = slice_equal(buf_slice(&text), expected);

	if (!same)
		fprintf(stderr, "'%.*s'\n", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
	return same;
}

static bool are_equal(const struct profile *a, const struct profile *b)
{
	struct buf text = text_of(b);
	bool same = is_text(a, buf_slice(&text));

	buf_release(&text);
	return same && a->count == b->count;
}

static uint64_t in_units(uint64_t count, unsigned scale)
{
	for (; scale < SCALE; scale++)
		count *= 10;
	return count;
}

/* The count of a stack that has the same text, in units of 10^-SCALE. */
static uint64_t find_count(const struct profile *profile, struct slice text)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_TEXT);
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < profile->count; i++) {
		struct buf stack = {0};

		folded_add_stack(&stack, profile, stacks[i]);
		if (slice_equal(buf_slice(&stack), text))
			count += in_units(stacks[i]->count[1], profile->scale);
		buf_release(&stack);
	}
	free(stacks);
	return count;
}

static bool is_join(const struct profile *joined, const struct profile *before,
		    const struct profile *after)
{
	const struct stack **stacks = profile_sorted(joined, PROFILE_BY_TEXT);
	bool good = joined->differential;
	size_t i;

	for (i = 0; i < joined->count && good; i++) {
		const uint64_t *count = stacks[i]->count;
		struct buf stack = {0};

		folded_add_stack(&stack, joined, stacks[i]);
		good = in_units(count[DIFF_BEFORE], joined->scale) ==
			       find_count(before, buf_slice(&stack)) &&
		       in_units(count[DIFF_AFTER], joined->scale) ==
			       find_count(after, buf_slice(&stack));
		buf_release(&stack);
	}
	free(stacks);
	return good;
}

/* `law` of two random profiles and their join, many times. */
static bool holds(bool (*law)(const struct profile *joined, const struct profile *before,
			      const struct profile *after))
{
	uint64_t state = 577215664901532;
	bool good = true;
	int round;

	for (round = 0; round < 300 && good; round++) {
		struct profile before = random_profile(&state), after = random_profile(&state);
		struct profile joined = join(&before, &after);

		good = law(&joined, &before, &after);
		profile_release(&before);
		profile_release(&after);
		profile_release(&joined);
	}
	return good;
}

CASE(every_stack_has_the_counts_of_both_sides)
{
	CHECK(holds(is_join));
}

static bool sums_are_kept(const struct profile *joined, const struct profile *before,
			  const struct profile *after)
{
	return in_units(joined->total[DIFF_BEFORE], joined->scale) ==
		       in_units(before->total[1], before->scale) &&
	       in_units(joined->total[DIFF_AFTER], joined->scale) ==
		       in_units(after->total[1], after->scale);
}

CASE(counts_in_are_counts_out)
{
	CHECK(holds(sums_are_kept));
}

/* The changes of what the frames have themselves are the change of the whole. */
static bool self_deltas_add_up(const struct profile *joined, const struct profile *before,
			       const struct profile *after)
{
	const struct stack **stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	int64_t self[NAMES] = {0}, sum = 0;
	size_t i;

	(void)before;
	(void)after;
	for (i = 0; i < joined->count; i++) {
		const struct stack *stack = stacks[i];

		self[stack->frames[stack->depth - 1]] += (int64_t)stack->count[DIFF_AFTER] -
							 (int64_t)stack->count[DIFF_BEFORE];
	}
	for (i = 0; i < NAMES; i++)
		sum += self[i];
	free(stacks);
	return sum == (int64_t)joined->total[DIFF_AFTER] - (int64_t)joined->total[DIFF_BEFORE];
}

CASE(changes_of_the_parts_are_the_change_of_the_whole)
{
	CHECK(holds(self_deltas_add_up));
}

CASE(files_of_a_side_may_come_in_any_order)
{
	uint64_t state = 141421356237309;
	int round;

	for (round = 0; round < 100; round++) {
		struct profile a = random_profile(&state), b = random_profile(&state);
		struct profile first = {0}, second = {0};

		add(&first, DIFF_BEFORE, &a, one);
		add(&first, DIFF_AFTER, &b, one);
		add(&first, DIFF_BEFORE, &b, (struct factor){25, 1});
		add(&second, DIFF_BEFORE, &b, (struct factor){25, 1});
		add(&second, DIFF_BEFORE, &a, one);
		add(&second, DIFF_AFTER, &b, one);
		CHECK(are_equal(&first, &second));
		profile_release(&a);
		profile_release(&b);
		profile_release(&first);
		profile_release(&second);
	}
}

static bool columns_are_equal(const struct profile *profile)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_TEXT);
	bool equal = true;
	size_t i;

	for (i = 0; i < profile->count; i++)
		equal &= stacks[i]->count[0] == stacks[i]->count[1];
	free(stacks);
	return equal;
}

CASE(a_profile_does_not_differ_from_itself)
{
	uint64_t state = 271828182845904;
	int round;

	for (round = 0; round < 100; round++) {
		struct profile profile = random_profile(&state);
		struct profile joined = join(&profile, &profile);

		CHECK(columns_are_equal(&joined));
		CHECK(diff_normalize(&joined, diff_personality_of(personality_of("difffolded"))));
		CHECK(columns_are_equal(&joined));
		profile_release(&profile);
		profile_release(&joined);
	}
}

/* Small numbers: 64 bits hold the products. */
static bool is_scaled_down(const struct profile *joined, const struct stack *stack,
			   const struct stack *scaled)
{
	uint64_t exact = stack->count[0] * joined->total[1] / joined->total[0];
	uint64_t whole = 1;
	unsigned digit;

	for (digit = 0; digit < joined->scale; digit++)
		whole *= 10;
	return scaled->count[0] == exact / whole * whole && scaled->count[1] == stack->count[1];
}

static bool normalizing_rounds_down(const struct profile *joined, const struct profile *before,
				    const struct profile *after)
{
	struct profile scaled = join(before, after);
	const struct stack **old = profile_sorted(joined, PROFILE_BY_TEXT), **new;
	bool good = diff_normalize(&scaled, diff_personality_of(personality_of("difffolded")));
	size_t i;

	new = profile_sorted(&scaled, PROFILE_BY_TEXT);
	good = good && scaled.count == joined->count && scaled.total[1] == joined->total[1];
	if (joined->total[0] > 0 && joined->total[0] != joined->total[1]) {
		for (i = 0; i < joined->count && good; i++)
			good = is_scaled_down(joined, old[i], new[i]);
		good = good && scaled.total[0] <= scaled.total[1];
	}
	free(old);
	free(new);
	profile_release(&scaled);
	return good;
}

CASE(normalizing_makes_the_sums_equal_but_for_rounding_down)
{
	struct capture capture = capture_begin(STDERR_FILENO);
	bool good = holds(normalizing_rounds_down);
	struct buf said = {0};

	capture_end(&capture, &said);
	CHECK(good);
	buf_release(&said);
}

static void add_text(struct profile *profile, const char *name, uint64_t count, unsigned scale)
{
	frame_id frame = profile_frame(profile, slice_from(name));
	const struct weight weight = {.count = {count, count}, .scale = scale};

	profile_add(profile, &frame, 1, &weight);
}

CASE(weights_are_exact)
{
	struct profile from = {0}, joined = {0};

	add_text(&from, "a", 4, 0);
	add_text(&from, "b", 125, 2);
	add(&joined, DIFF_BEFORE, &from, (struct factor){25, 1});
	add(&joined, DIFF_AFTER, &from, (struct factor){1, 9});
	CHECK(is_text(&joined, SLICE("a 10 0.000000004\nb 3.125 0.000000001\n")));
	profile_release(&from);
	profile_release(&joined);
}

CASE(weighted_counts_are_rounded_half_to_even)
{
	const struct diff_part part = {.side = DIFF_AFTER, .weight = {5, 1}, .edits = &no_edits};
	struct profile from = {0}, joined = {0};
	struct diff_tally tally;

	add_text(&from, "even", 5, 9);
	add_text(&from, "odd", 7, 9);
	add_text(&from, "whole", 8, 9);
	diff_add(&joined, &from, &part, &tally);
	CHECK(tally.rounded == 2);
	CHECK(is_text(&joined,
		      SLICE("even 0 0.000000002\nodd 0 0.000000004\nwhole 0 0.000000004\n")));
	profile_release(&from);
	profile_release(&joined);
}

static bool overflows(uint64_t count, uint64_t weight, unsigned scale)
{
	struct profile from = {0}, joined = {0};
	bool overflow;

	add_text(&from, "a", count, 0);
	add(&joined, DIFF_BEFORE, &from, (struct factor){weight, scale});
	overflow = joined.overflow != NULL;
	profile_release(&from);
	profile_release(&joined);
	return overflow;
}

CASE(too_large_counts_are_reported)
{
	CHECK(!overflows(UINT64_MAX, 1, 0) && !overflows(UINT64_MAX / 2, 2, 0));
	CHECK(overflows(UINT64_MAX, 2, 0) && overflows(UINT64_MAX, UINT64_MAX, 0));
	CHECK(overflows(UINT64_MAX, 15, 1) && !overflows(UINT64_MAX / 5, 5, 1));
}

CASE(an_overflow_before_joining_is_one_after)
{
	struct profile from = {0}, joined = {0};

	add_text(&from, "a", UINT64_MAX, 0);
	add_text(&from, "a", 1, 0);
	add(&joined, DIFF_BEFORE, &from, one);
	CHECK(joined.overflow);
	profile_release(&from);
	profile_release(&joined);
}

static bool strips(const char *text, const char *expected)
{
	struct buf buf = {0};
	bool same = slice_equal(strip_hex(slice_from(text), &buf), slice_from(expected));

	buf_release(&buf);
	return same;
}

CASE(hexadecimal_numbers_lose_their_digits)
{
	CHECK(strips("", "") && strips("main", "main") && strips("0x", "0x"));
	CHECK(strips("0x1", "0x...") && strips("0xDEADbeef9", "0x...") &&
	      strips("a0x1z", "a0x...z"));
	CHECK(strips("f+0x10;g+0x20", "f+0x...;g+0x...") && strips("0x0x1", "0x...x1"));
	CHECK(strips("0x...", "0x...") && strips("0xg0xa", "0xg0x...") && strips("0X1", "0X1"));
}

CASE(stacks_that_become_equal_are_added_up)
{
	const struct diff_edits edits = {.strip_hex = true};
	const struct diff_part part = {.side = DIFF_BEFORE, .weight = {1, 0}, .edits = &edits};
	struct profile from = {0}, joined = {0};
	struct diff_tally tally;

	add_text(&from, "0x1", 2, 0);
	add_text(&from, "0x2", 3, 0);
	diff_add(&joined, &from, &part, &tally);
	CHECK(is_text(&joined, SLICE("0x... 5 0\n")) && joined.names.count == 1);
	profile_release(&from);
	profile_release(&joined);
}

CASE(filters_see_the_stack_as_it_is_written)
{
	struct diff_edits edits = {.strip_hex = true};
	const struct diff_part part = {.side = DIFF_AFTER, .weight = {1, 0}, .edits = &edits};
	struct profile from = {0}, joined = {0};
	struct diff_tally tally;
	char problem[80];

	edits.filter = regex_new(SLICE("^0x\\.\\.\\.$|^a"), problem, sizeof(problem));
	edits.exclude = regex_new(SLICE("z$"), problem, sizeof(problem));
	add_text(&from, "0x12", 1, 0);
	add_text(&from, "a", 2, 0);
	add_text(&from, "az", 4, 0);
	add_text(&from, "b", 8, 0);
	diff_add(&joined, &from, &part, &tally);
	CHECK(is_text(&joined, SLICE("0x... 0 1\na 0 2\n")));
	CHECK(tally.stacks == 4 && tally.kept == 2 && joined.names.count == 2);
	regex_free(edits.filter);
	regex_free(edits.exclude);
	profile_release(&from);
	profile_release(&joined);
}

static opt_parse_fn *parser_of_before(void)
{
	size_t i;

	for (i = 0; i < diff_row_count; i++) {
		if (diff_rows[i].type != OPT_HEADING && strcmp(diff_rows[i].name, "before") == 0)
			return diff_rows[i].parse;
	}
	return NULL;
}

static bool parses(const char *text, const char *path, uint64_t value, unsigned scale)
{
	struct diff_files files = {0};
	struct buf problem = {0};
	bool good = parser_of_before()(slice_from(text), &files, &problem) && files.count == 1 &&
		    slice_equal(files.at[0].path, slice_from(path)) &&
		    files.at[0].weight.value == value && files.at[0].weight.scale == scale;

	free(files.at);
	buf_release(&problem);
	return good;
}

static bool is_refused(const char *text)
{
	struct diff_files files = {0};
	struct buf problem = {0};
	bool refused = !parser_of_before()(slice_from(text), &files, &problem) && problem.len > 0;

	free(files.at);
	buf_release(&problem);
	return refused;
}

CASE(a_weight_is_a_number_behind_the_last_colon)
{
	CHECK(parses("f", "f", 1, 0) && parses("f:2", "f", 2, 0) && parses("f:0.50", "f", 5, 1));
	CHECK(parses("f:12h", "f:12h", 1, 0) && parses("a:1:b", "a:1:b", 1, 0));
	CHECK(parses("a:1:3.", "a:1", 3, 0) && parses("f:", "f:", 1, 0));
	CHECK(parses("-:4", "-", 4, 0) && parses("f:-1", "f:-1", 1, 0));
	CHECK(is_refused("f:0") && is_refused("f:0.0000000001") && is_refused("f:1.2.3"));
	CHECK(is_refused("") && is_refused(":2") && is_refused("f:18446744073709551616"));
}

CASE(files_are_read_and_joined)
{
	const struct opt_reading reading = {.threads = 1};
	struct diff_options options;
	struct profile joined = {0};

	diff_options_init(&options, diff_personality_of(personality_of("difffolded")), &reading);
	diff_files_add(&options.sides[DIFF_BEFORE],
		       slice_from(scratch_write("1", SLICE("a;b 1\nc 0.5\n"))));
	diff_files_add(&options.sides[DIFF_BEFORE],
		       slice_from(scratch_write("2", SLICE("a;b 2\n"))));
	options.sides[DIFF_BEFORE].at[1].weight = (struct factor){3, 0};
	diff_files_add(&options.sides[DIFF_AFTER], slice_from(scratch_write("3", SLICE("d 9"))));
	CHECK(diff_read(&joined, &options));
	CHECK(is_text(&joined, SLICE("a;b 7 0\nc 0.5 0\nd 0 9\n")));
	profile_release(&joined);
	diff_options_release(&options);
}

CASE(the_last_file_shares_stacks_with_the_others)
{
	const struct opt_reading reading = {.threads = 2};
	struct diff_options options;
	struct profile joined = {0};

	diff_options_init(&options, diff_personality_of(personality_of("difffolded")), &reading);
	diff_files_add(&options.sides[DIFF_BEFORE],
		       slice_from(scratch_write("1", SLICE("x;b 4\na;b 1\nc 0.5\n"))));
	diff_files_add(&options.sides[DIFF_AFTER], slice_from(scratch_write("2", SLICE("a;b 9"))));
	diff_files_add(&options.sides[DIFF_AFTER],
		       slice_from(scratch_write("3", SLICE("b 1\na;b 0.25\na 3\nc 2\n"))));
	CHECK(diff_read(&joined, &options));
	CHECK(joined.is_sorted && joined.total[DIFF_BEFORE] == 550 &&
	      joined.total[DIFF_AFTER] == 1525);
	CHECK(is_text(&joined, SLICE("a 0 3\na;b 1 9.25\nb 0 1\nc 0.5 2\nx;b 4 0\n")));
	profile_release(&joined);
	diff_options_release(&options);
}

TEST_SCRATCH(diff)
