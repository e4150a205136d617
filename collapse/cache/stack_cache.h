/* SPDX-License-Identifier: MIT */
/*
 * stack_cache.h - the text of a whole stack, and the process -> the stack of the profile that was
 * made of them. Four in five samples of a recording are as one before them was: then nothing of
 * them is looked at but this. One a worker.
 *
 * Speed, with stack_queue.h: without both collapse-perf takes 1.60 x the time on "few" of
 * tests/bench, 1.24 x on "perf-java", 1.07 x on "many", collapse-dtrace 1.20 x on "dtrace-few".
 * Where no stack occurs twice both stop looking (stack_repeats.h). The plain version is
 * line_window.h for all lines; law.collapse-perf and law.collapse-dtrace compare both: a file
 * read twice gives twice its counts.
 */
#ifndef FLAMBEAU_STACK_CACHE_H
#define FLAMBEAU_STACK_CACHE_H

#include "common/profile/profile.h"
#include "common/table/fingerprint.h"

/*
 * Texts that a worker caches; twice as many if it is the only one. When the newest generation is
 * nearly full, the oldest of STACK_CACHE_GENERATIONS is evicted with the next chunk.
 */
enum { STACK_CACHE_TEXTS = 128 << 10, STACK_CACHE_GENERATIONS = 4 };

struct stack_cache_entry {
	struct fingerprint text;
	frame_id root;
	uint32_t lines;      /* of the text */
	struct stack *stack; /* NULL: not known yet */
};

/* Entries are numbered; they do not move. */
struct stack_cache {
	struct hash_slots index;
	struct stack_cache_entry *room; /* STACK_CACHE_GENERATIONS generations */
	uint32_t generation_size;       /* entries */
	uint32_t newest;                /* number of the first entry of the newest generation */
	uint32_t used;                  /* entries of the newest generation */
	bool is_round;                  /* all generations have been used */
};

void stack_cache_init(struct stack_cache *cache, bool is_only_one);

/* It can be filled again. */
void stack_cache_release(struct stack_cache *cache);

/* Make room if there is hardly any. No entry may be in use. */
void stack_cache_trim(struct stack_cache *cache);

/* A new entry, its stack NULL; itself NULL if it is full or they are there. */
struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, const struct fingerprint *text,
					  frame_id root, uint32_t lines);

/* The entry of both, NULL without. */
struct stack_cache_entry *stack_cache_find(const struct stack_cache *cache,
					   const struct fingerprint *text, frame_id root);

static inline uint32_t stack_cache_hash(const struct fingerprint *text, frame_id root)
{
	uint64_t hash = hash_mix(text->word[0] ^ root, text->word[2] ^ text->size);

	return (uint32_t)(hash >> 32) ^ root * UINT32_C(0x9e3779b1);
}

/* Ask for what stack_cache_find() needs: with this first, then, for many texts, the other. */
static inline void stack_cache_fetch_slot(const struct stack_cache *cache,
					  const struct fingerprint *text, frame_id root)
{
	hash_slots_fetch(&cache->index, stack_cache_hash(text, root));
}

static inline void stack_cache_fetch(const struct stack_cache *cache,
				     const struct fingerprint *text, frame_id root)
{
	const uint32_t hash = stack_cache_hash(text, root);
	size_t at = hash;
	const uint32_t number = hash_slots_next(&cache->index, hash, &at);

	if (number == HASH_NONE)
		return;
	PREFETCH(&cache->room[number].text);
	PREFETCH(&cache->room[number].stack);
}

#endif
