/* SPDX-License-Identifier: MIT */
/* Options that are passed on, and tables with rows of one name. */
#include "common/base/diag.h"
#include "common/cli/opt.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

struct options {
	struct slice output;
	struct opt_passed_list passed;
};

static const struct opt own[] = {
	{OPT_HEADING, .help = "Own"},
	{OPT_TEXT, 0, 'o', "output", .value = "FILE", OPT_AT(struct options, output),
	 .is_file = true, .help = "Ours"},
	{OPT_FLAG, .name = "secret", .hidden = true, .help = "Nobody sees this"},
};

static const char *const words[] = {"hot", "cold", NULL};

static const struct opt others[] = {
	{OPT_HEADING, .help = "Passed on", .detail = "See there."},
	{OPT_PASS, FAMILY_OWN, 'x', "output", .value = "FILE", .help = "Theirs"},
	{OPT_PASS, FAMILY_OWN, 'c', "colors", "colours", "PALETTE", .choices = words,
	 .help = "Which"},
	{OPT_PASS, FAMILY_OWN, .name = "hash", .help = "How"},
};

static struct opt_outcome_of {
	struct options options;
	struct opt_result result;
	enum opt_outcome outcome;
} trial;

static void with_program(void (*use)(const struct opt_program *program))
{
	const struct opt_table tables[] = {
		OPT_OWN(own, ARRAY_LEN(own), &trial.options),
		OPT_OWN(others, ARRAY_LEN(others), &trial.options.passed),
	};
	const struct opt_program program = {"tool", "does - something", "[FILE...]",
					    tables, ARRAY_LEN(tables),  NULL};

	use(&program);
}

static const char *arguments[8] = {"tool"};

static void parse(const struct opt_program *program)
{
	int argc = 1;

	while (arguments[argc])
		argc++;
	trial.outcome = opt_parse(program, personality_of("tool"), argc, (char **)arguments,
				  &trial.result);
}

static void end_trial(void)
{
	free(trial.options.passed.at);
	opt_result_release(&trial.result);
	trial = (struct opt_outcome_of){.outcome = OPT_GO_ON};
	memset(&arguments[1], 0, sizeof(arguments) - sizeof(arguments[0]));
}

static bool passed(size_t i, const char *name, const char *value)
{
	const struct opt_passed_list *list = &trial.options.passed;

	return i < list->count && strcmp(list->at[i].row->name, name) == 0 &&
	       slice_equal(list->at[i].value, slice_from(value));
}

CASE(options_for_others_keep_their_order_and_values)
{
	arguments[1] = "--hash";
	arguments[2] = "-chot";
	arguments[3] = "--colours=any thing";
	with_program(parse);
	CHECK(trial.outcome == OPT_GO_ON && trial.options.passed.count == 3);
	CHECK(passed(0, "hash", "") && passed(1, "colors", "hot") &&
	      passed(2, "colors", "any thing"));
	end_trial();
}

CASE(the_first_of_equal_rows_counts)
{
	arguments[1] = "--out=a";
	with_program(parse);
	CHECK(trial.outcome == OPT_GO_ON && slice_equal(trial.options.output, SLICE("a")));
	CHECK(trial.options.passed.count == 0);
	end_trial();
}

CASE(operands_are_those_before_two_dashes)
{
	arguments[1] = "a";
	arguments[2] = "--";
	arguments[3] = "b";
	arguments[4] = "--";
	with_program(parse);
	CHECK(trial.result.operands == 1 && trial.result.files.count == 3);
	CHECK(slice_equal(trial.result.files.at[2], SLICE("--")));
	end_trial();
	arguments[1] = "a";
	arguments[2] = "b";
	with_program(parse);
	CHECK(trial.result.operands == 2);
	end_trial();
}

static void check_texts(const struct opt_program *program)
{
	struct buf text = {0};

	opt_text_help(program, FAMILY_OWN, &text);
	CHECK(slice_contains(buf_slice(&text), SLICE("Passed on:\n  See there.\n")));
	CHECK(slice_contains(buf_slice(&text), SLICE("Ours")));
	CHECK(!slice_contains(buf_slice(&text), SLICE("Theirs")));
	CHECK(!slice_contains(buf_slice(&text), SLICE("Which")));
	buf_reset(&text);
	opt_text_man(program, FAMILY_OWN, &text);
	CHECK(slice_contains(buf_slice(&text), SLICE(".SS Passed on\nSee there.\n")));
	CHECK(!slice_contains(buf_slice(&text), SLICE("hash")));
	buf_reset(&text);
	opt_complete_fish(program, FAMILY_OWN, &text);
	CHECK(slice_contains(buf_slice(&text), SLICE("-l hash")));
	CHECK(!slice_contains(buf_slice(&text), SLICE("Theirs")));
	buf_reset(&text);
	opt_text_rows(program, FAMILY_OWN, &text);
	CHECK(slice_equal(buf_slice(&text), SLICE("output\t\to\tFILE\t1\t\tOurs\n"
						  "colors\tcolours\tc\tPALETTE\t\thot cold\tWhich\n"
						  "hash\t\t\t\t\t\tHow\n")));
	buf_release(&text);
}

CASE(others_have_their_own_manual_but_are_completed)
{
	with_program(check_texts);
}

TEST(opt_pass)
{
	diag_init("test");
	check_cases();
	return check_done();
}
