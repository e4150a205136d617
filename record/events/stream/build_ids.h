/* SPDX-License-Identifier: MIT */
/*
 * build_ids.h - which build the files are that processes map, read once a file.
 */
#ifndef FLAMBEAU_BUILD_IDS_H
#define FLAMBEAU_BUILD_IDS_H

#include <sys/types.h>

#include "common/base/slice.h"

/* As a record of a map holds it. */
struct build_id {
	size_t size;
	unsigned char bytes[20];
};

/* A file as /proc/PID/maps names it. */
struct build_id_file {
	uint64_t major, minor, inode;
};

struct build_id_cache;

struct build_id_cache *build_id_cache_new(void);
void build_id_cache_free(struct build_id_cache *cache);

/*
 * The build id of a file that a process maps; NULL if it has none, cannot be read, or another file
 * is at that path now. Good until the next call.
 */
const struct build_id *build_id_of(struct build_id_cache *cache, pid_t process, struct slice path,
				   struct build_id_file file);

#endif
