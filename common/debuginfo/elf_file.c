/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/memory.h"
#include "common/base/system.h"

enum {
	IDENT = 16, /* bytes; the fifth and sixth give word size and byte order */
	LONGEST_HEADER = 64,
	NOTE_HEAD = 12,
	NOTE_BUILD_ID = 3,
	EXECUTABLE = 1,         /* flag of a segment */
	COMPRESSED = 0x800,     /* flag of a section */
	MANY_SEGMENTS = 0xffff, /* then the first section has the number of segments */
	MANY_SECTIONS = 0xffff, /* then the first section has the index of the names */
};

uint64_t elf_file_take(const struct elf_file *elf, const unsigned char **at, unsigned size)
{
	const uint64_t value = slice_load_bytes(*at, size, elf->is_big_endian);

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

static bool elf_file_read_file(int fd, unsigned char *to, uint64_t size, uint64_t offset)
{
	while (size > 0) {
		const ssize_t got = pread(fd, to, (size_t)size, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		offset += (uint64_t)got;
		size -= (uint64_t)got;
	}
	return true;
}

bool elf_file_get(const struct elf_file *elf, void *to, uint64_t size, uint64_t offset)
{
	if (size > elf->size || offset > elf->size - size)
		return false;
	if (elf->fd >= 0)
		return elf_file_read_file(elf->fd, to, size, offset);
	memcpy(to, elf->bytes + offset, (size_t)size);
	return true;
}

unsigned char *elf_file_read(const struct elf_file *elf, const struct elf_section *section)
{
	unsigned char *bytes;

	if (section->type == ELF_SECTION_NOBITS || section->size > elf->size ||
	    section->size > INT32_MAX)
		return NULL;
	bytes = memory_get((size_t)section->size + 1);
	if (!elf_file_get(elf, bytes, section->size, section->offset)) {
		free(bytes);
		return NULL;
	}
	bytes[section->size] = '\0';
	return bytes;
}

/* ---- The header and what it leads to ---- */

/* The place of a table's rows, as the header gives it. */
struct rows {
	uint64_t offset;
	size_t count, size; /* of each */
};

/*
 * Their bytes; NULL if they are not in the file, or not what they should be. The caller's to
 * free().
 */
static unsigned char *elf_file_read_rows(struct elf_file *elf, const struct rows *rows, size_t size)
{
	const struct elf_section all = {.offset = rows->offset,
					.size = (uint64_t)rows->count * size};
	unsigned char *bytes = NULL;

	if (rows->count == 0)
		return NULL;
	if (rows->size == size && rows->count <= elf->size / size)
		bytes = elf_file_read(elf, &all);
	elf->is_cut |= !bytes;
	return bytes;
}

static size_t section_size(const struct elf_file *elf)
{
	return 16 + 6 * elf->word;
}

static struct elf_section take_section(const struct elf_file *elf, const unsigned char *at)
{
	struct elf_section section = {.name = take_32(elf, &at)};

	section.type = take_32(elf, &at);
	section.is_compressed = take_word(elf, &at) & COMPRESSED;
	section.address = take_word(elf, &at);
	section.offset = take_word(elf, &at);
	section.size = take_word(elf, &at);
	section.link = take_32(elf, &at);
	at += 4 + elf->word; /* info, alignment */
	section.row_size = take_word(elf, &at);
	return section;
}

static void read_sections(struct elf_file *elf, const struct rows *rows)
{
	unsigned char *bytes = elf_file_read_rows(elf, rows, section_size(elf));
	size_t i;

	if (!bytes)
		return;
	elf->sections = memory_get(rows->count * sizeof(*elf->sections));
	elf->section_count = rows->count;
	for (i = 0; i < rows->count; i++)
		elf->sections[i] = take_section(elf, bytes + i * rows->size);
	free(bytes);
}

static void read_names(struct elf_file *elf, uint64_t section)
{
	if (section == 0 || section >= elf->section_count)
		return;
	elf->names = elf_file_read(elf, &elf->sections[section]);
	elf->names_size = elf->names ? (size_t)elf->sections[section].size : 0;
}

static void read_segments(struct elf_file *elf, const struct rows *rows)
{
	unsigned char *bytes = elf_file_read_rows(elf, rows, 8 + 6 * elf->word);
	size_t i;

	if (!bytes)
		return;
	elf->segments = memory_get(rows->count * sizeof(*elf->segments));
	elf->segment_count = rows->count;
	for (i = 0; i < rows->count; i++) {
		const unsigned char *at = bytes + i * rows->size;
		struct elf_segment *segment = &elf->segments[i];
		uint32_t flags = 0;

		segment->type = take_32(elf, &at);
		if (elf->word == 8)
			flags = take_32(elf, &at);
		segment->offset = take_word(elf, &at);
		segment->address = take_word(elf, &at);
		at += elf->word; /* the physical address */
		segment->size = take_word(elf, &at);
		segment->memory_size = take_word(elf, &at);
		if (elf->word == 4)
			flags = take_32(elf, &at);
		segment->is_executable = flags & EXECUTABLE;
	}
	free(bytes);
}

static bool read_ident(struct elf_file *elf)
{
	unsigned char ident[IDENT];

	if (!elf_file_get(elf, ident, IDENT, 0) || memcmp(ident, "\177ELF", 4) != 0 ||
	    ident[4] < 1 || ident[4] > 2 || ident[5] < 1 || ident[5] > 2)
		return false;
	elf->word = ident[4] == 2 ? 8 : 4;
	elf->is_big_endian = ident[5] == 2;
	return true;
}

/* Numbers that are too large for the header are in the first section. */
static void find_large_numbers(const struct elf_file *elf, struct rows *segments,
			       struct rows *sections, uint64_t *names)
{
	unsigned char bytes[LONGEST_HEADER];
	const unsigned char *at = bytes;
	struct elf_section first;

	if (sections->offset == 0 ||
	    (sections->count > 0 && segments->count != MANY_SEGMENTS && *names != MANY_SECTIONS))
		return;
	if (!elf_file_get(elf, bytes, section_size(elf), sections->offset))
		return;
	first = take_section(elf, at);
	if (sections->count == 0)
		sections->count = (size_t)(first.size < SIZE_MAX ? first.size : SIZE_MAX);
	if (*names == MANY_SECTIONS)
		*names = first.link;
	if (segments->count == MANY_SEGMENTS) {
		at += 12 + 4 * elf->word; /* up to its info */
		segments->count = take_32(elf, &at);
	}
}

static bool elf_file_read_header(struct elf_file *elf)
{
	unsigned char header[LONGEST_HEADER];
	const unsigned char *at = header + IDENT + 2; /* after the type */
	struct rows segments, sections;
	uint64_t names;

	if (!read_ident(elf) || !elf_file_get(elf, header, 40 + 3 * elf->word, 0))
		return false;
	elf->machine = (unsigned)elf_file_take(elf, &at, 2);
	at += 4 + elf->word; /* version, where the program starts */
	segments.offset = take_word(elf, &at);
	sections.offset = take_word(elf, &at);
	at += 6; /* flags, the header's own size */
	segments.size = (size_t)elf_file_take(elf, &at, 2);
	segments.count = (size_t)elf_file_take(elf, &at, 2);
	sections.size = (size_t)elf_file_take(elf, &at, 2);
	sections.count = (size_t)elf_file_take(elf, &at, 2);
	names = elf_file_take(elf, &at, 2);
	find_large_numbers(elf, &segments, &sections, &names);
	read_segments(elf, &segments);
	read_sections(elf, &sections);
	read_names(elf, names);
	return true;
}

bool elf_file_open_fd(struct elf_file *elf, int fd)
{
	struct stat status;

	*elf = (struct elf_file){.fd = fd};
	if (fd < 0)
		return false;
	if (fstat(elf->fd, &status) == 0 && S_ISREG(status.st_mode)) {
		elf->size = (uint64_t)status.st_size;
		if (elf_file_read_header(elf))
			return true;
	}
	elf_file_close(elf);
	return false;
}

bool elf_file_open(struct elf_file *elf, const char *path)
{
	return elf_file_open_fd(elf, open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

bool elf_file_open_bytes(struct elf_file *elf, struct slice bytes)
{
	*elf = (struct elf_file){.fd = -1, .bytes = bytes.ptr, .size = bytes.len};
	if (elf_file_read_header(elf))
		return true;
	elf_file_close(elf);
	return false;
}

void elf_file_close(struct elf_file *elf)
{
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->sections);
	free(elf->segments);
	free(elf->names);
	*elf = (struct elf_file){.fd = -1};
}

/* ---- Names of sections ---- */

struct slice elf_file_section_name(const struct elf_file *elf, const struct elf_section *section)
{
	return section->name < elf->names_size
		       ? slice_from((const char *)elf->names + section->name)
		       : SLICE("");
}

const struct elf_section *elf_file_find(const struct elf_file *elf, struct slice name)
{
	size_t i;

	for (i = 0; i < elf->section_count; i++) {
		if (slice_equal(elf_file_section_name(elf, &elf->sections[i]), name))
			return &elf->sections[i];
	}
	return NULL;
}

/* ---- Notes ---- */

static uint64_t padded(uint64_t size)
{
	return (size + 3) / 4 * 4;
}

/* Among notes. */
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

static size_t read_build_id(const struct elf_file *elf, const struct elf_section *notes,
			    unsigned char *id)
{
	unsigned char *bytes = elf_file_read(elf, notes);
	size_t size = 0;

	if (bytes)
		size = find_build_id(elf, slice_of((const char *)bytes, (size_t)notes->size), id);
	free(bytes);
	return size;
}

size_t elf_file_build_id(const struct elf_file *elf, unsigned char *id)
{
	size_t i, size = 0;

	for (i = 0; i < elf->section_count && size == 0; i++) {
		if (elf->sections[i].type == ELF_SECTION_NOTE)
			size = read_build_id(elf, &elf->sections[i], id);
	}
	for (i = 0; i < elf->segment_count && size == 0; i++) {
		const struct elf_segment *segment = &elf->segments[i];
		const struct elf_section notes = {.offset = segment->offset, .size = segment->size};

		if (segment->type == ELF_SEGMENT_NOTE)
			size = read_build_id(elf, &notes, id);
	}
	return size;
}

size_t elf_kernel_build_id(unsigned char *id)
{
	const struct elf_file own = {.is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__};
	char notes[16384];
	struct slice found;

	file_start("/sys/kernel/notes", notes, sizeof(notes), &found);
	return find_build_id(&own, found, id);
}
