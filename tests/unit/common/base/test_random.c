/* SPDX-License-Identifier: MIT */
#include "common/base/system.h"

#include "tests/unit/check.h"

CASE(every_byte_is_filled_and_no_other)
{
	unsigned char bytes[700], seen[sizeof(bytes)];
	size_t size, round, i;

	for (size = 0; size < sizeof(bytes); size = size * 2 + 1) {
		memset(seen, 0, sizeof(seen));
		for (round = 0; round < 20; round++) {
			memset(bytes, 0, sizeof(bytes));
			random_fill(bytes, size);
			for (i = 0; i < sizeof(bytes); i++)
				seen[i] |= bytes[i];
		}
		for (i = 0; i < sizeof(bytes); i++)
			CHECK((seen[i] != 0) == (i < size));
	}
}

CASE(no_two_are_the_same)
{
	unsigned char one[32] = {0}, other[32] = {0};

	random_fill(one, sizeof(one));
	random_fill(other, sizeof(other));
	CHECK(memcmp(one, other, sizeof(one)) != 0);
}

TEST_CASES(random)
