/* SPDX-License-Identifier: MIT */
/* Threads and their states, from records in the order of their times. */
#include "collapse/perfdata/wall_clock_state.h"

struct wall_clock *wall_clock_new(const struct perfdata *recording,
				  const struct wall_options *options)
{
	struct wall_clock *wall = memory_clear(1, sizeof(*wall));

	wall->recording = recording;
	wall->options = *options;
	wall_events_find(wall);
	return wall;
}

void wall_clock_free(struct wall_clock *wall)
{
	if (!wall)
		return;
	free(wall->roles);
	free(wall->events);
	free(wall->spare);
	free(wall->charges);
	free(wall->spans);
	free(wall->births);
	free(wall->threads);
	free(wall->touched);
	ids_release(&wall->tids);
	free(wall);
}

/* ---- Threads ---- */

/* NULL: it is new, and an event of another thread does not make it one that is recorded. */
static struct wall_thread *wall_thread_of(struct wall_clock *wall, const struct wall_event *event)
{
	const uint32_t number = ids_find(&wall->tids, event->tid);

	if (number != IDS_NONE) {
		struct wall_thread *thread = &wall->threads[number];

		if (event->pid != UINT32_MAX && event->kind != WALL_WOKEN)
			thread->pid = event->pid;
		return thread;
	}
	if (event->kind == WALL_WOKEN)
		return NULL;
	MEMORY_ROOM(wall->threads, wall->thread_count, wall->thread_cap);
	wall->threads[wall->thread_count] = (struct wall_thread){
		.tid = event->tid,
		.pid = event->pid == UINT32_MAX ? event->tid : event->pid,
		.refs = {WALL_NO_SAMPLE, WALL_NO_SAMPLE, WALL_NO_SAMPLE}};
	ids_add(&wall->tids, event->tid);
	return &wall->threads[wall->thread_count++];
}

static void wall_touch(struct wall_clock *wall, struct wall_thread *thread)
{
	if (thread->is_touched)
		return;
	thread->is_touched = true;
	MEMORY_ROOM(wall->touched, wall->touched_count, wall->touched_cap);
	wall->touched[wall->touched_count++] = (uint32_t)(thread - wall->threads);
}

static void wall_forget_samples(struct wall_thread *thread)
{
	size_t i;

	for (i = 0; i < WALL_REFS; i++)
		thread->refs[i] = WALL_NO_SAMPLE;
}

static uint64_t wall_sum(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* The part of a span that counts. */
static uint64_t wall_clip(const struct wall_clock *wall, uint64_t from, uint64_t to)
{
	const struct wall_options *options = &wall->options;

	if (from < options->from)
		from = options->from;
	if (to > options->to)
		to = options->to;
	return to > from ? to - from : 0;
}

/* Time passes, for the threads that are on processors. */
static void wall_advance(struct wall_clock *wall, uint64_t time)
{
	uint64_t ns;

	if (time <= wall->now)
		return;
	ns = wall_clip(wall, wall->now, time);
	if (wall->running > 0) /* beyond 2^54 ns, 208 days, it is not exact */
		wall->served += ns >> (64 - WALL_FRACTION) ? ns / wall->running << WALL_FRACTION
							   : (ns << WALL_FRACTION) / wall->running;
	wall->now = time;
}

static void wall_set_phase(struct wall_clock *wall, struct wall_thread *thread,
			   enum wall_phase phase, uint64_t time)
{
	const struct wall_options *options = &wall->options;

	if (thread->phase != phase && options->latency) {
		wall_advance(wall, time);
		if (thread->phase == WALL_RUNS)
			wall->running -= thread->is_wanted;
		if (phase == WALL_RUNS) {
			thread->is_wanted = !options->wants ||
					    options->wants(
						    options->context, thread->pid, thread->tid,
						    (struct perfdata_moment){time, UINT64_MAX});
			wall->running += thread->is_wanted;
		}
		thread->served = wall->served;
	}
	thread->phase = phase;
}

/* What the time up to `until` counts in a state. */
static uint64_t wall_count(struct wall_clock *wall, struct wall_thread *thread,
			   enum perfdata_state state, uint64_t until)
{
	uint64_t ns;

	if (!wall->options.latency)
		return wall_clip(wall, thread->mark, until);
	wall_advance(wall, until);
	ns = state == PERFDATA_RUNNING && thread->is_wanted
		     ? wall->served - thread->served + thread->rest
		     : thread->rest;
	thread->served = wall->served;
	thread->rest = ns & ((1u << WALL_FRACTION) - 1);
	return ns >> WALL_FRACTION;
}

/* A span of a thread's time, clipped, up to `until`. */
static void wall_add_span(struct wall_clock *wall, const struct wall_thread *thread,
			  uint64_t sample, enum perfdata_state state, uint64_t until)
{
	const struct wall_options *options = &wall->options;
	const struct wall_event *waking = options->wakers ? wall->waking : NULL;
	struct perfdata_span span = {
		.from = thread->mark > options->from ? thread->mark : options->from,
		.to = until < options->to ? until : options->to,
		.sample = sample,
		.pid = thread->pid,
		.tid = thread->tid,
		.state = state,
		.waker = waking ? waking->sample : WALL_NO_SAMPLE,
	};

	if (waking) {
		span.waker_tid = waking->by;
		span.is_interrupted = waking->is_interrupted;
		if (waking->is_interrupted) /* whose stack has nothing to do with it */
			span.waker = WALL_NO_SAMPLE;
		else
			wall->charges[span.waker - wall->base].is_named = true;
	}
	if (sample != WALL_NO_SAMPLE && sample >= WALL_KEPT(WALL_REFS - 1)) {
		span.sample = WALL_NO_SAMPLE;
		span.keep = (uint32_t)((size_t)(thread - wall->threads) * WALL_REFS +
				       (WALL_KEPT(0) - sample) + 1);
	} else if (sample != WALL_NO_SAMPLE) {
		wall->charges[sample - wall->base].is_named = true;
	}
	MEMORY_ROOM(wall->spans, wall->span_count, wall->span_cap);
	wall->spans[wall->span_count++] = span;
}

/* Charge the thread's time up to `until` to a sample. */
static void wall_charge(struct wall_clock *wall, struct wall_thread *thread, uint64_t sample,
			enum perfdata_state state, uint64_t until)
{
	const uint64_t ns = wall_count(wall, thread, state, until);

	if (ns > 0 && wall->options.spans)
		wall_add_span(wall, thread, sample, state, until);
	thread->mark = until;
	if (ns == 0)
		return;
	wall->sums.ns[state] = wall_sum(wall->sums.ns[state], ns);
	if (sample == WALL_NO_SAMPLE)
		wall->sums.unsampled = wall_sum(wall->sums.unsampled, ns);
	if (wall->options.spans)
		return;
	if (sample == WALL_NO_SAMPLE) {
		thread->unsampled[state] = wall_sum(thread->unsampled[state], ns);
		thread->unsampled_until = until;
	} else if (sample >= WALL_KEPT(WALL_REFS - 1)) {
		uint64_t *kept = &thread->kept[WALL_KEPT(0) - sample][state];

		*kept = wall_sum(*kept, ns);
	} else {
		wall->charges[sample - wall->base].ns[state] += ns;
	}
}

/* Charge the time up to `until` in the state in which the thread is. */
static void wall_pass(struct wall_clock *wall, struct wall_thread *thread, uint64_t until)
{
	uint64_t sample = thread->refs[WALL_LAST];

	switch (thread->phase) {
	case WALL_RUNS:
		if (!thread->is_sampled) {
			if (thread->refs[WALL_NEXT] != WALL_NO_SAMPLE)
				sample = thread->refs[WALL_NEXT];
			if (sample != WALL_NO_SAMPLE)
				wall->sums.borrowed = wall_sum(wall->sums.borrowed,
							       until - thread->mark);
		}
		wall_charge(wall, thread, sample, PERFDATA_RUNNING, until);
		break;
	case WALL_WAITS:
		wall_charge(wall, thread, thread->refs[WALL_OFF],
			    thread->is_woken ? PERFDATA_RUNNABLE : PERFDATA_BLOCKED, until);
		break;
	case WALL_READY:
		wall_charge(wall, thread, thread->refs[WALL_OFF], PERFDATA_RUNNABLE, until);
		break;
	case WALL_NEW: wall_charge(wall, thread, WALL_NO_SAMPLE, PERFDATA_RUNNABLE, until); break;
	case WALL_ABSENT:
	case WALL_ENDED: break;
	}
}

/* The first record of a thread that was there before. */
static void wall_begin(struct wall_clock *wall, struct wall_thread *thread, enum wall_kind kind,
		       uint64_t time)
{
	wall_forget_samples(thread);
	thread->mark = time;
	if (thread->phase == WALL_ABSENT && kind != WALL_EXECS &&
	    (thread->is_listed || kind == WALL_FOUND))
		thread->mark = wall->sums.first;
	thread->is_sampled = false;
	wall_set_phase(wall, thread,
		       kind == WALL_FOUND                       ? WALL_WAITS
		       : kind == WALL_IN && wall->tells_waiting ? WALL_READY
		       : kind == WALL_IN                        ? WALL_WAITS
								: WALL_RUNS,
		       thread->mark);
	if (wall->sums.threads++ == 0)
		wall->sums.main = thread->tid;
}

static void wall_switch_in(struct wall_clock *wall, struct wall_thread *thread, uint64_t time)
{
	if (thread->phase == WALL_RUNS) { /* the record of its switch out was lost */
		wall->sums.uncertain = wall_sum(wall->sums.uncertain, time - thread->mark);
		wall_charge(wall, thread, thread->refs[WALL_LAST], PERFDATA_BLOCKED, time);
	} else {
		wall_pass(wall, thread, time);
	}
	wall_set_phase(wall, thread, WALL_RUNS, time);
	thread->is_sampled = thread->is_woken = false;
	thread->refs[WALL_NEXT] = WALL_NO_SAMPLE;
}

static void wall_switch_out(struct wall_clock *wall, struct wall_thread *thread, bool preempted,
			    uint64_t time)
{
	if (thread->phase != WALL_RUNS) /* another event has told it, or the switch in was lost */
		return;
	wall_pass(wall, thread, time);
	wall_set_phase(wall, thread, preempted ? WALL_READY : WALL_WAITS, time);
	if (thread->refs[WALL_NEXT] != WALL_NO_SAMPLE)
		thread->refs[WALL_LAST] = thread->refs[WALL_NEXT];
	thread->refs[WALL_OFF] = thread->refs[WALL_LAST];
	thread->refs[WALL_NEXT] = WALL_NO_SAMPLE;
}

static void wall_end(struct wall_clock *wall, struct wall_thread *thread, uint64_t time)
{
	wall_pass(wall, thread, time);
	wall_set_phase(wall, thread, WALL_ENDED, time);
	wall_forget_samples(thread);
	thread->after = WALL_ABSENT;
}

/*
 * The record of a thread's end is not its last one where those of all processors are: Linux 6.18
 * takes its memory back after it, which for a compiler takes a millisecond.
 */
static void wall_end_recorded(struct wall_clock *wall, struct wall_thread *thread, uint64_t time)
{
	uint64_t refs[WALL_REFS];
	const bool goes_on = wall->is_wide && !wall->sums.by_samples && thread->phase == WALL_RUNS;

	memcpy(refs, thread->refs, sizeof(refs));
	wall_end(wall, thread, time);
	if (!goes_on)
		return;
	memcpy(thread->refs, refs, sizeof(refs));
	thread->after = WALL_RUNS;
}

/*
 * A record of a thread that has ended: true if the thread goes on where that left it. One that runs
 * is not switched in: then its number is that of another, whose fork was lost.
 */
static bool wall_come_back(struct wall_clock *wall, struct wall_thread *thread, enum wall_kind kind)
{
	if (kind == WALL_IN && thread->after == WALL_RUNS)
		thread->after = WALL_ABSENT;
	if (kind == WALL_END || thread->after == WALL_ABSENT)
		return false;
	wall_set_phase(wall, thread, thread->after, thread->mark);
	return true;
}

static void wall_fork(struct wall_clock *wall, struct wall_thread *thread,
		      const struct wall_event *event, uint64_t time)
{
	if (!wall->is_inherited && !wall->is_wide)
		return; /* it is not recorded */
	if (thread->phase != WALL_ABSENT && thread->phase != WALL_ENDED)
		wall_end(wall, thread, time); /* that record was lost */
	wall_forget_samples(thread);
	wall_set_phase(wall, thread, WALL_NEW, time);
	thread->mark = time;
	if (!wall->options.spans)
		return;
	MEMORY_ROOM(wall->births, wall->birth_count, wall->birth_cap);
	wall->births[wall->birth_count++] = (struct perfdata_birth){time, event->tid, event->by};
}

/* The first record acts: relative times are known. */
static void wall_start(struct wall_clock *wall)
{
	struct wall_options *options = &wall->options;

	wall->has_begun = true;
	if (options->from_relative)
		options->from = wall_sum(options->from, wall->sums.first);
	if (options->to_relative)
		options->to = wall_sum(options->to, wall->sums.first);
}

static void wall_step(struct wall_clock *wall, const struct wall_event *event)
{
	struct wall_thread *thread = wall_thread_of(wall, event);
	bool is_back;
	uint64_t time;

	if (!wall->has_begun)
		wall_start(wall);
	if (!thread)
		return;
	wall_touch(wall, thread);
	time = event->time > thread->mark ? event->time : thread->mark;
	if (event->kind == WALL_LISTED) {
		thread->is_listed |= thread->phase == WALL_ABSENT;
		return;
	}
	if (event->kind == WALL_BORN) {
		wall_fork(wall, thread, event, time);
		return;
	}
	if (event->kind == WALL_FOUND || event->kind == WALL_EXECS) {
		if (thread->phase == WALL_ABSENT)
			wall_begin(wall, thread, event->kind, time);
		return;
	}
	/*
	 * A thread's last switch out follows its end, and it may be preempted before, so it comes
	 * back; a later one of its number begins with a fork, where forks are recorded.
	 */
	is_back = thread->phase == WALL_ENDED && wall_come_back(wall, thread, event->kind);
	if ((thread->phase == WALL_ENDED &&
	     (event->kind != WALL_IN || wall->is_inherited || wall->is_wide)) ||
	    (thread->phase == WALL_ABSENT && event->kind == WALL_WOKEN))
		return;
	if (thread->phase == WALL_ABSENT || thread->phase == WALL_ENDED)
		wall_begin(wall, thread, event->kind, time);
	if (thread->phase == WALL_NEW) {
		if (event->kind == WALL_WOKEN)
			return;
		wall->sums.threads++;
	}
	switch (event->kind) {
	case WALL_IN:
		if (wall->sums.by_samples && thread->phase == WALL_RUNS)
			thread->goes_on = true;
		else
			wall_switch_in(wall, thread, time);
		break;
	case WALL_OUT:
	case WALL_PREEMPTED:
		if (thread->goes_on) {
			thread->goes_on = false;
			break;
		}
		if (thread->phase == WALL_NEW)
			wall_switch_in(wall, thread, time);
		wall_switch_out(wall, thread, event->kind == WALL_PREEMPTED, time);
		break;
	case WALL_SAMPLE:
	case WALL_AT_SWITCH:
		if (thread->phase != WALL_RUNS) /* the record of its switch in was lost */
			wall_switch_in(wall, thread, time);
		if (event->kind == WALL_AT_SWITCH) {
			thread->refs[WALL_NEXT] = event->sample;
			break;
		}
		wall_charge(wall, thread, event->sample, PERFDATA_RUNNING, time);
		thread->refs[WALL_LAST] = event->sample;
		thread->is_sampled = true;
		break;
	case WALL_WOKEN:
		if (thread->phase == WALL_WAITS) {
			thread->is_woken = false;
			wall->waking = event;
			wall_pass(wall, thread, time);
			wall->waking = NULL;
			wall_set_phase(wall, thread, WALL_READY, time);
		} else if (thread->phase == WALL_RUNS) {
			thread->is_woken = true;
		}
		break;
	case WALL_END: wall_end_recorded(wall, thread, time); break;
	case WALL_LISTED:
	case WALL_FOUND:
	case WALL_EXECS:
	case WALL_BORN: break;
	}
	if (is_back) {
		thread->after = thread->phase;
		wall_set_phase(wall, thread, WALL_ENDED, time);
	}
}

/* ---- The order of times ---- */

/* The end of the events from `from` on whose times do not decrease. */
static size_t wall_run_end(const struct wall_event *events, size_t from, size_t count)
{
	for (from++; from < count && events[from - 1].time <= events[from].time; from++)
		;
	return from;
}

/* Merge neighbouring runs into `to`; how many runs that makes. */
static size_t wall_merge_runs(const struct wall_event *from, size_t count, struct wall_event *to)
{
	size_t begin, middle, end, a, b, runs = 0;

	for (begin = 0; begin < count; begin = end, runs++) {
		middle = wall_run_end(from, begin, count);
		end = middle < count ? wall_run_end(from, middle, count) : middle;
		for (a = begin, b = middle; a < middle || b < end;) {
			if (b == end || (a < middle && from[a].time <= from[b].time))
				*to++ = from[a++];
			else
				*to++ = from[b++];
		}
	}
	return runs;
}

/* A natural merge sort: each ring of a processor is sorted, so there are few runs. Stable. */
static void wall_sort(struct wall_clock *wall)
{
	const size_t count = wall->count - wall->first;
	size_t runs = 2;

	if (!wall->is_unsorted)
		return;
	wall->is_unsorted = false;
	MEMORY_NEED(wall->spare, count, wall->spare_cap);
	while (runs > 1) {
		struct wall_event *events = wall->events;
		const size_t cap = wall->cap;

		runs = wall_merge_runs(events + wall->first, count, wall->spare);
		wall->events = wall->spare;
		wall->cap = wall->spare_cap;
		wall->spare = events;
		wall->spare_cap = cap;
		wall->first = 0;
		wall->count = count;
	}
}

/* Charge the waits that go on, if it is certain that they are. One on a processor is charged to its next sample. */
static void wall_pass_waits(struct wall_clock *wall, uint64_t time)
{
	size_t i;

	for (i = 0; i < wall->thread_count; i++) {
		struct wall_thread *thread = &wall->threads[i];

		if ((thread->phase != WALL_WAITS && thread->phase != WALL_READY) ||
		    (thread->phase == WALL_WAITS && thread->is_woken) || thread->mark >= time)
			continue;
		wall_touch(wall, thread);
		wall_pass(wall, thread, time);
	}
}

void wall_clock_deliver(struct wall_clock *wall, uint64_t time)
{
	wall_sort(wall);
	for (; wall->first < wall->count && wall->events[wall->first].time <= time; wall->first++)
		wall_step(wall, &wall->events[wall->first]);
	if (wall->options.live && time < UINT64_MAX)
		wall_pass_waits(wall, time);
	if (wall->first < wall->count / 2 || wall->first == 0)
		return;
	wall->count -= wall->first;
	if (wall->count > 0)
		memmove(wall->events, wall->events + wall->first,
			wall->count * sizeof(*wall->events));
	wall->first = 0;
}

void wall_clock_close(struct wall_clock *wall, uint64_t time)
{
	size_t i;

	wall_clock_deliver(wall, UINT64_MAX);
	wall->sums.last = time;
	for (i = 0; i < wall->thread_count; i++) {
		struct wall_thread *thread = &wall->threads[i];

		wall_touch(wall, thread);
		/* one that waited all the time; of the whole system these say nothing */
		if (thread->phase == WALL_ABSENT && thread->is_listed && !wall->is_wide &&
		    !wall->by_sched && !wall->sums.by_samples)
			wall_begin(wall, thread, WALL_FOUND, time);
		if (thread->phase != WALL_NEW) /* it never ran: it may not be recorded */
			wall_end(wall, thread, time > thread->mark ? time : thread->mark);
	}
}

/* ---- What is given out ---- */

uint64_t wall_clock_count(const struct wall_clock *wall)
{
	return wall->base + wall->charge_count;
}

static bool wall_is_kept(const struct wall_thread *thread, unsigned slot)
{
	size_t i;

	for (i = 0; i < WALL_REFS; i++) {
		if (thread->refs[i] == WALL_KEPT(slot))
			return true;
	}
	return false;
}

/* Keep what the thread refers to of samples before this number. */
static void wall_keep(struct wall_clock *wall, uint32_t number, uint64_t count)
{
	struct wall_thread *thread = &wall->threads[number];
	size_t i, k;

	for (i = 0; i < WALL_REFS; i++) {
		const uint64_t sample = thread->refs[i];
		unsigned slot = 0;

		if (sample >= count) /* none, kept, not given out yet */
			continue;
		while (wall_is_kept(thread, slot)) /* one of them is this sample */
			slot++;
		wall->charges[sample - wall->base].keep = number * WALL_REFS + slot + 1;
		for (k = i; k < WALL_REFS; k++) {
			if (thread->refs[k] == sample)
				thread->refs[k] = WALL_KEPT(slot);
		}
	}
}

void wall_clock_give(struct wall_clock *wall, uint64_t count)
{
	size_t i;

	wall->given = count;
	for (i = 0; i < wall->touched_count; i++)
		wall_keep(wall, wall->touched[i], count);
}

/* True if a sample that has not been given out is to be kept for the thread. */
static bool wall_refers(const struct wall_thread *thread)
{
	size_t i;

	for (i = 0; i < WALL_REFS; i++) {
		if (thread->refs[i] < WALL_KEPT(WALL_REFS - 1))
			return true;
	}
	return false;
}

void wall_clock_forget(struct wall_clock *wall, uint64_t count)
{
	const size_t gone = (size_t)(count - wall->base);
	size_t i, left = 0;

	wall->charge_count -= gone;
	if (wall->charge_count > 0)
		memmove(wall->charges, wall->charges + gone,
			wall->charge_count * sizeof(*wall->charges));
	wall->base = count;
	for (i = 0; i < wall->touched_count; i++) {
		struct wall_thread *thread = &wall->threads[wall->touched[i]];

		thread->is_touched = wall_refers(thread);
		if (thread->is_touched)
			wall->touched[left++] = wall->touched[i];
	}
	wall->touched_count = left;
}

const struct perfdata_charge *wall_clock_charge(const struct wall_clock *wall, uint64_t number)
{
	return &wall->charges[number - wall->base];
}

uint32_t wall_clock_keeps(const struct wall_clock *wall)
{
	return (uint32_t)wall->thread_count * WALL_REFS + 1;
}

bool wall_clock_take_kept(struct wall_clock *wall, size_t *at, struct perfdata_kept *kept)
{
	for (; *at < wall->touched_count * WALL_REFS; ++*at) {
		const uint32_t number = wall->touched[*at / WALL_REFS];
		uint64_t *ns = wall->threads[number].kept[*at % WALL_REFS];

		if (ns[PERFDATA_RUNNING] == 0 && ns[PERFDATA_RUNNABLE] == 0 &&
		    ns[PERFDATA_BLOCKED] == 0)
			continue;
		kept->keep = number * WALL_REFS + (uint32_t)(*at % WALL_REFS) + 1;
		kept->until = wall->threads[number].mark;
		memcpy(kept->ns, ns, sizeof(kept->ns));
		memset(ns, 0, sizeof(kept->ns));
		return true;
	}
	return false;
}

bool wall_clock_take_unsampled(struct wall_clock *wall, size_t *at,
			       struct perfdata_unsampled *unsampled)
{
	for (; *at < wall->touched_count; ++*at) {
		struct wall_thread *thread = &wall->threads[wall->touched[*at]];

		if (thread->unsampled_until == 0)
			continue;
		unsampled->pid = thread->pid;
		unsampled->tid = thread->tid;
		unsampled->time = thread->unsampled_until;
		memcpy(unsampled->ns, thread->unsampled, sizeof(unsampled->ns));
		memset(thread->unsampled, 0, sizeof(thread->unsampled));
		thread->unsampled_until = 0;
		return true;
	}
	return false;
}

bool wall_clock_take_span(struct wall_clock *wall, size_t *at, struct perfdata_span *span)
{
	if (*at == wall->span_count) {
		wall->span_count = 0;
		return false;
	}
	*span = wall->spans[(*at)++];
	return true;
}

const struct perfdata_birth *wall_clock_births(const struct wall_clock *wall, size_t *count)
{
	*count = wall->birth_count;
	return wall->births;
}

uint64_t wall_clock_base(const struct wall_clock *wall)
{
	return wall->base;
}

uint64_t wall_clock_given(const struct wall_clock *wall)
{
	return wall->given;
}

const struct wall_clock_sums *wall_clock_sums(const struct wall_clock *wall)
{
	return &wall->sums;
}
