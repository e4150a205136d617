/* SPDX-License-Identifier: MIT */
/*
 * dwarf_names.h - names of functions: the linkage name, demangled, else the name in the source,
 * which may get its scope: shop::(anonymous namespace)::inner. Compilers give no linkage name to
 * functions that only their own file can call. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_NAMES_H
#define FLAMBEAU_DWARF_NAMES_H

#include "common/base/arena.h"
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

#endif
