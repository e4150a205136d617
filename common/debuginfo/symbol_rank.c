/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_rank.h"

#include "common/debuginfo/demangle.h"

static void symbol_rank_add_name(struct buf *out, const struct symbol_entry *entry)
{
	const struct slice raw = slice_from(entry->name);

	if (entry->form == SYMBOL_MADE || !demangle(out, raw))
		buf_add(out, raw);
	if (entry->form == SYMBOL_PLT)
		BUF_ADD(out, "@plt");
}

void symbol_rank_begin(struct symbol_rank *rank, const struct symbol_entry *entry)
{
	*rank = (struct symbol_rank){.raw = entry->name};
	symbol_rank_add_name(&rank->best, entry);
}

void symbol_rank_release(struct symbol_rank *rank)
{
	buf_release(&rank->best);
	buf_release(&rank->other);
}

static size_t underscores(struct slice name)
{
	size_t count = 0;

	while (count < name.len && name.ptr[count] == '_')
		count++;
	return count;
}

static bool is_system_call_alias(struct slice name)
{
	return slice_starts(name, SLICE("SyS")) || slice_starts(name, SLICE("compat_SyS"));
}

static bool is_better(struct slice name, struct slice than)
{
	const size_t its = underscores(name), others = underscores(than);

	if (its != others)
		return its < others;
	if (name.len != than.len)
		return name.len > than.len;
	return !is_system_call_alias(name) && is_system_call_alias(than);
}

bool symbol_rank_is_better(struct symbol_rank *rank, const struct symbol_entry *entry)
{
	struct buf worse;

	if (strcmp(rank->raw, entry->name) == 0)
		return false;
	buf_reset(&rank->other);
	symbol_rank_add_name(&rank->other, entry);
	if (!is_better(buf_slice(&rank->other), buf_slice(&rank->best)))
		return false;
	worse = rank->best;
	rank->best = rank->other;
	rank->other = worse;
	rank->raw = entry->name;
	return true;
}
