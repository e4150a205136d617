/* SPDX-License-Identifier: MIT */
/*
 * live.h - folded stacks of a live input: a whole snapshot every period, of all samples or of the
 * most recent ones (snapshots.h). It reads on one thread.
 *
 * A window is made of slots, each a worker of a pool. A worker's caches are given back when its
 * slot ends, and its profile when the slot has left the window, so memory grows with the stacks of
 * the window alone.
 */
#ifndef FLAMBEAU_LIVE_H
#define FLAMBEAU_LIVE_H

#include "collapse/collapse.h"

struct live;

/*
 * "1s", "500ms", or a number of seconds, into a uint64_t of milliseconds from 10 on (opt_parse_fn).
 */
bool live_parse_length(struct slice text, void *field, struct buf *problem);

/*
 * Read `input` with the setup, whose live_period is not 0, and write snapshots. False after a
 * message.
 */
bool live_collapse(const struct collapser *collapser, struct collapse_setup *setup,
		   struct input *input, struct output *output);

/* ---- For a format that reads by itself: collapse_recordings.read() with setup.live ---- */

/* Instead of ingest_start() and ingest_end(). */
struct ingest_pool *live_start(struct live *live, const struct ingest_format *format,
			       const struct ingest_run *run);
void live_end(struct live *live, struct ingest_run *run);

/* How many workers the pool has, and the one that takes samples now. */
unsigned live_workers(const struct live *live);
struct ingest_run *live_run(const struct live *live);

/* How many slots have begun after the first. */
uint64_t live_slots_begun(const struct live *live);

/*
 * Read up to `size` bytes of the input as they come; 0 at its end, -1 after a message. Writes
 * snapshots when they are due. `context` is a struct live.
 */
ssize_t live_read(void *context, char *to, size_t size);

#endif
