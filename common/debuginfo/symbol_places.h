/* SPDX-License-Identifier: MIT */
/*
 * symbol_places.h - where files are looked for by their build ids: forms of paths, folders that the
 * user names or that other programs fill, servers.
 */
#ifndef FLAMBEAU_SYMBOL_PLACES_H
#define FLAMBEAU_SYMBOL_PLACES_H

#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/debuginfo/symbol_server.h"

/* Places besides those of the machine. Filled by one thread; any thread may look then. */
struct symbol_places {
	const char **folders;
	size_t count, cap;
	struct symbol_server *server; /* NULL: none may be asked; the caller's */
	struct arena arena;
};

/*
 * Folders like /usr/lib/debug, perf's cache (perf archive, ~/.debug) or debuginfod's. The text is
 * copied.
 */
void symbol_places_add(struct symbol_places *places, struct slice folder);

/* The caches of debuginfod's clients that exist, by the environment. */
void symbol_places_add_caches(struct symbol_places *places);

void symbol_places_release(struct symbol_places *places);

/* The facts that a form is filled with; empty: not known. */
struct symbol_place {
	struct slice path;     /* of the program, begins with `/` */
	struct slice link;     /* .gnu_debuglink */
	struct slice build_id; /* bytes */
	struct slice release;  /* of a kernel */
};

/*
 * Append a path by its form: %p path, %f folder of it with its slash, %n its last name, %l link,
 * %i build id, %b build id as "xx/yyyy", %r release, %h the home of the caller. False if a fact is
 * not known. A NUL follows the path, and does not count.
 */
bool symbol_place_add(struct buf *out, const char *form, const struct symbol_place *facts);

#endif
