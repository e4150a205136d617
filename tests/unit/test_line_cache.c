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

/* Is it in the cache, as the way of many lines at once sees it? */
static bool has(struct line_cache *cache, struct slice line, void *value)
{
	uint32_t hash = line_cache_hash(cache, line), number;

	line_cache_fetch(cache, hash);
	number = line_cache_get(cache, line, hash);
	return number == HASH_NONE ? !value : line_cache_entry(cache, number)->value == value;
}

static bool is_digits(const char *text)
{
	return char_is_digit(text[0]) && char_is_digit(text[1]);
}

static void an_empty_cache_has_nothing(void)
{
	struct line_cache cache = {0};

	CHECK(has(&cache, SLICE("a"), NULL) && has(&cache, SLICE(""), NULL));
	line_cache_release(&cache);
}

static void the_last_line_is_the_one_found_or_added(void)
{
	struct line_cache cache = three_lines();
	uint32_t last = cache.last;

	CHECK(line_cache_entry(&cache, last)->value == &values[2]);
	line_cache_find(&cache, SLICE("a"));
	CHECK(line_cache_entry(&cache, cache.last)->value == &values[0]);
	line_cache_find(&cache, SLICE("none"));
	CHECK(cache.last == HASH_NONE);
	line_cache_release(&cache);
}

static void a_front_may_change_but_not_to_anything(void)
{
	struct line_cache cache = {.front = 2, .is_front = is_digits};

	line_cache_add(&cache, SLICE("main"), &values[1]);
	CHECK(has(&cache, SLICE("12main"), &values[1]));
	CHECK(has(&cache, SLICE("12main"), &values[1]));
	CHECK(has(&cache, SLICE("34main"), &values[1]));
	CHECK(has(&cache, SLICE("x4main"), NULL));
	CHECK(has(&cache, slice_of("\0\0main", 6), NULL));
	CHECK(has(&cache, SLICE("12mail"), NULL));
	CHECK(has(&cache, SLICE("12"), NULL));
	CHECK(line_cache_find(&cache, SLICE("main")) == &values[1]);
	line_cache_release(&cache);
	CHECK(cache.front == 2 && cache.is_front == is_digits);
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

		CHECK(has(&cache, line, &name[i % sizeof(name)]));
	}
	CHECK(line_cache_size(&cache) > LINES * sizeof("line 1"));
	line_cache_release(&cache);
	CHECK(line_cache_size(&cache) == 0);
}

int main(void)
{
	what_was_added_is_found_and_nothing_else();
	the_empty_line_is_a_line();
	an_empty_cache_has_nothing();
	the_last_line_is_the_one_found_or_added();
	a_front_may_change_but_not_to_anything();
	many_lines_keep_their_values();
	return check_done();
}
