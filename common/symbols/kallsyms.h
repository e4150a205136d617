/* SPDX-License-Identifier: MIT */
/*
 * kallsyms.h - symbols of a kernel and its modules, as /proc/kallsyms lists them or from a vmlinux. Read once; then
 * any thread may ask.
 */
#ifndef FLAMBEAU_KALLSYMS_H
#define FLAMBEAU_KALLSYMS_H

#include "common/base/slice.h"

struct kallsyms;

/* From an open file of lines "HEX TYPE NAME [\t[MODULE]]". NULL if it cannot be read; `fd` stays the caller's. */
struct kallsyms *kallsyms_read(int fd);
/* From the symbol table of a vmlinux. */
struct kallsyms *kallsyms_read_vmlinux(const char *root, const char *path);
void kallsyms_free(struct kallsyms *kallsyms);

/* Are all addresses 0, as the kernel shows them to those who may not know? */
bool kallsyms_is_hidden(const struct kallsyms *kallsyms);

/* Where a symbol of the kernel itself (_text, _stext) is; false: it is not there. */
bool kallsyms_address(const struct kallsyms *kallsyms, struct slice name, uint64_t *address);

/* The symbol at an address of the kernel (`module` empty) or of a module; false: none. Names live as long as the table. */
bool kallsyms_find(const struct kallsyms *kallsyms, struct slice module, uint64_t address,
		   struct slice *name, uint64_t *start, uint64_t *end);

#endif
