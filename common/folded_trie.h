/* SPDX-License-Identifier: MIT */
/*
 * folded_trie.h - a trie -> folded text.
 */
#ifndef FLAMBEAU_FOLDED_TRIE_H
#define FLAMBEAU_FOLDED_TRIE_H

#include "common/output.h"
#include "common/trie.h"

/* All stacks, sorted by text, one a line, with both columns if the trie is a differential. */
void folded_write_trie(struct trie *trie, unsigned threads, struct output *output);

#endif
