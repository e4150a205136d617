/* SPDX-License-Identifier: MIT */
/* cargo flamegraph records and draws. */
#include "record/profiler.h"
#include "record/recorder.h"
#include "record/target.h"

static enum profiler_result record(struct session *session, struct buf *why)
{
	static const struct buf silent = {0};
	struct words words = {0};
	struct buf path = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_DONE;
	int error;

	if (!recorder_finds(SLICE("cargo"), why))
		return PROFILER_UNUSABLE;
	target_in(&path, &session->work, "cargo.svg");
	words_add_text(&words, "cargo");
	words_add_text(&words, "flamegraph");
	words_add_text(&words, "--output");
	words_add_text(&words, path.ptr);
	words_add_text(&words, "--");
	words_add_all(&words, session->command, session->command_count);
	words_add_text(&session->recorded, path.ptr);
	error = recorder_run(session, &words, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (end.signal != 0 || end.code != 0) {
		recorder_blame("cargo flamegraph", end, &silent);
		result = PROFILER_FAILED;
	}
	words_release(&words);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"process",   "all-cpus",   "perfdata",     "duration",
				    "freq",      "call-graph", "event",        "perf-args",
				    "no-inline", "keep",       "fail-on-exit", NULL};

const struct profiler profiler_cargo = {
	.kind = REQUEST_CARGO,
	.lacks = lacks,
	.draws = true,
	.record = record,
};
