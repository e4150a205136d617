/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "common/arena.h"

#include <stdalign.h>

#include "common/diag.h"

/*
 * Bytes of an ordinary block; larger requests get their own. An arena that has become large goes on
 * in blocks that are huge pages: 1.15x where it is walked through in no order.
 */
enum { ARENA_BLOCK = 64 << 10, ARENA_LARGE = 16 << 20, ARENA_HUGE = 2 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t size, used; /* of the bytes behind this header */
	alignas(max_align_t) char bytes[];
};

void *memory_get(size_t size)
{
	void *memory = malloc(size > 0 ? size : 1);

	if (!memory)
		diag_die("out of memory");
	return memory;
}

void *memory_resize(void *old, size_t count, size_t size)
{
	void *memory;

	if (size > 0 && count > SIZE_MAX / size)
		diag_die("out of memory");
	memory = realloc(old, count * size > 0 ? count * size : 1);
	if (!memory)
		diag_die("out of memory");
	return memory;
}

void *memory_clear(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (!memory)
		diag_die("out of memory");
	return memory;
}

void *memory_grow(void *old, size_t *cap, size_t need, size_t size)
{
	size_t want = *cap > 0 ? *cap : 16;

	if (need <= *cap)
		return old;
	while (want < need)
		want = want > SIZE_MAX / 2 ? need : want * 2;
	*cap = want;
	return memory_resize(old, want, size);
}

static struct arena_block *new_block(struct arena *arena, size_t size)
{
	struct arena_block *block = memory_get(sizeof(*block) + size);

	block->size = size;
	block->used = 0;
	arena->size += size;
	return block;
}

static struct arena_block *new_huge_block(struct arena *arena)
{
	struct arena_block *block = aligned_alloc(ARENA_HUGE, ARENA_HUGE);

	if (!block)
		diag_die("out of memory");
#if defined(MADV_HUGEPAGE)
	madvise(block, ARENA_HUGE, MADV_HUGEPAGE);
#endif
	block->size = ARENA_HUGE - sizeof(*block);
	block->used = 0;
	arena->size += block->size;
	return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	struct arena_block *block = arena->blocks;
	void *memory;

	if (size > SIZE_MAX / 2)
		diag_die("out of memory");
	size = (size + align - 1) / align * align;
	if (size > ARENA_BLOCK / 4) { /* its own block, behind the one in use */
		struct arena_block *own = new_block(arena, size);

		own->used = size;
		own->next = block ? block->next : NULL;
		if (block)
			block->next = own;
		else
			arena->blocks = own;
		return own->bytes;
	}
	if (!block || block->size - block->used < size) {
		block = arena->size < ARENA_LARGE ? new_block(arena, ARENA_BLOCK)
						  : new_huge_block(arena);
		block->next = arena->blocks;
		arena->blocks = block;
	}
	memory = block->bytes + block->used;
	block->used += size;
	return memory;
}

struct slice arena_copy(struct arena *arena, struct slice text)
{
	char *copy = arena_alloc(arena, text.len);

	if (text.len > 0)
		memcpy(copy, text.ptr, text.len);
	return slice_of(copy, text.len);
}

void arena_join(struct arena *into, struct arena *from)
{
	struct arena_block **end = &into->blocks;

	while (*end)
		end = &(*end)->next;
	*end = from->blocks;
	into->size += from->size;
	*from = (struct arena){0};
}

void arena_release(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	*arena = (struct arena){0};
}
