/* SPDX-License-Identifier: MIT */
/*
 * perf record, then collapse-perf, which reads its recordings; traces of processors go through perf
 * script.
 */
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/cli/thin_stacks.h"
#include "record/child/signals.h"
#include "record/profiler/advice.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

enum { HEADER = 1 << 12 }; /* bytes that a recording has before its first sample, at most */

static bool has_clock(const struct request *request)
{
	size_t i;

	for (i = 0; i < request->perf_args.count; i++) {
		const struct slice word = slice_from(request->perf_args.at[i]);

		if (slice_starts(word, SLICE("-k")) || slice_starts(word, SLICE("--clockid")))
			return true;
	}
	return false;
}

/*
 * Write how callers are found, followed by a zero: "auto,512" is "dwarf,512", for perf takes no chain
 * beside a copy; cpu-clock has no branches for "lbr".
 */
static void perf_add_call_graph(const struct session *session, struct buf *text)
{
	struct slice how = slice_from(runtime_call_graph(&session->runtime, session->request));

	if (slice_skip(&how, SLICE("auto")) ||
	    (session->uses_cpu_clock && slice_skip(&how, SLICE("lbr"))))
		buf_add_text(text, "dwarf");
	buf_add(text, how);
	buf_add_char(text, '\0');
}

/* All up to the command. */
static void perf_add_arguments(struct arguments *arguments, const struct session *session,
			       const char *path)
{
	const struct request *request = session->request;
	struct recorder_choice choice = {
		.rate = profiler_rate(&profiler_perf, session),
		.path = path,
		.more = &request->perf_args,
	};
	struct buf call_graph = {0};

	perf_add_call_graph(session, &call_graph);
	choice.call_graph = call_graph.ptr;
	ARGUMENTS_ADD(arguments, "perf", "record");
	if (session->runtime.writes_dump && !has_clock(request)) {
		arguments_add_text(arguments, "-k"); /* of the times in a dump */
		arguments_add_text(arguments, "mono");
	}
	if (!diag_shows(DIAG_WARNINGS))
		arguments_add_text(arguments, "-q");
	recorder_add_choice(arguments, session, &choice);
	buf_release(&call_graph);
}

/*
 * True if perf finished the file. The field `size` of the section `data` in its header is written
 * last (perf.data-file-format.txt of the kernel's documentation). perf ends as the command did, so
 * its own exit does not tell. Files with another magic are left to perf script.
 */
static bool is_finished(const char *path, struct child_end end)
{
	char header[56];
	struct slice found;

	file_start(path, header, sizeof(header), &found);
	if (found.len < sizeof(header) ||
	    (memcmp(header, "PERFILE2", 8) != 0 && memcmp(header, "2ELIFREP", 8) != 0))
		return found.len > 0 && end.signal == 0;
	return slice_load(header + 48) > 0; /* 0 is 0 in both byte orders */
}

enum attempt {
	ATTEMPT_DONE,
	ATTEMPT_CANNOT, /* perf cannot record that here */
	ATTEMPT_BROKE,  /* after a message */
};

/*
 * perf has the streams of the command, so what it complains about would go to the terminal, twenty
 * lines of advice included: try it with another command first.
 */
static bool perf_cannot(struct session *session, const char *path, struct buf *why)
{
	struct arguments probe = {0};
	struct buf file = {0};
	bool answer;

	buf_printf(&file, "%s.probe", path);
	perf_add_arguments(&probe, session, buf_cstring(&file));
	ARGUMENTS_ADD(&probe, "--", "true");
	answer = recorder_cannot(&probe, why, &session->stderr_text);
	unlink(file.ptr);
	arguments_release(&probe);
	buf_release(&file);
	return answer;
}

/*
 * Intel PT, ARM SPE, CoreSight: instructions that a processor wrote down. perf script decodes them,
 * collapse-perf does not.
 */
static bool is_trace(const struct session *session)
{
	static const char *const events[] = {"intel_pt/", "intel_bts/", "arm_spe", "cs_etm/"};
	const struct request *request = session->request;
	size_t i, j;

	for (i = 0; i < ARRAY_LEN(events); i++) {
		for (j = 0; j < request->events.count; j++) {
			if (slice_starts(request->events.at[j], slice_from(events[i])))
				return true;
		}
		for (j = 0; j < request->perf_args.count; j++) {
			if (strstr(request->perf_args.at[j], events[i]))
				return true;
		}
	}
	return false;
}

/* A trace goes through perf script, which wants a file; what --perf-args are for may do so, too. */
static bool may_be_piped(const struct session *session)
{
	return piped_can(session) && !is_trace(session) && session->request->perf_args.count == 0;
}

/* The command prints where we do. */
static bool needs_launcher(const struct session *session)
{
	return session->command_count > 0 && !request_prints(session->request);
}

/* Record through a pipe, or into the file. 0, or the errno that says why perf cannot be started. */
static int perf_run_recorder(struct session *session, const char *path, struct child_end *end)
{
	struct launcher launcher = {.output = -1};
	const bool is_piped = may_be_piped(session) &&
			      (!needs_launcher(session) || launcher_make(&launcher, session));
	struct arguments arguments = {0};
	const struct piped_recorder recorder = {"perf record", &arguments, NULL, &profiler_perf};
	int error;

	perf_add_arguments(&arguments, session, is_piped ? "-" : path);
	if (session->command_count > 0)
		arguments_add_text(&arguments, "--");
	if (launcher.output >= 0)
		launcher_add(&arguments, &launcher);
	arguments_add_all(&arguments, session->command, session->command_count);
	error = is_piped ? piped_record(session, &recorder, end)
			 : recorder_run(session, &arguments, &session->runtime.variables, end);
	launcher_remove(&launcher);
	arguments_release(&arguments);
	return error;
}

/* True if the recording is complete. A piped one does not show that: usable is enough there. */
static bool is_complete(const struct session *session, const char *path, struct child_end end)
{
	return session->is_piped ? session->is_usable : is_finished(path, end);
}

static enum attempt perf_judge(struct session *session, const char *path, struct child_end end)
{
	static const struct buf nothing = {0};

	if (is_complete(session, path, end)) {
		session->end = end;
		session->has_end = session->command_count > 0;
	} else if (session->was_stopped) {
		unlink(path); /* perf had hardly begun: there is nothing in it */
	} else if (end.signal != 0 || end.code != 0) {
		recorder_blame("perf record", end, &nothing);
		session->is_usable = end.signal != 0 && target_size(path) > HEADER;
		return ATTEMPT_BROKE;
	}
	return ATTEMPT_DONE;
}

static enum attempt attempt(struct session *session, const char *path, struct buf *why)
{
	struct child_end end = {0, 0};
	int error;

	if (perf_cannot(session, path, why))
		return ATTEMPT_CANNOT;
	if (signals_stopped()) {
		session->was_stopped = true;
		return ATTEMPT_DONE;
	}
	runtime_begin(&session->runtime);
	error = perf_run_recorder(session, path, &end);
	if (error == 0)
		return perf_judge(session, path, end);
	buf_add_text(why, child_problem(error));
	return ATTEMPT_CANNOT;
}

/* True if the user named an unknown event: then do not fall back to another event or profiler. */
static bool is_misspelt(const struct buf *why)
{
	return slice_contains(buf_slice(why), SLICE("syntax error"));
}

/* True if cpu-clock differs from what was tried, and may replace it. */
static bool may_fall_back(const struct session *session, const struct buf *why)
{
	const struct request *request = session->request;
	const struct opt_list *events = &request->events;
	bool is_default = events->count == 0;

	if (session->uses_cpu_clock || is_misspelt(why) || advice_is_refusal(buf_slice(why)))
		return false;
	if (events->count == 1 && slice_equal(events->at[0], slice_from(RECORDER_CLOCK)) &&
	    strcmp(request_call_graph(request), "lbr") != 0)
		return false;
	return is_default || request->profiler == REQUEST_AUTO;
}

static COLD enum profiler_result perf_record(struct session *session, struct buf *why)
{
	static const enum profiler_result results[] = {PROFILER_DONE, PROFILER_UNUSABLE,
						       PROFILER_FAILED};
	struct buf path = {0};
	enum attempt outcome;

	if (session->request->perfdata.len > 0) {
		arguments_add(&session->recorded, session->request->perfdata);
		return PROFILER_DONE;
	}
	if (!recorder_finds(SLICE("perf"), why))
		return PROFILER_UNUSABLE;
	workdir_path(&path, &session->work, "perf.data");
	outcome = attempt(session, path.ptr, why);
	if (outcome == ATTEMPT_CANNOT && may_fall_back(session, why)) {
		struct buf first = {0};

		buf_add(&first, buf_slice(why));
		buf_reset(why);
		session->uses_cpu_clock = true;
		outcome = attempt(session, path.ptr, why);
		if (outcome == ATTEMPT_DONE) {
			const struct opt_list *events = &session->request->events;
			struct buf names = {0};
			size_t i;

			for (i = 0; i < events->count; i++)
				buf_printf(&names, "%s%.*s", i > 0 ? "," : "",
					   SLICE_ARG(events->at[i]));
			diag_warn("perf cannot record %.*s here (%.*s): recording %s instead",
				  SLICE_ARG(names.len > 0 ? buf_slice(&names)
							  : SLICE("the default event")),
				  SLICE_ARG(first.len > 0 ? buf_slice(&first)
							  : SLICE("no reason given")),
				  RECORDER_CLOCK);
			if (strcmp(request_call_graph(session->request), "lbr") == 0)
				diag_warn("no LBR on this hardware: using DWARF call graphs");
			buf_release(&names);
		}
		buf_release(&first);
	}
	if (outcome == ATTEMPT_CANNOT && is_misspelt(why)) {
		diag_error("profiler command failed: perf record: %.*s", SLICE_ARG(buf_slice(why)));
		outcome = ATTEMPT_BROKE;
	}
	if (!session->is_piped)
		arguments_add_text(&session->recorded, path.ptr);
	buf_release(&path);
	return results[outcome];
}

static const char inline_hint[] =
	"it looks up inlined functions, which usually is what takes long; --no-inline turns that off";

static void perf_add_script(struct session *session, struct arguments *arguments,
			    struct pipeline *pipeline)
{
	const bool no_inline = session->request->no_inline;
	struct pipeline_stage *stage = pipeline_add(pipeline);

	ARGUMENTS_ADD(arguments, "perf", "script", "-i", session->recorded.at[0]);
	if (no_inline)
		arguments_add_text(arguments, "--no-inline");
	*stage = (struct pipeline_stage){.name = "perf script",
					 .hint = no_inline ? NULL : inline_hint,
					 .arguments = arguments->at,
					 .see = survey_see_script,
					 .context = &session->survey};
}

/* Leave out samples of the launcher, which runs before the command. */
static void add_launcher(struct arguments *arguments)
{
	ARGUMENTS_ADD(arguments, "--launcher", LAUNCHER_NAME);
}

static COLD void perf_add_stages(struct session *session, struct arguments *arguments,
				 struct pipeline *pipeline)
{
	const struct request *request = session->request;
	const bool by_script = is_trace(session);
	struct pipeline_stage *stage;

	if (by_script)
		perf_add_script(session, &arguments[0], pipeline);
	stage = pipeline_add(pipeline);
	forwarded_add(&arguments[1], request->forwarded, FORWARDED_COLLAPSE, &request->passed);
	arguments_add_text(&arguments[1], "--header");
	recorder_add_labels(&arguments[1], request);
	recorder_add_idle(&arguments[1], request);
	arguments_add_text(&arguments[1], "--no-advice"); /* the session has its own */
	if (!by_script && request->no_inline)
		arguments_add_text(&arguments[1], "--no-inline");
	if (!by_script)
		recorder_add_list(&arguments[1], session);
	if (session->is_piped)
		add_launcher(&arguments[1]);
	else if (!by_script)
		arguments_add_text(&arguments[1], session->recorded.at[0]);
	*stage = (struct pipeline_stage){.name = "collapse-perf",
					 .arguments = arguments[1].at,
					 .says_empty = THIN_STACKS_NONE};
}

static const char *const lacks[] = {"off-cpu", "wall", NULL};

const struct profiler profiler_perf = {
	.kind = REQUEST_PERF,
	.lacks = lacks,
	.has_processes = true,
	.collapses_by_perf = true,
	.rate = 997,
	.record = perf_record,
	.add_stages = perf_add_stages,
};
