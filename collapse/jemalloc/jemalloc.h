/* SPDX-License-Identifier: MIT */
/*
 * jemalloc.h - shared by the files of the jemalloc format. A dump is read to its end, because the
 * mapped files of its addresses come last; then it becomes stacks or a profile for pprof.
 */
#ifndef FLAMBEAU_JEMALLOC_H
#define FLAMBEAU_JEMALLOC_H

#include "collapse/symbols/mapped.h"
#include "collapse/text.h"

/* In this order in a line of a dump. */
enum {
	JEMALLOC_INUSE_OBJECTS,
	JEMALLOC_INUSE_SPACE,
	JEMALLOC_ALLOC_OBJECTS,
	JEMALLOC_ALLOC_SPACE,
	JEMALLOC_VALUES,
};

enum { JEMALLOC_UNIT = 1000 }; /* values are in thousandths, until they are added up */

enum jemalloc_note { JEMALLOC_CUT = TEXT_NOTES, JEMALLOC_UNCOUNTED };

struct jemalloc_options {
	int value;   /* in the order of --value: see jemalloc_fold.c */
	int symbols; /* enum mapped_symbols */
	bool mark_inlined;
	bool pprof;
};

struct jemalloc_stack {
	size_t first, depth; /* of its addresses, the leaf first */
	uint64_t values[JEMALLOC_VALUES];
	bool counted; /* they are there */
};

/* The frames of an address, the leaf first. */
struct jemalloc_place {
	size_t first, count;
};

struct jemalloc {
	struct text text;
	enum { JEMALLOC_NOTHING, JEMALLOC_STACKS, JEMALLOC_MAPPINGS } part; /* being read */
	uint64_t interval; /* bytes, on average, between two samples */
	uint64_t *addresses;
	size_t address_count, address_cap;
	struct jemalloc_stack *stacks;
	size_t stack_count, stack_cap;
	struct mapped mapped;
	struct intern known; /* addresses, by index of places */
	struct jemalloc_place *places;
	size_t place_cap;
	frame_id *frames;
	size_t frame_count, frame_cap;
	size_t dumps;
};

/* A dump ends: count its stacks. They stay, for jemalloc_write(), until the next one begins. */
void jemalloc_fold(struct ingest_run *run);

/* A dump begins: forget the one before. */
void jemalloc_reset(struct jemalloc *jemalloc);

/* collapser.write: with --pprof, the last dump as a profile for pprof. */
bool jemalloc_write(const struct collapse_setup *setup, const struct ingest_run *run,
		    struct output *output);

void jemalloc_release(struct jemalloc *jemalloc);

#endif
