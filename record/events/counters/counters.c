/* SPDX-License-Identifier: MIT */
#include "record/events/counters/counters.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/memory/memory.h"

enum { LEAST_RING = 1 << 15 }; /* bytes: half a recorded stack of 64 KiB, a few hundred samples */

struct opening {
	struct counters *counters;
	const struct counters_wish *wish;
	struct sampling *sampling;
	struct refusal *refusal;
};

static int open_event(struct perf_event_attr *attr, pid_t task, unsigned cpu)
{
	return (int)syscall(SYS_perf_event_open, attr, task, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Give up one feature that the kernel or the processor may lack. False if none is left. */
static bool give_up(struct sampling *sampling)
{
	if (sampling->precise > 0)
		sampling->precise = 0;
	else if (sampling->has_symbols)
		sampling->has_symbols = false;
	else if (sampling->has_build_ids)
		sampling->has_build_ids = false;
	else
		return false;
	return true;
}

/* True if the recording can do with less. */
static bool can_do_with_less(const struct opening *opening, int error)
{
	const struct refusal *refusal = opening->refusal;
	struct sampling *sampling = opening->sampling;

	if (error == EINVAL || error == EOPNOTSUPP || error == E2BIG)
		return give_up(sampling);
	if ((error != EACCES && error != EPERM) || refusal->needs_kernel || sampling->only_user ||
	    sampling->only_kernel || refusal->is_root || refusal->paranoid != 2 ||
	    refusal->scope == REFUSAL_MACHINE)
		return false;
	sampling->only_user = true;
	return true;
}

/* The first descriptor of all decides what the others are asked for. */
static int open_first(const struct opening *opening, size_t event, pid_t task)
{
	const struct counters_wish *wish = opening->wish;

	for (;;) {
		struct perf_event_attr attr = sampling_attr(opening->sampling, &wish->events[event],
							    event == 0);
		int fd = open_event(&attr, task, wish->cpus->at[0]);

		if (fd >= 0 || !can_do_with_less(opening, errno))
			return fd;
	}
}

static void counters_keep(struct counters *counters, int fd, size_t event)
{
	counters->at = memory_grow(counters->at, &counters->cap, counters->count + 1,
				   sizeof(*counters->at));
	counters->at[counters->count++] = (struct counter){fd, event};
}

/* Open one event on one CPU. Tasks that have ended meanwhile are ignored. */
static bool open_tasks(const struct opening *opening, size_t event, size_t cpu)
{
	const struct counters_wish *wish = opening->wish;
	size_t i;

	for (i = 0; i < wish->task_count; i++) {
		const bool is_first = event == 0 && opening->counters->count == 0;
		struct perf_event_attr attr = sampling_attr(opening->sampling, &wish->events[event],
							    event == 0);
		int fd = is_first ? open_first(opening, event, wish->tasks[i])
				  : open_event(&attr, wish->tasks[i], wish->cpus->at[cpu]);

		if (fd < 0 && errno == ESRCH)
			continue;
		if (fd < 0) {
			opening->refusal->error = errno;
			opening->refusal->event = wish->events[event].name;
			return false;
		}
		counters_keep(opening->counters, fd, event);
	}
	return true;
}

/* Map a ring for the descriptor, as large as the limits allow. 0, or errno. */
static int map_ring(struct counters *counters, struct event_ring *ring, int fd)
{
	int error;

	while ((error = event_ring_open(ring, fd, counters->ring_size)) == EPERM &&
	       counters->ring_size > LEAST_RING)
		counters->ring_size /= 2;
	return error;
}

/* The counters from `first` on are of one CPU. */
static int share_ring(struct counters *counters, size_t first)
{
	struct event_ring *ring = &counters->rings[counters->ring_count];
	int error;
	size_t i;

	if (first == counters->count)
		return 0;
	error = map_ring(counters, ring, counters->at[first].fd);
	if (error != 0)
		return error;
	counters->ring_count++;
	for (i = first + 1; i < counters->count; i++) {
		if (ioctl(counters->at[i].fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) != 0)
			return errno;
	}
	return 0;
}

/* As many descriptors as the user may have. */
static void raise_limit(const struct opening *opening)
{
	struct refusal *refusal = opening->refusal;
	struct rlimit limit;

	refusal->descriptors = opening->wish->event_count * opening->wish->cpus->count *
			       opening->wish->task_count;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	refusal->most_descriptors = limit.rlim_max;
}

enum counters_result counters_open(struct counters *counters, const struct counters_wish *wish,
				   struct sampling *sampling, struct refusal *refusal)
{
	const struct opening opening = {counters, wish, sampling, refusal};
	size_t cpu, event;

	*counters = (struct counters){.ring_size = wish->ring_size};
	counters->rings = memory_clear(wish->cpus->count, sizeof(*counters->rings));
	raise_limit(&opening);
	for (cpu = 0; cpu < wish->cpus->count; cpu++) {
		const size_t first = counters->count;

		for (event = 0; event < wish->event_count; event++) {
			if (!open_tasks(&opening, event, cpu))
				return COUNTERS_NO_EVENT;
		}
		refusal->error = share_ring(counters, first);
		if (refusal->error != 0)
			return COUNTERS_NO_RING;
	}
	refusal->error = ESRCH;
	return counters->count > 0 ? COUNTERS_DONE : COUNTERS_NO_EVENT;
}

void counters_release(struct counters *counters)
{
	size_t i;

	for (i = 0; i < counters->ring_count; i++)
		event_ring_close(&counters->rings[i]);
	for (i = 0; i < counters->count; i++)
		close(counters->at[i].fd);
	free(counters->rings);
	free(counters->at);
	*counters = (struct counters){0};
}

static void control(const struct counters *counters, unsigned long request)
{
	size_t i;

	for (i = 0; i < counters->count; i++)
		ioctl(counters->at[i].fd, request, 0);
}

void counters_enable(const struct counters *counters)
{
	control(counters, PERF_EVENT_IOC_ENABLE);
}

void counters_disable(const struct counters *counters)
{
	control(counters, PERF_EVENT_IOC_DISABLE);
}

bool counters_id(const struct counter *counter, uint64_t *id)
{
	return ioctl(counter->fd, PERF_EVENT_IOC_ID, id) == 0;
}
