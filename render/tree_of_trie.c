/* SPDX-License-Identifier: MIT */
/* A tree of the heavy frames of a trie; the others are only room between them. */
#include "common/trie_children.h"
#include "common/trie_rest.h"
#include "render/tree_walk.h"

/* What is left out beside the children that are in the tree. */
struct gaps {
	uint64_t *before; /* counts between a child and the one before, by place in children.at */
	uint64_t *behind; /* counts behind the last child, by node of the trie */
	bool *closes;     /* is there anything behind the last child? */
};

struct pruner {
	const struct trie *trie;
	uint64_t *sums; /* of all stacks that go through a node */
	struct trie_children children;
	struct gaps gaps;
};

/* Children come after their parents. */
static uint64_t *sum_up(const struct trie *trie)
{
	uint64_t *sums = memory_resize(NULL, trie->count, sizeof(*sums));
	uint32_t i;

	for (i = 0; i < trie->count; i++)
		sums[i] = trie->nodes[i].count[1] + trie->nodes[i].rest[1];
	for (i = trie->count - 1; i > 0; i--)
		sums[trie->nodes[i].parent] += sums[i];
	return sums;
}

/* The place of the first child behind that name. */
static uint32_t place_behind(const struct pruner *pruner, uint32_t parent, struct slice name)
{
	const uint32_t *first = pruner->children.first;
	uint32_t low = first[parent], high = first[parent + 1];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint32_t child = pruner->children.at[middle];

		if (slice_compare(pruner->trie->nodes[child].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void add_gap(struct pruner *pruner, uint32_t parent, struct slice name, uint64_t count)
{
	uint32_t place = place_behind(pruner, parent, name);

	if (place < pruner->children.first[parent + 1]) {
		pruner->gaps.before[place] += count;
	} else {
		pruner->gaps.behind[parent] += count;
		pruner->gaps.closes[parent] = true;
	}
}

static void add_entry_gap(void *context, uint32_t node, const struct trie_entry *entry,
			  const uint64_t count[2])
{
	struct pruner *pruner = context;
	const uint32_t *first = pruner->children.first + node;
	struct slice name = slice_of(entry->text, entry->len), rest = name;

	if (first[0] < first[1]) /* else any name will do */
		slice_cut(&rest, ';', &name);
	add_gap(pruner, node, name, count[1]);
}

/* Returns the number of frames that are left out. */
static uint64_t find_gaps(struct pruner *pruner, const struct tree_pruning *pruning)
{
	const struct trie *trie = pruner->trie;
	struct gaps *gaps = &pruner->gaps;
	uint64_t left_out = 0;
	uint32_t i;

	gaps->before = memory_clear(pruner->children.first[trie->count], sizeof(*gaps->before));
	gaps->behind = memory_clear(trie->count, sizeof(*gaps->behind));
	gaps->closes = memory_clear(trie->count, sizeof(*gaps->closes));
	for (i = 1; i < trie->count; i++) {
		if (pruner->sums[i] >= pruning->least)
			continue;
		left_out++;
		add_gap(pruner, trie->nodes[i].parent, trie->nodes[i].name, pruner->sums[i]);
	}
	return left_out + trie_count_rest(trie, pruning->threads, add_entry_gap, pruner);
}

/* A node whose children are being opened. */
struct branch {
	uint32_t node, next, end;
};

struct branches {
	struct branch *at;
	size_t depth, cap;
};

static void add_count(struct tree_walk *walk, uint64_t count)
{
	walk->sum[0] += count;
	walk->sum[1] += count;
}

static void enter(struct branches *branches, const struct pruner *pruner, uint32_t node)
{
	branches->at = memory_grow(branches->at, &branches->cap, branches->depth + 1,
				   sizeof(*branches->at));
	branches->at[branches->depth++] = (struct branch){
		.node = node,
		.next = pruner->children.first[node],
		.end = pruner->children.first[node + 1],
	};
}

/* A node closes with the next one beside it or below, as if those left out were there. */
static void walk_branches(struct tree_walk *walk, const struct pruner *pruner, struct intern *names)
{
	const struct trie_node *nodes = pruner->trie->nodes;
	struct branches branches = {0};

	tree_open_frame(walk, walk->options->root);
	add_count(walk, nodes[0].count[1]);
	enter(&branches, pruner, 0);
	while (branches.depth > 0) {
		struct branch *branch = &branches.at[branches.depth - 1];
		uint32_t node;

		if (branch->next == branch->end) {
			if (pruner->gaps.closes[branch->node])
				tree_close_frames(walk, branches.depth);
			add_count(walk, pruner->gaps.behind[branch->node]);
			branches.depth--;
			continue;
		}
		tree_close_frames(walk, branches.depth);
		add_count(walk, pruner->gaps.before[branch->next]);
		node = pruner->children.at[branch->next++];
		tree_open_frame(walk, intern_add(names, nodes[node].name));
		add_count(walk, nodes[node].count[1]);
		enter(&branches, pruner, node);
	}
	tree_close_frames(walk, 0);
	free(branches.at);
}

void tree_of_trie(struct tree *tree, struct trie *trie, struct intern *names,
		  const struct tree_options *options, const struct tree_pruning *pruning)
{
	struct tree_walk walk = {.tree = tree, .options = options};
	struct pruner pruner = {.trie = trie};

	*tree = (struct tree){.max_delta = options->least_delta};
	trie_grow(trie, pruning->least);
	pruner.sums = sum_up(trie);
	trie_children_build(&pruner.children, trie, pruner.sums, pruning->least);
	tree->left_out = find_gaps(&pruner, pruning);
	tree->nodes = memory_grow(NULL, &tree->cap, trie->count, sizeof(*tree->nodes));
	walk_branches(&walk, &pruner, names);
	free(walk.open);
	free(pruner.gaps.before);
	free(pruner.gaps.behind);
	free(pruner.gaps.closes);
	free(pruner.sums);
	trie_children_release(&pruner.children);
}
