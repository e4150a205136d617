/* SPDX-License-Identifier: MIT */
/*
 * trie_order.h - the parts of a trie in the order of the folded text.
 *
 * A part is all stacks that end at a node, or some of its entries. A name counts twice in this
 * order: where a stack ends, and with the `;` behind it.
 */
#ifndef FLAMBEAU_TRIE_ORDER_H
#define FLAMBEAU_TRIE_ORDER_H

#include "common/trie_sort.h"

struct trie_part {
	uint32_t node;
	uint32_t count;                   /* entries; 0: the stacks that end there */
	const struct trie_sorted *sorted; /* or NULL: all there are, not in order yet */
};

struct trie_order {
	struct trie_part *parts;
	size_t count;

	struct trie_sorted **sorted; /* the module's own: by node, or NULL */
	uint32_t nodes;
};

/* The trie has been split, and stays. Equal stacks are in the same part. */
void trie_order_build(struct trie_order *order, const struct trie *trie, unsigned threads);
void trie_order_release(struct trie_order *order);

#endif
