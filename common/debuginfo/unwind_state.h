/* SPDX-License-Identifier: MIT */
/*
 * unwind_state.h - the initial state of an unwinder: registers of a thread and a copy of the top of
 * its stack.
 */
#ifndef FLAMBEAU_UNWIND_STATE_H
#define FLAMBEAU_UNWIND_STATE_H

#include "common/debuginfo/cfi_rules.h"

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

#endif
