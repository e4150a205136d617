/* SPDX-License-Identifier: MIT */
/* The stack being read, and stacks whose parts lie in two chunks. */
#include "collapse/dtrace/dtrace_state.h"
#include "collapse/names/tidy.h"

/* ---- From the line of a frame to frames; runs once per distinct line ---- */

/* The part's name in dtrace->name. */
static frame_id dtrace_make_frame(struct ingest_run *run, const struct dtrace_part *part)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	buf_reset(&dtrace->name);
	dtrace->compat->add_part(&dtrace->name, part);
	if (part->index > 0)
		buf_add(&dtrace->name, SLICE("_[i]"));
	return profile_frame(&run->profile, buf_slice(&dtrace->name));
}

/* The frames of "a->b->c", root first, into the cache's arena. */
static void dtrace_make_frames(struct ingest_run *run, struct slice whole, struct name_frames *line)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const bool own = !dtrace->compat->cuts_arrows_in_brackets;
	struct dtrace_part part = {.keep_offset = dtrace->options->include_offset};
	struct slice rest = whole;
	frame_id *frames;

	while (tidy_next_inlined(&rest, own, &part.text))
		line->count++;
	frames = arena_alloc(&dtrace->symbols.arena, line->count * sizeof(*frames));
	line->frames = frames;
	part.alone = line->count == 1;
	for (rest = whole; tidy_next_inlined(&rest, own, &part.text); part.index++)
		frames[part.index] = dtrace_make_frame(run, &part);
	line->leaf = frames[line->count - 1];
	if (dtrace->options->include_offset) {
		dtrace->compat->strip_leaf(&dtrace->name);
		line->leaf = profile_frame(&run->profile, buf_slice(&dtrace->name));
	}
}

/* Lines that differ only in blanks and offsets share their frames. */
static struct name_frames *dtrace_make_line(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct name_frames *line;

	if (dtrace->compat->replaces_bad_utf8) {
		buf_reset(&dtrace->clean);
		tidy_add_utf8(&dtrace->clean, text);
		text = buf_slice(&dtrace->clean);
	}
	buf_reset(&dtrace->room);
	text = dtrace->compat->tidy(&dtrace->room, text, dtrace->options->include_offset);
	line = line_cache_pays(&dtrace->symbols) ? line_cache_find(&dtrace->symbols, text) : NULL;
	if (line)
		return line;
	line = arena_alloc(&dtrace->symbols.arena, sizeof(*line));
	*line = (struct name_frames){0};
	if (text.len > 0)
		dtrace_make_frames(run, text, line);
	if (line_cache_pays(&dtrace->symbols))
		line_cache_add(&dtrace->symbols, text, line);
	buf_shrink(&dtrace->name);
	buf_shrink(&dtrace->room);
	buf_shrink(&dtrace->clean);
	return line;
}

/* False where hardly a line of the chunk came before: to keep all costs more than it saves. */
static bool dtrace_lines_repeat(const struct dtrace_run *dtrace)
{
	enum { ENOUGH = 1024, ONE_IN = 8 };

	return dtrace->lines_new <= ENOUGH || dtrace->lines_known >= dtrace->lines_new / ONE_IN;
}

/* From the table if it is there; false if the line is blank. */
static bool dtrace_line_of(struct ingest_run *run, struct slice line, struct name_frames *known)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice name = slice_trim_left(line), text;
	const struct name_frames *made;

	if (name_table_find(&dtrace->table, name, known)) {
		dtrace->lines_known++;
		return true;
	}
	text = dtrace->compat->trim(name);
	if (text.len == 0)
		return false;
	made = dtrace_make_line(run, text);
	dtrace->lines_new++;
	if (dtrace_lines_repeat(dtrace))
		name_table_add(&dtrace->table, name, made);
	*known = *made;
	return true;
}

void dtrace_make_room(struct dtrace_run *dtrace)
{
	size_t old = dtrace->frame_cap;
	frame_id *frames = memory_grow(dtrace->frames, &dtrace->frame_cap, old + 1,
				       sizeof(*frames));

	dtrace->frames = frames;
	memmove(frames + dtrace->frame_cap - dtrace->depth, frames + old - dtrace->depth,
		dtrace->depth * sizeof(*frames));
}

void dtrace_push(struct dtrace_run *dtrace, const struct name_frames *known)
{
	uint32_t i = known->count;

	if (i > 0 && !dtrace->begun) {
		dtrace_push_frame(dtrace, known->leaf);
		i--;
	}
	while (i > 0)
		dtrace_push_frame(dtrace, known->frames[--i]);
}

void dtrace_push_text(struct ingest_run *run, struct slice line, size_t index)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct name_frames known;

	if (!dtrace_line_of(run, line, &known))
		return;
	dtrace_push(dtrace, &known);
	dtrace_begin(dtrace, line, index);
}

bool dtrace_push_line(struct ingest_run *run, struct slice line, size_t index)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	if (dtrace->compat->is_message && dtrace->compat->is_message(line)) {
		dtrace->text_end = NULL; /* the text of the lines is not all of the stack */
		return false;
	}
	dtrace_push_text(run, line, index);
	return true;
}

void dtrace_forget(struct ingest_run *run)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	dtrace->depth = 0;
	dtrace->begun = false;
	dtrace->text_end = NULL;
	dtrace->entry = NULL;
}

static void dtrace_add_stack(struct ingest_run *run, const struct dtrace_count *count,
			     uint64_t value)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const frame_id *frames;
	struct stack *stack;
	size_t depth;

	if (dtrace->entry && dtrace->entry->stack) {
		profile_add_again(&run->profile, dtrace->entry->stack, value);
		return;
	}
	if (dtrace->depth == 0)
		dtrace_push_frame(dtrace, profile_frame(&run->profile, SLICE("")));
	depth = dtrace->depth;
	if (depth > LIMIT_DEPTH) {
		notes_add(&run->notes, DTRACE_DEEP, &count->chunk, count->line, count->text);
		depth = LIMIT_DEPTH;
	}
	frames = dtrace->frames + dtrace->frame_cap - dtrace->depth;
	profile_settle(&run->profile, &dtrace->waiting);
	if (!dtrace->entry && profile_can_wait(&run->profile, depth)) {
		profile_wait(&run->profile, &dtrace->waiting, frames, (uint32_t)depth,
			     &(struct weight){.count = {value, value}});
		return;
	}
	stack = profile_add_count(&run->profile, frames, (uint32_t)depth, value);
	if (dtrace->entry)
		dtrace->entry->stack = stack;
}

void dtrace_finish(struct ingest_run *run, const struct dtrace_count *count)
{
	const struct dtrace_run *dtrace = dtrace_of(run);
	uint64_t value;

	if (!dtrace->begun && !dtrace->compat->counts_no_frames) {
		notes_add(&run->notes, DTRACE_NO_FRAMES, &count->chunk, count->line, count->text);
		return;
	}
	run->samples++;
	if (slice_to_u64(dtrace_number(dtrace->compat, count->text), &value))
		dtrace_add_stack(run, count, value);
	else
		notes_add(&run->notes, DTRACE_HUGE, &count->chunk, count->line, count->text);
	dtrace_forget(run);
}

/* Two neighbours become one: a stack that was cut is whole now. */
static void dtrace_join(struct ingest_run *run, struct dtrace_piece *left,
			const struct dtrace_piece *right)
{
	struct slice tail = left->tail, line;

	if (!left->has_text) {
		size_t first = left->first;

		*left = *right;
		left->first = first;
		return;
	}
	left->last = right->last;
	if (!right->has_text)
		return;
	if (right->has_head && !left->has_gap) {
		while (slice_line(&tail, &line))
			dtrace_push_line(run, line, 0);
		dtrace_finish(run, &right->head);
	}
	left->tail = right->tail;
	left->has_gap = right->has_gap;
}

void dtrace_add_piece(struct ingest_run *run, const struct dtrace_piece *piece)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	size_t count = dtrace->piece_count;

	assert(!dtrace->begun && piece->first <= piece->last);
	if (count > 0 && dtrace->pieces[count - 1].last == piece->first) {
		dtrace->pieces[count - 1].tail = piece->tail; /* the head belongs to a gap */
		dtrace->pieces[count - 1].has_gap = piece->has_gap;
		return;
	}
	if (count > 0 && dtrace->pieces[count - 1].last + 1 == piece->first) {
		dtrace_join(run, &dtrace->pieces[count - 1], piece);
		return;
	}
	MEMORY_ROOM(dtrace->pieces, count, dtrace->piece_cap);
	dtrace->pieces[count] = *piece;
	dtrace->piece_count++;
}
