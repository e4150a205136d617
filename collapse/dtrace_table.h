/* SPDX-License-Identifier: MIT */
/*
 * dtrace_table.h - the text of a line, without the blanks in front of it -> the frames it stands
 * for. One a worker. Most lines are found by one look at 4 bytes and one at 64.
 */
#ifndef FLAMBEAU_DTRACE_TABLE_H
#define FLAMBEAU_DTRACE_TABLE_H

#include "common/hash.h"
#include "common/intern.h"

/* What one line stands for. */
struct dtrace_line {
	const frame_id *frames; /* root first: a line may name inlined functions, "a->b" */
	uint32_t count;         /* of frames; may be 0 */
	frame_id leaf;          /* the last one as it is called where it is the leaf of the stack */
};

/* The frame of an entry that stands for more than one, or for another one at the leaf. */
#define DTRACE_ODD UINT32_MAX

/*
 * Bytes of a text that shares a line of the processor's cache with its entry, and of one that is
 * looked at without a loop.
 */
enum { DTRACE_SHORT = 56, DTRACE_MIDDLE = DTRACE_SHORT + 32 };

struct dtrace_entry {
	frame_id frame;
	uint32_t size; /* of the text */
	char text[];   /* with zeros up to DTRACE_SHORT bytes, or up to a multiple of 8 if it is
			  longer; behind it, if it is odd, a pointer to its struct dtrace_line */
};

enum {
	DTRACE_UNIT = 64,        /* bytes; entries begin at multiples of it */
	DTRACE_BLOCK = 1 << 12,  /* units that lie together */
	DTRACE_BLOCKS = 96,      /* 24 MiB */
	DTRACE_NUMBER_BITS = 20, /* of a slot; the others are those of the hash */
	DTRACE_AHEAD = 3,        /* free slots behind the others, for who reads several at once */
	DTRACE_LONGEST = DTRACE_UNIT * DTRACE_BLOCK / 2, /* bytes of a text that is kept */
};

struct dtrace_table {
	const char *masks; /* of texts: bytes of ones, and from here on of zeros */
	uint64_t no_end;   /* part of a hash: the products of the words that short texts lack */
	uint32_t *slots; /* mask + 1 of them, and DTRACE_AHEAD: where an entry lies + 1, 0: free */
	size_t mask, count;
	char *blocks[DTRACE_BLOCKS];
	uint32_t used; /* units */
};

void dtrace_table_init(struct dtrace_table *table);

void dtrace_table_release(struct dtrace_table *table);

/* Bytes of memory that the table holds. */
size_t dtrace_table_size(const struct dtrace_table *table);

/* What any text stands for; false if it is new. */
bool dtrace_table_find(const struct dtrace_table *table, struct slice text,
		       struct dtrace_line *line);

/* Keep `line` for `text`, which is copied and not there yet. What is very long, or does not find
 * room, is not kept. */
void dtrace_table_add(struct dtrace_table *table, struct slice text,
		      const struct dtrace_line *line);

static inline const struct dtrace_entry *dtrace_table_entry(const struct dtrace_table *table,
							    uint32_t slot)
{
	uint32_t at = (slot & ((1u << DTRACE_NUMBER_BITS) - 1)) - 1;
	const void *entry = table->blocks[at / DTRACE_BLOCK] +
			    (size_t)(at % DTRACE_BLOCK) * DTRACE_UNIT;

	return entry;
}

static inline struct dtrace_line dtrace_entry_line(const struct dtrace_entry *entry)
{
	size_t size = entry->size < DTRACE_SHORT ? DTRACE_SHORT : entry->size;
	const struct dtrace_line *line;

	if (entry->frame != DTRACE_ODD)
		return (struct dtrace_line){&entry->frame, 1, entry->frame};
	memcpy(&line, entry->text + (size + 7) / 8 * 8, sizeof(line));
	return *line;
}

/*
 * Word `index` of a text of up to DTRACE_SHORT bytes, with zeros behind it; the mask is that of its
 * size. All the bytes are read, however short it is: a loop that ends with the text is guessed
 * wrong at nearly every line.
 */
static inline uint64_t dtrace_word(const char *text, const char *mask, size_t index)
{
	return slice_load(text + 8 * index) & slice_load(mask + 8 * index);
}

/*
 * What a word adds to the sum that a hash is made of: NH, as in common/hash.h, with words of 32
 * bits. Word i of a text is added to word i + 1 of the key; word 0 is for the bytes in front of a
 * text, which dtrace_avx2.h reads as zeros.
 */
static inline uint64_t dtrace_product(uint64_t word, uint64_t key)
{
	return (uint64_t)((uint32_t)word + (uint32_t)key) *
	       (uint32_t)((uint32_t)(word >> 32) + (uint32_t)(key >> 32));
}

/* Texts that differ only in zeros at their ends have the same sum, but not the same size. */
static inline uint32_t dtrace_hash_of(uint64_t sum, size_t size)
{
	return (uint32_t)hash_mix(sum ^ hash_key.low, size ^ hash_key.high);
}

/* DTRACE_SHORT bytes can be read at `text`. */
static inline uint32_t dtrace_hash(const struct dtrace_table *table, const char *text, size_t size)
{
	const uint64_t *keys = hash_key.words + 1;
	uint64_t sum = table->no_end;
	const char *mask;
	size_t i;

	if (size > DTRACE_MIDDLE)
		return hash_bytes(text, size);
	mask = table->masks - size;
	if (size > DTRACE_SHORT) {
		char end[DTRACE_MIDDLE - DTRACE_SHORT] = {0};

		memcpy(end, text + DTRACE_SHORT, size - DTRACE_SHORT);
		sum = dtrace_product(0, hash_key.words[0]);
		for (i = 0; i < sizeof(end) / 8; i++)
			sum += dtrace_product(slice_load(end + 8 * i), keys[DTRACE_SHORT / 8 + i]);
	}
	/* written out: the products do not wait for each other */
	sum += dtrace_product(dtrace_word(text, mask, 0), keys[0]);
	sum += dtrace_product(dtrace_word(text, mask, 1), keys[1]);
	sum += dtrace_product(dtrace_word(text, mask, 2), keys[2]);
	sum += dtrace_product(dtrace_word(text, mask, 3), keys[3]);
	sum += dtrace_product(dtrace_word(text, mask, 4), keys[4]);
	sum += dtrace_product(dtrace_word(text, mask, 5), keys[5]);
	sum += dtrace_product(dtrace_word(text, mask, 6), keys[6]);
	return dtrace_hash_of(sum, size);
}

/* Ask for the slot of a text with this hash; then, once it is there, for its entry. */
static inline void dtrace_table_fetch(const struct dtrace_table *table, uint32_t hash)
{
	__builtin_prefetch(&table->slots[hash & table->mask]);
}

/* Most likely that is its entry; NULL if it has none. */
static inline const struct dtrace_entry *dtrace_table_fetch_entry(const struct dtrace_table *table,
								  uint32_t hash, size_t size)
{
	const struct dtrace_entry *entry;
	size_t at = hash;
	uint32_t slot;

	do {
		slot = table->slots[at++ & table->mask];
		if (slot == 0)
			return NULL;
	} while ((slot ^ hash) >> DTRACE_NUMBER_BITS != 0);
	entry = dtrace_table_entry(table, slot);
	__builtin_prefetch(entry);
	if (size > DTRACE_SHORT)
		__builtin_prefetch(entry->text + DTRACE_SHORT);
	return entry;
}

/* DTRACE_SHORT bytes can be read at `text`. */
static inline bool dtrace_entry_is(const struct dtrace_table *table,
				   const struct dtrace_entry *entry, struct slice text)
{
	uint64_t differences = entry->size ^ text.len;
	const char *mask;

	if (text.len > DTRACE_SHORT)
		return differences == 0 && memcmp(entry->text, text.ptr, text.len) == 0;
	mask = table->masks - text.len;
	differences |= dtrace_word(text.ptr, mask, 0) ^ slice_load(entry->text);
	differences |= dtrace_word(text.ptr, mask, 1) ^ slice_load(entry->text + 8);
	differences |= dtrace_word(text.ptr, mask, 2) ^ slice_load(entry->text + 16);
	differences |= dtrace_word(text.ptr, mask, 3) ^ slice_load(entry->text + 24);
	differences |= dtrace_word(text.ptr, mask, 4) ^ slice_load(entry->text + 32);
	differences |= dtrace_word(text.ptr, mask, 5) ^ slice_load(entry->text + 40);
	differences |= dtrace_word(text.ptr, mask, 6) ^ slice_load(entry->text + 48);
	return differences == 0;
}

#endif
