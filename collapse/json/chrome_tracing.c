/* SPDX-License-Identifier: MIT */
/*
 * The chrome-tracing format: trace events as chrome://tracing, Perfetto and DevTools read them, and
 * many programs write them. An event has begin and length (X), or is two: B and E. The list may be
 * a member of an object, or the whole document, which then may lack its end. A trace may have
 * samples of a profiler, too, in its events or beside them.
 *
 *     {"traceEvents":[{"pid":1,"tid":2,"ts":0,"ph":"X","name":"RunTask","dur":90},
 *                     {"pid":1,"tid":2,"ts":12,"ph":"B","name":"Layout"},
 *                     {"pid":1,"tid":2,"ts":37,"ph":"E"},
 *                     {"pid":1,"tid":2,"id":"0x1","ph":"P","name":"ProfileChunk","args":{"data":
 *                      {"cpuProfile":{"nodes":[...],"samples":[2,2]},"timeDeltas":[50,60]}}}],
 *      "stackFrames":{"1":{"name":"main"}},"samples":[{"pid":1,"tid":2,"ts":7,"sf":1}]}
 */
#include "collapse/json/number.h"
#include "collapse/json/trace_state.h"

#include "common/base/diag.h"

enum chrome_note {
	CHROME_HALF = TRACE_NOTES, /* a B or E where they are not read */
	CHROME_ASYNC,
	CHROME_SPANS,   /* beside samples */
	CHROME_SAMPLED, /* beside spans */
	CHROME_SUMMARY,
	CHROME_PROFILE, /* of a thread that the browser watched, too */
	CHROME_NONE,
	CHROME_OTHERS, /* but what was asked for */
	CHROME_FULL,   /* events did not fit into a buffer of the browser */
};

enum { NANOSECONDS = 3, IN_A_MICROSECOND = 1000 }; /* digits of a microsecond; what is written */

enum place {
	ROOT = DOCUMENT_TOP + 1,
	EVENTS,
	EVENT,
	ARGS,
	LOCAL, /* an id of a process or of all */
	DATA,  /* of a part of a profile from here on */
	PROFILE,
	NODES,
	NODE,
	CALL,
	CHILDREN,
	NODE_IDS,
	DELTAS,
	SAMPLES, /* the list from here on */
	SAMPLE,
	FRAMES,
	FRAME,
};

enum field {
	FIELD_NAME = 1, /* texts */
	FIELD_PID,
	FIELD_TID,
	FIELD_LABEL,
	FIELD_CATEGORY,
	FIELD_ID,
	FIELD_SCOPE,
	FIELD_FRAME,
	FIELD_TEXTS,
	FIELD_PHASE,
	FIELD_TS,
	FIELD_DUR,
	FIELD_WEIGHT,
	FIELD_COUNT,
	FIELD_AVERAGE,
	FIELD_START, /* of a part of a profile from here on */
	FIELD_END,
	FIELD_SOURCE,
	FIELD_SAMPLE,
	FIELD_DELTA,
	FIELD_NODE_ID,
	FIELD_PARENT,
	FIELD_CHILD,
	FIELD_FUNCTION,
	FIELD_URL,
	FIELD_LINE,
	FIELD_FRAME_NAME, /* of a frame of the list */
	FIELD_FRAME_PARENT,
};

/* What is counted of a trace. */
enum chrome_kind { KIND_AUTO, KIND_SPANS, KIND_SAMPLES, KIND_ASYNC };

struct chrome_options {
	bool spans, samples, async; /* which kind; at most one */
	bool thread_names, process_names, nanoseconds, time;
	bool only_complete; /* events of one piece, as the original has it */
};

struct chrome_tracing {
	struct document document;
	struct trace_threads threads;
	struct trace_threads async; /* by category, id and scope */
	struct trace_samples samples;
	enum chrome_kind kind;     /* of the first document; KIND_AUTO: not known yet */
	bool had_list, had_events; /* of the document */

	/* the event or sample being read */
	char phase;
	struct buf texts[FIELD_TEXTS];
	int64_t ts, dur;
	uint64_t weight;
	bool has_ts, has_dur, has_count, has_average;
	struct location location; /* of the node being read */
	struct buf key;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "samples", OPT_AT(struct chrome_options, samples),
	 .help = "Count samples of a profiler",
	 .detail = "That is what is counted of a trace that has any. A sample counts 1."},
	{OPT_FLAG, FAMILY_OWN, .name = "spans", OPT_AT(struct chrome_options, spans),
	 .help = "Count times of spans, even if there are samples",
	 .detail = "Spans are events with a begin and an end on a thread."},
	{OPT_FLAG, FAMILY_OWN, .name = "async", OPT_AT(struct chrome_options, async),
	 .help = "Count times of asynchronous events",
	 .detail = "They are counted without this option if a trace has nothing else."},
	{OPT_FLAG, FAMILY_OWN, .name = "time", OPT_AT(struct chrome_options, time),
	 .help = "Count times, not samples",
	 .detail = "A sample lasts until the next one of its thread, the last one until the end of "
		   "the profile."},
	{OPT_FLAG, FAMILY_OWN, .name = "ns", OPT_AT(struct chrome_options, nanoseconds),
	 .help = "Write nanoseconds, not microseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names", OPT_AT(struct chrome_options, thread_names),
	 .help = "Make the name of the thread the root of its stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "process-names",
	 OPT_AT(struct chrome_options, process_names),
	 .help = "Make the name of the process the root of its stacks"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = ROOT, .array = EVENTS},
	{ROOT, SLICE_INIT("traceEvents"), .array = EVENTS},
	{ROOT, SLICE_INIT("samples"), .array = SAMPLES},
	{ROOT, SLICE_INIT("stackFrames"), .object = FRAMES},
	{EVENTS, .object = EVENT, .array = EVENTS}, /* one that follows a list without an end */
	{EVENT, SLICE_INIT("ph"), .field = FIELD_PHASE},
	{EVENT, SLICE_INIT("name"), .field = FIELD_NAME},
	{EVENT, SLICE_INIT("ts"), .field = FIELD_TS},
	{EVENT, SLICE_INIT("dur"), .field = FIELD_DUR},
	{EVENT, SLICE_INIT("pid"), .field = FIELD_PID},
	{EVENT, SLICE_INIT("tid"), .field = FIELD_TID},
	{EVENT, SLICE_INIT("cat"), .field = FIELD_CATEGORY},
	{EVENT, SLICE_INIT("id"), .field = FIELD_ID},
	{EVENT, SLICE_INIT("id2"), .object = LOCAL},
	{EVENT, SLICE_INIT("scope"), .field = FIELD_SCOPE},
	{EVENT, SLICE_INIT("args"), .object = ARGS},
	{EVENT,
	 .known = SLICE_INIT("s bp tts tdur cname sf stack esf estack bind_id flow_in flow_out "
			     "use_async_tts tdelta v")},
	{ARGS, SLICE_INIT("name"), .field = FIELD_LABEL},
	{ARGS, SLICE_INIT("count"), .field = FIELD_COUNT},
	{ARGS, SLICE_INIT("avg ms"), .field = FIELD_AVERAGE},
	{ARGS, SLICE_INIT("data"), .object = DATA},
	{LOCAL, .any = true, .field = FIELD_ID},
	{DATA, SLICE_INIT("cpuProfile"), .object = PROFILE},
	{DATA, SLICE_INIT("timeDeltas"), .array = DELTAS},
	{DATA, SLICE_INIT("startTime"), .field = FIELD_START},
	{DATA, SLICE_INIT("endTime"), .field = FIELD_END},
	{DATA, SLICE_INIT("source"), .field = FIELD_SOURCE},
	{PROFILE, SLICE_INIT("nodes"), .array = NODES},
	{PROFILE, SLICE_INIT("samples"), .array = NODE_IDS},
	{PROFILE, SLICE_INIT("timeDeltas"), .array = DELTAS},
	{PROFILE, SLICE_INIT("startTime"), .field = FIELD_START},
	{PROFILE, SLICE_INIT("endTime"), .field = FIELD_END},
	{PROFILE, .known = SLICE_INIT("trace_ids lines columns")},
	{NODES, .object = NODE},
	{NODE, SLICE_INIT("id"), .field = FIELD_NODE_ID},
	{NODE, SLICE_INIT("parent"), .field = FIELD_PARENT},
	{NODE, SLICE_INIT("children"), .array = CHILDREN},
	{NODE, SLICE_INIT("callFrame"), .object = CALL},
	{NODE,
	 .known = SLICE_INIT("hitCount deoptReason positionTicks bailoutReason scriptId callUID")},
	{CALL, SLICE_INIT("functionName"), .field = FIELD_FUNCTION},
	{CALL, SLICE_INIT("url"), .field = FIELD_URL},
	{CALL, SLICE_INIT("lineNumber"), .field = FIELD_LINE},
	{CALL, .known = SLICE_INIT("scriptId columnNumber codeType")},
	{CHILDREN, .field = FIELD_CHILD},
	{NODE_IDS, .field = FIELD_SAMPLE},
	{DELTAS, .field = FIELD_DELTA},
	{SAMPLES, .object = SAMPLE},
	{SAMPLE, SLICE_INIT("pid"), .field = FIELD_PID},
	{SAMPLE, SLICE_INIT("tid"), .field = FIELD_TID},
	{SAMPLE, SLICE_INIT("ts"), .field = FIELD_TS},
	{SAMPLE, SLICE_INIT("weight"), .field = FIELD_WEIGHT},
	{SAMPLE, SLICE_INIT("sf"), .field = FIELD_FRAME},
	{SAMPLE, .known = SLICE_INIT("cpu name")},
	{FRAMES, .any = true, .object = FRAME},
	{FRAME, SLICE_INIT("name"), .field = FIELD_FRAME_NAME},
	{FRAME, SLICE_INIT("parent"), .field = FIELD_FRAME_PARENT},
	{FRAME, .known = SLICE_INIT("category")},
};

/* ---- The end of a document ---- */

static const struct slice kind_names[] = {
	[KIND_SPANS] = SLICE_INIT("spans"),
	[KIND_SAMPLES] = SLICE_INIT("samples"),
	[KIND_ASYNC] = SLICE_INIT("asynchronous events"),
};

static struct v8_how chrome_how(const struct chrome_options *options)
{
	return (struct v8_how){.time = options->time, .in_parts = true};
}

static enum chrome_kind chrome_wants(const struct chrome_options *options)
{
	return options->spans     ? KIND_SPANS
	       : options->samples ? KIND_SAMPLES
	       : options->async   ? KIND_ASYNC
				  : KIND_AUTO;
}

static enum chrome_kind chrome_has(const struct chrome_tracing *chrome)
{
	return trace_has_samples(&chrome->samples) ? KIND_SAMPLES
	       : chrome->threads.spans > 0         ? KIND_SPANS
	       : chrome->async.spans > 0           ? KIND_ASYNC
						   : KIND_AUTO;
}

static bool chrome_counts_samples(const struct chrome_tracing *chrome,
				  const struct chrome_options *options)
{
	return chrome->kind == KIND_SAMPLES && !options->time;
}

/* True if what was asked for is not there, but what `has` says is. */
static bool chrome_lacks(const struct chrome_tracing *chrome, enum chrome_kind has)
{
	switch (chrome->kind) {
	case KIND_SPANS: return chrome->threads.spans == 0;
	case KIND_SAMPLES: return has != KIND_SAMPLES;
	case KIND_ASYNC: return chrome->async.spans == 0;
	default: return false;
	}
}

static void chrome_note_lack(struct ingest_run *run, enum chrome_kind has)
{
	const struct chrome_tracing *chrome = run->state;
	const bool is_whole = document_of(run)->depth == 1;

	if (is_whole && chrome->had_list && has == KIND_AUTO)
		stream_note(run, CHROME_NONE, SLICE(""));
	else if (has != KIND_AUTO && chrome_wants(run->options) != KIND_AUTO &&
		 chrome_lacks(chrome, has))
		stream_note(run, CHROME_OTHERS, kind_names[has]);
}

static void chrome_fold_samples(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	const struct trace_sampling sampling = {options->time,
						{options->process_names, options->thread_names}};
	struct chrome_tracing *chrome = run->state;

	notes_count(&run->notes, CHROME_PROFILE,
		    trace_fold_samples(run, &chrome->samples, &chrome->threads, &sampling));
	notes_count(&run->notes, CHROME_SPANS, chrome->threads.spans);
}

static void chrome_end(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	const struct trace_roots roots = {options->process_names, options->thread_names};
	struct chrome_tracing *chrome = run->state;
	const enum chrome_kind has = chrome_has(chrome);

	if (chrome->kind == KIND_AUTO)
		chrome->kind = chrome_wants(options);
	if (chrome->kind == KIND_AUTO)
		chrome->kind = has;
	if (!options->only_complete) /* the original says nothing of what is not there */
		chrome_note_lack(run, has);
	if (chrome->kind != KIND_ASYNC)
		notes_count(&run->notes, CHROME_ASYNC, chrome->async.spans);
	switch (chrome->kind) {
	case KIND_AUTO: break;
	case KIND_SPANS:
		trace_fold_spans(run, &chrome->threads, &roots);
		if (!options->spans && trace_has_samples(&chrome->samples))
			notes_count(&run->notes, CHROME_SAMPLED, 1);
		break;
	case KIND_ASYNC:
		if (!options->async)
			notes_count(&run->notes, CHROME_SPANS, chrome->threads.spans);
		trace_fold_spans(run, &chrome->async, &(const struct trace_roots){false, false});
		break;
	case KIND_SAMPLES: chrome_fold_samples(run); break;
	}
	trace_samples_forget(&chrome->samples);
	trace_forget(&chrome->threads);
	trace_forget(&chrome->async);
	chrome->had_events = chrome->had_list = false;
	if (chrome->kind != KIND_AUTO)
		header_add(&run->profile.header, HEADER_UNIT,
			   chrome_counts_samples(chrome, options) ? SLICE("samples")
			   : options->nanoseconds                 ? SLICE("ns")
								  : SLICE("us"));
}

/* ---- Parts of profiles ---- */

static uint32_t chrome_last_node(const struct v8_profile *profile)
{
	return (uint32_t)profile->node_count - 1;
}

static void chrome_part_value(struct ingest_run *run, unsigned field, struct slice text)
{
	const struct v8_how how = chrome_how(run->options);
	struct chrome_tracing *chrome = run->state;
	struct v8_profile *part = &chrome->samples.part;
	int64_t number;

	switch (field) {
	case FIELD_SOURCE:
		chrome->samples.part_is_internal = slice_equal(text, SLICE("Internal"));
		return;
	case FIELD_FUNCTION: location_name(&chrome->location, text); return;
	case FIELD_URL: location_file(&chrome->location, text); return;
	case FIELD_LINE: v8_line(run, &chrome->location, text); return;
	}
	if (!number_scaled(text, 0, &number)) {
		stream_note(run, TEXT_BAD_LINE, text);
		return;
	}
	switch (field) {
	case FIELD_START:
		part->start = number;
		part->has_start = true;
		break;
	case FIELD_END:
		part->end = number;
		part->has_end = true;
		break;
	case FIELD_SAMPLE: v8_add_sample(run, part, &how, (uint64_t)number); break;
	case FIELD_DELTA: v8_add_delta(run, part, &how, number); break;
	case FIELD_NODE_ID: part->nodes[chrome_last_node(part)].id = (uint64_t)number; break;
	case FIELD_PARENT:
		v8_add_edge(part, (uint64_t)number, V8_NONE, chrome_last_node(part));
		break;
	case FIELD_CHILD:
		v8_add_edge(part, (uint64_t)number, chrome_last_node(part), V8_NONE);
		break;
	}
}

static void chrome_frame_value(struct ingest_run *run, unsigned field, enum json_event kind,
			       struct slice text)
{
	struct chrome_tracing *chrome = run->state;
	struct v8_profile *frames = &chrome->samples.frames;

	if (field == FIELD_FRAME_NAME)
		location_name(&chrome->location, text);
	else if (kind != JSON_NULL)
		v8_add_edge(frames, trace_frame_id(&chrome->samples, text), V8_NONE,
			    chrome_last_node(frames));
}

/* ---- Events ---- */

static void chrome_begin_event(struct chrome_tracing *chrome)
{
	unsigned field;

	chrome->phase = '\0';
	chrome->has_ts = chrome->has_dur = chrome->has_count = chrome->has_average = false;
	chrome->weight = 1;
	for (field = 0; field < FIELD_TEXTS; field++)
		buf_reset(&chrome->texts[field]);
}

static void chrome_enter(struct ingest_run *run, unsigned place)
{
	struct chrome_tracing *chrome = run->state;
	struct trace_samples *samples = &chrome->samples;

	switch (place) {
	case EVENTS:
		if (chrome->had_events)
			chrome_end(run);
		chrome->had_list = true;
		break;
	case EVENT:
	case SAMPLE:
		v8_forget(&samples->part); /* of an event that was broken off */
		chrome_begin_event(chrome);
		break;
	case NODE:
		v8_add_node(&samples->part, V8_NONE);
		location_reset(&chrome->location);
		break;
	case FRAME:
		v8_add_node(&samples->frames, V8_NONE);
		samples->frames.nodes[chrome_last_node(&samples->frames)].id = trace_frame_id(
			samples, document_key(run));
		location_reset(&chrome->location);
		break;
	}
}

static void chrome_value(struct ingest_run *run, unsigned field, enum json_event kind,
			 struct slice text)
{
	struct chrome_tracing *chrome = run->state;

	switch (field) {
	case FIELD_PHASE: chrome->phase = text.len == 1 ? text.ptr[0] : '\0'; return;
	case FIELD_TS: chrome->has_ts = number_scaled(text, NANOSECONDS, &chrome->ts); return;
	case FIELD_DUR: chrome->has_dur = number_scaled(text, NANOSECONDS, &chrome->dur); return;
	case FIELD_COUNT: chrome->has_count = true; return;
	case FIELD_AVERAGE: chrome->has_average = true; return;
	case FIELD_WEIGHT:
		if (!number_count(text, 0, &chrome->weight)) {
			stream_note(run, TEXT_BAD_LINE, text);
			chrome->weight = 0;
		}
		return;
	}
	if (field < FIELD_TEXTS) {
		buf_reset(&chrome->texts[field]);
		if (kind != JSON_NULL)
			buf_add(&chrome->texts[field], text);
	} else if (field < FIELD_FRAME_NAME) {
		chrome_part_value(run, field, text);
	} else {
		chrome_frame_value(run, field, kind, text);
	}
}

static struct slice chrome_text(const struct chrome_tracing *chrome, enum field field)
{
	return buf_slice(&chrome->texts[field]);
}

/* Summaries of clang, on threads of their own, are no spans. */
static bool chrome_is_summary(const struct chrome_tracing *chrome)
{
	return chrome->has_count && chrome->has_average &&
	       slice_starts(chrome_text(chrome, FIELD_NAME), SLICE("Total "));
}

static void chrome_end_complete(struct ingest_run *run, struct trace_thread *thread)
{
	struct chrome_tracing *chrome = run->state;
	const struct slice name = chrome_text(chrome, FIELD_NAME);

	if (!chrome->has_dur || chrome->dur < 0 || chrome->ts > INT64_MAX - chrome->dur)
		stream_note(run, TEXT_SKIPPED, name);
	else if (chrome_is_summary(chrome))
		stream_note(run, CHROME_SUMMARY, name);
	else if (chrome->dur > 0)
		trace_add_span(&chrome->threads, thread, chrome->ts, chrome->ts + chrome->dur,
			       text_frame(run, name));
}

/* Metadata has no time. The first name of a process counts: Chrome writes a second one. */
static void chrome_end_metadata(struct ingest_run *run, struct trace_thread *thread)
{
	struct chrome_tracing *chrome = run->state;
	const struct slice name = chrome_text(chrome, FIELD_NAME),
			   label = chrome_text(chrome, FIELD_LABEL);

	if (slice_equal(name, SLICE("trace_buffer_overflowed")))
		stream_note(run, CHROME_FULL, SLICE(""));
	if (label.len == 0)
		return;
	if (slice_equal(name, SLICE("process_name"))) {
		thread = trace_thread_of(&chrome->threads, chrome_text(chrome, FIELD_PID),
					 SLICE(""));
		if (thread->is_named)
			return;
	} else if (!slice_equal(name, SLICE("thread_name"))) {
		return;
	}
	thread->name = text_frame(run, label);
	thread->is_named = true;
}

static void chrome_end_async(struct ingest_run *run)
{
	struct chrome_tracing *chrome = run->state;
	struct buf *key = &chrome->key;
	const bool begins = chrome->phase == 'b' || chrome->phase == 'S';

	if (!begins && chrome->phase != 'e' && chrome->phase != 'F')
		return;
	buf_set(key, chrome_text(chrome, FIELD_CATEGORY));
	buf_add_char(key, '\0');
	buf_add(key, chrome_text(chrome, FIELD_ID));
	buf_add_char(key, '\0');
	buf_add(key, chrome_text(chrome, FIELD_SCOPE));
	trace_add_mark(&chrome->async, trace_thread_of(&chrome->async, SLICE(""), buf_slice(key)),
		       begins ? TRACE_BEGIN : TRACE_END, chrome->ts,
		       text_frame(run, chrome_text(chrome, FIELD_NAME)));
}

/* A part of a profile, or a whole one. */
static void chrome_end_part(struct ingest_run *run)
{
	struct chrome_tracing *chrome = run->state;
	const struct slice name = chrome_text(chrome, FIELD_NAME),
			   process = chrome_text(chrome, FIELD_PID),
			   thread = chrome_text(chrome, FIELD_TID);

	if (chrome->phase == 'P' && slice_equal(name, SLICE("Profile")))
		trace_take_part(run, &chrome->samples, process, thread,
				chrome_text(chrome, FIELD_ID), true);
	else if (chrome->phase == 'P' && slice_equal(name, SLICE("ProfileChunk")))
		trace_take_part(run, &chrome->samples, process, thread,
				chrome_text(chrome, FIELD_ID), false);
	else if (slice_equal(name, SLICE("CpuProfile")))
		trace_take_part(run, &chrome->samples, process, thread, SLICE(""), true);
}

static void chrome_end_event(struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	struct chrome_tracing *chrome = run->state;
	struct trace_thread *thread;

	chrome->had_events = true;
	if (chrome->phase == '\0' || (strchr("XBEbeSF", chrome->phase) && !chrome->has_ts)) {
		stream_note(run, TEXT_BAD_LINE, chrome_text(chrome, FIELD_NAME));
		return;
	}
	if (options->only_complete && strchr("BE", chrome->phase)) {
		stream_note(run, CHROME_HALF, chrome_text(chrome, FIELD_NAME));
		return;
	}
	thread = trace_thread_of(&chrome->threads, chrome_text(chrome, FIELD_PID),
				 chrome_text(chrome, FIELD_TID));
	switch (chrome->phase) {
	case 'X': chrome_end_complete(run, thread); break;
	case 'M': chrome_end_metadata(run, thread); break;
	case 'B':
	case 'E':
		trace_add_mark(&chrome->threads, thread,
			       chrome->phase == 'B' ? TRACE_BEGIN : TRACE_END, chrome->ts,
			       text_frame(run, chrome_text(chrome, FIELD_NAME)));
		break;
	case 'P':
	case 'I': chrome_end_part(run); break;
	default: chrome_end_async(run);
	}
	v8_forget(&chrome->samples.part);
	chrome->samples.part_is_internal = false;
}

static void chrome_end_sample(struct ingest_run *run)
{
	struct chrome_tracing *chrome = run->state;
	struct trace_thread *thread;

	if (!chrome->has_ts) {
		stream_note(run, TEXT_BAD_LINE, SLICE(""));
		return;
	}
	thread = trace_thread_of(&chrome->threads, chrome_text(chrome, FIELD_PID),
				 chrome_text(chrome, FIELD_TID));
	trace_list_sample(&chrome->samples, thread, chrome->ts, chrome->weight,
			  chrome_text(chrome, FIELD_FRAME));
}

static void chrome_leave(struct ingest_run *run, unsigned place)
{
	struct chrome_tracing *chrome = run->state;
	struct v8_profile *profile = place == FRAME ? &chrome->samples.frames
						    : &chrome->samples.part;

	switch (place) {
	case EVENT: chrome_end_event(run); break;
	case SAMPLE: chrome_end_sample(run); break;
	case NODE:
	case FRAME:
		v8_name_node(run, &profile->nodes[chrome_last_node(profile)], &chrome->location,
			     false);
		v8_end_node(run, profile, chrome_last_node(profile));
		break;
	}
}

static void chrome_release(void *state)
{
	struct chrome_tracing *chrome = state;
	unsigned field;

	trace_samples_release(&chrome->samples);
	trace_threads_release(&chrome->threads);
	trace_threads_release(&chrome->async);
	location_release(&chrome->location);
	buf_release(&chrome->key);
	for (field = 0; field < FIELD_TEXTS; field++)
		buf_release(&chrome->texts[field]);
}

static bool chrome_prepare(struct collapse_setup *setup)
{
	struct chrome_options *options = setup->options;

	options->only_complete = personality_in(setup->compat, FAMILY_PERL);
	options->spans |= options->only_complete;
	if (options->spans + options->samples + options->async > 1) {
		diag_error("--spans, --samples and --async exclude each other");
		return false;
	}
	return true;
}

static uint64_t chrome_unit(const struct ingest_run *run)
{
	const struct chrome_options *options = run->options;
	const struct chrome_tracing *chrome = run->state;

	return options->nanoseconds || chrome_counts_samples(chrome, options) ? 1
									      : IN_A_MICROSECOND;
}

static const struct note_kind kinds[] = {
	TRACE_NOTE_ROWS,
	[CHROME_HALF] = {.one = "event that begins or ends (collapse-chrome-tracing reads it)",
			 .many = "events that begin or end (collapse-chrome-tracing reads them)"},
	[CHROME_ASYNC] = {.one = "end of an asynchronous event, which --async counts",
			  .many = "ends of asynchronous events, which --async counts",
			  .level = DIAG_NOTES},
	[CHROME_SPANS] = {.one = "span, which --spans counts",
			  .many = "spans, which --spans counts"},
	[CHROME_SAMPLED] = {.one = "trace's samples, for the first trace has none (--samples)",
			    .many = "traces' samples, for the first trace has none (--samples)"},
	[CHROME_SUMMARY] = {.one = "summary of clang",
			    .many = "summaries of clang",
			    .level = DIAG_NOTES},
	[CHROME_PROFILE] = {.one = "profile of a thread that Chrome itself watched, too",
			    .many = "profiles of threads that Chrome itself watched, too"},
	[CHROME_NONE] = {.message = "this trace has no spans and no samples",
			 .one = "trace without spans and samples",
			 .many = "traces without spans and samples",
			 .fails = NOTE_LEAVES_GAP},
	[CHROME_OTHERS] = {.message =
				   "nothing that --spans, --samples or --async asks for; there are",
			   .one = "trace with nothing of the kind that was asked for",
			   .many = "traces with nothing of the kind that was asked for",
			   .fails = NOTE_LEAVES_GAP},
	[CHROME_FULL] = {.message = "a buffer of the trace overflowed, so that events are missing"},
};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.signs =
		{
			{SLICE_INIT("\"traceEvents\"")},
			{SLICE_INIT("\"ph\""), SLICE_INIT("\"ts\"")},
		},
	.enter = chrome_enter,
	.leave = chrome_leave,
	.value = chrome_value,
	.end = chrome_end,
	.may_be_cut = EVENTS,
	.is_mended = true,
	.state_size = sizeof(struct chrome_tracing),
	.release = chrome_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_chrome_tracing = {
	.name = "chrome-tracing",
	.summary = "folded stacks from trace events (chrome://tracing, Perfetto, DevTools)",
	.rows = COLLAPSE_OPTIONS(rows, struct chrome_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) |
		  LABEL_BIT(LABEL_THREAD),
	.document = DOCUMENT_READER(format),
	.prepare = chrome_prepare,
	.unit = chrome_unit,
};
