/* SPDX-License-Identifier: MIT */
#include "collapse/xctrace/xctrace.h"
#include "common/table/hash.h"

struct xctrace_id {
	uint64_t id;
	struct xctrace_value value;
	UT_hash_handle hh; /* key: id */
};

static struct xctrace_id *xctrace_ids_find(const struct xctrace_ids *ids, uint64_t id)
{
	struct xctrace_id *entry;

	HASH_FIND(hh, ids->table, &id, sizeof(id), entry);
	return entry;
}

bool xctrace_define(struct xctrace_ids *ids, uint64_t id, const struct xctrace_value *value)
{
	struct xctrace_id *entry;

	if (xctrace_ids_find(ids, id))
		return false;
	entry = arena_alloc(&ids->arena, sizeof(*entry));
	memset(entry, 0, sizeof(*entry));
	entry->id = id;
	entry->value = *value;
	HASH_ADD(hh, ids->table, id, sizeof(entry->id), entry);
	return true;
}

const struct xctrace_value *xctrace_find(const struct xctrace_ids *ids, uint64_t id,
					 enum xctrace_kind kind)
{
	const struct xctrace_id *entry = xctrace_ids_find(ids, id);

	return entry && entry->value.kind == kind ? &entry->value : NULL;
}

void xctrace_forget(struct xctrace_ids *ids)
{
	HASH_CLEAR(hh, ids->table);
	arena_release(&ids->arena);
	*ids = (struct xctrace_ids){0};
}
