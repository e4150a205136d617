/* SPDX-License-Identifier: MIT */
/*
 * difffolded - two profiles of folded stacks as one with two columns: read, join, normalise,
 * write.
 */
#include "common/base/diag.h"
#include "common/cli/program.h"
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
	 .detail = "Then recordings of different length can be compared. Each count of the first "
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

static int run_doubles(struct program_run *run)
{
	const struct difffolded_options *options = run->options;
	const struct diff_personality *personality = options->diff.personality;
	struct doubles doubles = {0};
	int code = EXIT_DATA;

	if (!doubles_read(&doubles, &options->diff))
		code = personality->unreadable_exit;
	else if (options->normalize && !doubles_normalize(&doubles))
		code = personality->no_total_exit;
	else if (!doubles_overflowed(&doubles) && write_doubles(&doubles))
		code = EXIT_DONE;
	doubles_release(&doubles);
	return code;
}

static int run_words(struct program_run *run)
{
	const struct difffolded_options *options = run->options;
	const struct diff_personality *personality = options->diff.personality;
	struct profile joined = {0};
	int code = EXIT_DATA;

	if (!diff_read(&joined, &options->diff)) {
		if (!joined.overflow)
			code = personality->unreadable_exit;
	} else if (joined.count == 0 && personality->is_careful) {
		diag_error(options->diff.edits.filter || options->diff.edits.exclude
				   ? "no stacks were selected"
				   : "no stacks");
	} else if ((!options->normalize || diff_normalize(&joined, personality)) &&
		   write_joined(&joined, run->common.output)) {
		code = EXIT_DONE;
	}
	stats_count(options->diff.stats, &joined);
	profile_release(&joined);
	return code;
}

/* "-n -s", "-ns" and two files, as the shell's getopts reads them; false if it is anything else. */
static bool take_letters(struct difffolded_options *options, int argc, char **argv)
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

static bool parse_letters(struct program_run *run)
{
	if (take_letters(run->options, run->argc, run->argv))
		return true;
	diag_error("usage: %s [-n] [-s] BEFORE AFTER", diag_tool());
	diag_error("-n multiplies the first column so that the sums are equal, "
		   "-s writes 0x1f as 0x...");
	return false;
}

static bool difffolded_check(struct program_run *run)
{
	struct difffolded_options *options = run->options;

	return diff_options_finish(&options->diff, &run->given.files);
}

int main(int argc, char **argv)
{
	const struct diff_personality *personality = diff_personality_of(personality_of(argv[0]));
	struct program_run run = program_start(argc, argv, personality->reading);
	struct difffolded_options options = {.normalize = false};
	const struct opt_table tables[] = {
		OPT_OWN(diff_rows, diff_row_count, &options.diff),
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "two profiles of folded stacks as one with two columns",
		.operands = "[BEFORE] [AFTER]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.parse = personality->letters_only ? parse_letters : NULL,
		.check = personality->letters_only ? NULL : difffolded_check,
		.run = personality->letters_only ? run_doubles : run_words,
	};
	int code;

	diff_options_init(&options.diff, personality, &run.reading);
	options.diff.stats = &run.stats;
	run.options = &options;
	code = program_main(&program, &run);
	diff_options_release(&options.diff);
	return code;
}
