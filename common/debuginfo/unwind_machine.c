/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/unwind_machine.h"

#define NONE UNWIND_NO_REGISTER

static const struct unwind_machine x86_64 = {
	.word = 8,
	.pc = 16,
	.sp = 7,
	.fp = 6,
	.link = NONE,
	.has_frame_pointers = true,
	.registers = {0,    3,    2,    1,    4,    5,    6,    7,    16,   NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, 8,    9,    10,   11,   12,   13,
		      14,   15,   NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
};

static const struct unwind_machine i386 = {
	.word = 4,
	.pc = 8,
	.sp = 4,
	.fp = 5,
	.link = NONE,
	.registers = {0,    3,    1,    2,    6,    7,    5,    4,    8,    NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
};

static const struct unwind_machine aarch64 = {
	.word = 8,
	.pc = 32,
	.sp = 31,
	.fp = 29,
	.link = 30,
	.has_frame_pointers = true,
	.registers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
		      17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
};

/* On AArch64 samples of 32-bit processes have the pc in the place of 64-bit ones. */
static const struct unwind_machine arm = {
	.word = 4,
	.pc = 15,
	.sp = 13,
	.fp = 11,
	.link = 14,
	.registers = {0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
		      11,   12,   13,   14,   15,   NONE, NONE, NONE, NONE, NONE, NONE,
		      NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 15},
};

#if defined(__x86_64__)
#define OWN_NAME "x86_64"
#elif defined(__aarch64__)
#define OWN_NAME "aarch64"
#elif defined(__i386__)
#define OWN_NAME "i686"
#elif defined(__arm__)
#define OWN_NAME "armv7l"
#else
#define OWN_NAME "another"
#endif

/* Beginnings of names, and the machines of both sizes of registers. */
static const struct {
	struct slice name;
	const struct unwind_machine *narrow, *wide;
} machines[] = {
	{SLICE_INIT("x86_64"), &i386, &x86_64},  {SLICE_INIT("i"), &i386, NULL},
	{SLICE_INIT("aarch64"), &arm, &aarch64}, {SLICE_INIT("arm64"), &arm, &aarch64},
	{SLICE_INIT("arm"), &arm, NULL},
};

const struct unwind_machine *unwind_machine_find(struct slice name, uint64_t abi)
{
	size_t i;

	if (name.len == 0)
		name = SLICE(OWN_NAME);
	for (i = 0; i < ARRAY_LEN(machines); i++) {
		if (slice_starts(name, machines[i].name))
			return abi == UNWIND_ABI_64   ? machines[i].wide
			       : abi == UNWIND_ABI_32 ? machines[i].narrow
						      : NULL;
	}
	return NULL;
}
