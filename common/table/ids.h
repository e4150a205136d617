/* SPDX-License-Identifier: MIT */
/*
 * ids.h - sparse numbers of 64 bits, as files use for ids, to indices that count up from 0.
 * A zeroed struct is empty.
 */
#ifndef FLAMBEAU_IDS_H
#define FLAMBEAU_IDS_H

#include "common/table/hash.h"

struct ids {
	uint64_t *ids; /* by index */
	size_t count, cap;
	struct hash_ids index;
};

#define IDS_NONE HASH_NONE /* no index */

void ids_release(struct ids *ids);

static inline uint32_t ids_hash(uint64_t id)
{
	return (uint32_t)(hash_mix(id ^ hash_key.low, hash_key.high | 1) >> 32);
}

/* The index of an id; IDS_NONE if the id was not added. */
static inline uint32_t ids_find(const struct ids *ids, uint64_t id)
{
	const uint32_t hash = ids_hash(id);
	size_t at = hash;
	uint32_t index;

	while ((index = hash_ids_next(&ids->index, hash, &at)) != HASH_NONE) {
		if (ids->ids[index] == id)
			break;
	}
	return index;
}

/*
 * Add an id that is not in the set; returns its index. Ends the program at 2^32-1 ids: callers that
 * read more than that from an input bound them before.
 */
uint32_t ids_add(struct ids *ids, uint64_t id);

#endif
