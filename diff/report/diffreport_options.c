/* SPDX-License-Identifier: MIT */
#include "diff/report/diffreport_options.h"

#include "common/base/diag.h"
#include "common/folded/folded_grammar.h"

static const char *const formats[] = {"text", "brief", "markdown", "json", NULL};

static const char *const format_helps[] = {
	"for terminals and logs",
	"a sentence and one list of the functions that changed most in total",
	"for the comments of a review: names are escaped, details folded",
	"for programs, see JSON below",
};

static const char *const not_samples[] = {"samples", NULL};
static const char *const not_total[] = {"fail-over-total", NULL};

/* "BEFORE,AFTER" */
static bool parse_samples(struct slice text, void *field, struct buf *problem)
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

static bool parse_period(struct slice text, void *field, struct buf *problem)
{
	struct noise_period *period = field;
	bool rounded = false;

	if (folded_count(text, &period->value, &period->scale, &rounded) && !rounded &&
	    period->value > 0)
		return true;
	buf_add_text(problem, "a period is a number above 0");
	return false;
}

static bool parse_alpha(struct slice text, void *field, struct buf *problem)
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
	{OPT_CHOICE, 0, 'f', "format", .value = "FORMAT", AT(format), .choices = formats,
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

void diffreport_options_init(struct diffreport_options *options)
{
	*options = (struct diffreport_options){.alpha = 0.001, .top = 10};
}

void diffreport_options_release(struct diffreport_options *options)
{
	budgets_release(&options->budgets);
}

bool diffreport_options_check(const struct diffreport_options *options,
			      const struct opt_common *common, const struct opt_result *given)
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
