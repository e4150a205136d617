/* SPDX-License-Identifier: MIT */
/*
 * flamegraph-record - from a command to its flame graph: record by a profiler, collapse, draw, and
 * put the picture in its place when it is complete.
 */
#include <errno.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/system.h"
#include "common/cli/program.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "record/child/pipeline.h"
#include "record/child/signals.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/session.h"
#include "record/session/target.h"
#include "record/session_steps.h"

/*
 * Two commands recorded one after the other: a graph of each, and of the difference.
 */

/* A comparison and its results; paths are NUL-terminated. */
struct compare {
	struct session before, after;
	struct buf folded; /* the stacks of both, in two columns */
	struct buf diff;
	struct buf reverse; /* empty unless it was asked for */
};

enum compare_verdict { COMPARE_WITHIN, COMPARE_OVER, COMPARE_FAILED };

/*
 * Say what changed, as diffreport finds it: the totals, a sentence and the five largest changes;
 * and what to do for a job to fail. Before the release of a comparison that was good. The verdict
 * is that of --fail-over and --fail-over-total; it fails after a message.
 */
enum compare_verdict compare_say_changes(const struct compare *compare);

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
	ARGUMENTS_ADD(arguments, compare->before.folded.ptr, compare->after.folded.ptr);
}

/* The stacks of both as one file with two columns. */
static bool join(struct compare *compare)
{
	struct arguments arguments = {0};
	struct pipeline pipeline = {.patience = compare->before.request->patience};
	struct buf program = {0};
	struct output output;
	bool good;

	workdir_path(&compare->folded, &compare->after.work, "diff.folded");
	if (!output_open(&output, slice_of(compare->folded.ptr, compare->folded.len - 1)))
		return false;
	locate_program(&program, compare->before.request->argv0, "difffolded");
	arguments_add_text(&arguments, program.ptr);
	if (request_has(compare->before.request, "html") &&
	    !request_has(compare->before.request, "diff-normalize"))
		arguments_add_text(&arguments, "--keep-labels");
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

/* Record both, draw before.svg, after.svg, diff.svg. False after a message. */
static bool compare_run(struct compare *compare, const struct request *request)
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

	if (before > 0 && after > 0)
		arguments_printf(arguments, "--samples=%llu,%llu", (unsigned long long)before,
				 (unsigned long long)after);
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
	ARGUMENTS_ADD(&arguments, program.ptr, option, limit);
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

/* Write diffreport's Markdown to the file of --report, if one exists. False after a message. */
static bool compare_write_report(const struct compare *compare)
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

/* Keeps or removes what was recorded. */
static bool compare_release(struct compare *compare, bool done)
{
	bool kept = session_release(&compare->before, done);

	kept &= session_release(&compare->after, done);
	buf_release(&compare->folded);
	buf_release(&compare->diff);
	buf_release(&compare->reverse);
	return kept;
}

/* The files that were made, for the report. */
struct result {
	const char *svg; /* the file to show and name first */
	const struct profiler *profiler;
	const struct compare *compare; /* or NULL */
	uint64_t milliseconds;         /* of the whole run */
};

static void flamegraph_record_add_path(struct buf *line, const char *key, const struct buf *path)
{
	if (path->len == 0)
		return;
	buf_printf(line, ", \"%s\": ", key);
	buf_add_json(line, slice_of(path->ptr, path->len - 1));
}

static bool print_json(const struct result *result)
{
	struct output output;

	output_open(&output, SLICE(""));
	buf_add_text(&output.buf, "{\"svg_path\": ");
	buf_add_json(&output.buf, slice_from(result->svg));
	buf_printf(&output.buf, ", \"profiler_used\": \"%s\", \"duration_ms\": %llu",
		   request_profiler_name(result->profiler->kind),
		   (unsigned long long)result->milliseconds);
	if (result->compare) {
		flamegraph_record_add_path(&output.buf, "before_svg_path",
					   &result->compare->before.svg);
		flamegraph_record_add_path(&output.buf, "after_svg_path",
					   &result->compare->after.svg);
		flamegraph_record_add_path(&output.buf, "reverse_svg_path",
					   &result->compare->reverse);
	}
	buf_add_text(&output.buf, "}\n");
	return output_commit(&output);
}

static bool flamegraph_record_report(const struct request *request, struct result *result,
				     double start)
{
	result->milliseconds = (uint64_t)((clock_seconds() - start) * 1000);
	if (request->open)
		show_picture(result->svg, true);
	if (request->json)
		return print_json(result);
	if (!request_prints(request)) {
		const struct compare *compare = result->compare;

		if (!compare)
			diag_warn("the graph is %s", result->svg);
		else
			diag_warn("the graphs are %s, %s and %s%s%s", compare->before.svg.ptr,
				  compare->after.svg.ptr, compare->diff.ptr,
				  compare->reverse.len > 0 ? ", and " : "",
				  compare->reverse.len > 0 ? compare->reverse.ptr : "");
	}
	return true;
}

static int run_single(const struct request *request, double start)
{
	struct session session = {.request = request,
				  .command = request->command,
				  .command_count = request->command_count};
	struct result result = {0};
	bool good, failed;

	target_path(&session.svg, request, "flamegraph");
	good = session_run(&session);
	result = (struct result){.svg = session.svg.ptr, .profiler = session.profiler};
	good = good && flamegraph_record_report(request, &result, start);
	failed = request->fail_on_exit && session_command_failed(&session);
	good &= session_release(&session, good);
	return good && !failed ? EXIT_DONE : EXIT_DATA;
}

enum { EXIT_OVER_BUDGET = 3 };

static int run_compare(const struct request *request, double start)
{
	enum compare_verdict verdict = COMPARE_WITHIN;
	struct compare compare;
	struct result result;
	bool good = compare_run(&compare, request), failed;

	result = (struct result){
		.svg = compare.diff.ptr, .profiler = compare.before.profiler, .compare = &compare};
	good = good && compare_write_report(&compare) &&
	       flamegraph_record_report(request, &result, start);
	if (good)
		verdict = compare_say_changes(&compare);
	failed = request->fail_on_exit && (session_command_failed(&compare.before) ||
					   session_command_failed(&compare.after));
	good &= compare_release(&compare, good);
	if (!good || failed || verdict == COMPARE_FAILED)
		return EXIT_DATA;
	return verdict == COMPARE_OVER ? EXIT_OVER_BUDGET : EXIT_DONE;
}

/*
 * Insert the "--" that may be left out before a command: if the first word is neither an option nor
 * "compare" the line is a command. The list replaces run->argv and is the caller's to free; NULL:
 * nothing changed.
 */
static char **insert_dashes(struct program_run *run)
{
	static char dashes[] = "--";
	char **arguments;

	if (run->argc < 2 || run->argv[1][0] == '-' || strcmp(run->argv[1], "compare") == 0)
		return NULL;
	arguments = memory_get(((size_t)run->argc + 2) * sizeof(*arguments));
	arguments[0] = run->argv[0];
	arguments[1] = dashes;
	memcpy(&arguments[2], &run->argv[1], (size_t)run->argc * sizeof(*arguments));
	run->argv = arguments;
	run->argc++;
	return arguments;
}

static bool flamegraph_record_check(struct program_run *run)
{
	struct request *request = run->options;

	request->given = run->given;
	run->given = (struct opt_result){0};
	return request_finish(request) && profiler_check(request) &&
	       forwarded_check(request->forwarded, &request->passed);
}

static int flamegraph_record_record(struct program_run *run)
{
	const struct request *request = run->options;
	double start = clock_seconds();

	if (request->sampler_path) {
		struct buf path = {0}, why = {0};
		struct output output;
		bool good = sampler_library_find(&path, request->argv0, &why);

		if (good) {
			output_open(&output, SLICE(""));
			buf_printf(&output.buf, "%s\n", path.ptr);
			good = output_commit(&output);
		} else {
			diag_error("%.*s", SLICE_ARG(buf_slice(&why)));
		}
		buf_release(&path);
		buf_release(&why);
		return good ? EXIT_DONE : EXIT_DATA;
	}
	if (!signals_begin())
		diag_die("%s", strerror(errno));
	if (request->live.ptr && !request_has(request, "html"))
		return live_session_run(request);
	if (!target_make_folder(request))
		return EXIT_DATA;
	if (request->live.ptr)
		return live_session_run(request);
	return request->compares ? run_compare(request, start) : run_single(request, start);
}

int main(int argc, char **argv)
{
	const struct personality *compat = personality_of(
		"flamegraph-record"); /* imitates nothing */
	struct program_run run;
	struct request request;
	struct forwarded_options forwarded;
	char **arguments;
	int code;

	if (launcher_is(argc, argv))
		return launcher_run(argv);
	run = program_start(argc, argv, compat);
	arguments = insert_dashes(&run);
	forwarded_init(&forwarded, run.argv);
	request_init(&request, &forwarded, argv[0]);
	run.options = &request;
	{
		const struct opt_table tables[] = {
			OPT_OWN(request_rows, request_row_count, &request),
			OPT_COMMON(&run.common),
			OPT_OWN(forwarded.rows, forwarded.count, &request.passed),
		};
		const struct program program = {
			.summary = "a flame graph of a command, from start to end",
			.operands = "[compare] [--] COMMAND...",
			.tables = tables,
			.table_count = ARRAY_LEN(tables),
			.check = flamegraph_record_check,
			.run = flamegraph_record_record,
		};

		code = program_main(&program, &run);
	}
	request_release(&request);
	forwarded_release(&forwarded);
	free(arguments);
	return code;
}
