/* SPDX-License-Identifier: MIT */
/*
 * vmlinux.h - the symbols of a kernel from its ELF file. Names are not demangled.
 */
#ifndef FLAMBEAU_VMLINUX_H
#define FLAMBEAU_VMLINUX_H

#include "common/symbols/symbol_ranges.h"

/*
 * Fill `ranges`, ready to be searched. `build_id`: the file must be of this build; empty: any. Names lie in `text`,
 * the caller's to free(); `fd` stays the caller's. False, with nothing to release: no ELF file, of another build, or without symbols.
 */
bool vmlinux_read(int fd, struct slice build_id, struct symbol_ranges *ranges, struct slice *text);

#endif
