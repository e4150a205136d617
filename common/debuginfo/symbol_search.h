/* SPDX-License-Identifier: MIT */
/*
 * symbol_search.h - finds a program on a machine, and the files that have its symbols.
 */
#ifndef FLAMBEAU_SYMBOL_SEARCH_H
#define FLAMBEAU_SYMBOL_SEARCH_H

#include "common/debuginfo/debug_link.h"
#include "common/debuginfo/file_identity.h"
#include "common/debuginfo/symbol_places.h"
#include "common/debuginfo/symbol_state.h"

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
 * The program: at its path, or a copy by its build id; if there is none its debug file, in which
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
