/* SPDX-License-Identifier: MIT */
/*
 * jfr_pools.h - the constant pools of a chunk: where the entry with an id lies. Entries are read
 * when they are asked for; references between them are ids again, and are followed from Stack to
 * Method, Class and Symbol only.
 */
#ifndef FLAMBEAU_JFR_POOLS_H
#define FLAMBEAU_JFR_POOLS_H

#include "collapse/jfr/jfr_chunk.h"
#include "collapse/jfr/jfr_cursor.h"
#include "collapse/jfr/jfr_layout.h"

enum jfr_pool {
	JFR_STACKS,
	JFR_METHODS,
	JFR_CLASSES,
	JFR_SYMBOLS,
	JFR_FRAME_TYPES,
	JFR_THREADS,
	JFR_STATES,
	JFR_OBJECTS,
	JFR_STRINGS,
	JFR_POOLS,
};

/* Slots of the entries. */
enum { JFR_STACK_TRUNCATED, JFR_STACK_FRAMES };
enum { JFR_METHOD_CLASS, JFR_METHOD_NAME, JFR_METHOD_HIDDEN };
enum { JFR_CLASS_NAME };
enum { JFR_TEXT }; /* of symbols, frame types, states */
enum { JFR_THREAD_OS_NAME, JFR_THREAD_JAVA_NAME, JFR_THREAD_OS_ID };
enum { JFR_OBJECT_CLASS };
enum { JFR_POOL_SLOTS = 3 };

/* Slots of the frames of a stack. */
enum { JFR_FRAME_METHOD, JFR_FRAME_LINE, JFR_FRAME_TYPE, JFR_FRAME_SLOTS };

/* A zeroed struct is empty. */
struct jfr_pools {
	unsigned kept; /* a bit for each enum jfr_pool that is wanted */
	const struct jfr_metadata *metadata;
	struct jfr_cursor bytes; /* of the chunk */
	struct jfr_entries {
		struct ids ids;
		const unsigned char **places; /* by index */
		size_t cap;
		struct jfr_layout layout;
	} of[JFR_POOLS];
	uint32_t *stacks; /* by id, below `stack_ids`: the index, or IDS_NONE */
	size_t stack_ids;
	struct jfr_layout frame;

	struct jfr_pool_type { /* by index of the type */
		struct jfr_layout layout;
		uint8_t state; /* not laid out yet, or whether it could be */
		uint8_t pool;  /* enum jfr_pool; JFR_POOLS: none that is kept */
	} * types;
	struct arena arena; /* of the layouts */
};

/* The name of the type whose pool it is. */
struct slice jfr_pool_type_name(enum jfr_pool pool);

/* For other metadata, which stay until the next call or jfr_pools_release(). */
void jfr_pools_prepare(struct jfr_pools *pools, const struct jfr_metadata *metadata);

/* Forget the entries. */
void jfr_pools_reset(struct jfr_pools *pools);
void jfr_pools_release(struct jfr_pools *pools);

/*
 * Find all entries of the chunk, by the chain of its checkpoints, or of all checkpoints that a scan
 * finds.
 */
void jfr_pools_read(struct jfr_pools *pools, const struct jfr_chunk *chunk,
		    struct jfr_damages *damages);

static inline uint32_t jfr_pool_find(const struct jfr_pools *pools, enum jfr_pool pool, uint64_t id)
{
	return ids_find(&pools->of[pool].ids, id);
}

/* jfr_pool_find() of a stack: each event asks for one. Ids count up from the JVM's start. */
static inline uint32_t jfr_stack_find(const struct jfr_pools *pools, uint64_t id)
{
	return id < pools->stack_ids ? pools->stacks[id] : jfr_pool_find(pools, JFR_STACKS, id);
}

/* The slots of an entry; those that its type lacks are 0. */
void jfr_pool_entry(const struct jfr_pools *pools, enum jfr_pool pool, uint32_t index,
		    union jfr_value values[JFR_POOL_SLOTS]);

/*
 * Append the string at a place of an entry. False if it is null (or an entry of the pool of
 * strings that is not there); a place that is NULL is so, too.
 */
bool jfr_pool_string(const struct jfr_pools *pools, const unsigned char *place, struct buf *text);

/*
 * Append the text of the entry with this id in the pool of symbols, frame types or states; false
 * without.
 */
bool jfr_pool_text(const struct jfr_pools *pools, enum jfr_pool pool, uint64_t id,
		   struct buf *text);

#endif
