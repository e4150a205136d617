/* SPDX-License-Identifier: MIT */
/*
 * The format of DHAT, valgrind's heap profiler, and of dhat-rs: the places of a program that
 * allocate (program points), with sums over their blocks. A stack is a list of numbers of frames,
 * the leaf first; frame 0 is "[root]" and in no stack.
 *
 *     {"dhatFileVersion":2,"mode":"heap","bklt":true,"bkacc":true,"tu":"instrs","cmd":"./a",
 *      "pps":[{"tb":1045,"tbk":10,"gb":1045,"gbk":10,"rb":0,"wb":520,"fs":[1,2]}],
 *      "ftbl":["[root]","0x1091: leaf (a.c:3)","0x10a0: main (in /usr/bin/a)"]}
 *
 * Format: dhat/dh_main.c of valgrind, "File format".
 */
#include "collapse/json/document.h"
#include "collapse/json/number.h"

enum dhat_place {
	DHAT_ROOT = DOCUMENT_TOP + 1,
	DHAT_POINTS,
	DHAT_POINT,
	DHAT_STACK,
	DHAT_FRAMES,
};

/* In the order of --value. */
enum dhat_value {
	DHAT_TOTAL,
	DHAT_BLOCKS,
	DHAT_PEAK,
	DHAT_PEAK_BLOCKS,
	DHAT_MAX,
	DHAT_MAX_BLOCKS,
	DHAT_END,
	DHAT_END_BLOCKS,
	DHAT_READS,
	DHAT_WRITES,
	DHAT_LIFETIME,
	DHAT_VALUES,
};

enum dhat_field {
	DHAT_OF_POINT = 1, /* + enum dhat_value */
	DHAT_INDEX = DHAT_OF_POINT + DHAT_VALUES,
	DHAT_FRAME,
	DHAT_VERSION,
	DHAT_MODE,
	DHAT_COMMAND,
	DHAT_TIME_UNIT,
	DHAT_BYTES_UNIT,
	DHAT_BLOCKS_UNIT,
};

enum dhat_note {
	DHAT_NOTE_NO_FRAME = STREAM_NOTES, /* a number that is not in the table */
	DHAT_NOTE_UNKNOWN,                 /* a place without the value */
	DHAT_NOTE_NO_VALUE,                /* no place has it */
	DHAT_NOTE_NO_STACK,
	DHAT_NOTE_VERSION,
};

static const char *const value_names[] = {"total", "blocks",     "peak",     "peak-blocks",
					  "max",   "max-blocks", "end",      "end-blocks",
					  "reads", "writes",     "lifetime", NULL};
static const char *const value_helps[] = {
	"bytes that were allocated over the whole run; of a copy profile bytes that were copied",
	"blocks, or copies, over the whole run",
	"bytes at the moment when the program had most of them",
	"blocks at that moment",
	"the most bytes that each place had, each at a moment of its own: sums of them mean little",
	"blocks, likewise",
	"bytes that were not freed at the end",
	"blocks that were not freed at the end",
	"bytes that were read in the blocks",
	"bytes that were written in the blocks",
	"lifetimes of all blocks, in the time unit of the profile",
	NULL,
};

struct dhat_options {
	int value; /* enum dhat_value */
	bool locations;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "DHAT"},
	{OPT_CHOICE, .name = "value", .value = "KIND", OPT_AT(struct dhat_options, value),
	 .choices = value_names, .choice_helps = value_helps,
	 .help = "What is counted; the default is total"},
	{OPT_FLAG, .name = "locations", OPT_AT(struct dhat_options, locations),
	 .help = "Append file and line of a function to its name"},
};

/* A place that allocates. */
struct dhat_point {
	uint64_t value;
	size_t first, depth; /* of its frames, among all */
	bool has_value, has_stack;
};

struct dhat {
	struct document document;
	struct dhat_point *points;
	size_t point_count, point_cap;
	uint32_t *indices; /* frames of all stacks */
	size_t index_count, index_cap;
	frame_id *frames;
	size_t frame_count, frame_cap;
	unsigned seen; /* bits of values that some place has */
	struct buf mode, time_unit, bytes_unit, blocks_unit;
};

static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = DHAT_ROOT},
	{DHAT_ROOT, SLICE_INIT("dhatFileVersion"), .field = DHAT_VERSION},
	{DHAT_ROOT, SLICE_INIT("mode"), .field = DHAT_MODE},
	{DHAT_ROOT, SLICE_INIT("cmd"), .field = DHAT_COMMAND},
	{DHAT_ROOT, SLICE_INIT("tu"), .field = DHAT_TIME_UNIT},
	{DHAT_ROOT, SLICE_INIT("bsu"), .field = DHAT_BYTES_UNIT},
	{DHAT_ROOT, SLICE_INIT("bksu"), .field = DHAT_BLOCKS_UNIT},
	{DHAT_ROOT, SLICE_INIT("pps"), .array = DHAT_POINTS},
	{DHAT_ROOT, SLICE_INIT("ftbl"), .array = DHAT_FRAMES},
	{DHAT_ROOT, .known = SLICE_INIT("verb bklt bkacc bu tuth te tg pid Mtu")},
	{DHAT_POINTS, .object = DHAT_POINT},
	{DHAT_POINT, SLICE_INIT("fs"), .array = DHAT_STACK},
	{DHAT_POINT, SLICE_INIT("tb"), .field = DHAT_OF_POINT + DHAT_TOTAL},
	{DHAT_POINT, SLICE_INIT("tbk"), .field = DHAT_OF_POINT + DHAT_BLOCKS},
	{DHAT_POINT, SLICE_INIT("gb"), .field = DHAT_OF_POINT + DHAT_PEAK},
	{DHAT_POINT, SLICE_INIT("gbk"), .field = DHAT_OF_POINT + DHAT_PEAK_BLOCKS},
	{DHAT_POINT, SLICE_INIT("mb"), .field = DHAT_OF_POINT + DHAT_MAX},
	{DHAT_POINT, SLICE_INIT("mbk"), .field = DHAT_OF_POINT + DHAT_MAX_BLOCKS},
	{DHAT_POINT, SLICE_INIT("eb"), .field = DHAT_OF_POINT + DHAT_END},
	{DHAT_POINT, SLICE_INIT("ebk"), .field = DHAT_OF_POINT + DHAT_END_BLOCKS},
	{DHAT_POINT, SLICE_INIT("rb"), .field = DHAT_OF_POINT + DHAT_READS},
	{DHAT_POINT, SLICE_INIT("wb"), .field = DHAT_OF_POINT + DHAT_WRITES},
	{DHAT_POINT, SLICE_INIT("tl"), .field = DHAT_OF_POINT + DHAT_LIFETIME},
	{DHAT_POINT, .known = SLICE_INIT("acc")},
	{DHAT_STACK, .field = DHAT_INDEX},
	{DHAT_FRAMES, .field = DHAT_FRAME},
};

static void dhat_enter(struct ingest_run *run, unsigned place)
{
	struct dhat *dhat = run->state;

	if (place == DHAT_POINT) {
		MEMORY_ROOM(dhat->points, dhat->point_count, dhat->point_cap);
		dhat->points[dhat->point_count++] = (struct dhat_point){0};
	} else if (place == DHAT_STACK) {
		dhat->points[dhat->point_count - 1].first = dhat->index_count;
		dhat->points[dhat->point_count - 1].depth = 0;
		dhat->points[dhat->point_count - 1].has_stack = true;
	}
}

static void dhat_add_index(struct ingest_run *run, struct slice text)
{
	struct dhat *dhat = run->state;
	uint64_t index;

	if (!slice_to_u64(text, &index) || index > UINT32_MAX)
		index = UINT32_MAX;
	MEMORY_ROOM(dhat->indices, dhat->index_count, dhat->index_cap);
	dhat->indices[dhat->index_count++] = (uint32_t)index;
	dhat->points[dhat->point_count - 1].depth++;
}

/* "0x109196: leaf (a.c:3)" */
static frame_id dhat_name(struct ingest_run *run, struct slice text)
{
	const struct dhat_options *options = run->options;
	const struct slice none = {NULL, 0};
	struct slice address = SLICE(""), place = SLICE(""), name = text;
	const size_t colon = slice_search(text, SLICE(": "));
	size_t open;

	if (slice_starts(text, SLICE("0x")) && colon != SLICE_NONE) {
		address = slice_head(text, colon);
		name = slice_tail(text, colon + 2);
	}
	open = slice_group(name); /* behind a blank: names may have brackets, too */
	if (open != SLICE_NONE && open > 0 && name.ptr[open - 1] == ' ') {
		place = slice_of(name.ptr + open + 1, name.len - open - 2);
		text = name;
		name = slice_head(name, open - 1);
	}
	if (slice_equal(name, SLICE("???")) && address.len > 0)
		return text_unnamed(run, slice_skip(&place, SLICE("in ")) ? place : none, address,
				    "");
	return text_frame(run,
			  options->locations && place.len > 0 && !slice_starts(place, SLICE("in "))
				  ? text
				  : name);
}

static void dhat_add_frame(struct ingest_run *run, struct slice text)
{
	struct dhat *dhat = run->state;

	MEMORY_ROOM(dhat->frames, dhat->frame_count, dhat->frame_cap);
	dhat->frames[dhat->frame_count++] = dhat_name(run, text);
}

static void dhat_see_point(struct ingest_run *run, unsigned value, struct slice text)
{
	const struct dhat_options *options = run->options;
	struct dhat *dhat = run->state;
	struct dhat_point *point = &dhat->points[dhat->point_count - 1];

	if (slice_starts(text,
			 SLICE("-"))) /* valgrind writes -1 for accesses that it cannot know */
		return;
	dhat->seen |= 1u << value;
	if (value != (unsigned)options->value)
		return;
	point->has_value = number_count(text, 0, &point->value);
	if (!point->has_value)
		stream_note(run, TEXT_BAD_LINE, text);
}

static void dhat_see(struct ingest_run *run, unsigned field, enum json_event kind,
		     struct slice text)
{
	struct dhat *dhat = run->state;

	(void)kind;
	switch (field) {
	case DHAT_INDEX: dhat_add_index(run, text); break;
	case DHAT_FRAME: dhat_add_frame(run, text); break;
	case DHAT_VERSION:
		if (!slice_equal(text, SLICE("2")))
			stream_note(run, DHAT_NOTE_VERSION, text);
		break;
	case DHAT_MODE:
		slice_skip(&text, SLICE("rust-"));
		buf_set(&dhat->mode, text);
		break;
	case DHAT_COMMAND: header_add(&run->profile.header, HEADER_COMMAND, text); break;
	case DHAT_TIME_UNIT:
		buf_set(&dhat->time_unit,
			slice_ends(text, SLICE("\xC2\xB5s")) ? SLICE("us") : text);
		break;
	case DHAT_BYTES_UNIT: buf_set(&dhat->bytes_unit, text); break;
	case DHAT_BLOCKS_UNIT: buf_set(&dhat->blocks_unit, text); break;
	default: dhat_see_point(run, field - DHAT_OF_POINT, text);
	}
}

static void dhat_count(struct ingest_run *run, const struct dhat_point *point)
{
	struct dhat *dhat = run->state;
	size_t i;

	if (!point->has_stack)
		stream_note(run, DHAT_NOTE_NO_STACK, SLICE(""));
	if (!point->has_value)
		notes_count(&run->notes, DHAT_NOTE_UNKNOWN, 1);
	if (!point->has_value || point->value == 0 || !text_affords(run, point->depth))
		return;
	for (i = 0; i < point->depth; i++) {
		const uint32_t index = dhat->indices[point->first + i];

		if (index == 0)
			continue; /* [root] */
		if (index >= dhat->frame_count)
			stream_note(run, DHAT_NOTE_NO_FRAME, SLICE(""));
		text_push_frame(run, index < dhat->frame_count ? dhat->frames[index]
							       : text_frame(run, SLICE("")));
	}
	text_fill(run);
	text_finish(run, TEXT_LEAF_FIRST, point->value);
}

/* Report that the profile lacks the value, and what it has. */
static void dhat_say_missing(struct ingest_run *run)
{
	const struct dhat_options *options = run->options;
	const struct dhat *dhat = run->state;
	struct buf message = {0};

	buf_printf(&message, "no values for --value %s: this %.*s profile has ",
		   value_names[options->value], SLICE_ARG(buf_slice(&dhat->mode)));
	text_add_names(&message, value_names, dhat->seen, ", ");
	buf_add_text(&message, dhat->seen == 0 ? "none" : "");
	stream_note(run, DHAT_NOTE_NO_VALUE, buf_slice(&message));
	buf_release(&message);
}

static struct slice dhat_unit(const struct dhat *dhat, int value)
{
	const bool is_blocks = value % 2 == 1 && value < DHAT_READS;
	const struct slice text = buf_slice(is_blocks ? &dhat->blocks_unit : &dhat->bytes_unit);

	if (value == DHAT_LIFETIME)
		return buf_slice(&dhat->time_unit);
	if (text.len > 0)
		return text;
	return is_blocks ? SLICE("blocks") : SLICE("bytes");
}

static void dhat_end(struct ingest_run *run)
{
	const struct dhat_options *options = run->options;
	struct dhat *dhat = run->state;
	size_t i;

	if (dhat->point_count > 0 && !(dhat->seen >> options->value & 1)) {
		dhat_say_missing(run);
	} else {
		for (i = 0; i < dhat->point_count; i++)
			dhat_count(run, &dhat->points[i]);
	}
	if (dhat->point_count > 0) {
		header_add(&run->profile.header, HEADER_EVENT, buf_slice(&dhat->mode));
		header_add(&run->profile.header, HEADER_UNIT, dhat_unit(dhat, options->value));
	}
	dhat->point_count = dhat->index_count = dhat->frame_count = 0;
	dhat->seen = 0;
	buf_reset(&dhat->mode);
	buf_reset(&dhat->time_unit);
	buf_reset(&dhat->bytes_unit);
	buf_reset(&dhat->blocks_unit);
}

static void dhat_release(void *state)
{
	struct dhat *dhat = state;

	free(dhat->points);
	free(dhat->indices);
	free(dhat->frames);
	buf_release(&dhat->mode);
	buf_release(&dhat->time_unit);
	buf_release(&dhat->bytes_unit);
	buf_release(&dhat->blocks_unit);
}

static void dhat_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct dhat_options *options = setup->options;

	if (run->samples > 0 && (options->value == DHAT_MAX || options->value == DHAT_MAX_BLOCKS))
		diag_note(
			"each stack has its maximum at a moment of its own: sums of them mean little");
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[DHAT_NOTE_NO_FRAME] = {.message = "a frame that is not in the table of frames",
				.one = "frame that is missing",
				.many = "frames that are missing",
				.fails_strict = true},
	[DHAT_NOTE_UNKNOWN] = {.one = "place without the value",
			       .many = "places without the value"},
	[DHAT_NOTE_NO_VALUE] = {.message = "", .fails = NOTE_FAILS},
	[DHAT_NOTE_NO_STACK] = {.message = "a place without a stack",
				.one = "place without a stack",
				.many = "places without stacks",
				.fails_strict = true,
				.fails = NOTE_KEPT},
	[DHAT_NOTE_VERSION] = {.message = "a version of the format that this program does not know",
			       .level = DIAG_NOTES},
};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.signs =
		{
			{SLICE_INIT("\"dhatFileVersion\"")},
		},
	.enter = dhat_enter,
	.value = dhat_see,
	.end = dhat_end,
	.state_size = sizeof(struct dhat),
	.release = dhat_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_dhat = {
	.name = "dhat",
	.summary = "folded stacks from valgrind's DHAT and dhat-rs",
	.rows = COLLAPSE_OPTIONS(rows, struct dhat_options),
	.document = DOCUMENT_READER(format),
	.report = dhat_report,
};
