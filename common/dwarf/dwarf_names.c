/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_names.h"

#include "common/dwarf/dwarf_others.h"
#include "common/symbols/demangle/demangle.h"

enum { MOST_ORIGINS = 16 }; /* entries that refer to one another */

void dwarf_names_release(struct dwarf_names *names)
{
	HASH_CLEAR(hh, names->known);
	arena_release(&names->arena);
	*names = (struct dwarf_names){.known = NULL};
}

static struct slice demangled(struct dwarf_names *names, struct slice linkage)
{
	struct slice name = linkage;
	struct buf text = {0};

	if (demangle(&text, linkage))
		name = arena_copy(&names->arena, buf_slice(&text));
	buf_release(&text);
	return name;
}

static const struct dwarf_name *name_of(struct dwarf_names *names, struct slice text,
					bool is_linkage)
{
	const struct dwarf_name_key key = {text.ptr, is_linkage};
	struct dwarf_name *known;

	HASH_FIND(hh, names->known, &key, sizeof(key), known);
	if (known)
		return known;
	known = arena_alloc(&names->arena, sizeof(*known));
	known->key = key;
	known->name = is_linkage ? demangled(names, text) : text;
	HASH_ADD(hh, names->known, key, sizeof(known->key), known);
	return known;
}

/* ---- From entry to entry ---- */

/* An entry of a file. */
struct place {
	struct dwarf_units *units;
	struct dwarf_unit *unit;
	uint64_t offset;
	struct dwarf_values values;
};

/* False if there is no such entry. */
static bool read_values(struct place *place)
{
	place->unit = dwarf_units_holding(place->units, place->offset);
	if (!place->unit)
		return false;
	dwarf_units_prepare(place->units, place->unit);
	return dwarf_entry_at(&place->units->data, place->unit, place->offset, &place->values);
}

/* Set *text, empty for none; false: it is in a file that is not there. */
static bool read_text(const struct place *place, enum dwarf_kept which, struct slice *text)
{
	const struct dwarf_value *value = &place->values.at[which];
	const struct dwarf_units *alt;

	*text = SLICE("");
	if (value->form != DW_FORM_GNU_strp_alt && value->form != DW_FORM_strp_sup) {
		*text = dwarf_value_text(&place->units->data, place->unit, value);
		return true;
	}
	alt = dwarf_others_alt(place->units);
	if (alt)
		*text = dwarf_data_text(&alt->data, DWARF_STR, value->number);
	return alt;
}

/*
 * Go to what the entry was declared or inlined by; false: there is nothing more, or it is in a file
 * that is not there.
 */
static bool follow(struct place *place, enum dwarf_kept which, bool *is_lost)
{
	const struct dwarf_value *value = &place->values.at[which];

	if (value->form != DW_FORM_GNU_ref_alt && value->form != DW_FORM_ref_sup4 &&
	    value->form != DW_FORM_ref_sup8)
		return dwarf_value_reference(place->unit, value, &place->offset);
	place->units = dwarf_others_alt(place->units);
	place->offset = value->number;
	*is_lost |= !place->units;
	return place->units;
}

bool dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset,
		      const struct dwarf_name **name)
{
	struct place place = {.units = units, .offset = offset};
	struct slice text, source = SLICE("");
	bool is_lost = false;
	int i;

	*name = NULL;
	for (i = 0; i < MOST_ORIGINS && read_values(&place); i++) {
		if (!read_text(&place, DWARF_LINKAGE_NAME, &text))
			return false;
		if (text.len > 0) {
			*name = name_of(names, text, true);
			return true;
		}
		if (!read_text(&place, DWARF_NAME, &text))
			return false;
		if (source.len == 0)
			source = text;
		if (!follow(&place, DWARF_ORIGIN, &is_lost) &&
		    (is_lost || !follow(&place, DWARF_SPECIFICATION, &is_lost)))
			break;
	}
	if (source.len > 0)
		*name = name_of(names, source, false);
	return !is_lost;
}
