/* SPDX-License-Identifier: MIT */
/*
 * diffreport - what changed between two profiles of folded stacks, function by function: read,
 * join, count, test, check budgets, write.
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/checked.h"
#include "common/base/child.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/base/system.h"
#include "common/cli/opt.h"
#include "common/cli/program.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"
#include "common/io/locate.h"
#include "diff/diff_options.h"
#include "diff/report/budget.h"
#include "diff/report/findings.h"
#include "diff/report/noise.h"
#include "diff/report/report.h"
#include "diff/report/totals.h"

/* No shell between: arguments travel as they are. */

/*
 * The differential flame graph of a joined profile, drawn by the program flamegraph.
 */

enum { MEAN_SCALE = 3 };                       /* decimals of means */
#define MOST_MEAN (UINT64_MAX / (1000 * 1000)) /* totals that leave room for them */

static const char graph_program[] = "flamegraph";

/* Write to a program that may have ended already: that is not a reason to die. */
static bool feed(const struct profile *joined, int fd)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	struct output output = {.fd = fd};
	bool good;

	sigemptyset(&ignore.sa_mask);
	if (!context()->hosted)
		sigaction(SIGPIPE, &ignore, &old);
	buf_add(&output.path, slice_of(graph_program, sizeof(graph_program)));
	folded_write(joined, 0, &output);
	good = output_commit(&output);
	if (!context()->hosted)
		sigaction(SIGPIPE, &old, NULL);
	return good;
}

static bool wait_for(pid_t child)
{
	int code = child_wait(child);

	if (code > 0)
		diag_error("%s failed with exit code %d", graph_program, code);
	else if (code < 0)
		diag_error("%s failed", graph_program);
	return code == 0;
}

static COLD bool run(const struct profile *joined, const char *const *arguments)
{
	int ends[2], error;
	bool good = false;
	pid_t child;

	if (!child_pipe(ends)) {
		diag_error_io("cannot run %s: %s", graph_program, strerror(errno));
		return false;
	}
	error = child_start(arguments,
			    &(struct child_streams){{ends[0], CHILD_SHARES, CHILD_SHARES}}, &child);
	close(ends[0]);
	if (error != 0) {
		close(ends[1]);
		diag_error_io("cannot run %s: %s", graph_program, strerror(error));
		return false;
	}
	good = feed(joined, ends[1]);
	return wait_for(child) && good;
}

/* A side's count as the mean of its recordings. */
static uint64_t graph_mean(const struct totals *totals, int side, uint64_t count, unsigned digits)
{
	struct u128 mean = u128_multiply(count, u64_power_of_ten(totals->weight_scale + digits));
	const uint64_t rest = u128_divide(&mean, totals->weight[side]);

	return mean.low + (rest >= totals->weight[side] - rest);
}

/* The stacks with the means of both sides, where these have several recordings. */
static void graph_add_means(struct profile *means, const struct profile *joined,
			    const struct totals *totals)
{
	const struct stack **stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	const bool has_room = joined->total[DIFF_BEFORE] < MOST_MEAN &&
			      joined->total[DIFF_AFTER] < MOST_MEAN;
	const unsigned digits = has_room && joined->scale < MEAN_SCALE ? MEAN_SCALE - joined->scale
								       : 0;
	size_t i;

	means->differential = true;
	header_merge(&means->header, &joined->header);
	for (i = 0; i < joined->names.count; i++) /* in the old order: the ids stay what they are */
		profile_frame(means, intern_name(&joined->names, (frame_id)i));
	profile_rescale(means, joined->scale + digits);
	for (i = 0; i < joined->count; i++) {
		const struct weight weight = {
			.count = {graph_mean(totals, DIFF_BEFORE, stacks[i]->count[0], digits),
				  graph_mean(totals, DIFF_AFTER, stacks[i]->count[1], digits)},
			.scale = joined->scale + digits,
			.differential = true};

		profile_add(means, stacks[i]->frames, stacks[i]->depth, &weight);
	}
	free(stacks);
}

/*
 * Draw to the file `path` what the report compares: the means of recordings, or shares. The program
 * is flamegraph in the folder of `argv0`, or else in PATH.
 * False, after a message, if it cannot be run or fails.
 */
static bool report_graph_draw(const struct profile *joined, const struct totals *totals,
			      struct slice path, const char *argv0)
{
	const char *arguments[6] = {NULL, NULL, "--title=Differential Flame Graph"};
	const uint64_t one = u64_power_of_ten(totals->weight_scale);
	const bool is_one = totals->weight[DIFF_BEFORE] == one && totals->weight[DIFF_AFTER] == one;
	struct buf command = {0}, option = {0};
	struct profile means = {0};
	bool good;

	locate_program(&command, argv0, graph_program);
	buf_add_text(&option, "--output=");
	buf_add(&option, path);
	buf_add_char(&option, '\0');
	arguments[0] = command.ptr;
	arguments[1] = option.ptr;
	if (totals->state != TOTALS_COMPARED)
		arguments[3] = "--diff-normalize";
	if (!is_one)
		graph_add_means(&means, joined, totals);
	good = run(is_one ? joined : &means, arguments);
	profile_release(&means);
	buf_release(&command);
	buf_release(&option);
	return good;
}

/*
 * The options of diffreport, and their table; the options that name the
 * files are in diff_options.h.
 */

struct diffreport_options {
	struct budgets budgets;
	struct noise_options noise;
	double alpha;
	int format;                     /* place in diffreport_formats */
	uint64_t top;                   /* 0: all */
	bool all;                       /* changes that are noise, too */
	bool normalize;                 /* compare shares, not totals */
	struct slice svg;               /* path, empty: none */
	struct slice names[DIFF_SIDES]; /* of the sides, empty: their files */
	struct slice by;                /* a label, empty: none */
};

extern const struct opt diffreport_rows[];
extern const size_t diffreport_row_count;

static const char *const format_names[] = {"text", "brief", "markdown", "json", NULL};

static const char *const format_helps[] = {
	"for terminals and logs",
	"a sentence and one list of the functions that changed most in total",
	"for the comments of a review: names are escaped, details folded",
	"for programs, see JSON below",
};

static const char *const not_samples[] = {"samples", NULL};
static const char *const not_total[] = {"fail-over-total", NULL};

/* "BEFORE,AFTER" */
static COLD bool parse_samples(struct slice text, void *field, struct buf *problem)
{
	uint64_t *samples = field;
	struct slice before;

	if (slice_cut(&text, ',', &before) && slice_to_u64(before, &samples[DIFF_BEFORE]) &&
	    slice_to_u64(text, &samples[DIFF_AFTER]) && samples[DIFF_BEFORE] > 0 &&
	    samples[DIFF_AFTER] > 0)
		return true;
	buf_add_text(problem, "it is written BEFORE,AFTER: two numbers above 0");
	return false;
}

static COLD bool parse_period(struct slice text, void *field, struct buf *problem)
{
	struct noise_period *period = field;
	bool rounded = false;

	if (folded_count(text, &period->value, &period->scale, &rounded) && !rounded &&
	    period->value > 0)
		return true;
	buf_add_text(problem, "a period is a number above 0");
	return false;
}

static COLD bool parse_alpha(struct slice text, void *field, struct buf *problem)
{
	bool rounded = false;
	unsigned scale;
	uint64_t value;
	double *alpha = field;

	if (folded_count(text, &value, &scale, &rounded) && !rounded && value > 0) {
		for (*alpha = (double)value; scale > 0; scale--)
			*alpha /= 10;
		if (*alpha <= 1)
			return true;
	}
	buf_add_text(problem, "a probability is a number above 0 and up to 1");
	return false;
}

#define AT(field) OPT_AT(struct diffreport_options, field)

const struct opt diffreport_rows[] = {
	{OPT_HEADING, .help = "Budgets"},
	{OPT_CALL, 0, 0, "fail-over-total", .value = "LIMIT", AT(budgets),
	 .parse = budgets_parse_total,
	 .help = "Exit with 3 if the total of a recording grew by more than LIMIT: 5%, 50ms, 2MiB",
	 .detail = "The total of a side is the mean of its recordings. It is over the limit or "
		   "not, noise or not: leave room for it. An error where the sides are of "
		   "different events or units."},
	{OPT_CALL, 0, 0, "fail-over", .value = "LIMIT", AT(budgets), .parse = budgets_parse_limit,
	 .help = "Exit with 3 if a function with all it calls grew by more than LIMIT: 2%, 50ms, "
		 "2MiB",
	 .detail = "A number, with % or without, is percentage points of its total share; a time "
		   "or a size is what a recording has of it, and needs counts of that unit. Both "
		   "may be given. Changes within the noise do not count, nor does [unknown]. A "
		   "program that is slower everywhere has the same shares: see "
		   "--fail-over-total."},
	{OPT_CALL, 0, 0, "budget", .value = "REGEX=+LIMIT", AT(budgets), .parse = budgets_parse,
	 .help = "Exit with 3 if stacks with a function like REGEX grew by more than LIMIT "
		 "together; may be repeated",
	 .detail = "LIMIT is as that of --fail-over. A stack counts once, whatever the number of "
		   "its functions that match; [unknown] matches only if REGEX has the word. A "
		   "budget is kept or not, noise or not: leave room for it."},
	{OPT_FLAG, 0, 0, "normalize", AT(normalize), .conflicts = not_total,
	 .help = "Compare shares, not totals: for recordings of different lengths",
	 .detail = "As of a server that was recorded for 30 s twice: its total says how long it "
		   "was recorded or how busy it was. The report says so."},

	{OPT_HEADING, .help = "Noise"},
	{OPT_CALL, 0, 0, "samples", .value = "BEFORE,AFTER", AT(noise.samples),
	 .parse = parse_samples, .help = "The number of samples of both sides",
	 .detail = "Needed if the counts do not determine it: sums of cycles, nanoseconds or "
		   "bytes that vary from sample to sample."},
	{OPT_CALL, 0, 0, "period", .value = "N", AT(noise.period), .parse = parse_period,
	 .conflicts = not_samples, .help = "The count of a sample, if it is the same for all"},
	{OPT_CALL, 0, 0, "alpha", .value = "P", AT(alpha), .parse = parse_alpha,
	 .help = "The accepted probability of finding a difference between equal programs, 0.001 "
		 "by default",
	 .detail = "For all functions together. With 1 every change counts."},

	{OPT_HEADING, .help = "Report"},
	{OPT_CHOICE, 0, 'f', "format", .value = "FORMAT", AT(format), .choices = format_names,
	 .choice_helps = format_helps, .help = "Format of the report, text by default"},
	{OPT_NUMBER, 0, 0, "top", .value = "N", AT(top),
	 .help = "Show up to N functions in each list, 10 by default; 0 shows all"},
	{OPT_TEXT, 0, 0, "by", .value = "LABEL", AT(by),
	 .help = "Also compare the part of each value of this label: tid, cpu, host",
	 .detail = "A section for each of the 8 values with the largest counts, and one for all "
		   "others together; in JSON for all values. The noise guard corrects for the "
		   "comparisons of all sections together; budgets are those of the whole."},
	{OPT_TEXT, 0, 0, "before-name", .value = "TEXT", AT(names[DIFF_BEFORE]),
	 .help = "Call the first side TEXT in the report, not by its files"},
	{OPT_TEXT, 0, 0, "after-name", .value = "TEXT", AT(names[DIFF_AFTER]),
	 .help = "Call the second side TEXT in the report, not by its files"},
	{OPT_FLAG, 0, 0, "all", AT(all), .help = "Also show changes within the noise"},
	{OPT_TEXT, 0, 0, "svg", .value = "FILE", AT(svg), .is_file = true,
	 .help = "Draw the differential flame graph to FILE",
	 .detail = "By the program flamegraph beside this one, or else the one in PATH. Colours "
		   "compare what the report compares: with --normalize, or where totals cannot "
		   "be compared, the first one is scaled to the second."},
};

const size_t diffreport_row_count = ARRAY_LEN(diffreport_rows);

static void diffreport_options_init(struct diffreport_options *options)
{
	*options = (struct diffreport_options){.alpha = 0.001, .top = 10};
}

/* Check rules about more than one row. False after a message. */
static bool diffreport_options_check(const struct diffreport_options *options,
				     const struct opt_common *common,
				     const struct opt_result *given)
{
	if (options->normalize && budgets_have_amounts(&options->budgets)) {
		diag_error("a budget of a time or a size needs totals, and --normalize compares "
			   "shares; try '%s --help'",
			   diag_tool());
		return false;
	}
	if (!opt_given(given, "svg"))
		return true;
	if (options->svg.len > 0 && !slice_equal(options->svg, SLICE("-")) &&
	    !slice_equal(options->svg, common->output))
		return true;
	diag_error("option '--svg' needs a file of its own, not '%.*s'; try '%s --help'",
		   SLICE_ARG(options->svg), diag_tool());
	return false;
}

enum { EXIT_OVER_BUDGET = 3 };

struct report_job {
	struct diff_options *files;
	struct diffreport_options *options; /* const but for what the budgets find */
	struct by_label *by;
	struct totals totals;
};

enum { MOST_VALUES = 8 }; /* of a label, where people read */

/* Writers, indexed by --format. */
static const struct {
	report_format *write;
	bool has_all; /* values of a label */
} formats[] = {
	{report_text, false}, {report_brief, false}, {report_markdown, false}, {report_json, true}};

/* The total of the file that was added last. */
static uint64_t diffreport_total(const struct findings *findings, enum diff_side side)
{
	return findings->is_simple ? findings->joined.total[side]
				   : findings->parts[findings->part_count - 1].profile.total[side];
}

/* Labels go to the sections by label. */
static bool read_file(struct findings *findings, const struct report_job *job, enum diff_side side,
		      const struct diff_file *file)
{
	const struct diff_part part = {
		.side = side, .weight = file->weight, .edits = &job->files->edits};
	struct profile profile = {0};
	bool good = diff_read_file(&profile, file, job->files) &&
		    findings_add(findings, &profile, file, &part);

	if (good && diffreport_total(findings, side) == 0) {
		diag_error_at(CODE_DATA, findings_file_name(file), 0, "all counts are zero");
		good = false;
	}
	if (good && job->options->by.len > 0)
		by_label_take(job->by, &profile, &part);
	profile_release(&profile);
	return good;
}

/* True if each side is one file as it is. */
static bool is_simple(const struct report_job *job)
{
	size_t side;

	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &job->files->sides[side];

		if (files->count != 1 || files->at[0].weight.value != 1 ||
		    files->at[0].weight.scale != 0)
			return false;
	}
	return job->options->by.len == 0;
}

/* Correct for the number of tests in all comparisons that are reported. */
static void diffreport_correct(const struct report_job *job, struct findings *findings)
{
	struct changes **all = memory_resize(NULL, job->by->count + 1, sizeof(*all));
	size_t count = 0, i;

	all[count++] = &findings->changes;
	for (i = 0; i < job->by->count; i++) {
		if (job->by->sections[i].is_compared)
			all[count++] = &job->by->sections[i].findings.changes;
	}
	changes_correct(all, count, job->options->alpha);
	free(all);
}

static bool find_out(struct report_job *job, struct findings *findings)
{
	const struct diff_edits *edits = &job->files->edits;
	const struct profile *joined = &findings->joined;
	struct noise_options noise = job->options->noise;
	struct budgets_context context;
	const struct diff_options *files = job->files;
	size_t side, i;

	findings->is_simple = is_simple(job);
	for (side = 0; side < DIFF_SIDES; side++) {
		for (i = 0; i < files->sides[side].count; i++) {
			if (!read_file(findings, job, (enum diff_side)side,
				       &files->sides[side].at[i]))
				return false;
		}
	}
	header_check(&findings->headers[DIFF_BEFORE]);
	header_check(&findings->headers[DIFF_AFTER]);
	if (findings_overflowed(&findings->joined))
		return false;
	if (joined->total[DIFF_BEFORE] == 0 || joined->total[DIFF_AFTER] == 0) {
		diag_error("all counts are zero after weighting");
		return false;
	}
	noise.unit = header_value(&joined->header, HEADER_UNIT);
	if (!findings_compare(findings, edits, &noise) ||
	    (job->options->by.len > 0 &&
	     !by_label_compare(job->by, formats[job->options->format].has_all ? 0 : MOST_VALUES,
			       edits, &noise)))
		return false;
	diffreport_correct(job, findings);
	context = (struct budgets_context){joined, &job->totals, &findings->noise,
					   job->options->alpha};
	return totals_find(&job->totals, findings, job->files->sides, job->options->normalize) &&
	       budgets_check(&job->options->budgets, &context, &findings->changes);
}

static struct report report_of(const struct report_job *job, const struct findings *findings,
			       const struct totals *totals)
{
	return (struct report){
		.sides = job->files->sides,
		.names = job->options->names,
		.totals = totals,
		.changes = &findings->changes,
		.noise = &findings->noise,
		.budgets = &job->options->budgets,
		.alpha = job->options->alpha,
		.top = job->options->top,
		.with_noise = job->options->all,
		.svg = job->options->svg,
	};
}

/* "tid=7", or "others". */
static void diffreport_add_value(struct buf *buf, const struct report_job *job,
				 const struct by_section *section)
{
	if (!section->value.ptr) {
		buf_add_text(buf, "others");
		return;
	}
	buf_add_harmless(buf, job->options->by);
	buf_add_char(buf, '=');
	buf_add_harmless(buf, section->value);
}

/* True if at least one side has a count for it. */
static bool is_there(const struct by_section *section)
{
	return section->findings.joined.total[DIFF_BEFORE] > 0 ||
	       section->findings.joined.total[DIFF_AFTER] > 0;
}

static const char *only_of(const struct by_section *section)
{
	return section->findings.joined.total[DIFF_BEFORE] > 0 ? "before" : "after";
}

/* Add a section. Budgets and picture are the whole's. */
static void diffreport_add_section(struct buf *buf, const struct report_job *job,
				   const struct by_section *section, size_t columns)
{
	static const struct budgets no_budgets;
	const struct totals totals = totals_of_part(&job->totals, &section->findings);
	struct report report = report_of(job, &section->findings, &totals);
	const bool is_markdown = formats[job->options->format].write == report_markdown;
	const bool is_brief = formats[job->options->format].write == report_brief;

	if (!is_there(section))
		return;
	report.budgets = &no_budgets;
	report.svg = SLICE("");
	report.columns = columns;
	buf_add_text(buf, is_brief ? "" : is_markdown ? "\n## " : "\n== ");
	diffreport_add_value(buf, job, section);
	buf_add_text(buf, is_brief ? ": " : is_markdown ? "\n\n" : " ==\n\n");
	if (section->is_compared)
		formats[job->options->format].write(buf, &report);
	else
		buf_printf(buf, "only %s\n", only_of(section));
}

static void add_json_section(struct buf *buf, const struct report_job *job,
			     const struct by_section *section)
{
	static const struct budgets no_budgets;
	const struct totals totals = totals_of_part(&job->totals, &section->findings);
	struct report report = report_of(job, &section->findings, &totals);

	report.budgets = &no_budgets;
	report.svg = SLICE("");
	buf_add_text(buf, "{\"value\": ");
	if (section->value.ptr)
		buf_add_json(buf, section->value);
	else
		buf_add_text(buf, "null");
	buf_add_text(buf, section->is_compared ? ", \"report\": " : ", \"only\": ");
	if (section->is_compared)
		report_json(buf, &report);
	else
		buf_printf(buf, "\"%s\"", only_of(section));
	buf_add_char(buf, '}');
}

/* The whole, then what there is by label. */
static void add_json(struct buf *buf, const struct report_job *job, const struct report *report)
{
	bool is_first = true;
	size_t i;

	buf_add_text(buf, "{\"report\": ");
	report_json(buf, report);
	buf_add_text(buf, ", \"by\": ");
	buf_add_json(buf, job->options->by);
	buf_add_text(buf, ", \"sections\": [");
	for (i = 0; i < job->by->count; i++) {
		if (!is_there(&job->by->sections[i]))
			continue;
		buf_add_text(buf, is_first ? "\n" : ",\n");
		add_json_section(buf, job, &job->by->sections[i]);
		is_first = false;
	}
	buf_add_text(buf, "]}\n");
}

static bool write_report(const struct program_run *run, const struct findings *findings)
{
	const struct report_job *job = run->options;
	struct report report = report_of(job, findings, &job->totals);
	struct output output;
	size_t i;

	if (!output_open(&output, run->common.output))
		return false;
	report.columns = terminal_is(output.fd) ? terminal_columns(output.fd, 0) : 0;
	if (job->by->count > 0 && formats[job->options->format].has_all) {
		add_json(&output.buf, job, &report);
		return output_commit(&output);
	}
	formats[job->options->format].write(&output.buf, &report);
	for (i = 0; i < job->by->count; i++)
		diffreport_add_section(&output.buf, job, &job->by->sections[i], report.columns);
	return output_commit(&output);
}

static COLD int run_report(struct program_run *run)
{
	struct report_job *job = run->options;
	struct findings findings = {0};
	int code = EXIT_DATA;

	if (find_out(job, &findings) &&
	    (job->options->svg.len == 0 ||
	     report_graph_draw(&findings.joined, &job->totals, job->options->svg, run->argv[0])) &&
	    write_report(run, &findings))
		code = budgets_exceeded(&job->options->budgets) ? EXIT_OVER_BUDGET : EXIT_DONE;
	stats_count(job->files->stats, &findings.joined);
	findings_release(&findings);
	return code;
}

static COLD bool diffreport_check(struct program_run *run)
{
	const struct report_job *job = run->options;

	job->by->name = job->options->by;
	job->files->keeps_labels = job->options->by.len > 0;
	return diff_options_finish(job->files, &run->given.files) &&
	       diffreport_options_check(job->options, &run->common, &run->given);
}

COLD int diffreport_main(int argc, char **argv)
{
	const struct personality *compat = personality_of("diffreport"); /* it imitates nothing */
	struct program_run run = program_start(argc, argv, compat);
	struct diff_options files;
	struct diffreport_options options;
	struct by_label by = {.name = SLICE("")};
	struct report_job job = {.files = &files, .options = &options, .by = &by};
	const struct opt_table tables[] = {
		OPT_OWN(diff_rows, diff_row_count, &files),
		OPT_OWN(diffreport_rows, diffreport_row_count, &options),
		OPT_READING(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "what changed between two profiles, by function",
		.operands = "[BEFORE] [AFTER]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = diffreport_check,
		.run = run_report,
	};
	int code;

	diff_options_init(&files, diff_personality_of(compat), &run.reading);
	files.stats = &run.stats;
	diffreport_options_init(&options);
	run.options = &job;
	code = program_main(&program, &run);
	by_label_release(&by);
	budgets_release(&options.budgets);
	diff_options_release(&files);
	return code;
}
