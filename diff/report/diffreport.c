/* SPDX-License-Identifier: MIT */
/*
 * diffreport - what changed between two profiles of folded stacks, function by function: read,
 * join, count, test, check budgets, write.
 */
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/system/terminal.h"
#include "common/text/escape.h"
#include "diff/diff_personality.h"
#include "diff/report/by_label.h"
#include "diff/report/diffreport_options.h"
#include "diff/report/graph.h"
#include "diff/report/report.h"

enum { EXIT_OVER_BUDGET = 3 };

struct job {
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

/* Labels go to the sections by label. */
static bool read_file(struct findings *findings, const struct job *job, enum diff_side side,
		      const struct diff_file *file)
{
	const struct diff_part part = {side, file->weight, &job->files->edits};
	struct profile profile = {0};
	bool good = diff_read_file(&profile, file, job->files) &&
		    findings_add(findings, &profile, file, &part);

	if (good && findings->parts[findings->part_count - 1].profile.total[side] == 0) {
		diag_error("%.*s: all counts are zero", SLICE_ARG(findings_file_name(file)));
		good = false;
	}
	if (good && job->options->by.len > 0)
		by_label_take(job->by, &profile, &part);
	profile_release(&profile);
	return good;
}

static bool read_all(struct findings *findings, const struct job *job)
{
	const struct diff_options *files = job->files;
	size_t side, i;

	for (side = 0; side < DIFF_SIDES; side++) {
		for (i = 0; i < files->sides[side].count; i++) {
			if (!read_file(findings, job, (enum diff_side)side,
				       &files->sides[side].at[i]))
				return false;
		}
	}
	header_check(&findings->headers[DIFF_BEFORE]);
	header_check(&findings->headers[DIFF_AFTER]);
	return !findings_overflowed(&findings->joined);
}

/* Correct for the number of tests in all comparisons that are reported. */
static void diffreport_correct(const struct job *job, struct findings *findings)
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

static bool find_out(struct job *job, struct findings *findings)
{
	const struct diff_edits *edits = &job->files->edits;
	const struct profile *joined = &findings->joined;
	struct noise_options noise = job->options->noise;
	struct budgets_context context;

	if (!read_all(findings, job))
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

static struct report report_of(const struct job *job, const struct findings *findings,
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
static void diffreport_add_value(struct buf *buf, const struct job *job,
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
static void diffreport_add_section(struct buf *buf, const struct job *job,
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

static void add_json_section(struct buf *buf, const struct job *job,
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
static void add_json(struct buf *buf, const struct job *job, const struct report *report)
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
	const struct job *job = run->options;
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

static int run_report(struct program_run *run)
{
	struct job *job = run->options;
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

static bool diffreport_check(struct program_run *run)
{
	const struct job *job = run->options;

	job->by->name = job->options->by;
	job->files->keeps_labels = job->options->by.len > 0;
	return diff_options_finish(job->files, &run->given.files) &&
	       diffreport_options_check(job->options, &run->common, &run->given);
}

int main(int argc, char **argv)
{
	const struct personality *as = personality_of("diffreport"); /* it imitates nothing */
	struct program_run run = program_start(argc, argv, as);
	struct diff_options files;
	struct diffreport_options options;
	struct by_label by = {.name = SLICE("")};
	struct job job = {.files = &files, .options = &options, .by = &by};
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

	diff_options_init(&files, diff_personality_of(as), &run.reading);
	files.stats = &run.stats;
	diffreport_options_init(&options);
	run.options = &job;
	code = program_main(&program, &run);
	by_label_release(&by);
	diffreport_options_release(&options);
	diff_options_release(&files);
	return code;
}
