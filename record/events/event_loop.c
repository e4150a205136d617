/* SPDX-License-Identifier: MIT */
#include "record/events/event_loop.h"

#include <errno.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "common/system/clock.h"
#include "record/child/signals.h"

static const double pause_length =
	0.5; /* seconds after which rings are read that are not half full */

enum {
	LATE = 1000000, /* nanoseconds after which a record that an interrupt delayed is in its ring */
};

bool event_loop_begin(struct event_loop *loop)
{
	const struct counters *counters = loop->counters;
	size_t i;

	loop->poll = epoll_create1(EPOLL_CLOEXEC);
	if (loop->poll < 0)
		return false;
	for (i = 0; i < counters->count; i++) {
		struct epoll_event event = {.events = EPOLLIN, .data.u64 = i};

		if (epoll_ctl(loop->poll, EPOLL_CTL_ADD, counters->at[i].fd, &event) != 0)
			return false;
	}
	loop->alive = counters->count;
	return true;
}

static uint64_t monotonic(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool pass_rings(struct event_loop *loop)
{
	const struct counters *counters = loop->counters;
	struct iovec parts[2];
	bool any = false;
	size_t i;

	for (i = 0; i < counters->ring_count; i++) {
		struct event_ring *ring = &counters->rings[i];

		if (!event_ring_look(ring))
			continue;
		event_ring_count(ring, &loop->tally);
		record_stream_pass(loop->stream, parts, event_ring_parts(ring, parts));
		event_ring_skip(ring, ring->head - ring->tail);
		event_ring_release(ring);
		any = true;
	}
	return any;
}

static bool take_until(struct event_loop *loop, uint64_t until)
{
	return off_cpu_take(loop->off_cpu, loop->counters->rings, loop->counters->ring_count,
			    until);
}

void event_loop_drain(struct event_loop *loop, bool ends_round)
{
	bool any = loop->off_cpu ? take_until(loop, monotonic() - LATE) : pass_rings(loop);

	if (any && ends_round) {
		record_stream_open(loop->stream, STREAM_FINISHED_ROUND, 0);
		record_stream_close(loop->stream);
	}
	record_stream_flush(loop->stream);
}

/* Descriptors whose task has ended are ready for ever. */
static void drop_ended(struct event_loop *loop)
{
	enum { SOME = 64 };
	struct epoll_event events[SOME];
	int count = SOME, i;

	while (count == SOME) {
		count = epoll_wait(loop->poll, events, SOME, 0);
		for (i = 0; i < count; i++) {
			const struct counter *counter = &loop->counters->at[events[i].data.u64];

			if ((events[i].events & (EPOLLHUP | EPOLLERR)) == 0)
				continue;
			epoll_ctl(loop->poll, EPOLL_CTL_DEL, counter->fd, NULL);
			loop->alive--;
		}
	}
}

static bool event_loop_has_ended(struct event_loop *loop)
{
	if (loop->workload->process > 0)
		return workload_has_ended(loop->workload);
	return loop->alive == 0;
}

void event_loop_run(struct event_loop *loop)
{
	const double end = clock_seconds() + loop->seconds;
	struct pollfd ready = {.fd = loop->poll, .events = POLLIN};

	while (!event_loop_has_ended(loop) && !loop->stream->failed) {
		double left = pause_length;

		if (loop->seconds > 0 && end - clock_seconds() < left)
			left = end - clock_seconds();
		if (signals_take().signal != 0 || left <= 0) {
			loop->was_stopped = true;
			break;
		}
		signals_wait(&ready, 1, left);
		drop_ended(loop);
		event_loop_drain(loop, true);
	}
}

bool event_loop_end(struct event_loop *loop)
{
	const uint64_t now = monotonic();

	counters_disable(loop->counters);
	if (loop->off_cpu) {
		take_until(loop, UINT64_MAX);
		off_cpu_end(loop->off_cpu, now);
		loop->tally = off_cpu_sums(loop->off_cpu)->tally;
	}
	event_loop_drain(loop, true);
	close(loop->poll);
	return record_stream_flush(loop->stream);
}
