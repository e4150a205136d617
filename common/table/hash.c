/* SPDX-License-Identifier: MIT */
#include "common/table/hash.h"

#include "common/base/diag.h"
#include "common/base/system.h"

void retired_release(struct retired *retired)
{
	while (retired->count > 0)
		free(retired->blocks[--retired->count]);
	free(retired->blocks);
	*retired = (struct retired){0};
}

void retired_add(struct retired *retired, void *block)
{
	if (!retired) {
		free(block);
		return;
	}
	MEMORY_ROOM(retired->blocks, retired->count, retired->cap);
	retired->blocks[retired->count++] = block;
}

enum {
	SLOTS_MIN = 64,
	TOGETHER = 16, /* slots that are asked for before the first of them is used */
	MOVED_MOST = 1 << (32 - HASH_PASSED_BITS), /* slots: their tags had all bits of the hash */
};

struct hash_key hash_key;

void hash_draw_key(void)
{
	random_fill(&hash_key, sizeof(hash_key));
}

AT_LOAD static void draw_first_key(void)
{
	hash_draw_key();
}

/* The sums of the blocks are joined one after the other, with words of the key that no sum has. */
uint64_t hash_blocks(const unsigned char **bytes, size_t *len)
{
	uint64_t carry = 0;

	for (; *len > HASH_BLOCK; *bytes += HASH_BLOCK, *len -= HASH_BLOCK) {
		const struct u128 sum = hash_sum(*bytes, HASH_BLOCK);

		carry = hash_mix(sum.low ^ carry ^ hash_key.low, sum.high ^ hash_key.carry);
	}
	return carry;
}

void hash_slots_release(struct hash_slots *index)
{
	memory_drop(index->slots, index->mask + 1, sizeof(*index->slots));
	*index = (struct hash_slots){0};
}

static ALWAYS_INLINE void hash_put(struct hash_slots *index, struct hash_slot slot)
{
	size_t at = slot.hash;
	struct hash_slot *to;

	while ((to = &index->slots[at & index->mask])->number != 0)
		at++;
	__atomic_store_n(&to->hash, slot.hash, __ATOMIC_RELAXED);
	__atomic_store_n(&to->number, slot.number, __ATOMIC_RELEASE);
}

/* Twice as many slots. The things need not be seen for that: their hashes are here. */
static void hash_grow(struct hash_slots *index)
{
	struct hash_slots old = *index;
	size_t slots = old.slots ? 2 * (old.mask + 1) : SLOTS_MIN, i;

	index->slots = memory_touch(slots, sizeof(*index->slots));
	limits_use((long long)((slots - (old.slots ? slots / 2 : 0)) * sizeof(*index->slots)));
	index->mask = slots - 1;
	for (i = 0; old.slots && i <= old.mask; i++) {
		if (old.slots[i].number != 0)
			hash_put(index, old.slots[i]);
	}
	retired_add(index->retired, old.slots);
}

void hash_slots_drop(struct hash_slots *index, uint32_t from, uint32_t to)
{
	struct hash_slot *old = index->slots;
	size_t i;

	if (!old)
		return;
	index->slots = memory_touch(index->mask + 1, sizeof(*index->slots));
	index->count = 0;
	for (i = 0; i <= index->mask; i++) {
		if (old[i].number == 0 || (old[i].number > from && old[i].number <= to))
			continue;
		hash_put(index, old[i]);
		index->count++;
	}
	free(old);
}

void hash_slots_add(struct hash_slots *index, uint32_t hash, uint32_t number)
{
	/* two thirds full at most: searches end after two or three slots */
	if (!index->slots || 3 * (index->count + 1) > 2 * (index->mask + 1))
		hash_grow(index);
	hash_put(index, (struct hash_slot){hash, number + 1});
	index->count++;
}

void hash_ids_release(struct hash_ids *numbers)
{
	memory_drop(numbers->slots, numbers->mask + 1, sizeof(*numbers->slots));
	*numbers = (struct hash_ids){0};
}

static ALWAYS_INLINE void put_number(struct hash_ids *numbers, uint32_t hash, uint32_t number)
{
	size_t at = hash;

	while (numbers->slots[at & numbers->mask] != 0)
		at++;
	__atomic_store_n(&numbers->slots[at & numbers->mask],
			 hash_ids_tag(numbers, hash, at - hash) | (number + 1), __ATOMIC_RELEASE);
}

/* Three quarters full at most: a search passes some slots, of which 16 are a cache line. */
static bool has_room(const struct hash_ids *numbers, uint32_t count)
{
	return numbers->slots && count < (numbers->mask + 1) / 4 * 3;
}

/* All numbers below `count`, into slots that are free. */
static void put_again(struct hash_ids *numbers, uint32_t count, hash_again_fn *again,
		      const void *things)
{
	uint32_t hashes[TOGETHER], number, i, end;

	for (number = 0; number < count; number = end) {
		end = count - number < TOGETHER ? count : number + TOGETHER;
		for (i = number; i < end; i++) {
			hashes[i - number] = again(things, i);
			hash_ids_fetch(numbers, hashes[i - number]);
		}
		for (i = number; i < end; i++)
			put_number(numbers, hashes[i - number], i);
	}
}

/*
 * All numbers of the old slots, in the order of these: they come to lie at places that move on, and
 * few things have to be seen.
 */
static void put_moved(struct hash_ids *numbers, const struct hash_ids *old, hash_again_fn *again,
		      const void *things)
{
	const uint32_t mask = (uint32_t)old->mask;
	const unsigned bits = (unsigned)__builtin_ctzll(old->mask + 1);
	uint32_t at, hash;

	for (at = 0; at <= mask; at++) {
		const uint32_t slot = old->slots[at], number = (slot & mask) - 1;
		const uint32_t tag = slot >> bits, passed = tag & HASH_PASSED;

		if (slot == 0)
			continue;
		hash = ((at - passed) & mask) | tag >> HASH_PASSED_BITS << bits;
		if (UNLIKELY(passed == HASH_PASSED))
			hash = again(things, number);
		put_number(numbers, hash, number);
	}
}

static void grow_numbers(struct hash_ids *numbers, uint32_t count, hash_again_fn *again,
			 const void *things)
{
	const struct hash_ids old = *numbers;
	const size_t before = old.slots ? old.mask + 1 : 0;
	size_t slots = before > 0 ? 2 * before : SLOTS_MIN;
	bool moves;

	while (count >= slots / 4 * 3)
		slots *= 2;
	moves = before > 0 && slots <= MOVED_MOST;
	if (!moves) { /* they are not needed: they go before there are twice as many */
		retired_add(numbers->retired, old.slots);
		limits_use(-(long long)(before * sizeof(*old.slots)));
	}
	numbers->slots = NULL;
	numbers->slots = memory_touch(slots, sizeof(*numbers->slots));
	limits_use((long long)(slots * sizeof(*numbers->slots)));
	numbers->mask = slots - 1;
	if (!moves) {
		put_again(numbers, count, again, things);
		return;
	}
	put_moved(numbers, &old, again, things);
	retired_add(numbers->retired, old.slots);
	limits_use(-(long long)(before * sizeof(*old.slots)));
}

void hash_ids_add(struct hash_ids *numbers, uint32_t hash, uint32_t number, hash_again_fn *again,
		  const void *things)
{
	if (!has_room(numbers, number))
		grow_numbers(numbers, number, again, things);
	put_number(numbers, hash, number);
}

void ids_release(struct ids *ids)
{
	hash_ids_release(&ids->index);
	free(ids->ids);
	*ids = (struct ids){0};
}

static uint32_t ids_hash_again(const void *ids, uint32_t index)
{
	return ids_hash(((const struct ids *)ids)->ids[index]);
}

uint32_t ids_add(struct ids *ids, uint64_t id)
{
	const uint32_t index = (uint32_t)ids->count;

	if (ids->count >= IDS_NONE)
		diag_die("more than %u ids of one kind", IDS_NONE);
	MEMORY_ROOM(ids->ids, ids->count, ids->cap);
	hash_ids_add(&ids->index, ids_hash(id), index, ids_hash_again, ids);
	ids->ids[ids->count++] = id;
	return index;
}

uint32_t ids_number(struct ids *ids, uint64_t id)
{
	const uint32_t index = ids_find(ids, id);

	return index != IDS_NONE ? index : ids_add(ids, id);
}

void id_things_release(struct id_things *of)
{
	ids_release(&of->ids);
	free(of->things);
	*of = (struct id_things){.cap = 0};
}

void *id_things_of(struct id_things *of, uint64_t id, size_t size)
{
	const size_t known = of->ids.count;
	const size_t index = ids_number(&of->ids, id);

	of->things = memory_grow(of->things, &of->cap, of->ids.count, size);
	if (index == known)
		memset(of->things + index * size, 0, size);
	return of->things + index * size;
}
