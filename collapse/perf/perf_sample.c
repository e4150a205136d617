/* SPDX-License-Identifier: MIT */
/* The sample being read: its process, its stack lines, its end. */
#include "collapse/perf/perf_sample.h"

#include <limits.h>

#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_select.h"
#include "collapse/text.h"
#include "common/base/escape.h"
#include "common/base/utf8.h"

void perf_label_time(struct ingest_run *run, uint64_t time)
{
	const struct perf_findings *findings = perf_of(run)->findings;

	if (perf_is_timeless(time)) {
		label_clear_time(run);
		return;
	}
	if (run->labels->absolute) {
		label_set_time(run, time);
		return;
	}
	if (time < findings->first_time) {
		notes_count(&run->notes, PERF_EARLY, 1);
		time = findings->first_time;
	}
	label_set_time(run, time - findings->first_time);
}

static void perf_label_give_all(struct ingest_run *run, const struct perf_event *event)
{
	label_clear(run);
	label_set(run, LABEL_CPU, event->cpu);
	label_set(run, LABEL_PID, event->pid);
	label_set(run, LABEL_TID, event->tid);
	label_set(run, LABEL_COMM, event->comm);
	if (event->has_event)
		label_set(run, LABEL_EVENT, perf_kept_event(perf_of(run)));
}

/* The key of the labels except the time: the line before the time, and the event. */
static struct slice perf_label_key_of(struct perf_run *perf, const struct ingest_run *run,
				      const struct perf_event *event)
{
	const struct slice last = event->cpu.len > 0 ? event->cpu : event->tid;
	const struct slice front = last.len > 0 && last.ptr >= event->comm.ptr
					   ? slice_between(event->comm.ptr, last.ptr + last.len)
					   : event->comm;

	if (!label_wants(run, LABEL_EVENT) || !event->has_event)
		return front;
	buf_reset(&perf->key);
	buf_add(&perf->key, front);
	buf_add_char(&perf->key, '\n');
	buf_add(&perf->key, perf_kept_event(perf));
	return buf_slice(&perf->key);
}

/* Give the next sample the labels of its event line. */
static void perf_label_event(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct slice key = perf_label_key_of(perf, run, event);
	uint32_t set;
	uint64_t time;

	if (label_sets_find(&perf->script.label_sets, key, &set)) {
		labels_use(run->profile.labels, set);
	} else {
		perf_label_give_all(run, event);
		label_sets_add(&perf->script.label_sets, key, labels_current(run->profile.labels));
	}
	if (label_wants(run, LABEL_TIME) && perf_parse_time(event->time, &time))
		perf_label_time(run, time);
}

bool perf_roots_are_events(const struct ingest_run *run)
{
	const struct perf_options *options = perf_of(run)->options;

	return (options->events.count > 1 || options->has_patterns) &&
	       !label_wants(run, LABEL_EVENT);
}

/*
 * Inlined functions in perf script's text: consecutive lines of equal address, one per function.
 *
 * Read from the leaf, P a physical frame and i a line with "(inlined)" as its module: a P not next
 * to an i is a frame of its own (recursion). A group is [P] i+ [P], greedy for the P after it; a P
 * that closes one group does not open the next. It becomes its inlined functions and, outermost,
 * one physical frame: the P after it; else the last i, if it names the function of the P before it
 * (perf printed it twice); else that P, moved; else, without any P, the last i.
 */

struct group {
	const struct perf_ref *front; /* NULL without */
	const struct perf_ref *first; /* of the i lines */
	const struct perf_ref *last;
	const struct perf_ref *behind; /* NULL without */
};

struct frame_list {
	frame_id *frames;
	size_t count;
};

static void groups_add_frame(struct frame_list *list, const frame_id *frames, uint32_t count)
{
	if (count == 1) { /* nearly always */
		list->frames[list->count++] = frames[0];
		return;
	}
	memcpy(list->frames + list->count, frames, count * sizeof(*frames));
	list->count += count;
}

/* In a group: perf has named what is inlined there, so --inline need not. */
static void add_outermost(struct frame_list *list, const struct perf_ref *ref)
{
	const struct perf_line *line = ref->line;

	groups_add_frame(list, line->frames + line->found, line->count - line->found);
}

static void add_inlined(struct frame_list *list, const struct perf_ref *ref)
{
	groups_add_frame(list, ref->line->marked ? ref->line->marked : ref->line->frames,
			 ref->line->count);
}

static bool is_duplicate(const struct group *group)
{
	return group->front &&
	       slice_equal(group->last->line->function, group->front->line->function);
}

static void add_group(struct frame_list *list, const struct group *group)
{
	const struct perf_ref *ref;

	for (ref = group->first; ref < group->last; ref++)
		add_inlined(list, ref);
	if (!group->behind && (!group->front || is_duplicate(group))) {
		add_outermost(list, group->last);
		return;
	}
	add_inlined(list, group->last);
	add_outermost(list, group->behind ? group->behind : group->front);
}

static bool same_address(const struct perf_ref *a, const struct perf_ref *b,
			 const struct perf_ref *end)
{
	/* blanks in front: not every line goes through the grammar */
	return b < end && slice_equal(slice_trim_left(a->pc), slice_trim_left(b->pc));
}

/* The group at `ref`; false if there is a lone physical frame. */
static bool find_group(const struct perf_ref *ref, const struct perf_ref *end, struct group *group)
{
	const struct perf_ref *start = ref;

	*group = (struct group){0};
	if (!ref->line->inlined) {
		if (!same_address(start, ref + 1, end) || !ref[1].line->inlined)
			return false;
		group->front = ref++;
	}
	group->first = ref;
	while (same_address(start, ref + 1, end) && ref[1].line->inlined)
		ref++;
	group->last = ref;
	if (same_address(start, ref + 1, end))
		group->behind = ref + 1;
	return true;
}

/* Put the frames of all refs, leaf first, into perf->frames; returns how many. */
static size_t sample_frames(struct perf_run *perf)
{
	const bool plain = !perf->compat->groups_inlined || !perf->sample.has_inlined;
	const struct perf_ref *ref = perf->sample.refs, *end;
	struct frame_list list = {perf->frames, 0};
	struct group group;

	if (perf->sample.ref_count == 0)
		return 0;
	end = ref + perf->sample.ref_count;
	while (ref < end) {
		if (!plain && find_group(ref, end, &group)) {
			add_group(&list, &group);
			ref = (group.behind ? group.behind : group.last) + 1;
		} else if (ref->plain != 0) {
			list.frames[list.count++] = ref++->plain - 1;
		} else {
			groups_add_frame(&list, ref->line->frames, ref->line->count);
			ref++;
		}
	}
	return list.count;
}

void perf_huge(struct ingest_run *run, struct slice line)
{
	run->samples++;
	ingest_note(run, PERF_HUGE, line);
}

static char comm_char(char c, const struct perf_personality *compat)
{
	if (c == ' ')
		return '_';
	return c == ';' && !compat->semicolon_in_comm_splits ? ':' : c;
}

static void sample_add_comm(struct buf *out, struct slice comm,
			    const struct perf_personality *compat)
{
	const unsigned char most = compat->replaces_bad_utf8 ? 0x7f : UCHAR_MAX;
	const char semicolon = comm_char(';', compat);
	const char *const from = comm.ptr; /* not of the slice, which `to` may alias */
	const size_t len = comm.len;
	char *const to = buf_reserve(out, len);
	size_t i;

	for (i = 0; i < len && (unsigned char)from[i] <= most; i++) {
		char c = from[i];

		c = c == ' ' ? '_' : c;
		to[i] = c == ';' ? semicolon : c;
	}
	out->len += i;
	for (comm = slice_tail(comm, i); comm.len > 0;) {
		if ((unsigned char)comm.ptr[0] >= 0x80) {
			buf_add_code(out, utf8_next(&comm));
			continue;
		}
		buf_add_char(out, comm_char(comm.ptr[0], compat));
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
	else if (event->comm.len > 0 || !perf->compat->nameless_is_unknown)
		sample_add_comm(&perf->sample.name, event->comm, perf->compat);
	else
		buf_add_text(&perf->sample.name, "[unknown]");
	perf->sample.java = slice_starts(buf_slice(&perf->sample.name), SLICE("java"));
	if (UNLIKELY(options->names_tid)) {
		buf_add_char(&perf->sample.name, '-');
		buf_add(&perf->sample.name, event->tid);
	} else if (options->pid || options->tid) {
		buf_add_char(&perf->sample.name, '-');
		buf_add(&perf->sample.name, event->pid.len > 0 ? event->pid : SLICE("?"));
	}
	if (options->tid && !options->names_tid) {
		buf_add_char(&perf->sample.name, '/');
		buf_add(&perf->sample.name, event->tid.len > 0 ? event->tid : SLICE("?"));
	}
	perf->sample.event = event->has_event ? perf_kept_event(perf) : SLICE("[none]");
	perf->sample.period = event->period;
	if (perf->sample.period == 0 && !perf->compat->zero_period_is_zero)
		perf->sample.period = 1;
	if (options->has_unit)
		note_period(run, event);
	if (run->labels && !perf->worker)
		perf_label_event(run, event);
	perf->sample.open = true;
	perf->sample.ended = false;
	perf->sample.may_idle = options->no_idle && !perf->worker && perf_idle_may_be(event);
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
	buf_add(&perf->text, intern_shared_name(&run->profile.names, frames[index]));
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
	perf->sample.user.len = 0;
	perf->sample.cached = NULL;
	perf->sample.pc.len = 0;
	perf->sample.unread = false;
}

/* Append the process to the frames, which are leaf first; a `;` in its name splits it. */
static size_t add_process(struct ingest_run *run, size_t count)
{
	struct perf_run *perf = perf_of(run);
	struct slice name = buf_slice(&perf->sample.name), part;
	size_t first = count;

	while (perf->compat->semicolon_in_comm_splits && slice_cut(&name, ';', &part))
		perf->frames[count++] = profile_frame(&run->profile, part);
	perf->frames[count++] = profile_frame(&run->profile, name);
	text_reverse(perf->frames + first, count - first);
	return count;
}

/* True if the text of the lines and the process determine the stack. */
static bool is_determined_by_text(const struct ingest_run *run)
{
	const struct perf_run *perf = perf_of(run);

	return !perf->sample.ended && !perf->sample.has_inlined && !perf->options->list_events &&
	       !perf_roots_are_events(run) &&
	       !(perf->compat->semicolon_in_comm_splits &&
		 slice_find(buf_slice(&perf->sample.name), ';') != SLICE_NONE);
}

void perf_remember(struct ingest_run *run, const struct perf_stack_key *key, uint32_t lines)
{
	struct perf_run *perf = perf_of(run);

	assert(perf->sample.open && perf->sample.ref_count > 0);
	if (!is_determined_by_text(run))
		return;
	*key->root = profile_frame(&run->profile, buf_slice(&perf->sample.name));
	perf_cache_stack(perf, stack_cache_add(&perf->names.stacks, &key->print, *key->root, lines),
			 run->notes.count);
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

/* --list-events: one stack per event; its columns are samples and periods. */
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
	struct stack *stack;

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
			perf->sample.cached = NULL; /* perf_idle_hide() counted it */
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
	MEMORY_NEED(perf->frames, room, perf->frame_cap);
	count = sample_frames(perf);
	if (count == 0 && perf->compat->drops_empty_samples) {
		ingest_note(run, PERF_WITHOUT_STACK, SLICE(""));
		perf_forget(run);
		return;
	}
	/* the frames, leaf first, become a stack, cut at the leaf where it is too deep */
	if (!perf->sample.ended)
		count = add_process(run, count);
	if (perf_roots_are_events(run))
		perf->frames[count++] = profile_frame(&run->profile, perf->sample.event);
	text_reverse(perf->frames, count);
	if (count > LIMIT_DEPTH) {
		ingest_note(run, PERF_DEEP, buf_slice(&perf->sample.name));
		count = LIMIT_DEPTH;
	}
	if (UNLIKELY(perf->sample.only_frames)) {
		perf->sample.depth = (uint32_t)count;
		perf_forget(run);
		return;
	}
	profile_settle(&run->profile, &perf->waiting);
	if (perf->may_wait && !perf->sample.cached && profile_can_wait(&run->profile, count)) {
		profile_wait(&run->profile, &perf->waiting, perf->frames, (uint32_t)count,
			     &(struct weight){.count = {perf->sample.period, perf->sample.period}});
		perf_forget(run);
		return;
	}
	stack = profile_add_count(&run->profile, perf->frames, (uint32_t)count,
				  perf->sample.period);
	if (perf->sample.cached && perf->sample.notes == run->notes.count)
		perf->sample.cached->stack = stack;
	perf_forget(run);
}
