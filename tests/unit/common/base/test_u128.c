/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static bool is(struct u128 number, uint64_t high, uint64_t low)
{
	return number.high == high && number.low == low;
}

CASE(products_have_twice_the_bits)
{
	CHECK(is(u128_multiply(0, UINT64_MAX), 0, 0));
	CHECK(is(u128_multiply(3, 5), 0, 15));
	CHECK(is(u128_multiply((uint64_t)1 << 32, (uint64_t)1 << 32), 1, 0));
	CHECK(is(u128_multiply(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1));
	CHECK(is(u128_multiply(UINT64_MAX, 10), 9, UINT64_MAX - 9));
}

CASE(dividing_gives_quotient_and_remainder)
{
	struct u128 number = {0, 17};

	CHECK(u128_divide(&number, 5) == 2 && is(number, 0, 3));
	number = (struct u128){5, 0};
	CHECK(u128_divide(&number, 2) == 0 && is(number, 2, (uint64_t)1 << 63));
	number = (struct u128){UINT64_MAX, UINT64_MAX};
	CHECK(u128_divide(&number, 1) == 0 && is(number, UINT64_MAX, UINT64_MAX));
	number = (struct u128){UINT64_MAX - 1, UINT64_MAX};
	CHECK(u128_divide(&number, UINT64_MAX) == UINT64_MAX - 1 && is(number, 0, UINT64_MAX));
}

/* a * b + rest, divided by b. */
static bool is_undone(uint64_t a, uint64_t b, uint64_t rest)
{
	struct u128 number = u128_multiply(a, b);

	number.low += rest;
	number.high += number.low < rest;
	return u128_divide(&number, b) == rest && is(number, 0, a);
}

CASE(dividing_undoes_multiplying)
{
	uint64_t state = 314159265358979;
	int round;

	for (round = 0; round < 20000; round++) {
		uint64_t a = scratch_random(&state) >> scratch_random(&state) % 64;
		uint64_t b = (scratch_random(&state) >> scratch_random(&state) % 63) | 1;

		if (!is_undone(a, b, scratch_random(&state) % b))
			break;
	}
	CHECK(round == 20000);
	CHECK(is_undone(UINT64_MAX, UINT64_MAX, UINT64_MAX - 1));
}

TEST_CASES(u128)
