/* SPDX-License-Identifier: MIT */
/*
 * kept.h - memory that was replaced by larger memory while other threads may still be reading it:
 * it stays until they have ended. Tables that double keep as much as they are at most.
 */
#ifndef FLAMBEAU_KEPT_H
#define FLAMBEAU_KEPT_H

#include "common/memory/memory.h"

/* Zeroed it is empty. One thread at a time. */
struct kept {
	void **blocks;
	size_t count, cap;
};

/* Free all that is kept. */
void kept_release(struct kept *kept);

/* Keep `block`, from malloc(); `kept` NULL: nobody else reads it, free it. */
void kept_add(struct kept *kept, void *block);

#endif
