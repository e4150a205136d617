/* SPDX-License-Identifier: MIT */
/*
 * record-stacks, which needs nothing but the kernel, then collapse-perf, which reads its
 * recordings.
 */
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/cli/thin_stacks.h"
#include "common/io/locate.h"
#include "record/child/signals.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

enum {
	BROKEN = 125,     /* the exit code of record-stacks if a recording could not be written */
	HEADER = 1 << 12, /* bytes that a recording has before its first sample, about */
};

/* All up to the command. */
static void events_add_arguments(struct arguments *arguments, const struct session *session,
				 const char *path)
{
	const struct request *request = session->request;
	const struct recorder_choice choice = {
		.rate = profiler_rate(&profiler_events, session),
		.call_graph = runtime_call_graph(&session->runtime, session->request),
		.path = path,
	};
	struct buf program = {0};

	locate_program(&program, request->argv0, "record-stacks");
	arguments_add_text(arguments, program.ptr);
	if (!diag_shows(DIAG_WARNINGS))
		arguments_add_text(arguments, "-q");
	recorder_add_choice(arguments, session, &choice);
	buf_release(&program);
}

struct trial {
	struct session *session;
	const char *path;
};

/*
 * It has the streams of the command, so what it complains about is seen by another recording first.
 */
static COLD bool events_cannot(void *context, struct buf *why)
{
	const struct trial *trial = context;
	struct session *session = trial->session;
	struct arguments probe = {0};
	struct buf file = {0};
	bool answer;

	buf_printf(&file, "%s.probe", trial->path);
	events_add_arguments(&probe, session, buf_cstring(&file));
	if (session->request->process.len > 0) {
		ARGUMENTS_ADD(&probe, "--duration", "0.001");
	} else {
		ARGUMENTS_ADD(&probe, "--", "true");
	}
	answer = recorder_cannot(&probe, why, &session->stderr_text);
	unlink(file.ptr);
	arguments_release(&probe);
	buf_release(&file);
	return answer;
}

/*
 * Record through a FIFO, or into the file where none exists. 0, or the errno that says why it
 * cannot be started.
 */
static int events_start(struct session *session, const char *path, struct child_end *end)
{
	struct buf fifo = {0};
	const bool is_piped = piped_can(session) && piped_make_fifo(session, &fifo);
	struct arguments arguments = {0};
	const struct piped_recorder recorder = {"record-stacks", &arguments,
						is_piped ? fifo.ptr : NULL, &profiler_events};
	int error;

	events_add_arguments(&arguments, session, is_piped ? fifo.ptr : path);
	if (session->command_count > 0)
		arguments_add_text(&arguments, "--");
	arguments_add_all(&arguments, session->command, session->command_count);
	error = is_piped ? piped_record(session, &recorder, end)
			 : recorder_run(session, &arguments, &session->runtime.variables, end);
	arguments_release(&arguments);
	buf_release(&fifo);
	if (!session->is_piped)
		arguments_add_text(&session->recorded, path);
	return error;
}

static enum profiler_result events_run(struct session *session, const char *path, struct buf *why)
{
	static const struct buf nothing = {0};
	struct child_end end = {0, 0};
	int error;

	runtime_begin(&session->runtime);
	error = events_start(session, path, &end);

	if (error != 0) {
		buf_add_text(why, child_problem(error));
		return PROFILER_UNUSABLE;
	}
	if ((end.signal != 0 || end.code == BROKEN) && !session->was_stopped) {
		recorder_blame("record-stacks", end, &nothing);
		if (session->is_piped && session->is_usable) {
			diag_warn("the graph shows what was recorded before that");
			return PROFILER_DONE;
		}
		session->is_usable = target_size(path) > HEADER;
		return PROFILER_FAILED;
	}
	session->end = end;
	session->has_end = session->command_count > 0;
	return PROFILER_DONE;
}

static COLD enum profiler_result events_record(struct session *session, struct buf *why)
{
	enum profiler_result result = PROFILER_UNUSABLE;
	struct buf path = {0};

	if (strcmp(request_call_graph(session->request), "lbr") == 0) {
		buf_add_text(why, "has no --call-graph=lbr");
		return result;
	}
	workdir_path(&path, &session->work, "perf.data");
	if (!recorder_tries(session, events_cannot, &(struct trial){session, path.ptr}, why)) {
		recorder_cut_name(why);
		buf_release(&path);
		return result;
	}
	if (signals_stopped()) {
		session->was_stopped = true;
		result = PROFILER_DONE;
	} else {
		result = events_run(session, path.ptr, why);
	}
	buf_release(&path);
	return result;
}

static COLD void events_add_stages(struct session *session, struct arguments *arguments,
				   struct pipeline *pipeline)
{
	const struct request *request = session->request;
	struct pipeline_stage *stage = pipeline_add(pipeline);

	forwarded_add(&arguments[0], request->forwarded, FORWARDED_COLLAPSE, &request->passed);
	arguments_add_text(&arguments[0], "--header");
	recorder_add_labels(&arguments[0], request);
	recorder_add_idle(&arguments[0], request);
	arguments_add_text(&arguments[0], "--no-advice"); /* the session has its own */
	if (request->no_inline)
		arguments_add_text(&arguments[0], "--no-inline");
	recorder_add_list(&arguments[0], session);
	if (!session->is_piped)
		arguments_add_text(&arguments[0], session->recorded.at[0]);
	*stage = (struct pipeline_stage){.name = "collapse-perf",
					 .arguments = arguments[0].at,
					 .says_empty = THIN_STACKS_NONE};
}

static const char *const lacks[] = {"perfdata", "perf-args", NULL};

const struct profiler profiler_events = {
	.kind = REQUEST_EVENTS,
	.lacks = lacks,
	.has_processes = true,
	.collapses_by_perf = true,
	.rate = 997,
	.record = events_record,
	.add_stages = events_add_stages,
};
