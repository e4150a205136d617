/* SPDX-License-Identifier: MIT */
/*
 * The speedscope format: the JSON that speedscope reads and many profilers write. Frames are
 * numbers, in a list that may follow the profiles; a profile is samples with weights, or events
 * that open and close frames.
 *
 *     {"shared":{"frames":[{"name":"main"},{"name":"read"}]},
 *      "profiles":[{"type":"sampled","name":"t1","unit":"seconds","samples":[[0],[0,1]],"weights":[1,2]},
 *                  {"type":"evented","name":"t2","unit":"seconds","startValue":0,"endValue":3,
 *                   "events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":3}]}]}
 */
#include "collapse/json/speedscope.h"

#include "common/text/escape.h"

/* Keys of stacks from here on are titles of profiles. */
#define FIRST_TITLE ((uint64_t)1 << 63)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "ns", OPT_AT(struct speedscope_options, nanoseconds),
	 .help = "Write times in nanoseconds, not in microseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names",
	 OPT_AT(struct speedscope_options, thread_names),
	 .help = "Make the name of a profile, usually a thread, the root of its stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "locations", OPT_AT(struct speedscope_options, locations),
	 .help = "Append file and line of a function to its name"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = SPEED_ROOT},
	{SPEED_ROOT, SLICE_INIT("exporter"), .field = SPEED_EXPORTER},
	{SPEED_ROOT, SLICE_INIT("shared"), .object = SPEED_SHARED},
	{SPEED_ROOT, SLICE_INIT("profiles"), .array = SPEED_PROFILES},
	{SPEED_SHARED, SLICE_INIT("frames"), .array = SPEED_FRAMES},
	{SPEED_FRAMES, .object = SPEED_FRAME},
	{SPEED_FRAME, SLICE_INIT("name"), .field = SPEED_NAME},
	{SPEED_FRAME, SLICE_INIT("file"), .field = SPEED_FILE},
	{SPEED_FRAME, SLICE_INIT("line"), .field = SPEED_LINE},
	{SPEED_PROFILES, .object = SPEED_PROFILE},
	{SPEED_PROFILE, SLICE_INIT("name"), .field = SPEED_TITLE},
	{SPEED_PROFILE, SLICE_INIT("unit"), .field = SPEED_UNIT},
	{SPEED_PROFILE, SLICE_INIT("endValue"), .field = SPEED_END},
	{SPEED_PROFILE, SLICE_INIT("samples"), .array = SPEED_SAMPLES},
	{SPEED_PROFILE, SLICE_INIT("weights"), .array = SPEED_WEIGHTS},
	{SPEED_PROFILE, SLICE_INIT("events"), .array = SPEED_EVENTS},
	{SPEED_SAMPLES, .array = SPEED_SAMPLE},
	{SPEED_SAMPLE, .field = SPEED_INDEX},
	{SPEED_WEIGHTS, .field = SPEED_WEIGHT},
	{SPEED_EVENTS, .object = SPEED_EVENT},
	{SPEED_EVENT, SLICE_INIT("type"), .field = SPEED_TYPE},
	{SPEED_EVENT, SLICE_INIT("at"), .field = SPEED_AT},
	{SPEED_EVENT, SLICE_INIT("frame"), .field = SPEED_OF},
};

static void speedscope_enter(struct ingest_run *run, unsigned place)
{
	struct speedscope *speed = run->state;

	switch (place) {
	case SPEED_FRAME: location_reset(&speed->location); break;
	case SPEED_PROFILE: speedscope_begin(run); break;
	case SPEED_SAMPLE: speed->stack = speed->root; break;
	case SPEED_WEIGHTS: speed->has_weights = true; break;
	case SPEED_EVENT:
		speed->event_type = '\0';
		speed->event_has_at = speed->event_has_frame = false;
		break;
	}
}

/* A name that was a frame of folded text becomes the same frame again. */
static frame_id own_frame(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	struct buf *name = &text_of(run)->name;

	buf_reset(name);
	buf_add_original(name, buf_slice(&speed->location.name));
	return text_folded_frame(run, buf_slice(name));
}

static void speedscope_end_frame(struct ingest_run *run)
{
	const struct speedscope_options *options = run->options;
	struct speedscope *speed = run->state;

	speed->frames = memory_grow(speed->frames, &speed->frame_cap, speed->frame_count + 1,
				    sizeof(*speed->frames));
	speed->frames[speed->frame_count++] = speed->is_own ? own_frame(run)
							    : location_frame(run, &speed->location,
									     options->locations);
}

static void speedscope_leave(struct ingest_run *run, unsigned place)
{
	switch (place) {
	case SPEED_FRAME: speedscope_end_frame(run); break;
	case SPEED_SAMPLE: speedscope_sample(run); break;
	case SPEED_EVENT: speedscope_event(run); break;
	case SPEED_PROFILE: speedscope_end(run); break;
	}
}

static bool speedscope_take_index(struct ingest_run *run, struct slice text, uint64_t *index)
{
	if (slice_to_u64(text, index) && *index < FIRST_TITLE)
		return true;
	stream_note(run, TEXT_BAD_LINE, text);
	return false;
}

static void see_index(struct ingest_run *run, struct slice text)
{
	struct speedscope *speed = run->state;
	uint64_t index;

	if (speedscope_take_index(run, text, &index))
		speed->stack = keyed_child(&speed->stacks, speed->stack, index);
}

static void speedscope_see_value(struct ingest_run *run, unsigned field, enum json_event kind,
				 struct slice text)
{
	struct speedscope *speed = run->state;

	(void)kind;
	switch (field) {
	case SPEED_EXPORTER: speed->is_own = slice_starts(text, SLICE("flambeau ")); break;
	case SPEED_NAME: location_name(&speed->location, text); break;
	case SPEED_FILE: location_file(&speed->location, text); break;
	case SPEED_LINE: location_line(&speed->location, text); break;
	case SPEED_TITLE: speedscope_title(run, text); break;
	case SPEED_UNIT: speedscope_unit(run, text); break;
	case SPEED_END: speedscope_end_value(run, text); break;
	case SPEED_INDEX: see_index(run, text); break;
	case SPEED_WEIGHT: speedscope_weight(run, text); break;
	case SPEED_TYPE: speed->event_type = text.len == 1 ? text.ptr[0] : '\0'; break;
	case SPEED_AT: speed->event_has_at = speedscope_value(run, text, &speed->event_at); break;
	case SPEED_OF:
		speed->event_has_frame = speedscope_take_index(run, text, &speed->event_frame);
		break;
	}
}

static frame_id speedscope_name_of(struct ingest_run *run, uint64_t key)
{
	struct speedscope *speed = run->state;

	if (key >= FIRST_TITLE)
		return speed->titles[key - FIRST_TITLE];
	if (key < speed->frame_count)
		return speed->frames[key];
	stream_note(run, SPEED_NOTE_NO_FRAME, SLICE(""));
	return text_frame(run, SLICE(""));
}

void speedscope_title(struct ingest_run *run, struct slice text)
{
	const struct speedscope_options *options = run->options;
	struct speedscope *speed = run->state;

	if (label_wants(run, LABEL_THREAD))
		speed->title = text_frame(run, text);
	if (!options->thread_names)
		return;
	speed->titles = memory_grow(speed->titles, &speed->title_cap, speed->title_count + 1,
				    sizeof(*speed->titles));
	speed->titles[speed->title_count] = text_frame(run, text);
	speed->root = keyed_child(&speed->stacks, NULL, FIRST_TITLE + speed->title_count++);
}

static void count_labelled(struct ingest_run *run)
{
	struct speedscope *speed = run->state;
	size_t i;

	for (i = 0; i < speed->labelled_count; i++) {
		const struct speedscope_labelled *one = &speed->labelled[i];
		const struct weight weight = {.count = {one->weight.count, one->weight.count},
					      .scale = one->weight.scale};

		label_take_all(run);
		if (one->title != HASH_NONE)
			label_give(run, LABEL_THREAD, intern_name(&run->profile.names, one->title));
		if (one->time != LABEL_NO_TIME)
			label_give_time(run, one->time);
		keyed_count(run, one->stack, &weight, speedscope_name_of);
	}
	speed->labelled_count = 0;
}

static void speedscope_finish(struct ingest_run *run)
{
	struct speedscope *speed = run->state;

	speedscope_end(run); /* in a document that is cut off */
	count_labelled(run);
	keyed_flush(run, &speed->stacks, speedscope_name_of);
	speed->frame_count = speed->title_count = 0;
	speed->is_own = false;
	speedscope_begin(run);
}

static void speedscope_release(void *state)
{
	struct speedscope *speed = state;

	speedscope_forget_open(speed);
	keyed_release(&speed->stacks);
	location_release(&speed->location);
	free(speed->frames);
	free(speed->titles);
	free(speed->samples);
	free(speed->weights);
	free(speed->labelled);
	free(speed->open);
}

static enum probe speedscope_probe(struct slice head, bool whole)
{
	(void)whole;
	if (!document_begins(head))
		return PROBE_NO;
	return slice_contains(head, SLICE("speedscope.app/file-format-schema")) ||
			       (slice_contains(head, SLICE("\"shared\"")) &&
				slice_contains(head, SLICE("\"frames\""))) ||
			       slice_contains(head, SLICE("\"sampled\"")) ||
			       slice_contains(head, SLICE("\"evented\""))
		       ? PROBE_YES
		       : PROBE_UNSURE;
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[SPEED_NOTE_OTHER_UNIT] = {.message = "a profile of another unit than the first one",
				   .one = "profile of another unit",
				   .many = "profiles of other units",
				   .fails_strict = true},
	[SPEED_NOTE_NO_FRAME] = {.message = "a frame that is not in the list of frames",
				 .one = "frame without a name",
				 .many = "frames without names",
				 .fails_strict = true},
	[SPEED_NOTE_WEIGHTS] = {.message = "the numbers of samples and weights differ",
				.one = "profile with samples or weights that do not match",
				.many = "profiles with samples or weights that do not match",
				.fails_strict = true},
};

static const struct document_format format = {
	.rules = places,
	.rule_count = ARRAY_LEN(places),
	.enter = speedscope_enter,
	.leave = speedscope_leave,
	.value = speedscope_see_value,
	.end = speedscope_finish,
	.state_size = sizeof(struct speedscope),
	.release = speedscope_release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

static void speedscope_describe(const struct collapse_setup *setup, const struct ingest_run *run,
				struct header *header)
{
	const struct speedscope *speed = run->state;

	(void)setup;
	if (speed->kind == KIND_BYTES)
		header_add(header, HEADER_UNIT, SLICE("bytes"));
	else if (speed->kind == KIND_TIME)
		header_add(header, HEADER_UNIT,
			   speedscope_unit_of(run) == 1 ? SLICE("ns") : SLICE("us"));
}

const struct collapser collapse_speedscope = {
	.name = "speedscope",
	.summary = "folded stacks from speedscope's JSON",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct speedscope_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_THREAD),
	.document = &format,
	.read_document = document_ingest_format,
	.can_read = json_available,
	.unit = speedscope_unit_of,
	.describe = speedscope_describe,
	.probe = speedscope_probe,
};
