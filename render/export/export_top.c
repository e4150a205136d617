/* SPDX-License-Identifier: MIT */
/*
 * export-top - which functions count most, in themselves and with all they called: read, count,
 * sort, write.
 */
#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/cli/program.h"
#include "render/brief/brief.h"
#include "render/export/exports.h"
#include "render/export/top.h"

enum { MOST_ROWS = 20, MOST_VALUES = 8 }; /* for formats that people read */

static const char *const formats[] = {"text",  "markdown",   "json", "csv",
				      "brief", "brief-json", NULL};

static const char *const format_helps[] = {
	"for terminals and logs",
	"a table for reviews and notes, with names escaped",
	"for programs, see JSON below",
	"for spreadsheets: RFC 4180 with a header line",
	"instead of a table what to look at, in Markdown: see BRIEF below",
	"the same in at most 4 KiB of JSON, for programs and language models",
};

static const struct {
	top_format *write;
	bool for_people;
	void (*brief)(struct buf *buf, const struct brief *brief); /* instead of a table */
} writers[] = {
	{.write = top_text, .for_people = true},
	{.write = top_markdown, .for_people = true},
	{.write = top_json},
	{.write = top_csv},
	{.brief = brief_add_markdown},
	{.brief = brief_add_json},
};

static const char *const measures[] = {"self", "total", NULL};

static const char *const measure_helps[] = {
	"the function's own count, as the leaf of stacks",
	"its count together with everything it called",
};

struct options {
	int format;  /* place in formats */
	int measure; /* place in measures */
	int bars;    /* enum terminal_when */
	uint64_t top, columns;
	struct slice by; /* a label; empty: none */
};

#define AT(field) OPT_AT(struct options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Table"},
	{OPT_CHOICE, .letter = 'f', .name = "format", .value = "FORMAT", AT(format),
	 .choices = formats, .choice_helps = format_helps,
	 .help = "Format of the table, text by default"},
	{OPT_CHOICE, .letter = 's', .name = "sort", .value = "MEASURE", AT(measure),
	 .choices = measures, .choice_helps = measure_helps,
	 .help = "Sort functions by this count, self by default",
	 .detail = "Of two columns the second decides, then the first. Equals are sorted by the "
		   "other measure, then by name."},
	{OPT_NUMBER, .letter = 'n', .name = "top", .value = "N", AT(top),
	 .help = "Show up to N functions; 0 shows all",
	 .detail = "20 by default in text and Markdown, all in JSON and CSV."},
	{OPT_TEXT, .name = "by", .value = "LABEL", AT(by),
	 .help = "Add a column for each value of this label: tid, cpu, host",
	 .detail = "Text and Markdown have the 8 values with the largest counts, and all others "
		   "together; JSON and CSV have all. Text and Markdown show the count that --sort "
		   "names, JSON and CSV both."},
	{OPT_CHOICE, .name = "bars", .value = "WHEN", AT(bars), .choices = terminal_when_names,
	 .help = "Draw a bar for each function's share, in text",
	 .detail = "The dark part is the self count, the whole bar the total count. By default "
		   "bars are drawn on a terminal."},
	{OPT_NUMBER, .name = "columns", .value = "N", AT(columns), .min = TERMINAL_LEAST,
	 .max = TERMINAL_MOST, .help = "Width of the text, that of the terminal by default",
	 .detail = "Names are cut to fit. Elsewhere than on a terminal lines are as long as their "
		   "names need, unless this option or --bars is given."},
};

static enum functions_measure measure_of(const struct options *options)
{
	return options->measure == 0 ? FUNCTIONS_SELF : FUNCTIONS_TOTAL;
}

static bool export_top_check(struct program_run *run)
{
	static const char *const for_text[] = {"bars", "columns"};
	static const char *const for_tables[] = {"sort", "top", "by"};
	const struct options *options = run->options;
	size_t i;

	for (i = 0; i < ARRAY_LEN(for_tables) && writers[options->format].brief; i++) {
		if (!opt_given(&run->given, for_tables[i]))
			continue;
		diag_error("option '--%s' is for tables; try '%s --help'", for_tables[i],
			   diag_tool());
		return false;
	}
	for (i = 0; i < ARRAY_LEN(for_text) && writers[options->format].write != top_text; i++) {
		if (!opt_given(&run->given, for_text[i]))
			continue;
		diag_error("option '--%s' is for text; try '%s --help'", for_text[i], diag_tool());
		return false;
	}
	return true;
}

/* The counts of functions by part: a function's are at first[id] up to first[id + 1]. */
struct shares {
	struct top_share *at;
	size_t *first; /* by frame id, and one more */
	size_t count, cap;
	frame_id *ids; /* of `at`, before they are sorted */
	size_t id_cap;
};

static void export_top_add_shares(struct shares *shares, const struct functions *functions,
				  size_t part)
{
	size_t i;

	for (i = 0; i < functions->count; i++) {
		const struct function *function = &functions->at[i];
		const uint64_t self = function->count[FUNCTIONS_SELF][1];
		const uint64_t total = function->count[FUNCTIONS_TOTAL][1];

		if (total == 0)
			continue;
		MEMORY_ROOM(shares->at, shares->count, shares->cap);
		MEMORY_ROOM(shares->ids, shares->count, shares->id_cap);
		shares->at[shares->count] = (struct top_share){.part = (uint32_t)part};
		shares->at[shares->count].count[FUNCTIONS_SELF] = self;
		shares->at[shares->count].count[FUNCTIONS_TOTAL] = total;
		shares->ids[shares->count++] = (frame_id)i;
	}
}

/* Function by function, each one's in the order of the parts. */
static void sort_shares(struct shares *shares, size_t functions)
{
	struct top_share *sorted = memory_resize(NULL, shares->count, sizeof(*sorted));
	size_t *next = memory_clear(functions + 2, sizeof(*next)), i;

	for (i = 0; i < shares->count; i++)
		next[shares->ids[i] + 2]++;
	for (i = 2; i < functions + 2; i++)
		next[i] += next[i - 1];
	for (i = 0; i < shares->count; i++)
		sorted[next[shares->ids[i] + 1]++] = shares->at[i];
	free(shares->at);
	shares->at = sorted;
	shares->first = next;
}

/* --by: what the rows count in each part. */
static void count_parts(const struct label_split *split, struct shares *shares,
			struct top_row *table, const struct stack *const *stacks)
{
	const size_t count = split->profile->names.count;
	size_t i;

	for (i = 0; i < split->count; i++) {
		struct functions functions;

		label_split_select(split, i);
		functions_count(&functions, split->profile, stacks);
		export_top_add_shares(shares, &functions, i);
		functions_release(&functions);
	}
	sort_shares(shares, count);
	for (i = 0; i < count; i++) {
		const size_t first = shares->first[table[i].id];

		table[i].shares = shares->at + first;
		table[i].share_count = shares->first[table[i].id + 1] - first;
	}
}

static void release_shares(struct shares *shares)
{
	free(shares->at);
	free(shares->ids);
	free(shares->first);
}

static struct top_style export_top_style_of(const struct options *options, int fd)
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

static bool write_top(const struct program_run *run, struct profile *profile)
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
	struct label_split split = {0};
	struct shares shares = {0};
	struct top_row *table;
	struct output output;

	if (options->by.len > 0 &&
	    !label_split_init(&split, profile, options->by, for_people ? MOST_VALUES : 0))
		return false;
	if (!program_open(run, &output)) {
		if (split.profile)
			label_split_release(&split);
		return false;
	}
	stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	functions_count(&functions, profile, stacks);
	if (!split.profile) {
		free(stacks);
		stacks = NULL;
		profile_release_stacks(profile);
		memory_trim();
	}
	table = top_rows(&functions, &profile->names);
	functions_release(&functions);
	top_sort(table, profile->names.count,
		 top.measure == FUNCTIONS_SELF ? TOP_BY_SELF : TOP_BY_TOTAL);
	if (split.profile) {
		count_parts(&split, &shares, table, stacks);
		top.by = options->by;
		top.parts = split.parts;
		top.part_count = split.count;
	}
	free(stacks);
	top.rows = table;
	top.style = export_top_style_of(options, output.fd);
	writers[options->format].write(&output, &top);
	free(table);
	release_shares(&shares);
	if (split.profile)
		label_split_release(&split);
	return output_commit(&output);
}

static bool write_brief(const struct program_run *run, struct profile *profile)
{
	const struct options *options = run->options;
	const struct opt_list *files = &run->given.files;
	struct brief_source source = {
		.names = &profile->names,
		.count = profile->count,
		.labels = profile->labels,
		.header = &profile->header,
		.total = {profile->total[0], profile->total[1]},
		.scale = profile->scale,
		.differential = profile->differential,
	};
	const struct stack **stacks;
	struct output output;
	struct brief brief;

	if (files->count == 1 && !slice_equal(files->at[0], SLICE("-")))
		source.file = files->at[0];
	if (!program_open(run, &output))
		return false;
	stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	source.stacks = stacks;
	brief_make(&brief, &source);
	writers[options->format].brief(&output.buf, &brief);
	brief_release(&brief);
	free(stacks);
	return output_commit(&output);
}

static int export_top_run_export(struct program_run *run)
{
	const struct options *options = run->options;
	struct profile profile;
	bool good;

	run->labels = options->by.len > 0 || writers[options->format].brief ? LABELS_KEPT
									    : LABELS_TAKEN_OFF;
	good = program_read(run, 0, program_file_count(run), &profile);
	if (good && options->by.len > 0 && profile.differential) {
		diag_error("--by is for profiles with one count per stack");
		good = false;
	}

	if (good && profile.total_overflow) {
		diag_error("the sum of the counts is beyond 2^64-1");
		good = false;
	} else if (good && profile.total[0] == 0 && profile.total[1] == 0) {
		diag_error("no counts in the input");
		good = false;
	}
	if (good && writers[options->format].brief)
		good = write_brief(run, &profile);
	else
		good = good && write_top(run, &profile);
	profile_release(&profile);
	return good ? EXIT_DONE : EXIT_DATA;
}

int export_top_main(int argc, char **argv)
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
		.summary = "the self and total counts of functions",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = export_top_check,
		.run = export_top_run_export,
	};

	run.options = &options;
	return program_main(&program, &run);
}
