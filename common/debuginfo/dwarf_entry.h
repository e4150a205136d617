/* SPDX-License-Identifier: MIT */
/*
 * dwarf_entry.h - units, their abbreviations, and their entries one after the other, with the
 * values of attributes. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_ENTRY_H
#define FLAMBEAU_DWARF_ENTRY_H

#include "common/base/memory.h"
#include "common/debuginfo/dwarf_data.h"

/*
 * A table of abbreviations: what the entries of a unit consist of. It is read as
 * far as codes have been looked up. One thread at a time.
 */

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
	DWARF_CALL_DISCRIMINATOR,
	DWARF_DECL_LINE, /* of functions */
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

/* Read a name and a form; false: both are 0, which ends a list of them. */
bool dwarf_attribute_read(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
			  struct dwarf_attribute *attribute);

/*
 * Units of .debug_info: their headers and the attributes of their first entries.
 * Used by one thread at a time.
 */

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

/* Offset in .debug_rnglists of list `number` of a unit; false without. */
bool dwarf_unit_ranges(const struct dwarf_data *data, const struct dwarf_unit *unit,
		       uint64_t number, uint64_t *offset);

enum { DWARF_DEPTH = 256 }; /* entries in entries */

/* The next entry of a unit, its attributes, and what follows. */
struct dwarf_entry {
	const struct dwarf_data *data;
	const struct dwarf_unit *unit;
	struct dwarf_reader reader;        /* at the attributes, after the code */
	const struct dwarf_abbrev *abbrev; /* valid until another is looked up */
	uint64_t offset;                   /* in .debug_info */
	unsigned depth;                    /* 0: what the walk began with */
	bool is_open;                      /* the next entry is a child of this one */
};

/* A walk over the entry at an offset and all in it. */
void dwarf_entry_begin(struct dwarf_entry *entry, const struct dwarf_data *data,
		       const struct dwarf_unit *unit, uint64_t offset);

/*
 * The next entry; false at the end, or where the unit is damaged. The reader must be where the last
 * call, or dwarf_entry_skip(), left it.
 */
bool dwarf_entry_next(struct dwarf_entry *entry);

/*
 * Skip the attributes, and go into the children; if `passes`, and their end is known, skip these
 * too.
 */
void dwarf_entry_skip(struct dwarf_entry *entry, bool passes);

struct dwarf_value {
	uint16_t form; /* 0: the entry has no such attribute */
	uint64_t number;
	struct slice text; /* of DW_FORM_string */
};

/* Read a value of this form. */
void dwarf_value_read(struct dwarf_reader *reader, const struct dwarf_sizes *sizes,
		      const struct dwarf_attribute *attribute, struct dwarf_value *value);

struct dwarf_values {
	bool is_external; /* the entry has DW_AT_external */
	struct dwarf_value at[DWARF_KEPT];
};

/* The values of the entry at an offset of a unit; false if none exists. */
bool dwarf_entry_at(const struct dwarf_data *data, const struct dwarf_unit *unit, uint64_t offset,
		    struct dwarf_values *values);

/* Values of the current entry, which stays where it is. */
void dwarf_entry_values(const struct dwarf_entry *entry, struct dwarf_values *values);

/* The address of a value of any address form; false if it is none. */
bool dwarf_value_address(const struct dwarf_data *data, const struct dwarf_unit *unit,
			 const struct dwarf_value *value, uint64_t *address);

/* The text of a value; empty if it is none, or is in a file that is missing. */
struct slice dwarf_value_text(const struct dwarf_data *data, const struct dwarf_unit *unit,
			      const struct dwarf_value *value);

/* The offset in .debug_info of what is referred to; false if it is elsewhere. */
bool dwarf_value_reference(const struct dwarf_unit *unit, const struct dwarf_value *value,
			   uint64_t *offset);

#endif
