/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_abbrevs.h"

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

int dwarf_form_size(const struct dwarf_sizes *sizes, uint16_t form)
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
	abbrevs->attributes = memory_grow(abbrevs->attributes, &abbrevs->attribute_cap,
					  abbrevs->attribute_count + 1,
					  sizeof(*abbrevs->attributes));
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

		abbrevs->by_code = memory_grow(abbrevs->by_code, &abbrevs->code_cap,
					       (size_t)code + 1, sizeof(*abbrevs->by_code));
		memset(abbrevs->by_code + cap, 0,
		       (abbrevs->code_cap - cap) * sizeof(*abbrevs->by_code));
	}
	abbrevs->at = memory_grow(abbrevs->at, &abbrevs->cap, abbrevs->count + 1,
				  sizeof(*abbrevs->at));
	abbrevs->at[abbrevs->count++] = abbrev;
	if (abbrevs->by_code[code] == 0)
		abbrevs->by_code[code] = (uint32_t)abbrevs->count;
	return true;
}

const struct dwarf_abbrev *dwarf_abbrevs_find(struct dwarf_abbrevs *abbrevs, uint64_t code)
{
	while (code >= abbrevs->code_cap || abbrevs->by_code[code] == 0) {
		if (abbrevs->reader.failed || !read_abbrev(abbrevs))
			return NULL;
	}
	return &abbrevs->at[abbrevs->by_code[code] - 1];
}
