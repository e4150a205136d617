/* SPDX-License-Identifier: MIT */
/*
 * jfr_ids.h - from ids, which are sparse numbers of 64 bits, to indices that count up from 0.
 * Zeroed it is empty.
 */
#ifndef FLAMBEAU_JFR_IDS_H
#define FLAMBEAU_JFR_IDS_H

#include "common/table/hash.h"

struct jfr_ids {
	uint64_t *ids; /* by index */
	size_t count, cap;
	struct hash_ids index;
};

#define JFR_NONE HASH_NONE /* no index */

void jfr_ids_release(struct jfr_ids *ids);

static inline uint32_t jfr_hash_id(uint64_t id)
{
	return (uint32_t)(hash_mix(id ^ hash_key.low, hash_key.high | 1) >> 32);
}

/* The index of an id; JFR_NONE if it is not there. */
static inline uint32_t jfr_ids_find(const struct jfr_ids *ids, uint64_t id)
{
	const uint32_t hash = jfr_hash_id(id);
	size_t at = hash;
	uint32_t index;

	while ((index = hash_ids_next(&ids->index, hash, &at)) != HASH_NONE) {
		if (ids->ids[index] == id)
			break;
	}
	return index;
}

/* Add an id that is not in the set; returns its index. */
uint32_t jfr_ids_add(struct jfr_ids *ids, uint64_t id);

#endif
