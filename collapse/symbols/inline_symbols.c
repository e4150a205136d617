/* SPDX-License-Identifier: MIT */
/* From "function+0x1f" to an address in the file, whatever kind of address perf printed. */
#include "collapse/symbols/inline.h"

#include "collapse/names/tidy.h"

enum { PAGE = 4096 }; /* the smallest; files are mapped by whole pages */

void inline_symbols_release(struct inline_symbols *symbols)
{
	buf_release(&symbols->text);
	free(symbols->at);
	*symbols = (struct inline_symbols){0};
}

void inline_symbols_add(struct inline_symbols *symbols, struct slice name, uint64_t start,
			uint64_t size)
{
	symbols->at = memory_grow(symbols->at, &symbols->cap, symbols->count + 1,
				  sizeof(*symbols->at));
	symbols->at[symbols->count++] = (struct inline_symbol){name, start, size};
}

bool inline_symbols_start(const struct inline_symbols *symbols, struct slice function,
			  uint64_t *start)
{
	size_t i;

	for (i = 0; i < symbols->count; i++) {
		if (!slice_equal(symbols->at[i].name, function))
			continue;
		*start = symbols->at[i].start;
		return true;
	}
	return false;
}

/* Order by the place in the page. */
static int inline_symbols_compare(const void *a, const void *b)
{
	uint64_t left = ((const struct inline_symbol *)a)->start % PAGE;
	uint64_t right = ((const struct inline_symbol *)b)->start % PAGE;

	return (left > right) - (left < right);
}

/* Find the symbols that begin at the query's place in a page; all, if that is not known. */
static void candidates(struct inline_symbols *symbols, const struct inline_query *query,
		       size_t *first, size_t *end)
{
	uint64_t wanted = (query->pc - query->offset) % PAGE;
	size_t low = 0, high = symbols->count;

	if (!symbols->sorted && symbols->count > 0)
		qsort(symbols->at, symbols->count, sizeof(*symbols->at), inline_symbols_compare);
	symbols->sorted = true;
	*first = 0;
	*end = symbols->count;
	if (!query->has_pc || !query->has_offset)
		return;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->at[middle].start % PAGE < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low;
	while (low < symbols->count && symbols->at[low].start % PAGE == wanted)
		low++;
	*end = low;
}

/* The address of the query if it means this symbol; false if it cannot be in it. */
static bool place_in(const struct inline_symbol *symbol, const struct inline_query *query,
		     uint64_t *address)
{
	uint64_t offset = query->offset;

	if (!query->has_offset) {
		if (!query->has_pc || symbol->size == 0 || symbol->size > PAGE)
			return false;
		offset = (query->pc - symbol->start) % PAGE;
	}
	*address = symbol->start + offset;
	return symbol->size == 0 || offset < symbol->size;
}

/* "4area", which is in "_ZNK8geometry6Circle4areaEi": the last word of a C++ or Rust name. */
static void add_mangled_part(struct buf *out, struct slice function)
{
	struct buf simple = {0};
	struct slice rest;

	tidy_simplify(&simple, function, TIDY_TEMPLATES);
	rest = buf_slice(&simple);
	while (rest.len > 0) {
		size_t colons = slice_rsearch(rest, SLICE("::"));
		struct slice part = colons == SLICE_NONE ? rest : slice_tail(rest, colons + 2);

		rest = slice_head(rest, colons == SLICE_NONE ? 0 : colons);
		slice_skip(&part, SLICE("~"));
		if (part.len == 0 || !slice_all(part, char_is_word))
			continue;
		buf_add_u64(out, part.len);
		buf_add(out, part);
		break;
	}
	buf_release(&simple);
}

/* Could the symbol table mean `function` by this? */
static bool inline_symbols_may_name(struct slice name, struct slice function,
				    struct slice mangled_part)
{
	if (slice_equal(name, function))
		return true;
	return (slice_starts(name, SLICE("_Z")) || slice_starts(name, SLICE("_R"))) &&
	       slice_contains(name, mangled_part);
}

bool inline_symbols_place(struct inline_symbols *symbols, const struct inline_query *query,
			  uint64_t *address)
{
	struct buf part = {0};
	size_t i, end;
	unsigned found = 0;
	uint64_t place;

	add_mangled_part(&part, query->function);
	candidates(symbols, query, &i, &end);
	for (; i < end; i++) {
		if (!place_in(&symbols->at[i], query, &place))
			continue;
		if (query->has_pc && query->has_offset && place == query->pc) {
			*address = place; /* with any spelling of its name */
			found = 1;
			break;
		}
		if (!inline_symbols_may_name(symbols->at[i].name, query->function,
					     buf_slice(&part)))
			continue;
		if (found == 0 || place != *address)
			found++;
		*address = place;
	}
	buf_release(&part);
	return found == 1;
}

bool inline_same_function(struct slice a, struct slice b)
{
	struct buf left = {0}, right = {0};
	bool same;

	tidy_simplify(&left, a, TIDY_TEMPLATES);
	tidy_simplify(&right, b, TIDY_TEMPLATES);
	same = slice_equal(buf_slice(&left), buf_slice(&right));
	buf_release(&left);
	buf_release(&right);
	return same;
}
