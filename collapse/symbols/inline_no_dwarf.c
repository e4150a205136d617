/* SPDX-License-Identifier: MIT */
/* In place of inline_dwarf.c where libdw was not found. */
#include "collapse/symbols/inline.h"

#ifndef HAVE_LIBDW
bool inline_dwarf_is_built(void)
{
	return false;
}

struct inline_dwarf *inline_dwarf_open(const char *path)
{
	(void)path;
	return NULL;
}

void inline_dwarf_close(struct inline_dwarf *dwarf)
{
	(void)dwarf;
}

bool inline_dwarf_functions(struct inline_dwarf *dwarf, uint64_t address,
			    struct inline_functions *functions)
{
	(void)dwarf;
	(void)address;
	(void)functions;
	return false;
}

void inline_dwarf_symbols(struct inline_dwarf *dwarf, struct inline_symbols *symbols)
{
	(void)dwarf;
	(void)symbols;
}
#endif
