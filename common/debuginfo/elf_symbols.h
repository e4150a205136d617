/* SPDX-License-Identifier: MIT */
/*
 * elf_symbols.h - the functions of a program or library by its symbol table: the file's own, or its
 * debug file's in /usr/lib/debug. Used by one thread.
 */
#ifndef FLAMBEAU_ELF_SYMBOLS_H
#define FLAMBEAU_ELF_SYMBOLS_H

#include "common/base/slice.h"

struct elf_symbols;

/*
 * NULL if the file is not an ELF file, or not of this build: `build_id` is the bytes of the note,
 * empty where any will do. The file is read once and closed.
 */
struct elf_symbols *elf_symbols_open(const char *path, struct slice build_id);
void elf_symbols_close(struct elf_symbols *symbols);

/* True if it has no symbol table, or one without functions. */
bool elf_symbols_is_empty(const struct elf_symbols *symbols);

/* The address of an offset in the file, by its program headers; false if no segment has it. */
bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address);

/*
 * The function at an address, as it is in the table: not demangled, maybe with a version after an
 * `@`. Empty if none is known. Good until elf_symbols_close().
 */
struct slice elf_symbols_find(const struct elf_symbols *symbols, uint64_t address);

#endif
