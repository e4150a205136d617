/* SPDX-License-Identifier: MIT */
/*
 * dwarf_functions.h - the functions of one unit by address, and what was inlined into each. A unit
 * is read when the first address in it is looked up, the inlined functions of a function likewise;
 * one thread reads, any thread may look up then.
 */
#ifndef FLAMBEAU_DWARF_FUNCTIONS_H
#define FLAMBEAU_DWARF_FUNCTIONS_H

#include "common/debuginfo/dwarf_ranges.h"

/* A function inlined into another one; there are millions of them in a large program. */
struct dwarf_call {
	uint32_t entry; /* bytes from the entry of the function that exists */
	uint32_t into;  /* the call that it was inlined into, DWARF_NOTHING: the function itself */
};

struct dwarf_calls {
	uint64_t offset;          /* of that function's entry in .debug_info */
	struct dwarf_spans spans; /* index: of a call */
	struct dwarf_call *at;
	size_t count, cap;
};

struct dwarf_function {
	uint64_t offset;           /* of its entry */
	struct dwarf_calls *calls; /* atomic; NULL: not read yet */
};

struct dwarf_functions {
	struct dwarf_spans spans; /* index: of a function */
	struct dwarf_function *at;
	size_t count, cap;
};

struct dwarf_functions *dwarf_functions_read(const struct dwarf_data *data,
					     const struct dwarf_unit *unit);
void dwarf_functions_free(struct dwarf_functions *functions);

/* The function that holds an address; NULL: there is none. Lives as long as `functions`. */
struct dwarf_function *dwarf_functions_find(const struct dwarf_functions *functions,
					    uint64_t address);

/* Calls inlined into the function at an offset of .debug_info. */
struct dwarf_calls *dwarf_calls_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     uint64_t offset);

/*
 * The innermost call at an address; NULL: no function was inlined there. Lives as long as `calls`.
 */
const struct dwarf_call *dwarf_calls_find(const struct dwarf_calls *calls, uint64_t address);

/* The call into which a call was inlined; NULL: it was inlined into the function itself. */
static inline const struct dwarf_call *dwarf_calls_outer(const struct dwarf_calls *calls,
							 const struct dwarf_call *call)
{
	return call->into == DWARF_NOTHING ? NULL : &calls->at[call->into];
}

#endif
