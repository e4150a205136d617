/* SPDX-License-Identifier: MIT */
#include "collapse/cache/empty_line.h"

#include <limits.h>

#include "common/base/processor.h"

#if defined(HAVE_AVX2)
#include <immintrin.h>
#endif

enum { BLOCK = 128 }; /* bytes */

/*
 * True if an empty line ends in the block. Compilers vectorize this loop; it reads one byte past
 * the block.
 */
static bool has_empty_line(const char *text)
{
	unsigned char least = UCHAR_MAX;
	size_t i;

	for (i = 0; i < BLOCK; i++) {
		unsigned char other = (unsigned char)((text[i] ^ '\n') | (text[i + 1] ^ '\n'));

		least = other < least ? other : least;
	}
	return least == 0;
}

/* From byte `from` on, line by line. */
static size_t find_slowly(struct slice text, size_t from)
{
	size_t at;

	while ((at = slice_find(slice_tail(text, from), '\n')) != SLICE_NONE) {
		from += at + 1;
		if (from < text.len && text.ptr[from] == '\n')
			return from;
	}
	return SLICE_NONE;
}

size_t empty_line_find_portable(struct slice text)
{
	size_t at = 0;

	while (text.len - at > BLOCK && !has_empty_line(text.ptr + at))
		at += BLOCK;
	return find_slowly(text, at);
}

#if defined(HAVE_AVX2)
WITH_AVX2 static size_t find_avx2(struct slice text)
{
	const __m256i line_feeds = _mm256_set1_epi8('\n');
	const char *at = text.ptr;
	size_t done = 0;

	for (; text.len - done > sizeof(line_feeds); done += sizeof(line_feeds)) {
		const __m256i here = _mm256_loadu_si256((const void *)(at + done));
		const __m256i next = _mm256_loadu_si256((const void *)(at + done + 1));
		const __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(here, line_feeds),
						      _mm256_cmpeq_epi8(next, line_feeds));
		const unsigned found = (unsigned)_mm256_movemask_epi8(both);

		if (found != 0)
			return done + (size_t)__builtin_ctz(found) + 1;
	}
	return find_slowly(text, done);
}
#endif

size_t empty_line_find(struct slice text)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2())
		return find_avx2(text);
#endif
	return empty_line_find_portable(text);
}
