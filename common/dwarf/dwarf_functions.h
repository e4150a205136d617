/* SPDX-License-Identifier: MIT */
/*
 * dwarf_functions.h - the functions of one unit by address, and what was inlined into each. A unit is read when the first
 * address in it is looked up, the inlined functions of a function likewise. Used by one thread at a time.
 */
#ifndef FLAMBEAU_DWARF_FUNCTIONS_H
#define FLAMBEAU_DWARF_FUNCTIONS_H

#include "common/dwarf/dwarf_ranges.h"

/* A function inlined into another one. */
struct dwarf_call {
	uint64_t offset; /* of its entry in .debug_info */
	uint32_t into;   /* the call that it was inlined into, DWARF_NOTHING: the function itself */
	uint32_t count;  /* of names; 0: not looked up yet */
	const struct slice *names; /* of the functions here, the innermost first */
};

struct dwarf_function {
	uint64_t offset; /* of its entry */
	bool is_read;
	struct dwarf_spans spans; /* index: of a call */
	struct dwarf_call *calls;
	size_t count, cap;
};

struct dwarf_functions {
	struct dwarf_spans spans; /* index: of a function */
	struct dwarf_function *at;
	size_t count, cap;
};

struct dwarf_functions *dwarf_functions_read(const struct dwarf_data *data,
					     const struct dwarf_unit *unit);
void dwarf_functions_free(struct dwarf_functions *functions);

/*
 * The innermost call at an address, and the function that holds it, in which `into` counts; NULL: no function was inlined
 * there. Both live as long as `functions`.
 */
struct dwarf_call *dwarf_functions_find(struct dwarf_functions *functions,
					const struct dwarf_data *data,
					const struct dwarf_unit *unit, uint64_t address,
					struct dwarf_function **function);

#endif
