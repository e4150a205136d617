/* SPDX-License-Identifier: MIT */
/*
 * trie_order.h - the parts of a trie in the order of the folded text.
 *
 * A part is all stacks that end at a node, or all those that pass a node that has not grown. A
 * name counts twice in this order: where a stack ends, and with the `;` behind it.
 */
#ifndef FLAMBEAU_TRIE_ORDER_H
#define FLAMBEAU_TRIE_ORDER_H

#include "common/trie.h"

struct trie_part {
	uint32_t node;
	bool passes;
};

struct trie_order {
	struct trie_part *parts;
	size_t count;
};

void trie_order_build(struct trie_order *order, const struct trie *trie, unsigned threads);
void trie_order_release(struct trie_order *order);

#endif
