/* SPDX-License-Identifier: MIT */
#include "record/sampler/handler/table.h"

#include "common/table/hash.h"

static size_t place_size(uint32_t depth)
{
	const size_t line = 64; /* of the processor's cache */

	return (stack_sample_size(depth) + line - 1) / line * line;
}

size_t table_size(size_t buckets, uint32_t depth)
{
	size_t bucket = TABLE_PLACES * (place_size(depth) + sizeof(struct table_head));

	return buckets > SIZE_MAX / bucket ? SIZE_MAX : buckets * bucket;
}

void table_init(struct table *table, size_t buckets, uint32_t depth, void *memory)
{
	assert(buckets > 0 && depth > 0 && (uintptr_t)memory % sizeof(uint64_t) == 0);
	*table = (struct table){
		.heads = memory,
		.places = (char *)memory + buckets * TABLE_PLACES * sizeof(struct table_head),
		.place_size = place_size(depth),
		.buckets = buckets,
		.depth = depth,
	};
}

static struct stack_sample *place_of(const struct table *table, size_t number)
{
	return (struct stack_sample *)(void *)(table->places + number * table->place_size);
}

static bool is_same(const struct stack_sample *a, const struct stack_sample *b)
{
	return a->depth == b->depth &&
	       memcmp(stack_sample_key(a), stack_sample_key(b), stack_sample_key_size(a)) == 0;
}

/* Make a place free: its stack goes to the spill, with all its count. */
static bool evict(const struct table *table, struct spill *spill, size_t number)
{
	struct stack_sample *place = place_of(table, number);

	place->count = table->heads[number].count;
	return spill_write(spill, place);
}

enum table_answer table_add(struct table *table, struct spill *spill,
			    const struct stack_sample *sample)
{
	uint32_t hash = hash_bytes(stack_sample_key(sample), stack_sample_key_size(sample));
	size_t first = hash % table->buckets * TABLE_PLACES, least = first, i;
	struct table_head *heads = table->heads;
	enum table_answer answer = TABLE_ADDED;

	assert(sample->count > 0 && sample->depth <= table->depth);
	for (i = first; i < first + TABLE_PLACES; i++) {
		if (heads[i].count > 0 && heads[i].hash == hash &&
		    is_same(place_of(table, i), sample)) {
			heads[i].count += sample->count;
			return TABLE_ADDED;
		}
		if (heads[i].count < heads[least].count)
			least = i;
	}
	if (heads[least].count > 0) {
		if (!evict(table, spill, least))
			return TABLE_FULL;
		answer = TABLE_EVICTED;
	}
	memcpy(place_of(table, least), sample, stack_sample_size(sample->depth));
	heads[least] = (struct table_head){sample->count, hash};
	return answer;
}

size_t table_take(struct table *table, size_t bucket, char *into)
{
	size_t count = 0, i;

	assert(bucket < table->buckets);
	for (i = bucket * TABLE_PLACES; i < (bucket + 1) * TABLE_PLACES; i++) {
		struct stack_sample *taken;

		if (table->heads[i].count == 0)
			continue;
		taken = (struct stack_sample *)(void *)(into + count * table->place_size);
		memcpy(taken, place_of(table, i), stack_sample_size(place_of(table, i)->depth));
		taken->count = table->heads[i].count;
		table->heads[i].count = 0;
		count++;
	}
	return count;
}
