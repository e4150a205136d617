/* SPDX-License-Identifier: MIT */
/*
 * trie.h - stacks as text -> the tree of their frames, which grows where it is heavy. Owns all
 * its memory. One thread at a time.
 *
 * A node that has not grown keeps the stacks that pass it as they are, as a list of what follows
 * its frame. So frames that are too light to be shown are never split, looked up or named, and a
 * line costs as many look-ups as it has heavy frames. What is heavy is decided by trie_grow(), at
 * the end; what grows while stacks are added is a guess that spares work, and never shows.
 */
#ifndef FLAMBEAU_TRIE_H
#define FLAMBEAU_TRIE_H

#include "common/profile.h"

/* What follows the frame of a node, each frame with a `;` behind it: "b;c;". Never empty. */
struct trie_entry {
	struct trie_entry *next;
	char *text;
	size_t len;
	uint64_t count[2];
	uint32_t frames;
};

struct trie_node {
	struct slice name;
	uint32_t parent; /* smaller than the node's own index */
	uint32_t hash;   /* of the names from the root to here */
	uint32_t lines;  /* entries */
	bool grown;      /* what follows it are its children: it has no entries */
	bool ends;       /* a stack ends here */
	struct trie_entry *first, *last;
	uint64_t count[2]; /* of the stacks that end here, and of the entries */
};

/* A frame of the last stack: where it ends, and its node. */
struct trie_step {
	size_t end;
	uint32_t hash, node;
};

struct trie_slot;

struct trie {
	struct trie_node *nodes; /* the root first */
	uint32_t count;
	unsigned scale;        /* counts are in units of 10^-scale */
	uint64_t total[2];     /* sums of the counts */
	bool differential;     /* a stack had two columns */
	bool total_overflow;   /* a sum passed 2^64-1 */
	struct slice overflow; /* a stack whose own count did, or no pointer */

	/* The rest is the module's own. */
	uint64_t parts;            /* see trie_init() */
	uint64_t limit, limit_for; /* a node of `limit` may grow; until the total is that much */
	size_t cap;
	struct trie_slot *slots; /* (parent, name) -> node */
	uint32_t mask;
	struct arena arena; /* entries */
	struct arena names; /* apart from them, so that they are near to each other */
	struct slice last;  /* the stack added last, and the part of its path there is */
	struct trie_step *path;
	size_t depth, path_cap;
	size_t reach;      /* steps that were new to the path */
	uint32_t *pending; /* nodes that have grown and still have entries */
	size_t pending_count, pending_cap;
};

/* Nodes of less than one of `parts` of the total need not grow; 0: all are to grow. */
void trie_init(struct trie *trie, uint64_t parts);
void trie_release(struct trie *trie);

/* Add a stack, "a;b;c"; its text must stay until the next is added, or trie_forget(). */
void trie_add(struct trie *trie, struct slice stack, const struct weight *weight);
void trie_forget(struct trie *trie);

/* Count in units of 10^-scale from now on, if the scale is smaller. */
void trie_rescale(struct trie *trie, unsigned scale);

/* Add all of `from`, which ends up empty. */
void trie_merge(struct trie *into, struct trie *from);

/* Afterwards a node has grown, if all that goes through it is at least that much. */
void trie_grow(struct trie *trie, uint64_t least);

/* The frames above the nodes that have not grown, the same ones of several stacks once. */
uint64_t trie_count_rest(const struct trie *trie, unsigned threads);

#endif
