/* SPDX-License-Identifier: MIT */
/*
 * symbol_server.h - files by their build ids from the servers of DEBUGINFOD_URLS, by libdebuginfod,
 * which keeps them in its cache. The library is loaded when the first file is asked for. Any thread
 * may ask; one at a time is served.
 */
#ifndef FLAMBEAU_SYMBOL_SERVER_H
#define FLAMBEAU_SYMBOL_SERVER_H

#include "common/base/slice.h"

struct symbol_server;

struct symbol_server *symbol_server_new(void);
void symbol_server_free(struct symbol_server *server);

enum symbol_wanted {
	SYMBOL_WANTED_PROGRAM,
	SYMBOL_WANTED_DEBUG,
};

/*
 * A descriptor of the file for reading, which is not proved to have the build id; -1: no server has
 * it. `name` is for what is shown on a terminal when it takes longer than a second. After a failure
 * other than that no server has the file, which is said, nothing is asked any more. A signal that
 * ends the program ends a download first.
 */
int symbol_server_open(struct symbol_server *server, enum symbol_wanted wanted,
		       struct slice build_id, struct slice name);

#endif
