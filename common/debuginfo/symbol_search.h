/* SPDX-License-Identifier: MIT */
/*
 * symbol_search.h - finds a program on a machine and the files that have its symbols: beside it, by
 * debug link or build ID, on symbol servers.
 */
#ifndef FLAMBEAU_SYMBOL_SEARCH_H
#define FLAMBEAU_SYMBOL_SEARCH_H

#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/base/slice.h"
#include "common/debuginfo/elf_file.h"
#include "common/debuginfo/file_identity.h"

/*
 * .gnu_debuglink: the name and the checksum of the file that a program's symbols
 * were moved to.
 */

struct debug_link {
	char name[256]; /* of a file, without folders; empty: there is no link */
	uint32_t checksum;
};

/*
 * Files by their build ids from the servers of DEBUGINFOD_URLS, by libdebuginfod,
 * which keeps them in its cache. The library is loaded when the first file is asked for. Any thread
 * may ask; one at a time is served.
 */

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

/*
 * Where files are looked for by their build ids: forms of paths, folders that the
 * user names or that other programs fill, servers.
 */

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

/*
 * The result of the search for a program's symbols.
 */

enum symbol_file_state {
	SYMBOL_FILE_UNREAD,
	SYMBOL_FILE_GOOD,
	SYMBOL_FILE_MISSING,  /* there is no such file */
	SYMBOL_FILE_FOREIGN,  /* its build id differs */
	SYMBOL_FILE_STRIPPED, /* it has no symbols */
	SYMBOL_FILE_DAMAGED,  /* no ELF file, or cut */
};

/* A search for one program. The caller sets the first seven, the others are zero. */
struct symbol_search {
	const char *root;               /* NULL: this machine */
	const char *path;               /* of the program, below the root */
	struct slice build_id;          /* empty: any will do */
	const struct file_stamp *stamp; /* of the file at the path; NULL: any will do */
	struct buf *opened; /* NULL, or gets the path of each file that is opened, below the root */
	const struct symbol_places *places; /* more of them; NULL: none */
	bool may_download;                  /* a debug file from the server of `places` */

	bool is_outside; /* the file opened last is in one of `places`, not below the root */
	struct debug_link link;
	unsigned char id[ELF_BUILD_ID]; /* the program's own */
	size_t id_size;
	size_t place; /* the next to look at */
};

/*
 * The program: at its path, or a copy by its build id; else its debug file, in which
 * the sizes of segments with code are 0. If it returns SYMBOL_FILE_GOOD, `program` is the caller's
 * to close.
 */
enum symbol_file_state symbol_search_program(struct symbol_search *search,
					     struct elf_file *program);

/* True if the file has this build id. */
bool symbol_search_fits(const struct elf_file *file, struct slice id);

/*
 * Then the next of the other files that belong to it; false: there are no more. The caller's to
 * close.
 */
bool symbol_search_next(struct symbol_search *search, struct elf_file *file);

#endif
