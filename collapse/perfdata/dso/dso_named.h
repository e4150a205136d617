/* SPDX-License-Identifier: MIT */
/*
 * dso_named.h - functions that the recording itself names (recording_named.h): the names of these very
 * files, proved by the recorder. Only dso*.c include it.
 */
#ifndef FLAMBEAU_DSO_NAMED_H
#define FLAMBEAU_DSO_NAMED_H

#include <pthread.h>

#include "collapse/perfdata/dso/dso_kind.h"
#include "common/table/hash.h"

struct perfdata_named_file;
struct dso_named;

/* The file of a key of which the recording names functions; NULL: there is none. */
const struct perfdata_named_file *dso_named_file(const struct perfdata *recording,
						 enum dso_kind kind,
						 const struct perfdata_dso_key *key);

/* True if functions of the file have other addresses in every process: they are found in memory. */
bool dso_named_is_of_process(const struct perfdata_named_file *file);

/* One for each file, however many dsos its path is, so that its names are read once. Zeroed, empty. */
struct dso_named_table {
	struct dso_named **at;
	size_t count, cap;
	struct hash_slots by_file;
};

void dso_named_release(struct dso_named_table *table);

/* `in_memory`: addresses of functions are those in memory. `lock` outlives the table. One thread. */
struct dso_named *dso_named_get(struct dso_named_table *table,
				const struct perfdata_named_file *file, bool in_memory,
				pthread_mutex_t *lock);

/*
 * The address by which a function is found; of an ELF file, its own (ELF virtual address). `map` may be
 * NULL if it is the kernel's.
 */
uint64_t dso_named_address(const struct dso_named *named, const struct perfdata_map *map,
			   uint64_t ip);

/* True if dso_named_address() is one in an ELF file, which may have more symbols. */
bool dso_named_is_elf(const struct dso_named *named);

/* The function at dso_named_address(). Reads the names once; any thread. */
bool dso_named_find(struct dso_named *named, uint64_t address, struct perfdata_symbol *found);

#endif
