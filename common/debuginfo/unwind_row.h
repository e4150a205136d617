/* SPDX-License-Identifier: MIT */
/*
 * unwind_row.h - the step from a function to its caller, at one address. Most rows are a register
 * and offsets from it, and a step is a few loads from the copy of the stack; the others are
 * evaluated anew at each step.
 */
#ifndef FLAMBEAU_UNWIND_ROW_H
#define FLAMBEAU_UNWIND_ROW_H

#include "common/debuginfo/unwind_machine.h"
#include "common/debuginfo/unwind_state.h"

enum unwind_kind {
	UNWIND_UNMAPPED, /* no code lies there; only set by callers that know maps */
	UNWIND_WITHOUT,  /* code without call frame information */
	UNWIND_OUTERMOST,
	UNWIND_OFFSETS,
	UNWIND_RULES,
};

enum {
	UNWIND_SAVED = 12, /* registers that a row of offsets restores */
	UNWIND_COST = 64,
};

/* 48 bytes, so that an address and its row fill one line of the processor's cache. */
struct unwind_row {
	unsigned kind : 3;      /* enum unwind_kind */
	unsigned is_signal : 1; /* the caller was interrupted: its pc is exact */
	unsigned is_signed : 1; /* the return address carries an authentication code */
	unsigned frame_register : 6;
	unsigned return_register : 6;
	unsigned cost : 8; /* of making it, in units of UNWIND_COST operations */
	int32_t frame_offset;
	union {
		struct {
			int16_t at[UNWIND_SAVED]; /* from the frame's address */
			uint8_t registers[UNWIND_SAVED];
			uint8_t count;
		} saved; /* UNWIND_OFFSETS */
		struct {
			const struct cfi_section *section;
			uint64_t offset;  /* of the function's entry there */
			uint64_t address; /* virtual */
		} entry;                  /* UNWIND_RULES */
	} of;
};

/*
 * The row of a function's address, which is virtual. UNWIND_WITHOUT if the information is damaged,
 * or takes more than 255 units to read: the largest function of gcc 12 takes 209.
 */
void unwind_row_make(struct unwind_row *row, const struct unwind_machine *machine,
		     const struct cfi_entry *entry, uint64_t address);

enum unwind_result {
	UNWIND_DONE,
	UNWIND_FAILED,
	UNWIND_MISSED, /* memory outside of the copy is needed */
};

/*
 * Replace `registers` by the caller's. Subtracts its work, except a few loads, from `*work`. The
 * row's kind is UNWIND_OFFSETS or UNWIND_RULES. On UNWIND_MISSED `*missed` is the address that
 * could not be read.
 */
enum unwind_result unwind_row_step(const struct unwind_row *row,
				   const struct unwind_machine *machine,
				   const struct unwind_memory *memory,
				   struct unwind_registers *registers, uint32_t *work,
				   uint64_t *missed);

#endif
