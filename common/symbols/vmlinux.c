/* SPDX-License-Identifier: MIT */
#include "common/symbols/vmlinux.h"

#include "common/symbols/elf_file.h"

/* System V ABI, chapter 4, "Symbol Table". */
enum {
	TYPE_NONE = 0,
	TYPE_OBJECT = 1,
	TYPE_FUNCTION = 2,
	TYPE_INDIRECT_FUNCTION = 10,
	BINDING_GLOBAL = 1,
	BINDING_WEAK = 2,
	SECTION_UNDEFINED = 0,
	SECTION_RESERVED = 0xff00, /* from here on */
	SECTION_PROGRAM = 1,       /* type of a section: bytes of the program */
	LONGEST_NAME = 0xfff,      /* bytes; Linux has 512 */
};

struct row {
	uint64_t address, size;
	uint32_t name; /* in the texts */
	unsigned type, binding, section;
};

static struct row take_row(const struct elf_file *elf, const unsigned char **at)
{
	struct row row = {.name = (uint32_t)elf_file_take(elf, at, 4)};
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

/* Functions, objects, and labels of code and data. */
static bool is_wanted(const struct elf_file *elf, const struct row *row)
{
	if (row->section == SECTION_UNDEFINED || row->section >= SECTION_RESERVED)
		return false;
	if (row->type == TYPE_NONE)
		return row->section < elf->section_count &&
		       elf->sections[row->section].type == SECTION_PROGRAM;
	return row->type == TYPE_OBJECT || row->type == TYPE_FUNCTION ||
	       row->type == TYPE_INDIRECT_FUNCTION;
}

static bool is_entry_alias(struct slice name)
{
	return slice_starts(name, SLICE("SyS")) || slice_starts(name, SLICE("compat_SyS"));
}

/*
 * Of several symbols at one address, in this order: not weak, typed, global, fewer leading underscores, a longer
 * name, not an alias of a system call.
 */
static uint32_t rank_of(const struct row *row, struct slice name)
{
	uint32_t underscores = 0;

	while (underscores < 255 && underscores < name.len && name.ptr[underscores] == '_')
		underscores++;
	return (uint32_t)(row->binding == BINDING_WEAK) << 31 |
	       (uint32_t)(row->type == TYPE_NONE) << 30 |
	       (uint32_t)(row->binding != BINDING_GLOBAL) << 29 | underscores << 16 |
	       (uint32_t)(LONGEST_NAME - name.len) << 1 | is_entry_alias(name);
}

/* Without end or too long for a name it is cut. */
static struct slice name_at(struct slice text, uint32_t offset)
{
	struct slice name = slice_tail(text, offset);
	const char *end;

	name.len = name.len < LONGEST_NAME ? name.len : LONGEST_NAME;
	end = memchr(name.ptr, '\0', name.len);
	return end ? slice_between(name.ptr, end) : name;
}

static void add_rows(struct symbol_ranges *ranges, const struct elf_file *elf,
		     const struct elf_section *table, struct slice text)
{
	const uint64_t size = 8 + 2 * elf->word; /* of a row: 16 or 24 */
	unsigned char *bytes = elf_file_read(elf, table);
	const unsigned char *at = bytes;
	uint64_t left;

	for (left = bytes ? table->size / size : 0; left > 0; left--) {
		const struct row row = take_row(elf, &at);
		struct slice name;

		if (row.name >= text.len || !is_wanted(elf, &row))
			continue;
		name = name_at(text, row.name);
		if (name.len > 0)
			symbol_ranges_add(ranges, row.address, row.address + row.size, name,
					  rank_of(&row, name));
	}
	free(bytes);
}

/* The first symbol table, and its texts. */
static void read_table(const struct elf_file *elf, struct symbol_ranges *ranges, struct slice *text)
{
	size_t i;

	for (i = 0; i < elf->section_count; i++) {
		const struct elf_section *table = &elf->sections[i], *texts;
		unsigned char *bytes;

		if (table->type != ELF_SECTION_SYMTAB || table->link >= elf->section_count)
			continue;
		texts = &elf->sections[table->link];
		bytes = elf_file_read(elf, texts);
		if (!bytes)
			return;
		*text = slice_of((const char *)bytes, (size_t)texts->size);
		add_rows(ranges, elf, table, *text);
		return;
	}
}

static bool is_of_build(const struct elf_file *elf, struct slice build_id)
{
	unsigned char id[ELF_BUILD_ID];

	return build_id.len == 0 ||
	       slice_equal(slice_of((const char *)id, elf_file_build_id(elf, id)), build_id);
}

bool vmlinux_read(int fd, struct slice build_id, struct symbol_ranges *ranges, struct slice *text)
{
	struct elf_file elf;
	char path[sizeof("/proc/self/fd/") + 12];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	*text = slice_of(NULL, 0);
	*ranges = (struct symbol_ranges){0};
	if (!elf_file_open(&elf, path))
		return false;
	if (is_of_build(&elf, build_id))
		read_table(&elf, ranges, text);
	elf_file_close(&elf);
	if (ranges->count == 0) {
		free((void *)text->ptr);
		symbol_ranges_release(ranges);
		return false;
	}
	symbol_ranges_sort(ranges);
	symbol_ranges_close(ranges);
	symbol_ranges_index(ranges);
	return true;
}
