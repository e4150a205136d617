/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_table.h"

#include "common/base/search.h"
#include "common/debuginfo/demangle.h"
#include "common/debuginfo/elf_symbols.h"
#include "common/table/keysort.h"

/*
 * Names as they are shown, and which of several is the best.
 */

struct symbol_rank {
	const char *raw;  /* name of the best so far */
	struct buf best;  /* as it is shown */
	struct buf other; /* scratch */
};

static void symbol_rank_add_name(struct buf *out, const struct symbol_entry *entry)
{
	const struct slice raw = slice_from(entry->name);

	if (entry->form == SYMBOL_MADE || !demangle(out, raw))
		buf_add(out, raw);
	if (entry->form == SYMBOL_PLT)
		BUF_ADD(out, "@plt");
}

static void symbol_rank_begin(struct symbol_rank *rank, const struct symbol_entry *entry)
{
	*rank = (struct symbol_rank){.raw = entry->name};
	symbol_rank_add_name(&rank->best, entry);
}

static void symbol_rank_release(struct symbol_rank *rank)
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

/* True if its name is better than the best one so far; then it becomes the best. */
static bool symbol_rank_is_better(struct symbol_rank *rank, const struct symbol_entry *entry)
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

/*
 * The rows of an ELF file's symbol tables (System V ABI, chapter 4, "Symbol Table"): which are
 * kept.
 */

/* One symbol table, and what other sections of the file add to it. */
struct rows {
	const struct elf_file *elf;
	const char *texts;
	size_t text_size;
	unsigned char *indices; /* of sections, 4 bytes each; NULL without */
	size_t index_count;
	bool *may_have_labels;         /* for each section: symbols without a type are wanted */
	const struct elf_section *opd; /* of function descriptors; NULL without */
	unsigned char *descriptors;
};

enum { NO_SECTION = -1 };

/* Its number; NO_SECTION if it is not defined in one. */
static int64_t symbol_rows_section_of(const struct rows *rows, const struct elf_symbol_row *row,
				      size_t index)
{
	if (row->section == ELF_INDEX_ELSEWHERE && index < rows->index_count) {
		const unsigned char *at = rows->indices + 4 * index;

		return (int64_t)elf_file_take(rows->elf, &at, 4);
	}
	if (row->section == ELF_INDEX_NONE || row->section >= ELF_INDEX_RESERVED)
		return NO_SECTION;
	return row->section;
}

/* Mapping symbols of ARM, AArch64 and RISC-V, which mark where code and data begin. */
static bool is_mapping(const struct elf_file *elf, const char *name)
{
	const bool has_them = elf->machine == ELF_ARM || elf->machine == ELF_AARCH64 ||
			      elf->machine == ELF_RISCV;

	return has_them && name[0] == '$' && name[1] != '\0' && strchr("adtx", name[1]) &&
	       (name[2] == '\0' || name[2] == '.');
}

static bool symbol_rows_is_wanted(const struct rows *rows, const struct elf_symbol_row *row,
				  int64_t section)
{
	switch (row->type) {
	case ELF_TYPE_FUNCTION:
	case ELF_TYPE_INDIRECT:
	case ELF_TYPE_OBJECT: return section != NO_SECTION;
	case ELF_TYPE_NONE:
		return section != NO_SECTION && (uint64_t)section < rows->elf->section_count &&
		       rows->may_have_labels[section];
	default: return false;
	}
}

/* The start of its code; some processors keep a flag in the address. */
static uint64_t start_of(const struct rows *rows, const struct elf_symbol_row *row)
{
	const uint64_t thumb = 1;
	const bool is_function = row->type == ELF_TYPE_FUNCTION;

	if (rows->elf->machine == ELF_ARM && is_function)
		return row->address & ~thumb;
	if (rows->descriptors && is_function && row->address >= rows->opd->address &&
	    rows->opd->size >= 8 && row->address - rows->opd->address <= rows->opd->size - 8) {
		const unsigned char *at = rows->descriptors + (row->address - rows->opd->address);

		return elf_file_take(rows->elf, &at, 8);
	}
	return row->address;
}

static uint8_t symbol_rows_rank_of(const struct elf_symbol_row *row)
{
	unsigned rank = row->binding == ELF_BINDING_LOCAL  ? SYMBOL_LOCAL
			: row->binding == ELF_BINDING_WEAK ? SYMBOL_WEAK
							   : 0;

	if (row->type == ELF_TYPE_NONE)
		rank |= row->size > 0 ? SYMBOL_TYPELESS : SYMBOL_TYPELESS | SYMBOL_LABEL;
	if (row->type == ELF_TYPE_OBJECT)
		rank |= SYMBOL_OBJECT;
	return (uint8_t)rank;
}

static void symbol_rows_add_row(struct symbol_table *table, const struct rows *rows,
				const struct elf_symbol_row *row, size_t index)
{
	const char *name = row->name < rows->text_size ? rows->texts + row->name : "";
	struct symbol_entry entry = {.name = name, .rank = symbol_rows_rank_of(row)};

	if (*name == '\0' || is_mapping(rows->elf, name) ||
	    !symbol_rows_is_wanted(rows, row, symbol_rows_section_of(rows, row, index)))
		return;
	entry.start = start_of(rows, row);
	entry.end = row->size > UINT64_MAX - entry.start ? UINT64_MAX : entry.start + row->size;
	symbol_table_add(table, &entry);
}

/* ---- What else is needed ---- */

static void read_indices(struct rows *rows, size_t table)
{
	const struct elf_file *elf = rows->elf;
	size_t i;

	for (i = 0; i < elf->section_count && !rows->indices; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->type != ELF_SECTION_INDICES || section->link != table ||
		    !(rows->indices = elf_file_read(elf, section)))
			continue;
		rows->index_count = (size_t)section->size / 4;
	}
}

static void find_labels(struct rows *rows)
{
	const struct elf_file *elf = rows->elf;
	size_t i;

	rows->may_have_labels = memory_clear(elf->section_count, sizeof(bool));
	for (i = 0; i < elf->section_count; i++) {
		const struct slice name = elf_file_section_name(elf, &elf->sections[i]);

		rows->may_have_labels[i] = slice_contains(name, SLICE("text")) ||
					   slice_contains(name, SLICE("data"));
	}
}

static void read_descriptors(struct rows *rows)
{
	if (rows->elf->machine != ELF_PPC64 || rows->elf->word != 8)
		return;
	rows->opd = elf_file_find(rows->elf, SLICE(".opd"));
	if (rows->opd)
		rows->descriptors = elf_file_read(rows->elf, rows->opd);
}

/* ---- Tables ---- */

static void symbol_rows_read_rows(struct symbol_table *table, struct rows *rows, size_t section)
{
	const struct elf_file *elf = rows->elf;
	const size_t count = (size_t)elf->sections[section].size / elf_symbol_row_size(elf);
	unsigned char *bytes = elf_file_read(elf, &elf->sections[section]);
	const unsigned char *at = bytes;
	size_t i;

	if (!bytes)
		return;
	read_indices(rows, section);
	read_descriptors(rows);
	find_labels(rows);
	for (i = 0; i < count; i++) {
		const struct elf_symbol_row row = elf_symbol_row_take(elf, &at);

		symbol_rows_add_row(table, rows, &row, i);
	}
	free(rows->may_have_labels);
	free(rows->descriptors);
	free(rows->indices);
	free(bytes);
}

bool symbol_table_read(struct symbol_table *table, const struct elf_file *elf, uint32_t type)
{
	const size_t before = table->count;
	struct rows rows = {.elf = elf};
	unsigned char *texts;
	uint32_t link;
	size_t i = 0;

	while (i < elf->section_count && elf->sections[i].type != type)
		i++;
	if (i == elf->section_count || table->text_count == ARRAY_LEN(table->texts))
		return false;
	link = elf->sections[i].link;
	if (link >= elf->section_count || !(texts = elf_file_read(elf, &elf->sections[link])))
		return false;
	table->texts[table->text_count++] = texts;
	rows.texts = (const char *)texts;
	rows.text_size = (size_t)elf->sections[link].size;
	symbol_rows_read_rows(table, &rows, i);
	if (table->count > before)
		return true;
	free(table->texts[--table->text_count]);
	return false;
}

enum { PAGE = 4096 }; /* bytes, of the machine on which perf script runs */

struct symbol_span {
	uint64_t start;
	uint64_t entry; /* its place in the table */
};

void symbol_table_release(struct symbol_table *table)
{
	size_t i;

	while (table->text_count > 0)
		free(table->texts[--table->text_count]);
	for (i = 0; i < SYMBOL_LAYERS; i++)
		free(table->layers[i].at);
	free(table->at);
	arena_release(&table->names);
	*table = (struct symbol_table){0};
}

void symbol_table_add(struct symbol_table *table, const struct symbol_entry *entry)
{
	assert(!table->is_finished);
	MEMORY_ROOM(table->at, table->count, table->cap);
	table->at[table->count++] = *entry;
}

/* ---- By start, then by rank and place ---- */

static uint64_t sort_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	const struct symbol_table *table = context;
	const struct symbol_entry *entry = &table->at[item->of.number];

	return level == 0 ? entry->start : (uint64_t)entry->rank << 32 | item->of.number;
}

static bool sort_ends(uint64_t key)
{
	(void)key;
	return false;
}

static int sort_compare(const void *context, const struct keysort_item *a,
			const struct keysort_item *b)
{
	uint64_t left = sort_key(context, a, 0), right = sort_key(context, b, 0);

	if (left == right) {
		left = sort_key(context, a, 1);
		right = sort_key(context, b, 1);
	}
	return u64_compare(&left, &right);
}

static void symbol_table_sort(struct symbol_table *table)
{
	const struct keysort by = {.context = table,
				   .key = sort_key,
				   .step = 1,
				   .ends = sort_ends,
				   .compare = sort_compare};
	struct keysort_item *items = memory_get((table->count + 1) * sizeof(*items));
	struct symbol_entry *sorted = memory_get((table->count + 1) * sizeof(*sorted));
	size_t i;

	for (i = 0; i < table->count; i++)
		items[i] = (struct keysort_item){table->at[i].start, {.number = i}};
	keysort(&by, items, table->count);
	for (i = 0; i < table->count; i++)
		sorted[i] = table->at[items[i].of.number];
	free(items);
	free(table->at);
	table->at = sorted;
	table->cap = table->count + 1;
}

/* ---- One for each start ---- */

/* The best entry by name from `first` to `end`, which all have the same rank. */
static size_t best_of(const struct symbol_table *table, size_t first, size_t end)
{
	struct symbol_rank rank;
	size_t i;

	symbol_rank_begin(&rank, &table->at[first]);
	for (i = first + 1; i < end; i++) {
		if (symbol_rank_is_better(&rank, &table->at[i]))
			first = i;
	}
	symbol_rank_release(&rank);
	return first;
}

/* A function without a size ends where another name of it ends that has a size. */
static void borrow_end(struct symbol_entry *entry, uint64_t end)
{
	if (entry->end == entry->start && entry->rank < SYMBOL_LABEL)
		entry->end = end;
}

/*
 * Keep the best of the entries from `first` to `end`, which have the same start. If only names can
 * decide and the sizes are equal, keep all of them: names are demangled only on demand.
 */
static size_t keep_best(struct symbol_table *table, size_t first, size_t end, size_t chosen)
{
	struct symbol_entry *at = table->at;
	uint64_t longest = at[first].start; /* of the functions */
	bool same_size = true;
	size_t i;

	for (i = first; i < end && at[i].rank < SYMBOL_OBJECT; i++)
		longest = at[i].end > longest ? at[i].end : longest;
	for (i = first + 1; i < end && at[i].rank == at[first].rank; i++)
		same_size = same_size && at[i].end == at[first].end;
	end = i;
	if (!same_size) {
		at[chosen] = at[best_of(table, first, end)];
		borrow_end(&at[chosen], longest);
		return chosen + 1;
	}
	for (i = first; i < end; i++) {
		at[chosen] = at[i];
		borrow_end(&at[chosen], longest);
		at[chosen++].is_tied = i + 1 < end;
	}
	return chosen;
}

static void choose(struct symbol_table *table)
{
	size_t first, end, chosen = 0;

	for (first = 0; first < table->count; first = end) {
		for (end = first + 1; end < table->count; end++) {
			if (table->at[end].start != table->at[first].start)
				break;
		}
		chosen = keep_best(table, first, end, chosen);
	}
	table->count = chosen;
}

/* ---- Ends ---- */

uint64_t symbol_table_last_end(uint64_t start)
{
	const uint64_t most = UINT64_MAX - 2 * PAGE;

	return start > most ? UINT64_MAX : (start + PAGE - 1) / PAGE * PAGE + PAGE;
}

static enum symbol_layer layer_of(const struct symbol_entry *entry)
{
	const enum symbol_layer sized = entry->rank >= SYMBOL_OBJECT    ? SYMBOL_SIZED_OBJECT
					: entry->rank & SYMBOL_TYPELESS ? SYMBOL_SIZED_TYPELESS
									: SYMBOL_SIZED_FUNCTION;

	return entry->end > entry->start ? sized : sized + SYMBOL_UNSIZED_FUNCTION;
}

/* True for labels that no other file knows: places in a function, which goes on there. */
static bool is_inner_label(const struct symbol_entry *entry)
{
	const unsigned inner = SYMBOL_LABEL | SYMBOL_LOCAL;

	return entry->rank < SYMBOL_OBJECT && (entry->rank & inner) == inner;
}

/* The starts after an entry, in a walk down the addresses. */
struct starts_after {
	uint64_t at;   /* of the last entry */
	uint64_t next; /* the first one higher than `at` */
};

static void go_down(struct starts_after *after, uint64_t start)
{
	if (start != after->at)
		after->next = after->at;
	after->at = start;
}

/* A symbol without a size ends at the next start; a function not at a label inside of it. */
static void symbol_table_set_ends(struct symbol_table *table)
{
	const uint64_t last = table->count > 0
				      ? symbol_table_last_end(table->at[table->count - 1].start)
				      : 0;
	struct starts_after any = {last, last}, function = {last, last};
	size_t i;

	for (i = table->count; i-- > 0;) {
		struct symbol_entry *entry = &table->at[i];

		entry->layer = (uint8_t)layer_of(entry);
		go_down(&any, entry->start);
		if (!is_inner_label(entry))
			go_down(&function, entry->start);
		if (entry->end == entry->start)
			entry->end = entry->layer == SYMBOL_UNSIZED_FUNCTION ? function.next
									     : any.next;
	}
}

/* ---- Innermost symbols ---- */

/* A walk up the addresses: the entries that have begun and maybe not ended, the last on top. */
struct walk {
	const struct symbol_table *table;
	struct symbol_spans *spans;
	size_t *open;
	size_t depth;
	uint64_t at;
};

static void add_span(struct symbol_spans *spans, uint64_t start, size_t entry)
{
	spans->at[spans->count++] = (struct symbol_span){start, entry};
}

/* Up to an address: where one has ended the one below goes on. */
static void walk_to(struct walk *walk, uint64_t address)
{
	while (walk->depth > 0) {
		const size_t top = walk->open[walk->depth - 1];
		const struct symbol_entry *entry = &walk->table->at[top];

		if (entry->end > walk->at) {
			if (walk->at > entry->start)
				add_span(walk->spans, walk->at, top);
			if (entry->end >= address)
				break;
			walk->at = entry->end;
		}
		walk->depth--;
	}
	walk->at = address;
}

static bool is_of(const struct symbol_table *table, size_t entry, unsigned layer)
{
	return table->at[entry].layer == layer && (entry == 0 || !table->at[entry - 1].is_tied);
}

/* `count` entries of the table are of the layer. */
static void set_spans(struct symbol_table *table, unsigned layer, size_t count)
{
	struct symbol_spans *spans = &table->layers[layer];
	struct walk walk = {.table = table, .spans = spans};
	size_t i;

	walk.open = memory_get((count + 1) * sizeof(*walk.open));
	spans->at = memory_get((2 * count + 1) * sizeof(*spans->at));
	for (i = 0; i < table->count; i++) {
		if (!is_of(table, i, layer))
			continue;
		walk_to(&walk, table->at[i].start);
		add_span(spans, table->at[i].start, i);
		walk.open[walk.depth++] = i;
	}
	walk_to(&walk, UINT64_MAX);
	free(walk.open);
}

void symbol_table_finish(struct symbol_table *table)
{
	size_t counts[SYMBOL_LAYERS] = {0}, i;
	unsigned layer;

	assert(!table->is_finished);
	symbol_table_sort(table);
	choose(table);
	symbol_table_set_ends(table);
	for (i = 0; i < table->count; i++)
		counts[table->at[i].layer]++;
	for (layer = 0; layer < SYMBOL_LAYERS; layer++) {
		if (counts[layer] > 0)
			set_spans(table, layer, counts[layer]);
	}
	table->is_finished = true;
}

/* ---- Questions ---- */

static const struct symbol_entry *symbol_table_find_in(const struct symbol_table *table,
						       const struct symbol_spans *spans,
						       uint64_t address)
{
	const size_t i = SEARCH_UP_TO(spans->at, spans->count, start, address);
	const struct symbol_entry *entry = i > 0 ? &table->at[spans->at[i - 1].entry] : NULL;

	return entry && address < entry->end ? entry : NULL;
}

const struct symbol_entry *symbol_table_find(const struct symbol_table *table, uint64_t address)
{
	const struct symbol_entry *entry = NULL;
	unsigned layer;

	assert(table->is_finished || table->count == 0);
	for (layer = 0; layer < SYMBOL_LAYERS && !entry; layer++)
		entry = symbol_table_find_in(table, &table->layers[layer], address);
	return entry;
}

void symbol_table_name(struct buf *out, const struct symbol_entry *entry)
{
	struct symbol_rank rank;

	symbol_rank_begin(&rank, entry);
	while ((entry++)->is_tied)
		symbol_rank_is_better(&rank, entry);
	buf_add(out, buf_slice(&rank.best));
	symbol_rank_release(&rank);
}

const char *symbol_table_raw(const struct symbol_entry *entry)
{
	struct symbol_rank rank;

	if (!entry->is_tied)
		return entry->name;
	symbol_rank_begin(&rank, entry);
	while ((entry++)->is_tied)
		symbol_rank_is_better(&rank, entry);
	symbol_rank_release(&rank);
	return rank.raw;
}
