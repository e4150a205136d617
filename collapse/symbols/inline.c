/* SPDX-License-Identifier: MIT */
#include "collapse/symbols/inline.h"

#include <sys/stat.h>

#include "collapse/cache/line_cache.h"
#include "common/base/diag.h"

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
