/* SPDX-License-Identifier: MIT */
/* The symbol at an address, by what the map is of. */
#include "collapse/perfdata/dso/dso_table.h"
#include "collapse/perfdata/dso/perfdata_map.h"

#define UNKNOWN SLICE("[unknown]")

/* The address's offset in the file. */
static uint64_t offset_of(const struct perfdata_map *map, uint64_t ip)
{
	return ip - map->start + map->offset;
}

uint64_t perfdata_dso_place(const struct perfdata_dso *dso, const struct perfdata_map *map,
			    uint64_t ip)
{
	if (UNLIKELY(dso->named))
		return dso_named_address(dso->named, map, ip);
	return (dso->kind == DSO_FILE && !dso->may_be_code) || dso->kind == DSO_VDSO
		       ? offset_of(map, ip)
		       : ip;
}

static bool find_in_file(struct perfdata_dso *dso, const struct perfdata_map *map, uint64_t ip,
			 struct perfdata_symbol *found)
{
	struct symbol symbol;

	dso_load(dso);
	if (!dso->file)
		return false;
	if (dso->named)
		found->address = dso_named_address(dso->named, map, ip);
	else if (!symbol_file_address(dso->file, offset_of(map, ip), &found->address))
		return false;
	if (!symbol_file_find(dso->file, found->address, &symbol))
		return false;
	found->name = symbol.name;
	found->start = symbol.start;
	found->end = symbol.end;
	return true;
}

/* "[demo_mod]" -> "demo_mod" */
static struct slice without_brackets(struct slice module)
{
	return slice_of(module.ptr + 1, module.len - 2);
}

static bool dso_symbol_in_code(const struct perfdata_dso *dso, struct perfdata_address address,
			       struct perfdata_symbol *found)
{
	struct perf_map_function function;

	if (!dso->code || !dso->code->map ||
	    !perf_map_find(dso->code->map, address.ip, address.time, &function))
		return false;
	found->name = function.name;
	found->start = function.start;
	found->end = function.end;
	found->module = dso->names;
	return true;
}

/* A function that the recording names; its file may still have the functions inlined there. */
static bool find_named(struct perfdata_dso *dso, const struct perfdata_map *map, uint64_t ip,
		       struct perfdata_symbol *found)
{
	if (dso->kind == DSO_FILE)
		dso_load(dso);
	return dso_named_find(dso->named, dso_named_address(dso->named, map, ip), found);
}

/* False if what the recording does not name is in no file, or its place is not known there. */
static bool may_be_in_file(const struct perfdata_dso *dso)
{
	return !dso->named || dso->kind == DSO_KERNEL || dso->kind == DSO_CODE ||
	       dso->kind == DSO_CODE_FILE || dso_named_is_elf(dso->named);
}

static bool find_by_kind(struct perfdata_dso *dso, const struct perfdata_map *map,
			 struct perfdata_address address, struct perfdata_symbol *found)
{
	const uint64_t ip = address.ip;

	switch (dso->kind) {
	case DSO_FILE:
	case DSO_VDSO:
		return find_in_file(dso, map, ip, found) ||
		       (!dso->named && dso_symbol_in_code(dso, address, found));
	case DSO_CODE:
	case DSO_CODE_FILE: dso_load(dso); return dso_symbol_in_code(dso, address, found);
	case DSO_KERNEL: return dso_kernel_find(dso_load_kernel(dso->of), SLICE(""), ip, found);
	case DSO_MODULE:
		return dso_kernel_find(dso_load_kernel(dso->of), without_brackets(dso->module), ip,
				       found);
	case DSO_KSYMBOL:
		found->name = dso->name;
		found->start = map->start;
		found->end = map->end;
		return true;
	default: return false;
	}
}

void perfdata_dso_symbol(struct perfdata_dso *dso, const struct perfdata_map *map,
			 struct perfdata_address address, struct perfdata_symbol *symbol)
{
	*symbol = (struct perfdata_symbol){.module = dso->module, .address = address.ip};
	/* names in the recording are proved: they come first */
	if (UNLIKELY(dso->named))
		symbol->is_known = find_named(dso, map, address.ip, symbol);
	if (!symbol->is_known && may_be_in_file(dso))
		symbol->is_known = find_by_kind(dso, map, address, symbol);
	if (!symbol->is_known)
		symbol->name = UNKNOWN;
}

bool perfdata_dsos_kernel_symbol(struct perfdata_dsos *dsos, uint64_t ip,
				 struct perfdata_symbol *symbol)
{
	struct perfdata_dso *const kernel = __atomic_load_n(&dsos->kernel_dso, __ATOMIC_ACQUIRE);

	if (!kernel || ip < kernel->address)
		return false;
	*symbol = (struct perfdata_symbol){.module = kernel->module};
	symbol->is_known = (kernel->named && dso_named_find(kernel->named, ip, symbol)) ||
			   dso_kernel_find(dso_load_kernel(dsos), SLICE(""), ip, symbol);
	return symbol->is_known;
}

bool perfdata_dso_is_code(const struct perfdata_dso *dso)
{
	return dso->may_be_code;
}

bool perfdata_dsos_are_local(const struct perfdata_dsos *dsos)
{
	return dsos->is_local;
}

void perfdata_dso_hit(struct perfdata_dso *dso, uint64_t weight)
{
	__atomic_fetch_add(&dso->hits, weight, __ATOMIC_RELAXED);
}

bool perfdata_dso_is_partial(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_FILE && !dso->named &&
	       __atomic_load_n(&dso->is_loaded, __ATOMIC_ACQUIRE) && dso->file &&
	       !(dso->code && dso->code->map) && symbol_file_has_only_exports(dso->file);
}

void perfdata_dso_add_nameless(struct perfdata_dso *dso, uint64_t weight)
{
	__atomic_fetch_add(&dso->nameless, weight, __ATOMIC_RELAXED);
}
