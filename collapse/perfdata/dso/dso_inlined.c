/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_table.h"

size_t perfdata_dso_inlined(struct perfdata_dso *dso, uint64_t address, const struct slice **names)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE || !dso->file)
		return 0;
	program = symbol_file_search(dso->file);
	return dwarf_file_inlined(dso->debug, &program, address, names);
}
