/* SPDX-License-Identifier: MIT */
#include "common/trie_nodes.h"

#include "common/diag.h"

enum { FIRST_SLOTS = 1 << 6 };

void trie_nodes_init(struct trie *trie)
{
	trie->mask = FIRST_SLOTS - 1;
	trie->slots = memory_clear(FIRST_SLOTS, sizeof(*trie->slots));
	trie->nodes = memory_grow(NULL, &trie->cap, 1, sizeof(*trie->nodes));
	trie->nodes[0] = (struct trie_node){.name = SLICE("")};
	trie->count = 1;
}

void trie_nodes_release(struct trie *trie)
{
	arena_release(&trie->names);
	free(trie->nodes);
	free(trie->slots);
}

static void put(struct trie_slot *slots, uint32_t mask, struct trie_slot slot)
{
	uint32_t at = slot.hash & mask;

	while (slots[at].node > 0)
		at = (at + 1) & mask;
	slots[at] = slot;
}

static void double_slots(struct trie *trie)
{
	size_t size = 2 * ((size_t)trie->mask + 1), i;
	struct trie_slot *slots = memory_clear(size, sizeof(*slots));

	for (i = 0; i <= trie->mask; i++) {
		if (trie->slots[i].node > 0)
			put(slots, (uint32_t)(size - 1), trie->slots[i]);
	}
	free(trie->slots);
	trie->slots = slots;
	trie->mask = (uint32_t)(size - 1);
}

uint32_t trie_find(const struct trie *trie, uint32_t parent, struct slice name, uint32_t hash)
{
	uint32_t at;

	for (at = hash & trie->mask; trie->slots[at].node > 0; at = (at + 1) & trie->mask) {
		const struct trie_node *node = &trie->nodes[trie->slots[at].node];

		if (trie->slots[at].hash == hash && node->parent == parent &&
		    slice_equal(node->name, name))
			return trie->slots[at].node;
	}
	return 0;
}

uint32_t trie_add_node(struct trie *trie, uint32_t parent, struct slice name, uint32_t hash)
{
	uint32_t node = trie->count;

	if (node >= UINT32_MAX / 2)
		diag_die("more than %u different frames", UINT32_MAX / 2);
	trie->nodes = memory_grow(trie->nodes, &trie->cap, (size_t)node + 1, sizeof(*trie->nodes));
	trie->nodes[node] = (struct trie_node){
		.name = arena_copy(&trie->names, name),
		.parent = parent,
		.hash = hash,
		.grown = trie->total_overflow,
	};
	if (node > trie->mask / 2)
		double_slots(trie);
	put(trie->slots, trie->mask, (struct trie_slot){node, hash});
	trie->count++;
	return node;
}
