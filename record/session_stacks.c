/* SPDX-License-Identifier: MIT */
/* The steps after recording: to folded stacks, and from these to the picture. */
#include "record/session_steps.h"

#include "common/base/diag.h"
#include "common/io/output.h"
#include "record/drawing.h"
#include "record/heading.h"
#include "record/profiler/advice.h"
#include "record/profiler/profiler.h"
#include "record/session/target.h"

/* The destination of stacks. */
struct sink {
	struct output output;
	struct survey *survey;
};

static bool see_folded(void *context, struct slice chunk)
{
	struct sink *sink = context;

	survey_see_folded(sink->survey, chunk);
	output_write(&sink->output, chunk);
	return !sink->output.failed;
}

/* They came while the command ran. */
static enum pipeline_result take_piped(const struct session *session, struct sink *sink)
{
	if (session->piped == PIPELINE_DONE && session->stacks.len > 0 &&
	    !see_folded(sink, buf_slice(&session->stacks)))
		return PIPELINE_FAILED;
	return session->piped;
}

/* The files of the recording are folded stacks themselves. */
static enum pipeline_result read_files(const struct arguments *files, struct sink *sink)
{
	size_t i;

	for (i = 0; i < files->count; i++) {
		if (!pipeline_read_file(files->at[i], see_folded, sink))
			return PIPELINE_FAILED;
	}
	return PIPELINE_DONE;
}

static enum pipeline_result run_stages(struct session *session, struct sink *sink)
{
	struct arguments arguments[PIPELINE_STAGES] = {{0}};
	struct pipeline pipeline = {.patience = session->request->patience};
	struct pipeline_stage *stage;
	enum pipeline_result result;
	size_t i;

	session->profiler->add_stages(session, arguments, &pipeline);
	stage = &pipeline.stages[pipeline.count - 1];
	stage->see = see_folded;
	stage->context = sink;
	result = pipeline_run(&pipeline);
	for (i = 0; i < PIPELINE_STAGES; i++)
		arguments_release(&arguments[i]);
	return result;
}

static struct advice_result result_of(const struct session *session)
{
	const struct survey *survey = &session->survey;
	bool by_perf = session->profiler->collapses_by_perf;
	bool by_jvm = session->profiler->kind == REQUEST_JFR; /* it has callers itself */
	const struct survey_file *largest = survey_largest(survey);
	double total = survey->total > 0 ? survey->total : 1;

	return (struct advice_result){
		.samples = survey->samples,
		.seconds = session->seconds,
		.freq = profiler_rate(session->profiler, session),
		.shallow = by_jvm ? 0 : survey->shallow / total,
		.unknown = survey->unknown / total,
		.largest = largest ? largest->name : NULL,
		.runtime = runtime_advice(session->runtime.program.kind),
		.lack = buf_slice(&session->runtime.lack),
		.by_perf = by_perf,
		.is_off_cpu = session->request->off_cpu != 0,
		.is_of_others = session->command_count == 0,
		.has_runtime = runtime_makes_code(session->runtime.program.kind),
		.by_frame_pointers = !by_perf ||
				     strcmp(runtime_call_graph(&session->runtime, session->request),
					    "fp") == 0,
	};
}

/* Why the graph is as it is, or, with `as_errors`, why there is none. */
static void advise(const struct session *session, bool as_errors)
{
	struct advice_result result = result_of(session);
	struct advice_machine machine;
	struct buf lines = {0}, package = {0};
	struct slice rest, line;

	advice_look(&machine, "");
	if (session->request->perfdata.len > 0) /* recorded on an unknown machine */
		machine = (struct advice_machine){ADVICE_NO_LEVEL, false, false, ""};
	if (result.largest && advice_needs_package(&result) && session->request->perfdata.len == 0)
		result.package = advice_find_package(&package, result.largest);
	advice_on_result(&lines, &machine, &result);
	for (rest = buf_slice(&lines); slice_line(&rest, &line);) {
		if (as_errors)
			diag_error("%.*s", SLICE_ARG(line));
		else
			diag_warn("%.*s", SLICE_ARG(line));
	}
	buf_release(&lines);
	buf_release(&package);
}

void session_say_empty(struct session *session)
{
	session->is_usable = false;
	if (!target_has_room(&session->work) || session->profiler->draws)
		diag_error("profiler produced no output");
	else if (session->obstacle.len > 0)
		diag_error("no samples: %.*s", SLICE_ARG(buf_slice(&session->obstacle)));
	else if (session->profiler->kind != REQUEST_EVENTS || !diag_shows(DIAG_WARNINGS))
		advise(session, true); /* record-stacks has said it otherwise */
}

bool session_collapse(struct session *session)
{
	struct sink sink = {.survey = &session->survey};
	enum pipeline_result result;
	bool good = false;

	if (session->profiler->draws)
		return true;
	target_in(&session->folded, &session->work, "stacks.folded");
	if (!output_open(&sink.output, slice_of(session->folded.ptr, session->folded.len - 1)))
		return false;
	result = session->is_piped               ? take_piped(session, &sink)
		 : session->profiler->add_stages ? run_stages(session, &sink)
						 : read_files(&session->recorded, &sink);
	survey_end(&session->survey);
	if (result == PIPELINE_DONE)
		good = output_commit(&sink.output);
	else
		output_abandon(&sink.output);
	if (result == PIPELINE_EMPTY)
		session_say_empty(session);
	else if (good)
		advise(session, false);
	return good;
}

bool session_draw(const struct session *session)
{
	struct buf title = {0}, subtitle = {0};
	struct drawing drawing = {
		.request = session->request,
		.folded = &session->folded,
		.target = &session->svg,
	};
	bool good;

	if (session->profiler->draws)
		return drawing_copy(session->recorded.at[0], &session->svg);
	if (session->title)
		buf_printf(&title, "%s: ", session->title);
	heading_add_subject(&title, session);
	heading_add_details(&subtitle, session);
	drawing.title = buf_slice(&title);
	drawing.subtitle = buf_slice(&subtitle);
	good = drawing_make(&drawing);
	buf_release(&title);
	buf_release(&subtitle);
	return good;
}
