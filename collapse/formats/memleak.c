/* SPDX-License-Identifier: MIT */
/*
 * What memleak of bcc prints: at each interval all memory that was not freed up to then, by stack,
 * leaf first. A block is a new state of the program, so the last one of a file counts.
 *
 *     [10:00:05] Top 2 stacks with outstanding allocations:
 *     	4096 bytes in 4 allocations from stack
 *     		0x000055d0a1b2c3d4	grow+0x14 [shop]
 *     		0x000055d0a1b2c3e4	main+0x24 [shop]
 *
 * What memleak of libbpf-tools prints is nearer to the margin, and its frames are
 * "	0 [<000055d0a1b2c3d4>] grow+0x14 [/opt/shop]". Text that was copied from a terminal has blanks
 * for tabs.
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
	slice_skip(&line, TEXT_INTERRUPT);
	line = slice_trim(line);
	return slice_skip(&line, SLICE("[")) && slice_contains(line, SLICE("] Top ")) &&
	       slice_ends(line, SLICE(" stacks with outstanding allocations:"));
}

/* "4096 bytes in 4 allocations from stack" */
static bool memleak_take_counts(struct slice line, uint64_t count[2])
{
	struct slice word;

	line = slice_trim(line);
	if (!slice_word(&line, &word) || !slice_to_u64(word, &count[MEMLEAK_BYTES]) ||
	    !slice_skip(&line, SLICE(" bytes in ")) || !slice_word(&line, &word) ||
	    !slice_to_u64(word, &count[MEMLEAK_ALLOCATIONS]))
		return false;
	return slice_equal(slice_trim(line), SLICE("allocations from stack"));
}

static bool memleak_is_stack(struct slice line)
{
	uint64_t count[2];

	return memleak_take_counts(line, count);
}

/* Take "0x000055d0a1b2c3d4", or "12 [<000055d0a1b2c3d4>]" off the front, with the blanks after it. */
static struct slice memleak_drop_address(struct slice line)
{
	struct slice rest = line, number, address;

	if (!slice_word(&rest, &number))
		return line;
	if (slice_skip(&number, SLICE("0x")) && slice_is_hex(number))
		return slice_trim_left(rest);
	if (slice_is_number(number) && slice_word(&rest, &address) &&
	    slice_starts(address, SLICE("[<")) && slice_ends(address, SLICE(">]")))
		return slice_trim_left(rest);
	return line;
}

/* "grow+0x14 [shop]" */
static struct slice memleak_name(struct slice line)
{
	size_t at;

	line = memleak_drop_address(line);
	if (slice_equal(line, SLICE("[unknown]")) || slice_equal(line, SLICE("<null sym>")))
		return SLICE("");
	at = slice_rsearch(line, SLICE("["));
	if (at != SLICE_NONE && (at == 0 || line.ptr[at - 1] == ' ') &&
	    slice_ends(line, SLICE("]")))
		line = slice_trim_right(slice_head(line, at));
	at = slice_rsearch(line, SLICE("+0x"));
	if (at != SLICE_NONE && at > 0)
		line = slice_head(line, at);
	return slice_equal(line, SLICE("[unknown]")) ? SLICE("") : line;
}

/* "addr = 7f8f704732b0 size = 8192" of -a, which the sum of its stack has; "done" at the end. */
static bool memleak_is_beside(struct slice line)
{
	return slice_equal(line, SLICE("done")) ||
	       (slice_starts(line, SLICE("addr = ")) && slice_contains(line, SLICE(" size = ")));
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
	} else if (!memleak->in_block || rest.len == 0 || memleak_is_beside(rest)) {
		return; /* "Attaching to pid 4242, Ctrl+C to quit." */
	} else if (memleak_take_counts(rest, count)) {
		memleak_end_stack(run);
		memleak->in_stack = true;
		memleak->count = count[options->value];
	} else if (memleak->in_stack && char_is_blank(line.ptr[0])) {
		text_push(run, memleak_name(rest));
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
