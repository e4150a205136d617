/* SPDX-License-Identifier: MIT */
#include "common/base/arena.h"

#include <stdalign.h>

/*
 * Bytes of an ordinary block; larger requests get their own. An arena that has become large goes on
 * in blocks that are huge pages.
 */
enum { ARENA_BLOCK = 64 << 10, ARENA_LARGE = 16 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t size, used; /* of the bytes after this header */
	alignas(max_align_t) char bytes[];
};

static struct arena_block *new_block(struct arena *arena, size_t size)
{
	struct arena_block *block = memory_get(sizeof(*block) + size + ARENA_READABLE);

	block->size = size;
	block->used = 0;
	arena->size += size;
	limits_use((long long)size);
	return block;
}

static struct arena_block *new_huge_block(struct arena *arena)
{
	struct arena_block *block = memory_huge(MEMORY_HUGE);

	block->size = MEMORY_HUGE - sizeof(*block) - ARENA_READABLE;
	block->used = 0;
	arena->size += block->size;
	limits_use((long long)block->size);
	return block;
}

/* The first bytes of a new block: the one in use has too few. */
static NOINLINE void *arena_new_block(struct arena *arena, size_t size)
{
	struct arena_block *first = arena->blocks, *block;

	if (size > SIZE_MAX / 2)
		memory_die();
	if (size > ARENA_BLOCK / 4)
		block = new_block(arena, size);
	else if (arena->size < ARENA_LARGE)
		block = new_block(arena, ARENA_BLOCK);
	else
		block = new_huge_block(arena);
	block->used = size;
	if (first && size > ARENA_BLOCK / 4) { /* its own, after the one in use */
		block->next = first->next;
		first->next = block;
	} else {
		block->next = first;
		arena->blocks = block;
	}
	return block->bytes;
}

/* `align` is a power of two. */
static inline void *arena_take(struct arena *arena, size_t size, size_t align)
{
	struct arena_block *block = arena->blocks;
	const size_t at = block ? (block->used + align - 1) & ~(align - 1) : 0;

	assert(align > 0 && alignof(max_align_t) % align == 0);
	if (size > ARENA_BLOCK / 4 || !block || block->size < at || block->size - at < size)
		return arena_new_block(arena, size);
	block->used = at + size;
	return block->bytes + at;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return arena_take(arena, size, alignof(max_align_t));
}

void *arena_alloc_words(struct arena *arena, size_t size)
{
	return arena_take(arena, size, alignof(uint64_t));
}

char *arena_alloc_bytes(struct arena *arena, size_t size)
{
	return arena_take(arena, size, 1);
}

struct slice arena_copy(struct arena *arena, struct slice text)
{
	char *copy = arena_alloc_bytes(arena, text.len);

	if (text.len > 0)
		memcpy(copy, text.ptr, text.len);
	return slice_of(copy, text.len);
}

void arena_join(struct arena *into, struct arena *from)
{
	struct arena_block **end = &into->blocks;

	assert(into != from);
	while (*end)
		end = &(*end)->next;
	*end = from->blocks;
	into->size += from->size;
	*from = (struct arena){0};
}

void arena_reset(struct arena *arena)
{
	struct arena_block *kept = arena->blocks;
	struct arena others;

	if (!kept)
		return;
	others = (struct arena){.blocks = kept->next, .size = arena->size - kept->size};
	arena_release(&others);
	kept->next = NULL;
	kept->used = 0;
	arena->size = kept->size;
}

void arena_release(struct arena *arena)
{
	if (arena->blocks)
		limits_use(-(long long)arena->size);
	while (arena->blocks) {
		struct arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	*arena = (struct arena){0};
}
