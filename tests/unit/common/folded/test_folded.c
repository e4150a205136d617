/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"

#include "common/base/arena.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Parse `text` as one chunk. */
static struct ingest_run parse_as(struct slice text, const struct ingest_format *format)
{
	struct ingest_run run = {.format = format};

	format->init(&run);
	format->parse(&run, text);
	return run;
}

static struct ingest_run parse(const char *text)
{
	return parse_as(slice_from(text), &folded_format);
}

static void release(struct ingest_run *run)
{
	ingest_release(run);
}

/* The folded text of the profile; it is read back from a file. */
static void write_to(const struct profile *profile, struct buf *out)
{
	const char *path = scratch_path("folded");
	struct output output;

	buf_reset(out);
	CHECK(output_open(&output, slice_from(path)));
	folded_write(profile, 0, &output);
	CHECK(output_commit(&output));
	CHECK(scratch_read(path, out));
}

static bool becomes_as(const struct ingest_format *format, int line, struct slice text,
		       struct slice expected)
{
	struct ingest_run run = parse_as(text, format);
	struct buf out = {0};
	bool same;

	write_to(&run.profile, &out);
	same = slice_equal(buf_slice(&out), expected);
	if (!same)
		fprintf(stderr, "%d: '%.*s' became\n'%.*s' instead of\n'%.*s'\n", line,
			SLICE_ARG(text), SLICE_ARG(buf_slice(&out)), SLICE_ARG(expected));
	buf_release(&out);
	release(&run);
	return same;
}

static bool becomes(int line, struct slice text, struct slice expected)
{
	return becomes_as(&folded_format, line, text, expected);
}

#define BECOMES(text, expected) CHECK(becomes(__LINE__, SLICE(text), SLICE(expected)))
#define BECOMES_DIFF(text, expected)                                                               \
	CHECK(becomes_as(&folded_rust_diff_format, __LINE__, SLICE(text), SLICE(expected)))

static uint64_t noted(const char *text, enum folded_note kind)
{
	struct ingest_run run = parse(text);
	uint64_t count = run.notes.kinds[kind].count;

	release(&run);
	return count;
}

/* What is written, and how many stacks were too deep, where frames are joined or not. */
static void check_joined(struct slice text)
{
	const struct folded_options options = {.joined = true};
	struct ingest_run apart = parse_as(text, &folded_one_column_format);
	struct ingest_run joined = {.format = &folded_one_column_format, .options = &options};
	struct buf expected = {0}, out = {0};

	joined.format->init(&joined);
	joined.format->parse(&joined, text);
	CHECK(joined.profile.count == apart.profile.count);
	CHECK(joined.notes.kinds[FOLDED_DEEP].count == apart.notes.kinds[FOLDED_DEEP].count);
	write_to(&apart.profile, &expected);
	write_to(&joined.profile, &out);
	CHECK(slice_equal(buf_slice(&out), buf_slice(&expected)));
	buf_release(&expected);
	buf_release(&out);
	release(&apart);
	release(&joined);
}

CASE(joined_frames_are_written_alike)
{
	check_joined(SLICE("a 1\na;b 2\na;b;c 3\na;b;c;d 4\na;b;c!d 5\na;b!c 6\na;b;c;d;e 7\na 8\n"
			   "a;b;c;d 9\n"));
	check_joined(SLICE(";;; 1\n;a 2\na;;b 3\na;;;;b 4\na;b;; 5\n;;;c 6\n@time=1;a;b;c;d 7\n"));
	check_joined(SLICE("# flambeau: unit=ns\nx;y;z 3;q 1\nx;y;z 3;q 4 \n x;y;z 1.5\nx;y;z\n"));
}

/* Some frames more than a stack may have, some less. */
CASE(joined_frames_end_where_others_do)
{
	struct buf text = {0};
	int depth, level;

	for (depth = LIMIT_DEPTH - 2; depth <= LIMIT_DEPTH + 2; depth++) {
		for (level = 1; level < depth; level++)
			buf_add_text(&text, level % 3 == 0 ? ";" : "a;");
		buf_add_text(&text, "b 1\na;b;c 2\n");
	}
	check_joined(buf_slice(&text));
	buf_release(&text);
}

CASE(equal_stacks_are_added_up_and_sorted)
{
	BECOMES("b;c 1\na 2\nb;c 3\nb 4\n", "a 2\nb 4\nb;c 4\n");
}

CASE(the_last_line_need_not_end)
{
	BECOMES("a 1", "a 1\n");
	BECOMES("a 1\nb 2", "a 1\nb 2\n");
}

CASE(blanks_around_a_line_do_not_count)
{
	BECOMES("  a;b   5  \n", "a;b 5\n");
	BECOMES("a;b\t5\t\r\n", "a;b 5\n");
	BECOMES("a b;c d 5\r\n", "a b;c d 5\n");
}

CASE(comments_and_empty_lines_are_no_lines)
{
	BECOMES("# a;b 5\n\n   \n\r\na 1\n", "a 1\n");
	BECOMES("#a 5\n", "#a 5\n");
	CHECK(noted("# a\n\n \t\n", FOLDED_BAD_LINE) == 0);
}

CASE(lines_without_a_count_are_noted)
{
	static const char *const wrong[] = {
		"a",      "a;b",   "a 1e3", "a -5", "a +5", "a .5",       "a 5.5.5", "a 5x",
		"a 0x10", "a 1,5", "5",     " 5 ",  "5.5",  "a \xd9\xa3", "a 5;",    "a ;5",
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(wrong); i++) {
		if (noted(wrong[i], FOLDED_BAD_LINE) != 1) {
			fprintf(stderr, "'%s'\n", wrong[i]);
			CHECK(false && "is noted as a line without a count");
		}
	}
	CHECK(noted("a 5\nb\nc 6\nd\n", FOLDED_BAD_LINE) == 2);
}

CASE(a_bad_line_does_not_spoil_the_others)
{
	BECOMES("a 1\nb\nc 2\n", "a 1\nc 2\n");
}

CASE(samples_are_the_lines_that_count)
{
	struct ingest_run run = parse("a 1\n# x\n\nb\na 7\n");

	CHECK(run.samples == 2 && run.line == 5);
	release(&run);
}

CASE(empty_names_are_kept_but_not_at_the_leaf)
{
	BECOMES(";a 1\n", ";a 1\n");
	BECOMES("a;;b 1\n", "a;;b 1\n");
	BECOMES("a;b; 1\n", "a;b 1\n");
	BECOMES("a;b;;; 1\n", "a;b 1\n");
	BECOMES(";;a;; 1\n", ";;a 1\n");
}

CASE(names_may_have_any_byte_but_two)
{
	struct buf line = {0}, expected = {0};
	int c;

	for (c = 0; c < 256; c++) {
		if (c == ';' || c == '\n')
			continue;
		buf_reset(&line);
		buf_reset(&expected);
		buf_add_text(&line, "x;<");
		buf_add_char(&line, (char)c);
		buf_add_text(&line, ">;y 3\n");
		buf_add(&expected, buf_slice(&line));
		CHECK(becomes(c, buf_slice(&line), buf_slice(&expected)));
	}
	buf_release(&line);
	buf_release(&expected);
}

CASE(a_second_number_is_a_second_column)
{
	BECOMES("a;b 1 2\n", "a;b 1 2\n");
	BECOMES("a;b 1 2\na;b 3 4\n", "a;b 4 6\n");
	BECOMES("a 1\nb 2 3\n", "a 1 1\nb 2 3\n");
	BECOMES("a   1 \t 2\n", "a 1 2\n");
	BECOMES("a 1 2 3\n", "a 1 2 3\n");
}

CASE(a_number_alone_before_the_count_is_a_name)
{
	BECOMES("1 2\n", "1 2\n");
	BECOMES("a;1 2\n", "a;1 2\n");
	BECOMES("a x1 2\n", "a x1 2\n");
}

CASE(in_one_column_a_number_belongs_to_the_name)
{
	struct ingest_run run = parse_as(SLICE("a 1 2\na 3\n"), &folded_one_column_format);
	struct buf out = {0};

	write_to(&run.profile, &out);
	CHECK(!run.profile.differential);
	CHECK(slice_equal(buf_slice(&out), SLICE("a 3\na 1 2\n")));
	buf_release(&out);
	release(&run);
}

CASE(columns_may_have_different_decimals)
{
	BECOMES("a 0.5 1\n", "a 0.5 1\n");
	BECOMES("a 1 0.25\n", "a 1 0.25\n");
	BECOMES("a 0.125 2.5\na 1 1\n", "a 1.125 3.5\n");
}

CASE(decimals_are_exact_and_zeros_at_the_end_dropped)
{
	BECOMES("a 0.1\na 0.2\n", "a 0.3\n");
	BECOMES("a 5.\n", "a 5\n");
	BECOMES("a 5.000000000000\n", "a 5\n");
	BECOMES("a 1.50\n", "a 1.5\n");
	BECOMES("a 0.000000001\n", "a 0.000000001\n");
	BECOMES("a 123456789.987654321\n", "a 123456789.987654321\n");
	CHECK(noted("a 0.123456789\n", FOLDED_ROUNDED) == 0);
	CHECK(noted("a 0.1234567890000\n", FOLDED_ROUNDED) == 0);
}

CASE(every_number_of_decimals_up_to_nine_is_exact)
{
	struct buf line = {0};
	unsigned digits;

	for (digits = 1; digits <= LIMIT_SCALE; digits++) {
		struct ingest_run run;

		buf_reset(&line);
		buf_printf(&line, "a 7.%.*s\n", (int)digits, "123456789");
		run = parse_as(buf_slice(&line), &folded_format);
		CHECK(run.profile.scale == digits && run.notes.kinds[FOLDED_ROUNDED].count == 0);
		CHECK(becomes(__LINE__, buf_slice(&line), buf_slice(&line)));
		release(&run);
	}
	buf_release(&line);
}

CASE(more_decimals_are_rounded_half_to_even_and_noted)
{
	BECOMES("a 0.0000000001\n", "a 0\n");
	BECOMES("a 0.0000000005\n", "a 0\n");
	BECOMES("a 0.00000000050\n", "a 0\n");
	BECOMES("a 0.00000000051\n", "a 0.000000001\n");
	BECOMES("a 0.0000000015\n", "a 0.000000002\n");
	BECOMES("a 0.0000000025\n", "a 0.000000002\n");
	BECOMES("a 0.0000000025000000000000000000000001\n", "a 0.000000003\n");
	BECOMES("a 0.0000000024999999999999999999999999\n", "a 0.000000002\n");
	BECOMES("a 0.9999999999\n", "a 1\n");
	BECOMES("a 1.9999999995\n", "a 2\n");
	CHECK(noted("a 0.0000000025\n", FOLDED_ROUNDED) == 1);
	CHECK(noted("a 0.0000000001 1\n", FOLDED_ROUNDED) == 1);
	CHECK(noted("a 0.12345678901x\n", FOLDED_ROUNDED) == 0);
}

CASE(the_largest_count_is_read)
{
	BECOMES("a 18446744073709551615\n", "a 18446744073709551615\n");
	BECOMES("a 18446744073.709551615\n", "a 18446744073.709551615\n");
	BECOMES("a 0 18446744073709551615\n", "a 0 18446744073709551615\n");
}

/* The run must fail, and neither lose the line nor use another number. */
static bool is_refused(const char *text)
{
	struct ingest_run run = parse(text);
	bool refused = run.profile.overflow ||
		       notes_fail(&run.notes, folded_format.kinds, folded_format.kind_count, false);

	if (!refused)
		fprintf(stderr, "'%s'\n", text);
	release(&run);
	return refused;
}

CASE(counts_beyond_the_largest_are_errors)
{
	CHECK(is_refused("a 18446744073709551615\na 1"));
	CHECK(is_refused("a 18446744073709551615\nb 0.5"));
	CHECK(is_refused("b 0.5\na 18446744073709551615"));
	CHECK(is_refused("a 18446744073709551616"));
	CHECK(is_refused("a 99999999999999999999999999"));
	CHECK(is_refused("a 1844674407370955161.6"));
	CHECK(is_refused("a 18446744073709551615.5"));
	CHECK(is_refused("a 18446744073.709551616"));
}

CASE(no_column_beyond_the_largest_is_used)
{
	CHECK(is_refused("a 1 18446744073709551616"));
	CHECK(is_refused("a 18446744073709551616 1"));
	CHECK(is_refused("a 0.5 18446744073709551615"));
	CHECK(is_refused("a 18446744073709551615 0.5"));
}

/* A stack of `depth` frames in one line. */
static void check_depth(size_t depth, uint32_t expected, uint64_t notes)
{
	struct buf line = {0};
	struct ingest_run run;
	const struct stack **sorted;
	size_t i;

	for (i = 0; i < depth; i++)
		buf_add_text(&line, i + 1 < depth ? "f;" : "leaf;;");
	buf_add_text(&line, " 3\n");
	run = parse_as(buf_slice(&line), &folded_format);
	sorted = profile_sorted(&run.profile, PROFILE_BY_TEXT);
	CHECK(run.profile.count == 1 && sorted[0]->depth == expected);
	CHECK(run.profile.total[1] == 3);
	CHECK(run.notes.kinds[FOLDED_DEEP].count == notes);
	free(sorted);
	release(&run);
	buf_release(&line);
}

CASE(stacks_deeper_than_the_limit_are_cut_at_the_leaf_and_noted)
{
	check_depth(LIMIT_DEPTH - 1, LIMIT_DEPTH - 1, 0);
	check_depth(LIMIT_DEPTH, LIMIT_DEPTH, 0);
	check_depth(LIMIT_DEPTH + 1, LIMIT_DEPTH, 1);
	check_depth(LIMIT_DEPTH * 3, LIMIT_DEPTH, 1);
}

/* True if folding the output again leaves it unchanged. */
static bool is_stable(struct slice text)
{
	struct ingest_run run = parse_as(text, &folded_format), again;
	struct buf first = {0}, second = {0};
	bool same;

	write_to(&run.profile, &first);
	again = parse_as(buf_slice(&first), &folded_format);
	write_to(&again.profile, &second);
	same = slice_equal(buf_slice(&first), buf_slice(&second)) &&
	       again.profile.count == run.profile.count &&
	       again.profile.total[0] == run.profile.total[0] &&
	       again.profile.total[1] == run.profile.total[1] &&
	       again.notes.kinds[FOLDED_BAD_LINE].count == 0;
	if (!same)
		fprintf(stderr, "'%.*s' is written as\n'%.*s', that as\n'%.*s'\n", SLICE_ARG(text),
			SLICE_ARG(buf_slice(&first)), SLICE_ARG(buf_slice(&second)));
	buf_release(&first);
	buf_release(&second);
	release(&run);
	release(&again);
	return same;
}

CASE(reading_what_was_written_changes_nothing)
{
	CHECK(is_stable(SLICE("")));
	CHECK(is_stable(SLICE("a;b;c 5\na;b 1.25\n;;y 1\n;x 2\nx 1 2\n")));
	CHECK(is_stable(SLICE("a b;c\td 5\n \xff\xfe;\x01 0.000000001\n")));
	CHECK(is_stable(SLICE("a;b!;c 5\na;b;c 5\na;b 5\n")));
}

CASE(blanks_before_empty_names_at_the_leaf_are_stable)
{
	CHECK(is_stable(SLICE("a;b ; 5\n")));
	CHECK(is_stable(SLICE("a; ; 5\n")));
	CHECK(is_stable(SLICE("a; ;\t; 5\n")));
}

CASE(a_stack_of_empty_names_is_stable)
{
	CHECK(is_stable(SLICE("; 5\n")));
	CHECK(is_stable(SLICE(";; 5\n;;; 6\na 1\n")));
	CHECK(is_stable(SLICE(" ; 5\n")));
}

CASE(a_name_that_looks_like_a_comment_is_stable)
{
	CHECK(is_stable(SLICE(" # a;b 5\n")));
	CHECK(is_stable(SLICE("\t# 5\n")));
}

/* As a format may make it: names of anything. */
static bool is_written(struct slice first, struct slice second, struct slice expected)
{
	struct profile profile = {0};
	struct buf out = {0};
	frame_id frames[2];
	bool same;

	frames[0] = profile_frame(&profile, first);
	frames[1] = profile_frame(&profile, second);
	profile_add_count(&profile, frames, second.len > 0 ? 2 : 1, 5);
	profile_add_count(&profile, &frames[1], 1, 1);
	frames[0] = profile_frame(&profile, SLICE("#_x"));
	profile_add_count(&profile, frames, 1, UINT64_MAX - 5);
	folded_escape_roots(&profile, true);
	CHECK(slice_equal(intern_name(&profile.names, 1), second));
	write_to(&profile, &out);
	same = slice_equal(buf_slice(&out), expected) && !profile.overflow;
	if (!same)
		fprintf(stderr, "'%.*s'\n", SLICE_ARG(buf_slice(&out)));
	buf_release(&out);
	profile_release(&profile);
	return same;
}

CASE(a_root_that_looks_like_a_comment_is_fit)
{
#define REST "#_x 18446744073709551610\n"
	CHECK(is_written(SLICE("#"), SLICE(""), SLICE(" 1\n#_ 5\n" REST)));
	CHECK(is_written(SLICE("\t#"), SLICE(""), SLICE(" 1\n\t#_ 5\n" REST)));
	CHECK(is_written(SLICE("#"), SLICE("a"), SLICE("#;a 5\n" REST "a 1\n")));
	CHECK(is_written(SLICE("# b c"), SLICE("# d"), SLICE("#_b c;# d 5\n#_d 1\n" REST)));
	CHECK(is_written(SLICE("a"), SLICE("# d"), SLICE("#_d 1\n" REST "a;# d 5\n")));
	CHECK(is_written(SLICE("#\t"), SLICE("##"), SLICE("## 1\n#_;## 5\n" REST)));
	CHECK(is_written(SLICE("# x"), SLICE("a"), SLICE(REST "#_x;a 5\na 1\n")));
	CHECK(is_written(SLICE("# x"), SLICE(""), SLICE(" 1\n#_x 18446744073709551615\n")));
#undef REST
}

CASE(random_lines_are_stable)
{
	static const char alphabet[] = "ab;; \t.x\xff\r";
	struct buf text = {0};
	uint64_t state = 2718281828;
	int round, i;

	for (round = 0; round < 400; round++) {
		size_t length = 1 + scratch_below(&state, 12);

		buf_reset(&text);
		for (i = 0; i < (int)length; i++)
			buf_add_char(&text,
				     alphabet[scratch_random(&state) % (sizeof(alphabet) - 1)]);
		buf_printf(&text, " %u\n", (unsigned)(scratch_random(&state) % 5));
		if (!is_stable(buf_slice(&text)))
			break;
	}
	CHECK(round == 400);
	buf_release(&text);
}

/* However it is cut at lines, and in which order the parts are merged. */
CASE(parts_make_the_whole)
{
	static const char *const lines[] = {"a;b 1\n", "c 0.5\n", "a;b 2 3\n", "a;c 1.125\n",
					    "# x\n",   "oops\n",  "c;d 7\n",   "a;b 4\n"};
	enum { LINES = ARRAY_LEN(lines) };
	struct buf expected = {0}, text = {0};
	size_t cut, i;

	for (cut = 0; cut <= LINES; cut++) {
		struct buf head = {0}, tail = {0};
		struct ingest_run first, second;

		for (i = 0; i < LINES; i++)
			buf_add_text(i < cut ? &head : &tail, lines[i]);
		first = parse_as(buf_slice(&head), &folded_format);
		second = parse_as(buf_slice(&tail), &folded_format);
		profile_merge(&second.profile, &first.profile);
		write_to(&second.profile, &text);
		if (cut == 0)
			buf_add(&expected, buf_slice(&text));
		CHECK(slice_equal(buf_slice(&expected), buf_slice(&text)));
		release(&first);
		release(&second);
		buf_release(&head);
		buf_release(&tail);
	}
	buf_release(&expected);
	buf_release(&text);
}

/* Also one whose text would be compared with the one replaced before. */
CASE(inferno_replaces_bytes_and_keeps_empty_frames)
{
	BECOMES_DIFF("a;b;; 5\n# c 6\n 7\n;; 8\n", " 7\n# c 6\n;; 8\na;b;; 5\n");
	BECOMES_DIFF("a;b  3.9\r\na;b 2\n", "a;b 5\n");
	BECOMES_DIFF("a;b\xff 1\na;b\xfe 2\n", "a;b\xef\xbf\xbd 3\n");
	BECOMES_DIFF("x;\xff;long name;c 1\nx;\xff;long name;d 2\nx;y 3\nx;\xff;e 4\n",
		     "x;y 3\nx;\xef\xbf\xbd;e 4\nx;\xef\xbf\xbd;long name;c 1\n"
		     "x;\xef\xbf\xbd;long name;d 2\n");
	BECOMES_DIFF("a\x01\xef\xbf\xbf\xc3\xa9 1\n", "a\x01\xef\xbf\xbd\xc3\xa9 1\n");
}

/* Some blocks of stacks are longer than what a thread keeps until its turn. */
CASE(threads_write_the_same)
{
	enum { STACKS = 20000, LONG_NAME = 5000 };
	struct profile profile = {0};
	struct buf expected = {0}, text = {0}, name = {0};
	unsigned i;

	for (i = 0; i < STACKS; i++) {
		frame_id frames[2];

		buf_reset(&name);
		buf_printf(&name, "%05u", i);
		while (i / 300 % 10 == 3 && name.len < LONG_NAME)
			buf_add(&name, SLICE("long name "));
		frames[0] = profile_frame(&profile, SLICE("main"));
		frames[1] = profile_frame(&profile, buf_slice(&name));
		profile_add_count(&profile, frames, 2, i);
	}
	write_to(&profile, &expected);
	for (profile.threads = 2; profile.threads <= 4; profile.threads++) {
		write_to(&profile, &text);
		CHECK(slice_equal(buf_slice(&text), buf_slice(&expected)));
	}
	buf_release(&name);
	buf_release(&text);
	buf_release(&expected);
	profile_release(&profile);
}

TEST_SCRATCH(folded)
