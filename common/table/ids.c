/* SPDX-License-Identifier: MIT */
#include "common/table/ids.h"

#include "common/base/diag.h"

void ids_release(struct ids *ids)
{
	hash_ids_release(&ids->index);
	free(ids->ids);
	*ids = (struct ids){0};
}

static uint32_t ids_hash_again(const void *ids, uint32_t index)
{
	return ids_hash(((const struct ids *)ids)->ids[index]);
}

uint32_t ids_add(struct ids *ids, uint64_t id)
{
	const uint32_t index = (uint32_t)ids->count;

	if (ids->count >= IDS_NONE)
		diag_die("more than %u ids of one kind", IDS_NONE);
	ids->ids = memory_grow(ids->ids, &ids->cap, ids->count + 1, sizeof(*ids->ids));
	hash_ids_add(&ids->index, ids_hash(id), index, ids_hash_again, ids);
	ids->ids[ids->count++] = id;
	return index;
}
