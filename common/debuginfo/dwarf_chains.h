/* SPDX-License-Identifier: MIT */
/*
 * dwarf_chains.h - functions inlined into one another, each once: the names of a call and of those
 * that it was inlined into. They are kept apart from the calls, few of which are ever asked for.
 * Any thread may find; one at a time adds.
 */
#ifndef FLAMBEAU_DWARF_CHAINS_H
#define FLAMBEAU_DWARF_CHAINS_H

#include "common/base/lock.h"
#include "common/debuginfo/dwarf_names.h"

struct dwarf_chain {
	const char *entry;               /* of the call, in memory */
	const struct dwarf_name *name;   /* NULL: it has none */
	const struct dwarf_chain *outer; /* what it was inlined into; NULL: the function itself */
};

struct dwarf_chains {
	struct lock lock; /* of all that follows */
	struct hash_numbers numbers;
	struct dwarf_chain **blocks;
	size_t block_cap;
	uint32_t count;
};

void dwarf_chains_init(struct dwarf_chains *chains);
void dwarf_chains_release(struct dwarf_chains *chains);

/* The chain of the call whose entry lies there; NULL: it has not been added yet. */
const struct dwarf_chain *dwarf_chains_find(struct dwarf_chains *chains, const char *entry);

/* For a call that has none yet. Lives as long as `chains`. */
const struct dwarf_chain *dwarf_chains_add(struct dwarf_chains *chains,
					   const struct dwarf_chain *chain);

/*
 * The name of a call whose own, or that of an outer one, is in a file that is not there: then none
 * of them is shown.
 */
extern const struct dwarf_name dwarf_chains_lost;

/* The innermost one that has a name, from this one on; NULL: there is none. */
static inline const struct dwarf_chain *dwarf_chains_named(const struct dwarf_chain *chain)
{
	while (chain && !chain->name)
		chain = chain->outer;
	return chain && chain->name != &dwarf_chains_lost ? chain : NULL;
}

#endif
