/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_units.h"

#include "common/base/memory.h"
#include "common/base/search.h"
#include "common/debuginfo/dwarf_lines.h"
#include "common/table/hash.h"

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

struct scope_scan {
	struct dwarf_scopes *scopes;
	struct level levels[DWARF_DEPTH + 2]; /* of entries at a depth */
	uint32_t open[DWARF_DEPTH + 2];       /* scopes that have not ended, outermost first */
	unsigned depths[DWARF_DEPTH + 2];     /* of their entries */
	size_t open_count;
};

/* All scopes at a depth and deeper end before `offset`. */
static void end_scopes(struct scope_scan *scan, unsigned depth, uint64_t offset)
{
	while (scan->open_count > 0 && scan->depths[scan->open_count - 1] >= depth)
		scan->scopes->at[scan->open[--scan->open_count]].end = offset;
}

static uint32_t add_scope(struct scope_scan *scan, const struct dwarf_scope *scope, unsigned depth)
{
	struct dwarf_scopes *scopes = scan->scopes;

	MEMORY_ROOM(scopes->at, scopes->count, scopes->cap);
	scopes->at[scopes->count] = *scope;
	scan->open[scan->open_count] = (uint32_t)scopes->count;
	scan->depths[scan->open_count++] = depth;
	return (uint32_t)scopes->count++;
}

/* A function around entries of a depth becomes a scope: scopes are in the order of the unit. */
static void make_function_scope(struct scope_scan *scan, unsigned depth)
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
static void scopes_enter(struct scope_scan *scan, const struct dwarf_entry *entry)
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
	struct scope_scan scan = {
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

static void dwarf_scopes_free(struct dwarf_scopes *scopes)
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
	MEMORY_ROOM(functions->at, functions->count, functions->cap);
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

static void dwarf_functions_free(struct dwarf_functions *functions)
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
	MEMORY_ROOM(calls->at, calls->count, calls->cap);
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

/*
 * Limits on the cost of the index: range list rows and bytes of abbreviations, a fixed number plus
 * some per byte of the units; and on that of the lines, some per byte of their section. Compilers
 * stay far below; a damaged file whose units share long lists would take quadratic time.
 */
enum { WORK_FIRST = 4096, ABBREVS_EACH = 16, LINES_EACH = 2 };

enum {
	TABLE_MOST = 1 << 18,   /* bytes of one table in the file */
	TABLES_MOST = 32 << 20, /* bytes in memory */
};

/* The key of a table: units with an equal key share it. */
struct table_key {
	uint64_t offset;
	struct dwarf_sizes sizes;
	uint8_t zero[5];
};

struct dwarf_table {
	struct table_key key;
	struct dwarf_abbrevs abbrevs;
	size_t bytes; /* of the abbreviations, when they were last counted */
	UT_hash_handle hh;
};

static struct table_key key_of(const struct dwarf_unit *unit)
{
	return (struct table_key){.offset = unit->abbrev_offset, .sizes = unit->sizes};
}

/* ---- The index ---- */

struct scan {
	struct dwarf_units *units;
	struct dwarf_abbrevs abbrevs; /* of the last unit */
	struct table_key key;
	bool has_abbrevs;
	uint64_t ranges_left, abbrevs_left;
};

static uint64_t base_of(const struct dwarf_value *value, uint64_t otherwise)
{
	return value->form != 0 ? value->number : otherwise;
}

static void read_root(struct dwarf_unit *unit, const struct dwarf_data *data,
		      const struct dwarf_values *values)
{
	/* after the header of a table, which version 5 has */
	const uint64_t header = unit->version < 5 ? 0 : unit->sizes.offset == 8 ? 16 : 8;

	unit->addr_base = base_of(&values->at[DWARF_ADDR_BASE], header);
	unit->str_offsets_base = base_of(&values->at[DWARF_STR_OFFSETS_BASE], header);
	unit->language = base_of(&values->at[DWARF_LANGUAGE], 0);
	unit->stmt_list = base_of(&values->at[DWARF_STMT_LIST], UINT64_MAX);
	unit->rnglists_base = base_of(&values->at[DWARF_RNGLISTS_BASE], header + 4);
	unit->dwo_id = base_of(&values->at[DWARF_DWO_ID], unit->dwo_id);
	unit->is_skeleton = values->at[DWARF_DWO_NAME].form != 0;
	if (!dwarf_value_address(data, unit, &values->at[DWARF_LOW_PC], &unit->low_pc))
		unit->low_pc = 0;
}

/* Give the unit the table of the one before, if it is the same. */
static void set_abbrevs(struct scan *scan, struct dwarf_unit *unit)
{
	const struct table_key key = key_of(unit);

	if (!scan->has_abbrevs || memcmp(&key, &scan->key, sizeof(key)) != 0) {
		dwarf_abbrevs_release(&scan->abbrevs);
		dwarf_abbrevs_init(&scan->abbrevs, &scan->units->data, unit->abbrev_offset,
				   (size_t)scan->abbrevs_left);
		scan->abbrevs.sizes = unit->sizes;
		scan->key = key;
		scan->has_abbrevs = true;
	}
	unit->abbrevs = &scan->abbrevs;
}

static void scan_unit(struct scan *scan, struct dwarf_unit *unit, uint32_t index)
{
	struct dwarf_units *units = scan->units;
	struct dwarf_values values;
	struct dwarf_entry entry;
	const unsigned char *before;

	scan->ranges_left += RANGES_EACH * (unit->end - unit->start);
	scan->abbrevs_left += ABBREVS_EACH * (unit->end - unit->start);
	if (!unit->is_good)
		return;
	set_abbrevs(scan, unit);
	before = scan->abbrevs.reader.at;
	dwarf_entry_begin(&entry, &units->data, unit, unit->first);
	if (dwarf_entry_next(&entry)) {
		dwarf_entry_values(&entry, &values);
		read_root(unit, &units->data, &values);
		if (entry.abbrev->tag == DW_TAG_compile_unit ||
		    entry.abbrev->tag == DW_TAG_skeleton_unit)
			dwarf_ranges_add(&units->spans, &entry, &values, index, &scan->ranges_left);
	}
	scan->abbrevs_left -= (uint64_t)(scan->abbrevs.reader.at - before);
	unit->abbrevs = NULL;
}

void dwarf_units_index(struct dwarf_units *units)
{
	struct scan scan = {
		.units = units,
		.ranges_left = WORK_FIRST,
		.abbrevs_left = WORK_FIRST,
	};
	struct dwarf_unit unit;
	uint64_t offset = 0;

	units->lines_left = LINES_EACH * units->data.at[DWARF_LINE].len;
	while (units->count < DWARF_NOTHING && dwarf_unit_read(&unit, &units->data, offset)) {
		scan_unit(&scan, &unit, (uint32_t)units->count);
		MEMORY_ROOM(units->at, units->count, units->cap);
		units->at[units->count++] = unit;
		offset = unit.end;
	}
	dwarf_abbrevs_release(&scan.abbrevs);
	dwarf_spans_finish(&units->spans);
}

bool dwarf_units_open(struct dwarf_units *units, const struct elf_file *elf, enum dwarf_kind kind)
{
	*units = (struct dwarf_units){.count = 0};
	if (!dwarf_data_open(&units->data, elf, kind))
		return false;
	dwarf_units_index(units);
	return true;
}

/* ---- Tables of abbreviations ---- */

static void release_tables(struct dwarf_units *units)
{
	struct dwarf_table *table, *next;

	HASH_ITER(hh, units->tables, table, next)
	{
		HASH_DEL(units->tables, table);
		dwarf_abbrevs_release(&table->abbrevs);
		free(table);
	}
	units->table_bytes = 0;
}

static struct dwarf_table *add_table(struct dwarf_units *units, const struct dwarf_unit *unit,
				     const struct table_key *key)
{
	struct dwarf_table *table = memory_clear(1, sizeof(*table));

	table->key = *key;
	table->abbrevs.sizes = unit->sizes;
	dwarf_abbrevs_init(&table->abbrevs, &units->data, unit->abbrev_offset, TABLE_MOST);
	HASH_ADD(hh, units->tables, key, sizeof(table->key), table);
	return table;
}

static size_t dwarf_units_bytes_of(const struct dwarf_table *table)
{
	const struct dwarf_abbrevs *abbrevs = &table->abbrevs;

	return sizeof(*table) + abbrevs->cap * sizeof(*abbrevs->at) +
	       abbrevs->attribute_cap * sizeof(*abbrevs->attributes) +
	       abbrevs->code_cap * sizeof(*abbrevs->by_code);
}

void dwarf_units_prepare(struct dwarf_units *units, struct dwarf_unit *unit)
{
	const struct table_key key = key_of(unit);
	struct dwarf_table *table;

	if (units->table_bytes > TABLES_MOST)
		release_tables(units);
	HASH_FIND(hh, units->tables, &key, sizeof(key), table);
	if (!table)
		table = add_table(units, unit, &key);
	units->table_bytes += dwarf_units_bytes_of(table) - table->bytes;
	table->bytes = dwarf_units_bytes_of(table);
	unit->abbrevs = &table->abbrevs;
}

/* ---- Questions ---- */

void dwarf_units_release(struct dwarf_units *units)
{
	size_t i;

	for (i = 0; i < units->count; i++) {
		free(units->at[i].split);
		dwarf_functions_free(units->at[i].functions);
		dwarf_lines_free(units->at[i].lines);
		dwarf_scopes_free(units->at[i].scopes);
	}
	if (units->alt)
		dwarf_units_release(units->alt);
	free(units->alt);
	release_tables(units);
	dwarf_spans_release(&units->spans);
	free(units->at);
	dwarf_data_close(&units->data);
	*units = (struct dwarf_units){.count = 0};
}

struct dwarf_unit *dwarf_units_at(const struct dwarf_units *units, uint64_t address)
{
	const uint32_t i = dwarf_spans_find(&units->spans, address);

	return i == DWARF_NOTHING ? NULL : &units->at[i];
}

struct dwarf_unit *dwarf_units_holding(const struct dwarf_units *units, uint64_t offset)
{
	const size_t i = SEARCH_UP_TO(units->at, units->count, start, offset);
	struct dwarf_unit *unit = i > 0 ? &units->at[i - 1] : NULL;

	return unit && unit->is_good && offset >= unit->first && offset < unit->end ? unit : NULL;
}
