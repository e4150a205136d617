/* SPDX-License-Identifier: MIT */
/*
 * cfi_code.h - the call frame information of functions that a just-in-time compiler made, from its
 * dump (jit-PID.dump). Read once; then any thread may ask.
 */
#ifndef FLAMBEAU_CFI_CODE_H
#define FLAMBEAU_CFI_CODE_H

#include "common/debuginfo/cfi_index.h"
#include "common/debuginfo/jit_dump.h"

struct cfi_code;

/* `unwinding` must outlive it. Takes time O(n log n) of its size. */
struct cfi_code *cfi_code_new(const struct jit_unwinding *unwinding);
void cfi_code_free(struct cfi_code *code);

/*
 * The entry for the address `offset` bytes after the start of a function, whose unwinding
 * information has this number, counted from 1. `*address` is that address as `entry` has it. False:
 * there is no information. `entry` refers to bytes that live as long as `code`.
 */
bool cfi_code_find(const struct cfi_code *code, uint32_t number, uint64_t offset,
		   struct cfi_entry *entry, uint64_t *address);

#endif
