/* SPDX-License-Identifier: MIT */
/*
 * guarded_map.h - a regular file mapped read-only. While a map exists, SIGBUS (the file has
 * become shorter) ends the program with a message and EXIT_DATA: a signal handler that jumps is
 * not safe with threads. A library, whose signals are its host's, reads the file into memory
 * instead.
 */
#ifndef FLAMBEAU_GUARDED_MAP_H
#define FLAMBEAU_GUARDED_MAP_H

#include <time.h>

#include "common/base/slice.h"

struct guarded_map {
	struct slice bytes; /* empty for an empty file */
	int64_t written;    /* os_written() of the file */
};

/* False after a message: not there, not a regular file, not mappable. */
bool guarded_map_open(struct guarded_map *map, const char *path);
/* Map an open file, which the caller still owns. False with errno set, without a message. */
bool guarded_map_fd(struct guarded_map *map, int fd);
void guarded_map_close(struct guarded_map *map);

/*
 * Give back the memory of bytes of a map that will hardly be read again; if they are, they are
 * read from the file.
 */
void guarded_map_forget(const char *from, const char *to);

#endif
