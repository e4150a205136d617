/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/elf_symbols.h"

#include "common/base/memory.h"
#include "common/base/search.h"

struct symbol {
	uint64_t address, end; /* equal where the table has no size, until elf_symbols_set_ends() */
	uint64_t
		reach; /* the end of its section; from elf_symbols_set_ends() on the last end so far */
	const char *name; /* in the file's texts */
	unsigned rank;    /* of several at an address the lowest is best */
};

struct elf_symbols {
	struct elf_segment *segments;
	size_t segment_count;
	struct symbol *at; /* by address, then rank */
	size_t count, cap;
	unsigned char *texts; /* of the string table, with a zero at its end */
	size_t text_size;
};

/* ---- The table ---- */

static unsigned elf_symbols_rank_of(const struct elf_symbol_row *row, const char *name)
{
	unsigned rank = row->binding == ELF_BINDING_GLOBAL ? 0
			: row->binding == ELF_BINDING_WEAK ? 1
							   : 2;

	while (rank < 100 && *name++ == '_')
		rank += 10; /* memcpy rather than __memcpy */
	return row->size > 0 ? rank : rank + 1000;
}

static bool is_function(const struct elf_symbol_row *row)
{
	return row->section != ELF_INDEX_NONE && row->section < ELF_INDEX_RESERVED &&
	       (row->type == ELF_TYPE_FUNCTION || row->type == ELF_TYPE_INDIRECT ||
		(row->type == ELF_TYPE_NONE && row->size > 0));
}

static uint64_t end_of_section(const struct elf_file *elf, unsigned index)
{
	return index < elf->section_count ? elf->sections[index].address + elf->sections[index].size
					  : 0;
}

static void elf_symbols_add(struct elf_symbols *symbols, const struct elf_file *elf,
			    const struct elf_symbol_row *row)
{
	const char *name = (const char *)symbols->texts + row->name;

	if (!is_function(row) || row->name >= symbols->text_size || *name == '\0' || *name == '$')
		return;
	MEMORY_ROOM(symbols->at, symbols->count, symbols->cap);
	symbols->at[symbols->count++] = (struct symbol){
		.address = row->address,
		.end = row->size > UINT64_MAX - row->address ? UINT64_MAX
							     : row->address + row->size,
		.reach = end_of_section(elf, row->section),
		.name = name,
		.rank = elf_symbols_rank_of(row, name),
	};
}

static int elf_symbols_compare(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return strcmp(left->name, right->name);
}

/*
 * Without a size: the end of a better one at its address, or else the next address of the section.
 * `covered`: the last end of symbols before it that have sizes; inside of one it names nothing.
 */
static uint64_t elf_symbols_end_of(const struct elf_symbols *symbols, size_t index,
				   uint64_t covered)
{
	const struct symbol *at = symbols->at, *symbol = &at[index];
	size_t next = index + 1;

	if (symbol->end > symbol->address)
		return symbol->end;
	if (index > 0 && at[index - 1].address == symbol->address)
		return at[index - 1].end;
	if (symbol->address < covered)
		return symbol->address;
	while (next < symbols->count && at[next].address == symbol->address)
		next++;
	return next < symbols->count && at[next].address < symbol->reach ? at[next].address
									 : symbol->reach;
}

static void elf_symbols_set_ends(struct elf_symbols *symbols)
{
	uint64_t reach = 0, covered = 0;
	size_t i;

	for (i = 0; i < symbols->count; i++) {
		struct symbol *symbol = &symbols->at[i];

		if (symbol->end > symbol->address && symbol->end > covered)
			covered = symbol->end;
		symbol->end = elf_symbols_end_of(symbols, i, covered);
		reach = symbol->end > reach ? symbol->end : reach;
		symbol->reach = reach;
	}
}

/* False, with nothing added, if there is none of that type that has functions. */
static bool elf_symbols_read_table(struct elf_symbols *symbols, const struct elf_file *elf,
				   uint32_t type)
{
	const size_t size = elf_symbol_row_size(elf);
	size_t i;

	for (i = 0; i < elf->section_count && symbols->count == 0; i++) {
		const struct elf_section *section = &elf->sections[i];
		unsigned char *table;
		const unsigned char *at;
		uint64_t left;

		if (section->type != type || section->link >= elf->section_count ||
		    !(table = elf_file_read(elf, section)))
			continue;
		free(symbols->texts);
		symbols->text_size = (size_t)elf->sections[section->link].size;
		symbols->texts = elf_file_read(elf, &elf->sections[section->link]);
		at = table;
		for (left = symbols->texts ? section->size / size : 0; left > 0; left--) {
			const struct elf_symbol_row row = elf_symbol_row_take(elf, &at);

			elf_symbols_add(symbols, elf, &row);
		}
		free(table);
	}
	return symbols->count > 0;
}

/* ---- Files ---- */

/* Distributions keep what they strip from a file under its build id. */
static bool read_debug_file(struct elf_symbols *symbols, struct slice build_id)
{
	char path[sizeof("/usr/lib/debug/.build-id//.debug") + 2 * ELF_BUILD_ID] =
		"/usr/lib/debug/.build-id/";
	size_t length = strlen(path), i;
	struct elf_file elf;
	bool found;

	if (build_id.len < 2)
		return false;
	for (i = 0; i < build_id.len; i++)
		length += (size_t)snprintf(path + length, sizeof(path) - length, "%02x%s",
					   (unsigned char)build_id.ptr[i], i == 0 ? "/" : "");
	snprintf(path + length, sizeof(path) - length, ".debug");
	if (!elf_file_open(&elf, path))
		return false;
	found = elf_symbols_read_table(symbols, &elf, ELF_SECTION_SYMTAB);
	elf_file_close(&elf);
	return found;
}

struct elf_symbols *elf_symbols_open(const char *path, struct slice build_id)
{
	unsigned char bytes[ELF_BUILD_ID];
	struct elf_symbols *symbols = NULL;
	struct elf_file elf;
	struct slice its;

	if (!elf_file_open(&elf, path))
		return NULL;
	its = slice_of((const char *)bytes, elf_file_build_id(&elf, bytes));
	if (build_id.len == 0 || slice_equal(its, build_id)) {
		symbols = memory_clear(1, sizeof(*symbols));
		symbols->segments = elf.segments;
		symbols->segment_count = elf.segment_count;
		elf.segments = NULL;
		if (elf_symbols_read_table(symbols, &elf, ELF_SECTION_SYMTAB) ||
		    read_debug_file(symbols, its) ||
		    elf_symbols_read_table(symbols, &elf, ELF_SECTION_DYNSYM))
			SORT(symbols->at, symbols->count, elf_symbols_compare);
		elf_symbols_set_ends(symbols);
	}
	elf_file_close(&elf);
	return symbols;
}

void elf_symbols_close(struct elf_symbols *symbols)
{
	if (!symbols)
		return;
	free(symbols->segments);
	free(symbols->at);
	free(symbols->texts);
	free(symbols);
}

/* ---- Questions ---- */

bool elf_symbols_is_empty(const struct elf_symbols *symbols)
{
	return symbols->count == 0;
}

bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
	size_t i;

	for (i = 0; i < symbols->segment_count; i++) {
		const struct elf_segment *segment = &symbols->segments[i];

		if (segment->type != ELF_SEGMENT_LOAD || offset < segment->offset ||
		    offset - segment->offset >= segment->size)
			continue;
		*address = offset - segment->offset + segment->address;
		return true;
	}
	return false;
}

/* The symbol with the last start among those that have not ended, the best one of that start. */
struct slice elf_symbols_find(const struct elf_symbols *symbols, uint64_t address)
{
	const struct symbol *at = symbols->at, *found = NULL;
	size_t i = SEARCH_UP_TO(at, symbols->count, address, address);

	while (i-- > 0 && at[i].reach > address && (!found || at[i].address == found->address)) {
		if (at[i].end > address)
			found = &at[i];
	}
	return found ? slice_from(found->name) : SLICE("");
}
