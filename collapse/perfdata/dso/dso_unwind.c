/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_unwind.h"

#include "collapse/perfdata/dso/dso_table.h"
#include "collapse/perfdata/dso/perfdata_map.h"

static bool dso_unwind_in_code(struct perfdata_dso *dso, struct perfdata_address at,
			       struct cfi_entry *entry, uint64_t *address)
{
	struct perf_map_function function;

	return dso->code && dso->code->frames &&
	       perf_map_find(dso->code->map, at.ip, at.time, &function) &&
	       cfi_code_find(dso->code->frames, function.frames, at.ip - function.start, entry,
			     address);
}

bool perfdata_dso_entry(struct perfdata_dso *dso, const struct perfdata_map *map,
			struct perfdata_address at, struct cfi_entry *entry, uint64_t *address)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE && dso->kind != DSO_VDSO && !dso->may_be_code)
		return false;
	/* Loading it now would miss what its program writes until a stream has ended. */
	if (dso->kind != DSO_FILE && dso->may_be_code && dso->of->is_local &&
	    perfdata_is_arriving(dso->of->recording))
		return false;
	dso_load(dso);
	if (!dso->file ||
	    !symbol_file_address(dso->file, at.ip - map->start + map->offset, address))
		return dso_unwind_in_code(dso, at, entry, address);
	program = symbol_file_search(dso->file);
	return cfi_file_find(dso->frames, &program, *address, entry);
}

bool perfdata_dso_is_vdso(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_VDSO;
}
