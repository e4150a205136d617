/* SPDX-License-Identifier: MIT */
/*
 * vmlinux.h - the symbols of a kernel from its ELF file. Names are not demangled.
 */
#ifndef FLAMBEAU_VMLINUX_H
#define FLAMBEAU_VMLINUX_H

#include "common/symbols/elf/symbol_table.h"
#include "common/symbols/ranges/symbol_ranges.h"

struct vmlinux {
	struct symbol_table table; /* owns the names */
	struct symbol_ranges ranges;
};

/*
 * Read an open file; `fd` stays the caller's. `build_id`: the file must be of this build; empty:
 * any. False, with nothing to release: no ELF file, of another build, or without symbols of code.
 */
bool vmlinux_read(struct vmlinux *vmlinux, int fd, struct slice build_id);
void vmlinux_release(struct vmlinux *vmlinux);

#endif
