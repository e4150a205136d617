/* SPDX-License-Identifier: MIT */
/*
 * symbol_entry.h - one symbol of a table.
 */
#ifndef FLAMBEAU_SYMBOL_ENTRY_H
#define FLAMBEAU_SYMBOL_ENTRY_H

#include "common/base/base.h"

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

#endif
