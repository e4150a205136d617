/* SPDX-License-Identifier: MIT */
/* xctrace, which comes with Xcode, and sample, which comes with macOS. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/slice.h"
#include "common/base/system.h"
#include "record/child/signals.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

static const struct buf silent = {0};

/* ---- xctrace: the time profile of Instruments, which is a folder, and a table of it in XML ---- */

/* Without Xcode there is a program of that name, which says so. */
static bool xctrace_cannot(struct session *session, struct buf *why)
{
	struct arguments probe = {0};
	bool answer;

	ARGUMENTS_ADD(&probe, "xctrace", "version");
	answer = recorder_cannot(&probe, why, &session->stderr_text);
	arguments_release(&probe);
	return answer;
}

/* The command, by its path: xctrace is not asked to look for it. */
static void xctrace_add_command(struct arguments *arguments, const struct session *session)
{
	const struct opt_list *env = &session->request->env;
	struct buf path = {0};
	size_t i;

	for (i = 0; i < env->count; i++) {
		arguments_add_text(arguments, "--env");
		arguments_add(arguments, env->at[i]);
	}
	ARGUMENTS_ADD(arguments, "--target-stdin", "-", "--target-stdout", "-", "--launch", "--");
	if (!strchr(session->command[0], '/') && session_program(session, &path))
		arguments_add_text(arguments, path.ptr);
	else
		arguments_add_text(arguments, session->command[0]);
	arguments_add_all(arguments, session->command + 1, session->command_count - 1);
	buf_release(&path);
}

static void xctrace_add_arguments(struct arguments *arguments, const struct session *session,
				  const char *trace)
{
	const struct request *request = session->request;

	ARGUMENTS_ADD(arguments, "xctrace", "record", "--no-prompt", "--template", "Time Profiler",
		      "--output", trace);
	if (request->duration > 0) {
		arguments_add_text(arguments, "--time-limit");
		arguments_printf(arguments, "%.0fms",
				 request->duration < 0.001 ? 1 : request->duration * 1000);
	}
	if (session->command_count > 0) {
		xctrace_add_command(arguments, session);
	} else if (request->process.len > 0) {
		arguments_add_text(arguments, "--attach");
		arguments_add(arguments, request->process);
	} else {
		arguments_add_text(arguments, "--all-processes");
	}
}

/* False after a message. */
static bool xctrace_export(const char *trace, const char *table)
{
	static const struct child_place here = {0};
	const char *const words[] = {
		"xctrace",  "export",  "--input",
		trace,      "--xpath", "/trace-toc/run[1]/data/table[@schema=\"time-profile\"]",
		"--output", table,     NULL};
	struct buf said = {0}, reason = {0};
	struct child_end end = {0, 0};
	int error = capture(&here, words, STDERR_FILENO, &said, &end);

	buf_add(&reason,
		error != 0 ? slice_from(child_problem(error)) : capture_reason(buf_slice(&said)));
	if (error != 0 || end.code != 0)
		recorder_blame("xctrace export", end, &reason);
	buf_release(&said);
	buf_release(&reason);
	return error == 0 && end.code == 0;
}

static enum profiler_result xctrace_run(struct session *session, struct buf *why)
{
	struct arguments arguments = {0};
	struct buf trace = {0}, table = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_FAILED;
	int error;

	workdir_path(&trace, &session->work, "xctrace.trace");
	workdir_path(&table, &session->work, "xctrace.xml");
	xctrace_add_arguments(&arguments, session, trace.ptr);
	arguments_add_text(&session->recorded, table.ptr);
	session->keeps_time = true;
	error = recorder_run(session, &arguments, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (access(trace.ptr, F_OK) != 0) { /* its exit code may be that of the command */
		recorder_blame("xctrace", end, &silent);
	} else if (xctrace_export(trace.ptr, table.ptr)) {
		result = PROFILER_DONE;
	}
	arguments_release(&arguments);
	buf_release(&trace);
	buf_release(&table);
	return result;
}

/* True if one process at most is asked for. */
static bool is_one(const struct session *session, struct buf *why)
{
	const bool one = !slice_contains(session->request->process, SLICE(","));

	if (!one)
		buf_add_text(why, "records one process");
	return one;
}

static COLD enum profiler_result xctrace_record(struct session *session, struct buf *why)
{
	if (!recorder_finds(SLICE("xctrace"), why) || !is_one(session, why) ||
	    xctrace_cannot(session, why))
		return PROFILER_UNUSABLE;
	return xctrace_run(session, why);
}

static const char *const xctrace_lacks[] = {"perfdata",     "freq",      "call-graph", "event",
					    "perf-args",    "no-inline", "off-cpu",    "wall",
					    "fail-on-exit", NULL};

const struct profiler profiler_xctrace = {
	.kind = REQUEST_XCTRACE,
	.lacks = xctrace_lacks,
	.has_processes = true,
	.is_of_macos = true,
	.rate = 1000,
	.event = "CPU time",
	.record = xctrace_record,
	.reader = "collapse-xctrace",
};

/* ---- sample: the threads of a process that runs, until it ends or a time is over ---- */

enum {
	FOREVER = 24 * 3600, /* seconds: a command ends before, and sample with it */
	MILLISECONDS = 1000,
	MOST_SAID = 4096, /* bytes in which the reason is looked for */
};

/* What sample gets, and what became of it. */
struct sample {
	const struct session *session;
	const char *report, *said; /* paths */
	pid_t child;
	int error; /* of its start */
};

/* "sample PID SECONDS INTERVAL -mayDie -file FILE" */
static void sample_add_arguments(struct arguments *arguments, const struct sample *sample,
				 struct slice process)
{
	const struct session *session = sample->session;
	const uint64_t rate = profiler_rate(&profiler_sample, session);
	const uint64_t interval = (MILLISECONDS + rate / 2) / rate;
	const double duration = session->request->duration;
	uint64_t seconds = FOREVER;

	if (session->command_count == 0)
		seconds = (uint64_t)duration + (duration > (double)(uint64_t)duration);
	arguments_add_text(arguments, "sample");
	arguments_add(arguments, process);
	arguments_printf(arguments, "%llu", (unsigned long long)seconds);
	arguments_printf(arguments, "%llu", (unsigned long long)(interval > 0 ? interval : 1));
	ARGUMENTS_ADD(arguments, "-mayDie", "-file", sample->report);
}

/* sample begins beside the command, in a group of its own: Ctrl-C ends the command. */
static COLD void sample_begin(void *context, pid_t command)
{
	static const struct child_place apart = {.is_apart = true};
	struct sample *sample = context;
	struct child_streams streams = {{CHILD_NULL, CHILD_NULL, CHILD_NULL}};
	const int said = open(sample->said, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct arguments arguments = {0};
	struct buf process = {0};

	if (said >= 0)
		streams.fds[STDOUT_FILENO] = streams.fds[STDERR_FILENO] = said;
	buf_add_u64(&process, (uint64_t)command);
	sample_add_arguments(&arguments, sample, buf_slice(&process));
	sample->error = child_start_in(&apart, arguments.at, &streams, &sample->child);
	if (said >= 0)
		close(said);
	arguments_release(&arguments);
	buf_release(&process);
}

/* It looks for names when the command has ended. A signal ends that. */
static struct child_end sample_finish(const struct sample *sample)
{
	struct child_end end = {0, 0};

	while (!child_has_ended(sample->child, &end)) {
		signals_wait(NULL, 0, -1);
		if (signals_take().signal != 0)
			kill(sample->child, SIGTERM);
	}
	return end;
}

/* With the first line that sample said. */
static void sample_complain(const struct sample *sample, struct child_end end)
{
	char text[MOST_SAID];
	struct buf reason = {0};
	struct slice said;

	file_start(sample->said, text, sizeof(text), &said);
	if (sample->error != 0)
		buf_add_text(&reason, child_problem(sample->error));
	else
		buf_add(&reason, capture_reason(said));
	recorder_blame("sample", end, &reason);
	buf_release(&reason);
}

/* The command has run then, whatever became of sample. */
static enum profiler_result sample_command(struct session *session, struct sample *sample)
{
	const struct recorder_observer observer = {sample_begin, sample};
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	bool good = false;
	int error;

	arguments_add_all(&arguments, session->command, session->command_count);
	error = recorder_run_seen(session, &arguments, NULL, &observer, &session->end);
	session->has_end = error == 0;
	if (error != 0) {
		diag_error("profiler command failed: %s: %s", arguments.at[0],
			   child_problem(error));
	} else {
		if (sample->error == 0)
			end = sample_finish(sample);
		good = target_size(sample->report) > 0;
		if (!good)
			sample_complain(sample, end);
	}
	arguments_release(&arguments);
	return good ? PROFILER_DONE : PROFILER_FAILED;
}

static enum profiler_result sample_process(struct session *session, const struct sample *sample,
					   struct buf *why)
{
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	enum profiler_result result = PROFILER_DONE;
	int error;

	sample_add_arguments(&arguments, sample, session->request->process);
	session->keeps_time = true;
	error = recorder_run(session, &arguments, NULL, &end);
	if (error != 0) {
		buf_add_text(why, child_problem(error));
		result = PROFILER_UNUSABLE;
	} else if (target_size(sample->report) == 0) {
		recorder_blame("sample", end, &silent);
		result = PROFILER_FAILED;
	}
	arguments_release(&arguments);
	return result;
}

static COLD enum profiler_result sample_record(struct session *session, struct buf *why)
{
	struct buf report = {0}, said = {0};
	struct sample sample = {.session = session};
	enum profiler_result result;

	if (!recorder_finds(SLICE("sample"), why) || !is_one(session, why))
		return PROFILER_UNUSABLE;
	workdir_path(&report, &session->work, "sample.txt");
	workdir_path(&said, &session->work, "sample.said");
	sample.report = report.ptr;
	sample.said = said.ptr;
	arguments_add_text(&session->recorded, report.ptr);
	result = session->command_count > 0 ? sample_command(session, &sample)
					    : sample_process(session, &sample, why);
	buf_release(&report);
	buf_release(&said);
	return result;
}

static const char *const sample_lacks[] = {"all-cpus", "perfdata",  "call-graph",
					   "event",    "perf-args", "no-inline",
					   "off-cpu",  "wall",      NULL};

const struct profiler profiler_sample = {
	.kind = REQUEST_SAMPLE,
	.lacks = sample_lacks,
	.has_processes = true,
	.is_of_macos = true,
	.needs_duration = true,
	.rate = 1000,
	.event = "time",
	.record = sample_record,
	.reader = "collapse-sample",
};
