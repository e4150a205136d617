/* SPDX-License-Identifier: MIT */
/*
 * elf_symbols.h - the functions of a program or library by its symbol tables, also those of separate debugging
 * information. Used by one thread.
 */
#ifndef FLAMBEAU_ELF_SYMBOLS_H
#define FLAMBEAU_ELF_SYMBOLS_H

#include "common/base/slice.h"

struct elf_symbols;

/* Was it built with libdw? Without, there is nothing to open. */
bool elf_symbols_are_there(void);

/* NULL if the file is no ELF file. */
struct elf_symbols *elf_symbols_open(const char *path);
void elf_symbols_close(struct elf_symbols *symbols);

/* The address of what stands at an offset in the file, by its program headers; false without. */
bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address);

/* The function at an address, empty if none is known. Good until elf_symbols_close(). */
struct slice elf_symbols_find(const struct elf_symbols *symbols, uint64_t address);

#endif
