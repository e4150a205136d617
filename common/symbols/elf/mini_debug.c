/* SPDX-License-Identifier: MIT */
#include "common/symbols/elf/mini_debug.h"

#include "common/io/decompress.h"

enum {
	MOST = 256 << 20, /* bytes of the file */
	STEP = 1 << 16,
};

static bool decompress(struct buf *out, struct decoder *decoder, struct slice in)
{
	while (out->len < MOST) {
		const size_t before = in.len;
		size_t room = STEP;

		if (!decoder_run(decoder, &in, buf_reserve(out, STEP), &room))
			return false;
		out->len += STEP - room;
		if (room == STEP && in.len == before)
			return decoder_is_whole(decoder);
	}
	return false;
}

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
		  decompress(out, decoder, slice_of((const char *)bytes, (size_t)section->size));
	free(bytes);
	if (!decoder)
		return MINI_DEBUG_NO_XZ;
	decoder_free(decoder);
	return is_good ? MINI_DEBUG_READ : MINI_DEBUG_NONE;
}
