/* SPDX-License-Identifier: MIT */
#include "common/symbols/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory/memory.h"

enum {
	IDENT = 16, /* bytes, of which the fifth and sixth say how the others are to be read */
	LONGEST_HEADER = 64,
	NOTE_HEAD = 12,
	NOTE_BUILD_ID = 3,
};

uint64_t elf_file_take(const struct elf_file *elf, const unsigned char **at, unsigned size)
{
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < size; i++)
		value = value << 8 | (*at)[elf->is_big_endian ? i : size - 1 - i];
	*at += size;
	return value;
}

static uint32_t take_32(const struct elf_file *elf, const unsigned char **at)
{
	return (uint32_t)elf_file_take(elf, at, 4);
}

static uint64_t take_word(const struct elf_file *elf, const unsigned char **at)
{
	return elf_file_take(elf, at, elf->word);
}

static bool read_at(const struct elf_file *elf, void *to, uint64_t size, uint64_t at)
{
	unsigned char *next = to;

	if (size > elf->size || at > elf->size - size)
		return false;
	while (size > 0) {
		const ssize_t got = pread(elf->fd, next, (size_t)size, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		next += got;
		at += (uint64_t)got;
		size -= (uint64_t)got;
	}
	return true;
}

unsigned char *elf_file_read(const struct elf_file *elf, const struct elf_section *section)
{
	unsigned char *bytes;

	if (section->type == ELF_SECTION_NOBITS || section->size > elf->size)
		return NULL;
	bytes = memory_get((size_t)section->size + 1);
	if (!read_at(elf, bytes, section->size, section->offset)) {
		free(bytes);
		return NULL;
	}
	bytes[section->size] = '\0';
	return bytes;
}

/* ---- The header and what it leads to ---- */

/* Where rows of a table are, as the header says. */
struct rows {
	uint64_t offset;
	size_t count, size; /* of each */
};

/* Their bytes; NULL if they are not in the file, or not what they should be. The caller's to free(). */
static unsigned char *read_rows(const struct elf_file *elf, const struct rows *rows, size_t size)
{
	const struct elf_section all = {.offset = rows->offset, .size = rows->count * size};

	return rows->count > 0 && rows->size == size ? elf_file_read(elf, &all) : NULL;
}

static void read_sections(struct elf_file *elf, const struct rows *rows)
{
	unsigned char *bytes = read_rows(elf, rows, 16 + 6 * elf->word);
	size_t i;

	if (!bytes)
		return;
	elf->sections = memory_get(rows->count * sizeof(*elf->sections));
	elf->section_count = rows->count;
	for (i = 0; i < rows->count; i++) {
		const unsigned char *at = bytes + i * rows->size + 4; /* behind its name */
		struct elf_section *section = &elf->sections[i];

		section->type = take_32(elf, &at);
		at += elf->word; /* flags */
		section->address = take_word(elf, &at);
		section->offset = take_word(elf, &at);
		section->size = take_word(elf, &at);
		section->link = take_32(elf, &at);
	}
	free(bytes);
}

static void read_segments(struct elf_file *elf, const struct rows *rows)
{
	unsigned char *bytes = read_rows(elf, rows, 8 + 6 * elf->word);
	size_t i;

	if (!bytes)
		return;
	elf->segments = memory_get(rows->count * sizeof(*elf->segments));
	elf->segment_count = rows->count;
	for (i = 0; i < rows->count; i++) {
		const unsigned char *at = bytes + i * rows->size;
		struct elf_segment *segment = &elf->segments[i];

		segment->type = take_32(elf, &at);
		at += elf->word == 8 ? 4 : 0; /* flags, which are further behind in 32 bits */
		segment->offset = take_word(elf, &at);
		segment->address = take_word(elf, &at);
		at += elf->word; /* the physical address */
		segment->size = take_word(elf, &at);
	}
	free(bytes);
}

static bool read_ident(struct elf_file *elf)
{
	unsigned char ident[IDENT];

	if (!read_at(elf, ident, IDENT, 0) || memcmp(ident, "\177ELF", 4) != 0 || ident[4] < 1 ||
	    ident[4] > 2 || ident[5] < 1 || ident[5] > 2)
		return false;
	elf->word = ident[4] == 2 ? 8 : 4;
	elf->is_big_endian = ident[5] == 2;
	return true;
}

static bool read_header(struct elf_file *elf)
{
	unsigned char header[LONGEST_HEADER];
	const unsigned char *at = header + IDENT + 8; /* behind type, machine, version */
	struct rows segments, sections;

	if (!read_ident(elf) || !read_at(elf, header, 40 + 3 * elf->word, 0))
		return false;
	at += elf->word; /* where the program starts */
	segments.offset = take_word(elf, &at);
	sections.offset = take_word(elf, &at);
	at += 6; /* flags, the header's own size */
	segments.size = (size_t)elf_file_take(elf, &at, 2);
	segments.count = (size_t)elf_file_take(elf, &at, 2);
	sections.size = (size_t)elf_file_take(elf, &at, 2);
	sections.count = (size_t)elf_file_take(elf, &at, 2);
	read_segments(elf, &segments);
	read_sections(elf, &sections);
	return true;
}

bool elf_file_open(struct elf_file *elf, const char *path)
{
	struct stat status;

	*elf = (struct elf_file){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
	if (elf->fd < 0)
		return false;
	if (fstat(elf->fd, &status) == 0 && S_ISREG(status.st_mode)) {
		elf->size = (uint64_t)status.st_size;
		if (read_header(elf))
			return true;
	}
	elf_file_close(elf);
	return false;
}

void elf_file_close(struct elf_file *elf)
{
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->sections);
	free(elf->segments);
	*elf = (struct elf_file){.fd = -1};
}

/* ---- Notes ---- */

static uint64_t padded(uint64_t size)
{
	return (size + 3) / 4 * 4;
}

/* Among the notes of a section. */
static size_t find_build_id(const struct elf_file *elf, struct slice notes, unsigned char *id)
{
	while (notes.len >= NOTE_HEAD) {
		const unsigned char *at = (const unsigned char *)notes.ptr;
		const uint64_t name = take_32(elf, &at), size = take_32(elf, &at);
		const uint32_t type = take_32(elf, &at);
		const uint64_t whole = NOTE_HEAD + padded(name) + padded(size);

		if (whole > notes.len)
			return 0;
		if (type == NOTE_BUILD_ID && name == 4 && memcmp(at, "GNU", 4) == 0 &&
		    size <= ELF_BUILD_ID) {
			memcpy(id, at + 4, (size_t)size);
			return (size_t)size;
		}
		notes = slice_tail(notes, (size_t)whole);
	}
	return 0;
}

size_t elf_file_build_id(const struct elf_file *elf, unsigned char *id)
{
	size_t i, size = 0;

	for (i = 0; i < elf->section_count && size == 0; i++) {
		const struct elf_section *section = &elf->sections[i];
		unsigned char *bytes;

		if (section->type != ELF_SECTION_NOTE || !(bytes = elf_file_read(elf, section)))
			continue;
		size = find_build_id(elf, slice_of((const char *)bytes, (size_t)section->size), id);
		free(bytes);
	}
	return size;
}
