/* SPDX-License-Identifier: MIT */
/*
 * symbols.h - names of functions in what is or was loaded: from the symbol tables of its files,
 * which are read once, or from the loader where there is no such file. Owns its memory; one thread
 * at a time.
 */
#ifndef FLAMBEAU_SYMBOLS_H
#define FLAMBEAU_SYMBOLS_H

#include "common/base/slice.h"
#include "record/sampler/handler/modules.h"

struct symbols;

struct symbols *symbols_new(void);
void symbols_free(struct symbols *symbols);

/*
 * The function at an address in the process, not demangled; empty if there is none, or the file is
 * not the one that was loaded. Good until symbols_free().
 */
struct slice symbols_find(struct symbols *symbols, const char *path, const struct module *module,
			  uintptr_t address);

#endif
