/* SPDX-License-Identifier: MIT */
#include "record/session_steps.h"

#include "common/base/diag.h"
#include "record/child/owner.h"
#include "record/profiler/profiler.h"
#include "record/session/target.h"

bool session_record(struct session *session)
{
	size_t i;

	if (!target_make_work(&session->work, session->svg.ptr) || !target_has_room(&session->work))
		return false;
	if (!profiler_record(session)) {
		target_has_room(&session->work); /* the reason that no profiler gives */
		return false;
	}
	for (i = 0; i < session->recorded.count; i++) {
		if (target_size(session->recorded.at[i]) > 0 || session->request->perfdata.len > 0)
			session->is_usable = true;
	}
	if (!session->is_usable)
		session_say_empty(session);
	return session->is_usable;
}

bool session_run(struct session *session)
{
	bool good = session_check(session) && session_record(session);

	session_report_command(session);
	return good && session_collapse(session) && session_draw(session);
}

/*
 * DIR/flamegraph.svg and perf.data: DIR/flamegraph.perf.data; or the path of --keep. False if it
 * stays.
 */
static bool keep(const struct session *session, const char *recorded)
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
	good = rename(recorded, path.ptr) == 0;
	diag_warn("kept %s", good ? path.ptr : recorded);
	buf_release(&path);
	return good;
}

/* Print the path of the recording, which is good, for another try. */
static void say_where(const struct session *session)
{
	diag_error("the recording is kept: %s",
		   session->recorded.count == 1 ? session->recorded.at[0] : session->work.ptr);
}

void session_release(struct session *session, bool done)
{
	bool ours = session->work.len > 0 && session->request->perfdata.len == 0 &&
		    !(session->profiler && session->profiler->draws);
	bool left = ours && !session->request->keep.ptr && !done && session->is_usable;
	size_t i;

	if (left)
		say_where(session);
	for (i = 0; i < session->recorded.count && ours && session->request->keep.ptr; i++) {
		if (target_size(session->recorded.at[i]) > 0)
			left |= !keep(session, session->recorded.at[i]);
	}
	if (left)
		target_leave_work(&session->work);
	else
		target_remove_work(&session->work);
	survey_release(&session->survey);
	arguments_release(&session->recorded);
	buf_release(&session->said);
	buf_release(&session->obstacle);
	buf_release(&session->svg);
	buf_release(&session->folded);
	buf_release(&session->work);
}
