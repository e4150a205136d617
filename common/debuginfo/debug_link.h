/* SPDX-License-Identifier: MIT */
/*
 * debug_link.h - .gnu_debuglink: the name and the checksum of the file that a program's symbols
 * were moved to.
 */
#ifndef FLAMBEAU_DEBUG_LINK_H
#define FLAMBEAU_DEBUG_LINK_H

#include "common/debuginfo/elf_file.h"

struct debug_link {
	char name[256]; /* of a file, without folders; empty: there is no link */
	uint32_t checksum;
};

void debug_link_read(struct debug_link *link, const struct elf_file *elf);

/* Reads all of the file. */
bool debug_link_fits(const struct debug_link *link, const struct elf_file *file);

#endif
