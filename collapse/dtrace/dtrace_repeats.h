/* SPDX-License-Identifier: MIT */
/*
 * dtrace_repeats.h - whether stacks are looked up by their text. A script that prints its
 * aggregation every second prints the same stacks again and again; one that does so at its end
 * prints each of them once. What is decided changes nothing but how long it takes.
 *
 * Speed: of the plain versions, never to look takes 1.41 x the time on "dtrace-few" of tests/bench,
 * always to look 1.24 x on "dtrace". law.collapse-dtrace compares stacks that are looked up with
 * stacks that are not: a file read twice gives twice its counts.
 */
#ifndef FLAMBEAU_DTRACE_REPEATS_H
#define FLAMBEAU_DTRACE_REPEATS_H

#include "collapse/cache/stack_queue.h"

/* Of one worker. Sizes are in stacks. */
struct dtrace_repeats {
	bool looking;           /* in this chunk */
	uint64_t passed, found; /* since that was decided; in vain if not found */
	uint64_t patience;      /* with which they are looked up in vain */
	uint64_t rest;          /* before they are looked up again */
	uint64_t all, distinct; /* that the worker had counted when the chunk began */
};

void dtrace_repeats_init(struct dtrace_repeats *repeats);

/* Decide about the next chunk: how many stacks have been counted, how many of them are distinct. */
void dtrace_repeats_decide(struct dtrace_repeats *repeats, uint64_t all, uint64_t distinct);

/*
 * A sample's text is that of a stack without the line behind it, which should be that of its count
 * (the caller has to ask), and an empty line.
 */
void dtrace_cut_sample(struct slice *records, struct queued_sample *sample);

#endif
