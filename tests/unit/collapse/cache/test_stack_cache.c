/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_cache.h"
#include "tests/unit/check.h"

enum { ROOT = 7 };

static struct fingerprint print_of(uint32_t number)
{
	struct fingerprint print;

	fingerprint_of(slice_of((const char *)&number, sizeof(number)), &print);
	return print;
}

static struct stack_cache_entry *find(const struct stack_cache *cache, uint32_t number)
{
	const struct fingerprint print = print_of(number);

	stack_cache_fetch_slot(cache, &print, ROOT);
	stack_cache_fetch(cache, &print, ROOT);
	return stack_cache_find(cache, &print, ROOT);
}

static struct stack_cache_entry *add(struct stack_cache *cache, uint32_t number)
{
	const struct fingerprint print = print_of(number);

	return stack_cache_add(cache, &print, ROOT, number);
}

CASE(a_text_that_came_before_is_known)
{
	struct stack_cache cache;
	struct stack_cache_entry *entry;

	stack_cache_init(&cache, false);
	CHECK(!find(&cache, 1));
	entry = add(&cache, 1);
	CHECK(entry && !entry->stack && entry->lines == 1);
	CHECK(!add(&cache, 1));
	CHECK(add(&cache, 2) && find(&cache, 1) == entry && !find(&cache, 3));
	stack_cache_release(&cache);
	CHECK(!find(&cache, 1));
	CHECK(add(&cache, 1));
	stack_cache_release(&cache);
}

CASE(processes_are_told_apart)
{
	const struct fingerprint print = print_of(1);
	struct stack_cache cache;

	stack_cache_init(&cache, false);
	CHECK(stack_cache_add(&cache, &print, ROOT, 1));
	CHECK(!stack_cache_find(&cache, &print, ROOT + 1));
	CHECK(stack_cache_add(&cache, &print, ROOT + 1, 2));
	CHECK(stack_cache_find(&cache, &print, ROOT)->lines == 1);
	CHECK(stack_cache_find(&cache, &print, ROOT + 1)->lines == 2);
	stack_cache_release(&cache);
}

/* Two that differ, and have the same place in the table. */
CASE(texts_of_one_hash_are_told_apart)
{
	struct stack_cache cache;
	struct fingerprint print = {{1, 2, 3, 4}, 5}, other = {{1, 2, 3, 5}, 5};

	stack_cache_init(&cache, false);
	CHECK(stack_cache_hash(&print, ROOT) == stack_cache_hash(&other, ROOT));
	CHECK(stack_cache_add(&cache, &print, ROOT, 1));
	CHECK(!stack_cache_find(&cache, &other, ROOT));
	CHECK(stack_cache_add(&cache, &other, ROOT, 2));
	CHECK(stack_cache_find(&cache, &print, ROOT)->lines == 1);
	CHECK(stack_cache_find(&cache, &other, ROOT)->lines == 2);
	stack_cache_release(&cache);
}

/* Add texts from number `next` on until no more go in; the number of the one that did not. */
static uint32_t fill_part(struct stack_cache *cache, uint32_t next)
{
	while (add(cache, next))
		next++;
	return next;
}

static void a_full_cache_forgets_its_oldest_part(bool is_only_one)
{
	struct stack_cache cache;
	uint32_t next = 0, second = 0, i;

	stack_cache_init(&cache, is_only_one);
	for (i = 0; i < STACK_CACHE_GENERATIONS; i++) {
		CHECK(next == 0 || find(&cache, 0));
		next = fill_part(&cache, next);
		second = i == 0 ? next : second;
		stack_cache_trim(&cache);
	}
	CHECK(next == (is_only_one ? 2 : 1) * STACK_CACHE_TEXTS);
	CHECK(!find(&cache, 0) && !find(&cache, second - 1));
	CHECK(find(&cache, second) && find(&cache, next - 1));
	CHECK(add(&cache, 0));
	stack_cache_trim(&cache);
	CHECK(find(&cache, 0));
	stack_cache_release(&cache);
}

TEST(stack_cache)
{
	check_cases();
	a_full_cache_forgets_its_oldest_part(false);
	a_full_cache_forgets_its_oldest_part(true);
	return check_done();
}
