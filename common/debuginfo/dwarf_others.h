/* SPDX-License-Identifier: MIT */
/*
 * dwarf_others.h - the files that one with debugging information refers to: what was split off
 * (.dwo, or all of them in a .dwp), and what it shares with others (.gnu_debugaltlink, made by
 * dwz). They are opened when an address needs them. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_OTHERS_H
#define FLAMBEAU_DWARF_OTHERS_H

#include "common/debuginfo/dwarf_units.h"
#include "common/debuginfo/symbol_search.h"
#include "common/table/hash.h"

struct dwarf_others {
	char *root;                         /* NULL: this machine */
	char *program;                      /* path below the root */
	char *path;                         /* of the file with debugging information */
	bool is_outside;                    /* that path is not below the root */
	const struct symbol_places *places; /* more of them; NULL: none */
	bool is_sought, has_package;        /* was the package looked for, is it there? */
	struct dwarf_data package;
	struct dwarf_split_file *files; /* of split units, that were opened */
	struct id_things skeletons;     /* uint32_t, by the ids of units that were split off */
};

/* All but `places` is copied. `path` is that of the file which the search has opened last. */
void dwarf_others_init(struct dwarf_others *others, const struct symbol_search *search,
		       struct slice path);
/* After the units that refer to it. Releases units that were split off. */
void dwarf_others_release(struct dwarf_others *others);

/*
 * The units of the shared (alternate, supplementary) debug file; NULL: none. They live as long as
 * `units`.
 */
struct dwarf_units *dwarf_others_alt(struct dwarf_units *units);

/* Set *text, empty for none; false: it is in a file that is not there. */
bool dwarf_others_text(struct dwarf_units *units, const struct dwarf_unit *unit,
		       const struct dwarf_value *value, struct slice *text);

/*
 * The unit that was split off a skeleton of `units`; it lives as long as `others`. Of skeletons with
 * one id the first has it. NULL: it was not read yet, and `may_read` is false. Any thread may call
 * it with `may_read` false.
 */
struct dwarf_split *dwarf_others_split(struct dwarf_units *units, struct dwarf_unit *skeleton,
				       bool may_read);

#endif
