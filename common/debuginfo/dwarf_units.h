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

#include "common/debuginfo/dwarf_entry.h"
#include "common/debuginfo/dwarf_ranges.h"

/*
 * The scopes of one unit: namespaces, classes, and functions that have classes of
 * their own. Entries do not refer to what they are in, so the unit is read once, when a scope is
 * first asked for. Used by one thread at a time.
 */

struct dwarf_scope {
	uint64_t start,
		end;    /* offsets in .debug_info: its entry, the first one after its children */
	uint32_t outer; /* number of the scope that it is in; DWARF_NOTHING: none */
	uint32_t text;  /* the caller's; 0 at first */
	uint16_t tag;
	bool is_elsewhere; /* a type whose name is in a unit of its own */
};

struct dwarf_scopes {
	struct dwarf_scope *at; /* by `start` */
	size_t count, cap;
};

/* False: the unit's language has no scopes that names are known by. */
bool dwarf_scopes_exist(const struct dwarf_unit *unit);

/* `unit->abbrevs` is set. */
struct dwarf_scopes *dwarf_scopes_read(const struct dwarf_data *data,
				       const struct dwarf_unit *unit);

/* The innermost scope around the entry at an offset; NULL: none. Lives as long as `scopes`. */
struct dwarf_scope *dwarf_scopes_around(const struct dwarf_scopes *scopes, uint64_t offset);

/*
 * The functions of one unit by address, and what was inlined into each. A unit
 * is read when the first address in it is looked up, the inlined functions of a function likewise;
 * one thread reads, any thread may look up then.
 */

/* A function inlined into another one; there are millions of them in a large program. */
struct dwarf_call {
	uint32_t entry; /* bytes from the entry of the function that exists */
	uint32_t into;  /* the call that it was inlined into, DWARF_NOTHING: the function itself */
};

struct dwarf_calls {
	uint64_t offset;          /* of that function's entry in .debug_info */
	struct dwarf_spans spans; /* index: of a call */
	struct dwarf_call *at;
	size_t count, cap;
};

struct dwarf_function {
	uint64_t offset;           /* of its entry */
	struct dwarf_calls *calls; /* atomic; NULL: not read yet */
};

struct dwarf_functions {
	struct dwarf_spans spans; /* index: of a function */
	struct dwarf_function *at;
	size_t count, cap;
};

struct dwarf_functions *dwarf_functions_read(const struct dwarf_data *data,
					     const struct dwarf_unit *unit);

/* The function that holds an address; NULL: none. Lives as long as `functions`. */
struct dwarf_function *dwarf_functions_find(const struct dwarf_functions *functions,
					    uint64_t address);

/* Calls inlined into the function at an offset of .debug_info. */
struct dwarf_calls *dwarf_calls_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     uint64_t offset);

/*
 * The innermost call at an address; NULL: no function was inlined there. Lives as long as `calls`.
 */
const struct dwarf_call *dwarf_calls_find(const struct dwarf_calls *calls, uint64_t address);

/* The call into which a call was inlined; NULL: it was inlined into the function itself. */
static inline const struct dwarf_call *dwarf_calls_outer(const struct dwarf_calls *calls,
							 const struct dwarf_call *call)
{
	return call->into == DWARF_NOTHING ? NULL : &calls->at[call->into];
}

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
