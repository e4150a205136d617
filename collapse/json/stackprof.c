/* SPDX-License-Identifier: MIT */
/*
 * The stackprof format: profiles of Ruby's stackprof as JSON. The stacks are in one list of
 * numbers: depth, the frames from the root on, how often in a row, and so on.
 *
 *     {"mode":"wall","samples":5,"frames":{"7":{"name":"main"},"8":{"name":"Tree#insert"}},
 *      "raw":[1,7,2,2,7,8,3]}
 */
#include "collapse/json/document.h"
#include "collapse/json/id_stacks.h"

enum place { ROOT = DOCUMENT_TOP + 1, FRAMES, FRAME, RAW };

enum field {
	FIELD_NAME = 1,
	FIELD_FILE,
	FIELD_LINE,
	FIELD_RAW,
	FIELD_MODE,
	FIELD_INTERVAL,
	FIELD_SAMPLES,
	FIELD_MISSED
};

enum stackprof_note {
	NOTE_NO_RAW = STREAM_NOTES, /* only sums of functions */
	NOTE_NO_FRAME,              /* a frame that is not among the frames */
	NOTE_MISSED,
};

/* The meaning of the list's next number. */
enum next { NEXT_DEPTH, NEXT_FRAME, NEXT_COUNT };

struct stackprof_options {
	bool locations;
};

struct stackprof {
	struct document document;
	struct location location; /* of the frame being read */
	struct id_things frames;  /* each a frame_id */
	bool has_frames, has_raw;
	uint64_t interval; /* between samples: microseconds, but of objects their number */

	struct id_stacks stacks;
	enum next next;
	uint64_t left; /* frames of the stack */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "locations", OPT_AT(struct stackprof_options, locations),
	 .help = "Append file and line of a method to its name"},
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = ROOT},
	{ROOT, SLICE_INIT("mode"), .field = FIELD_MODE},
	{ROOT, SLICE_INIT("interval"), .field = FIELD_INTERVAL},
	{ROOT, SLICE_INIT("samples"), .field = FIELD_SAMPLES},
	{ROOT, SLICE_INIT("missed_samples"), .field = FIELD_MISSED},
	{ROOT, SLICE_INIT("frames"), .object = FRAMES},
	{ROOT, SLICE_INIT("raw"), .array = RAW},
	{ROOT, .known = SLICE_INIT("version gc_samples metadata raw_lines raw_timestamp_deltas "
				   "raw_sample_timestamps")},
	{FRAMES, .any = true, .object = FRAME},
	{FRAME, SLICE_INIT("name"), .field = FIELD_NAME},
	{FRAME, SLICE_INIT("file"), .field = FIELD_FILE},
	{FRAME, SLICE_INIT("line"), .field = FIELD_LINE},
	{FRAME, .known = SLICE_INIT("samples total_samples edges lines")},
	{RAW, .field = FIELD_RAW},
};

static void stackprof_end_frame(struct ingest_run *run)
{
	const struct stackprof_options *options = run->options;
	struct stackprof *stackprof = run->state;
	uint64_t key;

	if (!slice_to_u64(document_key(run), &key)) {
		stream_note(run, TEXT_BAD_LINE, document_key(run));
		return;
	}
	if (ids_find(&stackprof->frames.ids, key) == IDS_NONE)
		*(frame_id *)id_things_of(&stackprof->frames, key, sizeof(frame_id)) =
			location_frame(run, &stackprof->location, options->locations);
}

static void see_raw(struct ingest_run *run, struct slice text)
{
	struct stackprof *stackprof = run->state;
	struct id_stacks *stacks = &stackprof->stacks;
	uint32_t stack;
	uint64_t number;

	if (!slice_to_u64(text, &number)) {
		stream_note(run, TEXT_BAD_LINE, text);
		number = 0;
	}
	switch (stackprof->next) {
	case NEXT_DEPTH:
		id_stacks_begin(stacks, ID_STACKS_NONE);
		stackprof->left = number;
		stackprof->next = number > 0 ? NEXT_FRAME : NEXT_COUNT;
		break;
	case NEXT_FRAME:
		id_stacks_push(stacks, number);
		if (--stackprof->left == 0)
			stackprof->next = NEXT_COUNT;
		break;
	case NEXT_COUNT:
		stackprof->next = NEXT_DEPTH;
		stack = id_stacks_end(stacks);
		if (stack == ID_STACKS_NONE)
			stream_note(run, TEXT_BAD_LINE, text);
		else if (!id_stacks_add(stacks, stack, number))
			stream_note(run, TEXT_HUGE, text);
		break;
	}
}

static void stackprof_enter(struct ingest_run *run, unsigned place)
{
	struct stackprof *stackprof = run->state;

	if (place == FRAME)
		location_reset(&stackprof->location);
	else if (place == FRAMES)
		stackprof->has_frames = true;
	else if (place == RAW)
		stackprof->has_raw = true;
}

static void stackprof_leave(struct ingest_run *run, unsigned place)
{
	if (place == FRAME)
		stackprof_end_frame(run);
}

static void stackprof_value(struct ingest_run *run, unsigned field, enum json_event kind,
			    struct slice text)
{
	struct stackprof *stackprof = run->state;
	struct header *header = &run->profile.header;

	(void)kind;
	switch (field) {
	case FIELD_NAME: location_name(&stackprof->location, text); break;
	case FIELD_FILE: location_file(&stackprof->location, text); break;
	case FIELD_LINE: location_line(&stackprof->location, text); break;
	case FIELD_RAW: see_raw(run, text); break;
	case FIELD_MODE: header_add(header, HEADER_EVENT, text); break;
	case FIELD_INTERVAL: slice_to_u64(text, &stackprof->interval); break;
	case FIELD_SAMPLES: header_add(header, HEADER_SAMPLES, text); break;
	case FIELD_MISSED:
		header_add(header, HEADER_LOST, text);
		notes_count_lost(&run->notes, NOTE_MISSED, text);
		break;
	}
}

static frame_id stackprof_name_of(struct ingest_run *run, uint64_t key)
{
	struct stackprof *stackprof = run->state;
	const frame_id *frame = id_things_find(&stackprof->frames, key, sizeof(*frame));

	if (frame)
		return *frame;
	stream_note(run, NOTE_NO_FRAME, SLICE(""));
	return text_frame(run, SLICE(""));
}

static void stackprof_forget(struct stackprof *stackprof)
{
	id_things_release(&stackprof->frames);
	id_stacks_release(&stackprof->stacks);
	stackprof->has_frames = stackprof->has_raw = false;
	stackprof->next = NEXT_DEPTH;
}

static void stackprof_describe(struct ingest_run *run)
{
	const uint64_t interval = ((struct stackprof *)run->state)->interval, second = 1000000;
	struct header *header = &run->profile.header;
	const struct slice mode = header_value(header, HEADER_EVENT);

	header_add(header, HEADER_UNIT, SLICE("samples"));
	if (interval > 0 && interval <= second &&
	    (slice_equal(mode, SLICE("wall")) || slice_equal(mode, SLICE("cpu"))))
		header_add_number(header, HEADER_FREQUENCY, (second + interval / 2) / interval);
}

static void stackprof_end(struct ingest_run *run)
{
	struct stackprof *stackprof = run->state;

	if (stackprof->next != NEXT_DEPTH)
		stream_note(run, TEXT_UNFINISHED, SLICE(""));
	if (stackprof->has_frames && !stackprof->has_raw)
		stream_note(run, NOTE_NO_RAW, SLICE(""));
	stackprof_describe(run);
	id_stacks_flush(run, &stackprof->stacks, stackprof_name_of);
	stackprof_forget(stackprof);
}

static void stackprof_release(void *state)
{
	struct stackprof *stackprof = state;

	stackprof_forget(stackprof);
	location_release(&stackprof->location);
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[NOTE_NO_RAW] = {.message = "no stacks here: it was recorded without raw: true",
			 .one = "profile without stacks",
			 .many = "profiles without stacks",
			 .fails = NOTE_FAILS},
	[NOTE_NO_FRAME] = {.message = "a frame that is not in the list of frames",
			   .one = "frame without a name",
			   .many = "frames without a name",
			   .fails_strict = true},
	[NOTE_MISSED] = {.one = "sample that stackprof missed",
			 .many = "samples that stackprof missed"},
};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.signs =
		{
			{SLICE_INIT("\"gc_samples\"")},
		},
	.enter = stackprof_enter,
	.leave = stackprof_leave,
	.value = stackprof_value,
	.end = stackprof_end,
	.state_size = sizeof(struct stackprof),
	.release = stackprof_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_stackprof = {
	.name = "stackprof",
	.summary = "folded stacks from profiles of Ruby's stackprof",
	.rows = COLLAPSE_OPTIONS(rows, struct stackprof_options),
	.document = DOCUMENT_READER(format),
};
