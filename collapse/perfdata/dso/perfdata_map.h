/* SPDX-License-Identifier: MIT */
/*
 * perfdata_map.h - mappings of addresses.
 */
#ifndef FLAMBEAU_PERFDATA_MAP_H
#define FLAMBEAU_PERFDATA_MAP_H

#include <stdbool.h>
#include <stdint.h>

/* Addresses of a process, or of the kernel, where a file (or something else) is. */
struct perfdata_map {
	uint64_t start, end; /* end: the first address after it */
	uint64_t
		/* in the file, of start; of a kernel map as in the record, also of a rest */
		offset;
	struct perfdata_dso *dso; /* perfdata_dso_of() has the one that counts */
	uint32_t moment;          /* when it was mapped: perfdata_dsos_moment() */
	bool is_executable;
};

/* The maps of a process at one moment; NULL is none. Two equal pointers are the same maps. */
struct perfdata_maps;

const struct perfdata_map *perfdata_map_find(const struct perfdata_maps *maps, uint64_t address);

#endif
