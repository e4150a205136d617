/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/unwind_row.h"

#include "tests/unit/byte_order.h"
#include "tests/unit/check.h"

enum { WORK = 5000 };

static const char stack[] = {1,    2,    3,    4,    5,    6,    7,    8,
			     0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};

/*
 * Evaluate with rsp = 0x1000, at which the stack above lies in one of the byte orders, and the
 * frame 0x2000 on the expression's stack.
 */
static bool evaluate_in(bool is_big, const signed char *bytes, size_t size, unsigned word,
			uint64_t *value)
{
	char block[3 * WORK];
	const struct unwind_memory memory = {
		.start = 0x1000,
		.bytes = stack,
		.size = sizeof(stack),
		.word = word,
		.is_swapped = is_swapped_here(is_big),
	};
	struct unwind_registers registers = {.known = 0};
	struct cfi_section section = {.bytes = (const unsigned char *)block, .word = word};
	struct cfi_context context = {&section, &registers, &memory, 0};
	const uint64_t frame = 0x2000;
	uint32_t work = WORK;

	unwind_set(&registers, 7, 0x1000);
	block[0] = (char)(0x80 | (size & 0x7f));
	block[1] = (char)(size >> 7);
	memcpy(block + 2, bytes, size);
	section.size = size + 2;
	return cfi_expression_run(&context, 0, &frame, &work, value);
}

/* Evaluates in little-endian memory. */
static bool evaluate(const signed char *bytes, size_t size, unsigned word, uint64_t *value)
{
	return evaluate_in(false, bytes, size, word, value);
}

#define VALUE_IN(is_big, word, expected, ...)                                                      \
	CHECK(evaluate_in(is_big, (const signed char[]){__VA_ARGS__},                              \
			  sizeof((const signed char[]){__VA_ARGS__}), word, &value) &&             \
	      value == (expected))
#define VALUE_OF(word, expected, ...)                                                              \
	CHECK(evaluate((const signed char[]){__VA_ARGS__},                                         \
		       sizeof((const signed char[]){__VA_ARGS__}), word, &value) &&                \
	      value == (expected))
#define FAILS(...)                                                                                 \
	CHECK(!evaluate((const signed char[]){__VA_ARGS__},                                        \
			sizeof((const signed char[]){__VA_ARGS__}), 8, &value))

CASE(slots_of_a_plt_tell_where_the_frame_is)
{
	uint64_t value;

	/* rsp + 8 + ((rip & 15) >= 11) * 8, with 0x100b for rip: as linkers write it */
	VALUE_OF(8, 0x1010, 0x77, 8, 0x0a, 0x0b, 0x10, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
	VALUE_OF(8, 0x1008, 0x77, 8, 0x0a, 0x0a, 0x10, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
}

CASE(memory_is_read_from_the_copy)
{
	uint64_t value;

	VALUE_IN(false, 8, 0x0807060504030201, 0x77, 0, 0x06);
	VALUE_IN(false, 8, 0x1817161514131211, 0x77, 8, 0x06);
	VALUE_IN(false, 4, 0x04030201, 0x77, 0, 0x06);
	VALUE_IN(false, 8, 0x0302, 0x77, 1, (signed char)0x94, 2);
	VALUE_IN(true, 8, 0x0102030405060708, 0x77, 0, 0x06);
	VALUE_IN(true, 8, 0x1112131415161718, 0x77, 8, 0x06);
	VALUE_IN(true, 4, 0x01020304, 0x77, 0, 0x06);
	VALUE_IN(true, 8, 0x0203, 0x77, 1, (signed char)0x94, 2);
	FAILS(0x77, 9, 0x06);
	FAILS(0x77, 0x7f, 0x06);
	FAILS(0x77, 0, (signed char)0x94, 3);
	FAILS(0x78, 0, 0x06); /* r8 is not known */
}

CASE(operations_compute)
{
	uint64_t value;

	VALUE_OF(8, 0x2000, (signed char)0x96);
	VALUE_OF(8, 0x2010, 0x23, 16);
	VALUE_OF(8, (uint64_t)-2, 0x09, -2);
	VALUE_OF(4, 0xfffffffe, 0x09, -2);
	VALUE_OF(8, 5, 0x37, 0x32, 0x1c); /* 7 - 2 */
	VALUE_OF(8, (uint64_t)-3, 0x09, -7, 0x32, 0x1b);
	VALUE_OF(4, (uint32_t)-3, 0x09, -7, 0x32, 0x1b);
	VALUE_OF(8, 1, 0x37, 0x32, 0x1d);
	VALUE_OF(8, 14, 0x37, 0x32, 0x1e);
	VALUE_OF(8, 7, 0x09, -7, 0x19);
	VALUE_OF(8, (uint64_t)-7, 0x37, 0x1f);
	VALUE_OF(8, ~UINT64_C(7), 0x37, 0x20);
	VALUE_OF(8, 7, 0x35, 0x36, 0x21);
	VALUE_OF(8, 3, 0x35, 0x36, 0x27);
	VALUE_OF(8, 28, 0x37, 0x32, 0x24);
	VALUE_OF(8, 1, 0x37, 0x32, 0x25);
	VALUE_OF(8, (uint64_t)-2, 0x09, -7, 0x32, 0x26);
	VALUE_OF(8, 0, 0x37, 0x10, 64, 0x24);
	VALUE_OF(8, 1, 0x09, -1, 0x31, 0x2d); /* -1 < 1: with sign */
	VALUE_OF(4, 1, 0x09, -1, 0x31, 0x2d);
	VALUE_OF(8, 0, 0x31, 0x31, 0x2e);
	VALUE_OF(8, 1, 0x31, 0x31, 0x2c);
	VALUE_OF(8, 1, 0x32, 0x31, 0x2b);
	VALUE_OF(8, 1, 0x31, 0x31, 0x29);
	VALUE_OF(8, 0x80, 0x11, (signed char)0x80, 0x01);
	FAILS(0x37, 0x30, 0x1b); /* by zero */
	FAILS(0x37, 0x30, 0x1d);
	FAILS(0x03, 0, 0, 0, 0, 0, 0, 0, 0); /* the file's load address is unknown */
	FAILS((signed char)0xff);
}

CASE(the_stack_is_rearranged)
{
	uint64_t value;

	VALUE_OF(8, 4, 0x32, 0x12, 0x1e);
	VALUE_OF(8, 0x2000, 0x31, 0x13);
	VALUE_OF(8, 1, 0x31, 0x32, 0x14);
	VALUE_OF(8, 1, 0x31, 0x32, 0x33, 0x15, 2);
	VALUE_OF(8, 1, 0x31, 0x32, 0x16);
	VALUE_OF(8, 2, 0x31, 0x32, 0x33, 0x17);
	VALUE_OF(8, 3, 0x31, 0x32, 0x33, 0x17, 0x13, 0x13); /* from the top: 2 1 3 */
	FAILS(0x13, 0x13);
	FAILS(0x15, 1);
	FAILS(0x13); /* nothing is left */
}

CASE(jumps_go_forward_only)
{
	signed char many[WORK];
	uint64_t value;

	VALUE_OF(8, 0x31 - 0x30, 0x2f, 1, 0, 0x32, 0x31);
	VALUE_OF(8, 3, 0x33, 0x30, 0x28, 1, 0, (signed char)0x96);
	VALUE_OF(8, 3, 0x33, 0x31, 0x28, 1, 0, 0x34);
	FAILS(0x2f, -3, -1);
	FAILS(0x31, 0x28, -4, -1);
	FAILS(0x2f, 5, 0);
	memset(many, 0x96, sizeof(many));
	CHECK(evaluate(many, CFI_EXPRESSION_WORK, 8, &value));
	CHECK(!evaluate(many, CFI_EXPRESSION_WORK + 1, 8, &value));
	memset(many, 0x31, sizeof(many));
	CHECK(evaluate(many, CFI_EXPRESSION_DEPTH - 1, 8, &value)); /* the frame is below */
	CHECK(!evaluate(many, CFI_EXPRESSION_DEPTH, 8, &value));
}

TEST_CASES(cfi_expression)
