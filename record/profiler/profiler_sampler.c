/* SPDX-License-Identifier: MIT */
/* libflamesample, loaded into the program by the dynamic loader; each process writes a file. */
#include <dirent.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/profiler/preloadable.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/profiler/sampler_library.h"
#include "record/session/target.h"

static const char stem[] = "sampled."; /* sampled.folded, of children sampled.PID.folded */

enum { REST = 5 }; /* seconds for processes of the command to write, too */

/* LD_PRELOAD=LIBRARY:what was there, FLAMESAMPLE_OUT, FLAMESAMPLE_HZ */
static void add_variables(struct arguments *variables, const struct session *session,
			  const char *path)
{
	const struct request *request = session->request;
	const char *before = getenv("LD_PRELOAD");
	struct slice more = slice_from(before ? before : "");
	struct buf value = {0};
	size_t i;

	for (i = 0; i < request->env.count; i++) {
		struct slice variable = request->env.at[i];

		if (slice_skip(&variable, SLICE("LD_PRELOAD=")))
			more = variable;
	}
	buf_printf(&value, "LD_PRELOAD=%s%s", path, more.len > 0 ? ":" : "");
	buf_add(&value, more);
	arguments_add(variables, buf_slice(&value));
	buf_reset(&value);
	buf_printf(&value, "FLAMESAMPLE_OUT=%s/%sfolded", session->work.ptr, stem);
	arguments_add(variables, buf_slice(&value));
	buf_reset(&value);
	buf_printf(&value, "FLAMESAMPLE_HZ=%llu",
		   (unsigned long long)profiler_rate(&profiler_sampler, session));
	arguments_add(variables, buf_slice(&value));
	if (!diag_shows(DIAG_WARNINGS))
		arguments_add_text(variables, "FLAMESAMPLE_QUIET=1");
	buf_release(&value);
}

static enum profiler_result profiler_sampler_run(struct session *session, const char *path)
{
	struct arguments arguments = {0}, variables = {0};
	struct child_end end = {0, 0};
	int error;

	add_variables(&variables, session, path);
	arguments_add_all(&arguments, session->command, session->command_count);
	child_adopt();
	error = recorder_run(session, &arguments, &variables, &end);
	if (!recorder_wait_for_rest(REST))
		diag_warn("the command left processes behind, which are not in the graph");
	if (error != 0)
		diag_error("profiler command failed: %s: %s", arguments.at[0],
			   child_problem(error));
	session->end = end;
	session->has_end = true;
	target_list(&session->recorded, &session->work, stem, ".folded");
	arguments_release(&arguments);
	arguments_release(&variables);
	return error == 0 ? PROFILER_DONE : PROFILER_FAILED;
}

/*
 * Known before the command runs, but it may start others. So it is a reason to take no other
 * profiler than this one only where this one was not asked for by its name.
 */
static void find_obstacle(struct session *session)
{
	const char *obstacle = NULL;
	struct buf path = {0};

	buf_reset(&session->obstacle);
	if (session_program(session, &path))
		obstacle = preloadable_obstacle(path.ptr);
	if (obstacle)
		buf_printf(&session->obstacle, "%s %s", session->command[0], obstacle);
	buf_release(&path);
}

static enum profiler_result profiler_sampler_record(struct session *session, struct buf *why)
{
	struct buf path = {0};
	enum profiler_result result = PROFILER_UNUSABLE;

	find_obstacle(session);
	if (session->obstacle.len > 0 && session->request->profiler == REQUEST_AUTO)
		buf_add(why, buf_slice(&session->obstacle));
	else if (sampler_library_find(&path, session->request->argv0, why))
		result = profiler_sampler_run(session, path.ptr);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"process",   "all-cpus",  "perfdata", "call-graph", "event",
				    "perf-args", "no-inline", "off-cpu",  NULL};

const struct profiler profiler_sampler = {
	.kind = REQUEST_SAMPLER,
	.lacks = lacks,
	.rate = 249, /* its timers cannot be faster than the tick of most kernels */
	.event = "CPU time",
	.record = profiler_sampler_record,
};
