/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_rows.h"

#include "common/base/diag.h"

static uint32_t jfr_rows_hash_of(const struct jfr_row_key *key)
{
	const uint64_t a = (uint64_t)key->stack << 32 | key->thread;
	const uint64_t b = (uint64_t)key->class << 32 | key->part;
	const uint64_t c = (uint64_t)key->state << 32 | key->type;
	const uint64_t stacks = hash_mix(a ^ hash_key.low, b ^ hash_key.high);

	return (uint32_t)(hash_mix(stacks ^ c, key->time ^ hash_key.high) >> 32);
}

static uint32_t jfr_rows_hash_again(const void *things, uint32_t number)
{
	return jfr_rows_hash_of(&((const struct jfr_rows *)things)->rows[number].key);
}

void jfr_rows_release(struct jfr_rows *rows)
{
	hash_numbers_release(&rows->index);
	free(rows->rows);
	free(rows->first);
	*rows = (struct jfr_rows){.is_saturated = rows->is_saturated};
}

void jfr_rows_reset(struct jfr_rows *rows, size_t stacks)
{
	jfr_rows_release(rows);
	rows->stacks = stacks;
	rows->first = memory_resize(NULL, stacks + 1, sizeof(*rows->first));
	memset(rows->first, 0xFF, (stacks + 1) * sizeof(*rows->first));
}

static struct jfr_row *jfr_rows_insert(struct jfr_rows *rows, const struct jfr_row_key *key,
				       uint32_t hash)
{
	uint32_t *first = &rows->first[key->stack == JFR_NONE ? rows->stacks : key->stack];
	struct jfr_row *row;

	if (rows->count >= JFR_NONE)
		diag_die("more than %u different stacks", JFR_NONE);
	rows->rows = memory_grow(rows->rows, &rows->cap, rows->count + 1, sizeof(*rows->rows));
	hash_numbers_add(&rows->index, hash, (uint32_t)rows->count, jfr_rows_hash_again, rows);
	row = &rows->rows[rows->count];
	*row = (struct jfr_row){.key = *key, .next = *first};
	*first = (uint32_t)rows->count++;
	return row;
}

struct jfr_row *jfr_rows_find(struct jfr_rows *rows, const struct jfr_row_key *key)
{
	const uint32_t hash = jfr_rows_hash_of(key);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_numbers_next(&rows->index, hash, &at)) != HASH_NONE) {
		if (memcmp(&rows->rows[number].key, key, sizeof(*key)) == 0)
			return &rows->rows[number];
	}
	return jfr_rows_insert(rows, key, hash);
}
