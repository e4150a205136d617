/* SPDX-License-Identifier: MIT */
/*
 * cfi_expression.h - expressions of DWARF (DWARF 5, 2.5) that compute where a frame or a register
 * is. They come from files that may be hostile: jumps go forward only, so that an expression ends
 * with its bytes.
 */
#ifndef FLAMBEAU_CFI_EXPRESSION_H
#define FLAMBEAU_CFI_EXPRESSION_H

#include "common/debuginfo/unwind_state.h"

enum {
	CFI_EXPRESSION_DEPTH = 64,  /* values on its stack */
	CFI_EXPRESSION_WORK = 1000, /* operations */
};

/* The data that an expression may read. */
struct cfi_context {
	const struct cfi_section *section; /* the section with the expressions */
	const struct unwind_registers *registers;
	const struct unwind_memory *memory;
	uint64_t missed; /* the last address that could not be read; set by callbacks that fail */
};

/*
 * Evaluate the block at `offset` of the section; `*frame` is pushed first where `frame` is not
 * NULL. Takes its operations off `*work`. False: damaged, too long, an unknown register, or memory
 * that is not there.
 */
bool cfi_expression_run(struct cfi_context *context, uint64_t offset, const uint64_t *frame,
			uint32_t *work, uint64_t *value);

#endif
