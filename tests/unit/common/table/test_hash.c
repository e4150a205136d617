/* SPDX-License-Identifier: MIT */
#include "common/table/hash.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

CASE(equal_bytes_hash_alike_wherever_they_lie)
{
	char room[128];
	uint64_t state = 7;
	size_t len, shift, i;

	for (len = 0; len <= 40; len++) {
		char key[40];
		uint32_t hash;

		for (i = 0; i < len; i++)
			key[i] = (char)scratch_random(&state);
		hash = hash_bytes(key, len);
		for (shift = 0; shift < 16; shift++) {
			memset(room, (int)shift, sizeof(room));
			if (len > 0)
				memcpy(room + shift, key, len);
			CHECK(hash_bytes(room + shift, len) == hash);
		}
	}
}

CASE(nothing_has_a_hash)
{
	CHECK(hash_bytes(NULL, 0) == hash_bytes("x", 0));
}

CASE(zeros_at_the_end_count)
{
	static const char zeros[40];
	size_t a, b;

	for (a = 0; a <= 40; a++) {
		for (b = 0; b < a; b++)
			CHECK(hash_bytes(zeros, a) != hash_bytes(zeros, b));
	}
}

static unsigned bits_of(uint32_t value)
{
	unsigned count = 0;

	for (; value; value &= value - 1)
		count++;
	return count;
}

static int compare_u32(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static size_t count_collisions(uint32_t *hashes, size_t count)
{
	size_t i, same = 0;

	qsort(hashes, count, sizeof(*hashes), compare_u32);
	for (i = 1; i < count; i++)
		same += hashes[i] == hashes[i - 1];
	return same;
}

/* 2^17 random 32-bit numbers collide twice on average; ten times as much would be a bad hash. */
CASE(names_that_differ_in_their_end_seldom_collide)
{
	enum { NAMES = 1 << 17 };
	uint32_t *hashes = memory_resize(NULL, NAMES, sizeof(*hashes));
	uint32_t i;

	for (i = 0; i < NAMES; i++) {
		char name[64];
		int len = snprintf(name, sizeof(name), "std::vector<int>::push_back_%u",
				   (unsigned)i);

		hashes[i] = hash_bytes(name, (size_t)len);
	}
	CHECK(count_collisions(hashes, NAMES) < 20);
	free(hashes);
}

CASE(lists_of_small_ids_seldom_collide)
{
	enum { SIDE = 51, LISTS = SIDE * SIDE * SIDE };
	uint32_t *hashes = memory_resize(NULL, LISTS, sizeof(*hashes));
	uint32_t ids[3], n = 0;

	for (ids[0] = 0; ids[0] < SIDE; ids[0]++) {
		for (ids[1] = 0; ids[1] < SIDE; ids[1]++) {
			for (ids[2] = 0; ids[2] < SIDE; ids[2]++)
				hashes[n++] = hash_bytes(ids, sizeof(ids));
		}
	}
	CHECK(count_collisions(hashes, LISTS) < 20);
	free(hashes);
}

/* Tables look at the low bits first: they must be as good as the others. */
CASE(low_bits_are_spread_evenly)
{
	enum { NAMES = 1 << 16, BUCKETS = 1 << 10 };
	static unsigned load[BUCKETS];
	unsigned largest = 0;
	uint32_t i;

	for (i = 0; i < NAMES; i++) {
		unsigned *bucket = &load[hash_bytes(&i, sizeof(i)) % BUCKETS];

		if (++*bucket > largest)
			largest = *bucket;
	}
	CHECK(largest < 3 * NAMES / BUCKETS);
}

CASE(one_flipped_bit_changes_many)
{
	char key[24];
	uint64_t state = 99, changed = 0, flips = 0;
	size_t round, bit, i;

	for (round = 0; round < 50; round++) {
		uint32_t hash;

		for (i = 0; i < sizeof(key); i++)
			key[i] = (char)scratch_random(&state);
		hash = hash_bytes(key, sizeof(key));
		for (bit = 0; bit < 8 * sizeof(key); bit++) {
			unsigned differ;

			key[bit / 8] ^= (char)(1 << bit % 8);
			differ = bits_of(hash ^ hash_bytes(key, sizeof(key)));
			key[bit / 8] ^= (char)(1 << bit % 8);
			CHECK(differ > 0);
			changed += differ;
			flips++;
		}
	}
	CHECK(changed > flips * 12 && changed < flips * 20);
}

CASE(an_empty_index_finds_nothing)
{
	struct hash_slots index = {0};
	size_t at = 7;

	CHECK(hash_slots_next(&index, 7, &at) == HASH_NONE);
	hash_slots_release(&index);
}

/* Few hashes for many things: every search passes things of other hashes. */
CASE(an_index_finds_all_things_of_a_hash_and_no_others)
{
	enum { THINGS = 3000, HASHES = 60 };
	struct hash_slots index = {0};
	uint32_t hash, number;

	for (number = 0; number < THINGS; number++)
		hash_slots_add(&index, number % HASHES, number);
	CHECK(index.count == THINGS);
	for (hash = 0; hash < HASHES; hash++) {
		bool seen[THINGS] = {0};
		size_t at = hash, found = 0;

		while ((number = hash_slots_next(&index, hash, &at)) != HASH_NONE) {
			CHECK(number % HASHES == hash && !seen[number]);
			seen[number] = true;
			found++;
		}
		CHECK(found == THINGS / HASHES);
	}
	hash = HASHES;
	for (size_t at = hash; (number = hash_slots_next(&index, hash, &at)) != HASH_NONE;)
		CHECK(false);
	hash_slots_release(&index);
}

static uint32_t few_hashes(const void *things, uint32_t number)
{
	CHECK(number < *(const uint32_t *)things);
	return number % 60;
}

/* Others may be found too, so callers compare; but each has to be found. */
CASE(numbers_find_all_things_of_a_hash)
{
	enum { THINGS = 3000 };
	struct hash_ids numbers = {0};
	uint32_t number, i;

	for (i = 0; i < THINGS; i++)
		hash_ids_add(&numbers, i % 60, i, few_hashes, &i);
	for (i = 0; i < 60; i++) {
		bool seen[THINGS] = {0};
		size_t at = i, found = 0;

		while ((number = hash_ids_next(&numbers, i, &at)) != HASH_NONE) {
			CHECK(number < THINGS && !seen[number]);
			seen[number] = true;
			found += number % 60 == i;
		}
		CHECK(found == THINGS / 60);
	}
	hash_ids_release(&numbers);
}

static uint32_t hash_of_number(const void *things, uint32_t number)
{
	(void)things;
	return hash_bytes(&number, sizeof(number));
}

CASE(numbers_seldom_find_a_thing_of_another_hash)
{
	enum { THINGS = 100000 };
	struct hash_ids numbers = {0};
	uint32_t number, i, wrong = 0;

	for (i = 0; i < THINGS; i++)
		hash_ids_add(&numbers, hash_of_number(NULL, i), i, hash_of_number, NULL);
	for (i = 0; i < THINGS; i++) {
		uint32_t hash = hash_of_number(NULL, i);
		size_t at = hash;

		while ((number = hash_ids_next(&numbers, hash, &at)) != i && number != HASH_NONE)
			wrong++;
		CHECK(number == i);
	}
	CHECK(wrong < THINGS / 1000);
	hash_ids_release(&numbers);
}

/* As a profile does that was closed: all come back, whatever their number. */
CASE(numbers_that_were_released_are_made_again)
{
	struct hash_ids numbers = {0};
	uint32_t i;

	hash_ids_add(&numbers, hash_of_number(NULL, 5000), 5000, hash_of_number, NULL);
	for (i = 0; i <= 5000; i++) {
		uint32_t hash = hash_of_number(NULL, i), number;
		size_t at = hash;

		do {
			number = hash_ids_next(&numbers, hash, &at);
		} while (number != i && number != HASH_NONE);
		CHECK(number == i);
	}
	hash_ids_release(&numbers);
}

CASE(an_index_forgets_what_is_dropped_and_nothing_else)
{
	enum { THINGS = 5000, FROM = 1000, TO = 3000 };
	struct hash_slots index = {0};
	uint32_t number;

	hash_slots_drop(&index, 0, TO);
	for (number = 0; number < THINGS; number++)
		hash_slots_add(&index, hash_bytes(&number, sizeof(number)) % 2048, number);
	hash_slots_drop(&index, FROM, TO);
	CHECK(index.count == THINGS - (TO - FROM));
	for (number = 0; number < THINGS; number++) {
		uint32_t hash = hash_bytes(&number, sizeof(number)) % 2048, found;
		size_t at = hash;

		do {
			found = hash_slots_next(&index, hash, &at);
		} while (found != number && found != HASH_NONE);
		CHECK((found == HASH_NONE) == (number >= FROM && number < TO));
	}
	hash_slots_release(&index);
}

CASE(ids_are_found_in_whatever_order_they_come)
{
	static const uint64_t order[] = {1, 2, 7, 4, 0, UINT64_MAX, 5};
	struct ids ids = {0};
	uint32_t i;

	CHECK(ids_find(&ids, 0) == IDS_NONE && ids_find(&ids, 1) == IDS_NONE);
	for (i = 0; i < ARRAY_LEN(order); i++)
		CHECK(ids_add(&ids, order[i]) == i);
	for (i = 0; i < ARRAY_LEN(order); i++)
		CHECK(ids_find(&ids, order[i]) == i);
	CHECK(ids_find(&ids, 3) == IDS_NONE && ids_find(&ids, 8) == IDS_NONE);
	CHECK(ids_number(&ids, order[1]) == 1 && ids_number(&ids, 3) == ARRAY_LEN(order));
	CHECK(ids_find(&ids, 3) == ARRAY_LEN(order));
	ids_release(&ids);
}

CASE(things_of_ids_are_zero_at_first)
{
	struct id_things things = {.cap = 0};
	uint64_t i, *thing;

	CHECK(!id_things_find(&things, 7, sizeof(*thing)));
	for (i = 0; i < 1000; i++) {
		thing = id_things_of(&things, i * 7, sizeof(*thing));
		CHECK(*thing == 0);
		*thing = i + 1;
	}
	for (i = 0; i < 1000; i++) {
		thing = id_things_find(&things, i * 7, sizeof(*thing));
		CHECK(thing && *thing == i + 1 &&
		      id_things_of(&things, i * 7, sizeof(*thing)) == thing);
	}
	CHECK(!id_things_find(&things, 8, sizeof(*thing)));
	id_things_release(&things);
	thing = id_things_of(&things, 7, sizeof(*thing));
	CHECK(*thing == 0);
	id_things_release(&things);
}

TEST_CASES(hash)
