/* SPDX-License-Identifier: MIT */
/*
 * name_table.h - the text of a name -> its frames: a cache before intern.h, one per worker. Most
 * names are found by reading 4 bytes and then 64.
 */
#ifndef FLAMBEAU_NAME_TABLE_H
#define FLAMBEAU_NAME_TABLE_H

#include "common/base/processor.h"
#include "common/table/hash.h"
#include "common/table/intern.h"

/* The frames of one text: in most formats one frame. */
struct name_frames {
	const frame_id *frames; /* root first: a line may name inlined functions, "a->b" */
	uint32_t count;         /* of frames; may be 0 */
	frame_id leaf;          /* the last one as it is called where it is the leaf of the stack */
};

/* The frame of an entry with several frames, or with a different frame at the leaf. */
#define NAME_INDIRECT UINT32_MAX

/*
 * Bytes of a text that shares a line of the processor's cache with its entry, and of one that is
 * looked at without a loop.
 */
enum { NAME_SHORT = 56, NAME_MIDDLE = NAME_SHORT + 32, NAME_FRONT = 8 };

struct name_entry {
	frame_id frame;
	uint32_t size; /* of the text */
	/*
	 * with zeros up to NAME_SHORT bytes, or up to a multiple of 8 if it is longer; after it, if
	 * it is odd, a pointer to its struct name_frames
	 */
	char text[];
};

enum {
	NAME_UNIT = 64,        /* bytes; entries begin at multiples of it */
	NAME_BLOCK = 1 << 12,  /* units that lie together */
	NAME_BLOCKS = 96,      /* 24 MiB */
	NAME_NUMBER_BITS = 20, /* of a slot; its other bits are bits of the hash */
	NAME_AHEAD = 3,        /* free slots at the end, for code that reads several at once */
	NAME_LONGEST = NAME_UNIT * NAME_BLOCK / 2, /* bytes of a text that is kept */
};

struct name_table {
	const char *masks; /* of texts: bytes of ones, and from here on of zeros */
	uint64_t no_end;   /* part of a hash: the products of the words that short texts lack */
	uint32_t *slots;   /* mask + 1 of them, and NAME_AHEAD: where an entry lies + 1, 0: free */
	size_t mask, count;
	char *blocks[NAME_BLOCKS];
	uint32_t used; /* units */
};

void name_table_init(struct name_table *table);

void name_table_release(struct name_table *table);

/* Bytes of memory that the table holds. */
size_t name_table_size(const struct name_table *table);

/* The frames of a text; false if the text is new. */
bool name_table_find(const struct name_table *table, struct slice text, struct name_frames *line);

/* Keep `line` for `text`, which is copied and not there yet. What is very long, or does not find
 * room, is not kept. */
void name_table_add(struct name_table *table, struct slice text, const struct name_frames *line);

/*
 * The frames of `count` names, NAME_INDIRECT if name_table_find() has to be called: the name is new, or
 * has several frames, or its hash collides with another name's. NAME_FRONT bytes before each name
 * and NAME_MIDDLE from its beginning on can be read.
 */
void name_table_find_all(const struct name_table *table, const struct slice *names, size_t count,
			 frame_id *frames);

static inline const struct name_entry *name_table_entry(const struct name_table *table,
							uint32_t slot)
{
	uint32_t at = (slot & ((1u << NAME_NUMBER_BITS) - 1)) - 1;
	const void *entry = table->blocks[at / NAME_BLOCK] + (size_t)(at % NAME_BLOCK) * NAME_UNIT;

	return entry;
}

static inline struct name_frames name_entry_frames(const struct name_entry *entry)
{
	size_t size = entry->size < NAME_SHORT ? NAME_SHORT : entry->size;
	const struct name_frames *line;

	if (entry->frame != NAME_INDIRECT)
		return (struct name_frames){&entry->frame, 1, entry->frame};
	memcpy(&line, entry->text + (size + 7) / 8 * 8, sizeof(line));
	return *line;
}

/*
 * Word `index` of a text of up to NAME_SHORT bytes, followed by zeros; the mask is for its size.
 * All bytes are read, however short the text is: the end of a loop over the text would be
 * mispredicted at nearly every line.
 */
static inline uint64_t name_word(const char *text, const char *mask, size_t index)
{
	return slice_load(text + 8 * index) & slice_load(mask + 8 * index);
}

/*
 * The contribution of one word to the sum under the hash: NH, as in common/table/hash.h, with words
 * of 32 bits. Word i of a text is added to word i + 1 of the key; word 0 is for the bytes before a
 * text, which the form for AVX2 reads as zeros.
 */
static inline uint64_t name_product(uint64_t word, uint64_t key)
{
	return (uint64_t)((uint32_t)word + (uint32_t)key) *
	       (uint32_t)((uint32_t)(word >> 32) + (uint32_t)(key >> 32));
}

/* Texts that differ only in zeros at their ends have the same sum, but not the same size. */
static inline uint32_t name_hash_of(uint64_t sum, size_t size)
{
	return (uint32_t)hash_mix(sum ^ hash_key.low, size ^ hash_key.high);
}

/* NAME_SHORT bytes can be read at `text`. */
static inline uint32_t name_hash(const struct name_table *table, const char *text, size_t size)
{
	const uint64_t *keys = hash_key.words + 1;
	uint64_t sum = table->no_end;
	const char *mask;
	size_t i;

	if (size > NAME_MIDDLE)
		return hash_bytes(text, size);
	mask = table->masks - size;
	if (size > NAME_SHORT) {
		char end[NAME_MIDDLE - NAME_SHORT] = {0};

		memcpy(end, text + NAME_SHORT, size - NAME_SHORT);
		sum = name_product(0, hash_key.words[0]);
		for (i = 0; i < sizeof(end) / 8; i++)
			sum += name_product(slice_load(end + 8 * i), keys[NAME_SHORT / 8 + i]);
	}
	/* written out: the products do not wait for each other */
	sum += name_product(name_word(text, mask, 0), keys[0]);
	sum += name_product(name_word(text, mask, 1), keys[1]);
	sum += name_product(name_word(text, mask, 2), keys[2]);
	sum += name_product(name_word(text, mask, 3), keys[3]);
	sum += name_product(name_word(text, mask, 4), keys[4]);
	sum += name_product(name_word(text, mask, 5), keys[5]);
	sum += name_product(name_word(text, mask, 6), keys[6]);
	return name_hash_of(sum, size);
}

/* Ask for the slot of a text with this hash; then, once it is there, for its entry. */
static inline void name_table_fetch(const struct name_table *table, uint32_t hash)
{
	PREFETCH(&table->slots[hash & table->mask]);
}

/* Most likely that is its entry; NULL if it has none. */
static inline const struct name_entry *name_table_fetch_entry(const struct name_table *table,
							      uint32_t hash, size_t size)
{
	const struct name_entry *entry;
	size_t at = hash;
	uint32_t slot;

	do {
		slot = table->slots[at++ & table->mask];
		if (slot == 0)
			return NULL;
	} while ((slot ^ hash) >> NAME_NUMBER_BITS != 0);
	entry = name_table_entry(table, slot);
	PREFETCH(entry);
	if (size > NAME_SHORT)
		PREFETCH(entry->text + NAME_SHORT);
	return entry;
}

/* NAME_SHORT bytes can be read at `text`. */
static inline bool name_entry_is(const struct name_table *table, const struct name_entry *entry,
				 struct slice text)
{
	uint64_t differences = entry->size ^ text.len;
	const char *mask;

	if (text.len > NAME_SHORT)
		return differences == 0 && memcmp(entry->text, text.ptr, text.len) == 0;
	mask = table->masks - text.len;
	differences |= name_word(text.ptr, mask, 0) ^ slice_load(entry->text);
	differences |= name_word(text.ptr, mask, 1) ^ slice_load(entry->text + 8);
	differences |= name_word(text.ptr, mask, 2) ^ slice_load(entry->text + 16);
	differences |= name_word(text.ptr, mask, 3) ^ slice_load(entry->text + 24);
	differences |= name_word(text.ptr, mask, 4) ^ slice_load(entry->text + 32);
	differences |= name_word(text.ptr, mask, 5) ^ slice_load(entry->text + 40);
	differences |= name_word(text.ptr, mask, 6) ^ slice_load(entry->text + 48);
	return differences == 0;
}

/*
 * Name_table.h for processors with AVX2, and for texts with NAME_FRONT readable
 * bytes in front and NAME_MIDDLE from their beginning on. A text of up to NAME_MIDDLE bytes is
 * three registers, the first with 8 bytes more in front. All three are used whatever the size: a
 * branch on the size would be mispredicted for every fourth text.
 *
 * Speed: without it flamegraph and difffolded take 1.2 to 1.3 x the time on "repeated" of
 * tests/bench, collapse-dtrace 1.0 to 1.1 x on "dtrace"; on "unique", where memory is waited
 * for, the least times are equal. That is less than 1.3 x, but too much to lose. The plain
 * version is name_table.h.
 */

#if defined(HAVE_AVX2)
#include <immintrin.h>

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
