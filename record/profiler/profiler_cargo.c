/* SPDX-License-Identifier: MIT */
/* cargo flamegraph records and draws. */
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

static COLD enum profiler_result cargo_record(struct session *session, struct buf *why)
{
	static const struct buf silent = {0};
	struct arguments arguments = {0};
	struct buf path = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_DONE;
	int error;

	if (!recorder_finds(SLICE("cargo"), why))
		return PROFILER_UNUSABLE;
	workdir_path(&path, &session->work, "cargo.svg");
	ARGUMENTS_ADD(&arguments, "cargo", "flamegraph", "--output", path.ptr, "--");
	arguments_add_all(&arguments, session->command, session->command_count);
	arguments_add_text(&session->recorded, path.ptr);
	error = recorder_run(session, &arguments, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (end.signal != 0 || end.code != 0) {
		recorder_blame("cargo flamegraph", end, &silent);
		result = PROFILER_FAILED;
	}
	arguments_release(&arguments);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"process",    "all-cpus", "perfdata",     "duration",  "freq",
				    "call-graph", "event",    "perf-args",    "no-inline", "keep",
				    "off-cpu",    "wall",     "fail-on-exit", NULL};

const struct profiler profiler_cargo = {
	.kind = REQUEST_CARGO,
	.lacks = lacks,
	.draws = true,
	.record = cargo_record,
};
