/* SPDX-License-Identifier: MIT */
/*
 * name_table_avx2.h - name_table.h for processors with AVX2, and for texts with NAME_FRONT readable
 * bytes in front and NAME_MIDDLE from their beginning on. A text of up to NAME_MIDDLE bytes is three
 * registers, the first with 8 bytes more in front. All three are used whatever the size: a branch on
 * the size would be mispredicted for every fourth text.
 *
 * Speed: without it flamegraph and difffolded take 1.2 to 1.3 x the time on "repeated" of
 * tests/bench, collapse-dtrace 1.0 to 1.1 x on "dtrace"; on "unique", where memory is waited
 * for, the least times are equal. That is less than 1.3 x, but too much to lose. The plain
 * version is name_table.h.
 */
#ifndef FLAMBEAU_NAME_TABLE_AVX2_H
#define FLAMBEAU_NAME_TABLE_AVX2_H

#include "common/table/name_table.h"

#if defined(HAVE_AVX2)
#include <immintrin.h> /* which takes the compiler 0.2 s: for the few files that call these functions */

enum { NAME_HALF = 32 };

WITH_AVX2 static inline __m256i name_load(const void *at)
{
	return _mm256_loadu_si256(at);
}

/* All but the bytes in front of the text. */
WITH_AVX2 static inline __m256i name_behind_front(__m256i half)
{
	return _mm256_blend_epi32(half, _mm256_setzero_si256(), 3);
}

WITH_AVX2 static inline __m256i name_products(__m256i words, const uint64_t *keys)
{
	const __m256i sums = _mm256_add_epi32(words, name_load(keys));

	return _mm256_mul_epu32(sums, _mm256_srli_epi64(sums, 32));
}

WITH_AVX2 static inline uint32_t name_hash_sums(__m256i sums, size_t size)
{
	const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums),
					  _mm256_extracti128_si256(sums, 1));
	const __m128i one = _mm_add_epi64(two, _mm_unpackhi_epi64(two, two));

	return name_hash_of((uint64_t)_mm_cvtsi128_si64(one), size);
}

/* name_hash() of up to NAME_MIDDLE bytes. */
WITH_AVX2 static inline uint32_t name_hash_avx2(const struct name_table *table, const char *text,
						size_t size)
{
	const char *at = text - NAME_FRONT, *mask = table->masks - size - NAME_FRONT;
	__m256i first = _mm256_and_si256(name_load(at), name_load(mask));
	__m256i next = _mm256_and_si256(name_load(at + NAME_HALF), name_load(mask + NAME_HALF));
	__m256i last = _mm256_and_si256(name_load(at + 2 * NAME_HALF),
					name_load(mask + 2 * NAME_HALF));
	__m256i sums = name_products(name_behind_front(first), hash_key.words);

	sums = _mm256_add_epi64(sums, name_products(next, hash_key.words + 4));
	sums = _mm256_add_epi64(sums, name_products(last, hash_key.words + 8));
	return name_hash_sums(sums, size);
}

/* name_hash() of any text. */
WITH_AVX2 static inline uint32_t name_hash_any_avx2(const struct name_table *table,
						    const char *text, size_t size)
{
	return size <= NAME_MIDDLE ? name_hash_avx2(table, text, size)
				   : name_hash(table, text, size);
}

/* name_table_fetch_entry(): four slots at once. */
WITH_AVX2 static inline const struct name_entry *name_fetch_entry_avx2(
	const struct name_table *table, uint32_t hash, size_t size)
{
	const uint32_t *slots = &table->slots[hash & table->mask];
	const __m128i others = _mm_xor_si128(_mm_loadu_si128((const void *)slots),
					     _mm_set1_epi32((int)hash));
	const __m128i same = _mm_cmpeq_epi32(_mm_srli_epi32(others, NAME_NUMBER_BITS),
					     _mm_setzero_si128());
	const unsigned found = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same));
	const uint32_t slot = slots[__builtin_ctz(found | 8)];
	const struct name_entry *entry;
	const char *in_entry;

	if (UNLIKELY(found == 0 || slot == 0))
		return name_table_fetch_entry(table, hash, size);
	entry = name_table_entry(table, slot);
	in_entry = entry->text - NAME_FRONT;
	PREFETCH(in_entry);
	PREFETCH(in_entry + (-(size_t)(size > NAME_SHORT) & 2 * NAME_HALF));
	return entry;
}

/* name_entry_is() of a text of up to NAME_MIDDLE bytes. */
WITH_AVX2 static inline bool name_entry_is_avx2(const struct name_table *table,
						const struct name_entry *entry, struct slice text)
{
	const char *mask = table->masks - text.len - NAME_FRONT;
	const char *a = text.ptr - NAME_FRONT, *b = entry->text - NAME_FRONT;
	const size_t last = -(size_t)(text.len > NAME_SHORT) & 2 * NAME_HALF;
	__m256i first, next, end;

	if (entry->size != text.len)
		return false;
	first = _mm256_xor_si256(name_load(a), name_load(b));
	next = _mm256_xor_si256(name_load(a + NAME_HALF), name_load(b + NAME_HALF));
	end = _mm256_xor_si256(name_load(a + last), name_load(b + last));
	first = _mm256_and_si256(name_behind_front(first), name_load(mask));
	next = _mm256_and_si256(next, name_load(mask + NAME_HALF));
	end = _mm256_and_si256(end, name_load(mask + 2 * NAME_HALF));
	first = _mm256_or_si256(first, _mm256_or_si256(next, end));
	return _mm256_testz_si256(first, first);
}

/* name_entry_is() of any text. */
WITH_AVX2 static inline bool name_entry_is_any_avx2(const struct name_table *table,
						    const struct name_entry *entry,
						    struct slice text)
{
	return text.len <= NAME_MIDDLE ? name_entry_is_avx2(table, entry, text)
				       : name_entry_is(table, entry, text);
}
#endif

#endif
