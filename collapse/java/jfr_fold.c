/* SPDX-License-Identifier: MIT */
/* Turn a chunk's counts by stack, thread and class into stacks of frames. */
#include "collapse/java/jfr_frames.h"

/* After the root's slot, which the thread takes. */
enum { ROOT_SLOT, FIRST_SLOT };

void jfr_fold_release(struct jfr *jfr)
{
	size_t i;

	jfr_reader_release(&jfr->reader);
	jfr_frames_release(&jfr->names);
	for (i = 0; i < JFR_PARTS; i++) {
		if (jfr->pending[i])
			profile_release(jfr->pending[i]);
		free(jfr->pending[i]);
	}
}

struct profile *jfr_fold_profile(struct ingest_run *run, unsigned part)
{
	const struct jfr_options *options = run->options;
	struct jfr *jfr = jfr_of(run);

	if (options->selection.certain >> part & 1)
		return &run->profile;
	if (!jfr->pending[part]) {
		jfr->pending[part] = memory_clear(1, sizeof(*jfr->pending[part]));
		if (run->labels)
			profile_label(jfr->pending[part]);
	}
	return jfr->pending[part];
}

void jfr_fold_settle(struct ingest_run *run, uint64_t chosen)
{
	struct jfr *jfr = jfr_of(run);
	size_t i;

	for (i = 0; i < JFR_PARTS; i++) {
		if (jfr->pending[i] && (chosen >> i & 1) != 0)
			profile_merge(&run->profile, jfr->pending[i]);
	}
}

/* ---- Stacks ---- */

static void jfr_fold_push(struct text *text, frame_id frame)
{
	text->frames = memory_grow(text->frames, &text->cap, text->count + 2, sizeof(frame));
	text->frames[text->count++] = frame;
}

static void jfr_fold_reverse(frame_id *frames, size_t count)
{
	size_t i;

	for (i = 0; i < count / 2; i++) {
		const frame_id swap = frames[i];

		frames[i] = frames[count - 1 - i];
		frames[count - 1 - i] = swap;
	}
}

/* Push the frames of a stack, the root first. True if the recorder cut it. */
static bool push_stack(const struct jfr_namer *namer, uint32_t stack)
{
	const struct jfr_pools *pools = &namer->jfr->reader.pools;
	struct text *text = &namer->jfr->text;
	union jfr_value values[JFR_POOL_SLOTS], frame[JFR_FRAME_SLOTS] = {{0}};
	struct jfr_cursor cursor = pools->bytes;
	const size_t before = text->count;
	uint64_t count = 0;

	jfr_pool_entry(pools, JFR_STACKS, stack, values);
	cursor.at = values[JFR_STACK_FRAMES].place;
	if (cursor.at && pools->frame.count > 0 && !jfr_take_number(&cursor, &count))
		count = 0;
	for (; count > 0 && jfr_layout_read(&pools->frame, &cursor, frame); count--) {
		const frame_id id = jfr_frame_of(namer, frame);

		if (id != JFR_HIDDEN_FRAME)
			jfr_fold_push(text, id);
	}
	jfr_fold_reverse(text->frames + before, text->count - before);
	return values[JFR_STACK_TRUNCATED].number != 0;
}

/* The frames between thread and class. True if the recorder cut the stack. */
static bool make_stack(const struct jfr_namer *namer, uint32_t stack)
{
	struct text *text = &namer->jfr->text;
	bool is_cut = false;

	text->count = ROOT_SLOT;
	jfr_fold_push(text, 0);
	jfr_fold_push(text, 0); /* for [truncated], if it is needed */
	if (stack != JFR_NONE)
		is_cut = push_stack(namer, stack);
	if (text->count == FIRST_SLOT + 1)
		jfr_fold_push(text, profile_frame(namer->profile, SLICE("[unknown]")));
	if (is_cut) {
		text->frames[FIRST_SLOT] = profile_frame(namer->profile, SLICE("[truncated]"));
	} else {
		text->count--;
		memmove(text->frames + FIRST_SLOT, text->frames + FIRST_SLOT + 1,
			(text->count - FIRST_SLOT) * sizeof(*text->frames));
	}
	return is_cut;
}

static void jfr_fold_add_row(const struct jfr_namer *namer, const struct jfr_row *row,
			     struct jfr_cuts *cuts)
{
	struct text *text = &namer->jfr->text;
	frame_id *frames = text->frames + FIRST_SLOT;
	size_t depth = text->count - FIRST_SLOT;

	if (row->key.class != JFR_NONE)
		frames[depth++] = jfr_frame_of_class(namer, row->key.class);
	if (namer->options->thread_names) {
		*--frames = jfr_frame_of_thread(namer, row->key.thread);
		depth++;
	}
	if (depth > LIMIT_DEPTH) {
		cuts->deep++;
		depth = LIMIT_DEPTH;
	}
	if (namer->labels)
		jfr_label(namer, &row->key);
	if (!stack_budget_add(&namer->jfr->names.budget, namer->profile, frames, (uint32_t)depth,
			      &(struct weight){.count = {row->sum, row->sum}}))
		cuts->left_out++;
}

/* Add the rows of a stack whose parts belong to the namer's profile: `parts` of them. */
static void jfr_fold_add_stack(const struct jfr_namer *namer, uint32_t stack, uint64_t parts,
			       struct jfr_cuts cuts[JFR_PARTS])
{
	const struct jfr_rows *rows = &namer->jfr->reader.rows;
	bool is_made = false, is_cut = false;
	uint32_t i;

	for (i = jfr_rows_first(rows, stack); i != JFR_NONE; i = rows->rows[i].next) {
		const struct jfr_row *row = &rows->rows[i];

		if (!(parts >> row->key.part & 1))
			continue;
		if (!is_made)
			is_cut = make_stack(namer, stack);
		is_made = true;
		cuts[row->key.part].recorded += is_cut;
		jfr_fold_add_row(namer, row, &cuts[row->key.part]);
	}
}

/*
 * A deep stack in many threads, or a long name of a class with many methods, takes few bytes of a
 * chunk. Chunks are read at the same time, in any order, so each has a budget of its own; what an
 * input of any size may spend is the first chunk's.
 */
static void add_parts(struct ingest_run *run, struct profile *profile, uint64_t parts,
		      const struct jfr_chunk *chunk, struct jfr_cuts cuts[JFR_PARTS])
{
	struct jfr *jfr = jfr_of(run);
	const struct jfr_namer namer = {jfr, profile, run->options, run->labels};
	unsigned first = 0;
	uint32_t i;

	jfr_frames_reset(jfr);
	jfr->names.budget = (struct stack_budget){
		.read = chunk->bytes.len,
		.spent = chunk->at > 0 ? STACK_BUDGET_LEAST : 0,
	};
	for (i = 0; i < jfr->reader.rows.stacks; i++)
		jfr_fold_add_stack(&namer, i, parts, cuts);
	jfr_fold_add_stack(&namer, JFR_NONE, parts, cuts);
	while (!(parts >> first & 1))
		first++;
	cuts[first].unnamed += jfr->names.unnamed;
	jfr->text.count = 0;
}

/* ---- Chunks ---- */

/* The parts that the chunk has, as far as they may still be taken. */
static uint64_t open_parts(const struct jfr_selection *selection, uint64_t all_seen, uint64_t seen)
{
	unsigned part;

	for (part = 0; part < JFR_PARTS; part++) {
		if ((seen >> part & 1) != 0 && !jfr_select_is_open(selection, all_seen, part))
			seen &= ~(UINT64_C(1) << part);
	}
	return seen;
}

/* Tell all workers what was found. Returns the parts that have been seen by any. */
static uint64_t publish(struct jfr_findings *findings, struct jfr_reader *reader, bool is_read)
{
	uint64_t seen;
	size_t i;

	lock_take(&findings->lock);
	if (is_read)
		jfr_census_add(&findings->census, reader);
	jfr_damages_move(&findings->damages, &reader->damages);
	seen = findings->seen |= reader->seen;
	for (i = 0; i < JFR_PARTS; i++) {
		findings->units[i] |= reader->units[i];
		findings->counted[i] += reader->counted[i];
		findings->early[i] += reader->early[i];
		reader->counted[i] = reader->early[i] = 0;
	}
	findings->is_saturated |= reader->rows.is_saturated;
	lock_leave(&findings->lock);
	return seen;
}

void jfr_fold_chunk(struct ingest_run *run, const struct jfr_chunk *chunk)
{
	const struct jfr_options *options = run->options;
	const struct jfr_selection *selection = &options->selection;
	struct jfr_findings *findings = run->findings;
	struct jfr *jfr = jfr_of(run);
	struct jfr_cuts cuts[JFR_PARTS] = {{0}};
	uint64_t seen, parts, i;
	bool is_read;

	jfr->reader.request = &selection->request;
	jfr->reader.labels = run->labels;
	jfr->reader.seen = jfr->reader.samples = 0;
	is_read = jfr_reader_take(&jfr->reader, chunk);
	seen = publish(findings, &jfr->reader, is_read);
	if (!is_read)
		return;
	run->samples += jfr->reader.samples;
	parts = open_parts(selection, seen, jfr->reader.seen);
	if (parts & selection->certain)
		add_parts(run, &run->profile, parts & selection->certain, chunk, cuts);
	for (i = 0; i < JFR_PARTS; i++) {
		if ((parts & ~selection->certain) >> i & 1)
			add_parts(run, jfr_fold_profile(run, (unsigned)i), UINT64_C(1) << i, chunk,
				  cuts);
	}
	lock_take(&findings->lock);
	for (i = 0; i < JFR_PARTS; i++) {
		findings->cuts[i].recorded += cuts[i].recorded;
		findings->cuts[i].deep += cuts[i].deep;
		findings->cuts[i].left_out += cuts[i].left_out;
		findings->cuts[i].unnamed += cuts[i].unnamed;
	}
	lock_leave(&findings->lock);
}
