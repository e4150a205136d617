/* SPDX-License-Identifier: MIT */
/*
 * Spans of the time of threads with the stacks of both who waited and who woke it: --wakers,
 * --critical-path and --labels time. One worker folds, so stacks are numbers in one table.
 */
#include "collapse/perf/perf_repair.h"
#include "collapse/perf/perf_wall.h"
#include "collapse/text.h"
#include "common/base/diag.h"
#include "common/base/search.h"

/* ---- Stacks of spans, as they become known ---- */

static void spans_name(struct ingest_run *run, const struct perf_recording *recording,
		       struct perf_named_span *span)
{
	struct perf_wall *wall = recording->wall;
	frame_id frames[2];

	perf_fold_name_thread(run, recording, &span->of, &span->stack, frames);
	span->stack.stack = intern_add(&wall->stacks,
				       slice_of((const char *)frames, sizeof(frames)));
}

/* Nothing refers to the memory of what was kept. */
static struct perf_kept_stack spans_copy(const struct perf_kept_stack *of)
{
	struct perf_kept_stack copy = *of;

	copy.frames = NULL;
	copy.cap = 0;
	return copy;
}

void perf_spans_take(struct ingest_run *run, const struct perf_recording *recording)
{
	struct perf_wall *wall = recording->wall;
	struct perf_named_span span;
	size_t at = 0;

	while (wall_clock_take_span(wall->clock, &at, &span.of)) {
		span.stack.stack = span.waker.stack = HASH_NONE;
		span.has_stack = span.of.sample == PERFDATA_NO_SAMPLE;
		span.has_waker = span.of.waker == PERFDATA_NO_SAMPLE;
		if (span.of.keep > 0)
			span.stack = spans_copy(&wall->kept[span.of.keep]);
		else if (span.has_stack)
			spans_name(run, recording, &span);
		MEMORY_ROOM(wall->waiting, wall->waiting_count, wall->waiting_cap);
		wall->waiting[wall->waiting_count++] = span;
	}
}

/* Take the stack of a sample that has been folded; false if it has not. */
static bool spans_find(const struct perf_wall *wall, uint64_t sample, struct perf_kept_stack *of)
{
	const uint64_t base = wall_clock_base(wall->clock);

	if (sample < base || sample >= wall_clock_given(wall->clock))
		return false;
	*of = wall->named[sample - base];
	return true;
}

/* ---- --wakers ---- */

static void spans_push(struct perf_run *perf, size_t *depth, frame_id frame)
{
	MEMORY_ROOM(perf->frames, *depth, perf->frame_cap);
	perf->frames[(*depth)++] = frame;
}

/* What woke a thread from an interrupt. */
static struct slice spans_interrupt(enum thread_state state)
{
	switch (state) {
	case THREAD_BLOCKED_SLEEP: return SLICE("[timer]");
	case THREAD_BLOCKED_IO:
	case THREAD_BLOCKED_FAULT: return SLICE("[io]");
	default: return SLICE("[interrupt]");
	}
}

/* Put the frames of a stack of perf_wall.stacks after those that perf_run.frames has. */
static uint32_t spans_push_stack(struct perf_run *perf, const struct perf_wall *wall,
				 uint32_t stack, size_t *depth)
{
	const struct slice frames = intern_name(&wall->stacks, stack); /* of no alignment */
	const uint32_t count = (uint32_t)(frames.len / sizeof(*perf->frames));

	MEMORY_NEED(perf->frames, *depth + count, perf->frame_cap);
	if (count > 0)
		memcpy(perf->frames + *depth, frames.ptr, count * sizeof(*perf->frames));
	*depth += count;
	return count;
}

/* Its frames are in perf_run.frames. */
static enum thread_state spans_state(struct ingest_run *run, const struct perf_named_span *span,
				     size_t depth)
{
	if (span->of.state != PERFDATA_BLOCKED)
		return span->of.state == PERFDATA_RUNNING ? THREAD_RUNNING : THREAD_RUNNABLE;
	return perf_wall_blocked(run, perf_of(run)->frames, (uint32_t)depth,
				 span->stack.kernel_frames);
}

/*
 * Take the markers of perf_repair.h out of the last `count` frames, for they have a meaning only
 * below the roots of a stack. Returns how many frames are left.
 */
static uint32_t spans_drop_markers(struct ingest_run *run, uint32_t count, size_t *depth)
{
	frame_id *frames = perf_of(run)->frames + *depth - count;
	uint32_t i, left = 0;

	for (i = 0; i < count; i++) {
		if (!perf_repair_is_marker(intern_name(&run->profile.names, frames[i])))
			frames[left++] = frames[i];
	}
	*depth -= count - left;
	return left;
}

/* Above a wait: "--", and the stack of the waker from its leaf on, with its name at the end. */
static void spans_push_waker(struct ingest_run *run, const struct perf_wall *wall,
			     const struct perf_named_span *span, enum thread_state state,
			     size_t *depth)
{
	struct perf_run *perf = perf_of(run);
	uint32_t count;

	if (!span->of.is_interrupted && span->waker.stack == HASH_NONE)
		return;
	spans_push(perf, depth, profile_frame(&run->profile, SLICE("--")));
	if (span->of.is_interrupted) {
		spans_push(perf, depth, profile_frame(&run->profile, spans_interrupt(state)));
		return;
	}
	count = spans_push_stack(perf, wall, span->waker.stack, depth);
	count = spans_drop_markers(run, count, depth);
	text_reverse(perf->frames + *depth - count, count);
}

static void spans_count(struct ingest_run *run, const struct perf_recording *recording,
			const struct perf_named_span *span)
{
	const struct perf_wall *wall = recording->wall;
	struct perf_counted_span counted = {
		.of = &span->stack, .from = span->of.from, .to = span->of.to};
	size_t depth = 0;

	spans_push_stack(perf_of(run), wall, span->stack.stack, &depth);
	counted.state = spans_state(run, span, depth);
	if (perf_of(run)->options->wakers && span->of.state == PERFDATA_BLOCKED)
		spans_push_waker(run, wall, span, counted.state, &depth);
	counted.frames = perf_of(run)->frames;
	counted.depth = depth < LIMIT_DEPTH ? (uint32_t)depth : LIMIT_DEPTH;
	perf_fold_span(run, recording, &counted);
}

void perf_spans_count(struct ingest_run *run, const struct perf_recording *recording)
{
	struct perf_wall *wall = recording->wall;
	size_t i, left = 0;

	for (i = 0; i < wall->waiting_count; i++) {
		struct perf_named_span *span = &wall->waiting[i];

		span->has_stack |= spans_find(wall, span->of.sample, &span->stack);
		span->has_waker |= spans_find(wall, span->of.waker, &span->waker);
		if (!span->has_stack || !span->has_waker) {
			wall->waiting[left++] = *span;
			continue;
		}
		if (span->stack.stack == HASH_NONE) /* its sample could not be read */
			spans_name(run, recording, span);
		if (!perf_of(run)->options->critical_path.ptr) {
			spans_count(run, recording, span);
			continue;
		}
		MEMORY_ROOM(wall->history, wall->history_count, wall->history_cap);
		wall->history[wall->history_count++] = *span;
	}
	wall->waiting_count = left;
}

void perf_spans_end(struct ingest_run *run, const struct perf_recording *recording)
{
	struct perf_wall *wall = recording->wall;
	size_t i;

	for (i = 0; i < wall->waiting_count; i++)
		wall->waiting[i].has_stack = wall->waiting[i].has_waker = true;
	perf_spans_count(run, recording);
}

/* ---- --critical-path ---- */

static const struct slice spans_waits_for_processor = SLICE_INIT("[waiting for a processor]");
static const struct slice spans_not_recorded = SLICE_INIT("[not recorded]");

/* The path, from its end back to its begin. */
struct spans_path {
	const struct perf_named_span *spans; /* by thread, then by time */
	size_t count;
	uint64_t now, begin;
	uint32_t tid;
	unsigned hops; /* since time was last counted */
};

static int spans_compare(const void *a, const void *b)
{
	const struct perf_named_span *left = a, *right = b;

	if (left->of.tid != right->of.tid)
		return left->of.tid < right->of.tid ? -1 : 1;
	return left->of.from < right->of.from ? -1 : left->of.from > right->of.from;
}

/* The last span of a thread that begins before a moment; NULL: there is none. */
static const struct perf_named_span *spans_before(const struct spans_path *path, uint32_t tid,
						  uint64_t moment)
{
	size_t low = 0, high = path->count;

	SEARCH(low, high, at,
	       path->spans[at].of.tid < tid ||
		       (path->spans[at].of.tid == tid && path->spans[at].of.from < moment));
	return low > 0 && path->spans[low - 1].of.tid == tid ? &path->spans[low - 1] : NULL;
}

/* The thread that is asked for: by number, by name, or the first. False: there is none. */
static bool spans_find_thread(const struct perf_wall *wall, struct slice name, uint32_t *tid)
{
	uint64_t number;
	size_t i;

	*tid = wall_clock_sums(wall->clock)->main;
	if (name.len == 0)
		return wall->history_count > 0;
	for (i = 0; i < wall->history_count; i++) {
		const struct perf_named_span *span = &wall->history[i];

		if ((slice_to_u64(name, &number) && number == span->of.tid) ||
		    slice_equal(span->stack.comm, name)) {
			*tid = span->of.tid;
			return true;
		}
	}
	return false;
}

/* Count the path back to `from` for a span, with a frame above its stack if that is not empty. */
static void spans_count_path(struct ingest_run *run, const struct perf_recording *recording,
			     struct spans_path *path, const struct perf_named_span *span,
			     uint64_t from, struct slice above)
{
	struct perf_run *perf = perf_of(run);
	struct perf_counted_span counted = {.of = &span->stack};
	struct buf thread = {0};
	size_t depth = 0;

	spans_push_stack(perf, recording->wall, span->stack.stack, &depth);
	counted.state = spans_state(run, span, depth);
	if (from < path->begin)
		from = path->begin;
	if (slice_equal(above, spans_not_recorded)) /* of the thread alone */
		depth = 1;
	if (above.len > 0)
		spans_push(perf, &depth, profile_frame(&run->profile, above));
	buf_printf(&thread, "%.*s (%u)", SLICE_ARG(span->stack.comm), (unsigned)path->tid);
	counted.frames = perf->frames;
	counted.depth = depth < LIMIT_DEPTH ? (uint32_t)depth : LIMIT_DEPTH;
	counted.from = from;
	counted.to = path->now;
	counted.thread = buf_slice(&thread);
	perf_fold_span(run, recording, &counted);
	buf_release(&thread);
	path->now = from;
	path->hops = 0;
}

/* Go on in the thread that made this one; false if that is not recorded. */
static bool spans_to_parent(const struct perf_recording *recording, struct spans_path *path)
{
	size_t count;
	const struct perfdata_birth *births = wall_clock_births(recording->wall->clock, &count);

	while (count > 0) { /* the latest: numbers are used again */
		const struct perfdata_birth *birth = &births[--count];

		if (birth->tid == path->tid && birth->time <= path->now) {
			path->tid = birth->parent;
			return spans_before(path, path->tid, path->now) != NULL;
		}
	}
	return false;
}

/* True if the path goes on in the thread that ended a wait, which was there then. */
static bool spans_to_waker(struct spans_path *path, const struct perf_named_span *span)
{
	enum { MOST_HOPS = 64 }; /* at one moment: those that woke each other may be a circle */

	if (span->of.waker == PERFDATA_NO_SAMPLE || span->of.is_interrupted ||
	    span->of.to != path->now || path->hops >= MOST_HOPS ||
	    !spans_before(path, span->of.waker_tid, path->now))
		return false;
	path->tid = span->of.waker_tid;
	path->hops++;
	return true;
}

bool perf_spans_find_path(struct ingest_run *run, const char *name,
			  const struct perf_recording *recording)
{
	struct perf_wall *wall = recording->wall;
	const struct slice thread = perf_of(run)->options->critical_path;
	struct spans_path path = {.spans = wall->history, .count = wall->history_count};
	const struct perf_named_span *span, *last;
	size_t i;

	if (!spans_find_thread(wall, thread, &path.tid)) {
		diag_error_at(CODE_DATA, slice_from(name), 0, "no thread %.*s for --critical-path",
			      SLICE_ARG(thread));
		return false;
	}
	SORT(wall->history, wall->history_count, spans_compare);
	last = span = spans_before(&path, path.tid, UINT64_MAX);
	if (!span)
		return true;
	path.now = span->of.to;
	for (i = (size_t)(span - wall->history) + 1; i > 0; i--) {
		if (wall->history[i - 1].of.tid != path.tid)
			break;
		path.begin = wall->history[i - 1].of.from;
	}
	while (path.now > path.begin) {
		span = spans_before(&path, path.tid, path.now);
		if (!span) {
			if (path.hops++ < UINT8_MAX && spans_to_parent(recording, &path))
				continue;
			spans_count_path(run, recording, &path, last, path.begin,
					 spans_not_recorded);
			continue;
		}
		last = span;
		if (span->of.to < path.now)
			spans_count_path(run, recording, &path, span, span->of.to,
					 spans_not_recorded);
		else if (span->of.state == PERFDATA_RUNNABLE)
			spans_count_path(run, recording, &path, span, span->of.from,
					 spans_waits_for_processor);
		else if (span->of.state == PERFDATA_RUNNING || !spans_to_waker(&path, span))
			spans_count_path(run, recording, &path, span, span->of.from, SLICE(""));
	}
	return true;
}
