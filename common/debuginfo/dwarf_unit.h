/* SPDX-License-Identifier: MIT */
/*
 * dwarf_unit.h - units of .debug_info: their headers and the attributes of their first entries.
 * Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_UNIT_H
#define FLAMBEAU_DWARF_UNIT_H

#include "common/debuginfo/dwarf_abbrevs.h"

struct dwarf_functions;
struct dwarf_lines;
struct dwarf_scopes;
struct dwarf_split;

struct dwarf_unit {
	uint64_t start, first, end; /* offsets in .debug_info: the header, the first entry */
	uint64_t abbrev_offset;
	bool is_good;     /* of a version and type that can be read; others have no entries */
	bool is_skeleton; /* its entries are in another file */
	uint16_t version;
	struct dwarf_sizes sizes;
	struct dwarf_abbrevs *abbrevs; /* NULL: not looked at yet; others share it */
	uint64_t low_pc;               /* the base of ranges */
	uint64_t addr_base, str_offsets_base, rnglists_base;
	uint64_t ranges_base; /* of offsets in .debug_ranges, of a unit that was split off */
	uint64_t dwo_id;    /* the same of a skeleton and of the unit that was split off; 0: none */
	uint64_t language;  /* DW_AT_language; 0: not known */
	uint64_t stmt_list; /* offset in .debug_line; UINT64_MAX: it has no lines */
	struct dwarf_lines *lines;         /* NULL: not read yet */
	struct dwarf_scopes *scopes;       /* NULL: not read yet */
	struct dwarf_functions *functions; /* atomic; NULL: not read yet */
	struct dwarf_split *split;         /* atomic; of a skeleton; NULL: not looked for yet */
};

/* Read the header of the unit at an offset; false at the end, or where its length is damaged. */
bool dwarf_unit_read(struct dwarf_unit *unit, const struct dwarf_data *data, uint64_t offset);

/* Address `number` of a unit's table; false without. */
bool dwarf_unit_address(const struct dwarf_data *data, const struct dwarf_unit *unit,
			uint64_t number, uint64_t *address);

/* Offset in .debug_str of text `number` of a unit; false without. */
bool dwarf_unit_text(const struct dwarf_data *data, const struct dwarf_unit *unit, uint64_t number,
		     uint64_t *offset);

/* Offset in .debug_rnglists of list `number` of a unit; false without. */
bool dwarf_unit_ranges(const struct dwarf_data *data, const struct dwarf_unit *unit,
		       uint64_t number, uint64_t *offset);

#endif
