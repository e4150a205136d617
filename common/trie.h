/* SPDX-License-Identifier: MIT */
/*
 * trie.h - stacks as text -> the tree of their heavy frames. Owns all its memory. One thread at a
 * time.
 *
 * Below a node stand the stacks that pass it and no heavier node, as they are: a list of what
 * follows its frames. So frames that are too light to be shown are never split, looked up or
 * named, a line costs as many look-ups as it has heavy frames, and the table of nodes stays in the
 * processor's cache however many stacks there are. What is heavy is decided by trie_grow(), at the
 * end; the nodes that are made while stacks are added are a guess that spares work, and never show.
 */
#ifndef FLAMBEAU_TRIE_H
#define FLAMBEAU_TRIE_H

#include "common/buf.h"
#include "common/profile.h"

/* What follows the frames of a node: "b;c". One frame at least, which may have no name. */
struct trie_entry {
	const char *text;
	size_t len;
	uint64_t count[2];
	uint32_t hash;   /* of the names from the root to its first frame */
	uint32_t frames; /* 0: not counted yet */
};

/* Entries stay where they are; when a block is full the next one is twice as large. */
struct trie_block {
	struct trie_block *next; /* an older one */
	uint32_t used, cap;
	struct trie_entry at[];
};

struct trie_node {
	struct slice name;
	uint32_t parent; /* smaller than the node's own index */
	uint32_t hash;   /* of the names from the root to here */
	uint32_t lines;  /* entries */
	bool ends;       /* a stack ends here */
	bool has_children;
	struct trie_block *blocks;
	uint64_t count[2]; /* of the stacks that end here */
	uint64_t rest[2];  /* of the entries */
	uint64_t then;     /* the total when the newest block was begun */
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
	bool total_overflow;   /* a sum passed 2^64-1: then there are no entries */
	struct slice overflow; /* a stack whose own count did, or no pointer */

	/* The rest is the module's own. */
	uint64_t parts; /* see trie_init() */
	size_t cap;
	struct trie_slot *slots; /* (parent, name) -> node */
	uint32_t mask;
	struct arena names;
	struct slice last; /* the stack added last, and the part of its path there is */
	struct trie_step *path;
	size_t depth, path_cap;
	struct trie_entry **fresh; /* entries whose text is still the caller's */
	size_t fresh_count, fresh_cap, fresh_bytes;
	struct arena arena; /* the texts of entries: copied, or in buffers as they were read */
	struct buf *texts;
	size_t text_count, text_cap;
};

/* Frames of less than one of `parts` of the total need no node; 0: but where many stacks pass. */
void trie_init(struct trie *trie, uint64_t parts);
void trie_release(struct trie *trie);

/* Add a stack, "a;b;c"; its text must stay until trie_forget() or trie_keep(). */
void trie_add(struct trie *trie, struct slice stack, const struct weight *weight);

/* The texts of the stacks go away: what is needed of them is copied. */
void trie_forget(struct trie *trie);

/* The same, but all texts lie in `buf`: it is taken, and empty then, if much of it is needed. */
void trie_keep(struct trie *trie, struct buf *buf);

/* Count in units of 10^-scale from now on, if the scale is smaller. */
void trie_rescale(struct trie *trie, unsigned scale);

/* Add all of `from`, which ends up empty. */
void trie_merge(struct trie *into, struct trie *from);

/* Afterwards there is a node for every frame that at least that much goes through. */
void trie_grow(struct trie *trie, uint64_t least);

/* The same of those that many stacks pass. */
void trie_split(struct trie *trie);

/* How many of so many threads its stacks are worth, at least 1. */
unsigned trie_threads(const struct trie *trie, unsigned most);

#endif
