/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/elf_packed.h"

#include "common/base/memory.h"
#include "common/io/decompress.h"

/* Types of compression (System V ABI, chapter 4, "Section Compression"). */
enum { TYPE_ZLIB = 1, TYPE_ZSTD = 2 };

enum {
	WINDOW_LOG = 27, /* of zstd: 128 MiB */
};

/* A section's compression, from its header, and the bytes after that header. */
struct packed {
	enum compression kind;
	uint64_t size; /* decompressed, in bytes */
	struct slice bytes;
};

/* Take a number off the front; false if it is not there. */
static bool packed_take(const struct elf_file *elf, struct slice *bytes, unsigned size,
			uint64_t *value)
{
	const unsigned char *at = (const unsigned char *)bytes->ptr;

	if (bytes->len < size)
		return false;
	*value = elf_file_take(elf, &at, size);
	*bytes = slice_tail(*bytes, size);
	return true;
}

static bool packed_header(struct packed *packed, const struct elf_file *elf, struct slice bytes)
{
	uint64_t type, rest;

	if (!packed_take(elf, &bytes, 4, &type) ||
	    (elf->word == 8 && !packed_take(elf, &bytes, 4, &rest)) ||
	    !packed_take(elf, &bytes, elf->word, &packed->size) ||
	    !packed_take(elf, &bytes, elf->word, &rest)) /* alignment */
		return false;
	packed->kind = type == TYPE_ZLIB   ? COMPRESSION_ZLIB
		       : type == TYPE_ZSTD ? COMPRESSION_ZSTD
					   : COMPRESSION_NONE;
	packed->bytes = bytes;
	return packed->kind != COMPRESSION_NONE;
}

/* "ZLIB" and the size, its highest byte first. */
static bool packed_old_header(struct packed *packed, struct slice bytes)
{
	const struct elf_file big = {.is_big_endian = true};

	packed->kind = COMPRESSION_ZLIB;
	if (!slice_skip(&bytes, SLICE("ZLIB")) || !packed_take(&big, &bytes, 8, &packed->size))
		return false;
	packed->bytes = bytes;
	return true;
}

static bool packed_decompress(const struct packed *packed, unsigned char *to)
{
	struct slice in = packed->bytes;
	size_t room = (size_t)packed->size, before;
	struct decoder *decoder;
	bool is_good = true;

	if (decompress_at_once(packed->kind, in, (char *)to, room))
		return true;
	decoder = decoder_new(packed->kind);
	if (!decoder)
		return false;
	if (packed->kind == COMPRESSION_ZSTD)
		decoder_limit_window(decoder, WINDOW_LOG);
	do {
		before = room;
		is_good = decoder_run(decoder, &in, (char *)to + (packed->size - room), &room);
	} while (is_good && room > 0 && room < before);
	decoder_free(decoder);
	return is_good && room == 0;
}

unsigned char *elf_packed_read(const struct elf_file *elf, enum elf_packing packing,
			       struct slice bytes, uint64_t *left, size_t *size)
{
	struct packed packed;
	unsigned char *to;

	if (!(packing == ELF_PACKED_OLD ? packed_old_header(&packed, bytes)
					: packed_header(&packed, elf, bytes)) ||
	    packed.size == 0 || packed.size > *left || packed.size >= SIZE_MAX / 2)
		return NULL;
	to = memory_large((size_t)packed.size + 1);
	if (!packed_decompress(&packed, to)) {
		free(to);
		return NULL;
	}
	*left -= packed.size;
	*size = (size_t)packed.size;
	to[*size] = '\0';
	return to;
}

const struct elf_section *elf_packed_find(const struct elf_file *elf, struct slice name,
					  enum elf_packing *packing)
{
	const struct elf_section *section = elf_file_find(elf, name);
	char old[32] = ".z";

	*packing = section && section->is_compressed ? ELF_PACKED : ELF_PLAIN;
	if (section || name.len + 2 > sizeof(old))
		return section;
	memcpy(old + 2, name.ptr + 1, name.len - 1);
	*packing = ELF_PACKED_OLD;
	return elf_file_find(elf, slice_from(old));
}

/* ---- .gnu_debugdata ---- */

enum mini_debug mini_debug_read(struct buf *out, const struct elf_file *program)
{
	const struct elf_section *section = elf_file_find(program, SLICE(".gnu_debugdata"));
	unsigned char *bytes = section ? elf_file_read(program, section) : NULL;
	struct decoder *decoder;
	bool is_good;

	if (!bytes)
		return MINI_DEBUG_NONE;
	decoder = decoder_new(COMPRESSION_XZ);
	is_good = decoder &&
		  decoder_run_all(decoder, slice_of((const char *)bytes, (size_t)section->size),
				  out, elf_packed_limit(program));
	free(bytes);
	if (!decoder)
		return MINI_DEBUG_NO_XZ;
	decoder_free(decoder);
	return is_good ? MINI_DEBUG_READ : MINI_DEBUG_NONE;
}
