/* SPDX-License-Identifier: MIT */
/*
 * cfi_rules.h - rules to compute a caller's registers from a function's registers, at one address
 * of the function: the row that a program of call frame information describes (DWARF 5, 6.4.1).
 */
#ifndef FLAMBEAU_CFI_RULES_H
#define FLAMBEAU_CFI_RULES_H

#include "common/debuginfo/cfi_entry.h"

/*
 * Registers by the processor's DWARF numbers; floating point and vector registers are not followed.
 */
enum { CFI_REGISTERS = 36 };

enum cfi_rule_kind {
	CFI_UNSPECIFIED, /* as CFI_SAME, but for the return address */
	CFI_UNDEFINED,   /* lost; of the return address: there is no caller */
	CFI_SAME,
	CFI_SAVED,      /* in memory, at the frame's address (CFA) + value */
	CFI_VALUE,      /* CFA + value */
	CFI_REGISTER,   /* in the register `value` */
	CFI_SAVED_AT,   /* in memory, at the address that an expression computes */
	CFI_EXPRESSION, /* the result of an expression */
};

struct cfi_rule {
	enum cfi_rule_kind kind;
	int64_t value; /* expressions: offset of the block, which begins with its length, in the section */
};

struct cfi_rules {
	struct cfi_rule frame; /* the CFA: CFI_VALUE of `frame_register`, or CFI_EXPRESSION */
	unsigned frame_register;
	bool is_signed; /* AArch64: the return address carries an authentication code */
	struct cfi_rule at[CFI_REGISTERS];
};

/*
 * The rules at a virtual address of a function. Takes what it does off `*work`, and fails when that
 * is used up. False: damaged, or unknown instructions.
 */
bool cfi_rules_find(const struct cfi_entry *entry, uint64_t address, uint32_t *work,
		    struct cfi_rules *rules);

#endif
