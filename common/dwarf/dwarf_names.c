/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_names.h"

#include "common/symbols/demangle/demangle.h"
#include "common/table/hash.h"

enum { MOST_ORIGINS = 16 }; /* entries that refer to one another */

struct dwarf_name {
	uint64_t offset; /* of the entry that is referred to */
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
	struct dwarf_entry entry;

	*unit = dwarf_units_holding(units, offset);
	if (!*unit)
		return false;
	dwarf_units_prepare(units, *unit);
	dwarf_entry_begin(&entry, &units->data, *unit, offset);
	if (!dwarf_entry_next(&entry))
		return false;
	dwarf_entry_values(&entry, values);
	return true;
}

/* What an entry was declared or inlined by; false: there is nothing more. */
static bool follow(const struct dwarf_unit *unit, const struct dwarf_values *values,
		   uint64_t *offset)
{
	return dwarf_value_reference(unit, &values->origin, offset) ||
	       dwarf_value_reference(unit, &values->specification, offset);
}

static struct slice copy_demangled(struct arena *arena, struct slice name)
{
	struct buf text = {0};
	struct slice copy;

	copy = arena_copy(arena, demangle(&text, name) ? buf_slice(&text) : name);
	buf_release(&text);
	return copy;
}

/* The name of the entry at an offset, or of those that it refers to. */
static struct slice make_name(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset)
{
	struct slice name = SLICE(""), linkage;
	struct dwarf_values values;
	struct dwarf_unit *unit;
	int i;

	for (i = 0; i < MOST_ORIGINS && read_values(units, offset, &unit, &values); i++) {
		linkage = dwarf_value_text(&units->data, unit, &values.linkage_name);
		if (linkage.len > 0)
			return copy_demangled(&names->arena, linkage);
		if (name.len == 0)
			name = dwarf_value_text(&units->data, unit, &values.name);
		if (!follow(unit, &values, &offset))
			break;
	}
	return arena_copy(&names->arena, name);
}

struct slice dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset)
{
	struct dwarf_values values;
	struct dwarf_unit *unit;
	struct dwarf_name *known;
	uint64_t origin = offset;

	if (read_values(units, offset, &unit, &values) && !follow(unit, &values, &origin))
		origin = offset;
	HASH_FIND(hh, names->known, &origin, sizeof(origin), known);
	if (known)
		return known->name;
	known = arena_alloc(&names->arena, sizeof(*known));
	known->offset = origin;
	known->name = make_name(names, units, origin);
	HASH_ADD(hh, names->known, offset, sizeof(known->offset), known);
	return known->name;
}
