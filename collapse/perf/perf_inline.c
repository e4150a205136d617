/* SPDX-License-Identifier: MIT */
/*
 * --inline: one line of a stack becomes all functions that were inlined at its address.
 *
 * The Perl script shows what addr2line prints, as it is. We show the functions that were inlined
 * into the symbol, which keeps its name: it is one frame with the lines where nothing is inlined.
 */
#include "collapse/perf/perf_inline.h"
#include "collapse/perf/perf_fields.h"

#include "collapse/symbols/inline.h"

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
	const struct perf_personality *compat = perf->compat;

	if (has_no_file(module))
		return false;
	return compat->inline_by_programs ||
	       (!slice_equal(module, SLICE("inlined")) && !compat->is_kernel(module) &&
		!compat->is_jit(module));
}

/* ---- As the Perl script ---- */

/* "main+0x1f"; only lower-case digits */
static void split_offset(struct slice raw, struct inline_query *query)
{
	size_t at = slice_rsearch(raw, SLICE("+0x")), i;

	if (at == SLICE_NONE || at == 0)
		return;
	for (i = at + 3; i < raw.len; i++) {
		if (raw.ptr[i] >= 'A' && raw.ptr[i] <= 'F')
			return;
	}
	query->function = slice_head(raw, at);
	query->has_offset = slice_hex_to_u64(slice_tail(raw, at + 3), &query->offset);
}

/* The functions, the outermost first, joined by `;`. */
static void perf_inline_join(struct buf *out, const struct inline_functions *functions,
			     bool context)
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
static void perf_inline_split(struct ingest_run *run, struct slice text, struct perf_line *line)
{
	struct slice rest = text, part;
	frame_id *frames;
	uint32_t i;

	for (line->count = 1; slice_cut(&rest, ';', &part);)
		line->count++;
	frames = arena_alloc(&perf_of(run)->script.inlines.arena, line->count * sizeof(*frames));
	line->frames = frames;
	for (i = line->count - 1, rest = text; slice_cut(&rest, ';', &part); i--)
		frames[i] = profile_frame(&run->profile, part);
	frames[i] = profile_frame(&run->profile, rest);
	line->found = line->count;
}

static void find_as_perl(struct ingest_run *run, struct inline_module *module,
			 const struct perf_symbol *symbol, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	struct inline_query query = {0};
	const struct inline_functions *functions;
	struct slice result;

	split_offset(symbol->raw, &query);
	functions = inline_ask(perf->script.inline_state, module, symbol->pc, &query);
	buf_reset(&perf->text);
	perf_inline_join(&perf->text, functions, perf->options->context);
	result = buf_slice(&perf->text);
	if (result.len > 0 && !slice_equal(result, SLICE("??")) &&
	    !slice_equal(result, SLICE("??:??:0")))
		perf_inline_split(run, result, line);
}

/* ---- Our own way ---- */

/* `is_caller`: the address is the one after the call. */
static struct inline_query query_of(const struct perf_symbol *symbol, bool is_caller)
{
	struct inline_query query = {.function = symbol->raw};
	size_t at;

	query.has_pc = slice_hex_to_u64(symbol->pc, &query.pc);
	if (perf_strip_offset_any(&query.function)) {
		at = query.function.len + 3;
		query.has_offset = slice_hex_to_u64(slice_tail(symbol->raw, at), &query.offset);
	}
	if (slice_equal(query.function, SLICE("[unknown]")))
		query.function.len = 0;
	if (is_caller && (query.offset > 0 || !query.has_offset)) {
		query.pc -= query.has_pc && query.pc > 0;
		query.offset -= query.has_offset;
	}
	return query;
}

/* The symbol as it is shown where nothing is inlined. */
static void add_symbol(struct buf *out, struct slice function, const struct perf_run *perf)
{
	struct buf repaired = {0};

	if (perf->compat->repairs_rust &&
	    tidy_rust(&repaired, function, perf->compat->any_rust_code))
		function = buf_slice(&repaired);
	perf->compat->tidy(out, function, perf->options);
	buf_release(&repaired);
}

static bool perf_inline_has_source(struct slice source)
{
	return source.len > 0 && !slice_starts(source, SLICE("??:"));
}

/* Its name is in the buffer. */
static frame_id perf_inline_frame(struct ingest_run *run, const struct inline_function *function,
				  bool has_source, bool inlined)
{
	const struct perf_options *options = perf_of(run)->options;
	struct buf *text = &perf_of(run)->text;
	size_t i;

	if (has_source && perf_inline_has_source(function->source)) {
		buf_add_char(text, ':');
		tidy_add(text, function->source);
	}
	if (inlined && (options->inlined || options->all) &&
	    !slice_ends(buf_slice(text), SLICE("_[i]")))
		buf_add(text, SLICE("_[i]"));
	for (i = 0; i < text->len; i++) {
		if (text->ptr[i] == '\n') /* not a compiler's file name */
			text->ptr[i] = ' ';
	}
	return profile_frame(&run->profile, buf_slice(text));
}

/* True if the frames of an address have lines of the source. */
static bool perf_inline_shows_source(const struct perf_options *options, bool is_caller)
{
	return options->context && (options->lines != PERF_LINES_OF_LEAF || !is_caller);
}

static void perf_inline_frames(struct ingest_run *run, struct slice symbol,
			       const struct inline_functions *functions, bool is_caller,
			       struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	const bool shows = perf_inline_shows_source(perf->options, is_caller);
	frame_id *frames = arena_alloc(&perf->script.inlines.arena,
				       functions->count * sizeof(*frames));
	size_t i, last = functions->count - 1;

	for (i = 0; i <= last; i++) {
		buf_reset(&perf->text);
		if (i == last && symbol.len > 0)
			add_symbol(&perf->text, symbol, perf);
		else
			perf->compat->tidy(&perf->text, functions->at[i].name, perf->options);
		line->has_source |= shows && perf_inline_has_source(functions->at[i].source);
		frames[i] = perf_inline_frame(
			run, &functions->at[i],
			shows && (i == 0 || perf->options->lines != PERF_LINES_OF_LEAF), i < last);
		line->text += perf->text.len;
	}
	line->frames = frames;
	line->count = (uint32_t)functions->count;
	line->found = (uint32_t)last;
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

static void find_own(struct ingest_run *run, struct inline_module *module,
		     const struct perf_symbol *symbol, bool is_caller, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	struct inline_query query = query_of(symbol, is_caller);
	const struct inline_functions *functions;
	bool shows_source;

	if (perf->compat->is_process_name(symbol->raw))
		return;
	functions = inline_find(perf->script.inline_state, module, &query);
	if (!functions)
		return;
	shows_source = perf_inline_shows_source(perf->options, is_caller) &&
		       perf_inline_has_source(functions->at[0].source);
	if (functions->count == 1 && query.function.len > 0 && !shows_source)
		return;
	perf_inline_frames(run, query.function, functions, is_caller, line);
	line->ends = ends_here(perf, query.function);
	buf_reset(&perf->part);
	tidy_simplify(&perf->part, query.function, TIDY_TEMPLATES);
	line->function = arena_copy(&perf->script.inlines.arena, buf_slice(&perf->part));
}

/* ---- */

/* The key of a cached answer; LF separates the parts and is in none of them. */
static struct slice perf_inline_key(struct buf *key, const struct perf_symbol *symbol,
				    bool is_caller, bool by_programs)
{
	buf_reset(key);
	buf_add_char(key, is_caller ? 'c' : '-');
	buf_add(key, symbol->pc);
	buf_add_char(key, '\n');
	buf_add(key, symbol->module);
	buf_add_char(key, '\n');
	if (!by_programs)
		buf_add(key, symbol->raw);
	return buf_slice(key);
}

/*
 * True if the innermost frame of the user is another one: the address is a return address, or one
 * before it, as perf prints callers that it found by copies of stacks; both lie behind the start of
 * a call instruction, which has two bytes or more.
 */
static bool perf_inline_is_caller(struct perf_run *perf, const struct perf_symbol *symbol)
{
	if (perf->compat->inline_by_programs || perf->compat->is_kernel(symbol->module))
		return false;
	if (perf->sample.user.len == 0)
		perf->sample.user = symbol->pc;
	return !slice_equal(perf->sample.user, symbol->pc);
}

struct perf_line *perf_inline(struct ingest_run *run, const struct perf_symbol *symbol)
{
	struct perf_run *perf = perf_of(run);
	const bool by_programs = perf->compat->inline_by_programs;
	const bool is_caller = perf_inline_is_caller(perf, symbol);
	struct inline_module *module;
	struct perf_line *line;
	struct slice key;

	if (!is_asked(perf, symbol->module))
		return NULL;
	if (!perf->script.inline_state)
		perf->script.inline_state = inline_new(by_programs);
	module = inline_open(perf->script.inline_state, symbol->module);
	if (!module)
		return NULL;
	key = perf_inline_key(&perf->text, symbol, is_caller, by_programs);
	line = line_cache_find(&perf->script.inlines, key);
	if (!line) {
		line = arena_alloc(&perf->script.inlines.arena, sizeof(*line));
		*line = (struct perf_line){.uses_pc = true};
		line_cache_add(&perf->script.inlines, key, line);
		if (by_programs)
			find_as_perl(run, module, symbol, line);
		else
			find_own(run, module, symbol, is_caller, line);
	}
	return line->count > 0 ? line : NULL;
}

void perf_inline_release(struct perf_run *perf)
{
	inline_free(perf->script.inline_state);
	perf->script.inline_state = NULL;
}
