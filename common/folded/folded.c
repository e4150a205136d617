/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/folded/folded_count.h"
#include "common/folded/folded_frames.h"

static bool looks_like_count(struct slice text)
{
	struct slice whole;

	if (!slice_cut(&text, '.', &whole))
		return slice_is_number(text);
	return slice_is_number(whole) && slice_all(text, char_is_digit);
}

/* One column. A count that is too large is one all the same. */
static bool weigh(struct slice word, struct weight *weight, int column, bool *rounded)
{
	unsigned scale = 0, older = weight->scale;
	char last = word.ptr[word.len - 1];

	if (!char_is_digit(last) && last != '.')
		return false;
	if (!folded_count(word, &weight->count[column], &scale, rounded)) {
		if (!looks_like_count(word))
			return false;
		weight->count[column] = 0;
		weight->overflow = true;
	}
	weight->scale = scale > older ? scale : older;
	if (!u64_scale(&weight->count[column], weight->scale - scale) ||
	    (column == 0 && !u64_scale(&weight->count[1], weight->scale - older)))
		weight->overflow = true;
	return true;
}

/* Without blanks around it and empty frames at the leaf. */
static struct slice trim_stack(struct slice stack)
{
	stack = slice_trim(stack);
	while (slice_drop(&stack, SLICE(";")))
		stack = slice_trim_right(stack);
	return stack;
}

bool folded_split(struct slice line, bool one_column, struct slice *stack, struct weight *weight,
		  bool *rounded)
{
	struct slice rest = line, word, inner;

	*weight = (struct weight){0};
	if (!slice_last_word(&rest, &word) || !weigh(word, weight, 1, rounded))
		return false;
	weight->count[0] = weight->count[1];
	inner = rest;
	if (!one_column && slice_last_word(&inner, &word) && slice_trim(inner).len > 0 &&
	    weigh(word, weight, 0, rounded)) {
		weight->differential = true;
		rest = inner;
	}
	*stack = trim_stack(rest);
	return slice_trim(rest).len > 0;
}

/*
 * The same for the lines there are most of: one space and a whole number behind a stack that needs
 * no trimming and does not end in a number. False if folded_split() is to look at the line.
 */
static bool split_plain(struct slice line, struct slice *stack, struct weight *weight)
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
	*stack = slice_head(line, end);
	*weight = (struct weight){.count = {value, value}};
	return true;
}

/* One a worker. */
struct folded_state {
	struct folded_frames frames; /* of the line being parsed */
	frame_id *kept;              /* those of them that no_repeats leaves */
	size_t kept_cap;
	uint32_t *places; /* by frame: where it was last in a stack; for no_loops */
	size_t places_cap;
};

static void init(struct ingest_run *run)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = memory_get(sizeof(*state));

	*state = (struct folded_state){0};
	folded_frames_init(&state->frames,
			   options && options->no_repeats ? SLICE("[unknown]") : SLICE(""));
	run->state = state;
}

static void release(struct ingest_run *run)
{
	struct folded_state *state = run->state;

	if (!state)
		return;
	folded_frames_release(&state->frames);
	free(state->kept);
	free(state->places);
	free(state);
	run->state = NULL;
}

/* The depth of the frame if it is one of the first `depth` that are kept, or else `depth`. */
static uint32_t find_place(struct folded_state *state, frame_id frame, uint32_t depth)
{
	size_t known = state->places_cap;

	state->places = memory_grow(state->places, &state->places_cap, (size_t)frame + 1,
				    sizeof(*state->places));
	if (state->places_cap > known)
		memset(state->places + known, 0,
		       (state->places_cap - known) * sizeof(*state->places));
	if (state->places[frame] < depth && state->kept[state->places[frame]] == frame)
		return state->places[frame];
	state->places[frame] = depth;
	return depth;
}

/* Keep the frames of the line but those that repeat others; how many are left. */
static uint32_t drop_repeats(struct folded_state *state, bool loops)
{
	const struct folded_frames *frames = &state->frames;
	uint32_t depth = 0, level;

	state->kept = memory_grow(state->kept, &state->kept_cap, frames->depth + (size_t)1,
				  sizeof(*state->kept));
	for (level = 0; level < frames->depth; level++) {
		frame_id frame = frames->ids[level];

		if (depth > 0 && state->kept[depth - 1] == frame)
			continue;
		if (loops)
			depth = find_place(state, frame, depth);
		state->kept[depth++] = frame;
	}
	return depth;
}

static void add_stack(struct ingest_run *run, struct slice stack, const struct weight *weight)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;
	const frame_id *frames;
	uint32_t depth;

	run->samples++;
	if (!folded_frames_split(&state->frames, &run->profile.names, stack))
		ingest_note(run, FOLDED_DEEP, stack);
	frames = state->frames.ids;
	depth = state->frames.depth;
	if (options && options->no_repeats) {
		depth = drop_repeats(state, options->no_loops);
		frames = state->kept;
	}
	if (weight->overflow || weight->scale > 0)
		profile_add(&run->profile, frames, depth, weight);
	else
		profile_add_weight_soon(&run->profile, frames, depth, weight);
}

bool folded_is_comment(struct slice line)
{
	line = slice_trim(line);
	return line.len == 0 ||
	       (line.ptr[0] == '#' && (line.len == 1 || char_is_blank(line.ptr[1])));
}

static void parse(struct ingest_run *run, struct slice records)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;
	struct slice line, stack;
	struct weight weight;

	folded_frames_begin(&state->frames, records);
	for (; slice_line(&records, &line); run->line++) {
		bool rounded = false;

		if (split_plain(line, &stack, &weight)) {
			add_stack(run, stack, &weight);
			continue;
		}
		if (folded_is_comment(line)) {
			header_read(&run->profile.header, line);
			continue;
		}
		if (!folded_split(line, options && options->one_column, &stack, &weight,
				  &rounded) ||
		    stack.len == 0) {
			ingest_note(run, FOLDED_BAD_LINE, line);
			continue;
		}
		if (rounded)
			ingest_note(run, FOLDED_ROUNDED, line);
		if (weight.overflow)
			ingest_note(run, FOLDED_HUGE, line);
		add_stack(run, stack, &weight);
	}
}

static const struct note_kind kinds[] = {
	[FOLDED_BAD_LINE] = {"no count at the end of the line", "line without a count",
			     "lines without a count", DIAG_WARNINGS, true, false},
	[FOLDED_ROUNDED] = {"count rounded to 9 decimals", NULL, NULL, DIAG_WARNINGS, false, false},
	[FOLDED_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
			 true, false},
	[FOLDED_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, true},
};

const struct ingest_format folded_format = {
	.next_record = input_next_line,
	.parse = parse,
	.shares_names = true,
	.init = init,
	.release = release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

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
