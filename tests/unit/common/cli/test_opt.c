/* SPDX-License-Identifier: MIT */
/* Options that no program has: roff and shells would take parts of their texts for their own. */
#include "common/base/diag.h"
#include "common/cli/opt.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static const char *const words[] = {"north", "south", NULL};

static const struct opt rows[] = {
	{OPT_FLAG, .name = "dots", .help = ".hidden files",
	 .detail = ".so is one, too. .so is not."},
	{OPT_FLAG, .name = "slash", .help = "a\\b"},
	{OPT_CHOICE, .name = "pole", .value = "POLE", .choices = words, .help = "Which"},
};

/* True if the text that `make` makes has this. */
static bool has(void (*make)(const struct opt_program *, enum family, struct buf *),
		const char *wanted)
{
	const struct opt_table table = OPT_OWN(rows, ARRAY_LEN(rows), NULL);
	const struct opt_program program = {"tool", "", "", &table, 1, NULL};
	struct buf text = {0};
	bool good;

	make(&program, FAMILY_OWN, &text);
	good = slice_contains(buf_slice(&text), slice_from(wanted));
	buf_release(&text);
	return good;
}

CASE(a_dot_begins_no_request)
{
	CHECK(has(opt_text_man, "\n\\&.hidden files.\n\\&.so is one, too. .so is not.\n"));
}

CASE(a_backslash_begins_no_escape)
{
	CHECK(has(opt_text_man, "\na\\eb.\n"));
	CHECK(has(opt_complete_zsh, "[a\\\\b]"));
	CHECK(has(opt_complete_fish, "'a\\\\b'"));
}

/* What is said of the value "suoth" under the name `tool`. */
static bool says(const char *tool, const char *wanted)
{
	int pole = 0;
	const struct opt_table table = OPT_OWN(rows, ARRAY_LEN(rows), &pole);
	const struct opt_program program = {"tool", "", "", &table, 1, NULL};
	char name[] = "tool", option[] = "--pole=suoth", *argv[] = {name, option};
	struct opt_result result;
	struct buf said = {0};
	struct capture err = capture_begin(2);
	const enum opt_outcome outcome = opt_parse(&program, personality_of(tool), 2, argv,
						   &result);
	bool good;

	capture_end(&err, &said);
	good = outcome == OPT_WRONG && slice_contains(buf_slice(&said), slice_from(wanted));
	opt_result_release(&result);
	buf_release(&said);
	return good;
}

CASE(choices_are_guessed_but_for_perl)
{
	CHECK(says("tool", "'suoth' (did you mean south?): it is one of north, south;"));
	CHECK(says("tool.pl", "'suoth': it is one of north, south\n"));
}

TEST(opt)
{
	diag_init("test");
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
