/* SPDX-License-Identifier: MIT */
/*
 * mini_debug.h - .gnu_debugdata: an ELF file with the local functions of a stripped program,
 * compressed, inside of it.
 */
#ifndef FLAMBEAU_MINI_DEBUG_H
#define FLAMBEAU_MINI_DEBUG_H

#include "common/symbols/elf/elf_file.h"
#include "common/text/buf.h"

enum mini_debug {
	MINI_DEBUG_NONE, /* or damaged, or more than 256 MiB */
	MINI_DEBUG_READ,
	MINI_DEBUG_NO_XZ, /* this build cannot decompress it */
};

/* Append its bytes; what there is of them if it is not MINI_DEBUG_READ. */
enum mini_debug mini_debug_read(struct buf *out, const struct elf_file *program);

#endif
