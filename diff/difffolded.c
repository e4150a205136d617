/* SPDX-License-Identifier: MIT */
/*
 * difffolded - two profiles of folded stacks as one with two columns: read, join, normalise,
 * write.
 */
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "diff/diff.h"
#include "diff/doubles.h"

struct difffolded_options {
	struct diff_options diff;
	bool normalize;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counts"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 'n', "normalize",
	 OPT_AT(struct difffolded_options, normalize),
	 .help = "Multiply the first column so that its sum is that of the second",
	 .detail =
		 "Two recordings of different length can be compared then. Each count of the first "
		 "column is rounded down to a whole number."},
};

static bool write_joined(const struct profile *joined, struct slice path)
{
	struct output output;

	if (!output_open(&output, path))
		return false;
	folded_write(joined, 0, &output);
	return output_commit(&output);
}

static bool write_doubles(const struct doubles *doubles)
{
	struct output output;

	if (!output_open(&output, SLICE("")))
		return false;
	doubles_write(doubles, &output);
	return output_commit(&output);
}

static int run_doubles(const struct difffolded_options *options)
{
	const struct diff_manners *manners = options->diff.manners;
	struct doubles doubles = {0};
	int code = EXIT_DATA;

	if (!doubles_read(&doubles, &options->diff))
		code = manners->unreadable_exit;
	else if (options->normalize && !doubles_normalize(&doubles))
		code = manners->no_total_exit;
	else if (!doubles_overflowed(&doubles) && write_doubles(&doubles))
		code = EXIT_DONE;
	doubles_release(&doubles);
	return code;
}

static int run(const struct difffolded_options *options, struct slice path)
{
	const struct diff_manners *manners = options->diff.manners;
	struct profile joined = {0};
	int code = EXIT_DATA;

	if (!diff_read(&joined, &options->diff)) {
		if (!joined.overflow)
			code = manners->unreadable_exit;
	} else if (joined.count == 0 && manners->is_careful) {
		diag_error(options->diff.edits.filter || options->diff.edits.exclude
				   ? "no stacks were selected"
				   : "no stacks");
	} else if ((!options->normalize || diff_normalize(&joined, manners)) &&
		   write_joined(&joined, path)) {
		code = EXIT_DONE;
	}
	stats_count(options->diff.stats, &joined);
	if (options->diff.reading.stats)
		stats_print(options->diff.stats);
	profile_release(&joined);
	return code;
}

/* "-n -s", "-ns" and two files, as the shell's getopts reads them; false if it is anything else. */
static bool parse_letters(struct difffolded_options *options, int argc, char **argv)
{
	int at, i;

	for (at = 1; at < argc && argv[at][0] == '-' && argv[at][1] != '\0'; at++) {
		if (slice_equal(slice_from(argv[at]), SLICE("--"))) {
			at++;
			break;
		}
		for (i = 1; argv[at][i] != '\0'; i++) {
			if (argv[at][i] == 'n')
				options->normalize = true;
			else if (argv[at][i] == 's')
				options->diff.edits.strip_hex = true;
			else
				return false;
		}
	}
	if (argc - at < DIFF_SIDES)
		return false;
	diff_files_add(&options->diff.sides[DIFF_BEFORE], slice_from(argv[at]));
	diff_files_add(&options->diff.sides[DIFF_AFTER], slice_from(argv[at + 1]));
	return true;
}

static int run_letters(struct difffolded_options *options, int argc, char **argv)
{
	if (parse_letters(options, argc, argv))
		return run_doubles(options);
	diag_error("usage: %s [-n] [-s] BEFORE AFTER", diag_tool());
	diag_error("-n multiplies the first column so that the sums are equal, "
		   "-s writes 0x1f as 0x...");
	return options->diff.manners->usage_exit;
}

static int run_words(struct difffolded_options *options, const struct personality *as, int argc,
		     char **argv)
{
	struct opt_common common = {0};
	const struct opt_table tables[] = {
		{diff_rows, diff_row_count, &options->diff},
		{rows, ARRAY_LEN(rows), options},
		{opt_reading_rows, opt_reading_count, &options->diff.reading},
		{opt_common_rows, opt_common_count, &common},
	};
	const struct opt_program program = {diag_tool(),
					    "two profiles of folded stacks as one with two columns",
					    "[BEFORE] [AFTER]", tables, ARRAY_LEN(tables)};
	struct opt_result given;
	struct stats stats;
	int code;

	stats_start(&stats);
	options->diff.stats = &stats;
	if (opt_begin(&program, as, &common, argc, argv, &given, &code)) {
		code = as->usage_exit;
		if (!opt_reading_begin(&options->diff.reading))
			code = EXIT_DATA;
		else if (diff_options_finish(&options->diff, &given.files))
			code = run(options, common.output);
	}
	opt_result_release(&given);
	return code;
}

int main(int argc, char **argv)
{
	const struct personality *as = personality_of(argv[0]);
	struct difffolded_options options = {.normalize = false};
	int code;

	diag_init(personality_tool(argv[0]));
	diff_options_init(&options.diff, diff_manners_of(as));
	if (options.diff.manners->letters_only)
		code = run_letters(&options, argc, argv);
	else
		code = run_words(&options, as, argc, argv);
	diff_options_release(&options.diff);
	return code;
}
