/* SPDX-License-Identifier: MIT */
/*
 * event_loop.h - from ring buffers to the stream, until the command or the processes end, the time
 * is over, a signal asks it to stop, or the reader of the stream is gone.
 */
#ifndef FLAMBEAU_EVENT_LOOP_H
#define FLAMBEAU_EVENT_LOOP_H

#include "record/events/counters/counters.h"
#include "record/events/off_cpu.h"
#include "record/events/stream/record_stream.h"
#include "record/events/workload.h"

struct event_loop {
	struct record_stream *stream;
	struct counters *counters;
	struct workload *workload; /* without a process: there is no command */
	struct off_cpu *off_cpu;   /* NULL: samples are passed on as they are */
	double seconds;            /* limit of its duration; 0: to its end */
	struct event_tally tally;
	int poll;         /* of epoll(7): all descriptors */
	size_t alive;     /* descriptors whose task has not ended */
	bool was_stopped; /* by a signal or its time */
};

/* Watch the counters. The other fields are set. False with errno. */
bool event_loop_begin(struct event_loop *loop);

/*
 * Pass on what lies in the rings. `ends_round`: what is older has been passed on from all rings,
 * and readers may rely on it.
 */
void event_loop_drain(struct event_loop *loop, bool ends_round);

/* Record until it ends. */
void event_loop_run(struct event_loop *loop);

/* Switch the counters off and pass on the rest. False if the stream has failed. */
bool event_loop_end(struct event_loop *loop);

#endif
