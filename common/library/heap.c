/* SPDX-License-Identifier: MIT */
/*
 * Only this file calls the real malloc(): seam.syms does not rename its calls. Each block has a
 * header, also one without an owner, so that free() finds the owner.
 */
#include "common/library/heap.h"

#include <stdalign.h>

enum {
	HEADER = (sizeof(struct heap_block) + alignof(max_align_t) - 1) / alignof(max_align_t) *
		 alignof(max_align_t)
};

void heap_init(struct heap *heap)
{
	*heap = (struct heap){.used = 0};
	pthread_mutex_init(&heap->lock, NULL);
}

static bool charge(struct heap *heap, size_t size)
{
	if (heap->limit == 0 || (size <= heap->limit && heap->used <= heap->limit - size)) {
		heap->used += size;
		return true;
	}
	heap->failed = true;
	heap->met_limit = true;
	return false;
}

bool heap_charge(struct heap *heap, size_t size)
{
	bool good;

	pthread_mutex_lock(&heap->lock);
	good = charge(heap, size);
	pthread_mutex_unlock(&heap->lock);
	return good;
}

void heap_discharge(struct heap *heap, size_t size)
{
	pthread_mutex_lock(&heap->lock);
	heap->used -= size < heap->used ? size : heap->used;
	pthread_mutex_unlock(&heap->lock);
}

static void heap_fail(struct heap *heap, size_t size)
{
	pthread_mutex_lock(&heap->lock);
	heap->used -= size;
	heap->failed = true;
	pthread_mutex_unlock(&heap->lock);
}

static void link_block(struct heap *heap, struct heap_block *block)
{
	pthread_mutex_lock(&heap->lock);
	block->next = heap->blocks;
	block->at = &heap->blocks;
	if (block->next)
		block->next->at = &block->next;
	heap->blocks = block;
	pthread_mutex_unlock(&heap->lock);
}

/* Take it off the list, and so many bytes off what is used. */
static void unlink_block(struct heap *heap, struct heap_block *block, size_t size)
{
	pthread_mutex_lock(&heap->lock);
	*block->at = block->next;
	if (block->next)
		block->next->at = block->at;
	heap->used -= size;
	pthread_mutex_unlock(&heap->lock);
}

/* Fill the header; returns the memory after it. */
static void *begin_block(struct heap *heap, struct heap_block *block, void *start, size_t size)
{
	block->heap = heap;
	block->size = size;
	block->start = start;
	if (heap)
		link_block(heap, block);
	return (char *)block + HEADER;
}

void *heap_get(struct heap *heap, size_t size, bool clear)
{
	struct heap_block *block;

	if (size > SIZE_MAX / 2 || (heap && !heap_charge(heap, size)))
		return NULL;
	block = clear ? calloc(1, HEADER + size) : malloc(HEADER + size);
	if (!block) {
		if (heap)
			heap_fail(heap, size);
		return NULL;
	}
	return begin_block(heap, block, block, size);
}

void *heap_get_aligned(struct heap *heap, size_t align, size_t size)
{
	const size_t whole = align + (size + align - 1) / align * align;
	char *start;

	assert(align >= HEADER);
	if (size > SIZE_MAX / 2 || (heap && !heap_charge(heap, size)))
		return NULL;
	start = aligned_alloc(align, whole);
	if (!start) {
		if (heap)
			heap_fail(heap, size);
		return NULL;
	}
	return begin_block(heap, (struct heap_block *)(void *)(start + align - HEADER), start,
			   size);
}

static struct heap_block *block_of(void *memory)
{
	return (struct heap_block *)(void *)((char *)memory - HEADER);
}

void *heap_resize(struct heap *heap, void *old, size_t size)
{
	struct heap_block *block, *moved;
	size_t before;

	if (!old)
		return heap_get(heap, size, false);
	block = block_of(old);
	heap = block->heap;
	before = block->size;
	if (size > SIZE_MAX / 2 || (heap && !heap_charge(heap, size)))
		return NULL;
	if (heap)
		unlink_block(heap, block,
			     0); /* another thread may look at its neighbours meanwhile */
	moved = realloc(block, HEADER + size);
	if (moved) {
		moved->size = size;
		moved->start = moved;
	}
	if (heap)
		link_block(heap, moved ? moved : block);
	if (heap && moved)
		heap_discharge(heap, before);
	else if (heap)
		heap_fail(heap, size);
	return moved ? (char *)moved + HEADER : NULL;
}

void heap_free(void *memory)
{
	struct heap_block *block;

	if (!memory)
		return;
	block = block_of(memory);
	if (block->heap)
		unlink_block(block->heap, block, block->size);
	free(block->start);
}

bool heap_own(struct heap *heap, const struct heap_resource *thing)
{
	struct heap_resource *own = heap_charge(heap, thing->size) ? malloc(sizeof(*own)) : NULL;

	if (!own) {
		heap->failed = true;
		thing->release(thing->thing, thing->extra);
		return false;
	}
	*own = *thing;
	pthread_mutex_lock(&heap->lock);
	own->next = heap->things;
	heap->things = own;
	pthread_mutex_unlock(&heap->lock);
	return true;
}

bool heap_disown(struct heap *heap, uintptr_t thing, heap_release_fn *release)
{
	struct heap_resource **at, *found;

	pthread_mutex_lock(&heap->lock);
	at = &heap->things;
	while (*at && ((*at)->thing != thing || (*at)->release != release))
		at = &(*at)->next;
	found = *at;
	if (found) {
		*at = found->next;
		heap->used -= found->size;
	}
	pthread_mutex_unlock(&heap->lock);
	free(found);
	return found != NULL;
}

void heap_release(struct heap *heap)
{
	while (heap->things) {
		struct heap_resource *thing = heap->things;

		heap->things = thing->next;
		thing->release(thing->thing, thing->extra);
		free(thing);
	}
	while (heap->blocks) {
		struct heap_block *block = heap->blocks;

		heap->blocks = block->next;
		free(block->start);
	}
	pthread_mutex_destroy(&heap->lock);
	*heap = (struct heap){.used = 0};
}
