/* SPDX-License-Identifier: MIT */
/*
 * Speed of the form for AVX2: without it collapse-perf executes 1.46 x the instructions and takes
 * 1.10 x the time on "few" of tests/bench, collapse-dtrace 1.22 x and 1.14 x on "dtrace-few": less
 * than 1.3 x, but too much to lose. The plain version is fingerprint_portable();
 * tests/unit/common/table/test_fingerprint.c compares both, law.machine compares the output of
 * programs.
 */
#include "common/table/fingerprint.h"

#include <pthread.h>

#include "common/base/exact.h"
#include "common/base/processor.h"
#include "common/base/system.h"

#if defined(HAVE_AVX2)
#include <immintrin.h>
#endif

/* Bytes that are read at once; bytes that the key moves on for the next sum, and how many. */
enum { BLOCK = 32, STEP = 16, SUMS = 4 };

/* In words; a block more than the longest text, because the last one may overlap. */
enum { KEY = (FINGERPRINT_LONGEST + BLOCK + SUMS * STEP) / 8 };

static uint64_t key[KEY];
static pthread_once_t once = PTHREAD_ONCE_INIT; /* calls of a library may be of several threads */

static void draw(void)
{
	random_fill(key, sizeof(key));
}

void fingerprint_prepare(void)
{
	pthread_once(&once, draw);
}

/* Words of 64 bits, two sums of 128: together a chance of 2^-128. */
static void fingerprint_add_words(struct u128 sums[2], const char *text, const uint64_t *k)
{
	size_t i;

	for (i = 0; i < BLOCK / 8; i += 2) {
		uint64_t a = slice_load(text + 8 * i), b = slice_load(text + 8 * i + 8);

		u128_add_product(&sums[0], a + k[i], b + k[i + 1]);
		u128_add_product(&sums[1], a + k[i + 2], b + k[i + 3]);
	}
}

/* The end of the text as a block: its last bytes, or all of it and zeros. */
static const char *last_block(struct slice text, char room[BLOCK])
{
	if (text.len >= BLOCK)
		return text.ptr + text.len - BLOCK;
	memset(room, 0, BLOCK);
	if (text.len > 0)
		memcpy(room, text.ptr, text.len);
	return room;
}

void fingerprint_portable(struct slice text, struct fingerprint *print)
{
	char room[BLOCK];
	struct u128 sums[2] = {{0, 0}, {0, 0}};
	size_t at = 0;

	for (; text.len - at > BLOCK; at += BLOCK)
		fingerprint_add_words(sums, text.ptr + at, key + at / 8);
	fingerprint_add_words(sums, last_block(text, room), key + at / 8);
	*print = (struct fingerprint){
		.word = {sums[0].low, sums[0].high, sums[1].low, sums[1].high},
		.size = (uint32_t)text.len,
	};
}

#if defined(HAVE_AVX2)
/* Words of 32 bits, four sums of 64, four products at a time. */
WITH_AVX2 static inline __m256i products(__m256i block, const uint64_t *k)
{
	const __m256i words = _mm256_add_epi32(block, _mm256_loadu_si256((const void *)k));

	return _mm256_mul_epu32(words, _mm256_srli_epi64(words, 32));
}

/* Written out: compilers keep the sums in registers then. */
struct sums {
	__m256i first, second, third, fourth;
};

WITH_AVX2 static inline void add_block(struct sums *sums, const char *text, const uint64_t *k)
{
	const __m256i block = _mm256_loadu_si256((const void *)text);

	sums->first = _mm256_add_epi64(sums->first, products(block, k));
	sums->second = _mm256_add_epi64(sums->second, products(block, k + STEP / 8));
	sums->third = _mm256_add_epi64(sums->third, products(block, k + 2 * STEP / 8));
	sums->fourth = _mm256_add_epi64(sums->fourth, products(block, k + 3 * STEP / 8));
}

/* The four parts of each sum added up. */
WITH_AVX2 static inline __m256i add_parts(const struct sums *sums)
{
	const __m256i left = _mm256_add_epi64(_mm256_unpacklo_epi64(sums->first, sums->second),
					      _mm256_unpackhi_epi64(sums->first, sums->second));
	const __m256i right = _mm256_add_epi64(_mm256_unpacklo_epi64(sums->third, sums->fourth),
					       _mm256_unpackhi_epi64(sums->third, sums->fourth));

	return _mm256_add_epi64(_mm256_permute2x128_si256(left, right, 0x20),
				_mm256_permute2x128_si256(left, right, 0x31));
}

WITH_AVX2 static void fingerprint_avx2(struct slice text, struct fingerprint *print)
{
	const __m256i zero = _mm256_setzero_si256();
	struct sums sums = {zero, zero, zero, zero};
	char room[BLOCK];
	size_t at = 0;

	for (; text.len - at > BLOCK; at += BLOCK)
		add_block(&sums, text.ptr + at, key + at / 8);
	add_block(&sums, last_block(text, room), key + at / 8);
	_mm256_storeu_si256((void *)print->word, add_parts(&sums));
	print->size = (uint32_t)text.len;
}
#endif

void fingerprint_of(struct slice text, struct fingerprint *print)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		fingerprint_avx2(text, print);
		return;
	}
#endif
	fingerprint_portable(text, print);
}
