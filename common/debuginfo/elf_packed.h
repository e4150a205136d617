/* SPDX-License-Identifier: MIT */
/*
 * elf_packed.h - compressed bytes in ELF files: sections with SHF_COMPRESSED (System V ABI, chapter
 * 4, "Section Compression"), those of older GNU tools (".zdebug_info"), and .gnu_debugdata, an ELF
 * file with the local functions of a stripped program.
 *
 * A few bytes can decompress to gigabytes, so the bytes that are made of a file are limited by its
 * size. Debugging information becomes 3 to 20 times as large.
 */
#ifndef FLAMBEAU_ELF_PACKED_H
#define FLAMBEAU_ELF_PACKED_H

#include "common/base/buf.h"
#include "common/debuginfo/elf_file.h"

enum { ELF_PACKED_TIMES = 32 }; /* bytes at most for each byte of the file, of all its sections */

/* Bytes that may be made of a file's sections, to begin with. */
static inline uint64_t elf_packed_limit(const struct elf_file *elf)
{
	return elf->size <= UINT64_MAX / ELF_PACKED_TIMES ? elf->size * ELF_PACKED_TIMES
							  : UINT64_MAX;
}

enum elf_packing { ELF_PLAIN, ELF_PACKED, ELF_PACKED_OLD };

/* The section of that name, ".debug_info", or of its older name, ".zdebug_info"; NULL: neither. */
const struct elf_section *elf_packed_find(const struct elf_file *elf, struct slice name,
					  enum elf_packing *packing);

/*
 * Decompress the bytes of such a section. NULL, and nothing is taken off *left, if they are
 * damaged, this build cannot decompress them, or they become more than *left. *size: the bytes that
 * are returned, without the zero that follows them. The caller's to free().
 */
unsigned char *elf_packed_read(const struct elf_file *elf, enum elf_packing packing,
			       struct slice bytes, uint64_t *left, size_t *size);

enum mini_debug {
	MINI_DEBUG_NONE, /* or damaged, or too large */
	MINI_DEBUG_READ,
	MINI_DEBUG_NO_XZ, /* this build cannot decompress it */
};

/* Append the bytes of .gnu_debugdata; those before the fault if it is not MINI_DEBUG_READ. */
enum mini_debug mini_debug_read(struct buf *out, const struct elf_file *program);

#endif
