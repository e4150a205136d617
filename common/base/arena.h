/* SPDX-License-Identifier: MIT */
/*
 * arena.h - memory that lives and dies together.
 * Blocks never move: a pointer stays good until arena_release() of the arena
 * that holds it, or of the arena it was joined into. One thread at a time.
 */
#ifndef FLAMBEAU_ARENA_H
#define FLAMBEAU_ARENA_H

#include "common/base/memory.h"
#include "common/base/slice.h"

struct arena_block;

/* The number of readable bytes, of any value, after everything that an arena hands out. */
enum { ARENA_READABLE = 64 };

struct arena {
	struct arena_block *blocks; /* newest first */
	size_t size;                /* bytes held from the system */
};

void arena_release(struct arena *arena);

/* Take back all that was handed out, and keep one block for what comes next. */
void arena_reset(struct arena *arena);

/* `size` bytes for any type, not cleared; ends the program when memory is out, never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* Like arena_alloc(), aligned for a uint64_t or a pointer only: saves 4 bytes on average. */
void *arena_alloc_words(struct arena *arena, size_t size);

/* Like arena_alloc(), without alignment: for bytes. */
char *arena_alloc_bytes(struct arena *arena, size_t size);

/* Copy of `text`, owned by the arena. */
struct slice arena_copy(struct arena *arena, struct slice text);

/* Move everything in `from` into `into`, without copying; `from` ends up empty. */
void arena_join(struct arena *into, struct arena *from);

#endif
