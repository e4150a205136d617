/* SPDX-License-Identifier: MIT */
#include "common/symbols/ranges/vmlinux.h"

#include <unistd.h>

enum { LONGEST_NAME = 0xfff }; /* bytes; Linux has 512 */

static struct slice name_of(const struct symbol_entry *entry)
{
	const char *end = memchr(entry->name, '\0', LONGEST_NAME);

	return slice_of(entry->name, end ? (size_t)(end - entry->name) : LONGEST_NAME);
}

static bool is_entry_alias(struct slice name)
{
	return slice_starts(name, SLICE("SyS")) || slice_starts(name, SLICE("compat_SyS"));
}

/*
 * The rank of a symbol among several at one address. In this order: type and binding, fewer leading
 * underscores, a longer name, no alias of a system call.
 */
static uint32_t rank_of(const struct symbol_entry *entry, struct slice name)
{
	uint32_t underscores = 0;

	while (underscores < 255 && underscores < name.len && name.ptr[underscores] == '_')
		underscores++;
	return (uint32_t)entry->rank << 24 | underscores << 16 |
	       (uint32_t)(LONGEST_NAME - name.len) << 1 | is_entry_alias(name);
}

static void add_functions(struct vmlinux *vmlinux)
{
	size_t i;

	for (i = 0; i < vmlinux->table.count; i++) {
		const struct symbol_entry *entry = &vmlinux->table.at[i];
		const struct slice name = name_of(entry);

		if (entry->rank < SYMBOL_OBJECT)
			symbol_ranges_add(&vmlinux->ranges, entry->start, entry->end, name,
					  rank_of(entry, name));
	}
}

static bool is_of_build(const struct elf_file *elf, struct slice build_id)
{
	unsigned char id[ELF_BUILD_ID];

	return build_id.len == 0 ||
	       slice_equal(slice_of((const char *)id, elf_file_build_id(elf, id)), build_id);
}

bool vmlinux_read(struct vmlinux *vmlinux, int fd, struct slice build_id)
{
	const int own = dup(fd);
	struct elf_file elf;

	*vmlinux = (struct vmlinux){0};
	if (own < 0 || !elf_file_open_fd(&elf, own))
		return false;
	if (is_of_build(&elf, build_id) &&
	    symbol_table_read(&vmlinux->table, &elf, ELF_SECTION_SYMTAB))
		add_functions(vmlinux);
	elf_file_close(&elf);
	if (vmlinux->ranges.count == 0) {
		vmlinux_release(vmlinux);
		return false;
	}
	symbol_ranges_sort(&vmlinux->ranges);
	symbol_ranges_close(&vmlinux->ranges);
	symbol_ranges_index(&vmlinux->ranges);
	return true;
}

void vmlinux_release(struct vmlinux *vmlinux)
{
	symbol_ranges_release(&vmlinux->ranges);
	symbol_table_release(&vmlinux->table);
}
