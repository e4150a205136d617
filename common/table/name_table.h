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

#endif
