/* SPDX-License-Identifier: MIT */
/*
 * Names beside a profile. samply saves addresses, and once wrote their names into a file of its own,
 * NAME.syms.json beside NAME.json:
 *
 *     {"string_table":["compute","inner"],"data":[{"debug_name":"libdemo.so","debug_id":"4A5F...",
 *      "symbol_table":[{"rva":7936,"size":256,"symbol":0,"frames":[{"function":1},{"function":0}]}],
 *      "known_addresses":[[8000,0]]}]}
 *
 * A library of the profile and one of that file are the same if their ids are.
 */
#include <fcntl.h>
#include <unistd.h>

#include "collapse/json/firefox_state.h"

#include "common/base/search.h"
#include "common/io/guarded_map.h"

static int firefox_by_id(const void *a, const void *b)
{
	const struct firefox_symbol_lib *left = a, *right = b;

	return slice_compare(left->id, right->id);
}

/* The last entry at the address or below it; NULL: none. */
static const struct firefox_address *firefox_find_address(const struct firefox_address *list,
							  size_t count, uint64_t address)
{
	const size_t after = SEARCH_UP_TO(list, count, address, address);

	return after > 0 ? &list[after - 1] : NULL;
}

/* ---- Reading ---- */

void firefox_symbols_enter(struct firefox_symbols *symbols, bool is_lib)
{
	if (is_lib) {
		MEMORY_ROOM(symbols->libs, symbols->lib_count, symbols->lib_cap);
		symbols->libs[symbols->lib_count++] = (struct firefox_symbol_lib){
			.first = symbols->count,
			.first_known = symbols->known_count,
			.first_start = symbols->start_count};
		return;
	}
	MEMORY_ROOM(symbols->at, symbols->count, symbols->cap);
	symbols->at[symbols->count++] = (struct firefox_symbol){
		.size = UINT64_MAX, .name = -1, .first_function = symbols->function_count};
}

/* A library ends: order its addresses. */
void firefox_symbols_leave(struct firefox_symbols *symbols)
{
	struct firefox_symbol_lib *lib = &symbols->libs[symbols->lib_count - 1];
	size_t i;

	lib->count = symbols->count - lib->first;
	lib->known_count = symbols->known_count - lib->first_known;
	for (i = 0; i < lib->count; i++) {
		MEMORY_ROOM(symbols->starts, symbols->start_count, symbols->start_cap);
		symbols->starts[symbols->start_count++] = (struct firefox_address){
			symbols->at[lib->first + i].address, i};
	}
	SORT(symbols->starts + lib->first_start, lib->count, u64_compare_pairs);
	SORT(symbols->known + lib->first_known, lib->known_count, u64_compare_pairs);
}

void firefox_symbols_add_function(struct firefox_symbols *symbols, uint64_t function)
{
	MEMORY_ROOM(symbols->functions, symbols->function_count, symbols->function_cap);
	symbols->functions[symbols->function_count++] = function;
	symbols->at[symbols->count - 1].function_count++;
}

void firefox_symbols_add_known(struct firefox_symbols *symbols, uint64_t number)
{
	symbols->has_half = !symbols->has_half;
	if (!symbols->has_half) {
		symbols->known[symbols->known_count - 1].index = (size_t)number;
		return;
	}
	MEMORY_ROOM(symbols->known, symbols->known_count, symbols->known_cap);
	symbols->known[symbols->known_count++] = (struct firefox_address){number, SIZE_MAX};
}

/* ---- Finding ---- */

const struct firefox_symbol *firefox_symbols_find(const struct firefox_symbols *symbols,
						  struct slice id, uint64_t address)
{
	const struct firefox_address *found;
	const struct firefox_symbol *symbol;
	const struct firefox_symbol_lib wanted = {.id = id}, *lib;

	if (symbols->lib_count == 0 || id.len == 0)
		return NULL;
	lib = bsearch(&wanted, symbols->libs, symbols->lib_count, sizeof(wanted), firefox_by_id);
	if (!lib)
		return NULL;
	found = firefox_find_address(symbols->known + lib->first_known, lib->known_count, address);
	if (found && found->address == address && found->index < lib->count)
		return &symbols->at[lib->first + found->index];
	found = firefox_find_address(symbols->starts + lib->first_start, lib->count, address);
	symbol = found ? &symbols->at[lib->first + found->index] : NULL;
	return symbol && address - symbol->address < symbol->size ? symbol : NULL;
}

/* ---- The file ---- */

/* Read "NAME.syms.json" beside NAME with `ending`; false if there is none. */
static bool firefox_read_beside(struct ingest_run *run, struct slice path, struct slice ending)
{
	struct guarded_map map = {.bytes = SLICE_INIT("")};
	struct buf name = {0};
	bool found;
	int fd;

	if (!slice_drop(&path, ending))
		return false;
	buf_add(&name, path);
	buf_add_text(&name, ".syms.json");
	fd = open(buf_cstring(&name), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	found = fd >= 0 && guarded_map_fd(&map, fd) && map.bytes.len > 0;
	if (fd >= 0)
		close(fd);
	if (found && !document_read(run, map.bytes, FIREFOX_SIDE))
		stream_note(run, FIREFOX_NOTE_SIDE, buf_slice(&name));
	buf_release(&name);
	guarded_map_close(&map);
	return found;
}

void firefox_read_symbols(struct ingest_run *run)
{
	const struct firefox_options *options = run->options;
	struct firefox *firefox = run->state;
	struct firefox_symbols *symbols = &firefox->symbols;
	const size_t file = stream_of(run)->file;
	struct slice path, ending;
	size_t dot;

	if (file >= options->file_count || firefox->files_read > file)
		return;
	firefox->files_read = file + 1;
	path = options->files[file];
	dot = slice_rfind(path, '.');
	ending = dot == SLICE_NONE ? SLICE("") : slice_tail(path, dot);
	if (ending.len == 0 || slice_contains(ending, SLICE("/")) ||
	    !firefox_read_beside(run, path, ending))
		firefox_read_beside(run, path, SLICE(".json.gz"));
	SORT(symbols->libs, symbols->lib_count, firefox_by_id);
}

void firefox_symbols_release(struct firefox_symbols *symbols)
{
	free(symbols->strings);
	free(symbols->frames);
	free(symbols->libs);
	free(symbols->at);
	free(symbols->functions);
	free(symbols->known);
	free(symbols->starts);
	*symbols = (struct firefox_symbols){0};
}
