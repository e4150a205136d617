/* SPDX-License-Identifier: MIT */
/*
 * inline.h - the functions at an address of a program or library, inlined ones included: resolved
 * in process (struct inline_dwarf) or by addr2line and nm (struct inline_programs).
 * perf_inline.c makes frames of the answers. Used by one thread.
 */
#ifndef FLAMBEAU_INLINE_H
#define FLAMBEAU_INLINE_H

#include "common/base/arena.h"
#include "common/base/buf.h"

/* A frame as perf printed it. */
struct inline_query {
	struct slice function; /* without its offset; empty if perf did not know it */
	uint64_t pc, offset;
	bool has_pc, has_offset;
};

struct inline_function {
	struct slice name;
	struct slice source; /* "file.c:12", or empty */
};

/* An answer: the innermost function first, the one that exists as a symbol last. */
struct inline_functions {
	struct inline_function *at;
	size_t count, cap;
	struct arena texts;
};

void inline_release(struct inline_functions *functions);
void inline_reset(struct inline_functions *functions);

/* Both are copied. */
void inline_add(struct inline_functions *functions, struct slice name, struct slice source);

/* ---- The modules of a run ---- */

struct inline_state;
struct inline_module;

/* `by_programs`: ask addr2line and nm, as the Perl script. */
struct inline_state *inline_new(bool by_programs);
void inline_free(struct inline_state *state);

/* The program or library of this path; NULL if there is nothing to ask about. */
struct inline_module *inline_open(struct inline_state *state, struct slice path);

/* The functions where the query is, NULL if none is known. Good until the next question. */
const struct inline_functions *inline_find(struct inline_state *state, struct inline_module *module,
					   const struct inline_query *query);

/*
 * The functions that addr2line prints for `pc`; if it knows none there, for the query's function
 * and offset. May be empty. Valid until the next question.
 */
const struct inline_functions *inline_ask(struct inline_state *state, struct inline_module *module,
					  struct slice pc, const struct inline_query *query);

/* ---- Symbols ---- */

struct inline_symbol {
	struct slice name; /* may be mangled */
	uint64_t start;
	uint64_t size; /* 0: not known */
};

/* The symbol table of a module; a zeroed struct is empty. */
struct inline_symbols {
	struct inline_symbol *at;
	size_t count, cap;
	struct buf text; /* the names, where nm printed them */
	bool sorted;
};

void inline_symbols_release(struct inline_symbols *symbols);

/* The name is not copied. */
void inline_symbols_add(struct inline_symbols *symbols, struct slice name, uint64_t start,
			uint64_t size);

/* The start of the first function of exactly this name. Not after inline_symbols_place(). */
bool inline_symbols_start(const struct inline_symbols *symbols, struct slice function,
			  uint64_t *start);

/*
 * The address in the file that a query of a known function means. perf prints addresses of the
 * running process, offsets in the file or addresses of the file: what all have in common is the
 * place in the page. False if no symbol agrees with that, or several that lead to different
 * addresses.
 */
bool inline_symbols_place(struct inline_symbols *symbols, const struct inline_query *query,
			  uint64_t *address);

/* True if two spellings, with or without parameters, name one function. */
bool inline_same_function(struct slice a, struct slice b);

#endif
