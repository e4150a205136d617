/* SPDX-License-Identifier: MIT */
/*
 * The jfr format: what `jfr print` prints of samples.
 *
 *     jdk.ExecutionSample {
 *       startTime = 14:51:30.589
 *       sampledThread = "main" (javaThreadId = 1)
 *       state = "STATE_RUNNABLE"
 *       stackTrace = [
 *         java.lang.String.compareTo(String) line: 2020
 *         Work.sorted() line: 12
 *         ...
 *       ]
 *     }
 */
#include "collapse/java/java_names.h"
#include "collapse/probe.h"
#include "common/base/diag.h"
#include "common/base/lock.h"
#include "common/profile/tally.h"

struct jfr_options {
	struct opt_list events;
	int shorten, bare; /* enum java_switch */
	bool thread_names;
};

/* Where in an event a line is. */
enum jfr_place { JFR_OUTSIDE, JFR_FIELDS, JFR_STACK };

/* What all workers know. */
struct jfr_findings {
	struct lock lock;
	struct tally rejected; /* events that were not selected */
};

struct jfr {
	struct text text;
	struct tally rejected; /* of the chunk */
	struct java_names methods;
	struct buf thread;
	enum jfr_place place;
	bool selected; /* the event */
};

enum { JFR_NOT_SELECTED = TEXT_NOTES, JFR_CUT, JFR_NOTES };

static struct jfr *jfr_of(const struct ingest_run *run)
{
	return run->state;
}

/* Samples of what the processor does; the second kind there is since Java 25. */
static bool is_cpu_sample(struct slice event)
{
	return slice_equal(event, SLICE("jdk.ExecutionSample")) ||
	       slice_equal(event, SLICE("jdk.CPUTimeSample"));
}

static bool is_selected(const struct jfr_options *options, struct slice event)
{
	size_t i;

	for (i = 0; i < options->events.count; i++) {
		if (slice_equal(event, options->events.at[i]))
			return true;
	}
	return options->events.count == 0 && is_cpu_sample(event);
}

/* "jdk.ExecutionSample {": the event, if the line begins one. */
static bool take_event(struct slice line, struct slice *event)
{
	slice_drop(&line, SLICE("\r"));
	*event = line;
	return slice_drop(event, SLICE(" {")) && event->len > 0 && event->ptr[0] != ' ' &&
	       slice_find(*event, ' ') == SLICE_NONE && slice_find(*event, '.') != SLICE_NONE;
}

/* The event ends; one without a stack is a sample of nothing known. */
static void finish(struct ingest_run *run)
{
	const struct jfr_options *options = run->options;
	struct jfr *jfr = jfr_of(run);

	if (jfr->place == JFR_OUTSIDE)
		return;
	if (!jfr->selected) {
		run->samples++;
		text_note(run, JFR_NOT_SELECTED, SLICE(""));
	} else {
		if (jfr->text.count == 0)
			text_push(run, SLICE("[unknown]"));
		if (options->thread_names)
			text_push(run, buf_slice(&jfr->thread));
		text_finish(run, TEXT_LEAF_FIRST, 1);
	}
	jfr->place = JFR_OUTSIDE;
}

static void end(struct ingest_run *run)
{
	if (jfr_of(run)->place != JFR_OUTSIDE)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	finish(run);
}

static void end_chunk(struct ingest_run *run)
{
	struct jfr_findings *findings = run->findings;
	struct jfr *jfr = jfr_of(run);

	end(run);
	if (jfr->rejected.values.count == 0)
		return;
	lock_take(&findings->lock);
	tally_move(&findings->rejected, &jfr->rejected);
	lock_leave(&findings->lock);
}

static void begin(struct ingest_run *run, struct slice event)
{
	struct jfr *jfr = jfr_of(run);

	end(run);
	buf_reset(&jfr->thread);
	jfr->place = JFR_FIELDS;
	jfr->selected = is_selected(run->options, event);
	if (!jfr->selected)
		tally_add(&jfr->rejected, event, 1);
}

/* `sampledThread = "main" (javaThreadId = 1)` */
static void take_thread(struct ingest_run *run, struct slice field)
{
	struct buf *thread = &jfr_of(run)->thread;
	size_t open = slice_find(field, '"'), close = slice_rfind(field, '"');

	if (open == close || thread->len > 0)
		return;
	buf_add(thread, slice_between(field.ptr + open + 1, field.ptr + close));
}

static void see_field(struct ingest_run *run, struct slice field)
{
	if (slice_equal(field, SLICE("stackTrace = [")))
		jfr_of(run)->place = JFR_STACK;
	else if (slice_starts(field, SLICE("sampledThread = ")) ||
		 slice_starts(field, SLICE("eventThread = ")))
		take_thread(run, field);
}

/* "java.lang.String.compareTo(String) line: 2020" */
static void push_call(struct ingest_run *run, struct slice call)
{
	const struct jfr_options *options = run->options;
	enum java_packages packages = java_packages_for(options->shorten, options->bare);

	if (slice_equal(call, SLICE("..."))) {
		text_push(run, SLICE("[truncated]"));
		text_note(run, JFR_CUT, SLICE(""));
		return;
	}
	text_push_frame(
		run,
		java_method(run, &jfr_of(run)->methods, java_name_of_call(call), packages)->frame);
}

static void see_line(struct ingest_run *run, struct slice line)
{
	struct jfr *jfr = jfr_of(run);
	struct slice text = slice_trim(line), event;

	if (take_event(line, &event)) {
		begin(run, event);
	} else if (jfr->place == JFR_OUTSIDE) {
		if (text.len > 0)
			text_note(run, TEXT_BAD_LINE, line);
	} else if (slice_equal(line, SLICE("}"))) {
		finish(run);
	} else if (jfr->place == JFR_FIELDS) {
		see_field(run, text);
	} else if (slice_equal(text, SLICE("]"))) {
		jfr->place = JFR_FIELDS;
	} else if (jfr->selected) {
		push_call(run, text);
	}
}

static bool is_start(struct slice line)
{
	struct slice event;

	return take_event(line, &event);
}

static size_t next_event(struct slice text, size_t from)
{
	return text_next_line_that(text, from, is_start);
}

static void release_state(void *state)
{
	struct jfr *jfr = state;

	java_names_release(&jfr->methods);
	buf_release(&jfr->thread);
	tally_release(&jfr->rejected);
}

static bool prepare(struct collapse_setup *setup)
{
	struct jfr_findings *findings = memory_get(sizeof(*findings));

	*findings = (struct jfr_findings){.rejected = {.counts = NULL}};
	lock_init(&findings->lock);
	setup->findings = findings;
	return true;
}

static void explain(const struct collapse_setup *setup)
{
	const struct jfr_findings *findings = setup->findings;
	struct buf values = {0};

	tally_write(&findings->rejected, &values);
	if (values.len > 0)
		diag_error("--event-filter can select: %.*s", SLICE_ARG(buf_slice(&values)));
	buf_release(&values);
}

static void release(struct collapse_setup *setup)
{
	struct jfr_options *options = setup->options;
	struct jfr_findings *findings = setup->findings;

	if (findings) {
		tally_release(&findings->rejected);
		lock_release(&findings->lock);
	}
	free(findings);
	free(options->events.at);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "thread-names", OPT_AT(struct jfr_options, thread_names),
	 .help = "The name of the thread as root frame"},
	{OPT_CALL, .name = "shorten-pkgs", OPT_AT(struct jfr_options, shorten),
	 .parse = java_switch_on, .help = "Packages as initials: j.l.Thread.run"},
	{OPT_CALL, .name = "no-pkgs", OPT_AT(struct jfr_options, bare), .parse = java_switch_on,
	 .help = "No packages: Thread.run"},

	{OPT_HEADING, .help = "Selection"},
	{OPT_LIST, .name = "event-filter", .value = "EVENT", OPT_AT(struct jfr_options, events),
	 .help = "Count events of this kind instead of samples of the processor; may be repeated",
	 .detail = "Samples of the processor are jdk.ExecutionSample and jdk.CPUTimeSample. Each "
		   "event counts once."},
};

static bool is_sign(struct slice line)
{
	return slice_equal(slice_trim(line), SLICE("stackTrace = ["));
}

static enum probe probe(struct slice head, bool whole)
{
	return probe_both(head, whole, is_start, is_sign);
}

static const struct note_kind kinds[JFR_NOTES] = {
	TEXT_NOTE_ROWS,
	[JFR_NOT_SELECTED] = {.one = "event of another kind",
			      .many = "events of other kinds",
			      .level = DIAG_NOTES},
	[JFR_CUT] = {.one = "group of callers that jfr print left out without --stack-depth",
		     .many = "groups of callers that jfr print left out without --stack-depth"},
};

static const struct text_format format = {
	.line = see_line,
	.end = end_chunk,
	.state_size = sizeof(struct jfr),
	.release = release_state,
	.next_record = next_event,
	.kinds = kinds,
	.kind_count = JFR_NOTES,
};

static void describe(const struct collapse_setup *setup, const struct ingest_run *run,
		     struct header *header)
{
	const struct jfr_options *options = setup->options;
	size_t i;

	(void)run;
	for (i = 0; i < options->events.count; i++)
		header_add(header, HEADER_EVENT, options->events.at[i]);
	header_add(header, HEADER_UNIT,
		   options->events.count > 0 ? SLICE("events") : SLICE("samples"));
}

const struct collapser collapse_jfr = {
	.name = "jfr",
	.summary = "folded stacks from jfr print",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct jfr_options),
	.text = &format,
	.probe = probe,
	.prepare = prepare,
	.explain = explain,
	.describe = describe,
	.release = release,
};
