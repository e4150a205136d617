/* SPDX-License-Identifier: MIT */
/* dtrace counts user stacks at a rate; collapse-dtrace reads them. */
#include "common/io/locate.h"
#include "record/profiler.h"
#include "record/recorder.h"
#include "record/target.h"

/* "profile-997 /execname == "NAME"/ { @[ustack(100)] = count(); }" */
static void add_script(struct words *words, const struct session *session)
{
	const struct request *request = session->request;
	struct buf script = {0};

	buf_printf(&script, "profile-%llu ",
		   (unsigned long long)profiler_rate(&profiler_dtrace, request));
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
	words_add(words, buf_slice(&script));
	buf_release(&script);
}

static void add_arguments(struct words *words, const struct session *session,
			  const char *const *command, size_t count)
{
	struct buf quoted = {0};

	words_add_text(words, "dtrace");
	words_add_text(words, "-x");
	words_add_text(words, "ustackframes=100");
	words_add_text(words, "-n");
	add_script(words, session);
	if (count > 0) {
		words_write(&quoted, command, count);
		words_add_text(words, "-c");
		words_add(words, buf_slice(&quoted));
	} else if (session->request->process.len > 0) {
		words_add_text(words, "-p");
		words_add(words, session->request->process);
	}
	words_add_text(words, "-o");
	buf_release(&quoted);
}

static bool cannot(struct session *session, struct buf *why)
{
	static const char *const nothing[] = {"true", NULL};
	struct words probe = {0};
	bool answer;

	add_arguments(&probe, session, nothing, 1);
	words_add_text(&probe, "/dev/null");
	answer = recorder_cannot(&probe, why, &session->said);
	words_release(&probe);
	return answer;
}

static enum profiler_result record(struct session *session, struct buf *why)
{
	static const struct buf silent = {0};
	struct words words = {0};
	struct buf path = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_DONE;
	int error;

	if (!recorder_finds(SLICE("dtrace"), why))
		return PROFILER_UNUSABLE;
	target_in(&path, &session->work, "dtrace.stacks");
	add_arguments(&words, session, session->command, session->command_count);
	words_add_text(&words, path.ptr);
	words_add_text(&session->recorded, path.ptr);
	error = recorder_run(session, &words, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (end.code != 0 && !session->was_stopped) {
		if (end.signal == 0 && target_size(path.ptr) == 0 && cannot(session, why)) {
			result = PROFILER_UNUSABLE;
		} else {
			recorder_blame("dtrace", end, &silent);
			result = PROFILER_FAILED;
		}
	}
	words_release(&words);
	buf_release(&path);
	return result;
}

static void add_stages(struct session *session, struct words *words, struct pipeline *pipeline)
{
	struct pipeline_stage *stage = pipeline_add(pipeline);
	struct buf path = {0};

	locate_program(&path, session->request->argv0, "collapse-dtrace");
	words_add_text(&words[0], path.ptr);
	words_add_text(&words[0], session->recorded.at[0]);
	*stage = (struct pipeline_stage){.name = "collapse-dtrace", .arguments = words[0].at};
	buf_release(&path);
}

static const char *const lacks[] = {"perfdata",  "call-graph",   "event", "perf-args",
				    "no-inline", "fail-on-exit", NULL};

const struct profiler profiler_dtrace = {
	.kind = REQUEST_DTRACE,
	.lacks = lacks,
	.has_processes = true,
	.rate = 997,
	.event = "CPU time",
	.record = record,
	.add_stages = add_stages,
};
