/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_ids.h"

#include "common/base/diag.h"

void jfr_ids_release(struct jfr_ids *ids)
{
	hash_numbers_release(&ids->index);
	free(ids->ids);
	*ids = (struct jfr_ids){0};
}

static uint32_t jfr_ids_hash_again(const void *things, uint32_t number)
{
	return jfr_hash_id(((const struct jfr_ids *)things)->ids[number]);
}

uint32_t jfr_ids_add(struct jfr_ids *ids, uint64_t id)
{
	const uint32_t index = (uint32_t)ids->count;

	if (ids->count >= JFR_NONE)
		diag_die("more than %u entries in a constant pool", JFR_NONE);
	ids->ids = memory_grow(ids->ids, &ids->cap, ids->count + 1, sizeof(*ids->ids));
	hash_numbers_add(&ids->index, jfr_hash_id(id), index, jfr_ids_hash_again, ids);
	ids->ids[ids->count++] = id;
	return index;
}
