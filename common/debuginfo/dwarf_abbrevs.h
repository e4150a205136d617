/* SPDX-License-Identifier: MIT */
/*
 * dwarf_abbrevs.h - a table of abbreviations: what the entries of a unit consist of. It is read as
 * far as codes have been looked up. One thread at a time.
 */
#ifndef FLAMBEAU_DWARF_ABBREVS_H
#define FLAMBEAU_DWARF_ABBREVS_H

#include "common/base/memory.h"
#include "common/debuginfo/dwarf_data.h"

/* The attributes whose values are read. */
enum dwarf_kept {
	DWARF_LOW_PC,
	DWARF_HIGH_PC,
	DWARF_RANGES_AT,
	DWARF_NAME,
	DWARF_LINKAGE_NAME,
	DWARF_ORIGIN,
	DWARF_SPECIFICATION,
	DWARF_ADDR_BASE,
	DWARF_STR_OFFSETS_BASE,
	DWARF_RNGLISTS_BASE,
	DWARF_STMT_LIST,
	DWARF_LANGUAGE,
	DWARF_CALL_FILE,
	DWARF_CALL_LINE,
	DWARF_DWO_NAME,
	DWARF_DWO_ID,
	DWARF_COMP_DIR,
	DWARF_GNU_RANGES_BASE,
	DWARF_KEPT, /* not kept */
};

/* Several that are not kept, of known sizes, stand as one. */
struct dwarf_attribute {
	uint16_t name, form; /* UINT16_MAX: larger ones, which are not known */
	int8_t size;         /* bytes of the value; -1: it depends on the entry */
	uint8_t kept;        /* enum dwarf_kept */
	int32_t constant;    /* value of DW_FORM_implicit_const; others than 32 bits are not kept */
};

struct dwarf_abbrev {
	uint16_t tag;
	bool has_children;
	bool has_place;     /* DW_AT_low_pc or DW_AT_ranges */
	bool has_sibling;   /* DW_AT_sibling */
	bool is_external;   /* DW_AT_external */
	bool is_elsewhere;  /* DW_AT_signature: a type whose name is in a unit of its own */
	uint16_t count;     /* attributes in the table */
	uint32_t first;     /* of them, in the table */
	int32_t fixed_size; /* bytes of all attributes; -1: it depends on the entry */
};

/* Sizes that forms depend on: in bytes. */
struct dwarf_sizes {
	uint8_t address, offset;
	uint8_t reference; /* of DW_FORM_ref_addr */
};

struct dwarf_abbrevs {
	struct dwarf_sizes sizes;
	struct dwarf_reader reader; /* of what has not been read */
	struct dwarf_abbrev *at;
	size_t count, cap;
	struct dwarf_attribute *attributes;
	size_t attribute_count, attribute_cap;
	uint32_t *by_code; /* number in `at` + 1; 0: none yet */
	size_t code_cap;
};

/* At an offset of .debug_abbrev; at most `size` bytes of it are read. */
void dwarf_abbrevs_init(struct dwarf_abbrevs *abbrevs, const struct dwarf_data *data,
			uint64_t offset, size_t size);
void dwarf_abbrevs_release(struct dwarf_abbrevs *abbrevs);

/* NULL: there is none. Valid until the next call. */
const struct dwarf_abbrev *dwarf_abbrevs_find(struct dwarf_abbrevs *abbrevs, uint64_t code);

/* Read a name and a form; false: both are 0, which ends a list of them. */
bool dwarf_attribute_read(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
			  struct dwarf_attribute *attribute);

/* Bytes of a form; -1: it depends on the value. */
int dwarf_form_size(const struct dwarf_sizes *sizes, uint16_t form);

#endif
