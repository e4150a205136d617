/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_table.h"

#include "common/base/search.h"
#include "common/debuginfo/symbol_rank.h"
#include "common/table/keysort.h"

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
	table->at = memory_grow(table->at, &table->cap, table->count + 1, sizeof(*table->at));
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
