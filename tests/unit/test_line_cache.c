/* SPDX-License-Identifier: MIT */
#include "collapse/line_cache.h"

#include "tests/unit/check.h"

static int values[4];

/* The cache knows the lines a, b and c, in this order. */
static struct line_cache three_lines(void)
{
	struct line_cache cache = {0};

	line_cache_add(&cache, SLICE("a"), &values[0]);
	line_cache_add(&cache, SLICE("bb"), &values[1]);
	line_cache_add(&cache, SLICE("c"), &values[2]);
	return cache;
}

static void what_was_added_is_found_and_nothing_else(void)
{
	struct line_cache cache = three_lines();

	CHECK(line_cache_find(&cache, SLICE("a")) == &values[0]);
	CHECK(line_cache_find(&cache, SLICE("bb")) == &values[1]);
	CHECK(!line_cache_find(&cache, SLICE("b")));
	CHECK(!line_cache_find(&cache, SLICE("bb\n")));
	CHECK(!line_cache_find(&cache, SLICE("")));
	line_cache_release(&cache);
}

static void the_empty_line_is_a_line(void)
{
	struct line_cache cache = {0};

	CHECK(!line_cache_find(&cache, SLICE("")));
	line_cache_add(&cache, slice_of(NULL, 0), &values[3]);
	CHECK(line_cache_find(&cache, SLICE("")) == &values[3]);
	CHECK(line_cache_find(&cache, slice_of(NULL, 0)) == &values[3]);
	line_cache_release(&cache);
}

static void an_empty_cache_expects_nothing(void)
{
	struct line_cache cache = {0};
	size_t size;

	CHECK(!line_cache_next(&cache, SLICE("a\n"), &size));
	CHECK(!line_cache_next(&cache, SLICE(""), &size));
	line_cache_release(&cache);
}

static void lines_are_expected_in_the_order_they_came_in(void)
{
	struct line_cache cache = three_lines();
	size_t size = 0;

	line_cache_find(&cache, SLICE("a"));
	CHECK(line_cache_next(&cache, SLICE("bb\nrest"), &size) == &values[1] && size == 3);
	CHECK(line_cache_next(&cache, SLICE("c\n"), &size) == &values[2] && size == 2);
	CHECK(line_cache_next(&cache, SLICE("a\n"), &size) == &values[0]);
	line_cache_release(&cache);
}

static void another_text_than_the_expected_is_not_taken(void)
{
	struct line_cache cache = three_lines();
	size_t size = 0;

	line_cache_find(&cache, SLICE("a"));
	CHECK(!line_cache_next(&cache, SLICE("b\n"), &size));
	CHECK(!line_cache_next(&cache, SLICE("bb"), &size));
	CHECK(!line_cache_next(&cache, SLICE("bbb\n"), &size));
	CHECK(!line_cache_next(&cache, SLICE("c\n"), &size));
	CHECK(!line_cache_next(&cache, SLICE(""), &size));
	CHECK(line_cache_next(&cache, SLICE("bb\n"), &size) == &values[1]);
	line_cache_release(&cache);
}

static void the_last_order_counts(void)
{
	struct line_cache cache = three_lines();
	size_t size = 0;

	line_cache_find(&cache, SLICE("a"));
	line_cache_find(&cache, SLICE("c"));
	line_cache_find(&cache, SLICE("a"));
	CHECK(!line_cache_next(&cache, SLICE("bb\n"), &size));
	CHECK(line_cache_next(&cache, SLICE("c\n"), &size) == &values[2]);
	line_cache_release(&cache);
}

static void many_lines_keep_their_values(void)
{
	enum { LINES = 20000 };
	struct line_cache cache = {0};
	char name[32];
	uintptr_t i;

	for (i = 1; i <= LINES; i++) {
		int len = snprintf(name, sizeof(name), "line %u", (unsigned)i);

		line_cache_add(&cache, slice_of(name, (size_t)len), &name[i % sizeof(name)]);
	}
	for (i = 1; i <= LINES; i++) {
		struct slice line = slice_of(
			name, (size_t)snprintf(name, sizeof(name), "line %u", (unsigned)i));
		uint32_t hash = line_cache_hash(&cache, line);

		line_cache_fetch(&cache, hash);
		CHECK(line_cache_get(&cache, line, hash) == &name[i % sizeof(name)]);
	}
	CHECK(line_cache_size(&cache) > LINES * sizeof("line 1"));
	line_cache_release(&cache);
	CHECK(line_cache_size(&cache) == 0);
}

int main(void)
{
	what_was_added_is_found_and_nothing_else();
	the_empty_line_is_a_line();
	an_empty_cache_expects_nothing();
	lines_are_expected_in_the_order_they_came_in();
	another_text_than_the_expected_is_not_taken();
	the_last_order_counts();
	many_lines_keep_their_values();
	return check_done();
}
