/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_named.h"

#include "collapse/perfdata/container/recording_named.h"
#include "collapse/perfdata/dso/perfdata_map.h"
#include "common/memory/memory.h"

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

	if (!perfdata_is_simpleperf(recording))
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
	hash_index_release(&table->by_file);
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

	while ((i = hash_index_next(&table->by_file, hash, &at)) != HASH_NONE) {
		if (table->at[i]->file == file && table->at[i]->in_memory == in_memory)
			return table->at[i];
	}
	named = memory_clear(1, sizeof(*named));
	named->file = file;
	named->in_memory = in_memory;
	named->lock = lock;
	table->at = memory_grow(table->at, &table->cap, table->count + 1,
				sizeof(struct dso_named *));
	hash_index_add(&table->by_file, hash, (uint32_t)table->count);
	table->at[table->count++] = named;
	return named;
}

bool dso_named_is_elf(const struct dso_named *named)
{
	return named->file->kind == PERFDATA_NAMED_ELF && !named->in_memory;
}

/* An address of the file lies at an offset of the file, or in memory; else at the start of a map. */
uint64_t dso_named_address(const struct dso_named *named, const struct perfdata_map *map,
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

bool dso_named_find(struct dso_named *named, uint64_t address, struct perfdata_symbol *found)
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
