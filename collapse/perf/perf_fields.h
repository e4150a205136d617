/* SPDX-License-Identifier: MIT */
/*
 * perf_fields.h - what perf script -F prints beside the event and the stack: data addresses,
 * registers, branches, instructions. perf aligns numbers right, to 16 characters: by that a number
 * differs from a word of text that happens to have hexadecimal digits alone.
 */
#ifndef FLAMBEAU_PERF_FIELDS_H
#define FLAMBEAU_PERF_FIELDS_H

#include "common/base/slice.h"

/*
 * Find the instruction pointer of a sample without a call chain: "ADDRESS SYMBOL (MODULE)" after
 * other fields. `*key` is what follows the address, without the fields after the module.
 */
bool perf_fields_ip(struct slice text, struct slice *address, struct slice *key);

/*
 * perf_fields_ip() for text that begins with an address whose blanks are lost: a number that is no
 * word, and a function with its module behind it, which other fields may follow.
 */
bool perf_fields_joined_ip(struct slice text, struct slice *address, struct slice *key);

/* True if `text` starts with blanks and a hexadecimal number, aligned as perf aligns them. */
bool perf_fields_are_numbers(struct slice text);

/* True for a line of fields below a stack: registers, branches, instructions, source code. */
bool perf_fields_known(struct slice line);

/* "SYMBOL (MODULE) insn: 55" without what follows the module. */
struct slice perf_fields_cut(struct slice key);

/* True if the text ends with " (MODULE)", a path, [kernel.kallsyms] or the like. */
bool perf_fields_end_in_module(struct slice text);

/* True for "12.345678" with as many decimals as perf prints; "2026-01-26"; "03:56:58.132978". */
bool perf_fields_is_date(struct slice word);
bool perf_fields_is_clock(struct slice word);

/* True for the letters of -F +misc: "U", "K", "Sp". */
bool perf_fields_is_misc(struct slice word);

bool perf_is_kernel_module(struct slice module); /* [kernel.kallsyms], vmlinux-5.4, ext4.ko */

/* Take "+0x" and hexadecimal digits of either case off the end; false if there are none. */
bool perf_strip_offset_any(struct slice *raw);

#endif
