/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_chains.h"

enum { BLOCK = 1 << 8 }; /* chains that are allocated together, as they must not move */

const struct dwarf_name dwarf_chains_lost = {.name = SLICE_INIT("")};

void dwarf_chains_init(struct dwarf_chains *chains)
{
	lock_init(&chains->lock);
}

void dwarf_chains_release(struct dwarf_chains *chains)
{
	uint32_t i;

	for (i = 0; i < chains->count; i += BLOCK)
		free(chains->blocks[i / BLOCK]);
	free(chains->blocks);
	hash_numbers_release(&chains->numbers);
	lock_release(&chains->lock);
}

static struct dwarf_chain *chain_at(const struct dwarf_chains *chains, uint32_t number)
{
	return &chains->blocks[number / BLOCK][number % BLOCK];
}

static uint32_t hash_of(const char *entry)
{
	return hash_bytes(&entry, sizeof(entry));
}

static uint32_t dwarf_chains_hash_again(const void *things, uint32_t number)
{
	return hash_of(chain_at(things, number)->entry);
}

static const struct dwarf_chain *dwarf_chain_of(const struct dwarf_chains *chains,
						const char *entry)
{
	const uint32_t hash = hash_of(entry);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_numbers_next(&chains->numbers, hash, &at)) != HASH_NONE) {
		const struct dwarf_chain *chain = chain_at(chains, number);

		if (chain->entry == entry)
			return chain;
	}
	return NULL;
}

const struct dwarf_chain *dwarf_chains_find(struct dwarf_chains *chains, const char *entry)
{
	const struct dwarf_chain *chain;

	lock_take(&chains->lock);
	chain = dwarf_chain_of(chains, entry);
	lock_leave(&chains->lock);
	return chain;
}

const struct dwarf_chain *dwarf_chains_add(struct dwarf_chains *chains,
					   const struct dwarf_chain *chain)
{
	struct dwarf_chain *added;

	lock_take(&chains->lock);
	if (chains->count % BLOCK == 0) {
		chains->blocks = memory_grow(chains->blocks, &chains->block_cap,
					     chains->count / BLOCK + 1, sizeof(*chains->blocks));
		chains->blocks[chains->count / BLOCK] = memory_get(BLOCK *
								   sizeof(**chains->blocks));
	}
	added = chain_at(chains, chains->count);
	*added = *chain;
	hash_numbers_add(&chains->numbers, hash_of(chain->entry), chains->count,
			 dwarf_chains_hash_again, chains);
	chains->count++;
	lock_leave(&chains->lock);
	return added;
}
