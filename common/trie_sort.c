/* SPDX-License-Identifier: MIT */
#include "common/trie_sort.h"

#include "common/trie_nodes.h"

enum {
	KEY = 8,
	FEW = 24,        /* are sorted by insertion */
	MOST_SORTS = 64, /* inside each other */
};

static uint64_t key_at(struct slice text, size_t at)
{
	uint64_t key = 0;
	size_t i;

	if (text.len - at >= KEY)
		return __builtin_bswap64(slice_load(text.ptr + at));
	for (i = at; i < at + KEY; i++)
		key = key << 8 | (i < text.len ? (unsigned char)text.ptr[i] : 0);
	return key;
}

static int compare_keys(const void *left, const void *right)
{
	const struct trie_sorted *a = left, *b = right;

	return (a->key > b->key) - (a->key < b->key);
}

static int compare_texts(const void *left, const void *right)
{
	const struct trie_sorted *a = left, *b = right;

	return slice_compare(a->text, b->text);
}

static void sort_by_key(struct trie_sorted *list, size_t count)
{
	size_t i, at;

	if (count > FEW) {
		qsort(list, count, sizeof(*list), compare_keys);
		return;
	}
	for (i = 1; i < count; i++) {
		struct trie_sorted rest = list[i];

		for (at = i; at > 0 && list[at - 1].key > rest.key; at--)
			list[at] = list[at - 1];
		list[at] = rest;
	}
}

/* How many follow with the same key; `ends`: some text has no further bytes. */
static size_t run_length(const struct trie_sorted *list, size_t count, size_t behind, bool *ends)
{
	size_t n = 0;

	*ends = false;
	for (; n < count && list[n].key == list[0].key; n++)
		*ends |= list[n].text.len <= behind;
	return n;
}

/* Texts that are the same up to `at`: by the next bytes, then those that are equal there too. */
static void sort(struct trie_sorted *list, size_t count, size_t at, unsigned sorts)
{
	size_t run, i;
	bool ends;

	do {
		for (i = 0; i < count; i++)
			list[i].key = key_at(list[i].text, at);
		run = run_length(list, count, at += KEY, &ends);
	} while (run == count && !ends);
	if (run < count)
		sort_by_key(list, count);
	for (; count > 0; list += run, count -= run) {
		run = run_length(list, count, at, &ends);
		if (run == 1)
			continue;
		if (ends || sorts == MOST_SORTS)
			qsort(list, run, sizeof(*list), compare_texts);
		else
			sort(list, run, at, sorts + 1);
	}
}

static void fill(struct trie_sorter *sorter, const struct trie_node *node, size_t drop)
{
	const struct trie_entry *entry;

	sorter->at = memory_grow(sorter->at, &sorter->cap, node->lines, sizeof(*sorter->at));
	sorter->count = 0;
	for (entry = node->first; entry; entry = entry->next)
		sorter->at[sorter->count++] = (struct trie_sorted){
			.text = slice_of(entry->text, entry->len - drop),
			.entry = entry,
		};
	if (sorter->count > 1)
		sort(sorter->at, sorter->count, 0, 0);
}

void trie_sort_frames(struct trie_sorter *sorter, const struct trie_node *node)
{
	fill(sorter, node, 0);
}

void trie_sort_texts(struct trie_sorter *sorter, const struct trie_node *node)
{
	fill(sorter, node, 1);
}
