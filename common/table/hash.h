/* SPDX-License-Identifier: MIT */
/*
 * hash.h - the one hash function, and the hash tables.
 *
 * The function is keyed: every run draws a key from the kernel, so an attacker who does not know it
 * cannot construct hash collisions. No output depends on the key. The tables use open addressing.
 *
 * hash_slots is for the tables that see every line: 8 bytes per slot, one cache line per look-up.
 * hash_ids is for names and stacks, which are all kept: 4 bytes per slot. With hash_slots for
 * these too flamegraph takes 1.07 x the memory on "unique" of tests/bench, difffolded 1.13 x; and a
 * line cache cannot have hash_ids, for its numbers do not count up. ids is a set of numbers by
 * hash_ids. Everywhere else uthash does; include this, never <uthash.h>.
 */
#ifndef FLAMBEAU_HASH_H
#define FLAMBEAU_HASH_H

#include "common/base/arena.h"
#include "common/base/exact.h"
#include "common/base/memory.h"

/*
 * Blocks that were replaced by larger ones while other threads may still read them.
 * They are freed when these threads have ended. A table that doubles retires less than its final
 * size.
 */

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

/* The product of 128 bits, its halves added without carries. */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
	struct u128 product = {0, 0};

	u128_add_product(&product, a, b);
	return product.low ^ product.high;
}

static inline uint64_t hash_load(const unsigned char *bytes, size_t size)
{
	uint64_t word = 0;

	memcpy(&word, bytes, size);
	return word;
}

/* Bytes that are hashed with a word of the key each; what is longer is hashed in such blocks. */
enum { HASH_BLOCK = 256 };

/* Drawn when the program is loaded. */
struct hash_key {
	uint64_t words[HASH_BLOCK / 8];
	uint64_t low, high, carry;
};

extern struct hash_key hash_key;

/* Draw another key. For tests: tables that are in use are lost then. */
void hash_draw_key(void);

/*
 * The sum over the text's words of (first + key) * (second + key), modulo 2^128: NH (Black, Halevi,
 * Krawczyk, Krovetz, Rogaway: "UMAC: Fast and Secure Message Authentication", 1999) with words of
 * 64 bits. Two texts of one size, at most HASH_BLOCK, have the same sum with a chance of 2^-64 over
 * the keys, even if an attacker chose the texts. The products are independent of each other.
 */
static ALWAYS_INLINE struct u128 hash_sum(const unsigned char *bytes, size_t len)
{
	const uint64_t *key = hash_key.words;
	struct u128 sum = {0, 0};
	uint64_t first = 0, last = 0;

	if (len >= 16 && len <= 64) {
		/* always four products: how many a text needs would be mispredicted */
		const size_t most = len - 16;
		const unsigned char *second = bytes + (most < 16 ? most : 16);
		const unsigned char *third = bytes + (most < 32 ? most : 32);

		u128_add_product(&sum, hash_load(bytes, 8) + key[0],
				 hash_load(bytes + 8, 8) + key[1]);
		u128_add_product(&sum, hash_load(second, 8) + key[2],
				 hash_load(second + 8, 8) + key[3]);
		u128_add_product(&sum, hash_load(third, 8) + key[4],
				 hash_load(third + 8, 8) + key[5]);
		first = hash_load(bytes + len - 16, 8);
		last = hash_load(bytes + len - 8, 8);
		key += 6;
	} else if (len >= 16) {
		const unsigned char *end = bytes + len;

		for (; end - bytes > 16; bytes += 16, key += 2)
			u128_add_product(&sum, hash_load(bytes, 8) + key[0],
					 hash_load(bytes + 8, 8) + key[1]);
		first = hash_load(end - 16, 8); /* may overlap the words before */
		last = hash_load(end - 8, 8);
	} else if (len >= 8) {
		first = hash_load(bytes, 8);
		last = hash_load(bytes + len - 8, 8);
	} else if (len >= 4) {
		first = hash_load(bytes, 4);
		last = hash_load(bytes + len - 4, 4);
	} else if (len > 0) {
		first = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[len / 2] << 8 | bytes[len - 1];
	}
	u128_add_product(&sum, first + key[0], last + key[1]);
	return sum;
}

/* For texts longer than HASH_BLOCK: the sum of all blocks but the last. Moves *bytes and *len. */
uint64_t hash_blocks(const unsigned char **bytes, size_t *len);

/* Good in all 32 bits. Good for this run alone: it must not leave the process. */
static ALWAYS_INLINE uint32_t hash_bytes(const void *key, size_t len)
{
	const unsigned char *bytes = key;
	const uint64_t size = len;
	uint64_t carry = 0;
	struct u128 sum;

	if (UNLIKELY(len > HASH_BLOCK))
		carry = hash_blocks(&bytes, &len);
	sum = hash_sum(bytes, len);
	return (uint32_t)(hash_mix(sum.low ^ carry ^ hash_key.low,
				   sum.high ^ size ^ hash_key.high) >>
			  32);
}

#define HASH_NONE UINT32_MAX

/* A free slot has number 0, a used one its thing's number + 1. */
struct hash_slot {
	uint32_t hash, number;
};

/*
 * From a hash to the numbers (below HASH_NONE) of the entries that have it. The caller keeps the
 * things and compares them. A zeroed struct is empty.
 *
 * With `retired` other threads may search a copy of the struct while one adds, to what the copy was
 * made of: they may miss what is new, but what they find is whole. hash_ids has the same
 * guarantee.
 */
struct hash_slots {
	struct hash_slot *slots; /* NULL, or mask + 1 of them, a power of two */
	size_t mask;
	size_t count;
	struct retired *retired; /* of smaller slots; NULL: those are given back */
};

void hash_slots_release(struct hash_slots *index);

/* Remove the entries [from, to). */
void hash_slots_drop(struct hash_slots *index, uint32_t from, uint32_t to);

/* For a thing that is not there yet. */
void hash_slots_add(struct hash_slots *index, uint32_t hash, uint32_t number);

/*
 * The next thing with this hash, HASH_NONE after the last one. *at is the position of the search;
 * it begins with the hash.
 */
static inline uint32_t hash_slots_next(const struct hash_slots *index, uint32_t hash, size_t *at)
{
	if (UNLIKELY(!index->slots))
		return HASH_NONE;
	for (;;) {
		const struct hash_slot *slot = &index->slots[(*at)++ & index->mask];
		uint32_t number = __atomic_load_n(&slot->number, __ATOMIC_ACQUIRE);

		if (number == 0)
			return HASH_NONE;
		if (__atomic_load_n(&slot->hash, __ATOMIC_RELAXED) == hash)
			return number - 1;
	}
}

/*
 * Look-ups in tables larger than the processor's caches miss the cache. To overlap the misses of
 * several hashes, prefetch all slots, then their entries, then look up.
 */
static inline void hash_slots_fetch(const struct hash_slots *index, uint32_t hash)
{
	if (index->slots)
		PREFETCH(&index->slots[hash & index->mask]);
}

/*
 * hash_slots for things that can be hashed again, which is seldom needed: their numbers count up
 * from 0. A free slot is 0; a used one is the number + 1 and, above the mask, a tag: how many slots
 * a search passes to find it, and the bits of the hash above the mask, as many as there is room for.
 */
enum {
	HASH_PASSED_BITS = 4,
	HASH_PASSED = (1 << HASH_PASSED_BITS) - 1, /* so many slots or more */
};

struct hash_ids {
	uint32_t *slots; /* NULL, or mask + 1 of them, a power of two */
	size_t mask;
	struct retired *retired; /* as above */
};

/* The hash of the thing with this number. */
typedef uint32_t hash_again_fn(const void *things, uint32_t number);

void hash_ids_release(struct hash_ids *numbers);

/* For the next thing; `things` are those with smaller numbers, which may be asked for. */
void hash_ids_add(struct hash_ids *numbers, uint32_t hash, uint32_t number, hash_again_fn *again,
		  const void *things);

/* As hash_slots_fetch(). */
static inline void hash_ids_fetch(const struct hash_ids *numbers, uint32_t hash)
{
	if (numbers->slots)
		PREFETCH(&numbers->slots[hash & numbers->mask]);
}

static ALWAYS_INLINE uint32_t hash_ids_tag(const struct hash_ids *numbers, uint32_t hash,
					   size_t passed)
{
	const uint32_t mask = (uint32_t)numbers->mask;

	return (hash & ~mask) << HASH_PASSED_BITS |
	       (uint32_t)(passed < HASH_PASSED ? passed : HASH_PASSED) * (mask + 1);
}

/*
 * The next thing that may have this hash: most with another hash are skipped. HASH_NONE after the
 * last one. *at is the position of the search; it begins with the hash.
 */
static inline uint32_t hash_ids_next(const struct hash_ids *numbers, uint32_t hash, size_t *at)
{
	const uint32_t mask = (uint32_t)numbers->mask;
	size_t passed = *at - hash;
	uint32_t tag, slot;

	if (UNLIKELY(!numbers->slots))
		return HASH_NONE;
	tag = hash_ids_tag(numbers, hash, passed);
	for (;;) {
		slot = __atomic_load_n(&numbers->slots[(*at)++ & mask], __ATOMIC_ACQUIRE);
		if (slot == 0)
			return HASH_NONE;
		if (((slot ^ tag) & ~mask) == 0)
			return (slot & mask) - 1;
		tag += passed++ < HASH_PASSED ? mask + 1 : 0;
	}
}

/*
 * Sparse numbers of 64 bits, as files use for ids, to indices that count up from 0. A zeroed struct
 * is empty.
 */
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
	uint32_t hash, index;
	size_t at;

	if (id - 1 < ids->count && ids->ids[id - 1] == id) /* most files count from 1 */
		return (uint32_t)(id - 1);
	at = hash = ids_hash(id);
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

/* The index of an id, which is added if it is new. */
uint32_t ids_number(struct ids *ids, uint64_t id);

/* Things of one size, each of an id: an array by the ids' indices. A zeroed struct is empty. */
struct id_things {
	struct ids ids;
	char *things;
	size_t cap;
};

void id_things_release(struct id_things *of);

/* The thing of an id, all zeros if the id is new; good until the next new id. */
void *id_things_of(struct id_things *of, uint64_t id, size_t size);

/* The thing of an id that may be there; else NULL. */
static inline void *id_things_find(const struct id_things *of, uint64_t id, size_t size)
{
	const uint32_t index = ids_find(&of->ids, id);

	return index == IDS_NONE ? NULL : of->things + index * size;
}

#define HASH_FUNCTION(key, length, value) ((value) = hash_bytes((key), (length)))
#define uthash_malloc(size) memory_get(size)
#define uthash_fatal(message) abort()
#define HASH_NONFATAL_OOM 0

#include <uthash.h>

#endif
