/* SPDX-License-Identifier: MIT */
/*
 * The text that `jfr print` prints of a recording.
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
#include "collapse/jfr/jfr_state.h"
#include "collapse/text.h"

/* The part for the event's stack; JFR_NO_PART: it was not selected. */
static unsigned part_of(const struct jfr_selection *selection, struct slice event)
{
	const struct jfr_kind *kind = jfr_select_kind(selection, event);

	/* jfr print may have been asked for both kinds: then both are read */
	if (selection->is_default)
		kind = slice_equal(event, SLICE("jdk.ExecutionSample")) ||
				       slice_equal(event, SLICE("jdk.CPUTimeSample"))
			       ? &selection->request.kinds[0]
			       : NULL;
	return kind ? kind->part : JFR_NO_PART;
}

/* "jdk.ExecutionSample {": the event, if the line begins one. */
static bool jfr_text_take_event(struct slice line, struct slice *event)
{
	slice_drop(&line, SLICE("\r"));
	*event = line;
	return slice_drop(event, SLICE(" {")) && event->len > 0 && event->ptr[0] != ' ' &&
	       slice_find(*event, ' ') == SLICE_NONE && slice_find(*event, '.') != SLICE_NONE;
}

/* In another profile, since the event may not be taken in the end. */
static void count_apart(struct ingest_run *run, struct profile *profile)
{
	const struct text *text = text_of(run);
	const size_t depth = text->count < LIMIT_DEPTH ? text->count : LIMIT_DEPTH;
	frame_id *frames = memory_resize(NULL, depth, sizeof(*frames));
	size_t i;

	for (i = 0; i < depth; i++)
		frames[i] = profile_frame(profile, intern_name(&run->profile.names,
							       text->frames[text->count - 1 - i]));
	run->samples++;
	if (profile->labels)
		labels_copy(profile->labels, run->profile.labels);
	if (depth < text->count)
		text_note(run, TEXT_DEEP, SLICE(""));
	profile_add_count(profile, frames, (uint32_t)depth, 1);
	free(frames);
}

static void jfr_text_count(struct ingest_run *run)
{
	const struct jfr *jfr = jfr_of(run);
	struct profile *profile = jfr_fold_profile(run, jfr->part);

	if (profile == &run->profile)
		text_count(run, TEXT_LEAF_FIRST, 1);
	else
		count_apart(run, profile);
	text_cut(run, 0);
}

/* The event ends; one without a stack is a sample of nothing known. */
static void jfr_text_finish(struct ingest_run *run)
{
	const struct jfr_options *options = run->options;
	struct jfr *jfr = jfr_of(run);

	if (jfr->place == JFR_OUTSIDE)
		return;
	if (jfr->part == JFR_NO_PART) {
		run->samples++;
		text_note(run, JFR_NOT_SELECTED, SLICE(""));
	} else {
		if (jfr->text.count == 0)
			text_push(run, SLICE("[unknown]"));
		if (options->thread_names)
			text_push(run, buf_slice(&jfr->thread));
		jfr_text_count(run);
	}
	jfr->place = JFR_OUTSIDE;
}

static void jfr_text_end(struct ingest_run *run)
{
	if (jfr_of(run)->place != JFR_OUTSIDE)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	jfr_text_finish(run);
}

static void end_chunk(struct ingest_run *run)
{
	const struct jfr_options *options = run->options;
	struct jfr_findings *findings = options->findings;
	struct jfr *jfr = jfr_of(run);

	jfr_text_end(run);
	lock_take(&findings->lock);
	findings->seen |= jfr->reader.seen;
	tally_move(&findings->rejected, &jfr->rejected);
	lock_leave(&findings->lock);
}

static void jfr_text_begin(struct ingest_run *run, struct slice event)
{
	const struct jfr_options *options = run->options;
	struct jfr *jfr = jfr_of(run);

	jfr_text_end(run);
	buf_reset(&jfr->thread);
	label_clear(run);
	label_set(run, LABEL_EVENT, event);
	jfr->place = JFR_FIELDS;
	jfr->part = part_of(&options->selection, event);
	if (slice_equal(event, SLICE("jdk.DataLoss")))
		notes_count(&run->notes, JFR_TEXT_EVENTS_LOST, 1);
	if (jfr->part == JFR_NO_PART)
		tally_add(&jfr->rejected, event, 1);
	else
		jfr->reader.seen |= UINT64_C(1) << jfr->part;
}

/* `sampledThread = "main" (javaThreadId = 1)` */
static void take_thread(struct ingest_run *run, struct slice field)
{
	struct buf *thread = &jfr_of(run)->thread;
	size_t open = slice_find(field, '"'), close = slice_rfind(field, '"');

	if (open == close || thread->len > 0)
		return;
	buf_add(thread, slice_between(field.ptr + open + 1, field.ptr + close));
	label_set(run, LABEL_THREAD, buf_slice(thread));
}

/* `startTime = 14:51:30.589`; a date may follow. */
static void jfr_text_take_time(struct ingest_run *run, struct slice text)
{
	struct slice word;
	uint64_t time;

	if (label_wants(run, LABEL_TIME) && slice_word(&text, &word) &&
	    text_clock_read(run, word, &time))
		text_clock_give_day(run, &jfr_of(run)->clock, time, word);
}

/* `state = "STATE_RUNNABLE"` */
static void take_state(struct ingest_run *run, struct slice text)
{
	slice_skip(&text, SLICE("\""));
	slice_drop(&text, SLICE("\""));
	label_set(run, LABEL_STATE, jfr_state_word(text));
}

static void see_field(struct ingest_run *run, struct slice field)
{
	struct slice text = field;

	if (slice_equal(field, SLICE("stackTrace = [")))
		jfr_of(run)->place = JFR_STACK;
	else if (slice_starts(field, SLICE("sampledThread = ")) ||
		 slice_starts(field, SLICE("eventThread = ")))
		take_thread(run, field);
	else if (slice_skip(&text, SLICE("startTime = ")))
		jfr_text_take_time(run, text);
	else if (slice_skip(&text, SLICE("state = ")))
		take_state(run, text);
	else if (slice_skip(&text, SLICE("lostSamples = ")))
		notes_count_lost(&run->notes, JFR_TEXT_SAMPLES_LOST, text);
	else if (slice_ends(field, SLICE(" = [")))
		text_note(run, TEXT_BAD_LINE, field);
}

/* "java.lang.String.compareTo(String) line: 2020" */
static void jfr_text_push_call(struct ingest_run *run, struct slice call)
{
	const struct jfr_options *options = run->options;

	if (slice_equal(call, SLICE("..."))) {
		text_push(run, SLICE("[truncated]"));
		text_note(run, JFR_CUT, SLICE(""));
		return;
	}
	text_push_frame(run, java_method(run, &jfr_of(run)->methods, java_name_of_call(call),
					 options->packages)
				     ->frame);
}

static void jfr_text_line(struct ingest_run *run, struct slice line)
{
	struct jfr *jfr = jfr_of(run);
	struct slice text = slice_trim(line), event;

	if (jfr_text_take_event(line, &event)) {
		jfr_text_begin(run, event);
	} else if (jfr->place == JFR_OUTSIDE) {
		if (text.len > 0)
			text_note(run, TEXT_BAD_LINE, line);
	} else if (slice_equal(line, SLICE("}"))) {
		jfr_text_finish(run);
	} else if (jfr->place == JFR_FIELDS) {
		see_field(run, text);
	} else if (slice_equal(text, SLICE("]"))) {
		jfr->place = JFR_FIELDS;
	} else if (jfr->part != JFR_NO_PART) {
		jfr_text_push_call(run, text);
	}
}

static bool jfr_text_is_start(struct slice line)
{
	struct slice event;

	return jfr_text_take_event(line, &event);
}

static void jfr_text_release_state(void *state)
{
	struct jfr *jfr = state;

	tally_release(&jfr->rejected);
	jfr_fold_release(jfr);
}

static bool jfr_text_is_sign(struct slice line)
{
	return slice_equal(slice_trim(line), SLICE("stackTrace = ["));
}

enum probe jfr_text_probe(struct slice head, bool whole)
{
	return probe_both(head, whole, jfr_text_is_start, jfr_text_is_sign);
}

const struct note_kind jfr_note_kinds[] = {
	TEXT_NOTE_ROWS,
	[JFR_NOT_SELECTED] = {.one = "event of another kind",
			      .many = "events of other kinds",
			      .level = DIAG_NOTES},
	[JFR_CUT] = {.one = "group of callers that jfr print left out without --stack-depth",
		     .many = "groups of callers that jfr print left out without --stack-depth"},
	[JFR_TRUNCATED] = {.one = "stack that was cut when it was recorded",
			   .many = "stacks that were cut when they were recorded",
			   .fails = NOTE_KEPT},
	[JFR_DAMAGED] = {.fails_strict = true}, /* has its own message */
	[JFR_TEXT_SAMPLES_LOST] = {.one = "sample that the JVM lost",
				   .many = "samples that the JVM lost"},
	[JFR_TEXT_EVENTS_LOST] = {.one = "time that the JVM lost events",
				  .many = "times that the JVM lost events"},
};

const struct text_format jfr_text_format = {
	.line = jfr_text_line,
	.end = end_chunk,
	.state_size = sizeof(struct jfr),
	.owns = {TEXT_OWNS(LINES, struct jfr, methods.cache), TEXT_OWNS(BUF, struct jfr, thread)},
	.release = jfr_text_release_state,
	.starts_record = jfr_text_is_start,
	.kinds = jfr_note_kinds,
	.kind_count = JFR_NOTES,
};
