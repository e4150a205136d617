/* SPDX-License-Identifier: MIT */
/*
 * plt_relocations.h - which function an entry of the global offset table leads to, by a program's
 * dynamic relocations.
 */
#ifndef FLAMBEAU_PLT_RELOCATIONS_H
#define FLAMBEAU_PLT_RELOCATIONS_H

#include "common/debuginfo/symbol_table.h"

struct plt_relocation {
	uint64_t entry;   /* address in the global offset table */
	const char *name; /* NULL: the function that `target` returns the address of */
	uint64_t target;
	bool is_of_plt; /* not of .plt.got */
};

struct plt_relocations {
	struct plt_relocation *at; /* by entry */
	size_t count, cap;
};

/* Names are copied into `names`. */
void plt_relocations_read(struct plt_relocations *relocations, const struct elf_file *program,
			  struct arena *names);
void plt_relocations_release(struct plt_relocations *relocations);

/* NULL: there is none. */
const struct plt_relocation *plt_relocations_find(const struct plt_relocations *relocations,
						  uint64_t entry);

#endif
