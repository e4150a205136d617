/* SPDX-License-Identifier: MIT */
/* The sample being read: its process, its stack lines, its end. */
#include "collapse/perf/sample/perf_sample.h"

#include "collapse/perf/sample/perf_filter.h"
#include "collapse/perf/sample/perf_idle.h"
#include "collapse/perf/sample/perf_label.h"

#include "common/base/utf8.h"
#include "common/text/escape.h"

void perf_huge(struct ingest_run *run, struct slice line)
{
	run->samples++;
	ingest_note(run, PERF_HUGE, line);
}

static char comm_char(char c, const struct perf_personality *as)
{
	if (c == ' ')
		return '_';
	return c == ';' && !as->semicolon_in_comm_splits ? ':' : c;
}

static void sample_add_comm(struct buf *out, struct slice comm, const struct perf_personality *as)
{
	char *to = buf_reserve(out, comm.len);
	size_t i;

	for (i = 0; i < comm.len; i++) {
		if (as->replaces_bad_utf8 && (unsigned char)comm.ptr[i] >= 0x80)
			break;
		to[i] = comm_char(comm.ptr[i], as);
	}
	out->len += i;
	for (comm = slice_tail(comm, i); comm.len > 0;) {
		if ((unsigned char)comm.ptr[0] >= 0x80) {
			buf_add_code(out, utf8_next(&comm));
			continue;
		}
		buf_add_char(out, comm_char(comm.ptr[0], as));
		comm = slice_tail(comm, 1);
	}
}

/* Decide by the first sample that is kept whether periods were printed. */
static void note_period(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_findings *findings = perf_of(run)->findings;

	if (findings->has_sample)
		return;
	findings->has_sample = true;
	findings->has_periods = event->period > 0;
}

void perf_start(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_options *options = perf->options;

	buf_reset(&perf->sample.name);
	if (event->comm_is_frame)
		buf_add(&perf->sample.name, event->comm);
	else if (event->comm.len > 0 || !perf->as->nameless_is_unknown)
		sample_add_comm(&perf->sample.name, event->comm, perf->as);
	else
		buf_add_text(&perf->sample.name, "[unknown]");
	perf->sample.java = slice_starts(buf_slice(&perf->sample.name), SLICE("java"));
	if (options->pid || options->tid) {
		buf_add_char(&perf->sample.name, '-');
		buf_add(&perf->sample.name, event->pid.len > 0 ? event->pid : SLICE("?"));
	}
	if (options->tid) {
		buf_add_char(&perf->sample.name, '/');
		buf_add(&perf->sample.name, event->tid.len > 0 ? event->tid : SLICE("?"));
	}
	perf->sample.event = event->has_event ? perf_kept_event(perf) : SLICE("[none]");
	perf->sample.period = event->period;
	if (perf->sample.period == 0 && !perf->as->zero_period_is_zero)
		perf->sample.period = 1;
	if (options->has_unit)
		note_period(run, event);
	if (run->labels && !perf->fold.recording)
		perf_label_event(run, event);
	perf->sample.open = true;
	perf->sample.ended = false;
	perf->sample.may_idle = options->no_idle && !perf->fold.recording &&
				perf_idle_may_be(event);
	perf->sample.idle_after = 0;
}

/* "  file.c:12 [inlined]" as "file.c:12" */
static void sample_add_source(struct buf *out, struct slice source)
{
	struct buf text = {0};
	size_t open, close;

	while ((open = slice_find(source, '[')) != SLICE_NONE &&
	       (close = slice_find(slice_tail(source, open), ']')) != SLICE_NONE) {
		buf_add(&text, slice_head(source, open));
		source = slice_tail(source, open + close + 1);
	}
	buf_add(&text, source);
	source = slice_trim(buf_slice(&text));
	if (source.len > 0) {
		buf_add_char(out, ':');
		tidy_add(out, source);
	}
	buf_release(&text);
}

void perf_append_source(struct ingest_run *run, struct slice source, size_t index)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_line *old;
	struct perf_line *line;
	frame_id *frames;

	if (perf->sample.ref_count == 0)
		return;
	old = perf->sample.refs[perf->sample.ref_count - 1].line;
	line = arena_alloc(&perf->scratch, sizeof(*line));
	frames = arena_alloc(&perf->scratch, old->count * sizeof(*frames));
	memcpy(frames, old->frames, old->count * sizeof(*frames));
	buf_reset(&perf->text);
	buf_add(&perf->text, intern_name(&run->profile.names, frames[index]));
	sample_add_source(&perf->text, source);
	frames[index] = profile_frame(&run->profile, buf_slice(&perf->text));
	*line = *old;
	line->frames = frames;
	if (line->marked)
		line->marked = frames;
	perf->sample.refs[perf->sample.ref_count - 1].line = line;
	perf->sample.refs[perf->sample.ref_count - 1].plain = 0;
}

void perf_forget(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);

	perf->sample.open = perf->sample.ended = perf->sample.has_inlined =
		perf->sample.source_due = false;
	perf->sample.ref_count = 0;
	perf->sample.sources_due = 0;
	perf->sample.repeated = NULL;
	perf->sample.pc.len = 0;
}

static void sample_reverse(frame_id *frames, size_t count)
{
	size_t i;

	for (i = 0; i < count / 2; i++) {
		frame_id swap = frames[i];

		frames[i] = frames[count - 1 - i];
		frames[count - 1 - i] = swap;
	}
}

/* Append the process to the frames, which are leaf first; a `;` in its name splits it. */
static size_t add_process(struct ingest_run *run, size_t count)
{
	struct perf_run *perf = perf_of(run);
	struct slice name = buf_slice(&perf->sample.name), part;
	size_t first = count;

	while (perf->as->semicolon_in_comm_splits && slice_cut(&name, ';', &part))
		perf->frames[count++] = profile_frame(&run->profile, part);
	perf->frames[count++] = profile_frame(&run->profile, name);
	sample_reverse(perf->frames + first, count - first);
	return count;
}

/* True if the text of the lines and the process determine the stack. */
static bool is_determined_by_text(const struct ingest_run *run)
{
	const struct perf_run *perf = perf_of(run);

	return !perf->sample.ended && !perf->sample.has_inlined && !perf->options->list_events &&
	       !perf_roots_are_events(run) &&
	       !(perf->as->semicolon_in_comm_splits &&
		 slice_find(buf_slice(&perf->sample.name), ';') != SLICE_NONE);
}

void perf_remember(struct ingest_run *run, const struct perf_stack_key *key, uint32_t lines)
{
	struct perf_run *perf = perf_of(run);

	assert(perf->sample.open && perf->sample.ref_count > 0);
	if (!is_determined_by_text(run))
		return;
	*key->root = profile_frame(&run->profile, buf_slice(&perf->sample.name));
	perf->sample.repeated = stack_cache_add(&perf->names.stacks, &key->print, *key->root,
						lines);
}

/* The frames leaf first become a stack, cut at the leaf where it is too deep. */
static void sample_add_stack(struct ingest_run *run, size_t count)
{
	struct perf_run *perf = perf_of(run);
	struct stack *stack;

	if (!perf->sample.ended)
		count = add_process(run, count);
	if (perf_roots_are_events(run))
		perf->frames[count++] = profile_frame(&run->profile, perf->sample.event);
	sample_reverse(perf->frames, count);
	if (count > LIMIT_DEPTH) {
		ingest_note(run, PERF_DEEP, buf_slice(&perf->sample.name));
		count = LIMIT_DEPTH;
	}
	stack = profile_add_count(&run->profile, perf->frames, (uint32_t)count,
				  perf->sample.period);
	if (perf->sample.repeated)
		perf->sample.repeated->stack = stack;
}

bool perf_repeat(struct ingest_run *run, struct stack_cache_entry *entry)
{
	struct perf_run *perf = perf_of(run);
	const struct stack *stack = entry->stack;

	assert(perf->sample.open && perf->sample.ref_count == 0);
	if (!stack || perf->sample.may_idle ||
	    !slice_equal(intern_name(&run->profile.names, stack->frames[0]),
			 buf_slice(&perf->sample.name)))
		return false;
	run->samples++;
	profile_add_again(&run->profile, entry->stack, perf->sample.period);
	perf_forget(run);
	return true;
}

/* --list-events: one stack an event; its columns are samples and periods. */
static void sample_list_event(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	struct weight weight = {.count = {1, perf->sample.period}, .differential = true};
	frame_id id = profile_frame(&run->profile, perf->sample.event);

	profile_add(&run->profile, &id, 1, &weight);
}

/* Bytes of an input that a stack is worth, and each of its lines: the least that a recording has. */
enum { STACK_BYTES = 64, LINE_BYTES = 8 };

static uint64_t cost_of(const struct perf_line *line)
{
	return line->count + stack_budget_new(line->count, line->count + line->text);
}

bool perf_has_many_inlined(const struct perf_line *line)
{
	return cost_of(line) > LINE_BYTES * STACK_BUDGET_BYTE;
}

/* Replace lines by those without inlined functions if all together cost too much. */
static void limit_inlined(struct ingest_run *run)
{
	const struct perf_sample *sample = &perf_of(run)->sample;
	struct stack_budget budget = {
		.read = STACK_BYTES + LINE_BYTES * (uint64_t)sample->ref_count,
		.spent = STACK_BUDGET_LEAST,
	};
	size_t i;

	for (i = 0; i < sample->ref_count; i++) {
		const struct perf_ref *ref = &sample->refs[i];

		if (!ref->plain && ref->line->symbol &&
		    !stack_budget_take(&budget, cost_of(ref->line)))
			break;
	}
	if (i == sample->ref_count)
		return;
	ingest_note(run, PERF_LESS_INLINED, SLICE(""));
	perf_of(run)->sample.repeated = NULL; /* not cached: each is counted */
	for (i = 0; i < sample->ref_count; i++) {
		if (!sample->refs[i].plain && sample->refs[i].line->symbol)
			sample->refs[i].line = sample->refs[i].line->symbol;
	}
}

void perf_finish(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	size_t count, room = perf->sample.name.len + 2, i;
	bool has_dear = false;

	if (!perf->sample.open) {
		perf_forget(run);
		return;
	}
	run->samples++;
	if (UNLIKELY(perf->sample.may_idle)) {
		const enum perf_idle idle = perf_idle_sample(run);

		if (idle == PERF_IDLE) {
			perf_forget(run);
			return;
		}
		if (idle == PERF_MAYBE_IDLE) {
			perf_idle_hide(perf);
			perf->sample.repeated = NULL; /* not cached: each is counted */
		}
	}
	if (perf->options->list_events) {
		sample_list_event(run);
		perf_forget(run);
		return;
	}
	for (i = 0; i < perf->sample.ref_count; i++) {
		const struct perf_ref *ref = &perf->sample.refs[i];

		room += ref->plain ? 1 : ref->line->count;
		has_dear |= !ref->plain && ref->line->symbol;
	}
	if (UNLIKELY(has_dear))
		limit_inlined(run);
	perf->frames = memory_grow(perf->frames, &perf->frame_cap, room, sizeof(*perf->frames));
	count = perf_group_frames(perf);
	if (count == 0 && perf->as->drops_empty_samples)
		ingest_note(run, PERF_WITHOUT_STACK, SLICE(""));
	else
		sample_add_stack(run, count);
	perf_forget(run);
}
