/* SPDX-License-Identifier: MIT */
/*
 * flamegraph-record - from a command to its flame graph: record by a profiler, collapse, draw, and
 * put the picture in its place when it is complete.
 */
#include <errno.h>

#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/io/locate.h"
#include "common/io/output/output.h"
#include "common/system/clock.h"
#include "common/text/escape.h"
#include "record/child/signals.h"
#include "record/compare.h"
#include "record/live_session.h"
#include "record/profiler/launcher.h"
#include "record/profiler/profiler.h"
#include "record/profiler/sampler_library.h"
#include "record/session/target.h"
#include "record/session_steps.h"

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

static void flamegraph_record_say(const struct result *result)
{
	const struct compare *compare = result->compare;

	if (!compare)
		diag_warn("the graph is %s", result->svg);
	else
		diag_warn("the graphs are %s, %s and %s%s%s", compare->before.svg.ptr,
			  compare->after.svg.ptr, compare->diff.ptr,
			  compare->reverse.len > 0 ? ", and " : "",
			  compare->reverse.len > 0 ? compare->reverse.ptr : "");
}

/* With what the desktop has for it. That it has nothing is not a failure of the graph. */
static void show(const char *svg)
{
	static const char *const openers[] = {"xdg-open", "open"};
	const struct child_streams streams = {{CHILD_NULL, CHILD_NULL, CHILD_NULL}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(openers); i++) {
		pid_t child;

		if (!locate_exists(slice_from(openers[i])) ||
		    child_start((const char *const[]){openers[i], svg, NULL}, &streams, &child) !=
			    0)
			continue;
		if (child_wait(child) != 0)
			diag_warn("%s cannot show %s", openers[i], svg);
		return;
	}
	diag_warn("there is no xdg-open to show %s", svg);
}

static bool flamegraph_record_report(const struct request *request, struct result *result,
				     double start)
{
	result->milliseconds = (uint64_t)((clock_seconds() - start) * 1000);
	if (request->open)
		show(result->svg);
	if (request->json)
		return print_json(result);
	if (!request_prints(request))
		flamegraph_record_say(result);
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
	       passing_check(request->passing, &request->passed);
}

static int print_sampler_path(const struct request *request)
{
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

static int flamegraph_record_record(struct program_run *run)
{
	const struct request *request = run->options;
	double start = clock_seconds();

	if (request->sampler_path)
		return print_sampler_path(request);
	if (!signals_begin())
		diag_die("%s", strerror(errno));
	if (request->live.ptr)
		return live_session_run(request);
	if (!target_make_folder(request))
		return EXIT_DATA;
	return request->compares ? run_compare(request, start) : run_single(request, start);
}

int main(int argc, char **argv)
{
	const struct personality *as = personality_of("flamegraph-record"); /* imitates nothing */
	struct program_run run;
	struct request request;
	struct passing passing;
	char **arguments;
	int code;

	if (launcher_is(argc, argv))
		return launcher_run(argv);
	run = program_start(argc, argv, as);
	arguments = insert_dashes(&run);
	passing_init(&passing, argv[0]);
	request_init(&request, &passing, argv[0]);
	run.options = &request;
	{
		const struct opt_table tables[] = {
			OPT_OWN(request_rows, request_row_count, &request),
			OPT_COMMON(&run.common),
			OPT_OWN(passing.rows, passing.count, &request.passed),
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
	passing_release(&passing);
	free(arguments);
	return code;
}
