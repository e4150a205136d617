/* SPDX-License-Identifier: MIT */
#include "diff/diff_options.h"

#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"

static const struct personality own_reading = {
	.family = FAMILY_OWN,
	.syntax = &opt_syntax_own,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.dash_is_stdin = true,
	.has_headers = true,
	.wrong_input_is_named = true,
	.terminal_is_noticed = true,
	.bears_interrupt = true,
	.mistakes_are_guessed = true,
};

static const struct personality perl_reading = {
	.family = FAMILY_PERL,
	.syntax = &opt_syntax_perl,
	.usage_exit = 2,
	.open_complaint = "ERROR: Can't read ",
	.dash_is_stdin = true,
};

static const struct personality rust_reading = {
	.family = FAMILY_RUST,
	.syntax = &opt_syntax_rust,
	.usage_exit = EXIT_USAGE,
	.open_complaint = "",
	.mistakes_are_guessed = true,
	.quiet_is_silent = true,
};

static const struct diff_personality own = {
	.reading = &own_reading,
	.format = &folded_one_column_format,
	.is_careful = true,
	.unreadable_exit = EXIT_DATA,
};

static const struct diff_personality perl = {
	.reading = &perl_reading,
	.letters_only = true,
	.unreadable_exit = 2,
	.no_total_exit = 255,
};

static const struct diff_personality rust = {
	.reading = &rust_reading,
	.format = &folded_rust_diff_format,
	.scales_in_doubles = true,
	.unreadable_exit = EXIT_DATA,
};

COLD const struct diff_personality *diff_personality_of(const struct personality *compat)
{
	static const struct personality_records records = {&own, &perl, &rust};

	return compat_pick(compat, &records);
}

static COLD bool is_of_number(char c)
{
	return char_is_digit(c) || c == '.';
}

/*
 * "FILE[:WEIGHT]": what follows the last colon is a weight if it looks like a number, and part of
 * the name otherwise.
 */
static COLD bool parse_file(struct slice text, void *field, struct buf *problem)
{
	struct diff_file file = {.path = text, .weight = {1, 0}};
	size_t colon = slice_rfind(text, ':');
	struct slice number = slice_tail(text, colon == SLICE_NONE ? text.len : colon + 1);
	struct diff_files *files = field;
	bool rounded = false;

	if (number.len > 0 && slice_all(number, is_of_number)) {
		if (!folded_count(number, &file.weight.value, &file.weight.scale, &rounded) ||
		    rounded || file.weight.value == 0) {
			buf_printf(problem, "a weight is a number above 0 with up to %d decimals",
				   LIMIT_SCALE);
			return false;
		}
		file.path = slice_head(text, colon);
	}
	if (file.path.len == 0) {
		buf_add_text(problem, "the name is missing");
		return false;
	}
	files->at = memory_grow(files->at, &files->cap, files->count + 1, sizeof(*files->at));
	files->at[files->count++] = file;
	return true;
}

static COLD bool parse_regex(struct slice text, void *field, struct buf *problem)
{
	struct regex **regex = field;
	char why[160];

	regex_free(*regex);
	*regex = regex_new(text, why, sizeof(why));
	if (!*regex)
		buf_add_text(problem, why);
	return *regex != NULL;
}

static const char *const not_ignored[] = {"keep-root", NULL};

#define AT(field) OPT_AT(struct diff_options, field)

const struct opt diff_rows[] = {
	{OPT_HEADING, .help = "Files"},
	{OPT_CALL, FAMILY_OWN, 0, "before", .value = "FILE[:WEIGHT]", AT(sides[DIFF_BEFORE]),
	 .parse = parse_file, .is_file = true,
	 .help = "A file of the first column; may be repeated",
	 .detail = "Files of one side are added up, each count multiplied by the WEIGHT, a "
		   "decimal like 0.5. The text after the last colon of a name is a weight if it "
		   "looks like a number: a file called cpu:2 is given as cpu:2:1."},
	{OPT_CALL, FAMILY_OWN, 0, "after", .value = "FILE[:WEIGHT]", AT(sides[DIFF_AFTER]),
	 .parse = parse_file, .is_file = true,
	 .help = "A file of the second column; may be repeated"},

	{OPT_HEADING, .help = "Stacks"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 's', "strip-hex", AT(edits.strip_hex),
	 .help = "Write hexadecimal numbers like 0x1f as 0x...",
	 .detail = "Addresses that differ from run to run become the same."},
	{OPT_FLAG, FAMILY_OWN, 0, "ignore-root", AT(edits.ignore_root), .conflicts = not_ignored,
	 .help = "Compare all processes, the first frames of stacks, as one",
	 .detail = "Without it, two processes are compared as one where each is the only one that "
		   "the other side lacks, and both call the same functions: the same program by "
		   "another name. A message says so. The process gets both names, 'old, new'."},
	{OPT_FLAG, FAMILY_OWN, 0, "keep-root", AT(edits.keep_root),
	 .help = "Never compare processes of different names as one"},
	{OPT_CALL, FAMILY_OWN, 0, "filter", .value = "REGEX", AT(edits.filter),
	 .parse = parse_regex, .help = "Keep stacks that match REGEX",
	 .detail = "The expression sees a whole stack, frames joined by semicolons, as it is "
		   "written in the output. Stacks that are dropped count as if the files did not "
		   "have them."},
	{OPT_CALL, FAMILY_OWN, 0, "exclude", .value = "REGEX", AT(edits.exclude),
	 .parse = parse_regex, .help = "Drop stacks that match REGEX"},
};

const size_t diff_row_count = ARRAY_LEN(diff_rows);

COLD void diff_options_init(struct diff_options *options,
			    const struct diff_personality *personality,
			    const struct opt_reading *reading)
{
	*options = (struct diff_options){.personality = personality, .reading = reading};
}

COLD void diff_options_release(struct diff_options *options)
{
	free(options->sides[DIFF_BEFORE].at);
	free(options->sides[DIFF_AFTER].at);
	regex_free(options->edits.filter);
	regex_free(options->edits.exclude);
}

COLD void diff_files_add(struct diff_files *files, struct slice path)
{
	files->at = memory_grow(files->at, &files->cap, files->count + 1, sizeof(*files->at));
	files->at[files->count++] = (struct diff_file){.path = path, .weight = {1, 0}};
}

/* Standard input can be read once. */
static bool check_stdin(const struct diff_options *options)
{
	size_t side, i, count = 0;

	if (!options->personality->reading->dash_is_stdin)
		return true;
	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &options->sides[side];

		for (i = 0; i < files->count; i++)
			count += slice_equal(files->at[i].path, SLICE("-"));
	}
	if (count > 1)
		diag_error("standard input cannot be more than one of the files");
	return count <= 1;
}

COLD bool diff_options_finish(struct diff_options *options, const struct opt_list *operands)
{
	size_t side, next = 0;

	for (side = 0; side < DIFF_SIDES; side++) {
		if (options->sides[side].count > 0)
			continue;
		if (next == operands->count) {
			diag_error("no file for the %s column; try '%s --help'",
				   side == DIFF_BEFORE ? "first" : "second", diag_tool());
			return false;
		}
		diff_files_add(&options->sides[side], operands->at[next++]);
	}
	if (next < operands->count) {
		diag_error("one file too many: '%.*s'; try '%s --help'",
			   SLICE_ARG(operands->at[next]), diag_tool());
		return false;
	}
	return check_stdin(options);
}
