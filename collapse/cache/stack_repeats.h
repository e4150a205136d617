/* SPDX-License-Identifier: MIT */
/*
 * stack_repeats.h - decides whether stacks are looked up by their text. Stacks repeat all the time
 * in a recording of samples, and in the output of a script that prints its aggregation every
 * second; a script that prints it at its end prints each stack once. The decision changes how long
 * reading takes, nothing else.
 *
 * Speed: to look always takes collapse-perf 1.14 x the time and 1.13 x the memory on
 * "perf-unique" of tests/bench, collapse-dtrace 1.19 x and 1.17 x on "dtrace"; never to look
 * 1.60 x the time on "few", 1.20 x on "dtrace-few". The plain version is never to look.
 * law.collapse-perf and law.collapse-dtrace compare stacks that are looked up with stacks that
 * are not: a file read twice gives twice its counts.
 */
#ifndef FLAMBEAU_STACK_REPEATS_H
#define FLAMBEAU_STACK_REPEATS_H

#include "common/base/base.h"

/* One worker's state. Sizes are in stacks. */
struct stack_repeats {
	bool looking;           /* in this chunk */
	uint64_t passed, found; /* stacks since that was decided, and hits among them */
	uint64_t patience;      /* stacks to look up before that is reconsidered */
	uint64_t rest;          /* before they are looked up again */
	uint64_t all, distinct; /* counted by the worker when the chunk began */
};

void stack_repeats_init(struct stack_repeats *repeats);

/* Decide about the next chunk: how many stacks have been counted, how many of them are distinct. */
void stack_repeats_decide(struct stack_repeats *repeats, uint64_t all, uint64_t distinct);

#endif
