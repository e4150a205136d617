/* SPDX-License-Identifier: MIT */
/*
 * The xctrace format: tables of Instruments as `xctrace export` writes them, XML. A row is a
 * sample; a value equal to an earlier one is only a reference. Frames are leaf first.
 *
 *     <row><weight id="9" fmt="1.00 ms">1000000</weight><backtrace id="15"><frame id="16"
 *     name="leaf" addr="0x1"/><frame id="17" name="main"/></backtrace></row>
 *     <row><weight ref="9"/><backtrace ref="15"/></row>
 */
#include "collapse/names/tidy.h"
#include "collapse/stream.h"
#include "collapse/text.h"
#include "collapse/xml.h"

#include "common/table/hash.h"

/* The frames of a backtrace, leaf first. */
struct xctrace_stack {
	frame_id *frames;
	size_t count;
};

enum xctrace_kind { XCTRACE_NONE, XCTRACE_NAME, XCTRACE_STACK, XCTRACE_WEIGHT };

/* An element's value, for later references. */
struct xctrace_value {
	enum xctrace_kind kind;
	frame_id name; /* a frame, a thread, a process */
	uint64_t weight;
	const struct xctrace_stack *stack;
};

/* Values by their ids; zeroed it is empty. */
struct xctrace_ids {
	struct id_things values; /* struct xctrace_value */
	struct arena arena;      /* the stacks */
};

/* False if the id has a value already. */
static bool xctrace_define(struct xctrace_ids *ids, uint64_t id, const struct xctrace_value *value)
{
	if (id_things_find(&ids->values, id, sizeof(*value)))
		return false;
	memcpy(id_things_of(&ids->values, id, sizeof(*value)), value, sizeof(*value));
	return true;
}

/* NULL without, or if it is of another kind. */
static const struct xctrace_value *xctrace_find(const struct xctrace_ids *ids, uint64_t id,
						enum xctrace_kind kind)
{
	const struct xctrace_value *value = id_things_find(&ids->values, id, sizeof(*value));

	return value && value->kind == kind ? value : NULL;
}

static void xctrace_forget(struct xctrace_ids *ids)
{
	id_things_release(&ids->values);
	arena_release(&ids->arena);
}

enum xctrace_note {
	NOTE_NO_ID = STREAM_NOTES, /* refers to a missing element */
	NOTE_TWICE,
	NOTE_NO_STACK,
	NOTE_SENTINEL,
};

enum element { OTHER, ROW, BACKTRACE, TAGGED, FRAME, WEIGHT, THREAD, PROCESS };

struct xctrace_options {
	bool weight, thread_names, process_names;
};

struct xctrace {
	struct stream stream; /* its text: the frames of the backtrace being read */
	struct xctrace_ids ids;
	struct buf number;                       /* the weight being read */
	struct buf clean;                        /* a name being made readable */
	struct unused unused;                    /* elements of backtraces */
	uint64_t weight_id, stack_id, tagged_id; /* 0: none */
	bool in_row, in_stack, in_tagged, in_weight;

	/* of the row */
	const struct xctrace_stack *stack;
	frame_id thread, process;
	bool has_thread, has_process, has_weight, is_sentinel;
	uint64_t weight;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "weight", OPT_AT(struct xctrace_options, weight),
	 .help = "Count the weights of the samples, usually nanoseconds"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "process-names",
	 OPT_AT(struct xctrace_options, process_names),
	 .help = "Make the process the root of its stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "thread-names", OPT_AT(struct xctrace_options, thread_names),
	 .help = "Make the thread the root of its stacks, below the process"},
};

static enum element element_of(struct slice name)
{
	static const struct {
		struct slice name;
		enum element element;
	} elements[] = {
		{SLICE_INIT("frame"), FRAME},     {SLICE_INIT("row"), ROW},
		{SLICE_INIT("weight"), WEIGHT},   {SLICE_INIT("backtrace"), BACKTRACE},
		{SLICE_INIT("thread"), THREAD},   {SLICE_INIT("tagged-backtrace"), TAGGED},
		{SLICE_INIT("process"), PROCESS}, {SLICE_INIT("cycle-weight"), WEIGHT},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(elements); i++) {
		if (slice_equal(name, elements[i].name))
			return elements[i].element;
	}
	return OTHER;
}

/* A number in an attribute; 0 without, and noted if it is none. */
static uint64_t take_id(struct ingest_run *run, const char *name)
{
	struct xctrace *xctrace = run->state;
	struct slice text;
	uint64_t id = 0;

	if (!xml_attribute(xctrace->stream.reader, name, &text))
		return 0;
	if (!slice_to_u64(text, &id) || id == 0)
		stream_note(run, TEXT_BAD_LINE, text);
	return id;
}

static void define(struct ingest_run *run, uint64_t id, const struct xctrace_value *value)
{
	struct xctrace *xctrace = run->state;

	if (id != 0 && !xctrace_define(&xctrace->ids, id, value))
		stream_note(run, NOTE_TWICE, SLICE(""));
}

/* The value that `ref` refers to; an empty value, and a note, if it is missing. */
static struct xctrace_value refer(struct ingest_run *run, uint64_t ref, enum xctrace_kind kind)
{
	struct xctrace *xctrace = run->state;
	const struct xctrace_value *value = xctrace_find(&xctrace->ids, ref, kind);

	if (value)
		return *value;
	stream_note(run, NOTE_NO_ID, SLICE(""));
	return (struct xctrace_value){.kind = XCTRACE_NONE};
}

/* A frame, a thread or a process, whose name is in `attribute`. */
static frame_id xctrace_take_name(struct ingest_run *run, const char *attribute)
{
	struct xctrace *xctrace = run->state;
	struct xctrace_value value = {.kind = XCTRACE_NAME};
	struct slice name = SLICE("");
	uint64_t ref = take_id(run, "ref");

	if (ref != 0) {
		value = refer(run, ref, XCTRACE_NAME);
		return value.kind == XCTRACE_NAME ? value.name : text_frame(run, SLICE(""));
	}
	if (!xml_attribute(xctrace->stream.reader, attribute, &name))
		stream_note(run, TEXT_BAD_LINE, SLICE("no name"));
	buf_reset(&xctrace->clean);
	if (tidy_rust(&xctrace->clean, name, true))
		name = buf_slice(&xctrace->clean);
	value.name = text_frame(run, name);
	define(run, take_id(run, "id"), &value);
	return value.name;
}

static void open_stack(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;
	uint64_t ref = take_id(run, "ref");

	xctrace->in_stack = ref == 0;
	xctrace->stack_id = take_id(run, "id");
	text_cut(run, 0);
	if (ref != 0)
		xctrace->stack = refer(run, ref, XCTRACE_STACK).stack;
}

/* The frames that were read are the stack of the row, which may have an id. */
static void xctrace_keep_stack(struct ingest_run *run, uint64_t id)
{
	struct xctrace *xctrace = run->state;
	struct text *text = text_of(run);
	struct xctrace_stack *stack;
	struct xctrace_value value = {.kind = XCTRACE_STACK};

	text_fill(run);
	stack = arena_alloc(&xctrace->ids.arena, sizeof(*stack));
	stack->count = text->count;
	stack->frames = arena_alloc(&xctrace->ids.arena, text->count * sizeof(*stack->frames));
	memcpy(stack->frames, text->frames, text->count * sizeof(*stack->frames));
	text_cut(run, 0);
	xctrace->stack = value.stack = stack;
	define(run, id, &value);
}

/* Only the outermost of a row counts: the others are parts of it. */
static void close_stack(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;

	if (!xctrace->in_stack)
		return;
	xctrace->in_stack = false;
	xctrace_keep_stack(run, xctrace->stack_id);
}

static void open_tagged(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;
	uint64_t ref = take_id(run, "ref");

	xctrace->tagged_id = take_id(run, "id");
	xctrace->in_tagged = ref == 0;
	text_cut(run, 0);
	if (ref != 0)
		xctrace->stack = refer(run, ref, XCTRACE_STACK).stack;
}

/* Xcode 27 has the frames in it, older ones a backtrace. */
static void close_tagged(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;
	const struct xctrace_value value = {.kind = XCTRACE_STACK, .stack = xctrace->stack};

	if (xctrace->in_tagged && text_of(run)->count > 0)
		xctrace_keep_stack(run, xctrace->tagged_id);
	else if (xctrace->stack)
		define(run, xctrace->tagged_id, &value);
	xctrace->in_tagged = false;
	xctrace->tagged_id = 0;
}

/* What weights are, by the text that the table shows for one: fmt="1.00 ms", fmt="48 Bytes". */
static void see_unit(struct ingest_run *run)
{
	static const struct {
		struct slice end, unit;
	} units[] = {
		{SLICE_INIT("Bytes"), SLICE_INIT("bytes")},
		{SLICE_INIT("iB"), SLICE_INIT("bytes")},
		{SLICE_INIT("KB"), SLICE_INIT("bytes")},
		{SLICE_INIT("MB"), SLICE_INIT("bytes")},
		{SLICE_INIT("GB"), SLICE_INIT("bytes")},
		{SLICE_INIT("cycles"), SLICE_INIT("cycles")},
		{SLICE_INIT("s"), SLICE_INIT("ns")},
		{SLICE_INIT("min"), SLICE_INIT("ns")},
		{SLICE_INIT("h"), SLICE_INIT("ns")},
	};
	const struct xctrace *xctrace = run->state;
	struct slice text;
	size_t i;

	if (!xml_attribute(xctrace->stream.reader, "fmt", &text))
		return;
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_ends(text, units[i].end)) {
			header_add(&run->profile.header, HEADER_UNIT, units[i].unit);
			return;
		}
	}
}

static void open_weight(struct ingest_run *run)
{
	const struct xctrace_options *options = run->options;
	struct xctrace *xctrace = run->state;
	uint64_t ref = take_id(run, "ref");
	struct xctrace_value value;

	xctrace->weight_id = take_id(run, "id");
	xctrace->in_weight = ref == 0;
	buf_reset(&xctrace->number);
	if (ref == 0 && options->weight)
		see_unit(run);
	if (ref == 0)
		return;
	value = refer(run, ref, XCTRACE_WEIGHT);
	xctrace->has_weight = value.kind == XCTRACE_WEIGHT;
	xctrace->weight = value.weight;
}

static void close_weight(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;
	struct xctrace_value value = {.kind = XCTRACE_WEIGHT};
	struct slice number = slice_trim(buf_slice(&xctrace->number));

	if (!xctrace->in_weight)
		return;
	xctrace->in_weight = false;
	if (!slice_to_u64(number, &value.weight)) {
		stream_note(run, TEXT_BAD_LINE, number);
		return;
	}
	xctrace->has_weight = true;
	xctrace->weight = value.weight;
	define(run, xctrace->weight_id, &value);
}

static void open_row(struct xctrace *xctrace)
{
	xctrace->in_row = true;
	xctrace->stack = NULL;
	xctrace->has_thread = xctrace->has_process = xctrace->has_weight = false;
	xctrace->is_sentinel = false;
	xctrace->in_stack = xctrace->in_tagged = xctrace->in_weight = false;
}

static void close_row(struct ingest_run *run)
{
	const struct xctrace_options *options = run->options;
	struct xctrace *xctrace = run->state;
	const struct xctrace_stack *stack = xctrace->stack;
	size_t i;

	xctrace->in_row = false;
	stream_update_line(run);
	if (!stack) {
		stream_note(run, xctrace->is_sentinel ? NOTE_SENTINEL : NOTE_NO_STACK, SLICE(""));
		return;
	}
	if (options->weight && !xctrace->has_weight) {
		stream_note(run, TEXT_SKIPPED, SLICE("no weight"));
		return;
	}
	if (!text_affords(run, stack->count))
		return;
	text_cut(run, 0);
	for (i = 0; i < stack->count; i++)
		text_push_frame(run, stack->frames[i]);
	if (options->thread_names && xctrace->has_thread)
		text_push_frame(run, xctrace->thread);
	if (options->process_names && xctrace->has_process)
		text_push_frame(run, xctrace->process);
	text_finish(run, TEXT_LEAF_FIRST, options->weight ? xctrace->weight : 1);
}

static void xctrace_see_open(void *state, struct piece_reader *reader, struct slice name)
{
	struct xctrace *xctrace = state;
	struct ingest_run *run = xctrace->stream.run;

	(void)reader;
	switch (element_of(name)) {
	case ROW: open_row(xctrace); return;
	case FRAME:
		if (xctrace->in_stack || xctrace->in_tagged)
			text_push_frame(run, xctrace_take_name(run, "name"));
		return;
	case OTHER:
		xctrace->is_sentinel |= slice_equal(name, SLICE("sentinel"));
		if ((xctrace->in_stack || xctrace->in_tagged) &&
		    !unused_is_listed(SLICE("binary source path text-addresses"), name))
			unused_add(&xctrace->unused, "element", name);
		return;
	default: break;
	}
	if (!xctrace->in_row || xctrace->in_stack)
		return;
	switch (element_of(name)) {
	case BACKTRACE: open_stack(run); break;
	case TAGGED: open_tagged(run); break;
	case WEIGHT: open_weight(run); break;
	case THREAD:
		xctrace->thread = xctrace_take_name(run, "fmt");
		xctrace->has_thread = true;
		break;
	case PROCESS:
		xctrace->process = xctrace_take_name(run, "fmt");
		xctrace->has_process = true;
		break;
	default: break;
	}
}

static void xctrace_see_close(void *state, struct slice name)
{
	struct xctrace *xctrace = state;
	struct ingest_run *run = xctrace->stream.run;

	if (!xctrace->in_row)
		return;
	switch (element_of(name)) {
	case ROW: close_row(run); break;
	case BACKTRACE: close_stack(run); break;
	case TAGGED: close_tagged(run); break;
	case WEIGHT: close_weight(run); break;
	default: break;
	}
}

static void xctrace_see_text(void *state, struct slice text)
{
	struct xctrace *xctrace = state;
	const size_t most = 64; /* no number is longer */

	if (xctrace->in_weight && xctrace->number.len < most)
		buf_add(&xctrace->number, text);
}

static void xctrace_see_end(void *state)
{
	struct xctrace *xctrace = state;

	if (xctrace->in_row)
		stream_note(xctrace->stream.run, TEXT_UNFINISHED, SLICE(""));
	text_tell_unused(xctrace->stream.run, &xctrace->unused);
	xctrace->in_row = xctrace->in_stack = xctrace->in_tagged = xctrace->in_weight = false;
	xctrace_forget(&xctrace->ids);
	text_cut(xctrace->stream.run, 0);
}

static const struct xml_handler handler = {xctrace_see_open, xctrace_see_close, xctrace_see_text,
					   xctrace_see_end};

static void init(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;

	xctrace->stream.reader = xml_new(&handler, xctrace);
}

static void xctrace_release(struct ingest_run *run)
{
	struct xctrace *xctrace = run->state;

	xml_free(xctrace->stream.reader);
	xctrace_forget(&xctrace->ids);
	buf_release(&xctrace->number);
	buf_release(&xctrace->clean);
	stream_release(&xctrace->stream);
}

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[NOTE_NO_ID] = {.message = "refers to a missing element",
			.one = "reference to a missing element",
			.many = "references to missing elements",
			.fails_strict = true},
	[NOTE_TWICE] = {.message = "an id that is used twice",
			.one = "id that is used twice",
			.many = "ids that are used twice",
			.fails_strict = true},
	[NOTE_NO_STACK] = {.one = "row without a backtrace", .many = "rows without a backtrace"},
	[NOTE_SENTINEL] = {.one = "row whose backtrace is missing",
			   .many = "rows whose backtraces are missing",
			   .level = DIAG_NOTES},
};

static const struct ingest_format format = {
	.records = {.next = input_anywhere},
	.in_order = true,
	.parse = stream_parse,
	.state_size = sizeof(struct xctrace),
	.init = init,
	.finish = stream_finish,
	.release = xctrace_release,
	.kinds = TEXT_KINDS(kinds),
};

static enum probe xctrace_probe(struct slice head, bool whole)
{
	(void)whole;
	if (slice_contains(head, SLICE("<trace-query-result")))
		return PROBE_YES;
	return slice_find(head, '<') == SLICE_NONE ? PROBE_NO : PROBE_UNSURE;
}

const struct collapser collapse_xctrace = {
	.name = "xctrace",
	.summary = "folded stacks from tables that xctrace exports (Instruments)",
	.rows = COLLAPSE_OPTIONS(rows, struct xctrace_options),
	.can_read = xml_available,
	.reader = &format,
	.probe = xctrace_probe,
};
