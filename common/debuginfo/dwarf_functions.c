/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_functions.h"

/*
 * Range list rows that a unit or a function may have: some, and for each byte of its entries.
 * Compilers stay far below; in a damaged file entries may share a long list.
 */
enum { RANGES_FIRST = 4096, RANGES_EACH = 4 };

/* How many more may be read, with what is granted for the bytes before an entry. */
struct work {
	uint64_t left, offset;
};

static void grant(struct work *work, const struct dwarf_entry *entry)
{
	work->left += RANGES_EACH * (entry->offset - work->offset);
	work->offset = entry->offset;
}

/* True if functions can be among the children. */
static bool may_hold_functions(const struct dwarf_abbrev *abbrev)
{
	switch (abbrev->tag) {
	case DW_TAG_compile_unit:
	case DW_TAG_partial_unit:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
	case DW_TAG_lexical_block:
	case DW_TAG_subprogram: return true; /* one that was inlined, too: of its local classes */
	default: return false;
	}
}

static void add_function(struct dwarf_functions *functions, const struct dwarf_entry *entry,
			 uint64_t *work)
{
	struct dwarf_values values;
	const size_t before = functions->spans.count;

	if (functions->count >= DWARF_NOTHING)
		return;
	dwarf_entry_values(entry, &values);
	dwarf_ranges_add(&functions->spans, entry, &values, (uint32_t)functions->count, work);
	if (functions->spans.count == before)
		return;
	functions->at = memory_grow(functions->at, &functions->cap, functions->count + 1,
				    sizeof(*functions->at));
	functions->at[functions->count++] = (struct dwarf_function){.offset = entry->offset};
}

struct dwarf_functions *dwarf_functions_read(const struct dwarf_data *data,
					     const struct dwarf_unit *unit)
{
	struct dwarf_functions *functions = memory_clear(1, sizeof(*functions));
	struct work work = {RANGES_FIRST, unit->first};
	struct dwarf_entry entry;

	dwarf_entry_begin(&entry, data, unit, unit->first);
	while (dwarf_entry_next(&entry)) {
		const bool passes = !may_hold_functions(entry.abbrev);

		grant(&work, &entry);
		if (entry.abbrev->tag == DW_TAG_subprogram && entry.abbrev->has_place)
			add_function(functions, &entry, &work.left);
		dwarf_entry_skip(&entry, passes);
	}
	dwarf_spans_finish(&functions->spans);
	return functions;
}

static void free_calls(struct dwarf_calls *calls)
{
	if (!calls)
		return;
	dwarf_spans_release(&calls->spans);
	free(calls->at);
	free(calls);
}

void dwarf_functions_free(struct dwarf_functions *functions)
{
	size_t i;

	if (!functions)
		return;
	for (i = 0; i < functions->count; i++)
		free_calls(functions->at[i].calls);
	dwarf_spans_release(&functions->spans);
	free(functions->at);
	free(functions);
}

/* ---- Calls ---- */

/* True: it has ranges. */
static bool add_call(struct dwarf_calls *calls, const struct dwarf_entry *entry, uint32_t into,
		     uint64_t *work)
{
	struct dwarf_values values;
	const size_t before = calls->spans.count;

	if (!entry->abbrev->has_place || calls->count >= DWARF_NOTHING ||
	    entry->offset - calls->offset > UINT32_MAX)
		return false;
	dwarf_entry_values(entry, &values);
	dwarf_ranges_add(&calls->spans, entry, &values, (uint32_t)calls->count, work);
	if (calls->spans.count == before)
		return false;
	calls->at = memory_grow(calls->at, &calls->cap, calls->count + 1, sizeof(*calls->at));
	calls->at[calls->count++] = (struct dwarf_call){(uint32_t)(entry->offset - calls->offset),
							into};
	return true;
}

static bool may_hold_calls(const struct dwarf_abbrev *abbrev)
{
	return abbrev->tag == DW_TAG_subprogram || abbrev->tag == DW_TAG_inlined_subroutine ||
	       abbrev->tag == DW_TAG_lexical_block || abbrev->tag == DW_TAG_try_block ||
	       abbrev->tag == DW_TAG_catch_block;
}

struct dwarf_calls *dwarf_calls_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     uint64_t offset)
{
	struct dwarf_calls *calls = memory_clear(1, sizeof(*calls));
	struct work work = {RANGES_FIRST, offset};
	uint32_t into[DWARF_DEPTH + 2] = {DWARF_NOTHING}; /* by depth: that of the entries there */
	struct dwarf_entry entry;

	calls->offset = offset;
	dwarf_entry_begin(&entry, data, unit, offset);
	while (dwarf_entry_next(&entry)) {
		uint32_t *children = &into[entry.depth + 1];

		grant(&work, &entry);
		*children = into[entry.depth];
		if (entry.abbrev->tag == DW_TAG_subprogram) /* in another: its calls are its own */
			*children = DWARF_NOTHING;
		else if (entry.abbrev->tag == DW_TAG_inlined_subroutine &&
			 add_call(calls, &entry, *children, &work.left))
			*children = (uint32_t)calls->count - 1;
		dwarf_entry_skip(&entry, !may_hold_calls(entry.abbrev));
	}
	if (calls->count > 0)
		calls->at = memory_resize(calls->at, calls->count, sizeof(*calls->at));
	calls->cap = calls->count;
	dwarf_spans_finish(&calls->spans);
	return calls;
}

/* ---- Questions ---- */

struct dwarf_function *dwarf_functions_find(const struct dwarf_functions *functions,
					    uint64_t address)
{
	const uint32_t at = dwarf_spans_find(&functions->spans, address);

	return at == DWARF_NOTHING ? NULL : &functions->at[at];
}

const struct dwarf_call *dwarf_calls_find(const struct dwarf_calls *calls, uint64_t address)
{
	const uint32_t at = dwarf_spans_find(&calls->spans, address);

	return at == DWARF_NOTHING ? NULL : &calls->at[at];
}
