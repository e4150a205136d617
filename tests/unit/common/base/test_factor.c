/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"

#include "tests/unit/check.h"

CASE(numbers_are_parsed_exactly)
{
	static const struct {
		struct slice text;
		uint64_t value;
		unsigned scale;
	} good[] = {
		{SLICE_INIT("1"), 1, 0},
		{SLICE_INIT("0.5"), 5, 1},
		{SLICE_INIT(".25"), 25, 2},
		{SLICE_INIT("2."), 2, 0},
		{SLICE_INIT("1.50"), 150, 2},
		{SLICE_INIT("0.000000001"), 1, 9},
		{SLICE_INIT("18446744073709551615"), UINT64_MAX, 0},
	};
	static const struct slice bad[] = {
		SLICE_INIT(""),
		SLICE_INIT("."),
		SLICE_INIT("0"),
		SLICE_INIT("0.0"),
		SLICE_INIT("-1"),
		SLICE_INIT("1e3"),
		SLICE_INIT("0.0000000001"),
		SLICE_INIT("1.2.3"),
		SLICE_INIT("18446744073709551616"),
		SLICE_INIT("18446744073709551615.1"),
	};
	struct factor factor;
	size_t i;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		CHECK(factor_parse(good[i].text, &factor));
		CHECK(factor.value == good[i].value && factor.scale == good[i].scale);
	}
	for (i = 0; i < ARRAY_LEN(bad); i++)
		CHECK(!factor_parse(bad[i], &factor));
}

CASE(files_may_have_one)
{
	struct slice plain = SLICE("a.folded"), weighted = SLICE("a:b:0.5"), host = SLICE("host:x"),
		     zero = SLICE("a:0");
	struct factor factor;

	CHECK(factor_split(&plain, &factor) && factor.value == 1 && factor.scale == 0);
	CHECK(slice_equal(plain, SLICE("a.folded")));
	CHECK(factor_split(&weighted, &factor) && factor.value == 5 && factor.scale == 1);
	CHECK(slice_equal(weighted, SLICE("a:b")));
	CHECK(factor_split(&host, &factor) && slice_equal(host, SLICE("host:x")));
	CHECK(!factor_split(&zero, &factor));
}

CASE(products_are_exact_or_say_so)
{
	const struct factor half = {5, 1}, tiny = {1, 9}, large = {UINT64_MAX, 0};
	struct product product = factor_times(&half, 3, 0);

	CHECK(product.count == 15 && product.scale == 1 && !product.rounded && !product.overflow);
	product = factor_times(&half, 25, 9); /* 12.5 of the last digit: to even */
	CHECK(product.count == 12 && product.scale == 9 && product.rounded);
	product = factor_times(&half, 27, 9);
	CHECK(product.count == 14 && product.scale == 9 && product.rounded);
	product = factor_times(&tiny, UINT64_MAX, 9);
	CHECK(product.count == UINT64_MAX / 1000000000 + 1 && product.rounded);
	CHECK(factor_times(&large, 2, 0).overflow);
	CHECK(!factor_times(&large, 1, 0).overflow);
}

TEST_CASES(factor)
