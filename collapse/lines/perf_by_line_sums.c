/* SPDX-License-Identifier: MIT */
#include "collapse/lines/perf_by_line.h"

#include "common/base/regex.h"

enum { OF_FUNCTIONS, OF_ROWS, OF_INLINED, OF_CALLERS };

/* Where the site of a frame counts. */
struct sums_place {
	const struct perf_site *site; /* NULL: the frame is none */
	uint32_t function, row, inlined;
};

/* The latest stack that was counted for a function, a row: each counts once per stack. */
struct sums_seen {
	size_t *functions, *rows;
};

static const struct perf_site_frame *sums_symbol(const struct perf_site *site)
{
	return &site->frames[site->count - 1];
}

static uint32_t sums_function(struct lines_sums *sums, const struct perf_site *site,
			      struct buf *key)
{
	uint32_t number;

	buf_reset(key);
	buf_printf(key, "%llx ", (unsigned long long)site->start);
	buf_add(key, sums_symbol(site)->function);
	buf_add_char(key, '\n');
	buf_add(key, site->module);
	number = intern_add(&sums->keys[OF_FUNCTIONS], buf_slice(key));
	if (number < sums->count)
		return number;
	MEMORY_ROOM(sums->functions, sums->count, sums->cap);
	sums->functions[sums->count++] = (struct lines_function){.site = site};
	return number;
}

static uint32_t sums_row(struct lines_sums *sums, const struct perf_site *site, uint32_t function,
			 struct buf *key)
{
	const struct perf_site_frame *place = sums_symbol(site);
	uint32_t number;

	buf_reset(key);
	buf_printf(key, "%lu %lu ", (unsigned long)function, (unsigned long)place->line);
	buf_add(key, place->path);
	number = intern_add(&sums->keys[OF_ROWS], buf_slice(key));
	if (number < sums->row_count)
		return number;
	MEMORY_ROOM(sums->rows, sums->row_count, sums->row_cap);
	sums->rows[sums->row_count++] = (struct lines_row){
		.function = function,
		.number = number,
		.place = place,
	};
	return number;
}

static uint32_t sums_inlined(struct lines_sums *sums, const struct perf_site *site, uint32_t row,
			     struct buf *key)
{
	const struct perf_site_frame *innermost = &site->frames[0];
	uint32_t number;

	buf_reset(key);
	buf_printf(key, "%lu %lu ", (unsigned long)row, (unsigned long)innermost->line);
	buf_add(key, innermost->path);
	buf_add_char(key, '\n');
	buf_add(key, innermost->function);
	number = intern_add(&sums->keys[OF_INLINED], buf_slice(key));
	if (number < sums->inlined_count)
		return number;
	MEMORY_ROOM(sums->inlined, sums->inlined_count, sums->inlined_cap);
	sums->inlined[sums->inlined_count++] = (struct lines_inlined){
		.row = row,
		.function = innermost->function,
		.path = innermost->path,
		.line = innermost->line,
	};
	return number;
}

/* Where each frame of the profile counts. */
static struct sums_place *sums_places(struct lines_sums *sums, const struct perf_sites *sites,
				      const struct profile *profile)
{
	struct sums_place *places = memory_clear(profile->names.count + 1, sizeof(*places));
	struct buf key = {0};
	size_t i;

	for (i = 0; i < profile->names.count; i++) {
		const struct perf_site *site = perf_sites_of_frame(
			sites, intern_name(&profile->names, (frame_id)i));

		if (!site)
			continue;
		places[i].site = site;
		places[i].function = sums_function(sums, site, &key);
		places[i].row = sums_row(sums, site, places[i].function, &key);
		if (site->count > 1)
			places[i].inlined = sums_inlined(sums, site, places[i].row, &key);
	}
	buf_release(&key);
	return places;
}

static void sums_add_leaf(struct lines_sums *sums, const struct sums_place *place, uint64_t count)
{
	if (!place->site)
		return;
	if (place->site->code) {
		const struct perf_code *code = sums->functions[place->function].code;

		if (!code || place->site->code->number < code->number)
			sums->functions[place->function].code = place->site->code;
		MEMORY_ROOM(sums->addresses, sums->address_count, sums->address_cap);
		sums->addresses[sums->address_count++] = (struct lines_address){
			place->function, place->site->address, count};
	}
	sums->functions[place->function].self += count;
	sums->rows[place->row].self += count;
	if (place->site->count > 1)
		sums->inlined[place->inlined].self += count;
}

/* `number` of the stack, from 1. */
static void sums_add_stack(struct lines_sums *sums, const struct sums_place *places,
			   const struct sums_seen *seen, const struct stack *stack, size_t number)
{
	const uint64_t count = stack->count[0];
	uint32_t i;

	sums->total += count;
	if (stack->depth > 0)
		sums_add_leaf(sums, &places[stack->frames[stack->depth - 1]], count);
	for (i = 0; i < stack->depth; i++) {
		const struct sums_place *place = &places[stack->frames[i]];

		if (!place->site)
			continue;
		if (seen->functions[place->function] != number)
			sums->functions[place->function].total += count;
		if (seen->rows[place->row] != number)
			sums->rows[place->row].total += count;
		seen->functions[place->function] = seen->rows[place->row] = number;
	}
}

/* ---- Order ---- */

static int sums_inlined_order(const void *left, const void *right)
{
	const struct lines_inlined *a = left, *b = right;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return slice_compare(a->function, b->function);
}

static int sums_address_order(const void *left, const void *right)
{
	const struct lines_address *a = left, *b = right;

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return (a->address > b->address) - (a->address < b->address);
}

/* Equal addresses become one. */
static void sums_link_addresses(struct lines_sums *sums)
{
	size_t i, kept = 0;

	SORT(sums->addresses, sums->address_count, sums_address_order);
	for (i = 0; i < sums->address_count; i++) {
		struct lines_address *last = kept > 0 ? &sums->addresses[kept - 1] : NULL;

		if (last && sums_address_order(last, &sums->addresses[i]) == 0)
			last->self += sums->addresses[i].self;
		else
			sums->addresses[kept++] = sums->addresses[i];
	}
	sums->address_count = kept;
	for (i = 0; i < kept; i++) {
		struct lines_function *function = &sums->functions[sums->addresses[i].function];

		if (function->address_count++ == 0)
			function->addresses = &sums->addresses[i];
	}
}

static int sums_row_order(const void *left, const void *right)
{
	const struct lines_row *a = left, *b = right;
	int order;

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	order = slice_compare(a->place->path, b->place->path);
	if (order != 0)
		return order;
	return (a->place->line > b->place->line) - (a->place->line < b->place->line);
}

static int sums_same_order(const struct lines_function *a, const struct lines_function *b)
{
	const int order = slice_compare(sums_symbol(a->site)->function,
					sums_symbol(b->site)->function);

	if (order != 0)
		return order;
	if (a->site->start != b->site->start)
		return a->site->start < b->site->start ? -1 : 1;
	return slice_compare(a->site->module, b->site->module);
}

static int sums_self_order(const void *left, const void *right)
{
	const struct lines_function *a = left, *b = right;

	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	if (a->total != b->total)
		return a->total > b->total ? -1 : 1;
	return sums_same_order(a, b);
}

static int sums_total_order(const void *left, const void *right)
{
	const struct lines_function *a = left, *b = right;

	if (a->total != b->total)
		return a->total > b->total ? -1 : 1;
	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	return sums_same_order(a, b);
}

/* Give rows their inlined code and functions their rows: each is where the others are sorted. */
static void sums_link(struct lines_sums *sums)
{
	size_t i;

	SORT(sums->inlined, sums->inlined_count, sums_inlined_order);
	for (i = 0; i < sums->inlined_count; i++) {
		struct lines_row *row = &sums->rows[sums->inlined[i].row];

		if (sums->inlined[i].self == 0)
			continue;
		if (row->inlined_count++ == 0)
			row->inlined = &sums->inlined[i];
	}
	SORT(sums->rows, sums->row_count, sums_row_order);
	for (i = 0; i < sums->row_count; i++) {
		struct lines_function *function = &sums->functions[sums->rows[i].function];

		if (function->row_count++ == 0)
			function->rows = &sums->rows[i];
	}
}

/* True if the pattern of --file matches a path or the name at its end. */
static bool sums_is_file(struct slice pattern, struct slice path)
{
	const size_t slash = slice_rfind(path, '/');

	return shell_pattern_matches(pattern, path) ||
	       (slash != SLICE_NONE && shell_pattern_matches(pattern, slice_tail(path, slash + 1)));
}

static bool sums_wants(const struct lines_options *options, const struct lines_function *function)
{
	size_t i, k;

	if (options->regex && !regex_matches(options->regex, sums_symbol(function->site)->function))
		return false;
	if (options->sort == LINES_BY_SELF && function->self == 0 && !options->regex)
		return false;
	if (options->files.len == 0)
		return true;
	for (i = 0; i < function->row_count; i++) {
		const struct lines_row *row = &function->rows[i];

		if (sums_is_file(options->files, row->place->path))
			return true;
		for (k = 0; k < row->inlined_count; k++) {
			if (sums_is_file(options->files, row->inlined[k].path))
				return true;
		}
	}
	return false;
}

static void sums_choose(struct lines_sums *sums, const struct lines_options *options)
{
	size_t i, kept = 0;

	for (i = 0; i < sums->count; i++) {
		if (sums_wants(options, &sums->functions[i]))
			sums->functions[kept++] = sums->functions[i];
	}
	SORT(sums->functions, kept,
	     options->sort == LINES_BY_SELF ? sums_self_order : sums_total_order);
	sums->count = kept < options->most ? kept : (size_t)options->most;
}

/* ---- Callers, of the rows that were chosen ---- */

static int sums_caller_order(const void *left, const void *right)
{
	const struct lines_caller *a = left, *b = right;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->total != b->total)
		return a->total > b->total ? -1 : 1;
	return slice_compare(a->function, b->function);
}

static void sums_add_caller(struct lines_sums *sums, uint32_t row, const struct perf_site *site,
			    uint64_t count, struct buf *key)
{
	const struct slice function = sums_symbol(site)->function;
	uint32_t number;

	buf_reset(key);
	buf_add(key, slice_of((const char *)&row, sizeof(row)));
	buf_add(key, function);
	number = intern_add(&sums->keys[OF_CALLERS], buf_slice(key));
	if (number == sums->caller_count) {
		MEMORY_ROOM(sums->callers, sums->caller_count, sums->caller_cap);
		sums->callers[sums->caller_count++] = (struct lines_caller){.row = row,
									    .function = function};
	}
	sums->callers[number].total += count;
}

/* `row_at`: places of rows that are shown by their numbers, + 1; 0: of others. `seen` is cleared. */
static void sums_count_callers(struct lines_sums *sums, const struct sums_place *places,
			       const uint32_t *row_at, size_t *seen, const struct profile *profile)
{
	struct buf key = {0};
	size_t i;
	uint32_t k;

	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];

		for (k = stack->depth; k-- > 1;) {
			const struct sums_place *place = &places[stack->frames[k]];
			const struct perf_site *caller = places[stack->frames[k - 1]].site;

			if (!place->site || row_at[place->row] == 0 || seen[place->row] == i + 1)
				continue;
			seen[place->row] = i + 1;
			if (caller)
				sums_add_caller(sums, row_at[place->row] - 1, caller,
						stack->count[0], &key);
		}
	}
	buf_release(&key);
}

static void sums_find_callers(struct lines_sums *sums, const struct sums_place *places,
			      size_t *seen, const struct profile *profile)
{
	uint32_t *row_at = memory_clear(sums->row_count + 1, sizeof(*row_at));
	size_t i, k;

	for (i = 0; i < sums->count; i++) {
		const struct lines_function *function = &sums->functions[i];

		for (k = 0; k < function->row_count; k++)
			row_at[function->rows[k].number] =
				(uint32_t)(&function->rows[k] - sums->rows) + 1;
	}
	memset(seen, 0, sums->row_count * sizeof(*seen));
	sums_count_callers(sums, places, row_at, seen, profile);
	free(row_at);
	SORT(sums->callers, sums->caller_count, sums_caller_order);
	for (i = 0; i < sums->caller_count; i++) {
		struct lines_row *row = &sums->rows[sums->callers[i].row];

		if (row->caller_count++ == 0)
			row->callers = &sums->callers[i];
	}
}

void lines_sums_make(struct lines_sums *sums, const struct lines_options *options,
		     const struct profile *profile)
{
	struct sums_place *places = sums_places(sums, options->perf.sites, profile);
	const struct sums_seen seen = {
		memory_clear(sums->count + 1, sizeof(*seen.functions)),
		memory_clear(sums->row_count + 1, sizeof(*seen.rows)),
	};
	size_t i;

	for (i = 0; i < profile->count; i++)
		sums_add_stack(sums, places, &seen, profile->stacks[i], i + 1);
	sums_link(sums);
	sums_link_addresses(sums);
	sums_choose(sums, options);
	if (options->format == LINES_JSON || options->format == LINES_HTML)
		sums_find_callers(sums, places, seen.rows, profile);
	free(seen.functions);
	free(seen.rows);
	free(places);
}

void lines_sums_release(struct lines_sums *sums)
{
	size_t i;

	free(sums->functions);
	free(sums->rows);
	free(sums->inlined);
	free(sums->addresses);
	free(sums->callers);
	for (i = 0; i < ARRAY_LEN(sums->keys); i++)
		intern_release(&sums->keys[i]);
	*sums = (struct lines_sums){.count = 0};
}
