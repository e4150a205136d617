/* SPDX-License-Identifier: MIT */
/*
 * elf_symbols.h - the functions of a program or library by its symbol table: the file's own, or its
 * debug file's in /usr/lib/debug. Used by one thread.
 */
#ifndef FLAMBEAU_ELF_SYMBOLS_H
#define FLAMBEAU_ELF_SYMBOLS_H

#include "common/base/slice.h"
#include "common/debuginfo/elf_file.h"

/*
 * A row of an ELF file's symbol table.
 */

/* System V ABI, chapter 4, "Symbol Table". */
enum {
	ELF_TYPE_NONE = 0,
	ELF_TYPE_OBJECT = 1,
	ELF_TYPE_FUNCTION = 2,
	ELF_TYPE_INDIRECT = 10, /* a function that returns the address of the one to be called */
	ELF_BINDING_LOCAL = 0,
	ELF_BINDING_GLOBAL = 1,
	ELF_BINDING_WEAK = 2,
	ELF_INDEX_NONE = 0,           /* defined in another file */
	ELF_INDEX_RESERVED = 0xff00,  /* from here on */
	ELF_INDEX_ELSEWHERE = 0xffff, /* in a section of type ELF_SECTION_INDICES */
};

struct elf_symbol_row {
	uint64_t address, size;
	uint32_t name; /* in the texts */
	unsigned type, binding, section;
};

static inline size_t elf_symbol_row_size(const struct elf_file *elf)
{
	return 8 + 2 * elf->word;
}

static inline struct elf_symbol_row elf_symbol_row_take(const struct elf_file *elf,
							const unsigned char **at)
{
	struct elf_symbol_row row = {.name = (uint32_t)elf_file_take(elf, at, 4)};
	const bool ends_with_address = elf->word == 8;
	unsigned info;

	if (!ends_with_address) {
		row.address = elf_file_take(elf, at, 4);
		row.size = elf_file_take(elf, at, 4);
	}
	info = (unsigned)elf_file_take(elf, at, 1);
	row.type = info & 15;
	row.binding = info >> 4;
	++*at;
	row.section = (unsigned)elf_file_take(elf, at, 2);
	if (ends_with_address) {
		row.address = elf_file_take(elf, at, 8);
		row.size = elf_file_take(elf, at, 8);
	}
	return row;
}

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
