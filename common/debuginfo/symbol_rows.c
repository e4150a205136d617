/* SPDX-License-Identifier: MIT */
/*
 * The rows of an ELF file's symbol tables (System V ABI, chapter 4, "Symbol Table"): which are
 * kept.
 */
#include "common/debuginfo/elf_symbol_row.h"
#include "common/debuginfo/symbol_table.h"

/* One symbol table, and what other sections of the file add to it. */
struct rows {
	const struct elf_file *elf;
	const char *texts;
	size_t text_size;
	unsigned char *indices; /* of sections, 4 bytes each; NULL without */
	size_t index_count;
	bool *may_have_labels;         /* for each section: symbols without a type are wanted */
	const struct elf_section *opd; /* of function descriptors; NULL without */
	unsigned char *descriptors;
};

enum { NO_SECTION = -1 };

/* Its number; NO_SECTION if it is not defined in one. */
static int64_t symbol_rows_section_of(const struct rows *rows, const struct elf_symbol_row *row,
				      size_t index)
{
	if (row->section == ELF_INDEX_ELSEWHERE && index < rows->index_count) {
		const unsigned char *at = rows->indices + 4 * index;

		return (int64_t)elf_file_take(rows->elf, &at, 4);
	}
	if (row->section == ELF_INDEX_NONE || row->section >= ELF_INDEX_RESERVED)
		return NO_SECTION;
	return row->section;
}

/* Mapping symbols of ARM, AArch64 and RISC-V, which mark where code and data begin. */
static bool is_mapping(const struct elf_file *elf, const char *name)
{
	const bool has_them = elf->machine == ELF_ARM || elf->machine == ELF_AARCH64 ||
			      elf->machine == ELF_RISCV;

	return has_them && name[0] == '$' && name[1] != '\0' && strchr("adtx", name[1]) &&
	       (name[2] == '\0' || name[2] == '.');
}

static bool symbol_rows_is_wanted(const struct rows *rows, const struct elf_symbol_row *row,
				  int64_t section)
{
	switch (row->type) {
	case ELF_TYPE_FUNCTION:
	case ELF_TYPE_INDIRECT:
	case ELF_TYPE_OBJECT: return section != NO_SECTION;
	case ELF_TYPE_NONE:
		return section != NO_SECTION && (uint64_t)section < rows->elf->section_count &&
		       rows->may_have_labels[section];
	default: return false;
	}
}

/* The start of its code; some processors keep a flag in the address. */
static uint64_t start_of(const struct rows *rows, const struct elf_symbol_row *row)
{
	const uint64_t thumb = 1;
	const bool is_function = row->type == ELF_TYPE_FUNCTION;

	if (rows->elf->machine == ELF_ARM && is_function)
		return row->address & ~thumb;
	if (rows->descriptors && is_function && row->address >= rows->opd->address &&
	    rows->opd->size >= 8 && row->address - rows->opd->address <= rows->opd->size - 8) {
		const unsigned char *at = rows->descriptors + (row->address - rows->opd->address);

		return elf_file_take(rows->elf, &at, 8);
	}
	return row->address;
}

static uint8_t symbol_rows_rank_of(const struct elf_symbol_row *row)
{
	unsigned rank = row->binding == ELF_BINDING_LOCAL  ? SYMBOL_LOCAL
			: row->binding == ELF_BINDING_WEAK ? SYMBOL_WEAK
							   : 0;

	if (row->type == ELF_TYPE_NONE)
		rank |= row->size > 0 ? SYMBOL_TYPELESS : SYMBOL_TYPELESS | SYMBOL_LABEL;
	if (row->type == ELF_TYPE_OBJECT)
		rank |= SYMBOL_OBJECT;
	return (uint8_t)rank;
}

static void symbol_rows_add_row(struct symbol_table *table, const struct rows *rows,
				const struct elf_symbol_row *row, size_t index)
{
	const char *name = row->name < rows->text_size ? rows->texts + row->name : "";
	struct symbol_entry entry = {.name = name, .rank = symbol_rows_rank_of(row)};

	if (*name == '\0' || is_mapping(rows->elf, name) ||
	    !symbol_rows_is_wanted(rows, row, symbol_rows_section_of(rows, row, index)))
		return;
	entry.start = start_of(rows, row);
	entry.end = row->size > UINT64_MAX - entry.start ? UINT64_MAX : entry.start + row->size;
	symbol_table_add(table, &entry);
}

/* ---- What else is needed ---- */

static void read_indices(struct rows *rows, size_t table)
{
	const struct elf_file *elf = rows->elf;
	size_t i;

	for (i = 0; i < elf->section_count && !rows->indices; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->type != ELF_SECTION_INDICES || section->link != table ||
		    !(rows->indices = elf_file_read(elf, section)))
			continue;
		rows->index_count = (size_t)section->size / 4;
	}
}

static void find_labels(struct rows *rows)
{
	const struct elf_file *elf = rows->elf;
	size_t i;

	rows->may_have_labels = memory_clear(elf->section_count, sizeof(bool));
	for (i = 0; i < elf->section_count; i++) {
		const struct slice name = elf_file_section_name(elf, &elf->sections[i]);

		rows->may_have_labels[i] = slice_contains(name, SLICE("text")) ||
					   slice_contains(name, SLICE("data"));
	}
}

static void read_descriptors(struct rows *rows)
{
	if (rows->elf->machine != ELF_PPC64 || rows->elf->word != 8)
		return;
	rows->opd = elf_file_find(rows->elf, SLICE(".opd"));
	if (rows->opd)
		rows->descriptors = elf_file_read(rows->elf, rows->opd);
}

/* ---- Tables ---- */

static void symbol_rows_read_rows(struct symbol_table *table, struct rows *rows, size_t section)
{
	const struct elf_file *elf = rows->elf;
	const size_t count = (size_t)elf->sections[section].size / elf_symbol_row_size(elf);
	unsigned char *bytes = elf_file_read(elf, &elf->sections[section]);
	const unsigned char *at = bytes;
	size_t i;

	if (!bytes)
		return;
	read_indices(rows, section);
	read_descriptors(rows);
	find_labels(rows);
	for (i = 0; i < count; i++) {
		const struct elf_symbol_row row = elf_symbol_row_take(elf, &at);

		symbol_rows_add_row(table, rows, &row, i);
	}
	free(rows->may_have_labels);
	free(rows->descriptors);
	free(rows->indices);
	free(bytes);
}

bool symbol_table_read(struct symbol_table *table, const struct elf_file *elf, uint32_t type)
{
	const size_t before = table->count;
	struct rows rows = {.elf = elf};
	unsigned char *texts;
	uint32_t link;
	size_t i = 0;

	while (i < elf->section_count && elf->sections[i].type != type)
		i++;
	if (i == elf->section_count || table->text_count == ARRAY_LEN(table->texts))
		return false;
	link = elf->sections[i].link;
	if (link >= elf->section_count || !(texts = elf_file_read(elf, &elf->sections[link])))
		return false;
	table->texts[table->text_count++] = texts;
	rows.texts = (const char *)texts;
	rows.text_size = (size_t)elf->sections[link].size;
	symbol_rows_read_rows(table, &rows, i);
	if (table->count > before)
		return true;
	free(table->texts[--table->text_count]);
	return false;
}
