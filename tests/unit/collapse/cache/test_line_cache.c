/* SPDX-License-Identifier: MIT */
#include "collapse/cache/line_cache.h"

#include "common/base/parallel.h"
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

CASE(only_added_lines_are_found)
{
	struct line_cache cache = three_lines();

	CHECK(line_cache_find(&cache, SLICE("a")) == &values[0]);
	CHECK(line_cache_find(&cache, SLICE("bb")) == &values[1]);
	CHECK(!line_cache_find(&cache, SLICE("b")));
	CHECK(!line_cache_find(&cache, SLICE("bb\n")));
	CHECK(!line_cache_find(&cache, SLICE("")));
	line_cache_release(&cache);
}

CASE(the_empty_line_is_a_line)
{
	struct line_cache cache = {0};

	CHECK(!line_cache_find(&cache, SLICE("")));
	line_cache_add(&cache, slice_of(NULL, 0), &values[3]);
	CHECK(line_cache_find(&cache, SLICE("")) == &values[3]);
	CHECK(line_cache_find(&cache, slice_of(NULL, 0)) == &values[3]);
	line_cache_release(&cache);
}

/* True if the interface for many lines at once finds it in the cache. */
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

CASE(an_empty_cache_has_nothing)
{
	struct line_cache cache = {0};

	CHECK(has(&cache, SLICE("a"), NULL) && has(&cache, SLICE(""), NULL));
	line_cache_release(&cache);
}

CASE(the_last_line_is_the_one_found_or_added)
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

CASE(a_front_may_change_but_not_to_anything)
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

CASE(many_lines_keep_their_values)
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

CASE(a_line_that_was_missed_is_added_with_its_front_for_all)
{
	struct line_cache first = {.front = 2, .is_front = is_digits}, second = first;
	const struct slice line = SLICE("12main"), key = slice_tail(line, 2);

	line_cache_share(&first, &second);
	line_cache_miss(&first, &line, line_cache_hash(&first, line));
	CHECK(!line_cache_find(&first, key));
	CHECK(line_cache_keep(&first, key, &values[0], 7) == &values[0]);
	CHECK(line_cache_entry(&first, first.last)->tag == 7);
	CHECK(memcmp(line_cache_entry(&first, first.last)->text, "12main", 6) == 0);
	CHECK(line_cache_keep(&second, key, &values[1], 8) == &values[0]);
	CHECK(second.last == first.last && has(&second, line, &values[0]));
	CHECK(has(&second, SLICE("34main"), &values[0]) && has(&second, SLICE("x4main"), NULL));
	CHECK(memcmp(line_cache_entry(&first, first.last)->text, "12main", 6) == 0);
	line_cache_release(&first);
	CHECK(has(&second, SLICE("34main"), &values[0]));
	line_cache_release(&second);
	CHECK(second.front == 2 && !second.shared);
}

CASE(a_shared_cache_that_is_full_keeps_no_more)
{
	enum { BIG = LINE_CACHE_LONGEST };
	struct line_cache first = {0}, second = {0};
	char *text = memory_clear(BIG, 1);
	unsigned i, kept = 0;

	line_cache_share(&first, &second);
	for (i = 0; i < 2 * (LINE_CACHE_SIZE / BIG); i++) {
		text[0] = (char)('a' + i);
		CHECK(line_cache_keep(&first, slice_of(text, BIG), &values[0], 0) == &values[0]);
		kept += first.last != HASH_NONE;
		CHECK(has(&first, slice_of(text, BIG), first.last == HASH_NONE ? NULL : values));
	}
	CHECK(kept == LINE_CACHE_SIZE / BIG - 1); /* entries are larger than lines */
	CHECK(line_cache_size(&first) <= LINE_CACHE_SIZE);
	line_cache_release(&second);
	line_cache_release(&first);
	free(text);
}

enum { WORKERS = 4, WORKERS_LINES = 5003 };

struct worker {
	struct line_cache lines;
	const void *values[WORKERS_LINES];
	size_t wrong;
};

static struct slice line_of(char *room, size_t size, unsigned digits, uint32_t number)
{
	int len = snprintf(room, size, "%02uline %u", digits, (unsigned)number);

	return slice_of(room, (size_t)len);
}

/* All lines twice, each worker in an order of its own: the count is prime. */
static void learn_all(void *context, unsigned index)
{
	struct worker *worker = (struct worker *)context + index;
	struct line_cache *lines = &worker->lines;
	uint32_t i;

	for (i = 0; i < 2 * WORKERS_LINES; i++) {
		uint32_t number = (i * (2 * index + 1) + index) % WORKERS_LINES, found;
		char room[32];
		struct slice line = line_of(room, sizeof(room), index + i % 2, number);
		uint32_t hash = line_cache_hash(lines, line);
		uint32_t *value = arena_alloc(&lines->arena, sizeof(*value));

		found = line_cache_get(lines, line, hash);
		worker->wrong += i >= WORKERS_LINES && found == HASH_NONE;
		*value = number;
		if (found == HASH_NONE) {
			line_cache_miss(lines, &line, hash);
			value = line_cache_keep(lines, slice_tail(line, 2), value, number);
			found = lines->last;
		} else {
			value = line_cache_entry(lines, found)->value;
		}
		worker->wrong += *value != number;
		worker->wrong += line_cache_entry(lines, found)->tag != number;
		worker->wrong += i >= WORKERS_LINES && worker->values[number] != value;
		worker->values[number] = value;
	}
}

CASE(workers_that_share_lines_see_the_same_values)
{
	struct worker *workers = memory_clear(WORKERS, sizeof(*workers));
	unsigned i;

	for (i = 0; i < WORKERS; i++) {
		workers[i].lines.front = 2;
		workers[i].lines.is_front = is_digits;
	}
	for (i = 1; i < WORKERS; i++)
		line_cache_share(&workers[0].lines, &workers[i].lines);
	parallel_run(WORKERS, learn_all, workers);
	for (i = 0; i < WORKERS; i++) {
		CHECK(workers[i].wrong == 0);
		CHECK(memcmp(workers[i].values, workers[0].values, sizeof(workers[i].values)) == 0);
		line_cache_release(&workers[i].lines);
	}
	free(workers);
}

CASE(a_cache_in_which_nothing_is_found_does_not_pay)
{
	struct line_cache cache = three_lines();
	size_t i;

	CHECK(line_cache_pays(&cache));
	for (i = 0; i < 5000; i++)
		CHECK(!line_cache_find(&cache, SLICE("none")));
	CHECK(!line_cache_pays(&cache));
	for (i = 0; i < 1000; i++)
		CHECK(line_cache_find(&cache, SLICE("a")) == &values[0]);
	CHECK(line_cache_pays(&cache));
	for (i = 0; i < 5000; i++)
		line_cache_find(&cache, SLICE("none"));
	CHECK(!line_cache_pays(&cache));
	line_cache_release(&cache);
	CHECK(line_cache_pays(&cache));
}

TEST_CASES(line_cache)
