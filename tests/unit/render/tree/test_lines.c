/* SPDX-License-Identifier: MIT */
#include "render/tree/lines.h"

#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Lines through a file to stacks, and what they are as text. */
struct reading {
	struct ingest_run run;
	const struct stack **stacks;
	size_t count;
};

static bool read_file(struct reading *reading, const char *path, struct lines_options *options)
{
	const struct slice paths[] = {slice_from(path)};
	const struct input_options in = {.paths = paths,
					 .count = 1,
					 .compat = personality_of("flamegraph"),
					 .chunk_size = 8,
					 .next_record = input_next_line};
	struct ingest_stats stats;
	struct input *input = input_open(&in);

	*reading = (struct reading){.run = {.options = options}};
	CHECK(ingest(input, &lines_format, 4, &reading->run, &stats));
	lines_finish(&reading->run, input);
	input_close(input);
	reading->stacks = lines_stacks(&reading->run, &reading->count);
	return reading->stacks != NULL;
}

static void reading_release(struct reading *reading)
{
	free(reading->stacks);
	ingest_release(&reading->run);
}

/* "a;b 5|c 6", or "-" if the lines cannot be used. */
static bool gives(const char *text, struct lines_options options, const char *wanted)
{
	const char *path = scratch_write("in", slice_from(text));
	struct reading reading;
	struct buf out = {0};
	bool same;
	size_t i;

	if (!read_file(&reading, path, &options))
		buf_add_char(&out, '-');
	for (i = 0; i < reading.count; i++) {
		if (i > 0)
			buf_add_char(&out, '|');
		folded_add_stack(&out, &reading.run.profile, reading.stacks[i]);
		buf_printf(&out, " %llu", (unsigned long long)reading.stacks[i]->count[1]);
	}
	same = slice_equal(buf_slice(&out), slice_from(wanted));
	if (!same)
		fprintf(stderr, "'%s' gives %.*s, not %s\n", text, SLICE_ARG(buf_slice(&out)),
			wanted);
	reading_release(&reading);
	buf_release(&out);
	return same;
}

static const char *const sample = "b;x 9\na;y 10\na;b#x 1\na;b 2\na;b;c 3\n";

static void lines_are_sorted_by_their_bytes_or_not(void)
{
	struct lines_options options = {.rules = &lines_own};

	CHECK(gives(sample, options, "a;b 2|a;b#x 1|a;b;c 3|a;y 10|b;x 9"));
	options.order = LINES_AS_GIVEN;
	CHECK(gives(sample, options, "b;x 9|a;y 10|a;b#x 1|a;b 2|a;b;c 3"));
	options.order = LINES_BACKWARDS;
	CHECK(gives(sample, options, "a;b;c 3|a;b 2|a;b#x 1|a;y 10|b;x 9"));
	options.order = LINES_MUST_BE_SORTED;
	CHECK(gives(sample, options, "-"));
	CHECK(gives("a;b 10\na;b 9\nb 1\n", options, "a;b 10|a;b 9|b 1"));
}

static void counts_are_part_of_what_is_sorted(void)
{
	struct lines_options options = {.rules = &lines_perl};

	CHECK(gives("a 9\na 10\na;b 1\n", options, "a 10|a 9|a;b 1"));
}

static void a_reversed_line_is_sorted_by_its_new_text(void)
{
	struct lines_options options = {.rules = &lines_perl, .reverse = true};

	CHECK(gives(sample, options, "b#x;a 1|b;a 2|c;b;a 3|x;b 9|y;a 10"));
	CHECK(gives(";a;b 5\n", options, "b;a 5"));
	CHECK(gives("a 5;b 3\n", options, "b;a 3"));
	options.rules = &lines_rust;
	CHECK(gives("a;;b;; 5\n", options, ";;b;;a 5"));
	CHECK(gives("a;x; y 5\na;Q 1\n", options, "Q;a 1|y;x;a 5"));
	CHECK(gives("a ;\t\ty 5\nz ;y 1\n", options, "y;a 5|y;z 1"));
	options.rules = &lines_own;
	CHECK(gives("a 5;b 3\n", options, "b;a 5 3"));
}

static void a_base_cuts_off_what_is_below_it(void)
{
	const struct slice bases[] = {SLICE("x"), SLICE("y")};
	struct lines_options options = {.rules = &lines_own, .bases = {bases, 2}};
	const char *text = "r;x;a 1\nr;x;b;y;c 2\nx;d 3\nr;y 4\nr;z 5\n";

	CHECK(gives(text, options, "x;a 1|x;d 3|y 4|y;c 2"));
	options.rules = &lines_rust; /* neither the root nor the leaf */
	CHECK(gives(text, options, "x;a 1|y;c 2"));
	options.rules = &lines_own;
	options.reverse = true;
	CHECK(gives(text, options, "a;x 1|c;y 2|d;x 3|y 4"));
}

static void wakers_are_marked(void)
{
	struct lines_options options = {.rules = &lines_own, .chain = true};

	CHECK(gives("a;b;--;c;d;--;e 1\n", options, "a;b;--;c_[w];d_[w];--;e_[w] 1"));
	CHECK(gives("a;b 1\n", options, "a;b;-- 1"));
	CHECK(gives("--;a 1\n", options, "--;a;-- 1"));
	CHECK(gives("a;-- 1\n", options, "a;--;-- 1"));
	CHECK(gives("a;--;--;b 1\n", options, "a;--;--_[w];b_[w] 1"));
}

static void empty_leaves_count_or_not(void)
{
	struct lines_options options = {.rules = &lines_own};

	CHECK(gives("a;b;; 5\n;; 6\n", options, "a;b 5"));
	options.rules = &lines_rust;
	CHECK(gives("a;b;; 5\n;; 6\n", options, ";; 6|a;b;; 5"));
}

static void only_inferno_wants_utf8(void)
{
	struct lines_options options = {.rules = &lines_own};
	const char *text = "a;\xff 1\nb\xc3\xa9 2\nc\xef\xbf\xbf 3\n";

	CHECK(gives(text, options, "a;\xff 1|b\xc3\xa9 2|c\xef\xbf\xbf 3"));
	options.rules = &lines_perl;
	CHECK(gives(text, options, "b\xc3\xa9 2|c\xef\xbf\xbf 3"));
	options.rules = &lines_rust;
	CHECK(gives(text, options, "-"));
}

static void counts_come_to_one_scale(void)
{
	struct lines_options options = {.rules = &lines_perl};

	CHECK(gives("a 1\nb 0.25\nc 2.5\n", options, "a 100|b 25|c 250"));
}

static void comments_are_no_lines(void)
{
	struct lines_options options = {.rules = &lines_rust};

	CHECK(gives("# a 5\n  b 6\r\n\n#c 7\n", options, "#c 7|b 6"));
	options.rules = &lines_perl;
	CHECK(gives("# a 5\n  b 6\n", options, "  b 6|# a 5"));
}

TEST(lines)
{
	diag_init("test_lines");
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	lines_are_sorted_by_their_bytes_or_not();
	counts_are_part_of_what_is_sorted();
	a_reversed_line_is_sorted_by_its_new_text();
	a_base_cuts_off_what_is_below_it();
	wakers_are_marked();
	empty_leaves_count_or_not();
	only_inferno_wants_utf8();
	counts_come_to_one_scale();
	comments_are_no_lines();
	scratch_end();
	return check_done();
}
