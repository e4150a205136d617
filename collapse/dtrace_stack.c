/* SPDX-License-Identifier: MIT */
/* The stack being read, and stacks whose parts lie in two chunks. */
#include "collapse/dtrace.h"

void dtrace_push(struct ingest_run *run, const struct dtrace_ref *known, struct slice line,
		 size_t index)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	if (dtrace->line_count == 0) {
		dtrace->start_line = index;
		dtrace->start_text = line;
	}
	dtrace->lines = memory_grow(dtrace->lines, &dtrace->line_cap, dtrace->line_count + 1,
				    sizeof(*dtrace->lines));
	dtrace->lines[dtrace->line_count++] = *known;
}

void dtrace_push_text(struct ingest_run *run, struct slice line, size_t index)
{
	struct dtrace_ref known;

	if (dtrace_line_of(run, line, &known))
		dtrace_push(run, &known, line, index);
}

void dtrace_forget(struct ingest_run *run)
{
	dtrace_of(run)->line_count = 0;
	dtrace_of(run)->repeated = NULL;
}

/* The frames of the current stack in dtrace->frames, root first; how many. */
static size_t gather(struct ingest_run *run)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	size_t room = 1, count = 0, i;

	for (i = 0; i < dtrace->line_count; i++)
		room += dtrace->lines[i].plain ? 1 : dtrace->lines[i].line->count;
	dtrace->frames = memory_grow(dtrace->frames, &dtrace->frame_cap, room,
				     sizeof(*dtrace->frames));
	for (i = dtrace->line_count; i-- > 0;) {
		const struct dtrace_line *line = dtrace->lines[i].line;

		if (dtrace->lines[i].plain) {
			dtrace->frames[count++] = dtrace->lines[i].plain - 1;
			continue;
		}
		if (line->count > 0) /* memcpy from nowhere is undefined even for nothing */
			memcpy(dtrace->frames + count, line->frames,
			       line->count * sizeof(*line->frames));
		count += line->count;
	}
	if (count == 0)
		dtrace->frames[count++] = profile_frame(&run->profile, SLICE(""));
	else if (!dtrace->lines[0].plain && dtrace->lines[0].line->count > 0)
		dtrace->frames[count - 1] = dtrace->lines[0].line->leaf;
	return count;
}

static void add_stack(struct ingest_run *run, const struct dtrace_count *count, uint64_t value)
{
	struct stack_cache_entry *repeated = dtrace_of(run)->repeated;
	size_t depth;

	if (repeated && repeated->stack) {
		profile_add_again(&run->profile, repeated->stack, value);
		return;
	}
	depth = gather(run);
	if (depth > LIMIT_DEPTH) {
		notes_add(&run->notes, DTRACE_DEEP, &count->chunk, count->line, count->text);
		depth = LIMIT_DEPTH;
		repeated = NULL; /* to be noted each time */
	}
	profile_add_soon(&run->profile, dtrace_of(run)->frames, (uint32_t)depth, value,
			 repeated ? &repeated->stack : NULL);
}

void dtrace_finish(struct ingest_run *run, const struct dtrace_count *count)
{
	const struct dtrace_run *dtrace = dtrace_of(run);
	uint64_t value;

	if (dtrace->line_count == 0 && !dtrace->repeated && !dtrace->style->counts_no_frames) {
		notes_add(&run->notes, DTRACE_NO_FRAMES, &count->chunk, count->line, count->text);
		return;
	}
	run->samples++;
	if (slice_to_u64(dtrace->style->number(count->text), &value))
		add_stack(run, count, value);
	else
		notes_add(&run->notes, DTRACE_HUGE, &count->chunk, count->line, count->text);
	dtrace_forget(run);
}

/* Two neighbours become one: a stack that was cut is whole now. */
static void join(struct ingest_run *run, struct dtrace_piece *left,
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
	if (right->has_head) {
		while (slice_line(&tail, &line))
			dtrace_push_text(run, line, 0);
		dtrace_finish(run, &right->head);
	}
	left->tail = right->tail;
}

void dtrace_add_piece(struct ingest_run *run, const struct dtrace_piece *piece)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	size_t count = dtrace->piece_count;

	if (count > 0 && dtrace->pieces[count - 1].last + 1 == piece->first) {
		join(run, &dtrace->pieces[count - 1], piece);
		return;
	}
	dtrace->pieces = memory_grow(dtrace->pieces, &dtrace->piece_cap, count + 1,
				     sizeof(*dtrace->pieces));
	dtrace->pieces[count] = *piece;
	dtrace->piece_count++;
}
