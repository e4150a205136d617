/* SPDX-License-Identifier: MIT */
#include "collapse/feeds.h"

#include "common/processor.h"

#if defined(HAVE_AVX2)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BLOCK = 64 }; /* bytes */

/* From byte `at` on, behind the `count` that are found. */
static size_t find_more(struct slice text, size_t at, size_t wanted, uint32_t *feeds, size_t count)
{
	size_t size;

	while (count < wanted && (size = slice_find(slice_tail(text, at), '\n')) != SLICE_NONE) {
		at += size + 1;
		feeds[count++] = (uint32_t)(at - 1);
	}
	return count;
}

static struct slice shorten(struct slice text)
{
	return text.len > INT32_MAX ? slice_head(text, INT32_MAX) : text;
}

#if defined(__SSE2__)
static inline uint64_t find_quarter(const char *text)
{
	const __m128i quarter = _mm_loadu_si128((const void *)text);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(quarter, _mm_set1_epi8('\n')));
}
#endif

size_t feeds_find_portable(struct slice text, size_t wanted, uint32_t *feeds)
{
	size_t count = 0, at = 0;

	text = shorten(text);
#if defined(__SSE2__)
	for (; text.len - at >= BLOCK && count < wanted; at += BLOCK) {
		const char *block = text.ptr + at;
		uint64_t bits = find_quarter(block) | find_quarter(block + 16) << 16 |
				find_quarter(block + 32) << 32 | find_quarter(block + 48) << 48;

		for (; bits != 0; bits &= bits - 1)
			feeds[count++] = (uint32_t)(at + (size_t)__builtin_ctzll(bits));
	}
#endif
	return find_more(text, at, wanted, feeds, count);
}

#if defined(HAVE_AVX2)
enum { HALF = BLOCK / 2 };

WITH_AVX2 static inline uint64_t find_half(const char *text)
{
	const __m256i half = _mm256_loadu_si256((const void *)text);

	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(half, _mm256_set1_epi8('\n')));
}

/* Three in each block, though there may be fewer: more are few, so that is guessed right. */
WITH_AVX2 static size_t find_avx2(struct slice text, size_t wanted, uint32_t *feeds)
{
	size_t count = 0, at = 0, found, i;

	for (; text.len - at >= BLOCK && count < wanted; at += BLOCK, count += found) {
		uint64_t bits = find_half(text.ptr + at) | find_half(text.ptr + at + HALF) << 32;

		found = (size_t)__builtin_popcountll(bits);
		for (i = 0; i < 3; i++, bits &= bits - 1)
			feeds[count + i] = (uint32_t)(at + _tzcnt_u64(bits));
		for (; UNLIKELY(i < found); i++, bits &= bits - 1)
			feeds[count + i] = (uint32_t)(at + _tzcnt_u64(bits));
	}
	return find_more(text, at, wanted, feeds, count);
}
#endif

size_t feeds_find(struct slice text, size_t wanted, uint32_t *feeds)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2())
		return find_avx2(shorten(text), wanted, feeds);
#endif
	return feeds_find_portable(text, wanted, feeds);
}
