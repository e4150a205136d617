/* SPDX-License-Identifier: MIT */
/*
 * elf_file.h - the parts of a file in the Executable and Linkable Format, of 32 or 64 bits and
 * either order of bytes. Needs no library and no header of the system: libflamesample reads by it
 * in programs of others. Used by one thread.
 */
#ifndef FLAMBEAU_ELF_FILE_H
#define FLAMBEAU_ELF_FILE_H

#include "common/base/slice.h"

/* Types of sections and segments (System V ABI, chapters 4 and 5). */
enum {
	ELF_SECTION_SYMTAB = 2,
	ELF_SECTION_RELA = 4, /* relocations with addends */
	ELF_SECTION_NOTE = 7,
	ELF_SECTION_NOBITS = 8,
	ELF_SECTION_REL = 9,
	ELF_SECTION_DYNSYM = 11,
	ELF_SECTION_INDICES =
		18, /* of a symbol table: the sections whose numbers have more than 16 bits */
	ELF_SEGMENT_LOAD = 1,
	ELF_SEGMENT_NOTE = 4,
	ELF_SEGMENT_FRAMES = 0x6474e550, /* .eh_frame_hdr */
};

/* Processors (e_machine). */
enum {
	ELF_I386 = 3,
	ELF_PPC64 = 21,
	ELF_ARM = 40,
	ELF_X86_64 = 62,
	ELF_AARCH64 = 183,
	ELF_RISCV = 243,
};

enum { ELF_BUILD_ID = 64 }; /* bytes at most */

struct elf_section {
	uint32_t name;         /* for elf_file_section_name() */
	uint32_t type, link;   /* the section that it needs, the texts of a symbol table's names */
	uint64_t address;      /* where it is loaded */
	uint64_t offset, size; /* bytes, in the file */
	uint64_t row_size;     /* bytes, of a table; 0: it is none */
	bool is_compressed;    /* begins with a header for the compression */
};

struct elf_segment {
	uint32_t type;
	bool is_executable;
	uint64_t offset, size; /* bytes, in the file */
	uint64_t address;      /* of the first byte */
	uint64_t memory_size;  /* bytes, when it is loaded */
};

struct elf_file {
	int fd;            /* -1: in memory */
	const char *bytes; /* there */
	uint64_t size;
	bool is_big_endian;
	bool is_cut;   /* its header leads to what is not there */
	unsigned word; /* bytes of an address: 4 or 8 */
	unsigned machine;
	struct elf_section *sections;
	struct elf_segment *segments;
	size_t section_count, segment_count;
	unsigned char *names; /* of sections, with a zero at their end */
	size_t names_size;
};

/* False if it is not a regular file or not of this format; there is nothing to close then. */
bool elf_file_open(struct elf_file *elf, const char *path);
/*
 * Like elf_file_open() for an open file. elf_file_close() closes it, and so does this function if
 * it returns false.
 */
bool elf_file_open_fd(struct elf_file *elf, int fd);
/* Like elf_file_open() for a file in memory, which must outlive `elf`. */
bool elf_file_open_bytes(struct elf_file *elf, struct slice bytes);
void elf_file_close(struct elf_file *elf);

/* Bytes at an offset; false if the file does not have them. */
bool elf_file_get(const struct elf_file *elf, void *to, uint64_t size, uint64_t offset);

/*
 * A section's bytes, followed by a zero; NULL if they are not in the file, or are more than 2 GiB.
 * The caller's to free().
 */
unsigned char *elf_file_read(const struct elf_file *elf, const struct elf_section *section);

/* Empty without a name. */
struct slice elf_file_section_name(const struct elf_file *elf, const struct elf_section *section);
/* The first of that name; NULL if none exists. */
const struct elf_section *elf_file_find(const struct elf_file *elf, struct slice name);

/* Take a number of 1, 2, 4 or 8 bytes off what *at leads to. */
uint64_t elf_file_take(const struct elf_file *elf, const unsigned char **at, unsigned size);

/*
 * Copy the build id, which identifies this build, into `id` of ELF_BUILD_ID bytes. Returns its
 * length; 0: none.
 */
size_t elf_file_build_id(const struct elf_file *elf, unsigned char *id);

/* The same of the kernel that runs. */
size_t elf_kernel_build_id(unsigned char *id);

#endif
