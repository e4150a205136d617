/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"

#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/folded/folded_frames.h"
#include "common/folded/folded_labels.h"

/*
 * The fast path, valid for all grammars, which fits most lines: a stack that needs no trimming and
 * does not end in a number, one space, a whole number. False if the grammar has to look at the
 * line.
 */
static bool split_plain(struct slice line, struct folded_line *fields)
{
	const char *text = line.ptr;
	size_t at = line.len, end, before;
	uint64_t value = 0;

	while (at > 0 && char_is_digit(text[at - 1]))
		at--;
	if (at < 2 || at == line.len || line.len - at > 18 || text[at - 1] != ' ')
		return false;
	before = end = at - 1;
	while (before > 0 && (char_is_digit(text[before - 1]) || text[before - 1] == '.'))
		before--;
	if (before == 0 || char_is_blank(text[before - 1]) || text[end - 1] == ';' ||
	    text[0] == '#' || char_is_blank(text[0]))
		return false;
	for (; at < line.len; at++)
		value = value * 10 + (uint64_t)(text[at] - '0');
	*fields = (struct folded_line){slice_head(line, end), {.count = {value, value}}, false};
	return true;
}

static bool note(struct ingest_run *run, enum folded_note kind, struct slice line)
{
	ingest_note(run, kind, line);
	return false;
}

static bool split_other(struct ingest_run *run, const struct folded_grammar *grammar,
			struct slice line, struct folded_line *fields)
{
	if (grammar->trim)
		line = grammar->trim(line);
	if (grammar->is_comment && grammar->is_comment(line)) {
		if (grammar->reads_header)
			header_read(&run->profile.header, line);
		return false;
	}
	if (grammar->only_utf8 && !utf8_is_valid(line))
		return note(run, FOLDED_INVALID, line);
	if (!grammar->split(line, fields) || (grammar->needs_frame && fields->stack.len == 0))
		return note(run, FOLDED_BAD_LINE, line);
	if (fields->rounded)
		ingest_note(run, FOLDED_ROUNDED, line);
	if (fields->weight.overflow)
		ingest_note(run, FOLDED_HUGE, line);
	return true;
}

static ALWAYS_INLINE bool folded_line_split(struct ingest_run *run,
					    const struct folded_grammar *grammar, struct slice line,
					    struct folded_line *fields)
{
	if (split_plain(line, fields) && (!grammar->only_utf8 || utf8_is_valid(line)))
		return true;
	return split_other(run, grammar, line, fields);
}

bool folded_split(struct ingest_run *run, const struct folded_grammar *grammar, struct slice line,
		  struct folded_line *fields)
{
	return folded_line_split(run, grammar, line, fields);
}

/* One a worker. */
struct folded_state {
	struct folded_frames frames; /* of the line being parsed */
	frame_id *unrepeated;        /* the frames that no_repeats leaves */
	size_t unrepeated_cap;
	uint32_t *places; /* by frame: where it was last in a stack; for no_loops */
	size_t places_cap;
	struct buf replaced;      /* the stack's text, where bytes were replaced */
	struct label_sets labels; /* texts of labels that came before */
};

static void folded_init(struct ingest_run *run)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = memory_get(sizeof(*state));

	*state = (struct folded_state){0};
	folded_frames_init(&state->frames,
			   options && options->no_repeats ? SLICE("[unknown]") : SLICE(""));
	run->state = state;
}

static void folded_release(struct ingest_run *run)
{
	struct folded_state *state = run->state;

	if (!state)
		return;
	folded_frames_release(&state->frames);
	label_sets_release(&state->labels);
	free(state->unrepeated);
	free(state->places);
	buf_release(&state->replaced);
	free(state);
	run->state = NULL;
}

/* The depth of the frame if it is one of the first `depth` that are kept, or else `depth`. */
static uint32_t folded_find_place(struct folded_state *state, frame_id frame, uint32_t depth)
{
	size_t known = state->places_cap;

	state->places = memory_grow(state->places, &state->places_cap, (size_t)frame + 1,
				    sizeof(*state->places));
	if (state->places_cap > known)
		memset(state->places + known, 0,
		       (state->places_cap - known) * sizeof(*state->places));
	if (state->places[frame] < depth && state->unrepeated[state->places[frame]] == frame)
		return state->places[frame];
	state->places[frame] = depth;
	return depth;
}

/* Drop repeated frames of the line. Returns the number of frames left. */
static uint32_t drop_repeats(struct folded_state *state, bool loops)
{
	const struct folded_frames *frames = &state->frames;
	uint32_t depth = 0, level;

	state->unrepeated = memory_grow(state->unrepeated, &state->unrepeated_cap,
					frames->depth + (size_t)1, sizeof(*state->unrepeated));
	for (level = 0; level < frames->depth; level++) {
		frame_id frame = frames->ids[level];

		if (depth > 0 && state->unrepeated[depth - 1] == frame)
			continue;
		if (loops)
			depth = folded_find_place(state, frame, depth);
		state->unrepeated[depth++] = frame;
	}
	return depth;
}

/* The text replaced before goes away, so the stack cannot be compared with the last one. */
static struct slice replace_bytes(struct folded_state *state, struct slice stack)
{
	struct buf *buf = &state->replaced;

	folded_frames_begin(&state->frames, state->frames.readable);
	buf_reset(buf);
	while (stack.len > 0) {
		if ((unsigned char)stack.ptr[0] < 0x80) {
			buf_add_char(buf, stack.ptr[0]);
			stack = slice_tail(stack, 1);
		} else {
			buf_add_code(buf, utf8_next(&stack));
		}
	}
	return buf_slice(buf);
}

static void folded_line_add(struct ingest_run *run, const struct folded_line *line)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;
	const frame_id *frames;
	uint32_t depth;

	run->samples++;
	if (!folded_frames_split(&state->frames, &run->profile.names, line->stack))
		ingest_note(run, FOLDED_DEEP, line->stack);
	frames = state->frames.ids;
	depth = state->frames.depth;
	if (options && options->no_repeats) {
		depth = drop_repeats(state, options->no_loops);
		frames = state->unrepeated;
	}
	profile_add(&run->profile, frames, depth, &line->weight);
}

static ALWAYS_INLINE void take_labels(struct ingest_run *run, struct slice *stack)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;

	if (!options || options->labels == LABELS_TAKEN_OFF) {
		if (UNLIKELY(stack->len > 0 && stack->ptr[0] == '@'))
			folded_labels_skip(stack);
	} else if (options->labels == LABELS_KEPT) {
		folded_labels_take(&state->labels, run, stack);
	} else if (options->labels == LABELS_TIMES) {
		folded_labels_take_time(run, stack);
	}
}

static void parse(struct ingest_run *run, struct slice records)
{
	const struct folded_grammar *grammar = run->format->grammar;
	struct folded_state *state = run->state;
	struct folded_line fields;
	struct slice line;

	folded_frames_begin(&state->frames, records);
	for (; slice_line(&records, &line); run->line++) {
		if (!folded_line_split(run, grammar, line, &fields))
			continue;
		if (grammar->has_labels)
			take_labels(run, &fields.stack);
		if (grammar->replaces_bytes && !utf8_is_ascii(fields.stack))
			fields.stack = replace_bytes(state, fields.stack);
		folded_line_add(run, &fields);
	}
}

#define BAD_LINE "no count at the end of the line", "line without a count", "lines without a count"
#define DEEP "deeper than 65536 frames, cut at the leaf", NULL, NULL

static const struct note_kind kinds[] = {
	[FOLDED_BAD_LINE] = {BAD_LINE, DIAG_WARNINGS, true, false},
	[FOLDED_ROUNDED] = {"count rounded to 9 decimals", NULL, NULL, DIAG_WARNINGS, false, false},
	[FOLDED_DEEP] = {DEEP, DIAG_WARNINGS, true, false},
	[FOLDED_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, true},
	[FOLDED_TIME] =
		{.message =
			 "the label time is not a number of seconds; the stack is kept without it",
		 .one = "stack without its time, which is not a number",
		 .many = "stacks without their times, which are not numbers",
		 .fails_strict = true,
		 .fails = NOTE_KEPT},
	[FOLDED_TWICE] = {"a label is given twice; the first is kept", "repeated label",
			  "repeated labels", DIAG_WARNINGS, true, false},
};

static const struct note_kind rust_diff_kinds[] = {
	[FOLDED_BAD_LINE] = {BAD_LINE, DIAG_WARNINGS, false, false},
	[FOLDED_ROUNDED] = {"decimals of the count are dropped", NULL, NULL, DIAG_WARNINGS, false,
			    false},
	[FOLDED_DEEP] = {DEEP, DIAG_WARNINGS, false, false},
};

#define FOLDED_FORMAT(row, notes)                                                                  \
	{                                                                                          \
		.next_record = input_next_line, .parse = parse, .shares_names = true,              \
		.init = folded_init, .release = folded_release, .kinds = (notes),                  \
		.kind_count = ARRAY_LEN(notes), .grammar = &(row),                                 \
	}

const struct ingest_format folded_format = FOLDED_FORMAT(folded_own, kinds);
const struct ingest_format folded_one_column_format = FOLDED_FORMAT(folded_one_column, kinds);
const struct ingest_format folded_rust_diff_format = FOLDED_FORMAT(folded_rust_diff,
								   rust_diff_kinds);

bool folded_overflowed(const struct profile *profile)
{
	struct buf stack = {0};

	if (!profile->overflow)
		return false;
	folded_add_stack(&stack, profile, profile->overflow);
	diag_error("count beyond 2^64-1: '%.*s'", SLICE_ARG(buf_slice(&stack)));
	buf_release(&stack);
	return true;
}
