/* SPDX-License-Identifier: MIT */
/* dtrace counts user stacks at a rate; collapse-dtrace reads them. */
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

/* "profile-997 /execname == "NAME"/ { @[ustack(100)] = count(); }" */
static void dtrace_add_script(struct arguments *arguments, const struct session *session)
{
	const struct request *request = session->request;
	struct buf script = {0};

	buf_printf(&script, "profile-%llu ",
		   (unsigned long long)profiler_rate(&profiler_dtrace, session));
	if (session->command_count > 0) {
		const char *slash = strrchr(session->command[0], '/'), *c;

		buf_add_text(&script, "/execname == \"");
		for (c = slash ? slash + 1 : session->command[0]; *c; c++) {
			if (*c == '"' || *c == '\\')
				buf_add_char(&script, '\\');
			buf_add_char(&script, *c);
		}
		buf_add_text(&script, "\"/ ");
	} else if (request->process.len > 0) {
		buf_add_text(&script, "/pid == $target/ ");
	}
	buf_add_text(&script, "{ @[ustack(100)] = count(); }");
	arguments_add(arguments, buf_slice(&script));
	buf_release(&script);
}

static void dtrace_add_arguments(struct arguments *arguments, const struct session *session,
				 const char *const *command, size_t count)
{
	struct buf quoted = {0};

	ARGUMENTS_ADD(arguments, "dtrace", "-x", "ustackframes=100", "-n");
	dtrace_add_script(arguments, session);
	if (count > 0) {
		arguments_write(&quoted, command, count);
		arguments_add_text(arguments, "-c");
		arguments_add(arguments, buf_slice(&quoted));
	} else if (session->request->process.len > 0) {
		arguments_add_text(arguments, "-p");
		arguments_add(arguments, session->request->process);
	}
	arguments_add_text(arguments, "-o");
	buf_release(&quoted);
}

static bool dtrace_cannot(struct session *session, struct buf *why)
{
	static const char *const nothing[] = {"true", NULL};
	struct arguments probe = {0};
	bool answer;

	dtrace_add_arguments(&probe, session, nothing, 1);
	arguments_add_text(&probe, "/dev/null");
	answer = recorder_cannot(&probe, why, &session->stderr_text);
	arguments_release(&probe);
	return answer;
}

static COLD enum profiler_result dtrace_record(struct session *session, struct buf *why)
{
	static const struct buf silent = {0};
	struct arguments arguments = {0};
	struct buf path = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_DONE;
	int error;

	if (!recorder_finds(SLICE("dtrace"), why))
		return PROFILER_UNUSABLE;
	workdir_path(&path, &session->work, "dtrace.stacks");
	dtrace_add_arguments(&arguments, session, session->command, session->command_count);
	arguments_add_text(&arguments, path.ptr);
	arguments_add_text(&session->recorded, path.ptr);
	error = recorder_run(session, &arguments, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (end.code != 0 && !session->was_stopped) {
		if (end.signal == 0 && target_size(path.ptr) == 0 && dtrace_cannot(session, why)) {
			result = PROFILER_UNUSABLE;
		} else {
			recorder_blame("dtrace", end, &silent);
			result = PROFILER_FAILED;
		}
	}
	arguments_release(&arguments);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"perfdata",  "call-graph",   "event",
				    "perf-args", "no-inline",    "off-cpu",
				    "wall",      "fail-on-exit", NULL};

const struct profiler profiler_dtrace = {
	.kind = REQUEST_DTRACE,
	.lacks = lacks,
	.has_processes = true,
	.rate = 997,
	.event = "CPU time",
	.record = dtrace_record,
	.reader = "collapse-dtrace",
};
