/* SPDX-License-Identifier: MIT */
#include "diff/diff_lines.h"

#include "common/base/diag.h"
#include "common/base/utf8.h"
#include "common/folded/folded_count.h"
#include "common/text/escape.h"

enum lines_note { NOTE_BAD_LINE, NOTE_ROUNDED, NOTE_DEEP };

/* One a worker: blocks that grow. */
struct lines_state {
	frame_id *frames;
	size_t cap;
	struct buf text; /* of a stack with bytes replaced */
};

static void init(struct ingest_run *run)
{
	run->state = memory_get(sizeof(struct lines_state));
	*(struct lines_state *)run->state = (struct lines_state){0};
}

static void release(struct ingest_run *run)
{
	struct lines_state *state = run->state;

	if (!state)
		return;
	free(state->frames);
	buf_release(&state->text);
	free(state);
	run->state = NULL;
}

static bool is_ascii(char c)
{
	return (unsigned char)c < 0x80;
}

static struct slice replace_bytes(struct slice text, struct buf *buf)
{
	if (slice_all(text, is_ascii))
		return text;
	buf_reset(buf);
	while (text.len > 0) {
		if (is_ascii(text.ptr[0])) {
			buf_add_char(buf, text.ptr[0]);
			text = slice_tail(text, 1);
		} else {
			buf_add_code(buf, utf8_next(&text));
		}
	}
	return buf_slice(buf);
}

/* Every frame counts, also empty ones, so that the text can be had again. */
static void add_stack(struct ingest_run *run, struct slice stack, uint64_t count)
{
	struct lines_state *state = run->state;
	struct slice name, whole = stack;
	bool more = stack.len > 0;
	uint32_t depth = 0;

	while (more && depth < LIMIT_DEPTH) {
		more = slice_cut(&stack, ';', &name);
		state->frames = memory_grow(state->frames, &state->cap, depth + 1u,
					    sizeof(*state->frames));
		state->frames[depth++] = profile_frame(&run->profile, more ? name : stack);
	}
	if (more)
		ingest_note(run, NOTE_DEEP, whole);
	profile_add_count(&run->profile, state->frames, depth, count);
}

static void parse_line(struct ingest_run *run, struct slice line)
{
	struct lines_state *state = run->state;
	struct slice stack = line;
	struct folded_number number;

	if (!folded_take_whole(&stack, &number)) {
		ingest_note(run, NOTE_BAD_LINE, line);
		return;
	}
	if (number.rounded)
		ingest_note(run, NOTE_ROUNDED, line);
	run->samples++;
	add_stack(run, replace_bytes(stack, &state->text), number.value);
}

static void parse(struct ingest_run *run, struct slice records)
{
	struct slice line;

	for (; slice_line(&records, &line); run->line++) {
		slice_drop(&line, SLICE("\r"));
		parse_line(run, line);
	}
}

static const struct note_kind kinds[] = {
	[NOTE_BAD_LINE] = {"no count at the end of the line", "line without a count",
			   "lines without a count", DIAG_WARNINGS, false, false},
	[NOTE_ROUNDED] = {"decimals of the count are dropped", NULL, NULL, DIAG_WARNINGS, false,
			  false},
	[NOTE_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
		       false, false},
};

const struct ingest_format diff_lines_format = {
	.next_record = input_next_line,
	.parse = parse,
	.init = init,
	.release = release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};
