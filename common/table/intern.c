/* SPDX-License-Identifier: MIT */
#include "common/table/intern.h"

#include "common/base/diag.h"
#include "common/base/parallel.h"

/* The table shared by all views. */
struct intern_shared {
	struct lock lock; /* guards all below */
	struct intern all;
	struct retired retired;
	unsigned users;
};

static void release_own(struct intern *intern)
{
	hash_ids_release(&intern->index);
	memory_drop(intern->names, intern->cap, sizeof(*intern->names));
	arena_release(&intern->arena);
}

static void look(struct intern *intern, struct intern_shared *shared)
{
	*intern = shared->all;
	intern->shared = shared;
}

static void release_shared(struct intern_shared *shared)
{
	retired_release(&shared->retired);
	lock_release(&shared->lock);
	free(shared);
}

/* The last one has to free it. */
static bool leave(struct intern_shared *shared)
{
	bool last;

	lock_take(&shared->lock);
	last = --shared->users == 0;
	lock_leave(&shared->lock);
	return last;
}

void intern_release(struct intern *intern)
{
	if (!intern->shared) {
		release_own(intern);
	} else if (leave(intern->shared)) {
		release_own(&intern->shared->all);
		release_shared(intern->shared);
	}
	*intern = (struct intern){0};
}

static struct intern_shared *new_shared(const struct intern *intern)
{
	struct intern_shared *shared = memory_get(sizeof(*shared));

	*shared = (struct intern_shared){.all = *intern, .users = 1};
	shared->all.index.retired = &shared->retired;
	lock_init(&shared->lock);
	return shared;
}

void intern_share(struct intern *intern, struct intern *other)
{
	if (!intern->shared)
		look(intern, new_shared(intern));
	intern->shared->users++;
	look(other, intern->shared);
}

void intern_own(struct intern *intern)
{
	struct intern_shared *shared = intern->shared;

	if (!shared)
		return;
	*intern = shared->all;
	intern->index.retired = NULL;
	release_shared(shared);
}

void intern_freeze(struct intern *intern)
{
	hash_ids_release(&intern->index);
}

static char *intern_keep(struct arena *arena, struct slice name)
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

static uint32_t intern_hash_again(const void *intern, uint32_t id)
{
	return hash_name(intern_name(intern, id));
}

/* HASH_NONE: it is not there. What is newer than a view may have an id that it has no room for. */
static ALWAYS_INLINE frame_id intern_lookup(const struct intern *intern, struct slice name,
					    uint32_t hash)
{
	size_t at = hash;
	uint32_t id;

	while ((id = hash_ids_next(&intern->index, hash, &at)) != HASH_NONE) {
		if (id < intern->cap && slice_equal(intern_name(intern, id), name))
			return id;
	}
	return HASH_NONE;
}

/* Others may be reading the old array. */
static void grow_names(struct intern *intern)
{
	char **old = intern->names;

	if (!intern->index.retired) {
		intern->names = memory_grow_counted(old, &intern->cap, intern->count + 1,
						    sizeof(*old));
		return;
	}
	intern->names = memory_grow_counted(NULL, &intern->cap, intern->count + 1, sizeof(*old));
	if (intern->count > 0)
		memcpy(intern->names, old, intern->count * sizeof(*old));
	retired_add(intern->index.retired, old);
}

static frame_id intern_insert(struct intern *intern, struct slice name, uint32_t hash)
{
	frame_id id;

	if (intern->count >= HASH_NONE)
		diag_die("more than %u different frame names", HASH_NONE);
	if (intern->count == intern->cap)
		grow_names(intern);
	id = (frame_id)intern->count++;
	intern->names[id] = intern_keep(&intern->arena, name);
	hash_ids_add(&intern->index, hash, id, intern_hash_again, intern);
	return id;
}

static frame_id add_shared(struct intern *intern, struct slice name, uint32_t hash)
{
	struct intern_shared *shared = intern->shared;
	frame_id id;

	lock_take(&shared->lock);
	id = intern_lookup(&shared->all, name, hash);
	if (id == HASH_NONE)
		id = intern_insert(&shared->all, name, hash);
	look(intern, shared);
	lock_leave(&shared->lock);
	return id;
}

struct slice intern_shared_name(struct intern *intern, frame_id id)
{
	if (id >= intern->cap) {
		lock_take(&intern->shared->lock);
		look(intern, intern->shared);
		lock_leave(&intern->shared->lock);
	}
	return intern_name(intern, id);
}

static ALWAYS_INLINE frame_id intern_add_hashed(struct intern *intern, struct slice name,
						uint32_t hash)
{
	uint32_t id;

	if (!name.ptr)
		name = SLICE("");
	id = intern_lookup(intern, name, hash);
	if (id != HASH_NONE)
		return id;
	return intern->shared ? add_shared(intern, name, hash) : intern_insert(intern, name, hash);
}

frame_id intern_add(struct intern *intern, struct slice name)
{
	return intern_add_hashed(intern, name, hash_name(name));
}

void intern_add_together(struct intern *intern, const struct slice *names, size_t count,
			 frame_id *ids)
{
	uint32_t hashes[INTERN_TOGETHER];
	size_t i;

	assert(count <= INTERN_TOGETHER);
	for (i = 0; i < count; i++) {
		hashes[i] = hash_name(names[i]);
		hash_ids_fetch(&intern->index, hashes[i]);
	}
	for (i = 0; i < count; i++)
		ids[i] = intern_add_hashed(intern, names[i], hashes[i]);
}

void intern_add_all(struct intern *intern, const struct intern *from, frame_id *ids)
{
	struct slice names[INTERN_TOGETHER];
	size_t begin, i, count;

	for (begin = 0; begin < from->count; begin += count) {
		count = from->count - begin < INTERN_TOGETHER ? from->count - begin
							      : INTERN_TOGETHER;
		for (i = 0; i < count; i++)
			names[i] = intern_name(from, (frame_id)(begin + i));
		intern_add_together(intern, names, count, ids + begin);
	}
}

frame_id intern_find(const struct intern *intern, struct slice name)
{
	return intern_lookup(intern, name, hash_name(name));
}
