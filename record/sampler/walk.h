/* SPDX-License-Identifier: MIT */
/*
 * walk.h - from what a signal interrupted to the addresses of its stack. All of it is safe in a
 * signal handler, reads memory by peek_*() alone, and takes no lock that the loader has.
 */
#ifndef FLAMBEAU_WALK_H
#define FLAMBEAU_WALK_H

#include "record/sampler/modules.h"

/* One walk. */
struct walk {
	struct modules *modules;
	struct peek *peek;
	const void *context; /* the ucontext_t of the signal */
	uintptr_t *frames;   /* leaf first; callers: within the call */
	uint32_t depth, max;
	bool truncated; /* it ended before the root */
};

/* Registers of the context: where it was, its stack, its frame. */
struct walk_registers {
	uintptr_t pc, sp, fp;
};

/* Walk by frame pointers. */
void walk_frame_pointers(struct walk *walk);

/*
 * Load libunwind; not in a signal handler. False if it cannot be loaded: then `problem` (of `size`
 * bytes) has the reason. The result of the first call is kept.
 */
bool unwind_load(char *problem, size_t size);

/* Walk by libunwind, which is loaded. One thread at a time. */
void unwind_walk(struct walk *walk);

#endif
