/* SPDX-License-Identifier: MIT */
/*
 * elf_module.h - a program or library as libdw opens it, also with separate debugging information. Only
 * what asks libdw includes this, and only where it was found. Used by one thread.
 */
#ifndef FLAMBEAU_ELF_MODULE_H
#define FLAMBEAU_ELF_MODULE_H

#include <stdbool.h>

struct Dwfl;        /* of elfutils/libdwfl.h */
struct Dwfl_Module; /* too */

struct elf_module {
	struct Dwfl *dwfl;
	struct Dwfl_Module *module;
};

/* False if there is no ELF file; there is nothing to close then. */
bool elf_module_open(struct elf_module *opened, const char *path);
void elf_module_close(struct elf_module *opened);

/*
 * To the library memory that is out is one reason among many not to find something: ends the program if it
 * was this one. errno was set to 0 before the library was asked.
 */
void elf_module_check_memory(void);

#endif
