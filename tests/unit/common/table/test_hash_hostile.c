/* SPDX-License-Identifier: MIT */
/*
 * Texts of an attacker who knows the source and all its constants, but not the key: they collide as
 * often as random ones, under any key.
 */
#include "common/table/intern.h"
#include "common/table/name_table.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { TEXTS = 1 << 12, KEYS = 100, LONGEST = 1024 };

/* Constants of the functions, and of older ones that had no key. */
static const uint64_t constants[] = {
	0,
	UINT64_MAX,
	UINT64_C(1) << 63,
	UINT64_C(0x9e3779b97f4a7c15),
	UINT64_C(0xbf58476d1ce4e5b9),
	UINT64_C(0x94d049bb133111eb),
	UINT64_C(0x589965cc75374cc3),
	UINT64_C(0x80000000) << 32 | UINT64_C(0x80000000),
};

/* Makes text `number` of a family, of which there are `variants`; returns its size. */
typedef size_t make_fn(unsigned char *text, size_t variant, uint32_t number);

static void put_word(unsigned char *at, uint64_t word)
{
	memcpy(at, &word, sizeof(word));
}

/* One block of 16 bytes differs; the variant says which, and what the others are. */
static size_t one_block(unsigned char *text, size_t variant, uint32_t number)
{
	const size_t blocks = 1 + variant % 5;

	memset(text, (int)(variant * 37), 16 * blocks);
	put_word(text + 16 * (variant % blocks) + 8 * (variant % 2), number);
	return 16 * blocks;
}

/* Only some bits of one word differ: those at the top, or far from each other. */
static size_t few_bits(unsigned char *text, size_t variant, uint32_t number)
{
	memset(text, 'a', 40);
	put_word(text + 8 * (variant % 4), (uint64_t)number << (variant * 7 % 52));
	return 33 + variant % 7;
}

/*
 * A word is a constant, so that a multiplication by it, or an xor with it, loses what was before.
 */
static size_t cancelling_block(unsigned char *text, size_t variant, uint32_t number)
{
	const uint64_t constant = constants[variant % ARRAY_LEN(constants)];

	put_word(text, number);
	put_word(text + 8, constant);
	put_word(text + 16, constant);
	put_word(text + 24, constant ^ number);
	put_word(text + 32, constant - number);
	return 17 + variant % 24;
}

/* Both words of a product change so that sums, differences or products of theirs stay the same. */
static size_t balanced_words(unsigned char *text, size_t variant, uint32_t number)
{
	const uint64_t base = UINT64_C(0x6161616161616161);
	const uint64_t other = variant % 3 == 0   ? base - number
			       : variant % 3 == 1 ? base ^ number
						  : base + (UINT64_C(0) - number) * 3;

	memset(text, 'x', 64);
	put_word(text + variant / 3 % 4 * 16, variant % 3 == 1 ? base ^ number : base + number);
	put_word(text + variant / 3 % 4 * 16 + 8, other);
	return 64;
}

/* Two halves that have changed places: (a, b) and (b, a), with the same bytes elsewhere. */
static size_t swapped_words(unsigned char *text, size_t variant, uint32_t number)
{
	memset(text, (int)variant, 32);
	put_word(text + (number % 2 ? 0 : 8), number / 2);
	put_word(text + (number % 2 ? 8 : 0), ~(uint64_t)number / 2);
	return 16 + variant % 17;
}

/* The beginnings of one text, longer than a block of the hash too. */
static size_t prefixes(unsigned char *text, size_t variant, uint32_t number)
{
	const size_t len = number % LONGEST;

	memset(text, variant % 2 ? 'a' : 0, LONGEST);
	text[0] = (unsigned char)(number / LONGEST); /* as many texts as other families have */
	return len + 1;
}

/* Blocks of HASH_BLOCK bytes have changed places, or one of them differs. */
static size_t long_texts(unsigned char *text, size_t variant, uint32_t number)
{
	const size_t at = variant % 3 * HASH_BLOCK;

	memset(text, 'a', LONGEST);
	put_word(text + at + variant % 16 * 8, number);
	return 3 * HASH_BLOCK + variant % 5 * 60;
}

/* A hash that goes word by word is inverted: the second word is what the first one makes of it. */
static size_t inverted_chain(unsigned char *text, size_t variant, uint32_t number)
{
	uint64_t state = (constants[variant % ARRAY_LEN(constants)] ^ number) *
			 UINT64_C(0x9e3779b97f4a7c15);

	put_word(text, number);
	put_word(text + 8, state ^ state >> 29);
	return 16;
}

/* The lower half of a word is the negative of a constant, which made a product of 0. */
static size_t zero_products(unsigned char *text, size_t variant, uint32_t number)
{
	const uint64_t constant = constants[variant % ARRAY_LEN(constants)];

	memset(text, 'a', 56);
	put_word(text + 8 * (variant % 7),
		 (uint64_t)number << 32 | (uint32_t)(UINT64_C(0) - constant));
	return 56;
}

static make_fn *const families[] = {
	one_block, few_bits,   cancelling_block, balanced_words, swapped_words,
	prefixes,  long_texts, inverted_chain,   zero_products,
};

static int compare_u32(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static uint64_t equal_pairs(uint32_t *hashes)
{
	uint64_t pairs = 0, run = 1;
	size_t i;

	qsort(hashes, TEXTS, sizeof(*hashes), compare_u32);
	for (i = 1; i < TEXTS; i++) {
		run = hashes[i] == hashes[i - 1] ? run + 1 : 1;
		pairs += run - 1;
	}
	return pairs;
}

typedef uint32_t hash_fn(const unsigned char *text, size_t len);

/* Room in front of and after a text, which dtrace's table reads. */
static unsigned char room[64 + LONGEST + 128];
static unsigned char *const text = room + 64;

static uint32_t hash_any(const unsigned char *at, size_t len)
{
	return hash_bytes(at, len);
}

static struct name_table table; /* made with the key of the moment */

static uint32_t hash_line(const unsigned char *at, size_t len)
{
	return name_hash(&table, (const char *)at, len);
}

/* Pairs with the same hash, and with the same low bits, as a table of twice the size has them. */
static void check_family(make_fn *make, hash_fn *hash)
{
	enum { BUCKETS = 2 * TEXTS };
	const double pairs = (double)TEXTS * (TEXTS - 1) / 2;
	uint64_t equal = 0, together = 0;
	static uint32_t hashes[TEXTS];
	size_t key, i;

	for (key = 0; key < KEYS; key++) {
		hash_draw_key();
		name_table_init(&table);
		for (i = 0; i < TEXTS; i++)
			hashes[i] = hash(text, make(text, key, (uint32_t)i));
		equal += equal_pairs(hashes);
		for (i = 0; i < TEXTS; i++)
			hashes[i] %= BUCKETS;
		together += equal_pairs(hashes);
		name_table_release(&table);
	}
	CHECK(equal < 10); /* 0.2 are expected */
	CHECK((double)together < 1.1 * KEYS * pairs / BUCKETS);
}

CASE(hostile_texts_collide_no_more_often_than_chance)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(families); i++)
		check_family(families[i], hash_any);
}

CASE(hostile_lines_collide_no_more_often_than_chance)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(families); i++)
		check_family(families[i], hash_line);
}

/* The slots of names in a table, which only the key decides. */
static void slots_of(uint32_t *slots, size_t count)
{
	struct intern names = {0};
	uint32_t i;

	hash_draw_key();
	for (i = 0; i < 40; i++)
		intern_add(&names, slice_of((const char *)&i, sizeof(i)));
	CHECK(names.index.mask + 1 == count);
	memcpy(slots, names.index.slots, count * sizeof(*slots));
	intern_release(&names);
}

CASE(every_run_has_tables_in_another_order)
{
	uint32_t first[64], second[64];

	slots_of(first, ARRAY_LEN(first));
	slots_of(second, ARRAY_LEN(second));
	CHECK(memcmp(first, second, sizeof(first)) != 0);
}

CASE(the_key_is_drawn_when_the_program_is_loaded)
{
	static const struct hash_key none;

	CHECK(memcmp(&hash_key, &none, sizeof(none)) != 0);
}

TEST_CASES(hash_hostile)
