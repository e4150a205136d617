/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_units.h"

#include "common/base/search.h"
#include "common/debuginfo/dwarf_lines.h"
#include "common/debuginfo/dwarf_scopes.h"
#include "common/table/hash.h"

/*
 * Limits on the cost of the index: range list rows and bytes of abbreviations, a fixed number plus
 * some per byte of the units; and on that of the lines, some per byte of their section. Compilers
 * stay far below; a damaged file whose units share long lists would take quadratic time.
 */
enum { WORK_FIRST = 4096, RANGES_EACH = 4, ABBREVS_EACH = 16, LINES_EACH = 2 };

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
		units->at = memory_grow(units->at, &units->cap, units->count + 1,
					sizeof(*units->at));
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
