/* SPDX-License-Identifier: MIT */
#include "common/trie_order.h"

#include "common/parallel.h"
#include "common/trie_entries.h"
#include "common/trie_nodes.h"

enum { PART = 512 }; /* entries of a part, or few more */

/* The stacks that end at a node, or those that pass it, where they stand below its parent. */
struct item {
	uint64_t key; /* the beginning of the name as a number that compares as it does */
	uint32_t node;
	bool passes;
};

/* The items below a node are at[first[node]] up to at[first[node + 1]]. */
struct items {
	const struct trie *trie;
	unsigned threads;
	size_t *first;
	struct item *at;
	struct trie_sorted **sorted;
};

static struct slice name_of(const struct items *items, const struct item *item)
{
	return items->trie->nodes[item->node].name;
}

static uint64_t key_of(struct slice name, bool passes)
{
	uint64_t key = 0;
	size_t i;

	for (i = 0; i < sizeof(key); i++) {
		key <<= 8;
		if (i < name.len)
			key |= (unsigned char)name.ptr[i];
		else if (i == name.len && passes)
			key |= ';';
	}
	return key;
}

static bool is_before(const struct items *items, const struct item *a, const struct item *b)
{
	struct slice left = name_of(items, a), right = name_of(items, b);
	size_t common;
	int next[2];

	if (a->key != b->key)
		return a->key < b->key;
	common = trie_common_bytes(left, right);
	next[0] = left.len > common ? (unsigned char)left.ptr[common] : a->passes ? ';' : -1;
	next[1] = right.len > common ? (unsigned char)right.ptr[common] : b->passes ? ';' : -1;
	return next[0] != next[1] ? next[0] < next[1] : left.len < right.len;
}

/* A heap sort: needs no memory, and no luck. */
static void sift(const struct items *items, struct item *list, size_t root, size_t count)
{
	struct item item = list[root];
	size_t child;

	for (; (child = 2 * root + 1) < count; root = child) {
		if (child + 1 < count && is_before(items, &list[child], &list[child + 1]))
			child++;
		if (!is_before(items, &item, &list[child]))
			break;
		list[root] = list[child];
	}
	list[root] = item;
}

static void sort(const struct items *items, struct item *list, size_t count)
{
	size_t i;

	for (i = count / 2; i > 0; i--)
		sift(items, list, i - 1, count);
	for (i = count; i > 1; i--) {
		struct item largest = list[0];

		list[0] = list[i - 1];
		list[i - 1] = largest;
		sift(items, list, 0, i - 1);
	}
}

/* The entries of a node, for the caller to free. */
static struct trie_sorted *sort_entries(const struct trie_node *node)
{
	struct trie_groups entries = {0};
	struct trie_sorter sorter = {0};

	trie_groups_list(&entries, node->blocks);
	trie_sort_texts(&sorter, entries.at, entries.lines);
	trie_groups_release(&entries);
	return sorter.at;
}

/* Entries too, where something comes between them. */
static void sort_share(void *context, unsigned index)
{
	const struct items *items = context;
	const struct trie *trie = items->trie;
	uint32_t node;

	for (node = index; node < trie->count; node += items->threads) {
		const size_t *first = items->first + node;

		if (first[1] - first[0] > 1)
			sort(items, items->at + first[0], first[1] - first[0]);
		if (first[1] > first[0] && trie->nodes[node].lines > 0)
			items->sorted[node] = sort_entries(&trie->nodes[node]);
	}
}

static void add_item(struct items *items, uint32_t node, bool passes)
{
	const struct trie_node *of = &items->trie->nodes[node];

	items->at[items->first[of->parent + 1]++] = (struct item){
		.key = key_of(of->name, passes),
		.node = node,
		.passes = passes,
	};
}

/* A counting sort by parent, and then by name. */
static void make_items(struct items *items, bool *passes)
{
	const struct trie *trie = items->trie;
	uint32_t i;

	for (i = trie->count - 1; i > 0; i--) {
		passes[i] |= trie->nodes[i].lines > 0;
		passes[trie->nodes[i].parent] |= passes[i] || trie->nodes[i].ends;
		items->first[trie->nodes[i].parent + 2] += (size_t)passes[i] + trie->nodes[i].ends;
	}
	for (i = 2; i < trie->count + 2; i++)
		items->first[i] += items->first[i - 1];
	items->at = memory_resize(NULL, items->first[trie->count + 1], sizeof(*items->at));
	/* first[node + 1] is where its items begin, and moves to where they end */
	for (i = 1; i < trie->count; i++) {
		if (trie->nodes[i].ends)
			add_item(items, i, false);
		if (passes[i])
			add_item(items, i, true);
	}
	parallel_run(items->threads, sort_share, items);
}

/* How far a node has got: its items, and the entries between them. */
struct place {
	uint32_t node;
	uint64_t next, end;
	uint32_t entry;
};

/* The list of parts, and the way from the root to where it has got. */
struct walk {
	const struct items *items;
	struct trie_order *order;
	size_t parts_cap;
	struct place *places;
	size_t depth, places_cap;
};

static void add_part(struct walk *walk, struct trie_part part)
{
	struct trie_order *order = walk->order;

	order->parts = memory_grow(order->parts, &walk->parts_cap, order->count + 1,
				   sizeof(*order->parts));
	order->parts[order->count++] = part;
}

static void add_entries(struct walk *walk, uint32_t node, uint32_t from, uint32_t to)
{
	const struct trie_sorted *sorted = walk->items->sorted[node];

	while (from < to) {
		uint32_t end = to - from > PART ? from + PART : to;

		while (end < to && slice_equal(sorted[end].text, sorted[end - 1].text))
			end++;
		add_part(walk, (struct trie_part){node, end - from, sorted + from});
		from = end;
	}
}

/* Does the entry come before the item? No entry has the name of one. */
static bool comes_before(const struct items *items, struct slice text, const struct item *item)
{
	struct slice name = name_of(items, item);
	size_t common = trie_common_bytes(text, name);

	if (common == text.len)
		return true;
	if (common < name.len)
		return (unsigned char)text.ptr[common] < (unsigned char)name.ptr[common];
	return item->passes && (unsigned char)text.ptr[common] < ';';
}

/* The first entry behind the item. */
static uint32_t entry_behind(const struct walk *walk, const struct place *place)
{
	const struct items *items = walk->items;
	const struct trie_sorted *sorted = items->sorted[place->node];
	uint32_t low = place->entry, high = items->trie->nodes[place->node].lines;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (comes_before(items, sorted[middle].text, &items->at[place->next]))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void enter(struct walk *walk, uint32_t node)
{
	const size_t *first = walk->items->first + node;
	uint32_t lines = walk->items->trie->nodes[node].lines;

	if (first[0] == first[1]) {
		if (lines > 0)
			add_part(walk, (struct trie_part){node, lines, NULL});
		return;
	}
	walk->places = memory_grow(walk->places, &walk->places_cap, walk->depth + 1,
				   sizeof(*walk->places));
	walk->places[walk->depth++] = (struct place){node, first[0], first[1], 0};
}

/* Up to the next item, and it; or the last entries. */
static void step(struct walk *walk)
{
	struct place *place = &walk->places[walk->depth - 1];
	const struct item *item = &walk->items->at[place->next];
	uint32_t from = place->entry;

	if (place->next == place->end) {
		walk->depth--;
		add_entries(walk, place->node, from, walk->items->trie->nodes[place->node].lines);
		return;
	}
	place->entry = entry_behind(walk, place);
	add_entries(walk, place->node, from, place->entry);
	place->next++;
	if (item->passes)
		enter(walk, item->node);
	else
		add_part(walk, (struct trie_part){item->node, 0, NULL});
}

void trie_order_build(struct trie_order *order, const struct trie *trie, unsigned threads)
{
	struct items items = {
		.trie = trie,
		.threads = trie_threads(trie, threads),
		.first = memory_clear((size_t)trie->count + 2, sizeof(*items.first)),
		.sorted = memory_clear(trie->count, sizeof(*items.sorted)),
	};
	struct walk walk = {.items = &items, .order = order};
	bool *passes = memory_clear(trie->count, sizeof(*passes));

	*order = (struct trie_order){.sorted = items.sorted, .nodes = trie->count};
	make_items(&items, passes);
	enter(&walk, 0);
	while (walk.depth > 0)
		step(&walk);
	free(walk.places);
	free(passes);
	free(items.first);
	free(items.at);
}

void trie_order_release(struct trie_order *order)
{
	uint32_t i;

	for (i = 0; i < order->nodes; i++)
		free(order->sorted[i]);
	free(order->sorted);
	free(order->parts);
	*order = (struct trie_order){0};
}
