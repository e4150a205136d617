/* SPDX-License-Identifier: MIT */
/*
 * perf_symbol.h - a stack line: its symbol and its frames.
 */
#ifndef FLAMBEAU_PERF_SYMBOL_H
#define FLAMBEAU_PERF_SYMBOL_H

#include "common/table/intern.h"

/* The frames of one stack line; lives in a line cache. */
struct perf_line {
	const frame_id *frames;       /* leaf first: a line may name inlined functions, "a->b" */
	const frame_id *marked;       /* the frames marked _[i]; NULL if that is not asked for */
	uint32_t count;               /* of frames; 0: nothing to show */
	uint32_t found;               /* of them, the first ones that --inline found */
	const struct perf_line *java; /* the line in a Java process, NULL: the same */
	/*
	 * The line of the symbol alone, for a line with inlined functions of debugging information;
	 * NULL: they are as few as any line may have.
	 */
	const struct perf_line *symbol;
	uint64_t text;         /* bytes of the names of its frames */
	struct slice function; /* the symbol without offset, parameters, templates, return type */
	bool inlined;          /* perf printed "(inlined)" as the module */
	bool ends;             /* --skip-after: callers are left out */
	unsigned char idle;    /* with --no-idle: perf_idle.h */
	bool nameless;         /* perf printed [unknown] */
	bool uses_pc;          /* the address is part of a name: not to be cached */
};

/* A stack line of the current sample. */
struct perf_ref {
	const struct perf_line *line;
	uint32_t plain;  /* the frame + 1 where that is all there is to the line, else 0 */
	struct slice pc; /* in the chunk; may have blanks before it */
};

/* A symbol as printed on a stack line. */
struct perf_symbol {
	struct slice pc, raw, module;
};

bool perf_is_kernel_module(struct slice module); /* [kernel.kallsyms], vmlinux-5.4, ext4.ko */

/* Take "+0x" and hexadecimal digits of either case off the end; false if there are none. */
bool perf_strip_offset_any(struct slice *raw);

#endif
