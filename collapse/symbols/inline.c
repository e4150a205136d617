/* SPDX-License-Identifier: MIT */
/* Functions inlined at an address: of debugging information, or of what addr2line and nm print. */
#include "collapse/symbols/inline.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/cache/line_cache.h"
#include "collapse/names/tidy.h"
#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/search.h"
#include "common/debuginfo/dwarf_file.h"
#include "common/debuginfo/symbol_table.h"

/* Answers: the functions at an address. */

void inline_add(struct inline_functions *functions, struct slice name, struct slice source)
{
	MEMORY_ROOM(functions->at, functions->count, functions->cap);
	functions->at[functions->count++] = (struct inline_function){
		arena_copy(&functions->texts, name), arena_copy(&functions->texts, source)};
}

void inline_reset(struct inline_functions *functions)
{
	functions->count = 0;
	arena_release(&functions->texts);
}

void inline_release(struct inline_functions *functions)
{
	inline_reset(functions);
	free(functions->at);
	functions->at = NULL;
	functions->cap = 0;
}

/* From "function+0x1f" to an address in the file, whatever kind of address perf printed. */

enum { PAGE = 4096 }; /* the smallest; files are mapped by whole pages */

void inline_symbols_release(struct inline_symbols *symbols)
{
	buf_release(&symbols->text);
	free(symbols->at);
	*symbols = (struct inline_symbols){0};
}

void inline_symbols_add(struct inline_symbols *symbols, struct slice name, uint64_t start,
			uint64_t size)
{
	MEMORY_ROOM(symbols->at, symbols->count, symbols->cap);
	symbols->at[symbols->count++] = (struct inline_symbol){name, start, size};
}

bool inline_symbols_start(const struct inline_symbols *symbols, struct slice function,
			  uint64_t *start)
{
	size_t i;

	for (i = 0; i < symbols->count; i++) {
		if (!slice_equal(symbols->at[i].name, function))
			continue;
		*start = symbols->at[i].start;
		return true;
	}
	return false;
}

/* Order by the place in the page. */
static int inline_symbols_compare(const void *a, const void *b)
{
	uint64_t left = ((const struct inline_symbol *)a)->start % PAGE;
	uint64_t right = ((const struct inline_symbol *)b)->start % PAGE;

	return (left > right) - (left < right);
}

/* Find the symbols that begin at the query's place in a page; all, if that is not known. */
static void candidates(struct inline_symbols *symbols, const struct inline_query *query,
		       size_t *first, size_t *end)
{
	uint64_t wanted = (query->pc - query->offset) % PAGE;
	size_t low = 0, high = symbols->count;

	if (!symbols->sorted)
		SORT(symbols->at, symbols->count, inline_symbols_compare);
	symbols->sorted = true;
	*first = 0;
	*end = symbols->count;
	if (!query->has_pc || !query->has_offset)
		return;
	SEARCH(low, high, at, symbols->at[at].start % PAGE < wanted);
	*first = low;
	while (low < symbols->count && symbols->at[low].start % PAGE == wanted)
		low++;
	*end = low;
}

/* The address of the query if it means this symbol; false if it cannot be in it. */
static bool place_in(const struct inline_symbol *symbol, const struct inline_query *query,
		     uint64_t *address)
{
	uint64_t offset = query->offset;

	if (!query->has_offset) {
		if (!query->has_pc || symbol->size == 0 || symbol->size > PAGE)
			return false;
		offset = (query->pc - symbol->start) % PAGE;
	}
	*address = symbol->start + offset;
	return symbol->size == 0 || offset < symbol->size;
}

/* "4area", which is in "_ZNK8geometry6Circle4areaEi": the last word of a C++ or Rust name. */
static void add_mangled_part(struct buf *out, struct slice function)
{
	struct buf simple = {0};
	struct slice rest;

	tidy_simplify(&simple, function, TIDY_TEMPLATES);
	rest = buf_slice(&simple);
	while (rest.len > 0) {
		size_t colons = slice_rsearch(rest, SLICE("::"));
		struct slice part = colons == SLICE_NONE ? rest : slice_tail(rest, colons + 2);

		rest = slice_head(rest, colons == SLICE_NONE ? 0 : colons);
		slice_skip(&part, SLICE("~"));
		if (part.len == 0 || !slice_all(part, char_is_word))
			continue;
		buf_add_u64(out, part.len);
		buf_add(out, part);
		break;
	}
	buf_release(&simple);
}

/* Could the symbol table mean `function` by this? */
static bool inline_symbols_may_name(struct slice name, struct slice function,
				    struct slice mangled_part)
{
	if (slice_equal(name, function))
		return true;
	return (slice_starts(name, SLICE("_Z")) || slice_starts(name, SLICE("_R"))) &&
	       slice_contains(name, mangled_part);
}

bool inline_symbols_place(struct inline_symbols *symbols, const struct inline_query *query,
			  uint64_t *address)
{
	struct buf part = {0};
	size_t i, end;
	unsigned found = 0;
	uint64_t place;

	add_mangled_part(&part, query->function);
	candidates(symbols, query, &i, &end);
	for (; i < end; i++) {
		if (!place_in(&symbols->at[i], query, &place))
			continue;
		if (query->has_pc && query->has_offset && place == query->pc) {
			*address = place; /* with any spelling of its name */
			found = 1;
			break;
		}
		if (!inline_symbols_may_name(symbols->at[i].name, query->function,
					     buf_slice(&part)))
			continue;
		if (found == 0 || place != *address)
			found++;
		*address = place;
	}
	buf_release(&part);
	return found == 1;
}

bool inline_same_function(struct slice a, struct slice b)
{
	struct buf left = {0}, right = {0};
	bool same;

	tidy_simplify(&left, a, TIDY_TEMPLATES);
	tidy_simplify(&right, b, TIDY_TEMPLATES);
	same = slice_equal(buf_slice(&left), buf_slice(&right));
	buf_release(&left);
	buf_release(&right);
	return same;
}

/* Inlined functions from the programs addr2line and nm, which PATH leads to. No shell between. */

struct inline_programs {
	struct buf output; /* of addr2line */
	bool missing;      /* addr2line cannot be run */
	bool said;         /* a message was printed that a program cannot be run */
};

enum { NOT_FOUND = 127 }; /* exit code of a child that could not run its program */

/* 0, or the errno if it could not be run. */
static int try_to_run(const char *const *arguments, struct buf *out)
{
	int ends[2], error;
	pid_t child;

	buf_reset(out);
	if (!child_pipe(ends))
		return errno;
	error = child_start(arguments, &(struct child_streams){{CHILD_NULL, ends[1], CHILD_NULL}},
			    &child);
	close(ends[1]);
	if (error == 0)
		child_read(ends[0], out);
	close(ends[0]);
	if (error != 0)
		return error;
	return child_wait(child) == NOT_FOUND ? ENOENT : 0;
}

/* Run a program for its output; prints one message if a program cannot be run. */
static bool run(struct inline_programs *programs, const char *const *arguments, struct buf *out)
{
	int error = try_to_run(arguments, out);

	if (error != 0 && !programs->said)
		diag_warn("inlined functions are not shown: cannot run %s: %s", arguments[0],
			  strerror(error));
	programs->said |= error != 0;
	return error == 0;
}

/* An address, then two lines a function: its name, and "file.c:12 (discriminator 3)". */
static void inline_programs_parse(struct slice output, struct inline_functions *functions)
{
	struct slice name, source;

	slice_line(&output, &name);
	while (slice_line(&output, &name)) {
		size_t end;

		if (!slice_line(&output, &source))
			source = SLICE("");
		end = slice_search(source, SLICE(" (discriminator "));
		if (end != SLICE_NONE)
			source = slice_head(source, end);
		inline_add(functions, name, source);
	}
}

/* Ask addr2line for an address; unknown functions are "??" at "??:0". */
static void inline_programs_functions(struct inline_programs *programs, const char *path,
				      struct slice address, struct inline_functions *functions)
{
	struct buf text = {0};

	inline_reset(functions);
	if (programs->missing)
		return;
	buf_add(&text, address);
	if (run(programs,
		(const char *[]){"addr2line", "-a", buf_cstring(&text), "-e", path, "-i", "-f",
				 "-s", "-C", NULL},
		&programs->output))
		inline_programs_parse(buf_slice(&programs->output), functions);
	else
		programs->missing = true;
	buf_release(&text);
}

/* "0000000000005000 T main" */
static void inline_programs_parse_symbol(struct slice line, struct inline_symbols *symbols)
{
	struct slice digits;
	uint64_t address;

	if (slice_cut(&line, ' ', &digits) && slice_hex_to_u64(digits, &address) && line.len > 2 &&
	    line.ptr[1] == ' ')
		inline_symbols_add(symbols, slice_tail(line, 2), address, 0);
}

/* Read the symbols that nm prints. */
static void inline_programs_symbols(struct inline_programs *programs, const char *path,
				    struct inline_symbols *symbols)
{
	struct slice text, line;

	run(programs, (const char *[]){"nm", path, NULL}, &symbols->text);
	text = buf_slice(&symbols->text);
	while (slice_line(&text, &line))
		inline_programs_parse_symbol(line, symbols);
}

/*
 * Inlined functions, and the symbols that addresses are found by, of a program and its debug files.
 */
struct inline_dwarf {
	struct symbol_search program;
	struct dwarf_file *file;
	struct dwarf_frames frames;
	struct symbol_table symbols; /* their names */
};

static void inline_dwarf_close(struct inline_dwarf *dwarf)
{
	if (!dwarf)
		return;
	dwarf_file_free(dwarf->file);
	symbol_table_release(&dwarf->symbols);
	free(dwarf->frames.at);
	free(dwarf);
}

/*
 * NULL if neither the file nor a debug file has debugging information. `path` must outlive what is
 * returned.
 */
static struct inline_dwarf *inline_dwarf_open(const char *path)
{
	struct inline_dwarf *dwarf = memory_clear(1, sizeof(*dwarf));

	dwarf->program.path = path;
	dwarf->file = dwarf_file_new(true, false);
	if (dwarf_file_available(dwarf->file, &dwarf->program))
		return dwarf;
	inline_dwarf_close(dwarf);
	return NULL;
}

/* ---- Functions ---- */

/* False, with nothing added, if none is known. */
static bool inline_dwarf_functions(struct inline_dwarf *dwarf, uint64_t address,
				   struct inline_functions *functions)
{
	struct dwarf_frames *frames = &dwarf->frames;
	struct buf source = {0};
	size_t i;

	inline_reset(functions);
	dwarf_file_frames(dwarf->file, &dwarf->program, address, frames);
	for (i = 0; i < frames->count; i++) {
		buf_reset(&source);
		source_place_add(&source, &frames->at[i].place);
		inline_add(functions, frames->at[i].name->name, buf_slice(&source));
	}
	buf_release(&source);
	return frames->count > 0;
}

/* ---- Symbols ---- */

static bool read_symbols(struct symbol_table *table, struct elf_file *elf, uint32_t type)
{
	const bool is_read = symbol_table_read(table, elf, type);

	elf_file_close(elf);
	return is_read;
}

/* The first table that is not for the dynamic linker, or else that which is. */
static void read_tables(struct symbol_table *table, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool found;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	found = read_symbols(table, &elf, ELF_SECTION_SYMTAB);
	while (!found && symbol_search_next(&search, &elf))
		found = read_symbols(table, &elf, ELF_SECTION_SYMTAB);
	search = *program;
	if (!found && symbol_search_program(&search, &elf) == SYMBOL_FILE_GOOD)
		read_symbols(table, &elf, ELF_SECTION_DYNSYM);
}

/* Good until inline_dwarf_close(). */
static void inline_dwarf_symbols(struct inline_dwarf *dwarf, struct inline_symbols *symbols)
{
	size_t i;

	if (dwarf->symbols.count == 0)
		read_tables(&dwarf->symbols, &dwarf->program);
	for (i = 0; i < dwarf->symbols.count; i++) {
		const struct symbol_entry *entry = &dwarf->symbols.at[i];

		if (!(entry->rank & SYMBOL_OBJECT))
			inline_symbols_add(symbols, slice_from(entry->name), entry->start,
					   entry->end - entry->start);
	}
}

enum {
	LONGEST_PATH = 4096,
	LONGEST_ADDRESS = 64, /* the Perl script hands on any word */
};

struct inline_module {
	struct inline_module *next;
	const char *path; /* NULL: nothing to ask about */
	struct inline_dwarf *dwarf;
	struct inline_symbols symbols;
	bool has_symbols; /* asked for them */
};

struct inline_state {
	struct line_cache known; /* struct inline_module, by the text perf prints */
	struct inline_module *modules;
	struct inline_programs programs;
	struct inline_functions functions;
	bool by_programs;
};

struct inline_state *inline_new(bool by_programs)
{
	struct inline_state *state = memory_get(sizeof(*state));

	*state = (struct inline_state){.by_programs = by_programs};
	return state;
}

static void close_module(struct inline_module *module)
{
	inline_symbols_release(&module->symbols);
	inline_dwarf_close(module->dwarf);
	module->dwarf = NULL;
	module->has_symbols = false;
}

void inline_free(struct inline_state *state)
{
	struct inline_module *module;

	if (!state)
		return;
	for (module = state->modules; module; module = module->next)
		close_module(module);
	line_cache_release(&state->known);
	inline_release(&state->functions);
	buf_release(&state->programs.output);
	free(state);
}

/* The programs read options from what begins with `-`, and from files named after an `@`. */
static const char *inline_path_of(struct arena *arena, struct slice module)
{
	struct buf text = {0};
	struct slice path;

	if (module.ptr[0] == '-' || module.ptr[0] == '@')
		buf_add(&text, SLICE("./"));
	buf_add(&text, module);
	buf_add_char(&text, '\0');
	path = arena_copy(arena, buf_slice(&text));
	buf_release(&text);
	return path.ptr;
}

/* Only a regular file. Where the Perl script asks about one that is missing, so do we. */
static bool may_open(const struct inline_state *state, const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? S_ISREG(status.st_mode) : state->by_programs;
}

static void open_module(const struct inline_state *state, struct inline_module *module)
{
	if (!module->path || state->by_programs)
		return;
	module->dwarf = inline_dwarf_open(module->path);
	if (!module->dwarf)
		module->path = NULL;
}

static struct inline_module *add_module(struct inline_state *state, struct slice name)
{
	struct arena *arena = &state->known.arena;
	struct inline_module *module = arena_alloc(arena, sizeof(*module));
	const char *path = inline_path_of(arena, name);

	*module = (struct inline_module){.next = state->modules};
	state->modules = module;
	line_cache_add(&state->known, name, module);
	if (may_open(state, path))
		module->path = path;
	open_module(state, module);
	if (!module->path)
		diag_note("%s: no debugging information for --inline", path);
	return module;
}

struct inline_module *inline_open(struct inline_state *state, struct slice path)
{
	struct inline_module *module;

	if (path.len == 0 || path.len > LONGEST_PATH || slice_find(path, '\0') != SLICE_NONE)
		return NULL;
	module = line_cache_find(&state->known, path);
	if (!module)
		module = add_module(state, path);
	return module->path ? module : NULL;
}

static struct inline_symbols *symbols_of(struct inline_state *state, struct inline_module *module)
{
	if (!module->has_symbols && module->dwarf)
		inline_dwarf_symbols(module->dwarf, &module->symbols);
	else if (!module->has_symbols)
		inline_programs_symbols(&state->programs, module->path, &module->symbols);
	module->has_symbols = true;
	return &module->symbols;
}

/* ---- Questions ---- */

static void ask_programs(struct inline_state *state, const struct inline_module *module,
			 uint64_t address)
{
	struct buf text = {0};

	buf_printf(&text, "0x%llx", (unsigned long long)address);
	inline_programs_functions(&state->programs, module->path, buf_slice(&text),
				  &state->functions);
	buf_release(&text);
}

static bool has_unknown(const struct inline_functions *functions)
{
	size_t i;

	for (i = 0; i < functions->count; i++) {
		if (slice_equal(functions->at[i].name, SLICE("??")) &&
		    slice_equal(functions->at[i].source, SLICE("??:0")))
			return true;
	}
	return false;
}

const struct inline_functions *inline_ask(struct inline_state *state, struct inline_module *module,
					  struct slice pc, const struct inline_query *query)
{
	uint64_t start;

	inline_reset(&state->functions);
	if (pc.len > LONGEST_ADDRESS)
		return &state->functions;
	inline_programs_functions(&state->programs, module->path, pc, &state->functions);
	if (has_unknown(&state->functions) && query->has_offset &&
	    inline_symbols_start(symbols_of(state, module), query->function, &start))
		ask_programs(state, module, start + query->offset);
	return &state->functions;
}

static bool ask(struct inline_state *state, struct inline_module *module, uint64_t address)
{
	struct inline_functions *functions = &state->functions;

	if (module->dwarf)
		return inline_dwarf_functions(module->dwarf, address, functions);
	ask_programs(state, module, address);
	return functions->count > 0 &&
	       !slice_equal(functions->at[functions->count - 1].name, SLICE("??"));
}

/* Find by the symbol's place, or by the address if that leads to the symbol. */
static bool inline_find_new(struct inline_state *state, struct inline_module *module,
			    const struct inline_query *query)
{
	const struct inline_functions *functions = &state->functions;
	uint64_t address;

	if (query->function.len == 0)
		return query->has_pc && ask(state, module, query->pc);
	if (!query->has_offset && query->has_pc && ask(state, module, query->pc) &&
	    inline_same_function(functions->at[functions->count - 1].name, query->function))
		return true;
	return inline_symbols_place(symbols_of(state, module), query, &address) &&
	       ask(state, module, address);
}

const struct inline_functions *inline_find(struct inline_state *state, struct inline_module *module,
					   const struct inline_query *query)
{
	return inline_find_new(state, module, query) ? &state->functions : NULL;
}
