/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_unwind.h"

#include "collapse/perfdata/dso/dso_table.h"
#include "collapse/perfdata/dso/perfdata_map.h"

bool perfdata_dso_entry(struct perfdata_dso *dso, const struct perfdata_map *map, uint64_t ip,
			struct cfi_entry *entry, uint64_t *address)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE && dso->kind != DSO_VDSO)
		return false;
	dso_load(dso);
	if (!dso->file || !symbol_file_address(dso->file, ip - map->start + map->offset, address))
		return false;
	program = symbol_file_search(dso->file);
	return cfi_file_find(dso->frames, &program, *address, entry);
}

bool perfdata_dso_is_vdso(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_VDSO;
}
