/* SPDX-License-Identifier: MIT */
/*
 * symbol_table.h - the symbols of one ELF file as perf chooses them: one for each start, the
 * innermost that holds an address. Filled by one thread and closed by symbol_table_finish(); any
 * thread may look up then.
 */
#ifndef FLAMBEAU_SYMBOL_TABLE_H
#define FLAMBEAU_SYMBOL_TABLE_H

#include "common/memory/arena.h"
#include "common/symbols/elf/elf_file.h"
#include "common/symbols/elf/symbol_entry.h"
#include "common/text/buf.h"

struct symbol_span;

/* The innermost symbol of each address range, ordered by address. */
struct symbol_spans {
	struct symbol_span *at;
	size_t count;
};

/* Zeroed it is empty. */
struct symbol_table {
	struct symbol_entry *at; /* by start, when it is finished */
	size_t count, cap;
	struct symbol_spans functions, objects;
	unsigned char *texts[4]; /* the memory of names */
	size_t text_count;
	struct arena names; /* more of them */
};

void symbol_table_release(struct symbol_table *table);

/*
 * Add the symbols of the first table of a type, ELF_SECTION_SYMTAB or ELF_SECTION_DYNSYM; false if
 * it has none.
 */
bool symbol_table_read(struct symbol_table *table, const struct elf_file *elf, uint32_t type);

/* The name must live as long as the table. */
void symbol_table_add(struct symbol_table *table, const struct symbol_entry *entry);

/*
 * Sort, choose one symbol for each start, find the ends of those without a size. Nothing may be
 * added afterwards.
 */
void symbol_table_finish(struct symbol_table *table);

/* The symbol with the last start among those that contain an address; NULL: there is none. */
const struct symbol_entry *symbol_table_find(const struct symbol_table *table, uint64_t address);

/* Append the name that is shown of what symbol_table_find() returned. */
void symbol_table_name(struct buf *out, const struct symbol_entry *entry);

#endif
