/* SPDX-License-Identifier: MIT */
#include "common/base/search.h"
#include "tests/unit/check.h"

struct range {
	uint32_t name; /* the start is not the first member */
	uint64_t start;
};

/* Beside counting one by one. */
CASE(as_many_as_there_are)
{
	static const struct range ranges[] = {
		{1, 0}, {2, 7}, {3, 7}, {4, 7}, {5, 8}, {6, UINT64_MAX},
	};
	static const uint64_t values[] = {0, 1, 6, 7, 8, 9, UINT64_MAX - 1, UINT64_MAX};
	size_t count, i, k;

	for (count = 0; count <= ARRAY_LEN(ranges); count++) {
		for (i = 0; i < ARRAY_LEN(values); i++) {
			size_t expected = 0;

			for (k = 0; k < count; k++)
				expected += ranges[k].start <= values[i];
			CHECK(SEARCH_UP_TO(ranges, count, start, values[i]) == expected);
		}
	}
}

CASE(nothing_in_no_list)
{
	const struct range *none = NULL;

	CHECK(SEARCH_UP_TO(none, (size_t)0, start, 5) == 0);
}

TEST_CASES(search)
