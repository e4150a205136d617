/* SPDX-License-Identifier: MIT */
/*
 * symbol_table.h - the symbols of one ELF file: one for each start, and the innermost one that
 * holds an address. A symbol without a size names only what no symbol with a size holds, and a
 * function hides labels. Filled by one thread and closed by symbol_table_finish(); any thread may
 * look up then.
 */
#ifndef FLAMBEAU_SYMBOL_TABLE_H
#define FLAMBEAU_SYMBOL_TABLE_H

#include "common/base/arena.h"
#include "common/base/base.h"
#include "common/base/buf.h"
#include "common/debuginfo/elf_file.h"

/*
 * One symbol of a table.
 */

/*
 * Criteria that decide between symbols with one start, as bits from least to most important: the
 * smaller number wins.
 */
enum {
	SYMBOL_LOCAL = 1,
	SYMBOL_TYPELESS = 2,
	SYMBOL_WEAK = 4,
	SYMBOL_LABEL = 8,   /* neither type nor size: a place in a function */
	SYMBOL_OBJECT = 16, /* data: names an address that no function holds */
};

/*
 * Symbols that hold one address: the first layer that has one names it. What has a size is proved
 * to hold the address, what has none may have ended before.
 */
enum symbol_layer {
	SYMBOL_SIZED_FUNCTION,
	SYMBOL_SIZED_TYPELESS,
	SYMBOL_SIZED_OBJECT,
	SYMBOL_UNSIZED_FUNCTION,
	SYMBOL_UNSIZED_TYPELESS,
	SYMBOL_UNSIZED_OBJECT,
	SYMBOL_LAYERS, /* their number */
};

/* How the name is written. */
enum symbol_form {
	SYMBOL_PLAIN, /* demangled, if possible */
	SYMBOL_PLT,   /* demangled, with "@plt" appended */
	SYMBOL_MADE,  /* as it is */
};

struct symbol_entry {
	/* start and end are equal in an unfinished table: the size is not known */
	uint64_t start, end;
	const char *name; /* as in the file */
	uint8_t rank;     /* SYMBOL_LOCAL and so on */
	uint8_t form;     /* enum symbol_form */
	uint8_t layer;    /* enum symbol_layer, in a finished table */
	bool is_tied;     /* the next entry has the same start, end and rank: their names decide */
};

struct symbol_span;

/* The innermost symbol of a layer for each address range, ordered by address. */
struct symbol_spans {
	struct symbol_span *at;
	size_t count;
};

/* Zeroed it is empty. */
struct symbol_table {
	struct symbol_entry *at; /* by start, when it is finished */
	size_t count, cap;
	struct symbol_spans layers[SYMBOL_LAYERS];
	bool is_finished;
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

/*
 * The symbol with the last start among those of the first layer that has symbols that contain an
 * address; NULL: none.
 */
const struct symbol_entry *symbol_table_find(const struct symbol_table *table, uint64_t address);

/* The end of the last symbol of a table, if it has no size: a page after the next page border. */
uint64_t symbol_table_last_end(uint64_t start);

/* Append the name that is shown of what symbol_table_find() returned. */
void symbol_table_name(struct buf *out, const struct symbol_entry *entry);

/* The name of symbol_table_name() as the file has it. */
const char *symbol_table_raw(const struct symbol_entry *entry);

#endif
