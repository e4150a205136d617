/* SPDX-License-Identifier: MIT */
/*
 * trie_rest.h - what stands below the nodes of a trie: counted, not built.
 */
#ifndef FLAMBEAU_TRIE_REST_H
#define FLAMBEAU_TRIE_REST_H

#include "common/trie.h"

/*
 * Entries below a node that begin with the same name, one of them and the sum of their counts;
 * some of such a sum may come later. Those of a node come from one thread.
 */
typedef void trie_rest_fn(void *context, uint32_t node, const struct trie_entry *entry,
			  const uint64_t count[2]);

/*
 * The number of frames that have no node, the same one of several stacks once. The trie has grown,
 * so that no entry has a node to go to. All entries are given to `each`.
 */
uint64_t trie_count_rest(const struct trie *trie, unsigned threads, trie_rest_fn *each,
			 void *context);

#endif
