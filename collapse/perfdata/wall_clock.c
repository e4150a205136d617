/* SPDX-License-Identifier: MIT */
/* Threads and their states, from records in the order of their times. */
#include "collapse/perfdata/wall_clock.h"

#include "collapse/perfdata/tracepoint.h"
#include "common/base/memory.h"
#include "common/table/hash.h"

/* Numbers of perf_event.h of Linux. */
enum {
	SW_CPU_CLOCK = 0,
	SW_TASK_CLOCK = 1,
	SW_CONTEXT_SWITCHES = 3,
	HW_CYCLES = 0,
	HW_REF_CYCLES = 9,
	FLAG_INHERIT = 1,
	FLAG_SAMPLE_ID_ALL = 18,
	FLAG_CONTEXT_SWITCH = 26,
	MISC_SWITCH_OUT = 1 << 13,
	MISC_PREEMPT = 1 << 14,
	MISC_EXEC = 1 << 13,
	TYPE_SWITCH = 14,
	TYPE_SWITCH_CPU_WIDE = 15,
	SAMPLES_TID = 1 << 1,
	SAMPLES_TIME = 1 << 2,
	SAMPLES_CHAIN = 1 << 5,
	NO_THREAD = -1, /* of a thread that has ended */
};

/* What samples of an event are. */
enum wall_role {
	WALL_OF_NOTHING,
	WALL_OF_TIME,   /* taken at steps of the time on a processor */
	WALL_OF_SWITCH, /* taken at each switch out */
	WALL_OF_SCHED,  /* sched:sched_switch */
	WALL_OF_WAKEUP, /* sched:sched_waking, sched:sched_wakeup */
};

enum wall_kind {
	WALL_LISTED, /* exists when the recording begins */
	WALL_FOUND,  /* waits when the recording begins */
	WALL_BORN,
	WALL_EXECS,
	WALL_IN,
	WALL_OUT,       /* waits for something */
	WALL_PREEMPTED, /* the processor was taken away */
	WALL_SAMPLE,
	WALL_AT_SWITCH, /* a sample at the switch out that follows */
	WALL_WOKEN,
	WALL_END,
};

struct wall_event {
	uint64_t time;
	uint64_t sample; /* its number */
	uint32_t pid, tid;
	enum wall_kind kind;
	uint32_t by;         /* WALL_WOKEN: the waker; WALL_BORN: the parent */
	bool is_interrupted; /* WALL_WOKEN */
};

/* Samples that a thread refers to: their numbers, or what they are kept under. */
enum { WALL_LAST, WALL_OFF, WALL_NEXT, WALL_REFS };
#define WALL_NO_SAMPLE PERFDATA_NO_SAMPLE
#define WALL_KEPT(slot) (UINT64_MAX - 1 - (slot))

enum wall_phase {
	WALL_ABSENT, /* no record is of it so far */
	WALL_NEW,    /* forked, never ran */
	WALL_RUNS,
	WALL_WAITS, /* for something */
	WALL_READY, /* for a processor */
	WALL_ENDED,
};

struct wall_thread {
	uint32_t pid, tid;
	enum wall_phase phase;
	bool is_listed;  /* existed when the recording began */
	bool is_sampled; /* in this interval on a processor */
	bool is_wanted;  /* wall_options.wants() */
	bool goes_on;    /* the period of its next sample begins before this one */
	uint64_t mark;   /* its time is charged up to here */
	uint64_t served; /* wall_clock.served at that moment */
	uint64_t rest;   /* of it: less than a nanosecond */

	/*
	 * WALL_LAST: the last sample; WALL_OFF: whose stack it waits with; WALL_NEXT: the sample at
	 * the switch out that is due.
	 */
	uint64_t refs[WALL_REFS];
	uint64_t kept[WALL_REFS][PERFDATA_STATES]; /* charged to kept stacks, to be taken */
	uint64_t unsampled[PERFDATA_STATES];       /* to be taken */
	uint64_t unsampled_until;
};

enum { WALL_FRACTION = 10 }; /* bits after the point of wall_clock.served */

struct wall_clock {
	const struct perfdata *recording;
	struct wall_options options;
	unsigned char *roles;                              /* of events, by number */
	struct perfdata_field current, woken, state, next; /* of tracepoints */
	bool by_sched;      /* sched:sched_switch is the only record of switches */
	bool is_inherited;  /* forked threads are recorded */
	bool is_wide;       /* records are of all threads of the system */
	bool tells_waiting; /* which threads wait when the recording begins: record-stacks does */

	/*
	 * wall_options.latency: the integral of 1 / `running` over the time up to `now`, in
	 * nanoseconds, with WALL_FRACTION bits after the point. A thread that runs from one moment
	 * to another is charged what it has grown.
	 */
	uint64_t served, now, running;

	struct wall_event *events; /* not delivered */
	struct wall_event *spare;  /* scratch */
	size_t count, cap, spare_cap;

	struct perfdata_charge *charges; /* of samples from `base` on */
	uint64_t base, given;            /* those before `given` have been given out */
	size_t charge_count, charge_cap;
	bool has_begun; /* records have acted */

	struct perfdata_span *spans; /* to be taken */
	size_t span_count, span_cap;
	const struct wall_event *waking; /* the record that ends a span; NULL: another one */
	struct perfdata_birth *births;
	size_t birth_count, birth_cap;

	struct wall_thread *threads;
	size_t thread_count, thread_cap;
	struct hash_slots tids;

	struct wall_clock_sums sums;
};

/* ---- Events ---- */

static bool wall_is_time(const struct perfdata_event *event)
{
	if (event->type == PERFDATA_SOFTWARE)
		return event->config == SW_CPU_CLOCK || event->config == SW_TASK_CLOCK;
	if (event->type == PERFDATA_HARDWARE) /* the upper half is a unit of processors */
		return (uint32_t)event->config == HW_CYCLES ||
		       (uint32_t)event->config == HW_REF_CYCLES;
	return slice_starts(event->name, SLICE("cycles")) ||
	       slice_starts(event->name, SLICE("cpu_core/cycles")) ||
	       slice_starts(event->name, SLICE("cpu_atom/cycles"));
}

static enum wall_role wall_role_of(const struct perfdata_event *event)
{
	enum { NEEDED = SAMPLES_TID | SAMPLES_TIME };

	if ((event->sample_type & NEEDED) != NEEDED)
		return WALL_OF_NOTHING;
	if (event->type == PERFDATA_SOFTWARE && event->config == SW_CONTEXT_SWITCHES)
		return event->is_frequency || event->period > 1 ? WALL_OF_NOTHING : WALL_OF_SWITCH;
	if (event->type == PERFDATA_TRACEPOINT) {
		if (slice_equal(event->name, PERFDATA_SWITCH))
			return WALL_OF_SCHED;
		if (slice_equal(event->name, SLICE("sched:sched_waking")) ||
		    slice_equal(event->name, SLICE("sched:sched_wakeup")))
			return WALL_OF_WAKEUP;
		return WALL_OF_NOTHING;
	}
	return wall_is_time(event) ? WALL_OF_TIME : WALL_OF_NOTHING;
}

/* What a recording has. */
struct wall_means {
	size_t time, at_switch, sched, wakeups, others;
	bool has_switches; /* records of them */
	bool has_chains;
};

static struct wall_means wall_means_of(const struct perfdata *recording)
{
	struct wall_means means = {0};
	size_t count, i;
	const struct perfdata_event *events = perfdata_events(recording, &count);
	const bool has_trailers = count > 0 && (events[0].flags >> FLAG_SAMPLE_ID_ALL & 1) != 0;

	for (i = 0; i < count; i++) {
		switch (wall_role_of(&events[i])) {
		case WALL_OF_TIME: means.time++; break;
		case WALL_OF_SWITCH: means.at_switch++; break;
		case WALL_OF_SCHED: means.sched++; break;
		case WALL_OF_WAKEUP: means.wakeups++; break;
		case WALL_OF_NOTHING:
			means.others += !slice_starts(events[i].name, SLICE("dummy")) &&
					!slice_starts(events[i].name, SLICE("sched:"));
			break;
		}
		means.has_chains |= (events[i].sample_type & SAMPLES_CHAIN) != 0;
		means.has_switches |= has_trailers &&
				      (events[i].flags >> FLAG_CONTEXT_SWITCH & 1) != 0;
	}
	return means;
}

/* perf sched record: the scheduler's tracepoints of all processors, and nothing else */
static bool wall_is_by_sched(const struct wall_means *means)
{
	return !means->has_switches && means->sched > 0 && means->wakeups > 0 && means->others == 0;
}

bool wall_clock_has(const struct perfdata *recording)
{
	const struct wall_means means = wall_means_of(recording);
	const struct perfdata_facts *facts = perfdata_facts(recording);

	if (facts->is_simpleperf || facts->counts.aux_type != 0 || !perfdata_has_times(recording))
		return false;
	return wall_is_by_sched(&means) ||
	       (means.has_switches && means.time + means.at_switch + means.sched > 0);
}

bool wall_clock_has_periods(const struct perfdata *recording)
{
	const struct wall_means means = wall_means_of(recording);

	return means.time > 0 && perfdata_has_times(recording);
}

struct wall_clock *wall_clock_new(const struct perfdata *recording,
				  const struct wall_options *options)
{
	struct wall_clock *wall = memory_clear(1, sizeof(*wall));
	const struct wall_means means = wall_means_of(recording);
	size_t count, i;
	const struct perfdata_event *events = perfdata_events(recording, &count);

	wall->recording = recording;
	wall->options = *options;
	wall->sums.by_samples = !wall_clock_has(recording);
	wall->roles = memory_clear(count, sizeof(*wall->roles));
	wall->by_sched = wall_is_by_sched(&means);
	wall->sums.has_stacks = means.at_switch + means.sched > 0;
	wall->sums.has_wakeups = means.wakeups > 0;
	for (i = 0; i < count; i++) {
		const enum wall_role role = wall_role_of(&events[i]);

		wall->roles[i] = (unsigned char)role;
		wall->is_inherited |= (events[i].flags >> FLAG_INHERIT & 1) != 0;
		if (role == WALL_OF_SCHED && means.at_switch > 0)
			wall->roles[i] = WALL_OF_NOTHING; /* one stack of a switch is enough */
		if (role == WALL_OF_WAKEUP || role == WALL_OF_SCHED)
			perfdata_field_find(events[i].format, SLICE("common_pid"), &wall->current);
		if (role == WALL_OF_WAKEUP && wall->woken.name.len == 0)
			perfdata_field_find(events[i].format, SLICE("pid"), &wall->woken);
		if (role != WALL_OF_SCHED || wall->next.name.len > 0)
			continue;
		perfdata_field_find(events[i].format, SLICE("prev_state"), &wall->state);
		perfdata_field_find(events[i].format, SLICE("next_pid"), &wall->next);
	}
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
	hash_slots_release(&wall->tids);
	free(wall);
}

static void wall_add(struct wall_clock *wall, const struct wall_event *event)
{
	if (event->tid == 0 || event->tid == (uint32_t)NO_THREAD)
		return; /* idle, or outside of perf's namespace; ended */
	if (wall->count == wall->cap)
		wall->events = memory_grow(wall->events, &wall->cap, wall->count + 1,
					   sizeof(*wall->events));
	wall->events[wall->count++] = *event;
}

/* A thread was on a processor for the period of its sample. */
static void wall_add_period(struct wall_clock *wall, const struct perfdata_event *attribute,
			    const struct perfdata_record *record, struct wall_event event)
{
	enum { SECOND = 1000000000 };
	const struct perfdata_event *same;
	struct perfdata_sample sample;
	uint64_t period = 0;

	if (attribute->is_frequency && attribute->period > 0)
		period = SECOND / attribute->period;
	if (attribute->type == PERFDATA_SOFTWARE &&
	    perfdata_sample_decode(wall->recording, record, &same, &sample) == PERFDATA_GOOD)
		period = sample.has_period ? sample.period : attribute->period;
	if (period > SECOND)
		period = SECOND;
	event.kind = WALL_IN;
	event.time -= period < event.time ? period : event.time;
	wall_add(wall, &event);
	event.kind = WALL_SAMPLE;
	event.time += period;
	wall_add(wall, &event);
	event.kind = WALL_OUT;
	wall_add(wall, &event);
}

/* A tracepoint of the scheduler; `event` has thread, time and number of the sample. */
static void wall_add_tracepoint(struct wall_clock *wall, const struct perfdata_record *record,
				enum wall_role role, struct wall_event event)
{
	const bool swapped = perfdata_facts(wall->recording)->is_swapped;
	const struct perfdata_event *attribute;
	struct perfdata_sample sample;
	uint64_t value, state = 1;
	bool is_foreign;

	if (perfdata_sample_decode(wall->recording, record, &attribute, &sample) != PERFDATA_GOOD)
		return;
	/* the numbers of tracepoints are those outside of all namespaces */
	is_foreign = !perfdata_field_value(&wall->current, &sample, swapped, &value) ||
		     (uint32_t)value != event.tid;
	if (role == WALL_OF_WAKEUP) {
		if (is_foreign || !perfdata_field_value(&wall->woken, &sample, swapped, &value))
			return;
		event.kind = WALL_WOKEN;
		event.by = event.tid;
		/* common_flags: in an interrupt, in what runs after one */
		event.is_interrupted = event.tid == 0 ||
				       (sample.raw_size > 2 && (sample.raw[2] & 0x18) != 0);
		event.tid = event.pid = (uint32_t)value;
		wall_add(wall, &event);
		return;
	}
	event.kind = WALL_AT_SWITCH;
	wall_add(wall, &event);
	if (!wall->by_sched)
		return;
	/*
	 * The state is 0 of a thread that was preempted (with TASK_REPORT_MAX, a bit from 256 on),
	 * EXIT_DEAD or EXIT_ZOMBIE of one that has ended.
	 */
	perfdata_field_value(&wall->state, &sample, swapped, &state);
	event.kind = (state & 0xff) == 0   ? WALL_PREEMPTED
		     : (state & 0x30) != 0 ? WALL_END
					   : WALL_OUT;
	wall_add(wall, &event);
	if (is_foreign || !perfdata_field_value(&wall->next, &sample, swapped, &value))
		return;
	event.kind = WALL_IN;
	event.tid = (uint32_t)value;
	event.pid = UINT32_MAX; /* not known */
	wall_add(wall, &event);
}

void wall_clock_add_sample(struct wall_clock *wall, const struct perfdata_record *record,
			   uint64_t time)
{
	struct wall_event event = {.time = time, .sample = wall->base + wall->charge_count};
	const struct perfdata_event *events, *attribute;
	enum wall_role role;
	size_t count;

	if (time > 0 && time - 1 < wall->sums.first - 1)
		wall->sums.first = time;
	if (wall->charge_count == wall->charge_cap)
		wall->charges = memory_grow(wall->charges, &wall->charge_cap,
					    wall->charge_count + 1, sizeof(*wall->charges));
	wall->charges[wall->charge_count++] = (struct perfdata_charge){.keep = 0};
	if (!perfdata_sample_thread(wall->recording, record, &attribute, &event.pid, &event.tid))
		return;
	events = perfdata_events(wall->recording, &count);
	role = (enum wall_role)wall->roles[attribute - events];
	switch (role) {
	case WALL_OF_NOTHING: break;
	case WALL_OF_TIME:
	case WALL_OF_SWITCH:
		if (wall->sums.by_samples) {
			if (role == WALL_OF_TIME)
				wall_add_period(wall, attribute, record, event);
			break;
		}
		event.kind = role == WALL_OF_TIME ? WALL_SAMPLE : WALL_AT_SWITCH;
		wall_add(wall, &event);
		break;
	case WALL_OF_SCHED:
	case WALL_OF_WAKEUP: wall_add_tracepoint(wall, record, role, event); break;
	}
}

void wall_clock_add(struct wall_clock *wall, const struct perfdata_record *record,
		    const struct perfdata_sample *trailer, struct slice body, uint64_t time)
{
	const bool swapped = perfdata_facts(wall->recording)->is_swapped;
	struct wall_event event = {.time = time, .pid = trailer->pid, .tid = trailer->tid};

	if (trailer->has_time && trailer->time != UINT64_MAX &&
	    trailer->time - 1 < wall->sums.first - 1)
		wall->sums.first = trailer->time;
	switch (record->type) {
	case PERFDATA_LOST_SAMPLES: /* of no processor: record-stacks marks times by it */
		wall->tells_waiting |= trailer->has_cpu && trailer->cpu == UINT32_MAX;
		return;
	case TYPE_SWITCH_CPU_WIDE:
	case TYPE_SWITCH:
		if (!trailer->has_tid || !trailer->has_time)
			return;
		wall->is_wide |= record->type == TYPE_SWITCH_CPU_WIDE;
		if (trailer->has_cpu && trailer->cpu == UINT32_MAX) {
			event.kind = WALL_FOUND;
			break;
		}
		event.kind = !(record->misc & MISC_SWITCH_OUT) ? WALL_IN
			     : record->misc & MISC_PREEMPT     ? WALL_PREEMPTED
							       : WALL_OUT;
		break;
	case PERFDATA_COMM: /* of threads that exist when the recording begins it has no time */
	case PERFDATA_FORK: /* u32 pid, ppid, tid, ptid */
	case PERFDATA_EXIT:
		if (body.len < 16)
			return;
		event.kind = record->type == PERFDATA_COMM   ? WALL_LISTED
			     : record->type == PERFDATA_FORK ? WALL_BORN
							     : WALL_END;
		if (event.kind == WALL_LISTED && trailer->time != 0) {
			if (!(record->misc & MISC_EXEC))
				return;
			event.kind = WALL_EXECS;
		}
		event.pid = perfdata_u32(swapped, body.ptr);
		event.tid = perfdata_u32(swapped,
					 body.ptr + (record->type == PERFDATA_COMM ? 4 : 8));
		event.by = perfdata_u32(swapped, body.ptr + 12);
		if (event.kind == WALL_BORN && trailer->time == 0)
			event.kind = WALL_LISTED;
		break;
	default: return;
	}
	wall_add(wall, &event);
}

/* ---- Threads ---- */

/* NULL: it is new, and an event of another thread does not make it one that is recorded. */
static struct wall_thread *wall_thread_of(struct wall_clock *wall, const struct wall_event *event)
{
	const uint32_t hash = hash_bytes(&event->tid, sizeof(event->tid));
	size_t at = hash;
	uint32_t number;

	while ((number = hash_slots_next(&wall->tids, hash, &at)) != HASH_NONE) {
		struct wall_thread *thread = &wall->threads[number];

		if (thread->tid != event->tid)
			continue;
		if (event->pid != UINT32_MAX && event->kind != WALL_WOKEN)
			thread->pid = event->pid;
		return thread;
	}
	if (event->kind == WALL_WOKEN)
		return NULL;
	wall->threads = memory_grow(wall->threads, &wall->thread_cap, wall->thread_count + 1,
				    sizeof(*wall->threads));
	wall->threads[wall->thread_count] = (struct wall_thread){
		.tid = event->tid,
		.pid = event->pid == UINT32_MAX ? event->tid : event->pid,
		.refs = {WALL_NO_SAMPLE, WALL_NO_SAMPLE, WALL_NO_SAMPLE}};
	hash_slots_add(&wall->tids, hash, (uint32_t)wall->thread_count);
	return &wall->threads[wall->thread_count++];
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
	const struct wall_event *waking = wall->waking;
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
	wall->spans = memory_grow(wall->spans, &wall->span_cap, wall->span_count + 1,
				  sizeof(*wall->spans));
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
	if (wall->options.spans)
		return;
	if (sample == WALL_NO_SAMPLE) {
		thread->unsampled[state] = wall_sum(thread->unsampled[state], ns);
		thread->unsampled_until = until;
		wall->sums.unsampled = wall_sum(wall->sums.unsampled, ns);
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
		wall_charge(wall, thread, thread->refs[WALL_OFF], PERFDATA_BLOCKED, until);
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
	thread->is_sampled = false;
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
	wall->births = memory_grow(wall->births, &wall->birth_cap, wall->birth_count + 1,
				   sizeof(*wall->births));
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
	uint64_t time;

	if (!wall->has_begun)
		wall_start(wall);
	if (!thread)
		return;
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
			wall->waking = event;
			wall_pass(wall, thread, time);
			wall->waking = NULL;
			wall_set_phase(wall, thread, WALL_READY, time);
		}
		break;
	case WALL_END: wall_end(wall, thread, time); break;
	case WALL_LISTED:
	case WALL_FOUND:
	case WALL_EXECS:
	case WALL_BORN: break;
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
	size_t runs = wall_run_end(wall->events, 0, wall->count) < wall->count ? 2 : 1;

	if (runs > 1)
		wall->spare = memory_grow(wall->spare, &wall->spare_cap, wall->count,
					  sizeof(*wall->spare));
	while (runs > 1) {
		struct wall_event *events = wall->events;
		const size_t cap = wall->cap;

		runs = wall_merge_runs(events, wall->count, wall->spare);
		wall->events = wall->spare;
		wall->cap = wall->spare_cap;
		wall->spare = events;
		wall->spare_cap = cap;
	}
}

void wall_clock_deliver(struct wall_clock *wall, uint64_t time)
{
	size_t i;

	if (wall->count == 0)
		return;
	wall_sort(wall);
	for (i = 0; i < wall->count && wall->events[i].time <= time; i++)
		wall_step(wall, &wall->events[i]);
	wall->count -= i;
	memmove(wall->events, wall->events + i, wall->count * sizeof(*wall->events));
}

void wall_clock_close(struct wall_clock *wall, uint64_t time)
{
	size_t i;

	wall_clock_deliver(wall, UINT64_MAX);
	wall->sums.last = time;
	for (i = 0; i < wall->thread_count; i++) {
		struct wall_thread *thread = &wall->threads[i];

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

void wall_clock_give(struct wall_clock *wall, uint64_t count)
{
	size_t number, i, k;

	wall->given = count;
	for (number = 0; number < wall->thread_count; number++) {
		struct wall_thread *thread = &wall->threads[number];

		for (i = 0; i < WALL_REFS; i++) {
			const uint64_t sample = thread->refs[i];
			unsigned slot = 0;

			if (sample >= count) /* none, kept, not given out yet */
				continue;
			while (wall_is_kept(thread, slot)) /* one of them is this sample */
				slot++;
			wall->charges[sample - wall->base].keep = (uint32_t)number * WALL_REFS +
								  slot + 1;
			for (k = i; k < WALL_REFS; k++) {
				if (thread->refs[k] == sample)
					thread->refs[k] = WALL_KEPT(slot);
			}
		}
	}
}

void wall_clock_forget(struct wall_clock *wall, uint64_t count)
{
	const size_t gone = (size_t)(count - wall->base);

	wall->charge_count -= gone;
	if (wall->charge_count > 0)
		memmove(wall->charges, wall->charges + gone,
			wall->charge_count * sizeof(*wall->charges));
	wall->base = count;
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
	for (; *at < wall->thread_count * WALL_REFS; ++*at) {
		uint64_t *ns = wall->threads[*at / WALL_REFS].kept[*at % WALL_REFS];

		if (ns[PERFDATA_RUNNING] == 0 && ns[PERFDATA_RUNNABLE] == 0 &&
		    ns[PERFDATA_BLOCKED] == 0)
			continue;
		kept->keep = (uint32_t)*at + 1;
		memcpy(kept->ns, ns, sizeof(kept->ns));
		memset(ns, 0, sizeof(kept->ns));
		return true;
	}
	return false;
}

bool wall_clock_take_unsampled(struct wall_clock *wall, size_t *at,
			       struct perfdata_unsampled *unsampled)
{
	for (; *at < wall->thread_count; ++*at) {
		struct wall_thread *thread = &wall->threads[*at];

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
