/* SPDX-License-Identifier: MIT */
#include "common/table/name_table.h"

enum { SLOTS_MIN = 1 << 10 };

#define EIGHT "\xff\xff\xff\xff\xff\xff\xff\xff"

enum { MASK = 8 + NAME_MIDDLE };

/* For texts of every size up to NAME_MIDDLE, and the bytes in front of one. */
static const char masks[2 * MASK] =
	EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT;

/* The products of the words before a text and after NAME_SHORT bytes, which are zeros. */
static uint64_t product_of_zeros(void)
{
	uint64_t sum = name_product(0, hash_key.words[0]);
	size_t i;

	for (i = NAME_SHORT / 8; i < NAME_MIDDLE / 8; i++)
		sum += name_product(0, hash_key.words[1 + i]);
	return sum;
}

void name_table_init(struct name_table *table)
{
	*table = (struct name_table){
		.masks = masks + MASK,
		.no_end = product_of_zeros(),
		.slots = memory_clear(SLOTS_MIN + NAME_AHEAD, sizeof(*table->slots)),
		.mask = SLOTS_MIN - 1,
	};
	limits_use((SLOTS_MIN + NAME_AHEAD) * (long long)sizeof(*table->slots));
}

void name_table_release(struct name_table *table)
{
	size_t i;

	for (i = 0; i < NAME_BLOCKS; i++)
		memory_drop(table->blocks[i], NAME_BLOCK, NAME_UNIT);
	memory_drop(table->slots, table->mask + 1 + NAME_AHEAD, sizeof(*table->slots));
	*table = (struct name_table){0};
}

size_t name_table_size(const struct name_table *table)
{
	return (size_t)table->used * NAME_UNIT +
	       (table->mask + 1 + NAME_AHEAD) * sizeof(*table->slots);
}

/* A copy of a text at the end of readable memory, where bytes after the text can be read. */
struct readable {
	const char *text;
	char copy[NAME_SHORT];
};

static const char *make_readable(struct readable *readable, struct slice text)
{
	if (text.len > NAME_SHORT)
		return text.ptr;
	memset(readable->copy, 0, sizeof(readable->copy));
	if (text.len > 0)
		memcpy(readable->copy, text.ptr, text.len);
	return readable->copy;
}

bool name_table_find(const struct name_table *table, struct slice text, struct name_frames *line)
{
	struct readable readable;
	struct slice key = {make_readable(&readable, text), text.len};
	const uint32_t hash = name_hash(table, key.ptr, key.len);
	size_t at = hash;
	uint32_t slot;

	while ((slot = table->slots[at++ & table->mask]) != 0) {
		const struct name_entry *entry;

		if ((slot ^ hash) >> NAME_NUMBER_BITS != 0)
			continue;
		entry = name_table_entry(table, slot);
		if (!name_entry_is(table, entry, key))
			continue;
		*line = name_entry_frames(entry);
		return true;
	}
	return false;
}

static void name_table_put(struct name_table *table, uint32_t hash, uint32_t number)
{
	const uint32_t number_bits = (1u << NAME_NUMBER_BITS) - 1;
	size_t at = hash;

	while (table->slots[at & table->mask] != 0)
		at++;
	table->slots[at & table->mask] = (hash & ~number_bits) | (number + 1);
}

/* Entries lie one after the other, so that they can be walked through: where the next one is. */
static size_t units_of(size_t size, bool odd)
{
	size_t whole = (size < NAME_SHORT ? NAME_SHORT : size + 7) / 8 * 8;

	whole += offsetof(struct name_entry, text) + (odd ? sizeof(struct name_frames *) : 0);
	return (whole + NAME_UNIT - 1) / NAME_UNIT;
}

/* Twice as many slots. The entries lie anywhere in memory: each is asked for some slots before. */
static void name_table_grow(struct name_table *table)
{
	const size_t ahead = 16;
	uint32_t *old = table->slots;
	size_t slots = 2 * (table->mask + 1), i, at;

	table->slots = memory_touch(slots + NAME_AHEAD, sizeof(*table->slots));
	limits_use((long long)(slots / 2 * sizeof(*table->slots)));
	table->mask = slots - 1;
	for (i = 0; i < slots / 2; i++) {
		const struct name_entry *entry;

		if (i + ahead < slots / 2 && old[i + ahead] != 0)
			PREFETCH(name_table_entry(table, old[i + ahead]));
		if (old[i] == 0)
			continue;
		entry = name_table_entry(table, old[i]);
		at = (old[i] & ((1u << NAME_NUMBER_BITS) - 1)) - 1;
		name_table_put(table, name_hash(table, entry->text, entry->size), (uint32_t)at);
	}
	free(old);
}

/* Room for an entry; NULL if none exists. Its number is table->used before that. */
static struct name_entry *new_entry(struct name_table *table, size_t units)
{
	uint32_t left = NAME_BLOCK - table->used % NAME_BLOCK;
	char **block;
	void *entry;

	if (units > left)
		table->used += left;
	block = &table->blocks[table->used / NAME_BLOCK];
	if (table->used + units > NAME_BLOCKS * NAME_BLOCK)
		return NULL;
	if (!*block) {
		*block = aligned_alloc(NAME_UNIT, NAME_BLOCK * NAME_UNIT);
		if (!*block)
			memory_die();
		limits_use(NAME_BLOCK * (long long)NAME_UNIT);
	}
	entry = *block + (size_t)(table->used % NAME_BLOCK) * NAME_UNIT;
	memset(entry, 0, units * NAME_UNIT);
	return entry;
}

static bool is_odd(const struct name_frames *line)
{
	return line->count != 1 || line->frames[0] != line->leaf;
}

void name_table_add(struct name_table *table, struct slice text, const struct name_frames *line)
{
	struct readable readable;
	const char *bytes = make_readable(&readable, text);
	size_t units = units_of(text.len, is_odd(line)), size = text.len;
	struct name_entry *entry = size <= NAME_LONGEST ? new_entry(table, units) : NULL;

	if (!entry)
		return;
	if (2 * (table->count + 1) > table->mask + 1)
		name_table_grow(table);
	entry->frame = is_odd(line) ? NAME_INDIRECT : line->leaf;
	entry->size = (uint32_t)size;
	memcpy(entry->text, text.ptr, size);
	if (entry->frame == NAME_INDIRECT) {
		size = size < NAME_SHORT ? NAME_SHORT : (size + 7) / 8 * 8;
		memcpy(entry->text + size, &line, sizeof(line));
	}
	name_table_put(table, name_hash(table, bytes, text.len), table->used);
	table->count++;
	table->used += (uint32_t)units;
}
