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
 * The symbol at an address of the kernel (`module` empty) or of a module, in whose name `-` and `_`
 * are equal; false if none exists. Names live as long as the table.
 */
bool kallsyms_find(const struct kallsyms *kallsyms, struct slice module, uint64_t address,
		   struct slice *name, uint64_t *start, uint64_t *end);

#endif
