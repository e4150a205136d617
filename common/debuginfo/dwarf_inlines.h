/* SPDX-License-Identifier: MIT */
/*
 * dwarf_inlines.h - which functions were inlined at an address of one ELF file.
 */
#ifndef FLAMBEAU_DWARF_INLINES_H
#define FLAMBEAU_DWARF_INLINES_H

#include "common/debuginfo/dwarf_chains.h"
#include "common/debuginfo/dwarf_others.h"

/* `units` is opened by dwarf_units_open(), after dwarf_inlines_init(). */
struct dwarf_inlines {
	struct dwarf_units units;
	struct dwarf_others others; /* for units.others */
	struct dwarf_names names;
	struct dwarf_chains chains;
};

void dwarf_inlines_init(struct dwarf_inlines *inlines);
void dwarf_inlines_release(struct dwarf_inlines *inlines);

/*
 * The unit with the entries of an address: one that was split off, if it is there, and not its
 * skeleton.
 */
struct dwarf_home {
	struct dwarf_unit
		*skeleton; /* or the same unit; NULL: there is none, and the others are not set */
	struct dwarf_units *units;
	struct dwarf_unit *unit;
};

/*
 * The unit of an address, its functions, what was inlined into one of them; false, NULL: that is
 * not known yet, and may not be read. One thread at a time reads.
 */
bool dwarf_inlines_home(struct dwarf_inlines *inlines, uint64_t address, bool may_read,
			struct dwarf_home *home);
const struct dwarf_functions *dwarf_inlines_functions(const struct dwarf_home *home, bool may_read);
const struct dwarf_calls *dwarf_inlines_calls(const struct dwarf_home *home,
					      struct dwarf_function *function, bool may_read);

struct dwarf_question {
	uint64_t address; /* virtual */
	bool may_read;    /* more of the file may be read: no other thread does so */
	bool only_call;   /* `chain` is not wanted */

	/*
	 * The call that was inlined at the address, by its entry in memory; NULL: none. Equal calls
	 * have equal chains.
	 */
	const char *call;

	/*
	 * The answer, for dwarf_chains_named(); NULL: no function was inlined. Lives as long as the
	 * struct asked.
	 */
	const struct dwarf_chain *chain;
};

/*
 * False, with no answer: that is not known yet, and may not be read. Any thread may ask without
 * reading.
 */
bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question);

#endif
