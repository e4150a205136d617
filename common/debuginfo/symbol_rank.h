/* SPDX-License-Identifier: MIT */
/*
 * symbol_rank.h - names as they are shown, and which of several is the best.
 */
#ifndef FLAMBEAU_SYMBOL_RANK_H
#define FLAMBEAU_SYMBOL_RANK_H

#include "common/base/buf.h"
#include "common/debuginfo/symbol_entry.h"

struct symbol_rank {
	const char *raw;  /* name of the best so far */
	struct buf best;  /* as it is shown */
	struct buf other; /* scratch */
};

void symbol_rank_begin(struct symbol_rank *rank, const struct symbol_entry *entry);
void symbol_rank_release(struct symbol_rank *rank);

/* True if its name is better than the best one so far; then it becomes the best. */
bool symbol_rank_is_better(struct symbol_rank *rank, const struct symbol_entry *entry);

#endif
