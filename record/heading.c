/* SPDX-License-Identifier: MIT */
#include "record/heading.h"

#include <sys/stat.h>

#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "record/profiler/profiler.h"

enum { MOST = 80 }; /* characters of a command */

/* Titles are one line. */
static void add_cut(struct buf *out, struct slice text)
{
	bool fits = utf8_count(text) <= MOST;

	buf_add_harmless(out, fits ? text : utf8_head(text, MOST - 3));
	if (!fits)
		buf_add_text(out, "...");
}

void heading_add_subject(struct buf *out, const struct session *session)
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

void heading_add_details(struct buf *out, const struct session *session)
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
