/* SPDX-License-Identifier: MIT */
/*
 * symbol_file.h - the symbols of a program or library, wherever on this machine they are: its own
 * tables, a debug file, the slots of its PLT. Nothing is opened before the first question. Any
 * thread may ask.
 */
#ifndef FLAMBEAU_SYMBOL_FILE_H
#define FLAMBEAU_SYMBOL_FILE_H

#include "common/base/slice.h"
#include "common/debuginfo/symbol_search.h"

struct symbol {
	struct slice name;   /* demangled; lives as long as the file */
	uint64_t start, end; /* virtual addresses of the file */
};

struct symbol_file;

/* `root` (NULL: none), path and build_id (empty: any will do) are copied. */
struct symbol_file *symbol_file_new(const char *root, struct slice path, struct slice build_id);
/*
 * The file offset at which the code was mapped, a multiple of a page; needed where only a debug file
 * is found. Before the first question.
 */
void symbol_file_code_at(struct symbol_file *file, uint64_t offset);

/* Before the first question; `places` must outlive the file. */
void symbol_file_look_in(struct symbol_file *file, const struct symbol_places *places);
/* Use the file at the path only with this stamp, which is copied. Before the first question. */
void symbol_file_expect(struct symbol_file *file, const struct file_stamp *stamp);
void symbol_file_free(struct symbol_file *file);

/*
 * The virtual address of what lies at an offset of the file, by its program headers; false without.
 */
bool symbol_file_address(struct symbol_file *file, uint64_t offset, uint64_t *address);

/* The symbol at a virtual address; false if none exists. */
bool symbol_file_find(struct symbol_file *file, uint64_t address, struct symbol *symbol);

/* A search that begins at the program: the strings live as long as the file. */
struct symbol_search symbol_file_search(const struct symbol_file *file);

enum symbol_file_state symbol_file_state(const struct symbol_file *file);

/*
 * True if it was stripped of all symbols but those that other files may use. Only after the first
 * question.
 */
bool symbol_file_has_only_exports(const struct symbol_file *file);

/*
 * True if it has symbols compressed with xz, whose library is missing. Only after the first
 * question.
 */
bool symbol_file_lacks_xz(const struct symbol_file *file);

#endif
