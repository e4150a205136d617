/* SPDX-License-Identifier: MIT */
/*
 * export-top - which functions count most, in themselves and with all they called: read, count, sort,
 * write.
 */
#include "common/base/diag.h"
#include "common/base/terminal.h"
#include "common/cli/program.h"
#include "render/export/top.h"

enum { MOST_ROWS = 20 }; /* where people read */

static const char *const formats[] = {"text", "markdown", "json", "csv", NULL};

static const char *const format_helps[] = {
	"for terminals and logs",
	"a table for reviews and notes, in which names mean nothing",
	"for programs, see JSON below",
	"for spreadsheets: RFC 4180 with a line of heads",
};

static const struct {
	top_format *write;
	bool for_people;
} writers[] = {{top_text, true}, {top_markdown, true}, {top_json, false}, {top_csv, false}};

static const char *const measures[] = {"self", "total", NULL};

static const char *const measure_helps[] = {
	"what a function counts itself, as the leaf of stacks",
	"what it counts together with all it called",
};

struct options {
	int format;  /* place in formats */
	int measure; /* place in measures */
	int bars;    /* enum terminal_when */
	uint64_t top, columns;
};

#define AT(field) OPT_AT(struct options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Table"},
	{OPT_CHOICE, .letter = 'f', .name = "format", .value = "FORMAT", AT(format),
	 .choices = formats, .choice_helps = format_helps,
	 .help = "How the table is written, text unless given"},
	{OPT_CHOICE, .letter = 's', .name = "sort", .value = "MEASURE", AT(measure),
	 .choices = measures, .choice_helps = measure_helps,
	 .help = "What the functions are sorted by, self unless given",
	 .detail = "Of two columns the second decides, then the first. Equals are sorted by the "
		   "other measure, then by name."},
	{OPT_NUMBER, .letter = 'n', .name = "top", .value = "N", AT(top),
	 .help = "Show up to N functions; 0 shows all",
	 .detail = "20 by default in text and Markdown, all in JSON and CSV."},
	{OPT_CHOICE, .name = "bars", .value = "WHEN", AT(bars), .choices = terminal_when_names,
	 .help = "Draw a bar for each function's share, in text",
	 .detail = "The dark part is what the function counts itself, all of it what it counts "
		   "together with what it called. By default they are drawn on a terminal."},
	{OPT_NUMBER, .name = "columns", .value = "N", AT(columns), .min = TERMINAL_LEAST,
	 .max = TERMINAL_MOST, .help = "Width of the text, that of the terminal by default",
	 .detail = "Names are cut to fit. Elsewhere than on a terminal lines are as long as their "
		   "names need, unless this option or --bars is given."},
};

static enum functions_measure measure_of(const struct options *options)
{
	return options->measure == 0 ? FUNCTIONS_SELF : FUNCTIONS_TOTAL;
}

static bool check(struct program_run *run)
{
	static const char *const for_text[] = {"bars", "columns"};
	const struct options *options = run->options;
	size_t i;

	for (i = 0; i < ARRAY_LEN(for_text) && writers[options->format].write != top_text; i++) {
		if (!opt_given(&run->given, for_text[i]))
			continue;
		diag_error("option '--%s' is for text; try '%s --help'", for_text[i], diag_tool());
		return false;
	}
	return true;
}

static struct top_style style_of(const struct options *options, int fd)
{
	const bool is_terminal = terminal_is(fd);
	const bool bars = options->bars == WHEN_ALWAYS ||
			  (options->bars == WHEN_AUTO && is_terminal);

	return (struct top_style){
		.bars = bars,
		.columns = bars || is_terminal || options->columns > 0
				   ? terminal_columns(fd, options->columns)
				   : 0,
	};
}

static bool write_top(const struct program_run *run, const struct profile *profile)
{
	const struct options *options = run->options;
	const bool for_people = writers[options->format].for_people;
	const uint64_t most = opt_given(&run->given, "top") ? options->top
			      : for_people                  ? MOST_ROWS
							    : 0;
	struct top top = {
		.found = profile->names.count,
		.count = most > 0 && most < profile->names.count ? (size_t)most
								 : profile->names.count,
		.stacks = profile->count,
		.measure = measure_of(options),
		.total = {profile->total[0], profile->total[1]},
		.scale = profile->scale,
		.differential = profile->differential,
		.header = &profile->header,
	};
	const struct stack **stacks;
	struct functions functions;
	struct top_row *table;
	struct output output;

	if (!program_open(run, &output))
		return false;
	stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	functions_count(&functions, profile, stacks);
	table = top_rows(&functions, &profile->names,
			 top.measure == FUNCTIONS_SELF ? TOP_BY_SELF : TOP_BY_TOTAL);
	functions_release(&functions);
	free(stacks);
	top.rows = table;
	top.style = style_of(options, output.fd);
	writers[options->format].write(&output, &top);
	free(table);
	return output_commit(&output);
}

static int run_export(struct program_run *run)
{
	struct profile profile;
	bool good = program_read(run, 0, program_file_count(run), &profile);

	if (good && profile.total_overflow) {
		diag_error("the sum of the counts is beyond 2^64-1");
		good = false;
	} else if (good && profile.total[0] == 0 && profile.total[1] == 0) {
		diag_error("no counts in the input");
		good = false;
	}
	good = good && write_top(run, &profile);
	profile_release(&profile);
	return good ? EXIT_DONE : EXIT_DATA;
}

int main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of(""));
	struct options options = {.format = 0};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_READING(&run.reading),
		PROGRAM_STRICT(&run),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "what functions count, in themselves and in total",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = check,
		.run = run_export,
	};

	run.options = &options;
	return program_main(&program, &run);
}
