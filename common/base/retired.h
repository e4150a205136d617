/* SPDX-License-Identifier: MIT */
/*
 * retired.h - blocks that were replaced by larger ones while other threads may still read them.
 * They are freed when these threads have ended. A table that doubles retires less than its final
 * size.
 */
#ifndef FLAMBEAU_RETIRED_H
#define FLAMBEAU_RETIRED_H

#include "common/base/memory.h"

/* A zeroed struct is empty. One thread at a time. */
struct retired {
	void **blocks;
	size_t count, cap;
};

/* Free all blocks. */
void retired_release(struct retired *retired);

/*
 * Retire `block`, from malloc(). With `retired` NULL no other thread reads it: it is freed at once.
 */
void retired_add(struct retired *retired, void *block);

#endif
