/* SPDX-License-Identifier: MIT */
/*
 * --inline: one line of a stack stands for all functions that were inlined at its address.
 *
 * The Perl script shows what addr2line prints, as it is. We show the functions that were inlined
 * into the symbol, which keeps its name: it is one frame with the lines where nothing is inlined.
 */
#include "collapse/inline.h"

#include <sys/stat.h>

#include "collapse/perf.h"
#include "common/diag.h"

enum {
	LONGEST_PATH = 4096,
	LONGEST_ADDRESS = 64, /* the Perl script hands on any word */
};

/* A program or library. */
struct module {
	struct module *next;
	const char *path; /* NULL: nothing to ask about */
	struct inline_dwarf *dwarf;
	struct inline_symbols symbols;
	bool has_symbols; /* asked for them */
};

struct inline_state {
	struct line_cache found; /* struct module, by the text perf prints */
	struct module *modules;
	struct inline_programs programs;
	struct inline_functions functions;
	struct buf key; /* scratch */
};

/* ---- Answers ---- */

bool inline_hex(struct slice text, uint64_t *value)
{
	size_t i;

	if (text.len == 0 || text.len > 16)
		return false;
	*value = 0;
	for (i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (!char_is_hex(c))
			return false;
		*value = *value * 16 +
			 (uint64_t)(char_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return true;
}

void inline_add(struct inline_functions *functions, struct slice name, struct slice source)
{
	functions->at = memory_grow(functions->at, &functions->cap, functions->count + 1,
				    sizeof(*functions->at));
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

/* ---- Modules ---- */

/* "perf-1.map", "kernel.", "[vdso]" */
static bool has_no_file(struct slice module)
{
	const struct slice map = SLICE("perf-");
	struct slice rest = module;
	size_t at, digits, close;

	if (slice_contains(module, SLICE("kernel.")))
		return true;
	while ((at = slice_search(rest, map)) != SLICE_NONE) {
		rest = slice_tail(rest, at + map.len);
		for (digits = 0; digits < rest.len && char_is_digit(rest.ptr[digits]);)
			digits++;
		if (digits > 0 && slice_starts(slice_tail(rest, digits), SLICE(".map")))
			return true;
	}
	for (rest = module; (at = slice_find(rest, '[')) != SLICE_NONE;) {
		rest = slice_tail(rest, at + 1);
		close = slice_find(rest, ']');
		if (close != SLICE_NONE && close > 0)
			return true;
	}
	return false;
}

static bool is_asked(const struct perf_run *perf, struct slice module)
{
	const struct perf_style *style = perf->style;

	if (module.len == 0 || module.len > LONGEST_PATH ||
	    slice_find(module, '\0') != SLICE_NONE || has_no_file(module))
		return false;
	return style->inline_by_programs || (!slice_equal(module, SLICE("inlined")) &&
					     !style->is_kernel(module) && !style->is_jit(module));
}

/* The programs read options from what begins with `-`, and from files named after an `@`. */
static const char *path_of(struct arena *arena, struct slice module)
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

static struct module *open_module(struct inline_state *state, struct slice name, bool by_programs)
{
	struct arena *arena = &state->found.arena;
	struct module *module = arena_alloc(arena, sizeof(*module));
	const char *path = path_of(arena, name);
	struct stat status;
	bool is_there = stat(path, &status) == 0;

	*module = (struct module){.next = state->modules};
	state->modules = module;
	line_cache_add(&state->found, name, module);
	if (is_there ? S_ISREG(status.st_mode) : by_programs)
		module->path = path;
	if (module->path && !by_programs && inline_dwarf_is_built()) {
		module->dwarf = inline_dwarf_open(path);
		if (!module->dwarf)
			module->path = NULL;
	}
	if (!module->path)
		diag_note("%s: no debugging information for --inline", path);
	return module;
}

static struct module *module_of(struct inline_state *state, struct slice name, bool by_programs)
{
	struct module *module = line_cache_find(&state->found, name);

	return module ? module : open_module(state, name, by_programs);
}

static struct inline_symbols *symbols_of(struct inline_state *state, struct module *module)
{
	if (!module->has_symbols && module->dwarf)
		inline_dwarf_symbols(module->dwarf, &module->symbols);
	else if (!module->has_symbols)
		inline_programs_symbols(&state->programs, module->path, &module->symbols);
	module->has_symbols = true;
	return &module->symbols;
}

static struct inline_state *state_of(struct perf_run *perf)
{
	if (!perf->inline_state) {
		perf->inline_state = memory_get(sizeof(*perf->inline_state));
		*perf->inline_state = (struct inline_state){0};
	}
	return perf->inline_state;
}

void perf_inline_release(struct perf_run *perf)
{
	struct inline_state *state = perf->inline_state;
	struct module *module;

	if (!state)
		return;
	for (module = state->modules; module; module = module->next) {
		inline_symbols_release(&module->symbols);
		inline_dwarf_close(module->dwarf);
	}
	line_cache_release(&state->found);
	inline_release(&state->functions);
	buf_release(&state->programs.output);
	buf_release(&state->key);
	free(state);
	perf->inline_state = NULL;
}

/* ---- As the Perl script ---- */

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

/* "main+0x1f"; only lower-case digits */
static bool split_offset(struct slice raw, struct slice *function, uint64_t *offset)
{
	size_t at = slice_rsearch(raw, SLICE("+0x")), i;

	if (at == SLICE_NONE || at == 0 || !inline_hex(slice_tail(raw, at + 3), offset))
		return false;
	for (i = at + 3; i < raw.len; i++) {
		if (raw.ptr[i] >= 'A' && raw.ptr[i] <= 'F')
			return false;
	}
	*function = slice_head(raw, at);
	return true;
}

static void ask_at(struct inline_state *state, const struct module *module, uint64_t address)
{
	struct buf text = {0};

	buf_printf(&text, "0x%llx", (unsigned long long)address);
	inline_programs_functions(&state->programs, module->path, buf_slice(&text),
				  &state->functions);
	buf_release(&text);
}

/* The functions, the outermost first, joined by `;`. */
static void join(struct buf *out, const struct inline_functions *functions, bool context)
{
	size_t i;

	for (i = functions->count; i-- > 0;) {
		buf_add(out, functions->at[i].name);
		if (context) {
			buf_add_char(out, ':');
			buf_add(out, functions->at[i].source);
		}
		if (i > 0)
			buf_add_char(out, ';');
	}
}

/* A frame for each part between two `;`, which names may have, too. */
static void split(struct ingest_run *run, struct slice text, struct perf_line *line)
{
	struct slice rest = text, part;
	frame_id *frames;
	uint32_t i;

	for (line->count = 1; slice_cut(&rest, ';', &part);)
		line->count++;
	frames = arena_alloc(&perf_of(run)->inlines.arena, line->count * sizeof(*frames));
	line->frames = frames;
	for (i = line->count - 1, rest = text; slice_cut(&rest, ';', &part); i--)
		frames[i] = profile_frame(&run->profile, part);
	frames[i] = profile_frame(&run->profile, rest);
}

static void find_as_perl(struct ingest_run *run, struct module *module,
			 const struct perf_symbol *symbol, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	struct inline_state *state = perf->inline_state;
	struct slice function, result;
	uint64_t offset, start;

	if (symbol->pc.len > LONGEST_ADDRESS)
		return;
	inline_programs_functions(&state->programs, module->path, symbol->pc, &state->functions);
	if (has_unknown(&state->functions) && split_offset(symbol->raw, &function, &offset) &&
	    inline_symbols_start(symbols_of(state, module), function, &start))
		ask_at(state, module, start + offset);
	buf_reset(&state->key);
	join(&state->key, &state->functions, perf->options->context);
	result = buf_slice(&state->key);
	if (result.len > 0 && !slice_equal(result, SLICE("??")) &&
	    !slice_equal(result, SLICE("??:??:0")))
		split(run, result, line);
}

/* ---- Our own way ---- */

static struct inline_query query_of(const struct perf_symbol *symbol)
{
	struct inline_query query = {.function = symbol->raw};
	size_t at;

	query.has_pc = inline_hex(symbol->pc, &query.pc);
	if (perf_strip_offset_any(&query.function)) {
		at = query.function.len + 3;
		query.has_offset = inline_hex(slice_tail(symbol->raw, at), &query.offset);
	}
	if (slice_equal(query.function, SLICE("[unknown]")))
		query.function.len = 0;
	return query;
}

static bool ask(struct inline_state *state, struct module *module, uint64_t address)
{
	struct inline_functions *functions = &state->functions;

	if (module->dwarf)
		return inline_dwarf_functions(module->dwarf, address, functions);
	ask_at(state, module, address);
	return functions->count > 0 &&
	       !slice_equal(functions->at[functions->count - 1].name, SLICE("??"));
}

/* By the symbol's place, or by the address where that leads to the symbol. */
static bool find(struct inline_state *state, struct module *module,
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

/* The symbol as it is shown where nothing is inlined. */
static void add_symbol(struct buf *out, struct slice function, const struct perf_run *perf)
{
	struct buf repaired = {0};

	if (perf->style->repairs_rust && tidy_rust(&repaired, function, perf->style->any_rust_code))
		function = buf_slice(&repaired);
	perf->style->tidy(out, function, perf->options);
	buf_release(&repaired);
}

static bool is_known(struct slice source)
{
	return source.len > 0 && !slice_starts(source, SLICE("??:"));
}

static frame_id make_frame(struct ingest_run *run, const struct inline_function *function,
			   bool inlined)
{
	const struct perf_options *options = perf_of(run)->options;
	struct buf *text = &perf_of(run)->text;

	if (options->context && is_known(function->source)) {
		buf_add_char(text, ':');
		tidy_add(text, function->source);
	}
	if (inlined && (options->inlined || options->all) &&
	    !slice_ends(buf_slice(text), SLICE("_[i]")))
		buf_add(text, SLICE("_[i]"));
	return profile_frame(&run->profile, buf_slice(text));
}

static void make_frames(struct ingest_run *run, struct slice symbol,
			const struct inline_functions *functions, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	frame_id *frames = arena_alloc(&perf->inlines.arena, functions->count * sizeof(*frames));
	size_t i, last = functions->count - 1;

	for (i = 0; i <= last; i++) {
		buf_reset(&perf->text);
		if (i == last && symbol.len > 0)
			add_symbol(&perf->text, symbol, perf);
		else
			perf->style->tidy(&perf->text, functions->at[i].name, perf->options);
		frames[i] = make_frame(run, &functions->at[i], i < last);
	}
	line->frames = frames;
	line->count = (uint32_t)functions->count;
}

static bool ends_here(struct perf_run *perf, struct slice function)
{
	const struct opt_list *names = &perf->options->skip_after;
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (slice_equal(names->at[i], function))
			return true;
	}
	return false;
}

static void find_own(struct ingest_run *run, struct module *module,
		     const struct perf_symbol *symbol, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	struct inline_state *state = perf->inline_state;
	struct inline_query query = query_of(symbol);
	const struct inline_functions *functions = &state->functions;
	bool shows_source;

	if (perf->style->is_process_name(symbol->raw) || !find(state, module, &query))
		return;
	shows_source = perf->options->context && is_known(functions->at[0].source);
	if (functions->count == 1 && query.function.len > 0 && !shows_source)
		return;
	make_frames(run, query.function, functions, line);
	line->ends = ends_here(perf, query.function);
	buf_reset(&perf->part);
	tidy_simplify(&perf->part, query.function, TIDY_TEMPLATES);
	line->function = arena_copy(&perf->inlines.arena, buf_slice(&perf->part));
}

/* ---- */

/* What an answer depends on; LF is in no part of a line. */
static struct slice key_of(struct inline_state *state, const struct perf_symbol *symbol,
			   bool by_programs)
{
	buf_reset(&state->key);
	buf_add(&state->key, symbol->pc);
	buf_add_char(&state->key, '\n');
	buf_add(&state->key, symbol->module);
	buf_add_char(&state->key, '\n');
	if (!by_programs)
		buf_add(&state->key, symbol->raw);
	return buf_slice(&state->key);
}

const struct perf_line *perf_inline(struct ingest_run *run, const struct perf_symbol *symbol)
{
	struct perf_run *perf = perf_of(run);
	bool by_programs = perf->style->inline_by_programs;
	struct inline_state *state;
	struct module *module;
	struct perf_line *line;

	if (!is_asked(perf, symbol->module))
		return NULL;
	state = state_of(perf);
	module = module_of(state, symbol->module, by_programs);
	if (!module->path)
		return NULL;
	line = line_cache_find(&perf->inlines, key_of(state, symbol, by_programs));
	if (!line) {
		line = arena_alloc(&perf->inlines.arena, sizeof(*line));
		*line = (struct perf_line){.uses_pc = true};
		line_cache_add(&perf->inlines, buf_slice(&state->key), line);
		if (by_programs)
			find_as_perl(run, module, symbol, line);
		else
			find_own(run, module, symbol, line);
	}
	return line->count > 0 ? line : NULL;
}
