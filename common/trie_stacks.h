/* SPDX-License-Identifier: MIT */
/*
 * trie_stacks.h - a trie's stacks as lists of frames.
 */
#ifndef FLAMBEAU_TRIE_STACKS_H
#define FLAMBEAU_TRIE_STACKS_H

#include "common/trie.h"

/*
 * All stacks in the order of PROFILE_BY_FRAMES, for the caller to free; they and the names of their
 * frames belong to the profile, whose table stays as it is. All nodes of the trie grow.
 */
const struct stack **trie_stacks(struct trie *trie, struct profile *profile, size_t *count);

#endif
