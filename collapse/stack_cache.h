/* SPDX-License-Identifier: MIT */
/*
 * stack_cache.h - the lines of a whole stack -> the stack of the profile that was made of them.
 * Half of the samples of a recording and more are as one before them was: then only their lines are
 * compared. One a worker, beside its line cache, by whose numbers the lines go.
 */
#ifndef FLAMBEAU_STACK_CACHE_H
#define FLAMBEAU_STACK_CACHE_H

#include "common/profile.h"

/*
 * Bytes a worker may remember; twice as many if it is the only one. When they are full it forgets
 * the oldest of STACK_CACHE_PARTS with the next chunk.
 */
enum { STACK_CACHE_SIZE = 8 << 20, STACK_CACHE_PARTS = 4 };

struct stack_cache_entry {
	struct stack *stack; /* NULL: not known yet, or its lines alone do not tell */
	uint32_t count;
	uint32_t lines[]; /* their numbers */
};

/* Entries are numbered by where they lie; they do not move. */
struct stack_cache {
	struct hash_index index; /* by their lines */
	struct hash_index texts; /* by the text of these, where stacks are looked up by that */
	char *room;              /* STACK_CACHE_PARTS of them */
	size_t part_size;        /* bytes */
	size_t part;             /* where the newest begins */
	size_t used;             /* bytes of it */
};

void stack_cache_init(struct stack_cache *cache, bool is_only_one);

/* It can be filled again. */
void stack_cache_release(struct stack_cache *cache);

/* Make room if there is hardly any. profile_settle() must have found the stacks. */
void stack_cache_trim(struct stack_cache *cache);

/* A new entry, its stack NULL; itself NULL if it is full or the hash is taken. */
struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, uint32_t hash,
					  const uint32_t *lines, uint32_t count);

/* Texts that may be remembered: one stack may have several. */
enum { STACK_CACHE_TEXTS = 128 << 10 };

/* A text with this hash is most likely that of the entry. */
void stack_cache_add_text(struct stack_cache *cache, uint32_t hash,
			  const struct stack_cache_entry *entry);

enum { STACK_CACHE_UNIT = sizeof(struct stack_cache_entry) };

static inline struct stack_cache_entry *stack_cache_entry(const struct stack_cache *cache,
							  uint32_t number)
{
	void *entry = cache->room + (size_t)number * STACK_CACHE_UNIT;

	return entry;
}

/* The only entry with this hash, HASH_NONE without. Its lines are to be compared. */
static inline uint32_t stack_cache_find(const struct stack_cache *cache, uint32_t hash)
{
	size_t at = hash;

	return hash_index_next(&cache->index, hash, &at);
}

/* The only entry for a text with this hash, HASH_NONE without. */
static inline uint32_t stack_cache_find_text(const struct stack_cache *cache, uint32_t hash)
{
	size_t at = hash;

	return hash_index_next(&cache->texts, hash, &at);
}

#endif
