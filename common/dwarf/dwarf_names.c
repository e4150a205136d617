/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_names.h"

#include "common/symbols/demangle/demangle.h"
#include "common/table/hash.h"

enum { MOST_ORIGINS = 16 }; /* entries that refer to one another */

struct dwarf_name {
	const char *text; /* the linkage name */
	struct slice name;
	UT_hash_handle hh;
};

void dwarf_names_release(struct dwarf_names *names)
{
	HASH_CLEAR(hh, names->known);
	arena_release(&names->arena);
	*names = (struct dwarf_names){.known = NULL};
}

/* The values of the entry at an offset; false if there is none. */
static bool read_values(struct dwarf_units *units, uint64_t offset, struct dwarf_unit **unit,
			struct dwarf_values *values)
{
	*unit = dwarf_units_holding(units, offset);
	if (!*unit)
		return false;
	dwarf_units_prepare(units, *unit);
	return dwarf_entry_at(&units->data, *unit, offset, values);
}

/*
 * True if a value refers to another file (.gnu_debugaltlink, supplementary files): those are not
 * read.
 */
static bool is_elsewhere(const struct dwarf_value *value)
{
	switch (value->form) {
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt: return true;
	default: return false;
	}
}

static bool has_elsewhere(const struct dwarf_values *values)
{
	return is_elsewhere(&values->at[DWARF_NAME]) ||
	       is_elsewhere(&values->at[DWARF_LINKAGE_NAME]) ||
	       is_elsewhere(&values->at[DWARF_ORIGIN]) ||
	       is_elsewhere(&values->at[DWARF_SPECIFICATION]);
}

/* Go to the entry's declaration or abstract origin; false: it has neither. */
static bool follow(const struct dwarf_unit *unit, const struct dwarf_values *values,
		   uint64_t *offset)
{
	return dwarf_value_reference(unit, &values->at[DWARF_ORIGIN], offset) ||
	       dwarf_value_reference(unit, &values->at[DWARF_SPECIFICATION], offset);
}

static struct slice demangled(struct dwarf_names *names, struct slice linkage)
{
	struct dwarf_name *known;
	struct buf text = {0};

	HASH_FIND(hh, names->known, &linkage.ptr, sizeof(linkage.ptr), known);
	if (known)
		return known->name;
	known = arena_alloc(&names->arena, sizeof(*known));
	known->text = linkage.ptr;
	known->name = demangle(&text, linkage) ? arena_copy(&names->arena, buf_slice(&text))
					       : linkage;
	buf_release(&text);
	HASH_ADD(hh, names->known, text, sizeof(known->text), known);
	return known->name;
}

bool dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset,
		      struct slice *name)
{
	struct slice linkage;
	struct dwarf_values values;
	struct dwarf_unit *unit;
	int i;

	*name = SLICE("");
	for (i = 0; i < MOST_ORIGINS && read_values(units, offset, &unit, &values); i++) {
		if (has_elsewhere(&values))
			return false;
		linkage = dwarf_value_text(&units->data, unit, &values.at[DWARF_LINKAGE_NAME]);
		if (linkage.len > 0) {
			*name = demangled(names, linkage);
			return true;
		}
		if (name->len == 0)
			*name = dwarf_value_text(&units->data, unit, &values.at[DWARF_NAME]);
		if (!follow(unit, &values, &offset))
			break;
	}
	return true;
}
