/* SPDX-License-Identifier: MIT */
#include "common/table/fingerprint.h"
#include "tests/unit/check.h"

typedef void print_fn(struct slice text, struct fingerprint *print);

static struct fingerprint print_of(print_fn *take, const char *text, size_t len)
{
	struct fingerprint print;

	take(slice_of(text, len), &print);
	return print;
}

/* Each byte and the length count; where the text lies does not. */
static void texts_are_told_apart(print_fn *take)
{
	static char text[300], other[sizeof(text) + 1];
	size_t len, i;

	for (i = 0; i < sizeof(text); i++)
		text[i] = (char)(i * 7);
	for (len = 0; len < sizeof(text); len += 1 + len / 16) {
		const struct fingerprint print = print_of(take, text, len);
		struct fingerprint changed;

		memcpy(other + 1, text, len);
		changed = print_of(take, other + 1, len);
		CHECK(fingerprint_equal(&print, &changed));
		CHECK(print.size == len);
		for (i = 0; i < len; i++) {
			other[1 + i] ^= 1;
			changed = print_of(take, other + 1, len);
			CHECK(!fingerprint_equal(&print, &changed));
			CHECK(memcmp(print.word, changed.word, sizeof(print.word)) != 0);
			other[1 + i] ^= 1;
		}
	}
}

/* NULs after it make another text of the same words. */
static void lengths_are_told_apart(print_fn *take)
{
	static const char zeros[128];
	struct fingerprint print[sizeof(zeros)];
	size_t i, j;

	for (i = 0; i < sizeof(zeros); i++) {
		print[i] = print_of(take, zeros, i);
		for (j = 0; j < i; j++)
			CHECK(!fingerprint_equal(&print[i], &print[j]));
	}
}

/* Two words that have changed places, in any blocks. */
static void places_are_told_apart(print_fn *take)
{
	char text[160], other[sizeof(text)];
	size_t i, j;

	for (i = 0; i < sizeof(text); i++)
		text[i] = (char)(i + 1);
	for (i = 0; i < sizeof(text); i += 4) {
		for (j = 0; j < i; j += 4) {
			struct fingerprint print = print_of(take, text, sizeof(text)), changed;

			memcpy(other, text, sizeof(text));
			memcpy(other + i, text + j, 4);
			memcpy(other + j, text + i, 4);
			changed = print_of(take, other, sizeof(other));
			CHECK(!fingerprint_equal(&print, &changed));
		}
	}
}

static void the_longest_has_one(print_fn *take)
{
	char *text = calloc(1, FINGERPRINT_LONGEST);
	struct fingerprint print, changed;

	print = print_of(take, text, FINGERPRINT_LONGEST);
	text[FINGERPRINT_LONGEST - 1] = 1;
	changed = print_of(take, text, FINGERPRINT_LONGEST);
	CHECK(!fingerprint_equal(&print, &changed));
	free(text);
}

/* Preparing again draws no other function: what is remembered stays known. */
CASE(the_function_is_drawn_once)
{
	struct fingerprint print = print_of(fingerprint_of, "text", 4), again;

	fingerprint_prepare();
	again = print_of(fingerprint_of, "text", 4);
	CHECK(fingerprint_equal(&print, &again));
}

TEST(fingerprint)
{
	static print_fn *const all[] = {fingerprint_of, fingerprint_portable};
	size_t i;

	fingerprint_prepare();
	for (i = 0; i < ARRAY_LEN(all); i++) {
		texts_are_told_apart(all[i]);
		lengths_are_told_apart(all[i]);
		places_are_told_apart(all[i]);
		the_longest_has_one(all[i]);
	}
	check_cases();
	return check_done();
}
