/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/debug_link.h"

#include "common/base/memory.h"

enum { CHUNK = 1 << 16 };

void debug_link_read(struct debug_link *link, const struct elf_file *elf)
{
	const struct elf_section *section = elf_file_find(elf, SLICE(".gnu_debuglink"));
	unsigned char *bytes = section ? elf_file_read(elf, section) : NULL;
	struct slice name = bytes ? slice_from((const char *)bytes) : SLICE("");
	const size_t at = (name.len + 1 + 3) / 4 * 4;

	*link = (struct debug_link){.name = ""};
	if (name.len > 0 && name.len < sizeof(link->name) && slice_find(name, '/') == SLICE_NONE &&
	    section->size >= at + 4) {
		const unsigned char *checksum = bytes + at;

		memcpy(link->name, name.ptr, name.len);
		link->checksum = (uint32_t)elf_file_take(elf, &checksum, 4);
	}
	free(bytes);
}

/* CRC-32 (ISO 3309), the bits reversed. */
static uint32_t checksum_of(uint32_t sum, struct slice bytes)
{
	uint32_t table[256], i;
	size_t at;
	unsigned bit;

	for (i = 0; i < ARRAY_LEN(table); i++) {
		table[i] = i;
		for (bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	sum = ~sum;
	for (at = 0; at < bytes.len; at++)
		sum = table[(sum ^ (unsigned char)bytes.ptr[at]) & 0xff] ^ sum >> 8;
	return ~sum;
}

bool debug_link_fits(const struct debug_link *link, const struct elf_file *file)
{
	char *chunk = memory_get(CHUNK);
	uint64_t at, size;
	uint32_t sum = 0;

	for (at = 0; at < file->size; at += size) {
		size = file->size - at < CHUNK ? file->size - at : CHUNK;
		if (!elf_file_get(file, chunk, size, at))
			break;
		sum = checksum_of(sum, slice_of(chunk, (size_t)size));
	}
	free(chunk);
	return at >= file->size && sum == link->checksum;
}
