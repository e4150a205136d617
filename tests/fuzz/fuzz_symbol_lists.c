/* SPDX-License-Identifier: MIT */
/*
 * Lists of symbols from strangers: /proc/kallsyms and perf maps. What is found holds the address
 * that was asked for, has a name, and is the same the second time. The addresses are the
 * hexadecimal numbers of the list.
 *
 * fuzzer: symbol-lists common 2000 0
 */
#include <fcntl.h>

#include "common/base/diag.h"
#include "common/debuginfo/kallsyms.h"
#include "common/debuginfo/perf_map.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 200 };

struct found {
	struct slice name;
	uint64_t start, end;
	bool is_known;
};

static void check(const struct found *first, const struct found *second, uint64_t address)
{
	if (first->is_known != second->is_known)
		abort();
	if (!first->is_known)
		return;
	if (address < first->start || (first->end != 0 && address >= first->end) ||
	    first->start != second->start || first->end != second->end ||
	    !slice_equal(first->name, second->name))
		abort();
}

static void ask_kernel(const struct kallsyms *symbols, uint64_t address, struct slice module)
{
	struct found found[2];
	size_t i;

	for (i = 0; i < 2; i++)
		found[i].is_known = kallsyms_find(symbols, module, address, &found[i].name,
						  &found[i].start, &found[i].end);
	check(&found[0], &found[1], address);
}

static void ask_map(const struct perf_map *map, uint64_t address)
{
	struct perf_map_function function = {.start = 0};
	struct found found[2];
	size_t i;

	for (i = 0; i < 2; i++) {
		found[i].is_known = perf_map_find(map, address, UINT64_MAX, &function);
		found[i].name = function.name;
		found[i].start = function.start;
		found[i].end = function.end;
	}
	check(&found[0], &found[1], address);
}

/* At the address that a line begins with, and beside it. */
static void ask(const struct kallsyms *symbols, const struct perf_map *map, struct slice line)
{
	const size_t bracket = slice_rfind(line, '[');
	struct slice module = bracket == SLICE_NONE ? SLICE("") : slice_tail(line, bracket + 1);
	uint64_t address = 0;
	int beside;

	slice_drop(&module, SLICE("]"));
	slice_skip(&line, SLICE("0x"));
	while (line.len > 0 && char_is_hex(line.ptr[0])) {
		address = address << 4 | char_hex_value(line.ptr[0]);
		line = slice_tail(line, 1);
	}
	for (beside = -1; beside <= 1; beside++) {
		if (symbols) {
			ask_kernel(symbols, address + (uint64_t)beside, SLICE(""));
			ask_kernel(symbols, address + (uint64_t)beside, module);
		}
		if (map)
			ask_map(map, address + (uint64_t)beside);
	}
}

/* A kernel and then its modules have no more than the whole list. */
static void read_in_parts(int fd, const struct kallsyms *whole)
{
	struct slice rest;
	struct kallsyms *kernel = kallsyms_read_kernel(fd, &rest), *modules;

	if (!kernel)
		return;
	modules = kallsyms_read_modules(fd, rest);
	if (!whole)
		abort();
	kallsyms_free(kernel);
	kallsyms_free(modules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice path = fuzz_path("list");
	struct slice text = slice_of((const char *)data, size), line;
	struct kallsyms *symbols;
	struct perf_map *map;
	unsigned left = LINES;
	int fd;

	diag_init("fuzz-symbol-lists");
	diag_set_level(DIAG_SILENT);
	fuzz_write(path, data, size);
	fd = open(path.ptr, O_RDONLY | O_CLOEXEC);
	symbols = kallsyms_read(fd);
	lseek(fd, 0, SEEK_SET);
	read_in_parts(fd, symbols);
	lseek(fd, 0, SEEK_SET);
	map = perf_map_read(fd);
	close(fd);
	if (symbols) {
		kallsyms_is_hidden(symbols);
		kallsyms_address(symbols, SLICE("_text"), &(uint64_t){0});
		kallsyms_code_start(symbols, SLICE(""), &(uint64_t){0});
		kallsyms_is_whole(symbols);
	}
	while (left-- > 0 && slice_line(&text, &line))
		ask(symbols, map, line);
	kallsyms_free(symbols);
	perf_map_free(map);
	unlink(path.ptr);
	return 0;
}
