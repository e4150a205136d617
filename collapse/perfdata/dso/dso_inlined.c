/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_table.h"

const struct dwarf_chain *perfdata_dso_inlined(struct perfdata_dso *dso, uint64_t address)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE || !dso->file)
		return NULL;
	program = symbol_file_search(dso->file);
	return dwarf_file_inlined(dso->debug, &program, address);
}
