/* SPDX-License-Identifier: MIT */
/*
 * elf_file.h - the parts of a file in the Executable and Linkable Format, of 32 or 64 bits and either order of bytes.
 * Needs no library and no header of the system: libflamesample reads by it in programs of others. Used by
 * one thread.
 */
#ifndef FLAMBEAU_ELF_FILE_H
#define FLAMBEAU_ELF_FILE_H

#include "common/base/slice.h"

/* Types of sections and segments (System V ABI, chapters 4 and 5). */
enum {
	ELF_SECTION_SYMTAB = 2,
	ELF_SECTION_NOTE = 7,
	ELF_SECTION_NOBITS = 8,
	ELF_SECTION_DYNSYM = 11,
	ELF_SEGMENT_LOAD = 1,
};

enum { ELF_BUILD_ID = 64 }; /* bytes at most */

struct elf_section {
	uint32_t type, link;   /* the section that it needs, the texts of a symbol table's names */
	uint64_t address;      /* where it is loaded */
	uint64_t offset, size; /* bytes, in the file */
};

struct elf_segment {
	uint32_t type;
	uint64_t offset, size; /* bytes, in the file */
	uint64_t address;      /* of the first byte */
};

struct elf_file {
	int fd;
	uint64_t size;
	bool is_big_endian;
	unsigned word; /* bytes of an address: 4 or 8 */
	struct elf_section *sections;
	struct elf_segment *segments;
	size_t section_count, segment_count;
};

/* False if it is no regular file or not of this format; there is nothing to close then. */
bool elf_file_open(struct elf_file *elf, const char *path);
void elf_file_close(struct elf_file *elf);

/* A section's bytes and a zero behind them; NULL if they are not in the file. The caller's to free(). */
unsigned char *elf_file_read(const struct elf_file *elf, const struct elf_section *section);

/* Take a number of 1, 2, 4 or 8 bytes off what *at leads to. */
uint64_t elf_file_take(const struct elf_file *elf, const unsigned char **at, unsigned size);

/* What tells this build from others, in `id` of ELF_BUILD_ID bytes: how many they are. 0: it has none. */
size_t elf_file_build_id(const struct elf_file *elf, unsigned char *id);

#endif
