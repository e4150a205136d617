/* SPDX-License-Identifier: MIT */
/* The symbol at an address, by what the map is of. */
#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/dso_state.h"
#include "collapse/perfdata/recording_named.h"
#include "common/base/memory.h"

/* ---- Functions that the recording names ---- */

struct dso_named {
	const struct perfdata_named_file *file;
	bool in_memory;
	pthread_mutex_t *lock;
	struct symbol_table functions; /* const when `is_read` */
	const struct slice **names;    /* one for each function; NULL: not asked for; atomic */
	struct arena texts;            /* of names; under the lock */
	bool is_read;                  /* atomic */
};

const struct perfdata_named_file *dso_named_file(const struct perfdata *recording,
						 enum dso_kind kind,
						 const struct perfdata_dso_key *key)
{
	const struct perfdata_named_file *file;
	char map[32];

	if (!perfdata_facts(recording)->is_simpleperf)
		return NULL;
	file = perfdata_named_file(recording,
				   kind == DSO_KERNEL ? SLICE("[kernel.kallsyms]") : key->name);
	if (file && file->functions > 0)
		return file;
	if (kind != DSO_CODE && kind != DSO_CODE_FILE && !slice_starts(key->name, SLICE("[anon:")))
		return NULL;
	snprintf(map, sizeof(map), "perf-%d.map", (int)key->pid);
	file = perfdata_named_file(recording, slice_from(map));
	return file && file->functions > 0 ? file : NULL;
}

bool dso_named_is_of_process(const struct perfdata_named_file *file)
{
	return file->kind == PERFDATA_NAMED_MAP;
}

void dso_named_release(struct dso_named_table *table)
{
	size_t i;

	for (i = 0; i < table->count; i++) {
		symbol_table_release(&table->at[i]->functions);
		arena_release(&table->at[i]->texts);
		free(table->at[i]->names);
		free(table->at[i]);
	}
	free(table->at);
	hash_slots_release(&table->by_file);
	*table = (struct dso_named_table){0};
}

struct dso_named *dso_named_get(struct dso_named_table *table,
				const struct perfdata_named_file *file, bool in_memory,
				pthread_mutex_t *lock)
{
	const uint32_t hash = hash_bytes(&file, sizeof(file));
	struct dso_named *named;
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&table->by_file, hash, &at)) != HASH_NONE) {
		if (table->at[i]->file == file && table->at[i]->in_memory == in_memory)
			return table->at[i];
	}
	named = memory_clear(1, sizeof(*named));
	named->file = file;
	named->in_memory = in_memory;
	named->lock = lock;
	MEMORY_ROOM(table->at, table->count, table->cap);
	hash_slots_add(&table->by_file, hash, (uint32_t)table->count);
	table->at[table->count++] = named;
	return named;
}

/* True if dso_named_address() is one in an ELF file, which may have more symbols. */
static bool dso_named_is_elf(const struct dso_named *named)
{
	return named->file->kind == PERFDATA_NAMED_ELF && !named->in_memory;
}

/* An address of the file lies at an offset of the file, or in memory; else at the start of a map. */
static uint64_t dso_named_address(const struct dso_named *named, const struct perfdata_map *map,
				  uint64_t ip)
{
	const struct perfdata_named_file *file = named->file;

	if (named->in_memory || file->kind == PERFDATA_NAMED_KERNEL ||
	    file->kind == PERFDATA_NAMED_MAP)
		return ip;
	if (file->kind == PERFDATA_NAMED_DEX)
		return ip - map->start + map->offset;
	if (file->offset == PERFDATA_NOWHERE)
		return ip - map->start + file->address;
	if (file->kind == PERFDATA_NAMED_MODULE)
		return ip - map->start - file->offset + file->address;
	return ip - map->start + map->offset - file->offset + file->address;
}

static void read_functions(struct dso_named *named)
{
	if (__atomic_load_n(&named->is_read, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(named->lock);
	if (!named->is_read) {
		perfdata_named_functions(named->file, &named->functions);
		symbol_table_finish(&named->functions);
		named->names = memory_clear(named->functions.count + 1, sizeof(*named->names));
		__atomic_store_n(&named->is_read, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(named->lock);
}

/* Under the lock. */
static const struct slice *dso_named_make_name(struct dso_named *named,
					       const struct symbol_entry *function)
{
	struct slice *name = arena_alloc(&named->texts, sizeof(*name));
	struct buf text = {0};

	symbol_table_name(&text, function);
	*name = arena_copy(&named->texts, buf_slice(&text));
	buf_release(&text);
	return name;
}

static struct slice dso_named_name_of(struct dso_named *named, const struct symbol_entry *function)
{
	const struct slice **at = &named->names[function - named->functions.at];
	const struct slice *name = __atomic_load_n(at, __ATOMIC_ACQUIRE);

	if (name)
		return *name;
	pthread_mutex_lock(named->lock);
	name = *at;
	if (!name) {
		name = dso_named_make_name(named, function);
		__atomic_store_n(at, name, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(named->lock);
	return *name;
}

/* The function at dso_named_address(). Reads the names once; any thread. */
static bool dso_named_find(struct dso_named *named, uint64_t address, struct perfdata_symbol *found)
{
	const struct symbol_entry *function;

	read_functions(named);
	function = symbol_table_find(&named->functions, address);
	if (!function)
		return false;
	found->name = dso_named_name_of(named, function);
	found->address = address;
	found->start = function->start;
	found->end = function->end;
	return true;
}

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

static bool find_in_module(const struct perfdata_dso *dso, const struct perfdata_map *map,
			   uint64_t ip, struct perfdata_symbol *found)
{
	const struct dso_kernel_module module = {without_brackets(dso->module), map->start};
	const struct dso_kernel *kernel = dso_load_kernel(dso->of);

	return dso_kernel_find_listed(kernel, &module, ip, found) ||
	       (kernel->is_running &&
		dso_kernel_find_own(dso_load_kernel_own(dso->of), &module, ip, found));
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
	case DSO_KERNEL: return dso_kernel_find(dso_load_kernel(dso->of), ip, found);
	case DSO_MODULE: return find_in_module(dso, map, ip, found);
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
			   dso_kernel_find(dso_load_kernel(dsos), ip, symbol);
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

void perfdata_dso_hit(struct perfdata_dso *dso, uint64_t samples, uint64_t nameless)
{
	__atomic_fetch_add(&dso->hits, samples, __ATOMIC_RELAXED);
	if (nameless > 0)
		__atomic_fetch_add(&dso->nameless, nameless, __ATOMIC_RELAXED);
}

bool perfdata_dso_is_partial(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_FILE && !dso->named &&
	       __atomic_load_n(&dso->is_loaded, __ATOMIC_ACQUIRE) && dso->file &&
	       !(dso->code && dso->code->map) && symbol_file_has_only_exports(dso->file);
}

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

void perfdata_dso_frames(struct perfdata_dso *dso, uint64_t address, struct dwarf_frames *frames)
{
	struct symbol_search program;

	if (dso->kind != DSO_FILE || !dso->file) {
		dwarf_frames_reset(frames);
		return;
	}
	program = symbol_file_search(dso->file);
	dwarf_file_frames(dso->debug, &program, address, frames);
}

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

bool perfdata_dso_code(struct perfdata_dso *dso, const struct perfdata_map *map, uint64_t ip,
		       unsigned char *to, size_t size)
{
	struct symbol_search program;
	uint64_t address;

	if (dso->kind != DSO_FILE || dso->may_be_code)
		return false;
	dso_load(dso);
	if (!dso->file ||
	    !symbol_file_address(dso->file, ip - 1 - map->start + map->offset, &address))
		return false;
	program = symbol_file_search(dso->file);
	return cfi_file_code(dso->frames, &program, address + 1, to, size);
}

struct slice perfdata_dso_build_id(const struct perfdata_dso *dso)
{
	return dso->build_id;
}

bool perfdata_dso_is_file(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_FILE && dso->file;
}

bool perfdata_dso_is_vdso(const struct perfdata_dso *dso)
{
	return dso->kind == DSO_VDSO;
}
