/* SPDX-License-Identifier: MIT */
#include "common/table/keysort.h"

#include "common/table/hash.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { ITEMS = 3000, LETTERS = 12 };

/* Things are texts; a key is three of their letters, 0 after the end. */
static uint64_t key_of(const void *context, const struct keysort_item *item, uint32_t level)
{
	const char *text = item->of.thing;
	size_t length = strlen(text), i;
	uint64_t key = 0;

	(void)context;
	for (i = level; i < level + 3; i++)
		key = key << 8 | (i < length ? (unsigned char)text[i] : 0);
	return key;
}

static bool ends(uint64_t key)
{
	return (key & 0xff) == 0;
}

static int compare(const void *context, const struct keysort_item *a, const struct keysort_item *b)
{
	(void)context;
	return strcmp(a->of.thing, b->of.thing);
}

static bool is_sorted(const struct keysort_item *items, size_t count)
{
	size_t i;

	for (i = 1; i < count; i++) {
		if (strcmp(items[i - 1].of.thing, items[i].of.thing) > 0)
			return false;
	}
	return true;
}

/* Texts of few letters, many of them the same, in all numbers up to ITEMS. */
static void texts_come_in_order(bool with_compare)
{
	static char texts[ITEMS][LETTERS + 1];
	static struct keysort_item items[ITEMS];
	const struct keysort by = {NULL, key_of, 3, ends, with_compare ? compare : NULL};
	uint64_t state = 1;
	size_t count, i, n;

	for (count = 0; count <= ITEMS; count = count < 20 ? count + 1 : count * 3) {
		for (i = 0; i < count; i++) {
			size_t length = scratch_below(&state, LETTERS);

			for (n = 0; n < length; n++)
				texts[i][n] = (char)('a' + scratch_random(&state) % 3);
			texts[i][length] = '\0';
			items[i].of.thing = texts[i];
		}
		keysort(&by, items, count);
		CHECK(is_sorted(items, count));
	}
}

CASE(texts_that_are_the_same_end)
{
	struct keysort_item items[100];
	const struct keysort by = {NULL, key_of, 3, ends, compare};
	size_t i;

	for (i = 0; i < ARRAY_LEN(items); i++)
		items[i].of.thing = "abcabcabcabc";
	keysort(&by, items, ARRAY_LEN(items));
	CHECK(is_sorted(items, ARRAY_LEN(items)));
}

/* A hash of the keys that are asked for, in order: it shows which items were pivots. */
static uint64_t asked;

static uint64_t key_asked(const void *context, const struct keysort_item *item, uint32_t level)
{
	const uint64_t key = key_of(context, item, level);

	asked = asked * UINT64_C(6364136223846793005) + key + 1;
	return key;
}

static uint64_t asked_in_a_run(void)
{
	static char texts[ITEMS][LETTERS + 1];
	static struct keysort_item items[ITEMS];
	const struct keysort by = {NULL, key_asked, 3, ends, NULL};
	size_t i;

	for (i = 0; i < ITEMS; i++) {
		snprintf(texts[i], sizeof(texts[i]), "%zu", i * 7919 % 1009);
		items[i].of.thing = texts[i];
	}
	asked = 0;
	keysort(&by, items, ITEMS);
	CHECK(is_sorted(items, ITEMS));
	return asked;
}

CASE(every_run_has_other_pivots)
{
	const uint64_t first = asked_in_a_run();
	int i, others = 0;

	CHECK(asked_in_a_run() == first); /* with the same key of the hash function */
	for (i = 0; i < 16; i++) {
		hash_draw_key();
		others += asked_in_a_run() != first;
	}
	CHECK(others > 8); /* so few items let one key in 30 choose as another did */
}

TEST(keysort)
{
	texts_come_in_order(true);
	texts_come_in_order(false);
	check_cases();
	return check_done();
}
