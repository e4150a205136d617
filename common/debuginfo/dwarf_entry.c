/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_entry.h"

/* ---- Forms ---- */

/* Read a value, of DW_FORM_indirect too; `form` gets its form. */
static uint64_t read_variable(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
			      uint16_t form, struct dwarf_value *value)
{
	uint64_t number = 0;

	switch (form) {
	case DW_FORM_string: value->text = dwarf_read_text(reader); return 0;
	case DW_FORM_block1: dwarf_skip(reader, dwarf_read(reader, 1)); return 0;
	case DW_FORM_block2: dwarf_skip(reader, dwarf_read(reader, 2)); return 0;
	case DW_FORM_block4: dwarf_skip(reader, dwarf_read(reader, 4)); return 0;
	case DW_FORM_block:
	case DW_FORM_exprloc: dwarf_skip(reader, dwarf_read_uleb(reader)); return 0;
	case DW_FORM_sdata: return (uint64_t)dwarf_read_sleb(reader);
	case DW_FORM_udata:
	case DW_FORM_ref_udata:
	case DW_FORM_strx:
	case DW_FORM_addrx:
	case DW_FORM_loclistx:
	case DW_FORM_rnglistx:
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index: return dwarf_read_uleb(reader);
	case DW_FORM_indirect:
		number = dwarf_read_uleb(reader);
		value->form = number < UINT16_MAX ? (uint16_t)number : UINT16_MAX;
		if (value->form != DW_FORM_indirect && value->form != DW_FORM_implicit_const) {
			const int size = dwarf_form_size(sizes, value->form);

			return size >= 0 && size <= 8
				       ? dwarf_read(reader, (unsigned)size)
				       : read_variable(reader, sizes, value->form, value);
		}
		reader->failed = true;
		return 0;
	case DW_FORM_data16: dwarf_skip(reader, 16); return 0;
	default: reader->failed = true; return 0;
	}
}

void dwarf_value_read(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
		      const struct dwarf_attribute *attribute, struct dwarf_value *value)
{
	const int size = attribute->size;

	*value = (struct dwarf_value){.form = attribute->form};
	if (attribute->form == DW_FORM_implicit_const)
		value->number = (uint64_t)attribute->constant;
	else if (attribute->form == DW_FORM_flag_present)
		value->number = 1;
	else if (size >= 0 && size <= 8)
		value->number = dwarf_read(reader, (unsigned)size);
	else
		value->number = read_variable(reader, sizes, attribute->form, value);
}

/* ---- Entries ---- */

void dwarf_entry_begin(struct dwarf_entry *entry, const struct dwarf_data *data,
		       const struct dwarf_unit *unit, uint64_t offset)
{
	*entry = (struct dwarf_entry){.data = data, .unit = unit};
	entry->reader = dwarf_data_reader(data, DWARF_INFO, offset);
	entry->reader.end = (const unsigned char *)data->at[DWARF_INFO].ptr + unit->end;
	entry->reader.failed |= offset < unit->first || offset >= unit->end;
	if (entry->reader.failed)
		entry->reader.at = entry->reader.end;
}

static uint64_t here(const struct dwarf_entry *entry)
{
	return (uint64_t)(entry->reader.at -
			  (const unsigned char *)entry->data->at[DWARF_INFO].ptr);
}

bool dwarf_entry_next(struct dwarf_entry *entry)
{
	struct dwarf_reader *reader = &entry->reader;
	uint64_t code;

	if (entry->abbrev) { /* this is not the first one */
		entry->depth += entry->is_open;
		if (entry->depth == 0 || entry->depth > DWARF_DEPTH)
			return false;
	}
	for (;;) {
		entry->offset = here(entry);
		code = dwarf_read_uleb(reader);
		if (code != 0 || reader->failed)
			break;
		if (entry->depth < 2) /* the last child of the first entry, or no entry at all */
			return false;
		entry->depth--;
	}
	if (reader->failed)
		return false;
	entry->abbrev = dwarf_abbrevs_find(entry->unit->abbrevs, code);
	if (entry->abbrev)
		entry->is_open = entry->abbrev->has_children;
	return entry->abbrev;
}

static const struct dwarf_attribute *attributes_of(const struct dwarf_entry *entry)
{
	const struct dwarf_abbrevs *abbrevs = entry->unit->abbrevs;

	/* a table without any has no pointer, which must not even be moved by 0 */
	return abbrevs->attributes ? abbrevs->attributes + entry->abbrev->first : NULL;
}

/* Distinguishes the forms that most entries of variable size have. */
static void skip_value(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
		       const struct dwarf_attribute *attribute)
{
	struct dwarf_value value = {.form = 0};

	if (attribute->size >= 0)
		dwarf_skip(reader, (uint64_t)attribute->size);
	else if (attribute->form == DW_FORM_exprloc)
		dwarf_skip(reader, dwarf_read_uleb(reader));
	else
		dwarf_value_read(reader, sizes, attribute, &value);
}

void dwarf_entry_skip(struct dwarf_entry *entry, bool passes)
{
	const struct dwarf_abbrev *abbrev = entry->abbrev;
	const struct dwarf_sizes *sizes = &entry->unit->sizes;
	const struct dwarf_attribute *attributes = attributes_of(entry);
	uint64_t sibling = 0, behind;
	uint16_t i;

	passes &= abbrev->has_sibling && abbrev->has_children;
	if (abbrev->fixed_size >= 0 && !passes) {
		dwarf_skip(&entry->reader, (uint64_t)abbrev->fixed_size);
		return;
	}
	for (i = 0; i < abbrev->count; i++) {
		struct dwarf_value value = {.form = 0};

		if (!passes || attributes[i].name != DW_AT_sibling) {
			skip_value(&entry->reader, sizes, &attributes[i]);
			continue;
		}
		dwarf_value_read(&entry->reader, sizes, &attributes[i], &value);
		if (!dwarf_value_reference(entry->unit, &value, &sibling))
			sibling = 0;
	}
	behind = here(entry);
	if (!passes || sibling <= behind || sibling > entry->unit->end)
		return;
	dwarf_skip(&entry->reader, sibling - behind);
	entry->is_open = false;
}

void dwarf_entry_values(const struct dwarf_entry *entry, struct dwarf_values *values)
{
	const struct dwarf_attribute *attributes = attributes_of(entry);
	const struct dwarf_sizes *sizes = &entry->unit->sizes;
	struct dwarf_reader reader = entry->reader;
	uint16_t i;

	values->is_external = entry->abbrev->is_external;
	for (i = 0; i < DWARF_KEPT; i++)
		values->at[i].form = 0;
	for (i = 0; i < entry->abbrev->count; i++) {
		struct dwarf_value value = {.form = 0};

		if (attributes[i].kept == DWARF_KEPT) {
			skip_value(&reader, sizes, &attributes[i]);
			continue;
		}
		dwarf_value_read(&reader, sizes, &attributes[i], &value);
		if (reader.failed)
			return;
		values->at[attributes[i].kept] = value;
	}
}

bool dwarf_entry_at(const struct dwarf_data *data, const struct dwarf_unit *unit, uint64_t offset,
		    struct dwarf_values *values)
{
	struct dwarf_entry entry;

	dwarf_entry_begin(&entry, data, unit, offset);
	if (!dwarf_entry_next(&entry))
		return false;
	dwarf_entry_values(&entry, values);
	return true;
}

/* ---- Values ---- */

bool dwarf_value_address(const struct dwarf_data *data, const struct dwarf_unit *unit,
			 const struct dwarf_value *value, uint64_t *address)
{
	*address = value->number;
	switch (value->form) {
	case DW_FORM_addr: return true;
	case DW_FORM_addrx:
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
	case DW_FORM_GNU_addr_index: return dwarf_unit_address(data, unit, value->number, address);
	default: return false;
	}
}

struct slice dwarf_value_text(const struct dwarf_data *data, const struct dwarf_unit *unit,
			      const struct dwarf_value *value)
{
	uint64_t offset;

	switch (value->form) {
	case DW_FORM_string: return value->text;
	case DW_FORM_strp: return dwarf_data_text(data, DWARF_STR, value->number);
	case DW_FORM_line_strp: return dwarf_data_text(data, DWARF_LINE_STR, value->number);
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index:
		return dwarf_unit_text(data, unit, value->number, &offset)
			       ? dwarf_data_text(data, DWARF_STR, offset)
			       : SLICE("");
	default: return SLICE("");
	}
}

bool dwarf_value_reference(const struct dwarf_unit *unit, const struct dwarf_value *value,
			   uint64_t *offset)
{
	*offset = value->number;
	switch (value->form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		*offset += unit->start;
		return *offset >= unit->start && *offset < unit->end;
	case DW_FORM_ref_addr: return true;
	default: return false;
	}
}
