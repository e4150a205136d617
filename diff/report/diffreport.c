/* SPDX-License-Identifier: MIT */
/*
 * diffreport - what changed between two profiles of folded stacks, function by function: read,
 * join, count, test, check budgets, write.
 */
#include "common/base/diag.h"
#include "common/base/terminal.h"
#include "common/cli/program.h"
#include "common/folded/folded.h"
#include "diff/diff.h"
#include "diff/diff_personality.h"
#include "diff/report/diffreport_options.h"
#include "diff/report/graph.h"
#include "diff/report/report.h"
#include "diff/roots.h"

enum { EXIT_OVER_BUDGET = 3 };

struct job {
	struct diff_options *files;
	struct diffreport_options *options; /* const but for what the budgets find */
};

/* A file by itself, edited, but not weighted: the guard wants samples. */
struct part {
	struct profile profile;
	struct diff_part part;
};

/* What is read and found out. */
struct findings {
	struct profile joined;
	struct part *parts;
	size_t part_count, parts_cap;
	struct noise noise;
	struct functions functions;
	struct changes changes;
};

static void findings_release(struct findings *findings)
{
	size_t i;

	for (i = 0; i < findings->part_count; i++)
		profile_release(&findings->parts[i].profile);
	free(findings->parts);
	changes_release(&findings->changes);
	functions_release(&findings->functions);
	noise_release(&findings->noise);
	profile_release(&findings->joined);
}

static struct slice name_of(const struct diff_file *file)
{
	return slice_equal(file->path, SLICE("-")) ? SLICE("standard input") : file->path;
}

static bool overflowed(const struct profile *profile)
{
	if (folded_overflowed(profile))
		return true;
	if (profile->total_overflow)
		diag_error("the sum of the counts is beyond 2^64-1");
	return profile->total_overflow;
}

static bool keep_part(struct findings *findings, const struct profile *profile,
		      const struct diff_file *file, const struct diff_part *part)
{
	struct diff_part plain = *part;
	struct profile *alone;
	struct diff_tally tally;

	findings->parts = memory_grow(findings->parts, &findings->parts_cap,
				      findings->part_count + 1, sizeof(*findings->parts));
	findings->parts[findings->part_count] = (struct part){.part = *part};
	alone = &findings->parts[findings->part_count++].profile;
	plain.weight = (struct factor){1, 0};
	diff_add(alone, profile, &plain, &tally);
	if (overflowed(alone))
		return false;
	if (alone->total[part->side] == 0)
		diag_error("%.*s: there are no counts", SLICE_ARG(name_of(file)));
	return alone->total[part->side] > 0;
}

static bool read_file(struct findings *findings, const struct diff_options *files,
		      enum diff_side side, const struct diff_file *file)
{
	const struct diff_part part = {side, file->weight, &files->edits};
	struct profile profile = {0};
	struct diff_tally tally;
	bool good = diff_read_file(&profile, file, files);

	if (good) {
		diff_add(&findings->joined, &profile, &part, &tally);
		if (tally.stacks > 0 && tally.numbered == tally.stacks)
			diag_warn("%.*s: every stack ends in a number: does the file have two "
				  "columns already?",
				  SLICE_ARG(name_of(file)));
		good = keep_part(findings, &profile, file, &part);
	}
	profile_release(&profile);
	return good;
}

static bool read_all(struct findings *findings, const struct diff_options *files)
{
	size_t side, i;

	for (side = 0; side < DIFF_SIDES; side++) {
		for (i = 0; i < files->sides[side].count; i++) {
			if (!read_file(findings, files, (enum diff_side)side,
				       &files->sides[side].at[i]))
				return false;
		}
	}
	header_check(&findings->joined.header);
	return !overflowed(&findings->joined);
}

/* What is known of processes only when all files are read. */
static void join_roots(struct findings *findings, const struct diff_edits *edits)
{
	struct roots roots = {0};
	size_t i;

	roots_find(&roots, &findings->joined, edits);
	roots_join(&roots, &findings->joined);
	for (i = 0; i < findings->part_count; i++) {
		struct part *part = &findings->parts[i];

		roots_join(&roots, &part->profile);
		noise_add(&findings->noise, &findings->joined, &part->profile, &part->part);
	}
	roots_release(&roots);
}

static bool find_out(const struct job *job, struct findings *findings)
{
	const struct profile *joined = &findings->joined;
	const struct stack **stacks;

	if (!read_all(findings, job->files))
		return false;
	join_roots(findings, &job->files->edits);
	if (!noise_estimate(&findings->noise, &job->options->noise, joined->names.count))
		return false;
	if (joined->total[DIFF_BEFORE] == 0 || joined->total[DIFF_AFTER] == 0) {
		diag_error("weighted, there are no counts");
		return false;
	}
	stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	functions_count(&findings->functions, joined, stacks);
	changes_find(&findings->changes, joined, &findings->functions, &findings->noise,
		     job->options->alpha);
	budgets_check(&job->options->budgets, joined, stacks, &findings->changes);
	free(stacks);
	return true;
}

static bool write_report(const struct program_run *run, const struct findings *findings)
{
	const struct job *job = run->options;
	static report_format *const formats[] = {report_text, report_brief, report_markdown,
						 report_json};
	struct report report = {
		.sides = job->files->sides,
		.total = {findings->joined.total[DIFF_BEFORE], findings->joined.total[DIFF_AFTER]},
		.scale = findings->joined.scale,
		.changes = &findings->changes,
		.noise = &findings->noise,
		.budgets = &job->options->budgets,
		.alpha = job->options->alpha,
		.top = job->options->top,
		.with_noise = job->options->all,
		.svg = job->options->svg,
	};
	struct output output;

	if (!output_open(&output, run->common.output))
		return false;
	report.columns = terminal_is(output.fd) ? terminal_columns(output.fd, 0) : 0;
	formats[job->options->format](&output.buf, &report);
	return output_commit(&output);
}

static int run_report(struct program_run *run)
{
	const struct job *job = run->options;
	struct findings findings = {0};
	int code = EXIT_DATA;

	if (find_out(job, &findings) &&
	    (job->options->svg.len == 0 ||
	     graph_draw(&findings.joined, job->options->svg, run->argv[0])) &&
	    write_report(run, &findings))
		code = job->options->budgets.is_exceeded ? EXIT_OVER_BUDGET : EXIT_DONE;
	stats_count(job->files->stats, &findings.joined);
	findings_release(&findings);
	return code;
}

static bool check(struct program_run *run)
{
	const struct job *job = run->options;

	return diff_options_finish(job->files, &run->given.files) &&
	       diffreport_options_check(job->options, &run->common, &run->given);
}

int main(int argc, char **argv)
{
	const struct personality *as = personality_of("diffreport"); /* it imitates nothing */
	struct program_run run = program_start(argc, argv, as);
	struct diff_options files;
	struct diffreport_options options;
	struct job job = {&files, &options};
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
		.check = check,
		.run = run_report,
	};
	int code;

	diff_options_init(&files, diff_personality_of(as), &run.reading);
	files.stats = &run.stats;
	diffreport_options_init(&options);
	run.options = &job;
	code = program_main(&program, &run);
	diffreport_options_release(&options);
	diff_options_release(&files);
	return code;
}
