/* SPDX-License-Identifier: MIT */
/*
 * cfi_file.h - the call frame information of a program or library, wherever on this machine it is.
 * Nothing is opened before the first question. Any thread may ask.
 */
#ifndef FLAMBEAU_CFI_FILE_H
#define FLAMBEAU_CFI_FILE_H

#include "common/debuginfo/cfi_index.h"
#include "common/debuginfo/symbol_search.h"

struct cfi_file;

struct cfi_file *cfi_file_new(void);
void cfi_file_free(struct cfi_file *file);

/*
 * The function at a virtual address: from the program's .eh_frame, else from .debug_frame of the
 * program or its debug files. `program` locates these: its first three members, the same at each
 * call. False: there is no information. `entry` refers to bytes that live as long as `file`.
 */
bool cfi_file_find(struct cfi_file *file, const struct symbol_search *program, uint64_t address,
		   struct cfi_entry *entry);

#endif
