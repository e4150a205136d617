/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_table.h"

const void *perfdata_dso_call(struct perfdata_dso *dso, uint64_t address)
{
	const char *call = NULL;

	if (dso->kind != DSO_FILE || !dso->file)
		return NULL;
	if (!dwarf_file_call(dso->debug, address, &call)) {
		perfdata_dso_inlined(dso, address); /* reads what is needed */
		dwarf_file_call(dso->debug, address, &call);
	}
	return call;
}

const struct dwarf_chain *perfdata_dso_inlined(struct perfdata_dso *dso, uint64_t address)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE || !dso->file)
		return NULL;
	program = symbol_file_search(dso->file);
	return dwarf_file_inlined(dso->debug, &program, address);
}
