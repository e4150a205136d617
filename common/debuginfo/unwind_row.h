/* SPDX-License-Identifier: MIT */
/*
 * unwind_row.h - the step from a function to its caller, at one address: the rules of call frame
 * information, and rows of them for each processor. Most rows are a register and offsets from it,
 * and a step is a few loads from the copy of the stack; the others are evaluated anew at each step.
 */
#ifndef FLAMBEAU_UNWIND_ROW_H
#define FLAMBEAU_UNWIND_ROW_H

#include "common/base/slice.h"
#include "common/debuginfo/cfi_entry.h"

/*
 * Processors whose stacks can be unwound: their registers in samples of perf
 * (enum perf_event_*_regs of Linux) and in DWARF.
 */

enum { UNWIND_NO_REGISTER = 0xff };

/* All numbers of registers are DWARF's. */
struct unwind_machine {
	unsigned word; /* bytes of an address */
	uint8_t pc, sp, fp;
	uint8_t link; /* holds the return address at a function's entry; UNWIND_NO_REGISTER: the stack does */
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

/*
 * Registers by the processor's DWARF numbers; floating point and vector registers are not followed.
 */
enum { CFI_REGISTERS = 36 };

/*
 * The initial state of an unwinder: registers of a thread and a copy of the top of
 * its stack.
 */

/* Registers of one frame, by DWARF numbers. */
struct unwind_registers {
	uint64_t at[CFI_REGISTERS];
	uint64_t known; /* bit N: at[N] has a value */
};

static inline bool unwind_knows(const struct unwind_registers *registers, uint64_t number)
{
	return number < CFI_REGISTERS && (registers->known >> number & 1) != 0;
}

static inline void unwind_set(struct unwind_registers *registers, unsigned number, uint64_t value)
{
	registers->at[number] = value;
	registers->known |= UINT64_C(1) << number;
}

/*
 * A copy of the memory from an address on. The bytes belong to the caller and may lie at any
 * alignment.
 */
struct unwind_memory {
	uint64_t start;
	const char *bytes;
	size_t size;
	unsigned word;   /* bytes of a register: 4 or 8 */
	bool is_swapped; /* its byte order is not this machine's */
};

static inline bool unwind_has(const struct unwind_memory *memory, uint64_t address, unsigned size)
{
	return memory->size >= size && address >= memory->start &&
	       address - memory->start <= memory->size - size;
}

/* A number of 1, 2, 4 or 8 bytes; false if not all of them lie in the copy. */
static inline bool unwind_read(const struct unwind_memory *memory, uint64_t address, unsigned size,
			       uint64_t *value)
{
	const char *at;
	uint64_t word = 0;

	if (!unwind_has(memory, address, size))
		return false;
	at = memory->bytes + (address - memory->start);
	if (size == 8) {
		memcpy(&word, at, 8);
		*value = memory->is_swapped ? __builtin_bswap64(word) : word;
		return true;
	}
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	memcpy((char *)&word + 8 - size, at, size);
#else
	memcpy(&word, at, size);
#endif
	*value = memory->is_swapped ? __builtin_bswap64(word) >> (64 - 8 * size) : word;
	return true;
}

/*
 * Rules to compute a caller's registers from a function's registers, at one address
 * of the function: the row that a program of call frame information describes (DWARF 5, 6.4.1).
 */

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

/*
 * Expressions of DWARF (DWARF 5, 2.5) that compute where a frame or a register
 * is. They come from files that may be hostile: jumps go forward only, so that an expression ends
 * with its bytes.
 */

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
	/* the frame pointer leads to the caller's one, with the return address behind it */
	unsigned has_record : 1;
	/* facts about the address that callers who know maps may keep here */
	unsigned is_code : 1;
	unsigned call : 2, role : 2; /* 0: not known */
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
