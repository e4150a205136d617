/* SPDX-License-Identifier: MIT */
/*
 * dtrace_avx2.h - what dtrace_window.c does with each line, for processors with AVX2. A text of up
 * to DTRACE_MIDDLE bytes is three registers, the first with 8 bytes more in front. All are looked
 * at, however short it is: what depends on the size would be guessed wrong at every fourth line.
 */
#ifndef FLAMBEAU_DTRACE_AVX2_H
#define FLAMBEAU_DTRACE_AVX2_H

#include "collapse/dtrace.h"
#include "common/processor.h"

#if defined(HAVE_AVX2)
#include <immintrin.h>

enum { DTRACE_FRONT = 8, DTRACE_HALF = 32 };

WITH_AVX2 static inline __m256i dtrace_load(const void *at)
{
	return _mm256_loadu_si256(at);
}

/* All but the bytes in front of the text. */
WITH_AVX2 static inline __m256i dtrace_behind_front(__m256i half)
{
	return _mm256_blend_epi32(half, _mm256_setzero_si256(), 3);
}

WITH_AVX2 static inline __m256i dtrace_products(__m256i words, const uint64_t *keys)
{
	const __m256i sums = _mm256_add_epi32(words, dtrace_load(keys));

	return _mm256_mul_epu32(sums, _mm256_srli_epi64(sums, 32));
}

WITH_AVX2 static inline uint32_t dtrace_hash_sums(__m256i sums, size_t size)
{
	const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums),
					  _mm256_extracti128_si256(sums, 1));
	const __m128i one = _mm_add_epi64(two, _mm_unpackhi_epi64(two, two));

	return dtrace_hash_of((uint64_t)_mm_cvtsi128_si64(one), size);
}

/* dtrace_hash() of up to DTRACE_MIDDLE bytes. */
WITH_AVX2 static inline uint32_t dtrace_hash_avx2(const struct dtrace_table *table,
						  const char *text, size_t size)
{
	const char *at = text - DTRACE_FRONT, *mask = table->masks - size - DTRACE_FRONT;
	__m256i first = _mm256_and_si256(dtrace_load(at), dtrace_load(mask));
	__m256i next = _mm256_and_si256(dtrace_load(at + DTRACE_HALF),
					dtrace_load(mask + DTRACE_HALF));
	__m256i last = _mm256_and_si256(dtrace_load(at + 2 * DTRACE_HALF),
					dtrace_load(mask + 2 * DTRACE_HALF));
	__m256i sums = dtrace_products(dtrace_behind_front(first), hash_key.words);

	sums = _mm256_add_epi64(sums, dtrace_products(next, hash_key.words + 4));
	sums = _mm256_add_epi64(sums, dtrace_products(last, hash_key.words + 8));
	return dtrace_hash_sums(sums, size);
}

/* dtrace_table_fetch_entry(): four slots at once. */
WITH_AVX2 static inline const struct dtrace_entry *dtrace_fetch_entry_avx2(
	const struct dtrace_table *table, uint32_t hash, size_t size)
{
	const uint32_t *slots = &table->slots[hash & table->mask];
	const __m128i others = _mm_xor_si128(_mm_loadu_si128((const void *)slots),
					     _mm_set1_epi32((int)hash));
	const __m128i same = _mm_cmpeq_epi32(_mm_srli_epi32(others, DTRACE_NUMBER_BITS),
					     _mm_setzero_si128());
	const unsigned found = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same));
	const uint32_t slot = slots[__builtin_ctz(found | 8)];
	const struct dtrace_entry *entry;
	const char *in_entry;

	if (UNLIKELY(found == 0 || slot == 0))
		return dtrace_table_fetch_entry(table, hash, size);
	entry = dtrace_table_entry(table, slot);
	in_entry = entry->text - DTRACE_FRONT;
	__builtin_prefetch(in_entry);
	__builtin_prefetch(in_entry + (-(size_t)(size > DTRACE_SHORT) & 2 * DTRACE_HALF));
	return entry;
}

/* dtrace_entry_is() of a text of up to DTRACE_MIDDLE bytes. */
WITH_AVX2 static inline bool dtrace_entry_is_avx2(const struct dtrace_table *table,
						  const struct dtrace_entry *entry,
						  struct slice text)
{
	const char *mask = table->masks - text.len - DTRACE_FRONT;
	const char *a = text.ptr - DTRACE_FRONT, *b = entry->text - DTRACE_FRONT;
	const size_t last = -(size_t)(text.len > DTRACE_SHORT) & 2 * DTRACE_HALF;
	__m256i first, next, end;

	if (entry->size != text.len)
		return false;
	first = _mm256_xor_si256(dtrace_load(a), dtrace_load(b));
	next = _mm256_xor_si256(dtrace_load(a + DTRACE_HALF), dtrace_load(b + DTRACE_HALF));
	end = _mm256_xor_si256(dtrace_load(a + last), dtrace_load(b + last));
	first = _mm256_and_si256(dtrace_behind_front(first), dtrace_load(mask));
	next = _mm256_and_si256(next, dtrace_load(mask + DTRACE_HALF));
	end = _mm256_and_si256(end, dtrace_load(mask + 2 * DTRACE_HALF));
	first = _mm256_or_si256(first, _mm256_or_si256(next, end));
	return _mm256_testz_si256(first, first);
}
#endif

#endif
