/* SPDX-License-Identifier: MIT */
#include "common/intern.h"

#include "common/diag.h"

void intern_release(struct intern *intern)
{
	hash_numbers_release(&intern->index);
	free(intern->names);
	arena_release(&intern->arena);
	*intern = (struct intern){0};
}

static char *keep(struct arena *arena, struct slice name)
{
	bool is_long = name.len >= INTERN_LONG;
	size_t front = is_long ? 1 + sizeof(name.len) : 1;
	char *kept = arena_alloc_bytes(arena, front + name.len);

	*kept = (char)(is_long ? INTERN_LONG : name.len);
	if (is_long)
		memcpy(kept + 1, &name.len, sizeof(name.len));
	if (name.len > 0)
		memcpy(kept + front, name.ptr, name.len);
	return kept;
}

static NOINLINE uint32_t hash_name(struct slice name)
{
	return hash_bytes(name.ptr, name.len);
}

static uint32_t hash_again(const void *intern, uint32_t id)
{
	return hash_name(intern_name(intern, id));
}

frame_id intern_add(struct intern *intern, struct slice name)
{
	uint32_t hash = hash_name(name), id;
	size_t at = hash;

	if (!name.ptr)
		name = SLICE("");
	while ((id = hash_numbers_next(&intern->index, hash, &at)) != HASH_NONE) {
		if (slice_equal(intern_name(intern, id), name))
			return id;
	}
	if (intern->count >= HASH_NONE)
		diag_die("more than %u different frame names", HASH_NONE);
	intern->names = memory_grow(intern->names, &intern->cap, intern->count + 1,
				    sizeof(*intern->names));
	id = (frame_id)intern->count++;
	intern->names[id] = keep(&intern->arena, name);
	hash_numbers_add(&intern->index, hash, id, hash_again, intern);
	return id;
}
