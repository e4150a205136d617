/* SPDX-License-Identifier: MIT */
/*
 * What memleak of bcc prints: at each interval all memory that was not freed up to then, by stack,
 * leaf first. A block is a new state of the program, so the last one of a file counts.
 *
 *     [10:00:05] Top 2 stacks with outstanding allocations:
 *     	4096 bytes in 4 allocations from stack
 *     		0x000055d0a1b2c3d4	grow+0x14 [shop]
 *     		0x000055d0a1b2c3e4	main+0x24 [shop]
 */
#include "collapse/text.h"

struct memleak_options {
	int value; /* enum memleak_value */
};

enum memleak_value { MEMLEAK_BYTES, MEMLEAK_ALLOCATIONS };

enum { MEMLEAK_EMPTY = TEXT_NOTES };

/* A stack of the block, leaf first. */
struct memleak_stack {
	frame_id *frames;
	size_t depth;
	uint64_t count;
	struct memleak_stack *next;
};

struct memleak {
	struct text text; /* the stack being read */
	uint64_t count;
	bool in_block, in_stack;
	struct arena arena; /* of the block */
	struct memleak_stack *first, **last;
};

/* Keep the stack that was read. */
static void memleak_end_stack(struct ingest_run *run)
{
	struct memleak *memleak = run->state;
	struct memleak_stack *stack;

	if (!memleak->in_stack)
		return;
	memleak->in_stack = false;
	text_fill(run);
	stack = arena_alloc(&memleak->arena, sizeof(*stack));
	*stack = (struct memleak_stack){
		.frames = arena_alloc(&memleak->arena,
				      memleak->text.count * sizeof(*stack->frames)),
		.depth = memleak->text.count,
		.count = memleak->count,
	};
	memcpy(stack->frames, memleak->text.frames, stack->depth * sizeof(*stack->frames));
	if (!memleak->first)
		memleak->last = &memleak->first;
	*memleak->last = stack;
	memleak->last = &stack->next;
	text_cut(run, 0);
}

static void memleak_forget(struct memleak *memleak)
{
	arena_release(&memleak->arena);
	memleak->first = NULL;
}

/* The file ends: its last block counts. */
static void memleak_end(struct ingest_run *run)
{
	struct memleak *memleak = run->state;
	const struct memleak_stack *stack;
	size_t i;

	memleak_end_stack(run);
	if (memleak->in_block && !memleak->first)
		text_note(run, MEMLEAK_EMPTY,
			  SLICE("the last block has no stacks: nothing was outstanding then"));
	for (stack = memleak->first; stack; stack = stack->next) {
		for (i = 0; i < stack->depth; i++)
			text_push_frame(run, stack->frames[i]);
		text_finish(run, TEXT_LEAF_FIRST, stack->count);
	}
	memleak_forget(memleak);
	memleak->in_block = false;
}

/* "[10:00:05] Top 2 stacks with outstanding allocations:" */
static bool memleak_is_block(struct slice line)
{
	return slice_skip(&line, SLICE("[")) && slice_contains(line, SLICE("] Top ")) &&
	       slice_ends(line, SLICE(" stacks with outstanding allocations:"));
}

/* "4096 bytes in 4 allocations from stack" */
static bool memleak_take_counts(struct slice line, uint64_t count[2])
{
	struct slice word;

	if (!slice_word(&line, &word) || !slice_to_u64(word, &count[MEMLEAK_BYTES]) ||
	    !slice_skip(&line, SLICE(" bytes in ")) || !slice_word(&line, &word) ||
	    !slice_to_u64(word, &count[MEMLEAK_ALLOCATIONS]))
		return false;
	return slice_equal(slice_trim(line), SLICE("allocations from stack"));
}

static bool memleak_is_stack(struct slice line)
{
	uint64_t count[2];

	return memleak_take_counts(slice_trim_left(line), count);
}

/* "0x000055d0a1b2c3d4	grow+0x14 [shop]" */
static struct slice memleak_name(struct slice line)
{
	struct slice rest = line, address;
	size_t at;

	if (slice_cut(&rest, '\t', &address) && slice_starts(address, SLICE("0x")))
		line = slice_trim_left(rest);
	at = slice_rsearch(line, SLICE(" ["));
	if (at != SLICE_NONE && at > 0 && slice_ends(line, SLICE("]")))
		line = slice_head(line, at);
	at = slice_rsearch(line, SLICE("+0x"));
	if (at != SLICE_NONE && at > 0)
		line = slice_head(line, at);
	return slice_equal(line, SLICE("[unknown]")) ? SLICE("") : line;
}

static void memleak_line(struct ingest_run *run, struct slice line)
{
	const struct memleak_options *options = run->options;
	struct memleak *memleak = run->state;
	const struct slice rest = slice_trim(line);
	uint64_t count[2];

	if (memleak_is_block(line)) {
		text_cut(run, 0);
		memleak_forget(memleak);
		memleak->in_block = true;
		memleak->in_stack = false;
	} else if (!memleak->in_block || rest.len == 0) {
		return; /* "Attaching to pid 4242, Ctrl+C to quit." */
	} else if (slice_starts(line, SLICE("\t\t")) && memleak->in_stack) {
		text_push(run, memleak_name(rest));
	} else if (slice_starts(line, SLICE("\t")) && memleak_take_counts(rest, count)) {
		memleak_end_stack(run);
		memleak->in_stack = true;
		memleak->count = count[options->value];
	} else {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static bool memleak_prepare(struct collapse_setup *setup)
{
	const struct memleak_options *options = setup->options;

	setup->counts = options->value == MEMLEAK_BYTES ? "bytes" : "allocations";
	return true;
}

static const char *const values[] = {
	[MEMLEAK_BYTES] = "bytes", [MEMLEAK_ALLOCATIONS] = "allocations", NULL};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_CHOICE, FAMILY_OWN, .name = "value", .value = "VALUE",
	 OPT_AT(struct memleak_options, value), .choices = values,
	 .help = "Count bytes or allocations that were not freed"},
};

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[MEMLEAK_EMPTY] = {.message = "", .fails = NOTE_KEPT},
};

static const struct text_format format = {
	.kinds = TEXT_KINDS(kinds),
	.line = memleak_line,
	.end = memleak_end,
	.state_size = sizeof(struct memleak),
	.owns = {TEXT_OWNS(ARENA, struct memleak, arena)},
};

const struct collapser collapse_memleak = {
	.name = "memleak",
	.summary = "folded stacks from bcc's memleak",
	.rows = COLLAPSE_OPTIONS(rows, struct memleak_options),
	.text = &format,
	.prepare = memleak_prepare,
	.signs = {memleak_is_block, memleak_is_stack},
};
