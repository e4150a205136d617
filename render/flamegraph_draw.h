/* SPDX-License-Identifier: MIT */
/*
 * flamegraph_draw.h - from stacks to the picture: the stages of flamegraph after reading.
 * flamegraph-view prints with them, too.
 */
#ifndef FLAMBEAU_FLAMEGRAPH_DRAW_H
#define FLAMBEAU_FLAMEGRAPH_DRAW_H

#include "common/cli/program.h"
#include "common/profile/ingest.h"
#include "render/flamegraph_options.h"

/*
 * The state of flamegraph: its call, and the picture being made.
 */

struct draw_job {
	struct flamegraph_options *options;
	const struct render_personality *personality;
	const struct personality *compat;
	const struct opt_result *given;
	const struct opt_reading *reading;
	struct stats *stats;        /* of the run */
	struct lines_options lines; /* this and the next: set by check() */
	bool by_lines;
	struct folded_options folded; /* rules for reading folded stacks, except lines */
};

/* A picture in the making. */
struct drawing {
	const struct draw_job *job;
	struct profile *profile;
	const struct stack *const *stacks; /* in order */
	size_t stack_count;
	struct attrs attrs;
	uint64_t total;      /* of --total, in the profile's units */
	bool normalized;     /* the first column was scaled */
	struct buf subtitle; /* with the scaling factor, or the header's facts */
	struct buf idle;     /* "6,000 idle samples (83 %) left out", or empty */
	struct buf samples;  /* their number, in words */
	struct buf lines;    /* JSON for the Source view of a page, or empty */
	struct buf *buf;
};

/*
 * Append the picture of the profile, which is changed on the way, to the buffer, which stays empty
 * if there is nothing to be written. The exit code, after a message if it is not EXIT_DONE.
 */
int flamegraph_draw(const struct draw_job *job, struct ingest_run *run, struct buf *buf);

/* The program. */
int flamegraph_main(int argc, char **argv);

#endif
