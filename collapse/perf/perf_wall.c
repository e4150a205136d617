/* SPDX-License-Identifier: MIT */
/* The states of threads, and stacks that are charged later. */
#include "collapse/perf/perf_wall.h"

#include "collapse/perf/perf_chain.h"
#include "collapse/perf/perf_select.h"
#include "collapse/text.h"
#include "common/base/diag.h"
#include "common/cli/thin_stacks.h"
#include "common/profile/function_kinds.h"

/* ---- States ---- */

static bool wall_find_states(struct slice name, unsigned *bits)
{
	unsigned found = 0, i;

	for (i = 0; i < THREAD_STATES; i++) {
		if (slice_equal(name, thread_state_name((enum thread_state)i)) ||
		    (i > THREAD_BLOCKED && slice_equal(name, thread_state_name(THREAD_BLOCKED))))
			found |= 1u << i;
	}
	*bits |= found;
	return found != 0;
}

bool perf_parse_states(struct slice text, void *field, struct buf *problem)
{
	return text_parse_states(text, field, wall_find_states, problem);
}

size_t perf_wall_kernel_frames(const struct perfdata_sample *sample, bool swapped)
{
	size_t frames = 0, i;
	bool in_kernel = sample->mode == PERFDATA_MODE_KERNEL;

	for (i = 0; sample->has_chain && i < sample->chain_count; i++) {
		const uint64_t entry = perfdata_u64(swapped, sample->chain + 8 * i);

		if (entry < PERF_CHAIN_MARKERS)
			frames += in_kernel;
		else
			in_kernel = entry == PERF_CHAIN_KERNEL;
	}
	return frames;
}

/* What is waited for in a function of a kind: the kinds that are none of it are 0. */
static enum thread_state wall_state_of(unsigned kinds)
{
	static const struct {
		unsigned kinds;
		enum thread_state state;
	} states[] = {
		{FUNCTION_BIT(FUNCTION_LOCK) | FUNCTION_BIT(FUNCTION_FUTEX) |
			 FUNCTION_BIT(FUNCTION_CONDITION),
		 THREAD_BLOCKED_LOCK},
		{FUNCTION_BIT(FUNCTION_POLLS), THREAD_BLOCKED_POLL},
		{FUNCTION_BIT(FUNCTION_SLEEPS), THREAD_BLOCKED_SLEEP},
		{FUNCTION_BIT(FUNCTION_PIPES), THREAD_BLOCKED_PIPE},
		{FUNCTION_BIT(FUNCTION_CHILDREN), THREAD_BLOCKED_CHILD},
		{FUNCTION_BIT(FUNCTION_NETWORK), THREAD_BLOCKED_NET},
		{FUNCTION_BIT(FUNCTION_DISK), THREAD_BLOCKED_IO},
		{FUNCTION_BIT(FUNCTION_FAULTS), THREAD_BLOCKED_FAULT},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(states); i++) {
		if (kinds & states[i].kinds)
			return states[i].state;
	}
	return THREAD_BLOCKED;
}

/* The state by the name of a frame, which is looked at once. */
static enum thread_state wall_state_of_frame(struct ingest_run *run, frame_id frame)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	struct slice name;

	if (frame >= worker->state_cap) {
		const size_t old = worker->state_cap;

		MEMORY_ROOM(worker->states, frame, worker->state_cap);
		memset(worker->states + old, 0, worker->state_cap - old);
	}
	if (worker->states[frame] == 0) {
		name = intern_shared_name(&run->profile.names, frame);
		slice_drop(&name, SLICE("_[k]"));
		worker->states[frame] = (unsigned char)(1 + wall_state_of(function_kinds_of(name)));
	}
	return (enum thread_state)(worker->states[frame] - 1);
}

enum thread_state perf_wall_blocked(struct ingest_run *run, const frame_id *frames, size_t depth,
				    size_t kernel_frames)
{
	const size_t kernel = kernel_frames < depth ? kernel_frames : depth;
	enum thread_state state = THREAD_BLOCKED, outer;
	bool has_names = false;
	size_t i;

	for (i = 0; i < kernel && state == THREAD_BLOCKED; i++) {
		state = wall_state_of_frame(run, frames[depth - 1 - i]);
		has_names |= !thin_stacks_is_nameless(
			intern_shared_name(&run->profile.names, frames[depth - 1 - i]));
	}
	/* what a fault reads from a file waits for the fault */
	for (; i < kernel && state == THREAD_BLOCKED_IO; i++) {
		outer = wall_state_of_frame(run, frames[depth - 1 - i]);
		if (outer == THREAD_BLOCKED_FAULT)
			state = outer;
	}
	if (has_names)
		return state == THREAD_BLOCKED ? THREAD_BLOCKED_OTHER : state;
	/* without the kernel's functions: by that which entered it, of libc */
	for (i = kernel; i + 1 < depth && i < kernel + 3 && state == THREAD_BLOCKED; i++)
		state = wall_state_of_frame(run, frames[depth - 1 - i]);
	return state;
}

/* ---- What is counted ---- */

static bool wall_wants(void *context, uint32_t pid, uint32_t tid, struct perfdata_moment moment)
{
	const struct perf_wall *wall = context;

	return perf_selects_thread(wall->options, pid, tid,
				   perfdata_world_thread(wall->world, pid, tid, moment).comm);
}

void perf_wall_ask(const struct ingest_run *run, const struct perfdata_world *world,
		   struct perf_wall *wall, struct wall_options *ask)
{
	const struct perf_options *options = perf_of(run)->options;
	const struct perf_times *times = &options->times;
	const bool has_wakers = options->wakers || options->critical_path.ptr;

	wall->options = options;
	wall->world = world;
	wall->live = options->live_period > 0;
	wall->spans = has_wakers ||
		      (label_wants(run, LABEL_TIME) && !options->latency && !wall->live);
	*ask = (struct wall_options){
		.from = times->given ? times->from : 0,
		.to = times->given ? times->to : UINT64_MAX,
		.from_relative = times->given && times->from_relative,
		.to_relative = times->given && times->to_relative,
		.latency = options->latency,
		.spans = wall->spans,
		.wakers = has_wakers,
		.live = wall->live,
		.wants = options->selects ? wall_wants : NULL,
		.context = wall,
	};
}

/* ---- Stacks that are kept ---- */

void perf_wall_make_room(struct perf_wall *wall)
{
	const size_t old = wall->kept_cap, count = wall_clock_keeps(wall->clock);
	size_t i, given;

	if (count > old) {
		MEMORY_NEED(wall->kept, count, wall->kept_cap);
		memset(wall->kept + old, 0, (wall->kept_cap - old) * sizeof(*wall->kept));
		if (wall->live) {
			wall->names = memory_resize(wall->names, wall->kept_cap,
						    sizeof(*wall->names));
			memset(wall->names + old, 0, (wall->kept_cap - old) * sizeof(*wall->names));
		}
	}
	if (!wall->spans)
		return;
	given = (size_t)(wall_clock_given(wall->clock) - wall_clock_base(wall->clock));
	MEMORY_ROOM(wall->named, given, wall->named_cap);
	for (i = 0; i < given; i++)
		wall->named[i] = (struct perf_kept_stack){.stack = HASH_NONE};
}

static void wall_keep_names(const struct ingest_run *run, struct buf *names, const frame_id *frames,
			    uint32_t depth)
{
	uint32_t i;

	buf_reset(names);
	for (i = 0; i < depth; i++) {
		const struct slice name = intern_name(&run->profile.names, frames[i]);

		buf_add(names, slice_of((const char *)&name.len, sizeof(name.len)));
		buf_add(names, name);
	}
}

const frame_id *perf_wall_kept_frames(struct ingest_run *run, const struct perf_wall *wall,
				      uint32_t keep)
{
	struct perf_run *perf = perf_of(run);
	struct slice rest, name;
	size_t depth;

	if (!wall->live)
		return wall->kept[keep].frames;
	rest = buf_slice(&wall->names[keep]);
	for (depth = 0; rest.len > 0; depth++) {
		memcpy(&name.len, rest.ptr, sizeof(name.len));
		name = slice_head(slice_tail(rest, sizeof(name.len)), name.len);
		rest = slice_tail(rest, sizeof(name.len) + name.len);
		MEMORY_ROOM(perf->frames, depth, perf->frame_cap);
		perf->frames[depth] = profile_frame(&run->profile, name);
	}
	return perf->frames;
}

void perf_wall_keep(const struct ingest_run *run, struct perf_wall *wall,
		    const struct perfdata_charge *charge, uint64_t number, const frame_id *frames,
		    struct perf_kept_stack *of)
{
	struct perf_kept_stack *kept;

	of->stack = HASH_NONE;
	if (wall->spans)
		of->stack = intern_add(&wall->stacks,
				       slice_of((const char *)frames, of->depth * sizeof(*frames)));
	if (charge->is_named)
		wall->named[number - wall_clock_base(wall->clock)] = *of;
	if (charge->keep == 0)
		return;
	kept = &wall->kept[charge->keep];
	if (wall->live) {
		wall_keep_names(run, &wall->names[charge->keep], frames, of->depth);
		*kept = *of;
		return;
	}
	of->frames = memory_grow(kept->frames, &kept->cap, of->depth, sizeof(*of->frames));
	of->cap = kept->cap;
	if (of->depth > 0)
		memcpy(of->frames, frames, of->depth * sizeof(*frames));
	*kept = *of;
}

void perf_wall_release(struct perf_wall *wall)
{
	size_t i;

	for (i = 0; i < wall->kept_cap; i++) {
		free(wall->kept[i].frames);
		if (wall->names)
			buf_release(&wall->names[i]);
	}
	free(wall->kept);
	free(wall->names);
	free(wall->named);
	free(wall->waiting);
	free(wall->history);
	intern_release(&wall->stacks);
	*wall = (struct perf_wall){0};
}

/* ---- What is said ---- */

void perf_wall_describe(struct ingest_run *run, const char *name, const struct perf_wall *wall)
{
	const struct wall_clock_sums *sums = wall_clock_sums(wall->clock);
	struct header *header = &run->profile.header;

	perf_see_time(run, sums->first);
	perf_see_time(run, sums->last);
	perf_publish_span(run);
	if (sums->by_samples) {
		diag_warn(
			"%s: no records of switches: who runs is taken from the times of samples; "
			"perf record --switch-events says it",
			name);
		return;
	}
	if (perf_of(run)->options->latency)
		return;
	if (!sums->has_stacks) {
		header_add(header, HEADER_STACKS, SLICE("sampled"));
		diag_warn(
			"%s: switches have no stacks: waits have that of the thread's last "
			"sample; record-stacks --wall has their own at kernel.perf_event_paranoid "
			"1 and as root",
			name);
	}
	if (!sums->has_wakeups) {
		header_add(header, HEADER_RUNNABLE, SLICE("preempted"));
		if (wall->options->wakers || wall->options->critical_path.ptr)
			diag_warn(
				"%s: who woke whom was not recorded; record-stacks --wall does it "
				"where sched:sched_waking is allowed, as to root",
				name);
		diag_note("%s: runnable is only what was preempted: who is woken is recorded with "
			  "sched:sched_waking, which root may",
			  name);
	}
}

static void wall_add_ns(struct buf *out, const char *what, uint64_t ns)
{
	buf_printf(out, ", %llu ns %s", (unsigned long long)ns, what);
}

void perf_wall_list(const char *name, const struct perf_wall *wall)
{
	const struct wall_clock_sums *sums = wall_clock_sums(wall->clock);
	struct buf text = {0};

	wall_add_ns(&text, "running", sums->ns[PERFDATA_RUNNING]);
	wall_add_ns(&text, "runnable", sums->ns[PERFDATA_RUNNABLE]);
	wall_add_ns(&text, "blocked", sums->ns[PERFDATA_BLOCKED]);
	wall_add_ns(&text, "on a processor with the stack of a switch or an older one",
		    sums->borrowed);
	wall_add_ns(&text, "without a stack", sums->unsampled);
	wall_add_ns(&text, "between records of which one was lost", sums->uncertain);
	diag_error_at(CODE_DATA, slice_from(name), 0, "%llu threads%.*s",
		      (unsigned long long)sums->threads, SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}
