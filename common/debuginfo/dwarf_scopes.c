/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_scopes.h"

#include "common/base/memory.h"
#include "common/base/search.h"

bool dwarf_scopes_exist(const struct dwarf_unit *unit)
{
	enum { C89 = 0x01, C = 0x02, C99 = 0x0c, GO = 0x16, C11 = 0x1d, C17 = 0x2c };

	switch (unit->language) {
	case C89:
	case C:
	case C99:
	case C11:
	case C17:
	case GO: return false; /* its names have the package */
	default: return true;
	}
}

static bool is_class(uint16_t tag)
{
	return tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_interface_type;
}

/* True if scopes can be among the children. */
static bool may_hold_scopes(uint16_t tag)
{
	return is_class(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_compile_unit ||
	       tag == DW_TAG_partial_unit;
}

/* The scope that entries of a depth are in. */
struct level {
	uint32_t scope;    /* number; DWARF_NOTHING: none */
	uint64_t function; /* offset of a function that is no scope yet; UINT64_MAX: none */
	unsigned depth;    /* of its entry */
};

struct scan {
	struct dwarf_scopes *scopes;
	struct level levels[DWARF_DEPTH + 2]; /* of entries at a depth */
	uint32_t open[DWARF_DEPTH + 2];       /* scopes that have not ended, outermost first */
	unsigned depths[DWARF_DEPTH + 2];     /* of their entries */
	size_t open_count;
};

/* All scopes at a depth and deeper end before `offset`. */
static void end_scopes(struct scan *scan, unsigned depth, uint64_t offset)
{
	while (scan->open_count > 0 && scan->depths[scan->open_count - 1] >= depth)
		scan->scopes->at[scan->open[--scan->open_count]].end = offset;
}

static uint32_t add_scope(struct scan *scan, const struct dwarf_scope *scope, unsigned depth)
{
	struct dwarf_scopes *scopes = scan->scopes;

	scopes->at = memory_grow(scopes->at, &scopes->cap, scopes->count + 1, sizeof(*scopes->at));
	scopes->at[scopes->count] = *scope;
	scan->open[scan->open_count] = (uint32_t)scopes->count;
	scan->depths[scan->open_count++] = depth;
	return (uint32_t)scopes->count++;
}

/* A function around entries of a depth becomes a scope: scopes are in the order of the unit. */
static void make_function_scope(struct scan *scan, unsigned depth)
{
	const struct level level = scan->levels[depth];
	const struct dwarf_scope scope = {
		.start = level.function,
		.outer = level.scope,
		.tag = DW_TAG_subprogram,
	};
	uint32_t number;

	if (level.function == UINT64_MAX)
		return;
	number = add_scope(scan, &scope, level.depth);
	for (; depth > level.depth; depth--)
		scan->levels[depth] = (struct level){.scope = number, .function = UINT64_MAX};
}

/* Set what the children of an entry are in. */
static void scopes_enter(struct scan *scan, const struct dwarf_entry *entry)
{
	const unsigned depth = entry->depth;
	const uint16_t tag = entry->abbrev->tag;
	struct level *children = &scan->levels[depth + 1];
	const bool is_scope = is_class(tag) || tag == DW_TAG_namespace;

	if (is_scope || tag == DW_TAG_subprogram)
		make_function_scope(scan, depth);
	*children = scan->levels[depth];
	if (tag == DW_TAG_subprogram)
		*children = (struct level){children->scope, entry->offset, depth};
	if (is_scope)
		children->scope = add_scope(
			scan,
			&(struct dwarf_scope){.start = entry->offset,
					      .outer = children->scope,
					      .tag = tag,
					      .is_elsewhere = entry->abbrev->is_elsewhere},
			depth);
}

struct dwarf_scopes *dwarf_scopes_read(const struct dwarf_data *data, const struct dwarf_unit *unit)
{
	struct scan scan = {
		.scopes = memory_clear(1, sizeof(*scan.scopes)),
		.levels = {{DWARF_NOTHING, UINT64_MAX, 0}},
	};
	struct dwarf_entry entry;

	dwarf_entry_begin(&entry, data, unit, unit->first);
	while (scan.scopes->count + 2 < DWARF_NOTHING && dwarf_entry_next(&entry)) {
		end_scopes(&scan, entry.depth, entry.offset);
		if (entry.is_open)
			scopes_enter(&scan, &entry);
		dwarf_entry_skip(&entry, !may_hold_scopes(entry.abbrev->tag));
	}
	end_scopes(&scan, 0, unit->end);
	return scan.scopes;
}

void dwarf_scopes_free(struct dwarf_scopes *scopes)
{
	if (!scopes)
		return;
	free(scopes->at);
	free(scopes);
}

struct dwarf_scope *dwarf_scopes_around(const struct dwarf_scopes *scopes, uint64_t offset)
{
	size_t i = offset > 0 ? SEARCH_UP_TO(scopes->at, scopes->count, start, offset - 1) : 0;

	while (i > 0 && scopes->at[i - 1].end <= offset)
		i = scopes->at[i - 1].outer == DWARF_NOTHING ? 0 : scopes->at[i - 1].outer + 1;
	return i > 0 ? &scopes->at[i - 1] : NULL;
}
