/* SPDX-License-Identifier: MIT */
#include "common/base/retired.h"

void retired_release(struct retired *retired)
{
	while (retired->count > 0)
		free(retired->blocks[--retired->count]);
	free(retired->blocks);
	*retired = (struct retired){0};
}

void retired_add(struct retired *retired, void *block)
{
	if (!retired) {
		free(block);
		return;
	}
	retired->blocks = memory_grow(retired->blocks, &retired->cap, retired->count + 1,
				      sizeof(*retired->blocks));
	retired->blocks[retired->count++] = block;
}
