/* SPDX-License-Identifier: MIT */
#include "collapse/json/id_stacks.h"

#include "common/base/checked.h"
#include "common/table/hash.h"

struct id_stacks_node {
	struct {
		struct id_stacks_node *parent;
		uint64_t key;
	} at;
	uint64_t count;
	uint32_t depth;
	UT_hash_handle hh; /* key: at */
};

struct id_stacks_node *id_stacks_child(struct id_stacks *stacks, struct id_stacks_node *parent,
				       uint64_t key)
{
	struct id_stacks_node *node, wanted;

	if (parent && parent->depth == LIMIT_DEPTH)
		return parent;
	memset(&wanted.at, 0, sizeof(wanted.at)); /* also any padding between its members */
	wanted.at.parent = parent;
	wanted.at.key = key;
	HASH_FIND(hh, stacks->table, &wanted.at, sizeof(wanted.at), node);
	if (node)
		return node;
	node = arena_alloc(&stacks->arena, sizeof(*node));
	memset(node, 0, sizeof(*node));
	node->at.parent = parent;
	node->at.key = key;
	node->depth = parent ? parent->depth + 1 : 1;
	HASH_ADD(hh, stacks->table, at, sizeof(node->at), node);
	return node;
}

bool id_stacks_add(struct id_stacks_node *node, uint64_t count)
{
	return u64_add(&node->count, count);
}

bool id_stacks_rescale(struct id_stacks *stacks, unsigned scale)
{
	struct id_stacks_node *node;
	uint64_t unit = 1;
	unsigned digits;

	if (scale <= stacks->scale)
		return true; /* most often: all nodes are looked at below */
	for (digits = stacks->scale; digits < scale; digits++)
		unit *= 10;
	for (node = stacks->table; node; node = node->hh.next) {
		if (node->count > UINT64_MAX / unit)
			return false;
	}
	for (node = stacks->table; node; node = node->hh.next)
		node->count *= unit;
	stacks->scale = scale;
	return true;
}

/* In the largest units that are exact. */
static struct weight weight_of(uint64_t count, unsigned scale)
{
	for (; scale > 0 && count % 10 == 0; scale--)
		count /= 10;
	return (struct weight){.count = {count, count}, .scale = scale};
}

void id_stacks_count(struct ingest_run *run, const struct id_stacks_node *node,
		     const struct weight *weight,
		     frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	const struct weight exact = weight_of(weight->count[0], weight->scale);
	const struct id_stacks_node *frame;

	if (!text_affords(run, node->depth))
		return;
	text_cut(run, 0);
	for (frame = node; frame; frame = frame->at.parent)
		text_push_frame(run, name(run, frame->at.key));
	text_weigh(run, TEXT_LEAF_FIRST, &exact);
	text_cut(run, 0);
}

void id_stacks_flush(struct ingest_run *run, struct id_stacks *stacks,
		     frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	const struct id_stacks_node *node;

	for (node = stacks->table; node; node = node->hh.next) {
		if (node->count == 0)
			continue;
		id_stacks_count(run, node,
				&(struct weight){.count = {node->count, node->count},
						 .scale = stacks->scale},
				name);
	}
	id_stacks_release(stacks);
}

void id_stacks_release(struct id_stacks *stacks)
{
	HASH_CLEAR(hh, stacks->table);
	arena_release(&stacks->arena);
	*stacks = (struct id_stacks){0};
}
