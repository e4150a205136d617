/* SPDX-License-Identifier: MIT */
#include "common/trie_sort.h"

#include "common/trie_nodes.h"

enum {
	KEY = 8,
	FEW = 24,        /* are sorted by insertion */
	MOST_SORTS = 64, /* inside each other */
};

/* `tail`: the number of bytes behind the text, a `;` or nothing. */
static uint64_t key_at(struct slice text, size_t at, size_t tail)
{
	uint64_t key = 0;
	size_t i;

	if (text.len - at >= KEY)
		return __builtin_bswap64(slice_load(text.ptr + at));
	for (i = at; i < at + KEY; i++) {
		key <<= 8;
		if (i < text.len)
			key |= (unsigned char)text.ptr[i];
		else if (i < text.len + tail)
			key |= ';';
	}
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

static int compare_frames(const void *left, const void *right)
{
	struct slice a = ((const struct trie_sorted *)left)->text;
	struct slice b = ((const struct trie_sorted *)right)->text;
	size_t common = trie_common_bytes(a, b);
	int next[2];

	next[0] = common < a.len ? (unsigned char)a.ptr[common] : ';';
	next[1] = common < b.len ? (unsigned char)b.ptr[common] : ';';
	return next[0] != next[1] ? next[0] - next[1] : (a.len > b.len) - (a.len < b.len);
}

static void insert_by_key(struct trie_sorted *list, size_t count)
{
	size_t i, at;

	for (i = 1; i < count; i++) {
		struct trie_sorted rest = list[i];

		for (at = i; at > 0 && list[at - 1].key > rest.key; at--)
			list[at] = list[at - 1];
		list[at] = rest;
	}
}

static uint64_t middle_key(const struct trie_sorted *list, size_t count)
{
	uint64_t a = list[0].key, b = list[count / 2].key, c = list[count - 1].key;

	if (a > b)
		return b > c ? b : a > c ? c : a;
	return a > c ? a : b > c ? c : b;
}

/* A quick sort: half the instructions of qsort, which copies everything aside. */
static void sort_by_key(struct trie_sorted *list, size_t count, unsigned sorts)
{
	while (count > FEW && sorts++ < MOST_SORTS) {
		uint64_t middle = middle_key(list, count);
		size_t low = 0, high = count - 1;

		for (;;) {
			struct trie_sorted swap;

			while (list[low].key < middle)
				low++;
			while (list[high].key > middle)
				high--;
			if (low >= high)
				break;
			swap = list[low];
			list[low++] = list[high];
			list[high--] = swap;
		}
		/* nothing before `low` is above the middle, nothing from it on is below */
		sort_by_key(list, low, sorts);
		list += low;
		count -= low;
	}
	if (count > FEW)
		qsort(list, count, sizeof(*list), compare_keys);
	else
		insert_by_key(list, count);
}

/* How many follow with the same key; `ends`: some text has no further bytes. */
static size_t run_length(const struct trie_sorted *list, size_t count, size_t behind, bool *ends)
{
	size_t n = 0;

	*ends = false;
	for (; n < count && list[n].key == list[0].key; n++)
		*ends |= list[n].text.len < behind;
	return n;
}

/* Texts that are the same up to `at`: by the next bytes, then those that are equal there too. */
static void sort(struct trie_sorted *list, size_t count, size_t at, size_t tail, unsigned sorts)
{
	size_t run, i;
	bool ends;

	do {
		for (i = 0; i < count; i++)
			list[i].key = key_at(list[i].text, at, tail);
		run = run_length(list, count, at += KEY, &ends);
	} while (run == count && !ends);
	if (run < count)
		sort_by_key(list, count, 0);
	for (; count > 0; list += run, count -= run) {
		run = run_length(list, count, at, &ends);
		if (run == 1)
			continue;
		if (ends || sorts == MOST_SORTS)
			qsort(list, run, sizeof(*list), tail > 0 ? compare_frames : compare_texts);
		else
			sort(list, run, at, tail, sorts + 1);
	}
}

static void fill(struct trie_sorter *sorter, const struct trie_entry *const *entries, size_t count,
		 size_t tail)
{
	size_t i;

	sorter->at = memory_grow(sorter->at, &sorter->cap, count, sizeof(*sorter->at));
	sorter->count = count;
	for (i = 0; i < count; i++) {
		sorter->at[i] = (struct trie_sorted){
			.text = slice_of(entries[i]->text, entries[i]->len),
			.entry = entries[i],
		};
		__builtin_prefetch(entries[i]->text);
	}
	if (count > 1)
		sort(sorter->at, count, 0, tail, 0);
}

void trie_sort_frames(struct trie_sorter *sorter, const struct trie_entry *const *entries,
		      size_t count)
{
	fill(sorter, entries, count, 1);
}

void trie_sort_texts(struct trie_sorter *sorter, const struct trie_entry *const *entries,
		     size_t count)
{
	fill(sorter, entries, count, 0);
}
