/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_index.h"

#include "common/base/memory.h"
#include "common/base/search.h"

/* A row of the linker's table: two numbers of 4 bytes, relative to the table's section. */
enum { ROW = 8, TABLE_VERSION = 1, ROW_ENCODING = 0x3b };

struct cfi_range {
	uint64_t start;
	uint64_t offset; /* of the entry */
};

/* ---- The linker's table ---- */

bool cfi_index_frames(const struct cfi_section *table, uint64_t *address)
{
	struct cfi_reader reader = cfi_reader_at(table, 1);
	const unsigned frames = (unsigned)dwarf_read(&reader.in, 1);

	dwarf_skip(&reader.in, 2);
	*address = cfi_read_pointer(&reader, frames, table->address);
	return !reader.in.failed;
}

/* False: it has another form, which no linker writes. */
static bool open_table(struct cfi_index *index, const struct cfi_section *table)
{
	struct cfi_reader reader = cfi_reader_at(table, 0);
	const uint64_t version = dwarf_read(&reader.in, 1);
	const unsigned frames = (unsigned)dwarf_read(&reader.in, 1);
	const unsigned counts = (unsigned)dwarf_read(&reader.in, 1);
	const unsigned rows = (unsigned)dwarf_read(&reader.in, 1);
	uint64_t count;

	cfi_read_pointer(&reader, frames, table->address);
	count = counts == CFI_POINTER_OMITTED ? 0
					      : cfi_read_pointer(&reader, counts, table->address);
	if (reader.in.failed || version != TABLE_VERSION || rows != ROW_ENCODING || count == 0)
		return false;
	index->table_at = cfi_reader_offset(&reader);
	if (count > (table->size - index->table_at) / ROW)
		count = (table->size - index->table_at) / ROW;
	index->table_count = (size_t)count;
	index->table = table;
	return true;
}

/* The number at an offset that is inside of the table. */
static int32_t cfi_index_number_at(const struct cfi_section *table, size_t offset)
{
	uint32_t number;

	memcpy(&number, table->bytes + offset, sizeof(number));
	if (table->is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		number = __builtin_bswap32(number);
	return (int32_t)number;
}

static bool search_table(const struct cfi_index *index, uint64_t address, uint64_t *offset)
{
	const struct cfi_section *table = index->table;
	const int64_t relative = (int64_t)(address - table->address);
	size_t low = 0, high = index->table_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (cfi_index_number_at(table, index->table_at + middle * ROW) <= relative)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return false;
	*offset = table->address +
		  (uint64_t)(int64_t)cfi_index_number_at(table,
							 index->table_at + low * ROW - ROW / 2) -
		  index->section->address;
	return true;
}

/* ---- An index of our own ---- */

static int cfi_index_compare(const void *a, const void *b)
{
	const struct cfi_range *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->offset < right->offset ? -1 : left->offset > right->offset;
}

static void read_ranges(struct cfi_index *index)
{
	struct cfi_entry entry;
	enum cfi_found found;
	uint64_t offset = 0, at = 0;
	size_t cap = 0;

	while ((found = cfi_entry_next(index->section, &offset, &entry)) != CFI_NOTHING) {
		if (found == CFI_FUNCTION) {
			index->ranges = memory_grow(index->ranges, &cap, index->count + 1,
						    sizeof(*index->ranges));
			index->ranges[index->count++] = (struct cfi_range){entry.start, at};
		}
		at = offset;
	}
	if (index->count > 1)
		qsort(index->ranges, index->count, sizeof(*index->ranges), cfi_index_compare);
}

static bool search_ranges(const struct cfi_index *index, uint64_t address, uint64_t *offset)
{
	const size_t i = SEARCH_UP_TO(index->ranges, index->count, start, address);

	if (i == 0)
		return false;
	*offset = index->ranges[i - 1].offset;
	return true;
}

/* ---- Both ---- */

size_t cfi_index_init(struct cfi_index *index, const struct cfi_section *section,
		      const struct cfi_section *table)
{
	*index = (struct cfi_index){.section = section};
	if (table && open_table(index, table))
		return index->table_count;
	read_ranges(index);
	return index->count;
}

void cfi_index_release(struct cfi_index *index)
{
	free(index->ranges);
	*index = (struct cfi_index){.section = NULL};
}

bool cfi_index_find(const struct cfi_index *index, uint64_t address, struct cfi_entry *entry)
{
	uint64_t offset;

	if (!(index->table ? search_table(index, address, &offset)
			   : search_ranges(index, address, &offset)))
		return false;
	return cfi_entry_next(index->section, &offset, entry) == CFI_FUNCTION &&
	       address >= entry->start && address < entry->end;
}
