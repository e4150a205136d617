/* SPDX-License-Identifier: MIT */
#include "common/trie_children.h"

/* A child, and the first bytes of its name as a number that compares as they do. */
struct named {
	uint64_t key;
	struct slice name;
	uint32_t node;
};

static uint64_t key_of(struct slice name)
{
	uint64_t key = 0;
	size_t i;

	for (i = 0; i < sizeof(key); i++)
		key = key << 8 | (i < name.len ? (unsigned char)name.ptr[i] : 0);
	return key;
}

static int compare(const void *left, const void *right)
{
	const struct named *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return slice_compare(a->name, b->name);
}

static void sort(uint32_t *at, size_t count, const struct trie *trie, struct named *named)
{
	size_t i;

	if (count < 2)
		return;
	for (i = 0; i < count; i++) {
		struct slice name = trie->nodes[at[i]].name;

		named[i] = (struct named){key_of(name), name, at[i]};
	}
	qsort(named, count, sizeof(*named), compare);
	for (i = 0; i < count; i++)
		at[i] = named[i].node;
}

void trie_children_build(struct trie_children *children, const struct trie *trie,
			 const uint64_t *sums, uint64_t least)
{
	size_t size = (size_t)trie->count + 2, most = 0;
	uint32_t *first = memory_resize(NULL, size, sizeof(*first)), *at, i;
	struct named *named;

	memset(first, 0, size * sizeof(*first));
	for (i = 1; i < trie->count; i++)
		first[trie->nodes[i].parent + 2] += !sums || sums[i] >= least;
	for (i = 2; i < size; i++) {
		if (first[i] > most)
			most = first[i];
		first[i] += first[i - 1];
	}
	at = memory_resize(NULL, first[size - 1], sizeof(*at));
	/* first[node + 1] is where its children begin, and moves to where they end */
	for (i = 1; i < trie->count; i++) {
		if (!sums || sums[i] >= least)
			at[first[trie->nodes[i].parent + 1]++] = i;
	}
	named = memory_resize(NULL, most, sizeof(*named));
	for (i = 0; i < trie->count; i++)
		sort(at + first[i], first[i + 1] - first[i], trie, named);
	free(named);
	*children = (struct trie_children){first, at};
}

void trie_children_release(struct trie_children *children)
{
	free(children->first);
	free(children->at);
	*children = (struct trie_children){0};
}
