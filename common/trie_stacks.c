/* SPDX-License-Identifier: MIT */
#include "common/trie_stacks.h"

#include "common/trie_children.h"

/* The frames of the node at hand, root first, and which of its children come next. */
struct walk {
	const struct trie *trie;
	struct trie_children children;
	struct profile *profile;
	uint32_t *next, *end; /* by depth */
	frame_id *frames;
	uint32_t depth;
	size_t next_cap, end_cap, frames_cap;
	const struct stack **stacks;
	size_t count, cap;
};

static void enter(struct walk *walk, uint32_t node)
{
	size_t need = walk->depth + 1u;

	walk->next = memory_grow(walk->next, &walk->next_cap, need, sizeof(*walk->next));
	walk->end = memory_grow(walk->end, &walk->end_cap, need, sizeof(*walk->end));
	walk->next[walk->depth] = walk->children.first[node];
	walk->end[walk->depth] = walk->children.first[node + 1];
}

static void add_stack(struct walk *walk, const struct trie_node *node)
{
	struct stack *stack = profile_stack(walk->profile, walk->frames, walk->depth);

	stack->differential = walk->trie->differential;
	stack->count[0] = node->count[0];
	stack->count[1] = node->count[1];
	walk->stacks = memory_grow(walk->stacks, &walk->cap, walk->count + 1,
				   sizeof(*walk->stacks));
	walk->stacks[walk->count++] = stack;
}

static void visit(struct walk *walk, uint32_t at)
{
	const struct trie_node *node = &walk->trie->nodes[at];

	walk->frames = memory_grow(walk->frames, &walk->frames_cap, walk->depth + 1u,
				   sizeof(*walk->frames));
	walk->frames[walk->depth++] = profile_frame(walk->profile, node->name);
	if (node->ends)
		add_stack(walk, node);
	enter(walk, at);
}

const struct stack **trie_stacks(struct trie *trie, struct profile *profile, size_t *count)
{
	struct walk walk = {.trie = trie, .profile = profile};

	trie_grow(trie, 0);
	trie_children_build(&walk.children, trie, NULL, 0);
	walk.stacks = memory_grow(NULL, &walk.cap, 1, sizeof(*walk.stacks));
	enter(&walk, 0);
	for (;;) {
		if (walk.next[walk.depth] < walk.end[walk.depth])
			visit(&walk, walk.children.at[walk.next[walk.depth]++]);
		else if (walk.depth-- == 0)
			break;
	}
	trie_children_release(&walk.children);
	free(walk.next);
	free(walk.end);
	free(walk.frames);
	*count = walk.count;
	return walk.stacks;
}
