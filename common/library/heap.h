/* SPDX-License-Identifier: MIT */
/*
 * heap.h - what one owner, a call or a profile, has got and not given back: blocks of malloc(),
 * and things that a function gives back: descriptors, mappings, children, objects of other
 * libraries. A zeroed heap is empty, but for its lock. Safe from any thread of the owner.
 */
#ifndef FLAMBEAU_HEAP_H
#define FLAMBEAU_HEAP_H

#include <pthread.h>

#include "common/base/base.h"

struct heap_block {
	struct heap_block *next, **at; /* at: the pointer to this one */
	struct heap *heap;             /* the owner; NULL: none */
	size_t size;
	void *start; /* from malloc(); an aligned block has a gap after it */
};

/* How a thing is given back; `extra` is the second argument where there is one. */
typedef void heap_release_fn(uintptr_t thing, size_t extra);

struct heap_resource {
	struct heap_resource *next;
	uintptr_t thing;
	size_t extra;
	size_t size; /* bytes that count */
	heap_release_fn *release;
};

struct heap {
	pthread_mutex_t lock; /* guards all below */
	struct heap_block *blocks;
	struct heap_resource *things; /* newest first */
	uint64_t used, limit;         /* bytes; limit 0: none */
	bool failed;                  /* an allocation did */
	bool met_limit;               /* because of the limit */
};

void heap_init(struct heap *heap);

/* Give everything back, the newest things first, then the blocks. */
void heap_release(struct heap *heap);

/* malloc() and the like for `heap`, which may be NULL; NULL where memory is out. */
void *heap_get(struct heap *heap, size_t size, bool clear);
void *heap_get_aligned(struct heap *heap, size_t align, size_t size); /* a power of two, from 64 */
void *heap_resize(struct heap *heap, void *old, size_t size);
void heap_free(void *memory);

/* Count `size` more bytes. False, and heap->failed is set, if they exceed the limit. */
bool heap_charge(struct heap *heap, size_t size);
void heap_discharge(struct heap *heap, size_t size);

/* Own a thing; where that fails it is given back at once, and false is returned. */
bool heap_own(struct heap *heap, const struct heap_resource *thing);

/* Own it no longer. False if it was not owned; then it is the caller's, too. */
bool heap_disown(struct heap *heap, uintptr_t thing, heap_release_fn *release);

#endif
