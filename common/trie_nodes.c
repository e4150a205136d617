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

size_t trie_name_at(struct slice text, uint32_t *hash)
{
	const uint64_t prime = 0x9e3779b97f4a7c15u, ones = UINT64_MAX / 255, highs = ones << 7;
	uint64_t state = *hash, word = 0, ends;
	size_t at = 0, n;

	for (; text.len - at >= 8; at += 8) {
		word = slice_load(text.ptr + at);
		ends = word ^ (ones * ';');
		ends = (ends - ones) & ~ends & highs;
		if (ends != 0) {
			n = (size_t)__builtin_ctzll(ends) / 8;
			word &= ((uint64_t)1 << (8 * n)) - 1;
			goto found;
		}
		state = (state ^ word) * prime;
		state ^= state >> 29;
	}
	word = 0;
	for (n = 0; at + n < text.len && text.ptr[at + n] != ';'; n++)
		word |= (uint64_t)(unsigned char)text.ptr[at + n] << (8 * n);
found:
	state = (state ^ word ^ (uint64_t)n << 56) * prime;
	*hash = (uint32_t)(state >> 32);
	return at + n;
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
	struct trie_slot *slots = memory_touch(size, sizeof(*slots));

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

bool trie_has(const struct trie *trie, uint32_t hash)
{
	uint32_t at;

	for (at = hash & trie->mask; trie->slots[at].node > 0; at = (at + 1) & trie->mask) {
		if (trie->slots[at].hash == hash)
			return true;
	}
	return false;
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
	};
	trie->nodes[parent].has_children = true;
	if (node > trie->mask / 2)
		double_slots(trie);
	put(trie->slots, trie->mask, (struct trie_slot){node, hash});
	trie->count++;
	return node;
}

void trie_note_overflow(struct trie *trie, uint32_t node, struct slice rest)
{
	size_t len = rest.len;
	uint32_t at;
	char *end;

	for (at = node; at > 0; at = trie->nodes[at].parent)
		len += trie->nodes[at].name.len + 1;
	trie->overflow = slice_of(arena_alloc(&trie->arena, len), len);
	end = (char *)trie->overflow.ptr + len - rest.len; /* written by its owner */
	if (rest.len > 0)
		memcpy(end, rest.ptr, rest.len);
	for (at = node; at > 0; at = trie->nodes[at].parent) {
		struct slice name = trie->nodes[at].name;

		*--end = ';';
		end -= name.len;
		if (name.len > 0)
			memcpy(end, name.ptr, name.len);
	}
	slice_drop(&trie->overflow, SLICE(";"));
}

void trie_add_end(struct trie *trie, uint32_t at, const uint64_t count[2])
{
	struct trie_node *node = &trie->nodes[at];
	int i;

	node->ends = true;
	for (i = 0; i < 2; i++) {
		if (UNLIKELY(count[i] > UINT64_MAX - node->count[i])) {
			trie_note_overflow(trie, at, SLICE(""));
			node->count[i] = UINT64_MAX;
		} else {
			node->count[i] += count[i];
		}
	}
}
