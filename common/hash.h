/* SPDX-License-Identifier: MIT */
/*
 * hash.h - the one hash function, and uthash made to use it. Include this, never
 * <uthash.h>: its own hash costs half the throughput of a collapse.
 */
#ifndef FLAMBEAU_HASH_H
#define FLAMBEAU_HASH_H

#include "common/arena.h"

/* Good in all 32 bits; not for keeping an attacker from making collisions. */
static inline uint32_t hash_bytes(const void *key, size_t len)
{
	const uint64_t prime = 0x9e3779b97f4a7c15u; /* 2^64 / golden ratio, odd */
	const unsigned char *byte = key;
	uint64_t state = len * prime, word;

	for (; len >= 8; byte += 8, len -= 8) {
		memcpy(&word, byte, 8);
		state = (state ^ word) * prime;
		state ^= state >> 29;
	}
	if (len > 0) {
		word = 0;
		memcpy(&word, byte, len);
		state = (state ^ word) * prime;
		state ^= state >> 29;
	}
	state *= prime;
	return (uint32_t)(state >> 32);
}

#define HASH_FUNCTION(key, length, value) ((value) = hash_bytes((key), (length)))
#define uthash_malloc(size) memory_get(size)
#define uthash_fatal(message) abort()
#define HASH_NONFATAL_OOM 0

#include <uthash.h>

#endif
