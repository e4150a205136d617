/* SPDX-License-Identifier: MIT */
/*
 * The chrome-tracing format: trace events as chrome://tracing, Perfetto and DevTools read them, and
 * many programs write them. An event has begin and length (X), or is two: B and E. The list may be
 * a member of an object, or the whole document, which then may lack its end.
 *
 *     {"traceEvents":[{"pid":1,"tid":2,"ts":0,"ph":"X","name":"RunTask","dur":90},
 *                     {"pid":1,"tid":2,"ts":12,"ph":"B","name":"Layout"},
 *                     {"pid":1,"tid":2,"ts":37,"ph":"E"}]}
 */
#include "collapse/json/chrome_tracing.h"
#include "collapse/json/number.h"

enum { NANOSECONDS = 3, IN_A_MICROSECOND = 1000 }; /* digits of a microsecond; what is written */

enum place { ROOT = DOCUMENT_TOP + 1, EVENTS, EVENT, ARGS };

enum field { FIELD_PHASE = 1, FIELD_NAME, FIELD_TS, FIELD_DUR, FIELD_PID, FIELD_TID, FIELD_LABEL };

struct chrome_options {
	bool thread_names, nanoseconds;
	bool only_complete; /* events of one piece, as the original has it */
};

struct chrome_tracing {
	struct document document;
	struct chrome_threads threads;

	/* the event being read */
	char phase;
	struct buf name, pid, tid, label;
	int64_t ts, dur;
	bool has_ts, has_dur;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "ns", OPT_AT(struct chrome_options, nanoseconds),
	 .help = "Write nanoseconds, not microseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names", OPT_AT(struct chrome_options, thread_names),
	 .help = "Make the name of the thread the root of its stacks"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = ROOT, .array = EVENTS},
	{ROOT, SLICE_INIT("traceEvents"), .array = EVENTS},
	{EVENTS, .object = EVENT, .array = EVENTS}, /* one that follows a list without an end */
	{EVENT, SLICE_INIT("ph"), .field = FIELD_PHASE},
	{EVENT, SLICE_INIT("name"), .field = FIELD_NAME},
	{EVENT, SLICE_INIT("ts"), .field = FIELD_TS},
	{EVENT, SLICE_INIT("dur"), .field = FIELD_DUR},
	{EVENT, SLICE_INIT("pid"), .field = FIELD_PID},
	{EVENT, SLICE_INIT("tid"), .field = FIELD_TID},
	{EVENT, SLICE_INIT("args"), .object = ARGS},
	{ARGS, SLICE_INIT("name"), .field = FIELD_LABEL},
};

static void chrome_end(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	struct chrome_tracing *chrome = run->state;

	chrome_fold(run, &chrome->threads, options->thread_names);
}

static void chrome_enter(struct ingest_run *run, unsigned place)
{
	struct chrome_tracing *chrome = run->state;

	if (place == EVENTS)
		chrome_end(run);
	if (place != EVENT)
		return;
	chrome->phase = '\0';
	chrome->has_ts = chrome->has_dur = false;
	buf_reset(&chrome->name);
	buf_reset(&chrome->pid);
	buf_reset(&chrome->tid);
	buf_reset(&chrome->label);
}

static void chrome_value(struct ingest_run *run, unsigned field, enum json_event kind,
			 struct slice text)
{
	struct chrome_tracing *chrome = run->state;
	struct buf *const texts[] = {
		[FIELD_NAME] = &chrome->name,
		[FIELD_PID] = &chrome->pid,
		[FIELD_TID] = &chrome->tid,
		[FIELD_LABEL] = &chrome->label,
	};

	(void)kind;
	switch (field) {
	case FIELD_PHASE: chrome->phase = text.len == 1 ? text.ptr[0] : '\0'; break;
	case FIELD_TS: chrome->has_ts = number_scaled(text, NANOSECONDS, &chrome->ts); break;
	case FIELD_DUR: chrome->has_dur = number_scaled(text, NANOSECONDS, &chrome->dur); break;
	default: buf_reset(texts[field]); buf_add(texts[field], text);
	}
}

static void end_complete(struct ingest_run *run, struct chrome_thread *thread)
{
	struct chrome_tracing *chrome = run->state;

	if (!chrome->has_dur || chrome->dur < 0 || chrome->ts > INT64_MAX - chrome->dur)
		stream_note(run, TEXT_SKIPPED, buf_slice(&chrome->name));
	else if (chrome->dur > 0)
		chrome_add_event(thread, chrome->ts, chrome->ts + chrome->dur,
				 text_frame(run, buf_slice(&chrome->name)));
}

/* Metadata has no time. */
static void end_metadata(struct ingest_run *run, struct chrome_thread *thread)
{
	struct chrome_tracing *chrome = run->state;

	if (!slice_equal(buf_slice(&chrome->name), SLICE("thread_name")) || chrome->label.len == 0)
		return;
	thread->name = text_frame(run, buf_slice(&chrome->label));
	thread->is_named = true;
}

static void end_event(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	struct chrome_tracing *chrome = run->state;
	struct chrome_thread *thread;

	if (chrome->phase == '\0' || (strchr("XBE", chrome->phase) && !chrome->has_ts)) {
		stream_note(run, TEXT_BAD_LINE, buf_slice(&chrome->name));
		return;
	}
	if (strchr("beSFT", chrome->phase)) {
		stream_note(run, CHROME_NOTE_ASYNC, buf_slice(&chrome->name));
		return;
	}
	if (options->only_complete && strchr("BE", chrome->phase)) {
		stream_note(run, CHROME_NOTE_HALF, buf_slice(&chrome->name));
		return;
	}
	if (!strchr("XBEM", chrome->phase))
		return;
	thread = chrome_thread_of(&chrome->threads, buf_slice(&chrome->pid),
				  buf_slice(&chrome->tid));
	switch (chrome->phase) {
	case 'X': end_complete(run, thread); break;
	case 'M': end_metadata(run, thread); break;
	default:
		chrome_add_mark(thread, chrome->phase == 'B' ? CHROME_BEGIN : CHROME_END,
				chrome->ts, text_frame(run, buf_slice(&chrome->name)));
	}
}

static void chrome_leave(struct ingest_run *run, unsigned place)
{
	if (place == EVENT)
		end_event(run);
}

static void chrome_release(void *state)
{
	struct chrome_tracing *chrome = state;

	chrome_threads_release(&chrome->threads);
	buf_release(&chrome->name);
	buf_release(&chrome->pid);
	buf_release(&chrome->tid);
	buf_release(&chrome->label);
}

static bool chrome_prepare(struct collapse_setup *setup)
{
	struct chrome_options *options = setup->options;

	options->only_complete = personality_in(setup->as, FAMILY_PERL);
	setup->unit = options->nanoseconds ? 1 : IN_A_MICROSECOND;
	setup->counts = options->nanoseconds ? "ns" : "us";
	return true;
}

static enum probe chrome_probe(struct slice head, bool whole)
{
	(void)whole;
	if (!document_begins(head))
		return PROBE_NO;
	return slice_contains(head, SLICE("\"traceEvents\"")) ||
			       (slice_contains(head, SLICE("\"ph\"")) &&
				slice_contains(head, SLICE("\"ts\"")))
		       ? PROBE_YES
		       : PROBE_UNSURE;
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[CHROME_NOTE_NO_BEGIN] = {.message = "an end event without a begin event",
				  .one = "end event without a begin event",
				  .many = "end events without begin events",
				  .fails_strict = true},
	[CHROME_NOTE_OVERLAP] = {.message = "continues after the end of the enclosing event, cut",
				 .one = "part of an event that overlaps another one",
				 .many = "parts of events that overlap others",
				 .fails_strict = true},
	[CHROME_NOTE_HALF] = {.one = "event that begins or ends (collapse-chrome-tracing reads it)",
			      .many = "events that begin or end (collapse-chrome-tracing reads "
				      "them)"},
	[CHROME_NOTE_ASYNC] = {.one = "asynchronous event, which is on no stack",
			       .many = "asynchronous events, which are on no stack",
			       .level = DIAG_NOTES},
	[CHROME_NOTE_PIECES] = {.one = "event labelled with the time of its beginning alone",
				.many = "events labelled with the times of their beginnings alone",
				.fails = NOTE_KEPT},
};

static const struct document_format format = {
	.rules = places,
	.rule_count = ARRAY_LEN(places),
	.enter = chrome_enter,
	.leave = chrome_leave,
	.value = chrome_value,
	.end = chrome_end,
	.open_end = EVENTS,
	.state_size = sizeof(struct chrome_tracing),
	.release = chrome_release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

const struct collapser collapse_chrome_tracing = {
	.name = "chrome-tracing",
	.summary = "folded stacks from trace events (chrome://tracing, Perfetto, DevTools)",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct chrome_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) |
		  LABEL_BIT(LABEL_THREAD),
	.document = &format,
	.read_document = document_ingest_format,
	.can_read = json_available,
	.prepare = chrome_prepare,
	.probe = chrome_probe,
};
