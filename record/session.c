/* SPDX-License-Identifier: MIT */
#include "record/session.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "record/advice.h"
#include "record/profiler.h"
#include "record/target.h"

enum { CHUNK = 1 << 16 };

/* Where the graph goes, and the stacks, if they are wanted. */
struct sink {
	struct output svg, folded;
	struct buf line; /* of the stacks, not yet complete */
	struct session *session;
};

static bool see_svg(void *context, struct slice chunk)
{
	struct sink *sink = context;

	output_write(&sink->svg, chunk);
	return !sink->svg.failed;
}

/* The root of a stack is the process. */
static void write_stack(struct sink *sink, struct slice line)
{
	const struct session *session = sink->session;
	struct slice rest = line;

	if (session->alias.len > 0 && slice_skip(&rest, session->name) &&
	    (slice_starts(rest, SLICE(";")) || slice_starts(rest, SLICE(" ")))) {
		output_write(&sink->folded, session->alias);
		line = rest;
	}
	output_write(&sink->folded, line);
	output_write(&sink->folded, SLICE("\n"));
}

static bool see_folded(void *context, struct slice chunk)
{
	struct sink *sink = context;
	struct slice line;

	survey_see_folded(&sink->session->survey, chunk);
	if (sink->session->folded.len == 0)
		return true;
	while (slice_cut(&chunk, '\n', &line)) {
		buf_add(&sink->line, line);
		write_stack(sink, buf_slice(&sink->line));
		buf_reset(&sink->line);
	}
	buf_add(&sink->line, chunk);
	return !sink->folded.failed;
}

/* A file as if it had come through a pipe. */
static bool read_through(const char *path, pipeline_see_fn *see, struct sink *sink)
{
	char *chunk = memory_get(CHUNK);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : 0;

	while (fd >= 0 && (n = read(fd, chunk, CHUNK)) > 0 && see(sink, slice_of(chunk, (size_t)n)))
		;
	if (fd >= 0)
		close(fd);
	free(chunk);
	return n == 0;
}

static bool folder_exists(const struct request *request)
{
	struct buf path = {0};
	struct stat status;
	bool good = true;

	buf_add(&path, request->cwd);
	buf_add_char(&path, '\0');
	if (request->cwd.len > 0) {
		errno = ENOTDIR;
		good = stat(path.ptr, &status) == 0 && S_ISDIR(status.st_mode);
	}
	if (!good)
		diag_error("cannot run the command in %s: %s", path.ptr, strerror(errno));
	buf_release(&path);
	return good;
}

/* A command that cannot be found has no use for a profiler. One with a PATH of its own is left to it. */
static bool command_exists(const struct session *session)
{
	const struct request *request = session->request;
	struct slice name;
	struct buf path = {0};
	bool found;
	size_t i;

	if (session->command_count == 0)
		return true;
	name = slice_from(session->command[0]);
	for (i = 0; i < request->env.count; i++) {
		if (slice_starts(request->env.at[i], SLICE("PATH=")))
			return true;
	}
	if (request->cwd.len > 0 && name.ptr[0] != '/' && slice_find(name, '/') != SLICE_NONE)
		buf_printf(&path, "%.*s/", SLICE_ARG(request->cwd));
	buf_add(&path, name);
	found = locate_exists(buf_slice(&path));
	if (!found)
		diag_error("profiler command failed: %s: not found", session->command[0]);
	buf_release(&path);
	return found;
}

static bool no_output(const struct session *session);

bool session_record(struct session *session)
{
	size_t i;

	if (!folder_exists(session->request) || !command_exists(session) ||
	    !target_can_be_written(session->svg.ptr) ||
	    !target_make_work(&session->work, session->svg.ptr) || !profiler_record(session))
		return false;
	for (i = 0; i < session->recorded.count; i++) {
		if (target_size(session->recorded.at[i]) > 0 || session->request->perfdata.len > 0)
			return true;
	}
	return no_output(session);
}

/* The renderer with what was given, and the title that there is unless one was. */
static void add_render(struct words *words, const struct session *session)
{
	const struct request *request = session->request;

	passing_add(words, request->passing, PASSING_RENDER, &request->passed);
	if (session->title && !request_has(request, "title"))
		words_add_joined(words, "--title=", slice_from(session->title));
}

/* Stages, each of which has its words, to the sink. */
static enum pipeline_result run_stages(struct session *session, struct sink *sink)
{
	struct words words[PIPELINE_STAGES] = {{0}};
	struct pipeline pipeline = {.count = 0};
	struct pipeline_stage *stage;
	enum pipeline_result result;
	bool is_folded;
	size_t i;

	session->profiler->add_stages(session, words, &pipeline);
	is_folded = pipeline.count == 0;
	if (!is_folded) {
		stage = &pipeline.stages[pipeline.count - 1];
		stage->see = see_folded;
		stage->context = sink;
	}
	stage = pipeline_add(&pipeline);
	add_render(&words[2], session);
	for (i = 0; is_folded && i < session->recorded.count; i++) {
		words_add_text(&words[2], session->recorded.at[i]);
		read_through(session->recorded.at[i], see_folded, sink);
	}
	*stage = (struct pipeline_stage){"flamegraph", words[2].at, see_svg, sink};
	result = pipeline_run(&pipeline);
	for (i = 0; i < PIPELINE_STAGES; i++)
		words_release(&words[i]);
	return result;
}

static struct advice_result result_of(const struct session *session)
{
	const struct request *request = session->request;
	const struct survey *survey = &session->survey;
	bool by_perf = session->profiler->kind == REQUEST_PERF;
	double total = survey->total > 0 ? survey->total : 1;

	return (struct advice_result){
		.samples = survey->samples,
		.seconds = session->seconds,
		.freq = request->freq,
		.shallow = survey->shallow / total,
		.unknown = survey->unknown / total,
		.by_perf = by_perf,
		.is_of_others = session->command_count == 0,
		.by_frame_pointers = !by_perf || (request_has(request, "call-graph") &&
						  strcmp(request_call_graph(request), "fp") == 0),
	};
}

/* Why the graph is as it is. */
static void advise(const struct session *session)
{
	const struct advice_result result = result_of(session);
	struct advice_machine machine;
	struct buf lines = {0};
	struct slice rest, line;

	advice_look(&machine, "");
	if (session->request->perfdata.len > 0) /* recorded who knows where */
		machine = (struct advice_machine){ADVICE_NO_LEVEL, false, false, ""};
	advice_on_result(&lines, &machine, &result);
	for (rest = buf_slice(&lines); slice_line(&rest, &line);)
		diag_warn("%.*s", SLICE_ARG(line));
	buf_release(&lines);
}

static bool no_output(const struct session *session)
{
	diag_error("profiler produced no output");
	if (!session->profiler->draws)
		advise(session);
	return false;
}

/* Open, fill, and put in place only what is complete. */
static bool make_svg(struct session *session, struct sink *sink)
{
	enum pipeline_result result = PIPELINE_DONE;

	if (!output_open_durable(
		    &sink->svg, buf_slice(&(struct buf){session->svg.ptr, session->svg.len - 1, 0}),
		    TARGET_COMPLAINT))
		return false;
	if (session->profiler->draws) {
		if (!read_through(session->recorded.at[0], see_svg, sink))
			result = PIPELINE_FAILED;
	} else {
		result = run_stages(session, sink);
	}
	survey_end(&session->survey);
	if (result == PIPELINE_DONE)
		return output_commit(&sink->svg);
	output_abandon(&sink->svg);
	if (result == PIPELINE_EMPTY)
		no_output(session);
	return false;
}

bool session_draw(struct session *session)
{
	struct sink sink = {.session = session};
	bool keeps_folded = session->folded.len > 0, good;

	if (keeps_folded &&
	    !output_open(&sink.folded, slice_of(session->folded.ptr, session->folded.len - 1)))
		return false;
	good = make_svg(session, &sink);
	if (keeps_folded && good)
		good = output_commit(&sink.folded);
	else if (keeps_folded)
		output_abandon(&sink.folded);
	buf_release(&sink.line);
	if (good && !session->profiler->draws)
		advise(session);
	return good;
}

void session_report_command(const struct session *session)
{
	const struct child_end *end = &session->end;

	if (!session_command_failed(session))
		return;
	if (end->signal != 0)
		diag_warn("the command was killed by signal %d (%s)", end->signal,
			  strsignal(end->signal));
	else
		diag_warn("the command failed: exit status %d", end->code);
}

bool session_command_failed(const struct session *session)
{
	return session->has_end && !session->was_stopped &&
	       (session->end.code != 0 || session->end.signal != 0);
}

bool session_run(struct session *session)
{
	bool good = session_record(session);

	session_report_command(session);
	return good && session_draw(session);
}

/* DIR/flamegraph.svg and perf.data: DIR/flamegraph.perf.data. False if it stays where it is. */
static bool keep(const struct session *session, const char *recorded)
{
	struct slice svg = slice_of(session->svg.ptr, session->svg.len - 1);
	struct buf path = {0};
	bool good;

	slice_drop(&svg, SLICE(".svg"));
	buf_printf(&path, "%.*s.%s", SLICE_ARG(svg), strrchr(recorded, '/') + 1);
	buf_add_char(&path, '\0');
	good = rename(recorded, path.ptr) == 0;
	diag_warn("kept %s", good ? path.ptr : recorded);
	buf_release(&path);
	return good;
}

void session_release(struct session *session, bool done)
{
	bool ours = session->work.len > 0 && session->request->perfdata.len == 0 &&
		    !(session->profiler && session->profiler->draws);
	bool left = false;
	size_t i;

	for (i = 0; i < session->recorded.count && ours; i++) {
		const char *path = session->recorded.at[i];

		if (target_size(path) == 0)
			continue;
		if (!done)
			diag_error("what was recorded is kept: %s", path);
		left |= !done || (session->request->keep && !keep(session, path));
	}
	if (!left)
		target_remove_work(&session->work);
	survey_release(&session->survey);
	words_release(&session->recorded);
	buf_release(&session->svg);
	buf_release(&session->folded);
	buf_release(&session->work);
}
