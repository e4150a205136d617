/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_entry.h"

enum {
	MOST_ATTRIBUTES = 256,
	/* Compilers count codes from 1: larger ones would make by_code larger than what is read. */
	FIRST_CODES = 64,
	CODES_EACH = 8,
	MOST_ABBREVS = 1 << 24,
};

void dwarf_abbrevs_init(struct dwarf_abbrevs *abbrevs, const struct dwarf_data *data,
			uint64_t offset, size_t size)
{
	abbrevs->reader = dwarf_data_reader(data, DWARF_ABBREV, offset);
	if ((size_t)(abbrevs->reader.end - abbrevs->reader.at) > size)
		abbrevs->reader.end = abbrevs->reader.at + size;
}

void dwarf_abbrevs_release(struct dwarf_abbrevs *abbrevs)
{
	free(abbrevs->at);
	free(abbrevs->attributes);
	free(abbrevs->by_code);
	*abbrevs = (struct dwarf_abbrevs){.count = 0};
}

/* Bytes of a form; -1: it depends on the value. */
static int dwarf_form_size(const struct dwarf_sizes *sizes, uint16_t form)
{
	static const signed char fixed[] = {
		[DW_FORM_data1] = 1,    [DW_FORM_data2] = 2,    [DW_FORM_data4] = 4,
		[DW_FORM_data8] = 8,    [DW_FORM_data16] = 16,  [DW_FORM_flag] = 1,
		[DW_FORM_ref1] = 1,     [DW_FORM_ref2] = 2,     [DW_FORM_ref4] = 4,
		[DW_FORM_ref8] = 8,     [DW_FORM_ref_sig8] = 8, [DW_FORM_ref_sup4] = 4,
		[DW_FORM_ref_sup8] = 8, [DW_FORM_strx1] = 1,    [DW_FORM_strx2] = 2,
		[DW_FORM_strx3] = 3,    [DW_FORM_strx4] = 4,    [DW_FORM_addrx1] = 1,
		[DW_FORM_addrx2] = 2,   [DW_FORM_addrx3] = 3,   [DW_FORM_addrx4] = 4,
	};

	switch (form) {
	case DW_FORM_addr: return sizes->address;
	case DW_FORM_ref_addr: return sizes->reference;
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_sec_offset:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt: return sizes->offset;
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const: return 0;
	default: return form < ARRAY_LEN(fixed) && fixed[form] > 0 ? fixed[form] : -1;
	}
}

static uint16_t take_16(struct dwarf_reader *reader)
{
	const uint64_t value = dwarf_read_uleb(reader);

	return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

static uint8_t kept_as(uint16_t name)
{
	switch (name) {
	case DW_AT_low_pc: return DWARF_LOW_PC;
	case DW_AT_high_pc: return DWARF_HIGH_PC;
	case DW_AT_ranges: return DWARF_RANGES_AT;
	case DW_AT_name: return DWARF_NAME;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name: return DWARF_LINKAGE_NAME;
	case DW_AT_abstract_origin: return DWARF_ORIGIN;
	case DW_AT_extension: /* of a namespace */
	case DW_AT_specification: return DWARF_SPECIFICATION;
	case DW_AT_addr_base:
	case DW_AT_GNU_addr_base: return DWARF_ADDR_BASE;
	case DW_AT_str_offsets_base: return DWARF_STR_OFFSETS_BASE;
	case DW_AT_rnglists_base: return DWARF_RNGLISTS_BASE;
	case DW_AT_stmt_list: return DWARF_STMT_LIST;
	case DW_AT_language: return DWARF_LANGUAGE;
	case DW_AT_call_file: return DWARF_CALL_FILE;
	case DW_AT_call_line: return DWARF_CALL_LINE;
	case DW_AT_GNU_discriminator: return DWARF_CALL_DISCRIMINATOR;
	case DW_AT_decl_line: return DWARF_DECL_LINE;
	case DW_AT_dwo_name:
	case DW_AT_GNU_dwo_name: return DWARF_DWO_NAME;
	case DW_AT_GNU_dwo_id: return DWARF_DWO_ID;
	case DW_AT_comp_dir: return DWARF_COMP_DIR;
	case DW_AT_GNU_ranges_base: return DWARF_GNU_RANGES_BASE;
	default: return DWARF_KEPT;
	}
}

bool dwarf_attribute_read(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
			  struct dwarf_attribute *attribute)
{
	int64_t constant = 0;

	*attribute = (struct dwarf_attribute){.name = take_16(reader)};
	attribute->form = take_16(reader);
	if (attribute->form == DW_FORM_implicit_const)
		constant = dwarf_read_sleb(reader);
	attribute->constant = (int32_t)constant;
	attribute->kept = attribute->constant == constant ? kept_as(attribute->name) : DWARF_KEPT;
	attribute->size = (int8_t)dwarf_form_size(sizes, attribute->form);
	return attribute->form != 0 && !reader->failed;
}

/* True if the attribute is only skipped, and its size in bytes is known. */
static bool is_passed(const struct dwarf_attribute *attribute)
{
	return attribute->kept == DWARF_KEPT && attribute->size >= 0 &&
	       attribute->name != DW_AT_sibling;
}

/* Append to the table, or to the attribute before. */
static void add_attribute(struct dwarf_abbrevs *abbrevs, struct dwarf_abbrev *abbrev,
			  const struct dwarf_attribute *attribute)
{
	struct dwarf_attribute *last = abbrev->count > 0
					       ? &abbrevs->attributes[abbrevs->attribute_count - 1]
					       : NULL;

	if (last && is_passed(last) && is_passed(attribute) &&
	    last->size <= INT8_MAX - attribute->size) {
		last->size = (int8_t)(last->size + attribute->size);
		return;
	}
	MEMORY_ROOM(abbrevs->attributes, abbrevs->attribute_count, abbrevs->attribute_cap);
	abbrevs->attributes[abbrevs->attribute_count++] = *attribute;
	abbrev->count++;
}

/* Read one attribute. False after the last one, and at the first one above MOST_ATTRIBUTES. */
static bool read_attribute(struct dwarf_abbrevs *abbrevs, struct dwarf_abbrev *abbrev)
{
	struct dwarf_reader *reader = &abbrevs->reader;
	struct dwarf_attribute attribute;

	if (!dwarf_attribute_read(reader, &abbrevs->sizes, &attribute))
		return false;
	if (abbrev->count >= MOST_ATTRIBUTES) {
		reader->failed = true;
		return false;
	}
	if (attribute.kept == DWARF_DECL_LINE && abbrev->tag != DW_TAG_subprogram)
		attribute.kept = DWARF_KEPT;
	add_attribute(abbrevs, abbrev, &attribute);
	abbrev->has_sibling |= attribute.name == DW_AT_sibling;
	abbrev->is_external |= attribute.name == DW_AT_external;
	abbrev->is_elsewhere |= attribute.name == DW_AT_signature;
	abbrev->has_place |= attribute.name == DW_AT_low_pc || attribute.name == DW_AT_ranges;
	if (attribute.size < 0)
		abbrev->fixed_size = -1;
	else if (abbrev->fixed_size >= 0)
		abbrev->fixed_size += attribute.size;
	return true;
}

/* False: there are no more. */
static bool read_abbrev(struct dwarf_abbrevs *abbrevs)
{
	struct dwarf_reader *reader = &abbrevs->reader;
	struct dwarf_abbrev abbrev = {.first = (uint32_t)abbrevs->attribute_count};
	const uint64_t code = dwarf_read_uleb(reader);

	if (code == 0 || abbrevs->count >= MOST_ABBREVS ||
	    code > FIRST_CODES + CODES_EACH * (uint64_t)abbrevs->count) {
		reader->failed = true;
		return false;
	}
	abbrev.tag = take_16(reader);
	abbrev.has_children = dwarf_read(reader, 1) != 0;
	while (read_attribute(abbrevs, &abbrev)) {
	}
	if (reader->failed)
		return false;
	while (abbrevs->code_cap <= code) {
		const size_t cap = abbrevs->code_cap;

		MEMORY_ROOM(abbrevs->by_code, code, abbrevs->code_cap);
		memset(abbrevs->by_code + cap, 0,
		       (abbrevs->code_cap - cap) * sizeof(*abbrevs->by_code));
	}
	MEMORY_ROOM(abbrevs->at, abbrevs->count, abbrevs->cap);
	abbrevs->at[abbrevs->count++] = abbrev;
	if (abbrevs->by_code[code] == 0)
		abbrevs->by_code[code] = (uint32_t)abbrevs->count;
	return true;
}

/* NULL: none. Valid until the next call. */
static const struct dwarf_abbrev *dwarf_abbrevs_find(struct dwarf_abbrevs *abbrevs, uint64_t code)
{
	while (code >= abbrevs->code_cap || abbrevs->by_code[code] == 0) {
		if (abbrevs->reader.failed || !read_abbrev(abbrevs))
			return NULL;
	}
	return &abbrevs->at[abbrevs->by_code[code] - 1];
}

/* Types of units (DW_UT_*), which version 5 has. */
enum {
	TYPE_COMPILE = 1,
	TYPE_TYPE = 2,
	TYPE_PARTIAL = 3,
	TYPE_SKELETON = 4,
	TYPE_SPLIT_COMPILE = 5,
	TYPE_SPLIT_TYPE = 6,
};

/* Read the rest of a header, by unit type; false: unknown type. */
static bool read_rest(struct dwarf_unit *unit, struct dwarf_reader *reader, uint64_t type,
		      unsigned offset_size)
{
	switch (type) {
	case TYPE_COMPILE:
	case TYPE_PARTIAL: return true;
	case TYPE_SKELETON:
	case TYPE_SPLIT_COMPILE: unit->dwo_id = dwarf_read(reader, 8); return true;
	case TYPE_TYPE:
	case TYPE_SPLIT_TYPE: dwarf_skip(reader, 8 + offset_size); return true;
	default: return false;
	}
}

/* Read what is after the length; false: a unit that cannot be read, which is skipped. */
static bool dwarf_unit_read_header(struct dwarf_unit *unit, struct dwarf_reader *reader,
				   unsigned offset_size)
{
	uint64_t type = TYPE_COMPILE, address_size;
	bool is_known = true;

	unit->version = (uint16_t)dwarf_read(reader, 2);
	if (unit->version < 2 || unit->version > 5)
		return false;
	if (unit->version == 5) {
		type = dwarf_read(reader, 1);
		address_size = dwarf_read(reader, 1);
		unit->abbrev_offset = dwarf_read(reader, offset_size);
		is_known = read_rest(unit, reader, type, offset_size);
	} else {
		unit->abbrev_offset = dwarf_read(reader, offset_size);
		address_size = dwarf_read(reader, 1);
	}
	unit->sizes = (struct dwarf_sizes){
		.address = (uint8_t)address_size,
		.offset = (uint8_t)offset_size,
		.reference = (uint8_t)(unit->version == 2 ? address_size : offset_size),
	};
	return is_known && (address_size == 4 || address_size == 8) && type != TYPE_TYPE &&
	       type != TYPE_SPLIT_TYPE && !reader->failed;
}

bool dwarf_unit_read(struct dwarf_unit *unit, const struct dwarf_data *data, uint64_t offset)
{
	struct dwarf_reader reader = dwarf_data_reader(data, DWARF_INFO, offset);
	const unsigned char *start = reader.at, *behind;
	unsigned offset_size;
	uint64_t length;

	*unit = (struct dwarf_unit){.start = offset};
	length = dwarf_read_length(&reader, &offset_size);
	if (!dwarf_has(&reader, length) || length == 0)
		return false;
	behind = reader.at + length;
	reader.end = behind;
	unit->end = offset + (uint64_t)(behind - start);
	unit->is_good = dwarf_unit_read_header(unit, &reader, offset_size);
	unit->first = offset + (uint64_t)(reader.at - start);
	return true;
}

/* ---- Tables ---- */

/* Entry `number` of a table of addresses or offsets, which begins at `base` of a section. */
static bool dwarf_unit_read_table(const struct dwarf_data *data, enum dwarf_section section,
				  uint64_t base, unsigned size, uint64_t number, uint64_t *entry)
{
	struct dwarf_reader reader;

	if (number > data->at[section].len || base > data->at[section].len)
		return false;
	reader = dwarf_data_reader(data, section, base + number * size);
	*entry = dwarf_read(&reader, size);
	return !reader.failed;
}

bool dwarf_unit_address(const struct dwarf_data *data, const struct dwarf_unit *unit,
			uint64_t number, uint64_t *address)
{
	return dwarf_unit_read_table(data, DWARF_ADDR, unit->addr_base, unit->sizes.address, number,
				     address);
}

bool dwarf_unit_ranges(const struct dwarf_data *data, const struct dwarf_unit *unit,
		       uint64_t number, uint64_t *offset)
{
	if (!dwarf_unit_read_table(data, DWARF_RNGLISTS, unit->rnglists_base, unit->sizes.offset,
				   number, offset))
		return false;
	*offset += unit->rnglists_base;
	return *offset >= unit->rnglists_base;
}

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
		return dwarf_unit_read_table(data, DWARF_STR_OFFSETS, unit->str_offsets_base,
					     unit->sizes.offset, value->number, &offset)
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
