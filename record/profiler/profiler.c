/* SPDX-License-Identifier: MIT */
#include "record/profiler/profiler.h"

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/profiler/advice.h"

/* In the order of --profiler; auto tries the ones that neither draw nor are special. */
static const struct profiler *const profilers[] = {
	&profiler_events, &profiler_perf,    &profiler_dtrace, &profiler_xctrace,
	&profiler_sample, &profiler_sampler, &profiler_cargo,  &profiler_jfr};

static const char *profiler_name_of(const struct profiler *profiler)
{
	return request_profiler_name(profiler->kind);
}

/* The name of an option that was given and that the profiler does not have, else NULL. */
static const char *misses(const struct profiler *profiler, const struct request *request)
{
	const char *name;
	size_t i;

	for (i = 0; profiler->lacks[i]; i++) {
		if (request_has(request, profiler->lacks[i]))
			return profiler->lacks[i];
	}
	if (profiler->draws && request->passed.count > 0)
		return request->passed.at[0].row->name;
	name = forwarded_needs_collapse(request->forwarded, &request->passed);
	return profiler->collapses_by_perf ? NULL : name;
}

/* The sentences of an advice, a message each. */
static void profiler_say(const struct buf *lines)
{
	struct slice rest = buf_slice(lines), line;

	while (slice_line(&rest, &line))
		diag_error("%.*s", SLICE_ARG(line));
}

static bool is_missing(const struct buf *why)
{
	return slice_equal(buf_slice(why), SLICE("not found"));
}

/* `why` is the reason perf cannot record; empty if perf is not the cause. */
static void say_what_to_do(const struct session *session, const struct buf *why)
{
	const struct advice_failure failure = {buf_slice(why), session->request->all_cpus};
	struct advice_machine machine;
	struct buf lines = {0};

	advice_look(&machine, "");
	if (is_missing(why))
		advice_on_missing(&lines, &machine);
	else if (why->len > 0)
		advice_on_failure(&lines, &machine, &failure);
	profiler_say(&lines);
	buf_release(&lines);
}

/* Show the profiler's own output, which is long. */
static void say_details(const struct buf *said)
{
	struct slice rest = buf_slice(said), line;

	while (slice_line(&rest, &line))
		diag_note("%.*s", SLICE_ARG(line));
}

/* The profiler's name in messages. */
static const char *command_name(const struct profiler *profiler)
{
	switch (profiler->kind) {
	case REQUEST_EVENTS: return "record-stacks";
	case REQUEST_PERF: return "perf record";
	case REQUEST_CARGO: return "cargo flamegraph";
	case REQUEST_JFR: return "Java Flight Recorder";
	default: return profiler_name_of(profiler);
	}
}

static bool record_by(struct session *session, const struct profiler *profiler)
{
	struct buf why = {0};
	enum profiler_result result;

	session->profiler = profiler;
	result = profiler->record(session, &why);
	if (result == PROFILER_UNUSABLE) {
		diag_error("profiler command failed: %s: %.*s", command_name(profiler),
			   SLICE_ARG(why.len > 0 ? buf_slice(&why) : SLICE("no reason given")));
		if (profiler->kind == REQUEST_PERF)
			say_what_to_do(session, &why);
	}
	buf_release(&why);
	return result == PROFILER_DONE;
}

static bool lacks_duration(const struct profiler *profiler, const struct request *request)
{
	return profiler->needs_duration && request->command_count == 0 && request->duration <= 0;
}

/* True if the profiler can be tried; else `why` gets the reason. */
static bool suits(const struct session *session, const struct profiler *profiler, struct buf *why)
{
	const char *missing = misses(profiler, session->request);

	if (missing)
		buf_printf(why, "has no --%s", missing);
	else if (session->command_count == 0 && !profiler->has_processes)
		buf_add_text(why, "needs a command");
	else if (lacks_duration(profiler, session->request))
		buf_add_text(why, "needs --duration");
	return why->len == 0;
}

/* The first that can. */
static bool record_by_any(struct session *session)
{
	struct buf reasons = {0}, why = {0}, perf = {0}; /* why not: all, one, that */
	enum profiler_result result = PROFILER_UNUSABLE;
	size_t i;

	for (i = 0; i < ARRAY_LEN(profilers) && result == PROFILER_UNUSABLE; i++) {
		const struct profiler *profiler = profilers[i];

		if (profiler->draws || profiler->is_special ||
		    (profiler->is_of_macos && !locate_exists(SLICE("sw_vers"))))
			continue;
		buf_reset(&why);
		session->uses_cpu_clock = session->keeps_time = false;
		if (suits(session, profiler, &why)) {
			session->profiler = profiler;
			result = profiler->record(session, &why);
		}
		if (result != PROFILER_UNUSABLE)
			break;
		arguments_release(&session->recorded);
		if (profiler->kind == REQUEST_PERF)
			buf_add(&perf, buf_slice(&why));
		/* Why a profiler was not taken, "perf: not found; dtrace: ..." */
		buf_printf(&reasons, "%s%s: %.*s", reasons.len > 0 ? "; " : "",
			   profiler_name_of(profiler), SLICE_ARG(buf_slice(&why)));
	}
	if (result == PROFILER_UNUSABLE) {
		diag_error("profiler command failed: nothing here can record: %.*s",
			   SLICE_ARG(buf_slice(&reasons)));
		say_what_to_do(session, &perf);
	} else if (result != PROFILER_DONE || session->request->perfdata.len > 0 ||
		   (session->is_piped && session->piped == PIPELINE_EMPTY)) {
		; /* after a message, or nothing was recorded now */
	} else if (reasons.len > 0) {
		diag_warn("recorded by %s (%.*s)", profiler_name_of(session->profiler),
			  SLICE_ARG(buf_slice(&reasons)));
	} else {
		diag_warn("recorded by %s, the first profiler that works here",
			  profiler_name_of(session->profiler));
	}
	buf_release(&reasons);
	buf_release(&why);
	buf_release(&perf);
	return result == PROFILER_DONE;
}

COLD bool profiler_record(struct session *session)
{
	const struct request *request = session->request;
	bool good;

	if (session->profiler)
		good = record_by(session, session->profiler);
	else if (request->profiler != REQUEST_AUTO)
		good = record_by(session, profilers[request->profiler - REQUEST_EVENTS]);
	else
		good = record_by_any(session);
	say_details(&session->stderr_text);
	return good;
}

COLD bool profiler_check(const struct request *request)
{
	const struct profiler *profiler;
	const char *missing;

	if (request->profiler == REQUEST_AUTO)
		return true;
	profiler = profilers[request->profiler - REQUEST_EVENTS];
	missing = misses(profiler, request);
	if (missing)
		diag_error("option '--%s' does not work with --profiler=%s; try '%s --help'",
			   missing, profiler_name_of(profiler), diag_tool());
	else if (request->command_count == 0 && !profiler->has_processes)
		diag_error("--profiler=%s needs a command; try '%s --help'",
			   profiler_name_of(profiler), diag_tool());
	else if (lacks_duration(profiler, request))
		diag_error(
			"--profiler=%s needs --duration where there is no command; try '%s --help'",
			profiler_name_of(profiler), diag_tool());
	else if (request->compares && profiler->draws)
		diag_error(
			"--profiler=%s draws by itself, which cannot be compared; try '%s --help'",
			profiler_name_of(profiler), diag_tool());
	else
		return true;
	return false;
}
