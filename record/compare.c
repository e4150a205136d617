/* SPDX-License-Identifier: MIT */
#include "record/compare.h"

#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "common/io/output/output.h"
#include "record/child/capture.h"
#include "record/child/pipeline.h"
#include "record/drawing.h"
#include "record/heading.h"
#include "record/session/target.h"
#include "record/session_steps.h"

static bool compare_see_stacks(void *context, struct slice chunk)
{
	struct output *output = context;

	output_write(output, chunk);
	return !output->failed;
}

/* For difffolded and diffreport. */
static void compare_add_files(struct arguments *arguments, const struct compare *compare)
{
	if (compare->before.request->keep_root)
		arguments_add_text(arguments, "--keep-root");
	arguments_add_text(arguments, compare->before.folded.ptr);
	arguments_add_text(arguments, compare->after.folded.ptr);
}

/* The stacks of both as one file with two columns. */
static bool join(struct compare *compare)
{
	struct arguments arguments = {0};
	struct pipeline pipeline = {.patience = compare->before.request->patience};
	struct buf program = {0};
	struct output output;
	bool good;

	target_in(&compare->folded, &compare->after.work, "diff.folded");
	if (!output_open(&output, slice_of(compare->folded.ptr, compare->folded.len - 1)))
		return false;
	locate_program(&program, compare->before.request->argv0, "difffolded");
	arguments_add_text(&arguments, program.ptr);
	compare_add_files(&arguments, compare);
	*pipeline_add(&pipeline) = (struct pipeline_stage){.name = "difffolded",
							   .arguments = arguments.at,
							   .see = compare_see_stacks,
							   .context = &output};
	good = pipeline_run(&pipeline) == PIPELINE_DONE;
	if (good)
		good = output_commit(&output);
	else
		output_abandon(&output);
	arguments_release(&arguments);
	buf_release(&program);
	return good;
}

/* `width` is what widths show, or NULL. */
static bool compare_draw(const struct compare *compare, const struct buf *target, const char *width)
{
	struct buf subtitle = {0};
	struct drawing drawing = {
		.request = compare->before.request,
		.folded = &compare->folded,
		.target = target,
		.title = SLICE("Differential Flame Graph"),
		.width = width,
	};
	bool good;

	buf_add_text(&subtitle, "before: ");
	heading_add_subject(&subtitle, &compare->before);
	buf_add_text(&subtitle, "; after: ");
	heading_add_subject(&subtitle, &compare->after);
	drawing.subtitle = buf_slice(&subtitle);
	good = drawing_make(&drawing);
	buf_release(&subtitle);
	return good;
}

/* Check before the first command runs what would otherwise fail only afterwards. */
static bool compare_check(const struct compare *compare)
{
	return session_check(&compare->before) && session_check(&compare->after) &&
	       (request_prints(compare->before.request) ||
		target_can_be_written(compare->diff.ptr));
}

/* The second one as the first was. */
static bool compare_record(struct compare *compare)
{
	bool good = session_record(&compare->before);

	session_report_command(&compare->before);
	if (!good)
		return false;
	compare->after.profiler = compare->before.profiler;
	compare->after.uses_cpu_clock = compare->before.uses_cpu_clock;
	good = session_record(&compare->after);
	session_report_command(&compare->after);
	return good;
}

/* Both, also if the first one fails, so that what is empty is known. */
static bool collapse(struct compare *compare)
{
	bool good = session_collapse(&compare->before);

	return session_collapse(&compare->after) && good;
}

bool compare_run(struct compare *compare, const struct request *request)
{
	*compare = (struct compare){
		.before = {.request = request,
			   .command = request->command,
			   .command_count = request->command_count,
			   .title = "Before"},
		.after = {.request = request,
			  .command = request->second,
			  .command_count = request->second_count,
			  .title = "After"},
	};
	target_path(&compare->before.svg, request, "before");
	target_path(&compare->after.svg, request, "after");
	target_path(&compare->diff, request, "diff");
	if (request->reverse_diff)
		target_path(&compare->reverse, request, "diff-reverse");
	return compare_check(compare) && compare_record(compare) && collapse(compare) &&
	       join(compare) && session_draw(&compare->before) && session_draw(&compare->after) &&
	       compare_draw(compare, &compare->diff, NULL) &&
	       (compare->reverse.len == 0 || compare_draw(compare, &compare->reverse, "before"));
}

/* Counts of perf are sums of periods: the number of samples cannot be computed from them. */
static void add_samples(struct arguments *arguments, const struct compare *compare)
{
	const uint64_t before = survey_shown(&compare->before.survey);
	const uint64_t after = survey_shown(&compare->after.survey);
	struct buf option = {0};

	if (before > 0 && after > 0) {
		buf_printf(&option, "--samples=%llu,%llu", (unsigned long long)before,
			   (unsigned long long)after);
		arguments_add(arguments, buf_slice(&option));
	}
	buf_release(&option);
}

/* "--before-name=./before --all" */
static void add_compared(struct arguments *arguments, const char *option,
			 const struct session *session)
{
	struct buf subject = {0};

	heading_add_subject(&subject, session);
	arguments_add_joined(arguments, option, buf_slice(&subject));
	buf_release(&subject);
}

static void add_limits(struct arguments *arguments, const struct request *request)
{
	if (request_has(request, "fail-over"))
		arguments_add_joined(arguments, "--fail-over=", request->fail_over);
	if (request_has(request, "fail-over-total"))
		arguments_add_joined(arguments, "--fail-over-total=", request->fail_over_total);
}

enum { OVER_BUDGET = 3 }; /* exit code of diffreport */

/*
 * Run diffreport with both profiles and one more option; what it prints is appended to `text`. It
 * compares what the colours of the picture compare.
 */
static enum compare_verdict compare_report(const struct compare *compare, const char *option,
					   const char *limit, struct buf *text)
{
	static const struct child_place here = {0};
	struct arguments arguments = {0};
	struct buf program = {0};
	struct child_end end = {0, 0};
	enum compare_verdict verdict = COMPARE_FAILED;

	locate_program(&program, compare->before.request->argv0, "diffreport");
	arguments_add_text(&arguments, program.ptr);
	arguments_add_text(&arguments, option);
	arguments_add_text(&arguments, limit);
	if (request_has(compare->before.request, "diff-normalize"))
		arguments_add_text(&arguments, "--normalize");
	add_limits(&arguments, compare->before.request);
	add_compared(&arguments, "--before-name=", &compare->before);
	add_compared(&arguments, "--after-name=", &compare->after);
	add_samples(&arguments, compare);
	compare_add_files(&arguments, compare);
	if (capture(&here, arguments.at, STDOUT_FILENO, text, &end) == 0 &&
	    (end.code == 0 || end.code == OVER_BUDGET))
		verdict = end.code == 0 ? COMPARE_WITHIN : COMPARE_OVER;
	arguments_release(&arguments);
	buf_release(&program);
	return verdict;
}

enum compare_verdict compare_say_changes(const struct compare *compare)
{
	const struct request *request = compare->before.request;
	const bool has_limits = request_has(request, "fail-over") ||
				request_has(request, "fail-over-total");
	enum compare_verdict verdict = COMPARE_WITHIN;
	struct buf text = {0};
	struct slice rest, line;

	if (has_limits || diag_shows(DIAG_WARNINGS)) {
		verdict = compare_report(compare, "--format=brief", "--top=5", &text);
		for (rest = buf_slice(&text); slice_line(&rest, &line);)
			diag_warn("%.*s", SLICE_ARG(line));
	}
	if (!has_limits)
		diag_warn("to let a job fail: --fail-over-total 5%% for the whole program, "
			  "--fail-over 2%% for functions");
	buf_release(&text);
	return has_limits || verdict != COMPARE_FAILED ? verdict : COMPARE_WITHIN;
}

bool compare_write_report(const struct compare *compare)
{
	const struct slice file = compare->before.request->report;
	struct buf text = {0};
	struct output output;
	bool good = true;

	if (file.len == 0)
		return true;
	if (compare_report(compare, "--format=markdown", "--top=10", &text) == COMPARE_FAILED) {
		diag_error("diffreport failed: there is nothing for %.*s", SLICE_ARG(file));
		good = false;
	} else if (output_open(&output, file)) {
		output_write(&output, buf_slice(&text));
		good = output_commit(&output);
	} else {
		good = false;
	}
	buf_release(&text);
	return good;
}

bool compare_release(struct compare *compare, bool done)
{
	bool kept = session_release(&compare->before, done);

	kept &= session_release(&compare->after, done);
	buf_release(&compare->folded);
	buf_release(&compare->diff);
	buf_release(&compare->reverse);
	return kept;
}
