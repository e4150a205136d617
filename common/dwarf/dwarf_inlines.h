/* SPDX-License-Identifier: MIT */
/*
 * dwarf_inlines.h - which functions were inlined at an address of one ELF file.
 */
#ifndef FLAMBEAU_DWARF_INLINES_H
#define FLAMBEAU_DWARF_INLINES_H

#include "common/dwarf/dwarf_names.h"

/* `units` is opened by dwarf_units_open(), `names` is empty at first. */
struct dwarf_inlines {
	struct dwarf_units units;
	struct dwarf_names names;
};

void dwarf_inlines_release(struct dwarf_inlines *inlines);

/*
 * The functions of a unit, what was inlined into one of them; NULL: that is not known yet, and may
 * not be read. One thread at a time reads.
 */
const struct dwarf_functions *dwarf_inlines_functions(struct dwarf_inlines *inlines,
						      struct dwarf_unit *unit, bool may_read);
const struct dwarf_calls *dwarf_inlines_calls(struct dwarf_inlines *inlines,
					      struct dwarf_unit *unit,
					      struct dwarf_function *function, bool may_read);

struct dwarf_question {
	uint64_t address; /* virtual */
	bool may_read;    /* more of the file may be read: no other thread does so */

	const struct slice
		*names; /* the answer: the innermost first; they live as long as the struct asked */
	size_t count;
};

/*
 * False, with no answer: that is not known yet, and may not be read. Any thread may ask without
 * reading.
 */
bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question);

#endif
