/* SPDX-License-Identifier: MIT */
/*
 * dwarf_names.h - names of functions: the linkage name, demangled, else the name in the source,
 * which may get its scope: shop::(anonymous namespace)::inner. Compilers give no linkage name to
 * functions that only their own file can call. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_NAMES_H
#define FLAMBEAU_DWARF_NAMES_H

#include "common/base/arena.h"
#include "common/base/parallel.h"
#include "common/debuginfo/dwarf_units.h"
#include "common/table/intern.h"

/* Names are known by where their texts lie: the linker keeps equal texts once. */
struct dwarf_name_key {
	const char *text;
	uint64_t scope; /* number of a scope's text; UINT64_MAX: `text` is a linkage name */
};

/* There is one for each text, so names may be compared as pointers. */
struct dwarf_name {
	struct dwarf_name_key key;
	struct slice name; /* not empty */
	UT_hash_handle hh;
};

/* Zeroed it is empty. */
struct dwarf_names {
	bool with_scopes; /* names of the source get their scopes */
	struct dwarf_name *known;
	struct intern scopes; /* "shop::(anonymous namespace)::"; number 0 is "" */
	struct arena arena;
};

void dwarf_names_release(struct dwarf_names *names);

/*
 * The name of the function that an entry was inlined from; NULL: it has none. Lives as long as
 * `names` and `units`. False: it is in a file that is not there.
 */
bool dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset,
		      const struct dwarf_name **name);

/* The linkage name as it is in the file; empty: the function has none, and `name` is its own. */
static inline struct slice dwarf_name_linkage(const struct dwarf_name *name)
{
	return name->key.scope == UINT64_MAX ? slice_from(name->key.text) : SLICE("");
}

/* The line at which a function of the source begins; 0: not known. */
uint32_t dwarf_names_line(struct dwarf_units *units, uint64_t offset);

/*
 * Functions inlined into one another, each once: the names of a call and of those
 * that it was inlined into. They are kept apart from the calls, few of which are ever asked for.
 * Any thread may find; one at a time adds.
 */

struct dwarf_chain {
	const char *entry;               /* of the call, in memory */
	const struct dwarf_name *name;   /* NULL: it has none */
	const struct dwarf_chain *outer; /* what it was inlined into; NULL: the function itself */
};

struct dwarf_chains {
	struct lock lock; /* of all that follows */
	struct hash_ids numbers;
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

/* The innermost one that has a name, from this one on; NULL: none. */
static inline const struct dwarf_chain *dwarf_chains_named(const struct dwarf_chain *chain)
{
	while (chain && !chain->name)
		chain = chain->outer;
	return chain && chain->name != &dwarf_chains_lost ? chain : NULL;
}

#endif
