/* SPDX-License-Identifier: MIT */
/*
 * dwarf_entry.h - entries of a unit, one after the other, and values of their attributes. Used by
 * one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_ENTRY_H
#define FLAMBEAU_DWARF_ENTRY_H

#include "common/debuginfo/dwarf_unit.h"

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

/* The values of the entry at an offset of a unit; false if there is none. */
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
