/* SPDX-License-Identifier: MIT */
/*
 * stack_cache.h - the text of a whole stack -> the stack of the profile that was made of it. Four
 * in five samples of a recording are as one before them was: then nothing of them is looked at but
 * this. One a worker.
 */
#ifndef FLAMBEAU_STACK_CACHE_H
#define FLAMBEAU_STACK_CACHE_H

#include "common/fingerprint.h"
#include "common/profile.h"

/*
 * Texts a worker may remember; twice as many if it is the only one. When they are many it forgets
 * the oldest of STACK_CACHE_PARTS with the next chunk.
 */
enum { STACK_CACHE_TEXTS = 128 << 10, STACK_CACHE_PARTS = 4 };

struct stack_cache_entry {
	struct fingerprint text;
	uint32_t lines;      /* of it */
	struct stack *stack; /* NULL: not known yet, or its lines alone do not tell */
};

/* Entries are numbered; they do not move. */
struct stack_cache {
	struct hash_index index;
	struct stack_cache_entry *room; /* STACK_CACHE_PARTS of them */
	uint32_t part_size;             /* entries */
	uint32_t part;                  /* where the newest begins */
	uint32_t used;                  /* of it */
};

void stack_cache_init(struct stack_cache *cache, bool is_only_one);

/* It can be filled again. */
void stack_cache_release(struct stack_cache *cache);

/* Make room if there is hardly any. profile_settle() must have found the stacks. */
void stack_cache_trim(struct stack_cache *cache);

/* A new entry, its stack NULL; itself NULL if it is full or the text is there. */
struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, const struct fingerprint *text,
					  uint32_t lines);

/* The entry of a text, NULL without. */
struct stack_cache_entry *stack_cache_find(const struct stack_cache *cache,
					   const struct fingerprint *text);

static inline uint32_t stack_cache_hash(const struct fingerprint *text)
{
	return (uint32_t)(hash_mix(text->word[0] ^ text->size, text->word[2] | 1) >> 32);
}

/* Ask for what stack_cache_find() needs: with this first, then, for many texts, the other. */
static inline void stack_cache_fetch_slot(const struct stack_cache *cache,
					  const struct fingerprint *text)
{
	hash_index_fetch(&cache->index, stack_cache_hash(text));
}

static inline void stack_cache_fetch(const struct stack_cache *cache,
				     const struct fingerprint *text)
{
	const uint32_t hash = stack_cache_hash(text);
	size_t at = hash;
	const uint32_t number = hash_index_next(&cache->index, hash, &at);

	if (number == HASH_NONE)
		return;
	__builtin_prefetch(&cache->room[number].text);
	__builtin_prefetch(&cache->room[number].stack, 1);
}

#endif
