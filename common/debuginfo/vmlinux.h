/* SPDX-License-Identifier: MIT */
/*
 * vmlinux.h - the symbols of a kernel from its ELF file. Names are not demangled.
 */
#ifndef FLAMBEAU_VMLINUX_H
#define FLAMBEAU_VMLINUX_H

#include "common/debuginfo/symbol_table.h"

struct vmlinux {
	struct symbol_table table; /* of code; owns the names */
	struct symbol_entry *all;  /* with those that name no address */
	size_t all_count;
};

/*
 * Read an open file; `fd` stays the caller's. `build_id`: the file must be of this build; empty:
 * any. False, with nothing to release: no ELF file, of another build, or without symbols of code.
 */
bool vmlinux_read(struct vmlinux *vmlinux, int fd, struct slice build_id);
void vmlinux_release(struct vmlinux *vmlinux);

/* The address of a symbol, also of one that names no address; false: there is none. Linear. */
bool vmlinux_address(const struct vmlinux *vmlinux, struct slice name, uint64_t *address);

/* The symbol at an address; false: there is none. Any thread. */
bool vmlinux_find(const struct vmlinux *vmlinux, uint64_t address, struct slice *name,
		  uint64_t *start, uint64_t *end);

#endif
