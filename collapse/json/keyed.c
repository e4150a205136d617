/* SPDX-License-Identifier: MIT */
#include "collapse/json/keyed.h"

#include "common/base/checked.h"
#include "common/table/hash.h"

struct keyed_node {
	struct {
		struct keyed_node *parent;
		uint64_t key;
	} at;
	uint64_t count;
	uint32_t depth;
	UT_hash_handle hh; /* key: at */
};

struct keyed_node *keyed_child(struct keyed *keyed, struct keyed_node *parent, uint64_t key)
{
	struct keyed_node *node, wanted;

	if (parent && parent->depth == LIMIT_DEPTH)
		return parent;
	memset(&wanted.at, 0, sizeof(wanted.at)); /* also any padding between its members */
	wanted.at.parent = parent;
	wanted.at.key = key;
	HASH_FIND(hh, keyed->table, &wanted.at, sizeof(wanted.at), node);
	if (node)
		return node;
	node = arena_alloc(&keyed->arena, sizeof(*node));
	memset(node, 0, sizeof(*node));
	node->at.parent = parent;
	node->at.key = key;
	node->depth = parent ? parent->depth + 1 : 1;
	HASH_ADD(hh, keyed->table, at, sizeof(node->at), node);
	return node;
}

bool keyed_add(struct keyed_node *node, uint64_t count)
{
	return u64_add(&node->count, count);
}

bool keyed_rescale(struct keyed *keyed, unsigned scale)
{
	struct keyed_node *node;
	uint64_t unit = 1;
	unsigned digits;

	if (scale <= keyed->scale)
		return true; /* most often: all nodes are looked at below */
	for (digits = keyed->scale; digits < scale; digits++)
		unit *= 10;
	for (node = keyed->table; node; node = node->hh.next) {
		if (node->count > UINT64_MAX / unit)
			return false;
	}
	for (node = keyed->table; node; node = node->hh.next)
		node->count *= unit;
	keyed->scale = scale;
	return true;
}

/* In the largest units that are exact. */
static struct weight weight_of(uint64_t count, unsigned scale)
{
	for (; scale > 0 && count % 10 == 0; scale--)
		count /= 10;
	return (struct weight){.count = {count, count}, .scale = scale};
}

void keyed_count(struct ingest_run *run, const struct keyed_node *node, const struct weight *weight,
		 frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	const struct weight exact = weight_of(weight->count[0], weight->scale);
	const struct keyed_node *frame;

	if (!text_affords(run, node->depth))
		return;
	text_cut(run, 0);
	for (frame = node; frame; frame = frame->at.parent)
		text_push_frame(run, name(run, frame->at.key));
	text_weigh(run, TEXT_LEAF_FIRST, &exact);
	text_cut(run, 0);
}

void keyed_flush(struct ingest_run *run, struct keyed *keyed,
		 frame_id (*name)(struct ingest_run *run, uint64_t key))
{
	const struct keyed_node *node;

	for (node = keyed->table; node; node = node->hh.next) {
		if (node->count == 0)
			continue;
		keyed_count(run, node,
			    &(struct weight){.count = {node->count, node->count},
					     .scale = keyed->scale},
			    name);
	}
	keyed_release(keyed);
}

void keyed_release(struct keyed *keyed)
{
	HASH_CLEAR(hh, keyed->table);
	arena_release(&keyed->arena);
	*keyed = (struct keyed){0};
}
