/* SPDX-License-Identifier: MIT */
/*
 * kallsyms.h - symbols of a kernel and its modules, as /proc/kallsyms lists them or from a vmlinux.
 * Read once; then any thread may ask.
 */
#ifndef FLAMBEAU_KALLSYMS_H
#define FLAMBEAU_KALLSYMS_H

#include "common/base/slice.h"

struct kallsyms;

/*
 * From an open file of lines "HEX TYPE NAME [\t[MODULE]]"; lines that do not parse are skipped.
 * NULL if the file cannot be read, is larger than 256 MiB, or has no line with a symbol of code or
 * data. `fd` stays the caller's.
 */
struct kallsyms *kallsyms_read(int fd);

/*
 * The kernel's own symbols from an open /proc/kallsyms, which has them in front of those of modules:
 * it is read up to there. *rest, for kallsyms_read_modules() or free(), is what has been read of
 * these; it is not set where the result is NULL.
 */
struct kallsyms *kallsyms_read_kernel(int fd, struct slice *rest);

/* The symbols of modules from there on; takes `rest`. */
struct kallsyms *kallsyms_read_modules(int fd, struct slice rest);

/* From such lines in memory, which are copied. */
struct kallsyms *kallsyms_read_text(struct slice text);

/*
 * From the symbol table of an open vmlinux; modules have no symbols then. `build_id`: the file must
 * be of this build; empty: any. NULL if it is not an ELF file, of another build, or has no symbols.
 * `fd` stays the caller's.
 */
struct kallsyms *kallsyms_read_vmlinux(int fd, struct slice build_id);

void kallsyms_free(struct kallsyms *kallsyms);

/*
 * True if all addresses are 0, as the kernel shows them to users without privileges
 * (kptr_restrict).
 */
bool kallsyms_is_hidden(const struct kallsyms *kallsyms);

/*
 * The address of a symbol of the kernel itself (_text, _stext); false if it is not listed. Linear.
 */
bool kallsyms_address(const struct kallsyms *kallsyms, struct slice name, uint64_t *address);

/*
 * True if a list goes on to the end of the kernel's code, whatever type that has: it has not been
 * cut off among what is asked for.
 */
bool kallsyms_is_whole(const struct kallsyms *kallsyms);

/* The lowest address of code of a module; false if none is listed. */
bool kallsyms_code_start(const struct kallsyms *kallsyms, struct slice module, uint64_t *start);

/*
 * The symbol at an address of the kernel (`module` empty) or of a module, in whose name `-` and `_`
 * are equal; false if none exists. Names live as long as the table.
 */
bool kallsyms_find(const struct kallsyms *kallsyms, struct slice module, uint64_t address,
		   struct slice *name, uint64_t *start, uint64_t *end);

#endif
