/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/plt_relocations.h"

#include "common/base/search.h"
#include "common/debuginfo/elf_symbol_row.h"

/* Types of relocations, by processor. */
static const struct kind {
	unsigned machine, slot, entry, indirect;
} kinds[] = {
	{ELF_X86_64, 7, 6, 37}, {ELF_I386, 7, 6, 42},  {ELF_AARCH64, 1026, 1025, 1032},
	{ELF_ARM, 22, 21, 160}, {ELF_RISCV, 5, 2, 58},
};

/* A section of relocations, and the symbols that they are for. */
struct source {
	const struct elf_file *elf;
	const struct kind *kind;
	const struct elf_section *section;
	bool is_of_plt;
	unsigned char *symbols, *texts;
	size_t symbol_count, text_size;
};

static const struct kind *kind_of(const struct elf_file *elf)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		if (kinds[i].machine == elf->machine)
			return &kinds[i];
	}
	return NULL;
}

static void read_symbols(struct source *source)
{
	const struct elf_file *elf = source->elf;
	const struct elf_section *symbols, *texts;

	if (source->section->link >= elf->section_count)
		return;
	symbols = &elf->sections[source->section->link];
	if ((symbols->type != ELF_SECTION_DYNSYM && symbols->type != ELF_SECTION_SYMTAB) ||
	    symbols->link >= elf->section_count)
		return;
	texts = &elf->sections[symbols->link];
	source->symbols = elf_file_read(elf, symbols);
	source->texts = elf_file_read(elf, texts);
	if (source->symbols && source->texts) {
		source->symbol_count = (size_t)symbols->size / elf_symbol_row_size(elf);
		source->text_size = (size_t)texts->size;
	}
}

/* Empty if there is none. */
static struct slice plt_name_of(const struct source *source, uint64_t symbol)
{
	const size_t size = elf_symbol_row_size(source->elf);
	const unsigned char *at;
	struct elf_symbol_row row;

	if (symbol == 0 || symbol >= source->symbol_count)
		return SLICE("");
	at = source->symbols + (size_t)symbol * size;
	row = elf_symbol_row_take(source->elf, &at);
	return row.name < source->text_size ? slice_from((const char *)source->texts + row.name)
					    : SLICE("");
}

/* Read the word at an address of the file; 0 if no section has it. */
static uint64_t word_at(const struct elf_file *elf, uint64_t address)
{
	unsigned char bytes[8];
	const unsigned char *at = bytes;
	size_t i;

	for (i = 0; i < elf->section_count; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->address != 0 && section->type != ELF_SECTION_NOBITS &&
		    address >= section->address && address - section->address < section->size &&
		    elf_file_get(elf, bytes, elf->word,
				 section->offset + (address - section->address)))
			return elf_file_take(elf, &at, elf->word);
	}
	return 0;
}

static void plt_add_row(struct plt_relocations *relocations, const struct source *source,
			const unsigned char *at, struct arena *names)
{
	const struct elf_file *elf = source->elf;
	struct plt_relocation row = {.entry = elf_file_take(elf, &at, elf->word),
				     .is_of_plt = source->is_of_plt};
	const uint64_t info = elf_file_take(elf, &at, elf->word);
	const uint64_t type = elf->word == 8 ? info & UINT32_MAX : info & UINT8_MAX;
	struct slice name;

	if (type == source->kind->indirect) {
		row.target = source->section->type == ELF_SECTION_RELA
				     ? elf_file_take(elf, &at, elf->word)
				     : word_at(elf, row.entry);
	} else if (type == source->kind->slot || type == source->kind->entry) {
		name = plt_name_of(source, elf->word == 8 ? info >> 32 : info >> 8);
		if (name.len == 0)
			return;
		row.name = arena_copy(names, slice_of(name.ptr, name.len + 1)).ptr;
	} else {
		return;
	}
	relocations->at = memory_grow(relocations->at, &relocations->cap, relocations->count + 1,
				      sizeof(*relocations->at));
	relocations->at[relocations->count++] = row;
}

static void plt_read_section(struct plt_relocations *relocations, struct source *source,
			     struct arena *names)
{
	const bool has_addends = source->section->type == ELF_SECTION_RELA;
	const size_t size = (has_addends ? 3 : 2) * source->elf->word;
	unsigned char *bytes = elf_file_read(source->elf, source->section);
	size_t i;

	if (bytes) {
		read_symbols(source);
		for (i = 0; i < (size_t)source->section->size / size; i++)
			plt_add_row(relocations, source, bytes + i * size, names);
	}
	free(source->symbols);
	free(source->texts);
	free(bytes);
}

static int plt_compare(const void *a, const void *b)
{
	const struct plt_relocation *left = a, *right = b;

	return left->entry < right->entry ? -1 : left->entry > right->entry;
}

/* Names of the sections of dynamic relocations: those of the PLT and the others. */
static bool is_dynamic(struct slice name, bool *is_of_plt)
{
	*is_of_plt = slice_equal(name, SLICE(".rela.plt")) || slice_equal(name, SLICE(".rel.plt"));
	return *is_of_plt || slice_equal(name, SLICE(".rela.dyn")) ||
	       slice_equal(name, SLICE(".rel.dyn"));
}

void plt_relocations_read(struct plt_relocations *relocations, const struct elf_file *program,
			  struct arena *names)
{
	struct source source = {.elf = program, .kind = kind_of(program)};
	size_t i;

	for (i = 0; source.kind && i < program->section_count; i++) {
		struct source one = source;

		one.section = &program->sections[i];
		if ((one.section->type == ELF_SECTION_RELA ||
		     one.section->type == ELF_SECTION_REL) &&
		    is_dynamic(elf_file_section_name(program, one.section), &one.is_of_plt))
			plt_read_section(relocations, &one, names);
	}
	if (relocations->count > 0)
		qsort(relocations->at, relocations->count, sizeof(*relocations->at), plt_compare);
}

void plt_relocations_release(struct plt_relocations *relocations)
{
	free(relocations->at);
	*relocations = (struct plt_relocations){0};
}

const struct plt_relocation *plt_relocations_find(const struct plt_relocations *relocations,
						  uint64_t entry)
{
	const struct plt_relocation *at = relocations->at;
	const size_t i = SEARCH_UP_TO(at, relocations->count, entry, entry);

	return i > 0 && at[i - 1].entry == entry ? &at[i - 1] : NULL;
}
