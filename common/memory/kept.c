/* SPDX-License-Identifier: MIT */
#include "common/memory/kept.h"

void kept_release(struct kept *kept)
{
	while (kept->count > 0)
		free(kept->blocks[--kept->count]);
	free(kept->blocks);
	*kept = (struct kept){0};
}

void kept_add(struct kept *kept, void *block)
{
	if (!kept) {
		free(block);
		return;
	}
	kept->blocks = memory_grow(kept->blocks, &kept->cap, kept->count + 1,
				   sizeof(*kept->blocks));
	kept->blocks[kept->count++] = block;
}
