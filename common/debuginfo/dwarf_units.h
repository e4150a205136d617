/* SPDX-License-Identifier: MIT */
/*
 * dwarf_units.h - the units of one file, by address and by offset. The index is made of the headers
 * and first entries of the units; nothing else is read. Used by one thread at a time.
 *
 * A file may refer to others (dwarf_others.h): to one that has what several files have in common,
 * and to one for each unit that was split off. These are units of their own, which belong to those
 * of the file that refers to them.
 */
#ifndef FLAMBEAU_DWARF_UNITS_H
#define FLAMBEAU_DWARF_UNITS_H

#include "common/debuginfo/dwarf_functions.h"

struct dwarf_table;  /* of abbreviations */
struct dwarf_others; /* where other files are */

struct dwarf_units {
	struct dwarf_data data;
	struct dwarf_others *others; /* the caller's; NULL: other files are not read */
	struct dwarf_units *alt;     /* of .gnu_debugaltlink; NULL: not looked for yet */
	struct dwarf_unit *at;       /* in the order of the file */
	size_t count, cap;
	struct dwarf_spans spans; /* index: of a unit */
	struct dwarf_table *tables;
	size_t table_bytes;
	uint64_t lines_left; /* bytes of programs of lines that may still be read */
};

/* The units of another file, of the caller's `others`, and that which a skeleton stands for. */
struct dwarf_split {
	struct dwarf_units *units;
	struct dwarf_unit *unit; /* NULL: it was not found */
};

/* False: there is no debugging information. There is nothing to release then. */
bool dwarf_units_open(struct dwarf_units *units, const struct elf_file *elf, enum dwarf_kind kind);
/* The second step of that: the index, of `data` alone. */
void dwarf_units_index(struct dwarf_units *units);
void dwarf_units_release(struct dwarf_units *units);

/*
 * The unit whose code is at an address, the one that holds an offset of .debug_info; NULL: there is
 * none.
 */
struct dwarf_unit *dwarf_units_at(const struct dwarf_units *units, uint64_t address);
struct dwarf_unit *dwarf_units_holding(const struct dwarf_units *units, uint64_t offset);

/* Set `unit->abbrevs`, which is valid until the next call. */
void dwarf_units_prepare(struct dwarf_units *units, struct dwarf_unit *unit);

#endif
