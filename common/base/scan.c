/* SPDX-License-Identifier: MIT */
/*
 * Speed of the form for AVX2: without it difffolded takes 1.11 x the time on "repeated" of
 * tests/bench, flamegraph 1.08 x, collapse-dtrace 1.05 x on "dtrace-cxx": less than 1.3 x, but
 * too much to lose. The plain version is scan_bytes_portable(); the unit test compares both.
 */
#include "common/base/scan.h"

#include "common/base/processor.h"

#if defined(HAVE_AVX2)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BLOCK = 64 }; /* bytes */

/* From byte `at` on, after the `count` that are found. */
static size_t find_more(struct slice text, size_t at, char byte, size_t wanted, uint32_t *places,
			size_t count)
{
	size_t size;

	while (count < wanted && (size = slice_find(slice_tail(text, at), byte)) != SLICE_NONE) {
		at += size + 1;
		places[count++] = (uint32_t)(at - 1);
	}
	return count;
}

static struct slice shorten(struct slice text)
{
	return text.len > INT32_MAX ? slice_head(text, INT32_MAX) : text;
}

#if defined(__SSE2__)
static inline uint64_t find_quarter(const char *text, char byte)
{
	const __m128i quarter = _mm_loadu_si128((const void *)text);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(quarter, _mm_set1_epi8(byte)));
}
#endif

size_t scan_bytes_portable(struct slice text, char byte, size_t wanted, uint32_t *places)
{
	size_t count = 0, at = 0;

	text = shorten(text);
#if defined(__SSE2__)
	for (; text.len - at >= BLOCK && count < wanted; at += BLOCK) {
		const char *block = text.ptr + at;
		uint64_t bits = find_quarter(block, byte) | find_quarter(block + 16, byte) << 16 |
				find_quarter(block + 32, byte) << 32 |
				find_quarter(block + 48, byte) << 48;

		for (; bits != 0; bits &= bits - 1)
			places[count++] = (uint32_t)(at + (size_t)__builtin_ctzll(bits));
	}
#endif
	return find_more(text, at, byte, wanted, places, count);
}

#if defined(HAVE_AVX2)
enum { HALF = BLOCK / 2 };

WITH_AVX2 static inline uint64_t find_half(const char *text, char byte)
{
	const __m256i half = _mm256_loadu_si256((const void *)text);

	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(half, _mm256_set1_epi8(byte)));
}

/* Three in each block, though there may be fewer: more are few, so the branch is predicted well. */
WITH_AVX2 static size_t find_avx2(struct slice text, char byte, size_t wanted, uint32_t *places)
{
	size_t count = 0, at = 0, found, i;

	for (; text.len - at >= BLOCK && count < wanted; at += BLOCK, count += found) {
		uint64_t bits = find_half(text.ptr + at, byte) |
				find_half(text.ptr + at + HALF, byte) << 32;

		found = (size_t)__builtin_popcountll(bits);
		for (i = 0; i < 3; i++, bits &= bits - 1)
			places[count + i] = (uint32_t)(at + _tzcnt_u64(bits));
		for (; UNLIKELY(i < found); i++, bits &= bits - 1)
			places[count + i] = (uint32_t)(at + _tzcnt_u64(bits));
	}
	return find_more(text, at, byte, wanted, places, count);
}
#endif

size_t scan_bytes(struct slice text, char byte, size_t wanted, uint32_t *places)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2())
		return find_avx2(shorten(text), byte, wanted, places);
#endif
	return scan_bytes_portable(text, byte, wanted, places);
}
