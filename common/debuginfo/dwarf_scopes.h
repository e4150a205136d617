/* SPDX-License-Identifier: MIT */
/*
 * dwarf_scopes.h - the scopes of one unit: namespaces, classes, and functions that have classes of
 * their own. Entries do not refer to what they are in, so the unit is read once, when a scope is
 * first asked for. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_SCOPES_H
#define FLAMBEAU_DWARF_SCOPES_H

#include "common/debuginfo/dwarf_entry.h"
#include "common/debuginfo/dwarf_spans.h"

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
void dwarf_scopes_free(struct dwarf_scopes *scopes);

/* The innermost scope around the entry at an offset; NULL: none. Lives as long as `scopes`. */
struct dwarf_scope *dwarf_scopes_around(const struct dwarf_scopes *scopes, uint64_t offset);

#endif
