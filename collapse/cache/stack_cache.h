/* SPDX-License-Identifier: MIT */
/*
 * stack_cache.h - the text of a whole stack, and the process -> the stack of the profile that was
 * made of them. Four in five samples of a recording are as one before them was: then nothing of
 * them is looked at but this. Each worker has one.
 *
 * Speed, with the queue: without both collapse-perf takes 1.60 x the time on "few" of
 * tests/bench, 1.24 x on "perf-java", 1.07 x on "many", collapse-dtrace 1.20 x on "dtrace-few".
 * Where no stack occurs twice both stop looking (struct stack_repeats). The plain version is
 * the line window for all lines; law.collapse-perf and law.collapse-dtrace compare both: a file
 * read twice gives twice its counts.
 */
#ifndef FLAMBEAU_STACK_CACHE_H
#define FLAMBEAU_STACK_CACHE_H

#include "common/base/base.h"
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

/*
 * struct stack_repeats decides whether stacks are looked up by their text. Stacks repeat all the time
 * in a recording of samples, and in the output of a script that prints its aggregation every
 * second; a script that prints it at its end prints each stack once. The decision changes how long
 * reading takes, nothing else.
 *
 * Speed: to look always takes collapse-perf 1.14 x the time and 1.13 x the memory on
 * "perf-unique" of tests/bench, collapse-dtrace 1.19 x and 1.17 x on "dtrace"; never to look
 * 1.60 x the time on "few", 1.20 x on "dtrace-few". The plain version is never to look.
 * law.collapse-perf and law.collapse-dtrace compare stacks that are looked up with stacks that
 * are not: a file read twice gives twice its counts.
 */

/* One worker's state. Sizes are in stacks. */
struct stack_repeats {
	bool looking;           /* in this chunk */
	uint64_t passed, found; /* stacks since that was decided, and hits among them */
	uint64_t patience;      /* stacks to look up before that is reconsidered */
	uint64_t rest;          /* before they are looked up again */
	uint64_t all, distinct; /* counted by the worker when the chunk began */
};

void stack_repeats_init(struct stack_repeats *repeats);

/* Decide about the next chunk: how many stacks have been counted, how many of them are distinct. */
void stack_repeats_decide(struct stack_repeats *repeats, uint64_t all, uint64_t distinct);

/*
 * struct stack_queue has the next samples of a chunk, each up to an empty line, looked up by the text of
 * the whole stack: a stack that occurred before with the same addresses is a cache hit, and its
 * lines are not split. A format marks the part of a sample that is its stack, and the part that
 * names the process: the process frame is a guess until the format has read it.
 *
 * Speed: measured with the cache; both have the same plain version.
 */

/*
 * The length of the queue: enough to overlap cache misses, and few enough for prefetched data to
 * stay in the cache.
 */
enum { STACK_QUEUE = 8 };

/* Processes that are remembered, by their hashes. */
enum { STACK_QUEUE_ROOTS = 1024 };

struct queued_sample {
	struct slice text;        /* with the empty line */
	struct slice stack;       /* its lines, each with its LF; empty: it has another shape */
	struct slice process;     /* the text that names it, nearly or not at all */
	struct fingerprint print; /* of the stack, unless that is empty */
	frame_id *root;           /* the process's last root frame, to be corrected */
	struct stack_cache_entry *known; /* the one of the stack; NULL: none */
};

struct stack_queue {
	struct queued_sample samples[STACK_QUEUE];
	uint32_t count, next;
	frame_id roots[STACK_QUEUE_ROOTS];
};

/* Take the next sample, or what is none, off the front of the records: its text and its stack. */
typedef void stack_queue_cut_fn(struct slice *records, struct queued_sample *sample);

/* Bytes before the empty line in front of which a sample ends, SLICE_NONE where it is too long. */
size_t stack_queue_end(struct slice text);

/* Bytes of a part of the records that is not a sample, whole lines if it can be. */
size_t stack_queue_others(struct slice records);

/* The next one, which stays the next until it has no more text; NULL after the last. */
struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct stack_cache *stacks, stack_queue_cut_fn *cut);

#endif
