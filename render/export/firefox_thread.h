/* SPDX-License-Identifier: MIT */
/*
 * firefox_thread.h - the tables of a thread of the Firefox Profiler: functions, the tree of their
 * calls, and the place of each sample in it. Owns its memory.
 */
#ifndef FLAMBEAU_FIREFOX_THREAD_H
#define FLAMBEAU_FIREFOX_THREAD_H

#include "common/profile/profile.h"

struct firefox_path; /* a function below another path, found by both */

struct firefox_thread {
	struct firefox_path *paths; /* uthash */
	struct arena arena;
	uint64_t *path_keys; /* by number: the path above + 1 in the upper half, the function */
	size_t path_count, path_cap;
	uint32_t *functions; /* by frame id: number + 1, 0: none */
	frame_id *names;     /* of functions, by number */
	size_t function_count, function_cap;
	uint32_t *stacks; /* of samples: path + 1, 0: none */
	size_t stack_count, stack_cap;
};

/* Frame ids are below `names`. */
void firefox_thread_init(struct firefox_thread *thread, size_t names);
void firefox_thread_release(struct firefox_thread *thread);

/* Add a sample. */
void firefox_thread_add(struct firefox_thread *thread, const struct stack *stack);

/* Empty the tables for the next thread. */
void firefox_thread_reset(struct firefox_thread *thread);

#endif
