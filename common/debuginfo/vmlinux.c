/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/vmlinux.h"

#include <unistd.h>

/* Drop data, and take names as they are. */
static void keep_code(struct symbol_table *table)
{
	size_t i, kept = 0;

	for (i = 0; i < table->count; i++) {
		if (table->at[i].rank >= SYMBOL_OBJECT)
			continue;
		table->at[kept] = table->at[i];
		table->at[kept++].form = SYMBOL_MADE;
	}
	table->count = kept;
}

static bool is_of_build(const struct elf_file *elf, struct slice build_id)
{
	unsigned char id[ELF_BUILD_ID];

	return build_id.len == 0 ||
	       slice_equal(slice_of((const char *)id, elf_file_build_id(elf, id)), build_id);
}

bool vmlinux_read(struct vmlinux *vmlinux, int fd, struct slice build_id)
{
	struct symbol_table *table = &vmlinux->table;
	const int own = dup(fd);
	struct elf_file elf;

	*vmlinux = (struct vmlinux){0};
	if (own < 0 || !elf_file_open_fd(&elf, own))
		return false;
	if (is_of_build(&elf, build_id) && symbol_table_read(table, &elf, ELF_SECTION_SYMTAB))
		keep_code(table);
	elf_file_close(&elf);
	if (table->count == 0) {
		vmlinux_release(vmlinux);
		return false;
	}
	vmlinux->all_count = table->count;
	vmlinux->all = memory_get(table->count * sizeof(*vmlinux->all));
	memcpy(vmlinux->all, table->at, table->count * sizeof(*vmlinux->all));
	symbol_table_finish(table);
	return true;
}

void vmlinux_release(struct vmlinux *vmlinux)
{
	symbol_table_release(&vmlinux->table);
	free(vmlinux->all);
}

bool vmlinux_address(const struct vmlinux *vmlinux, struct slice name, uint64_t *address)
{
	size_t i;

	for (i = 0; i < vmlinux->all_count; i++) {
		if (!slice_equal(slice_from(vmlinux->all[i].name), name))
			continue;
		*address = vmlinux->all[i].start;
		return true;
	}
	return false;
}

bool vmlinux_find(const struct vmlinux *vmlinux, uint64_t address, struct slice *name,
		  uint64_t *start, uint64_t *end)
{
	const struct symbol_entry *entry = symbol_table_find(&vmlinux->table, address);

	if (!entry)
		return false;
	*name = slice_from(symbol_table_raw(entry));
	*start = entry->start;
	*end = entry->end;
	return true;
}
