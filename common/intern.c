/* SPDX-License-Identifier: MIT */
#include "common/intern.h"

#include "common/diag.h"
#include "common/hash.h"

struct intern_entry {
	struct slice name;
	frame_id id;
	UT_hash_handle hh;
};

void intern_release(struct intern *intern)
{
	HASH_CLEAR(hh, intern->table);
	free(intern->by_id);
	arena_release(&intern->arena);
	*intern = (struct intern){0};
}

frame_id intern_add(struct intern *intern, struct slice name)
{
	uint32_t hash = hash_bytes(name.ptr, name.len);
	struct intern_entry *entry;

	if (!name.ptr)
		name = SLICE("");
	HASH_FIND_BYHASHVALUE(hh, intern->table, name.ptr, name.len, hash, entry);
	if (entry)
		return entry->id;
	if (intern->count >= UINT32_MAX)
		diag_die("more than %u different frame names", UINT32_MAX);
	entry = arena_alloc(&intern->arena, sizeof(*entry));
	entry->name = arena_copy(&intern->arena, name);
	entry->id = (frame_id)intern->count;
	intern->by_id = memory_grow(intern->by_id, &intern->cap, intern->count + 1,
				    sizeof(struct intern_entry *));
	intern->by_id[intern->count++] = entry;
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, intern->table, entry->name.ptr, entry->name.len, hash,
				    entry);
	return entry->id;
}

struct slice intern_name(const struct intern *intern, frame_id id)
{
	return intern->by_id[id]->name;
}
