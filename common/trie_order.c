/* SPDX-License-Identifier: MIT */
#include "common/trie_order.h"

#include "common/parallel.h"
#include "common/trie_nodes.h"

/* An end or a passage below a node. */
struct item {
	uint64_t key; /* the beginning of the name as a number that compares as it does */
	struct trie_part part;
};

/* The items below a node are at[first[node]] up to at[first[node + 1]]. */
struct items {
	const struct trie *trie;
	unsigned threads;
	uint64_t *first;
	struct item *at;
};

static struct slice name_of(const struct items *items, const struct item *item)
{
	return items->trie->nodes[item->part.node].name;
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
	next[0] = left.len > common ? (unsigned char)left.ptr[common] : a->part.passes ? ';' : -1;
	next[1] = right.len > common ? (unsigned char)right.ptr[common] : b->part.passes ? ';' : -1;
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

static void sort_share(void *context, unsigned index)
{
	const struct items *items = context;
	uint32_t node;

	for (node = index; node < items->trie->count; node += items->threads) {
		const uint64_t *first = items->first + node;

		if (first[1] - first[0] > 1)
			sort(items, items->at + first[0], first[1] - first[0]);
	}
}

static void add_item(struct items *items, uint32_t node, bool passes)
{
	const struct trie_node *of = &items->trie->nodes[node];

	items->at[items->first[of->parent + 1]++] = (struct item){
		.key = key_of(of->name, passes),
		.part = {node, passes},
	};
}

/* A counting sort by parent, and then by name. */
static void make_items(struct items *items, bool *passes)
{
	const struct trie *trie = items->trie;
	uint32_t i;

	for (i = trie->count - 1; i > 0; i--) {
		passes[i] |= trie->nodes[i].lines > 0;
		passes[trie->nodes[i].parent] = true;
		items->first[trie->nodes[i].parent + 2] += passes[i] + trie->nodes[i].ends;
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

struct range {
	uint64_t next, end;
};

/* From the root on; what passes a node that has grown are the parts above it. */
static void walk(struct trie_order *order, const struct items *items)
{
	const struct trie_node *nodes = items->trie->nodes;
	struct range *ranges = NULL;
	size_t depth = 0, cap = 0, room = 0;
	struct trie_part part = {0, true};

	for (;;) {
		if (part.passes && nodes[part.node].lines == 0) {
			ranges = memory_grow(ranges, &cap, depth + 1, sizeof(*ranges));
			ranges[depth++] = (struct range){items->first[part.node],
							 items->first[part.node + 1]};
		} else {
			order->parts = memory_grow(order->parts, &room, order->count + 1,
						   sizeof(*order->parts));
			order->parts[order->count++] = part;
		}
		while (depth > 0 && ranges[depth - 1].next == ranges[depth - 1].end)
			depth--;
		if (depth == 0)
			break;
		part = items->at[ranges[depth - 1].next++].part;
	}
	free(ranges);
}

void trie_order_build(struct trie_order *order, const struct trie *trie, unsigned threads)
{
	struct items items = {
		.trie = trie,
		.threads = threads > 0 ? threads : 1,
		.first = memory_clear((size_t)trie->count + 2, sizeof(*items.first)),
	};
	bool *passes = memory_clear(trie->count, sizeof(*passes));

	*order = (struct trie_order){0};
	make_items(&items, passes);
	walk(order, &items);
	free(passes);
	free(items.first);
	free(items.at);
}

void trie_order_release(struct trie_order *order)
{
	free(order->parts);
	*order = (struct trie_order){0};
}
