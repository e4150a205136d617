/* SPDX-License-Identifier: MIT */
#include "record/session_steps.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "record/child/pipeline.h"
#include "record/profiler/advice.h"
#include "record/profiler/profiler.h"
#include "record/session/target.h"

enum { MOST = 80 }; /* characters of a command */

/* Titles are one line. */
static void add_cut(struct buf *out, struct slice text)
{
	bool fits = utf8_count(text) <= MOST;

	buf_add_harmless(out, fits ? text : utf8_head(text, MOST - 3));
	if (!fits)
		buf_add_text(out, "...");
}

COLD void heading_add_subject(struct buf *out, const struct session *session)
{
	const struct request *request = session->request;
	struct buf text = {0};

	if (session->command_count > 0)
		arguments_write(&text, session->command, session->command_count);
	else if (request->process.len > 0)
		buf_printf(&text, "process %.*s", SLICE_ARG(request->process));
	else if (request->perfdata.len > 0)
		buf_add(&text, request->perfdata);
	else
		buf_add_text(&text, "all processes");
	add_cut(out, buf_slice(&text));
	buf_release(&text);
}

static void add_comma(struct buf *out, size_t start)
{
	if (out->len > start)
		buf_add_text(out, ", ");
}

/* When it was recorded, in this time zone: "2026-01-05 09:00 +0100". */
static void add_date(struct buf *out, const struct session *session)
{
	struct stat status;
	time_t when = session->started;
	struct tm parts;
	char text[64];

	if (session->request->perfdata.len > 0) {
		if (stat(session->recorded.at[0], &status) != 0)
			return;
		when = status.st_mtime;
	}
	if (localtime_r(&when, &parts) &&
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M %z", &parts) > 0)
		buf_add_text(out, text);
}

/* Append how, as far as it is known; call it after session_collapse(). */
static void heading_add_details(struct buf *out, const struct session *session)
{
	const struct request *request = session->request;
	const struct survey *survey = &session->survey;
	bool rate_is_known = request->perfdata.len == 0 && request->perf_args.count == 0 &&
			     !request->off_cpu;
	const uint64_t shown = survey_shown(survey);
	const uint64_t samples = shown > 0 ? shown : (uint64_t)survey->total;
	size_t start = out->len;

	if (session->profiler->event)
		buf_add_text(out, session->profiler->event);
	else
		buf_add_harmless(out, header_value(&survey->header, HEADER_EVENT));
	if (rate_is_known) {
		add_comma(out, start);
		buf_printf(out, "%llu Hz",
			   (unsigned long long)profiler_rate(session->profiler, session));
	}
	if (session->seconds > 0) {
		add_comma(out, start);
		buf_printf(out, session->seconds < 100 ? "%.1f s" : "%.0f s", session->seconds);
	}
	add_comma(out, start);
	buf_add_grouped(out, samples);
	buf_add_text(out, samples == 1 ? " sample" : " samples");
	if (request->date) {
		add_comma(out, start);
		add_date(out, session);
	}
}

static COLD bool see_picture(void *context, struct slice chunk)
{
	struct output *output = context;

	output_write(output, chunk);
	return !output->failed;
}

/* A file that replaces another one keeps the owner of that. */
static bool open_target(struct output *output, const struct buf *target)
{
	if (!output_open_durable(output, slice_of(target->ptr, target->len - 1), TARGET_COMPLAINT))
		return false;
	if (output->has_part && !output->part.target.exists)
		chown_to_sudo_user(output->fd);
	return true;
}

static bool drawing_finish(struct output *output, bool good)
{
	if (good)
		return output_commit(output);
	output_abandon(output);
	return false;
}

COLD void drawing_add_program(struct arguments *arguments, const struct drawing *drawing)
{
	const struct request *request = drawing->request;

	forwarded_add(arguments, request->forwarded, FORWARDED_RENDER, &request->passed);
	if (!request_has(request, "title"))
		arguments_add_joined(arguments, "--title=", drawing->title);
	if (!request_has(request, "subtitle") && drawing->subtitle.len > 0)
		arguments_add_joined(arguments, "--subtitle=", drawing->subtitle);
	if (request->off_cpu && !request_has(request, "colors"))
		arguments_add_text(arguments, "--colors=blue");
	if (request->wall && !request->compares && !request_has(request, "colors") &&
	    !request_has(request, "labels") && !request_has(request, "html"))
		arguments_add_text(arguments, "--colors=wall");
	if (drawing->width)
		arguments_add_joined(arguments, "--diff-width=", slice_from(drawing->width));
	arguments_add_text(arguments, drawing->folded->ptr);
}

/*
 * flamegraph itself prints, since it handles terminals; nothing is printed before all has
 * succeeded.
 */
COLD bool drawing_make(const struct drawing *drawing)
{
	bool prints = request_prints(drawing->request), good;
	struct arguments arguments = {0};
	struct pipeline pipeline = {.patience = drawing->request->patience};
	struct output output;

	if (!prints && !open_target(&output, drawing->target))
		return false;
	drawing_add_program(&arguments, drawing);
	*pipeline_add(&pipeline) = (struct pipeline_stage){.name = "flamegraph",
							   .arguments = arguments.at,
							   .see = see_picture,
							   .context = &output,
							   .prints = prints};
	if (diag_shows_status())
		diag_status("rendering");
	good = pipeline_run(&pipeline) == PIPELINE_DONE;
	if (!prints)
		good = drawing_finish(&output, good);
	arguments_release(&arguments);
	return good;
}

COLD void show_picture(const char *path, bool waits)
{
	static const char *const openers[] = {"xdg-open", "open"};
	const struct child_streams streams = {{CHILD_NULL, CHILD_NULL, CHILD_NULL}};
	const struct child_place place = {.is_apart = !waits};
	size_t i;

	for (i = 0; i < ARRAY_LEN(openers); i++) {
		pid_t child;

		if (!locate_exists(slice_from(openers[i])) ||
		    child_start_in(&place, (const char *const[]){openers[i], path, NULL}, &streams,
				   &child) != 0)
			continue;
		if (waits && child_wait(child) != 0)
			diag_warn("%s cannot show %s", openers[i], path);
		return;
	}
	diag_warn("there is no xdg-open to show %s", path);
}

/* The steps after recording: to folded stacks, and from these to the picture. */

/* The destination of stacks. */
struct sink {
	struct output output;
	struct survey *survey;
};

static COLD bool see_folded(void *context, struct slice chunk)
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

/* The stage of a profiler that has a reader. */
static void steps_add_reader(const struct session *session, struct arguments *arguments,
			     struct pipeline *pipeline)
{
	const char *reader = session->profiler->reader;
	struct buf path = {0};

	locate_program(&path, session->request->argv0, reader);
	ARGUMENTS_ADD(arguments, path.ptr, session->recorded.at[0]);
	*pipeline_add(pipeline) = (struct pipeline_stage){.name = reader,
							  .arguments = arguments->at};
	buf_release(&path);
}

static enum pipeline_result run_stages(struct session *session, struct sink *sink)
{
	struct arguments arguments[PIPELINE_STAGES] = {{0}};
	struct pipeline pipeline = {.patience = session->request->patience};
	struct pipeline_stage *stage;
	enum pipeline_result result;
	size_t i;

	if (session->profiler->reader)
		steps_add_reader(session, arguments, &pipeline);
	else
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
		.has_waits = session->request->off_cpu != 0 || session->request->wall,
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

/* Report that nothing was sampled, and why. */
static void session_say_empty(struct session *session)
{
	session->is_usable = false;
	if (!target_has_room(&session->work) || session->profiler->draws)
		diag_error("profiler produced no output");
	else if (session->obstacle.len > 0)
		diag_error("no samples: %.*s", SLICE_ARG(buf_slice(&session->obstacle)));
	else if (session->profiler->kind != REQUEST_EVENTS || !diag_shows(DIAG_WARNINGS))
		advise(session, true); /* record-stacks has said it otherwise */
}

COLD bool session_collapse(struct session *session)
{
	struct sink sink = {.survey = &session->survey};
	enum pipeline_result result;
	bool good = false;

	if (session->profiler->draws)
		return true;
	workdir_path(&session->folded, &session->work, "stacks.folded");
	if (!output_open(&sink.output, slice_of(session->folded.ptr, session->folded.len - 1)))
		return false;
	if (session->is_piped)
		result = take_piped(session, &sink);
	else if (session->profiler->reader || session->profiler->add_stages)
		result = run_stages(session, &sink);
	else
		result = read_files(&session->recorded, &sink);
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

COLD bool session_draw(const struct session *session)
{
	struct buf title = {0}, subtitle = {0};
	struct drawing drawing = {
		.request = session->request,
		.folded = &session->folded,
		.target = &session->svg,
	};
	bool good;

	if (session->profiler->draws) {
		/*
		 * Copy an existing picture instead; false after a message, the old picture stays
		 * then.
		 */
		struct output output;

		return open_target(&output, &session->svg) &&
		       drawing_finish(&output, pipeline_read_file(session->recorded.at[0],
								  see_picture, &output));
	}
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

COLD bool session_record(struct session *session)
{
	size_t i;

	if (!workdir_create(&session->work, session->svg.ptr, &session->work_lock) ||
	    !target_has_room(&session->work))
		return false;
	runtime_look(&session->runtime, session->request, session->command, session->command_count);
	if (!profiler_record(session)) {
		target_has_room(&session->work); /* the reason that no profiler gives */
		return false;
	}
	runtime_end(&session->runtime);
	for (i = 0; i < session->recorded.count && !session->is_piped; i++) {
		if (target_size(session->recorded.at[i]) > 0 || session->request->perfdata.len > 0)
			session->is_usable = true;
	}
	if (!session->is_usable && !(session->is_piped && session->piped == PIPELINE_FAILED))
		session_say_empty(session);
	return session->is_usable;
}

COLD bool session_run(struct session *session)
{
	bool good = session_check(session) && session_record(session);

	session_report_command(session);
	return good && session_collapse(session) && session_draw(session);
}

static COLD bool steps_see_recording(void *context, struct slice chunk)
{
	struct output *output = context;

	output_write(output, chunk);
	return !output->failed;
}

static bool keep_copy(const char *recorded, const char *path)
{
	struct output output;
	bool good = output_open_private(&output, slice_from(path));

	if (good && pipeline_read_file(recorded, steps_see_recording, &output)) {
		good = output_commit(&output);
	} else if (good) {
		output_abandon(&output);
		good = false;
	}
	if (!good)
		diag_error("the recording is %s", recorded);
	return good;
}

static bool steps_is_replaced(const struct destination *to)
{
	return !to->exists || S_ISREG(to->status.st_mode) || S_ISLNK(to->status.st_mode);
}

/*
 * Move it, in place of a link too, or copy it to another file system, a device, a pipe or an open
 * file. False after a message.
 */
static bool keep_as(const char *recorded, const char *path)
{
	struct part_file part = {.name = ""};
	const struct destination *to = &part.target;
	bool good = destination_find_entry(&part.target, path), is_copied;

	is_copied = good && (to->is_descriptor || !steps_is_replaced(to));
	if (good && !is_copied) {
		good = part_adopt(&part, recorded);
		is_copied = !good && errno == EXDEV;
	}
	if (!good && !is_copied)
		diag_error("cannot keep the recording as %s (%s%s): it is %s", path,
			   strerror(errno), to->is_planted ? DESTINATION_PLANTED : "", recorded);
	part_release(&part);
	return is_copied ? keep_copy(recorded, path) : good;
}

/*
 * DIR/flamegraph.svg and perf.data: DIR/flamegraph.perf.data; or the path of --keep. False if it
 * stays.
 */
static bool steps_keep(const struct session *session, const char *recorded)
{
	struct slice svg = slice_of(session->svg.ptr, session->svg.len - 1);
	struct buf path = {0};
	bool good;

	if (!slice_drop(&svg, SLICE(".svg")))
		slice_drop(&svg, SLICE(".html"));
	if (request_prints(session->request))
		svg = SLICE("flamegraph");
	if (session->request->keep.len > 0 && session->recorded.count == 1)
		buf_add(&path, session->request->keep);
	else
		buf_printf(&path, "%.*s.%s", SLICE_ARG(svg), strrchr(recorded, '/') + 1);
	chown_path_to_sudo_user(recorded);
	good = keep_as(recorded, buf_cstring(&path));
	if (good)
		diag_warn("kept %.*s", SLICE_ARG(buf_slice(&path)));
	buf_release(&path);
	return good;
}

/*
 * The path of files that are still good after a later step has failed; NULL: there are none. A
 * recording that was piped is gone.
 */
static const char *left_behind(const struct session *session)
{
	if (session->is_piped)
		return session->folded.len > 0 && target_size(session->folded.ptr) > 0
			       ? session->folded.ptr
			       : NULL;
	if (!session->is_usable || session->request->keep.ptr)
		return NULL;
	return session->recorded.count == 1 ? session->recorded.at[0] : session->work.ptr;
}

/* Print the path of what is still good, for another try. */
static void say_where(const struct session *session, const char *left)
{
	if (session->is_piped)
		diag_error("the folded stacks are kept, for flamegraph: %s", left);
	else
		diag_error("the recording is kept: %s", left);
}

COLD bool session_release(struct session *session, bool done)
{
	bool ours = session->work.len > 0 && session->request->perfdata.len == 0 &&
		    !(session->profiler && session->profiler->draws);
	const char *behind = ours && !done ? left_behind(session) : NULL;
	bool kept = !session->is_copy_broken;
	size_t i;

	if (behind)
		say_where(session, behind);
	else if (ours && !done && session->is_piped && session->is_usable &&
		 !session->request->keep.ptr)
		diag_error("the recording was not stored; record again with --keep to store it");
	for (i = 0; i < session->recorded.count && ours && session->request->keep.ptr; i++) {
		if (target_size(session->recorded.at[i]) > 0)
			kept &= steps_keep(session, session->recorded.at[i]);
	}
	if (!behind && !session->request->keep.ptr && runtime_removes_files(&session->runtime))
		session_remove_compiler_files(session);
	if (behind || !kept)
		target_leave_work(&session->work);
	else
		target_remove_work(&session->work);
	if (session->work.len > 0 && session->work_lock >= 0)
		close(session->work_lock);
	survey_release(&session->survey);
	runtime_release(&session->runtime);
	arguments_release(&session->recorded);
	buf_release(&session->stderr_text);
	buf_release(&session->obstacle);
	buf_release(&session->svg);
	buf_release(&session->folded);
	buf_release(&session->work);
	buf_release(&session->stacks);
	return kept;
}
