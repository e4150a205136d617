/* SPDX-License-Identifier: MIT */
/*
 * unwind_machine.h - processors whose stacks can be unwound: their registers in samples of perf
 * (enum perf_event_*_regs of Linux) and in DWARF.
 */
#ifndef FLAMBEAU_UNWIND_MACHINE_H
#define FLAMBEAU_UNWIND_MACHINE_H

#include "common/base/slice.h"

enum { UNWIND_NO_REGISTER = 0xff };

/* All numbers of registers are DWARF's. */
struct unwind_machine {
	unsigned word; /* bytes of an address */
	uint8_t pc, sp, fp;
	uint8_t link; /* holds the return address at a function's begin; UNWIND_NO_REGISTER: the stack does */
	bool has_frame_pointers; /* code without call frame information mostly keeps them */
	uint8_t registers[33];   /* by the number of a sample's register */
};

/* The registers of a sample: PERF_SAMPLE_REGS_ABI_* */
enum { UNWIND_ABI_32 = 1, UNWIND_ABI_64 = 2 };

/*
 * `name` as uname(2) has it, empty: this machine's. NULL: stacks of this processor cannot be
 * unwound.
 */
const struct unwind_machine *unwind_machine_find(struct slice name, uint64_t abi);

#endif
