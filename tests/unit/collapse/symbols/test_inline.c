/* SPDX-License-Identifier: MIT */
/* Which symbol a query means. */
#include "collapse/symbols/inline.h"

#include "tests/unit/check.h"

/* The address in the file of "name+offset", at `pc` if that is not 0; 0 if it is ambiguous. */
static uint64_t place_of(struct inline_symbols *symbols, const char *name, uint64_t offset,
			 uint64_t pc)
{
	const struct inline_query query = {.function = slice_from(name),
					   .pc = pc,
					   .offset = offset,
					   .has_pc = pc != 0,
					   .has_offset = true};
	uint64_t address;

	return inline_symbols_place(symbols, &query, &address) ? address : 0;
}

CASE(a_symbol_and_its_offset_are_an_address)
{
	struct inline_symbols symbols = {0};
	uint64_t start;

	inline_symbols_add(&symbols, SLICE("main"), 0x1100, 0x80);
	inline_symbols_add(&symbols, SLICE("twice"), 0x2200, 0x10);
	inline_symbols_add(&symbols, SLICE("twice"), 0x3300, 0x10);
	inline_symbols_add(&symbols, SLICE("_ZNK8geometry6Circle4areaEi"), 0x4400, 0x40);
	CHECK(inline_symbols_start(&symbols, SLICE("twice"), &start) && start == 0x2200);
	CHECK(!inline_symbols_start(&symbols, SLICE("none"), &start));
	CHECK(place_of(&symbols, "main", 0x10, 0) == 0x1110);
	CHECK(place_of(&symbols, "main", 0x80, 0) == 0); /* after its end */
	CHECK(place_of(&symbols, "none", 0, 0) == 0);
	CHECK(place_of(&symbols, "twice", 4, 0) == 0);                   /* either of them */
	CHECK(place_of(&symbols, "twice", 4, 0x7f5500003304) == 0x3304); /* the place in the page */
	CHECK(place_of(&symbols, "geometry::Circle::area(int) const", 4, 0) == 0x4404);
	inline_symbols_release(&symbols);
}

CASE(parameters_do_not_make_another_function)
{
	CHECK(inline_same_function(SLICE("area(int)"), SLICE("area")));
	CHECK(inline_same_function(SLICE("main"), SLICE("main")));
	CHECK(!inline_same_function(SLICE("area(int)"), SLICE("areas")));
}

CASE(answers_are_copies)
{
	struct inline_functions functions = {0};
	char name[] = "inner";

	inline_add(&functions, slice_from(name), SLICE("a.c:1"));
	name[0] = 'x';
	inline_add(&functions, slice_from(name), SLICE(""));
	CHECK(functions.count == 2);
	CHECK(slice_equal(functions.at[0].name, SLICE("inner")));
	CHECK(slice_equal(functions.at[1].name, SLICE("xnner")));
	inline_reset(&functions);
	CHECK(functions.count == 0);
	inline_release(&functions);
}

TEST_CASES(inline)
