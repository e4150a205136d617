/* SPDX-License-Identifier: MIT */
#include "record/session_steps.h"

#include <errno.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/output/output.h"
#include "record/child/owner.h"
#include "record/profiler/profiler.h"
#include "record/session/target.h"

bool session_record(struct session *session)
{
	size_t i;

	if (!target_make_work(&session->work, session->svg.ptr, &session->work_lock) ||
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

bool session_run(struct session *session)
{
	bool good = session_check(session) && session_record(session);

	session_report_command(session);
	return good && session_collapse(session) && session_draw(session);
}

static bool steps_see_recording(void *context, struct slice chunk)
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
	buf_add_char(&path, '\0');
	owner_give_path(recorded);
	good = keep_as(recorded, path.ptr);
	if (good)
		diag_warn("kept %s", path.ptr);
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

bool session_release(struct session *session, bool done)
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
		diag_error("what was recorded went through a pipe and is gone; --keep keeps it");
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
	buf_release(&session->said);
	buf_release(&session->obstacle);
	buf_release(&session->svg);
	buf_release(&session->folded);
	buf_release(&session->work);
	buf_release(&session->stacks);
	return kept;
}
