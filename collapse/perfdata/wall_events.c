/* SPDX-License-Identifier: MIT */
/* What samples and records of the kernel tell of threads. */
#include "collapse/perfdata/wall_clock_state.h"

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

void wall_events_find(struct wall_clock *wall)
{
	const struct wall_means means = wall_means_of(wall->recording);
	size_t count, i;
	const struct perfdata_event *events = perfdata_events(wall->recording, &count);

	wall->sums.by_samples = !wall_clock_has(wall->recording);
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
}

/* ---- Records ---- */

static void wall_add(struct wall_clock *wall, const struct wall_event *event)
{
	if (event->tid == 0 || event->tid == (uint32_t)NO_THREAD)
		return; /* idle, or outside of perf's namespace; ended */
	if (wall->count == wall->cap)
		MEMORY_ROOM(wall->events, wall->count, wall->cap);
	wall->is_unsorted |= wall->count > wall->first &&
			     event->time < wall->events[wall->count - 1].time;
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
	uint64_t value = 0, state = 1;
	bool is_foreign;

	if (perfdata_sample_decode(wall->recording, record, &attribute, &sample) != PERFDATA_GOOD)
		return;
	/* the numbers of tracepoints are those outside of all namespaces */
	perfdata_field_value(&wall->current, &sample, swapped, &value);
	wall->is_outside |= value != 0 && (uint32_t)value == event.tid;
	if (wall->is_outside && event.tid == (uint32_t)NO_THREAD) /* it ends */
		event.tid = (uint32_t)value;
	is_foreign = (uint32_t)value != event.tid || wall->current.name.len == 0;
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
		MEMORY_ROOM(wall->charges, wall->charge_count, wall->charge_cap);
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
