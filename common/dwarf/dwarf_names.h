/* SPDX-License-Identifier: MIT */
/*
 * dwarf_names.h - names of functions: the linkage name, demangled, else the name in the source
 * without its scope. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_NAMES_H
#define FLAMBEAU_DWARF_NAMES_H

#include "common/dwarf/dwarf_units.h"
#include "common/memory/arena.h"

struct dwarf_name;

/* Names that were demangled; zeroed it is empty. */
struct dwarf_names {
	struct dwarf_name
		*known; /* by where the linkage name lies: the linker keeps equal texts once */
	struct arena arena;
};

void dwarf_names_release(struct dwarf_names *names);

/*
 * The name of the function that an entry was inlined from; empty: it has none. Lives as long as
 * `names` and `units`. False: it is in another file.
 */
bool dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset,
		      struct slice *name);

#endif
