/* SPDX-License-Identifier: MIT */
/*
 * Inlined functions, and the symbols that addresses are found by, of a program and its debug files.
 */
#include "collapse/symbols/inline.h"

#include "common/dwarf/dwarf_file.h"
#include "common/symbols/elf/symbol_table.h"

struct inline_dwarf {
	struct symbol_search program;
	struct dwarf_file *file;
	struct dwarf_frames frames;
	struct symbol_table symbols; /* their names */
};

struct inline_dwarf *inline_dwarf_open(const char *path)
{
	struct inline_dwarf *dwarf = memory_clear(1, sizeof(*dwarf));

	dwarf->program.path = path;
	dwarf->file = dwarf_file_new(true, false);
	if (dwarf_file_is_there(dwarf->file, &dwarf->program))
		return dwarf;
	inline_dwarf_close(dwarf);
	return NULL;
}

void inline_dwarf_close(struct inline_dwarf *dwarf)
{
	if (!dwarf)
		return;
	dwarf_file_free(dwarf->file);
	symbol_table_release(&dwarf->symbols);
	free(dwarf->frames.at);
	free(dwarf);
}

/* ---- Functions ---- */

/* "file.c:12" */
static void inline_dwarf_add_source(struct buf *out, const struct dwarf_frame *frame)
{
	const size_t slash = slice_rfind(frame->path, '/');

	if (frame->path.len == 0)
		return;
	buf_add(out, slash == SLICE_NONE ? frame->path : slice_tail(frame->path, slash + 1));
	buf_add_char(out, ':');
	buf_add_u64(out, frame->line);
}

bool inline_dwarf_functions(struct inline_dwarf *dwarf, uint64_t address,
			    struct inline_functions *functions)
{
	struct dwarf_frames *frames = &dwarf->frames;
	struct buf source = {0};
	size_t i;

	inline_reset(functions);
	dwarf_file_frames(dwarf->file, &dwarf->program, address, frames);
	for (i = 0; i < frames->count; i++) {
		buf_reset(&source);
		inline_dwarf_add_source(&source, &frames->at[i]);
		inline_add(functions, frames->at[i].function, buf_slice(&source));
	}
	buf_release(&source);
	return frames->count > 0;
}

/* ---- Symbols ---- */

static bool read_symbols(struct symbol_table *table, struct elf_file *elf, uint32_t type)
{
	const bool is_read = symbol_table_read(table, elf, type);

	elf_file_close(elf);
	return is_read;
}

/* The first table that is not for the dynamic linker, or else that which is. */
static void read_tables(struct symbol_table *table, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool found;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	found = read_symbols(table, &elf, ELF_SECTION_SYMTAB);
	while (!found && symbol_search_next(&search, &elf))
		found = read_symbols(table, &elf, ELF_SECTION_SYMTAB);
	search = *program;
	if (!found && symbol_search_program(&search, &elf) == SYMBOL_FILE_GOOD)
		read_symbols(table, &elf, ELF_SECTION_DYNSYM);
}

void inline_dwarf_symbols(struct inline_dwarf *dwarf, struct inline_symbols *symbols)
{
	size_t i;

	if (dwarf->symbols.count == 0)
		read_tables(&dwarf->symbols, &dwarf->program);
	for (i = 0; i < dwarf->symbols.count; i++) {
		const struct symbol_entry *entry = &dwarf->symbols.at[i];

		if (!(entry->rank & SYMBOL_OBJECT))
			inline_symbols_add(symbols, slice_from(entry->name), entry->start,
					   entry->end - entry->start);
	}
}
