/* SPDX-License-Identifier: MIT */
/* The kernel's walk by frame pointers, repeated; calls, by their bytes. */
#include "collapse/perf/perf_walked.h"

/*
 * AArch64: bits of an address that are never part of an authentication code; the kernel removes the
 * code from entries.
 */
#define PLAIN_BITS ((UINT64_C(1) << 39) - 1)

uint64_t perf_walked_entry(const struct perf_walked *walked, uint64_t number)
{
	uint64_t entry;

	memcpy(&entry, walked->entries + 8 * number, sizeof(entry));
	return walked->is_swapped ? __builtin_bswap64(entry) : entry;
}

bool perf_walked_replay(const struct perf_walked *walked, const struct unwind_machine *machine,
			const struct unwind_memory *memory, struct perf_walked_record *record)
{
	const unsigned word = machine->word;
	const uint64_t plain = machine->link == UNWIND_NO_REGISTER ? UINT64_MAX : PLAIN_BITS;
	uint64_t at = walked->frame_pointer, next, back, i;

	for (i = 1; i <= walked->count; i++) {
		if (!unwind_read(memory, at, word, &next) ||
		    !unwind_read(memory, at + word, word, &back)) {
			*record = (struct perf_walked_record){at, i};
			return true;
		}
		if (i == walked->count || ((perf_walked_entry(walked, i) ^ back) & plain) != 0)
			return false;
		at = next;
	}
	return false;
}

/* True if `length` bytes are ff /2 with any kind of operand. */
static bool is_indirect_call(const unsigned char *at, unsigned length)
{
	const unsigned mode = at[1] >> 6, base = at[1] & 7;
	const bool has_index = mode != 3 && base == 4;
	unsigned size = 2 + has_index;

	if (at[0] != 0xff || (at[1] >> 3 & 7) != 2 || size > length)
		return false;
	if (mode == 1)
		size += 1;
	else if (mode == 2 || (mode == 0 && (base == 5 || (has_index && (at[2] & 7) == 5))))
		size += 4;
	return size == length;
}

static bool is_call_x86(const unsigned char *before)
{
	unsigned size;

	if (before[PERF_WALKED_CALL - 5] == 0xe8)
		return true;
	for (size = 2; size <= PERF_WALKED_CALL; size++) {
		if (is_indirect_call(before + PERF_WALKED_CALL - size, size))
			return true;
	}
	return false;
}

/* bl, blr, and blraa, blrab and the like, which check an authentication code. */
static bool is_call_aarch64(const unsigned char *before)
{
	const unsigned char *at = before + PERF_WALKED_CALL -
				  4; /* instructions are little-endian */
	const uint32_t code = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			      (uint32_t)at[3] << 24;

	return (code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000 ||
	       (code & 0xfefff800) == 0xd63f0800;
}

bool perf_walked_is_call(const struct unwind_machine *machine, const unsigned char *before)
{
	return machine->link == UNWIND_NO_REGISTER ? is_call_x86(before) : is_call_aarch64(before);
}
