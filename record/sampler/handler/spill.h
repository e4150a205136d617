/* SPDX-License-Identifier: MIT */
/*
 * spill.h - the temporary file that takes the stacks for which the table has no place. It has no
 * name. Writing is safe in a signal handler.
 */
#ifndef FLAMBEAU_SPILL_H
#define FLAMBEAU_SPILL_H

#include <sys/types.h>

#include "record/sampler/handler/stack_sample.h"

enum { SPILL_CHECK = sizeof(uint64_t) }; /* bytes after each stack */

struct spill {
	int fd; /* -1: there is none */
	dev_t device;
	ino_t inode;
	uint64_t size, limit; /* bytes of stacks */
	uint64_t largest;     /* bytes that the process may write to a file */
	uint64_t taken;       /* bytes that were read back */
};

/* False, with errno set, if there can be no such file in `dir`. */
bool spill_open(struct spill *spill, const char *dir, uint64_t limit);
void spill_close(const struct spill *spill);

/*
 * False if it does not fit, or the file is no longer ours: programs close what they did not open.
 */
bool spill_write(struct spill *spill, const struct stack_sample *sample);

/*
 * Copy memory of this process by way of the file. False if it cannot be read, or the file has no
 * room or is no longer ours. Safe in a signal handler.
 */
bool spill_copy(const struct spill *spill, uintptr_t from, void *to, size_t size);

/*
 * The next stack that was not read back yet; `sample` has room for `depth` frames. False after the
 * last, and where the file has been damaged: those after that are lost.
 */
bool spill_read(struct spill *spill, struct stack_sample *sample, uint32_t depth);

#endif
