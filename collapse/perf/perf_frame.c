/* SPDX-License-Identifier: MIT */
/* From a symbol on a stack line to frames. Runs once for each distinct line. */
#include "collapse/perf/perf_frame.h"

#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_inline.h"
#include "collapse/perf/perf_lines.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_state.h"
#include "common/base/parallel.h"

/*
 * A worker's lines: its own, or shared by all workers. When shared tables are full the first worker
 * to notice makes new ones, and the others switch to them with their next chunk.
 */

struct perf_tables {
	struct lock lock;                 /* guards all below */
	struct line_cache lines, symbols; /* views of the newest, so that they stay */
	unsigned users;
};

static void init_lines(struct line_cache *lines)
{
	*lines = (struct line_cache){.front = PERF_KEY_AT, .is_front = perf_is_address};
}

static void perf_names_enter(struct perf_names *names)
{
	line_cache_share(&names->tables->lines, &names->lines);
	line_cache_share(&names->tables->symbols, &names->symbols);
}

/* Release lines before symbols: the lines' frames live in the arenas of the symbols. */
static void perf_names_release_lines(struct line_cache *lines, struct line_cache *symbols)
{
	line_cache_release(lines);
	line_cache_release(symbols);
}

static struct perf_tables *new_tables(void)
{
	struct perf_tables *tables = memory_get(sizeof(*tables));

	*tables = (struct perf_tables){0};
	init_lines(&tables->lines);
	lock_init(&tables->lock);
	return tables;
}

void perf_names_init(struct perf_run *perf, unsigned threads)
{
	const struct perf_options *options = perf->options;
	struct perf_names *names = &perf->names;

	stack_cache_init(&names->stacks, threads == 1);
	init_lines(&names->lines);
	if (threads == 1 || options->inlines || options->srcline || !options->format.shares_names)
		return;
	if (!perf->findings->tables)
		perf->findings->tables = new_tables();
	names->tables = perf->findings->tables;
	names->tables->users++;
	perf_names_enter(names);
}

void perf_names_release(struct perf_run *perf)
{
	struct perf_names *names = &perf->names;
	struct perf_tables *tables = names->tables;

	perf_names_release_lines(&names->lines, &names->symbols);
	stack_cache_release(&names->stacks);
	if (!tables || --tables->users > 0)
		return;
	perf_names_release_lines(&tables->lines, &tables->symbols);
	lock_release(&tables->lock);
	free(tables);
	perf->findings->tables = NULL;
}

static bool perf_names_is_full(const struct perf_names *names)
{
	return line_cache_size(&names->lines) + line_cache_size(&names->symbols) > LINE_CACHE_SIZE;
}

static bool renew_shared(struct perf_names *names)
{
	struct perf_tables *tables = names->tables;
	bool renewed;

	lock_take(&tables->lock);
	if (perf_names_is_full(names) && tables->lines.shared == names->lines.shared)
		perf_names_release_lines(&tables->lines,
					 &tables->symbols); /* perf_names_enter() makes new ones */
	renewed = tables->lines.shared != names->lines.shared;
	if (renewed) {
		perf_names_release_lines(&names->lines, &names->symbols);
		perf_names_enter(names);
	}
	lock_leave(&tables->lock);
	return renewed;
}

bool perf_names_trim(struct perf_run *perf)
{
	struct perf_names *names = &perf->names;
	const bool forgets = !names->tables && perf_names_is_full(names);

	stack_cache_trim(&names->stacks);
	if (names->tables)
		return renew_shared(names);
	if (forgets)
		perf_names_release_lines(&names->lines, &names->symbols);
	return forgets;
}

/* "[unknown]" as "[libc.so.6]", or "[libc.so.6 <7f12>]" with --addrs. */
static void perf_frame_add_unknown(struct buf *out, const struct perf_symbol *symbol,
				   const struct perf_run *perf)
{
	struct slice module = symbol->module;
	size_t slash = slice_rfind(module, '/');

	if (slash != SLICE_NONE)
		module = slice_tail(module, slash + 1);
	if (slice_equal(symbol->module, SLICE("[unknown]")) ||
	    (module.len == 0 && perf->compat->nameless_is_unknown))
		module = SLICE("unknown");
	buf_add_char(out, '[');
	buf_add(out, module);
	if (perf->options->addrs && symbol->pc.len > 0) {
		buf_add(out, SLICE(" <"));
		buf_add(out, symbol->pc);
		buf_add_char(out, '>');
	}
	buf_add_char(out, ']');
}

static bool is_unknown(const struct perf_personality *compat, struct slice module)
{
	return compat->unknown_is_kernel ? slice_equal(module, SLICE("[unknown]"))
					 : slice_contains(module, SLICE("unknown"));
}

static void annotate(struct buf *name, const struct perf_run *perf, struct slice module, bool first)
{
	const struct perf_options *options = perf->options;
	const struct perf_personality *compat = perf->compat;
	if (!first) {
		if (!slice_contains(buf_slice(name), SLICE("_[i]")))
			buf_add(name, SLICE("_[i]"));
	} else if ((options->kernel || options->all) && compat->is_kernel(module) &&
		   !is_unknown(compat, module)) {
		buf_add(name, SLICE("_[k]"));
	} else if ((options->jit || options->all) && compat->is_jit(module) &&
		   !slice_contains(buf_slice(name), SLICE("_[j]"))) {
		buf_add(name, SLICE("_[j]"));
	}
}

/* "Ljava/lang/Object;::hashCode", which a Java process shows without its L. */
static bool is_java_type(struct slice name)
{
	return name.len > 0 && name.ptr[0] == 'L' && slice_find(name, '/') != SLICE_NONE;
}

static bool is_skipped_after(const struct perf_options *options, struct slice raw)
{
	size_t i;

	for (i = 0; i < options->skip_after.count; i++) {
		if (slice_equal(options->skip_after.at[i], raw))
			return true;
	}
	return false;
}

/*
 * The frames of "a->b->c", leaf first, into the arena: repaired, shortened, marked. Without a name
 * there may be none.
 */
static void perf_frame_split_arrows(struct ingest_run *run, const struct perf_symbol *symbol,
				    struct slice raw, struct arena *arena, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_personality *compat = perf->compat;
	const bool own = !compat->cuts_arrows_in_brackets;
	struct buf *text = &perf->text, unknown = {0};
	struct slice rest, part, name;
	frame_id *frames;
	uint32_t count = 0, i = 0;

	while (!compat->keeps_empty_arrow && slice_ends(raw, SLICE("->")) &&
	       !(own && slice_ends(raw, SLICE("operator->"))))
		raw.len -= 2;
	if (raw.len == 0 && !compat->keeps_empty_arrow && !compat->nameless_is_unknown)
		return;
	for (rest = raw; tidy_next_inlined(&rest, own, &part);)
		count++;
	frames = arena_alloc(arena, count * sizeof(*frames));
	line->frames = frames;
	line->count = count;
	for (rest = raw; tidy_next_inlined(&rest, own, &part); i++) {
		if ((part.len == 0 && compat->nameless_is_unknown) ||
		    slice_equal(part, SLICE("[unknown]"))) {
			buf_reset(&unknown);
			perf_frame_add_unknown(&unknown, symbol, perf);
			part = buf_slice(&unknown);
			line->uses_pc = true;
		}
		buf_reset(text);
		compat->tidy(text, part, perf->options);
		if (is_java_type(buf_slice(text))) {
			perf->names.any_java = true;
			if (perf->names.as_java)
				memmove(text->ptr, text->ptr + 1, --text->len);
		}
		annotate(text, perf, symbol->module, i == 0);
		name = buf_slice(text);
		if (compat->replaces_bad_utf8) {
			buf_reset(&perf->part);
			tidy_add_utf8(&perf->part, name);
			name = buf_slice(&perf->part);
		}
		frames[count - 1 - i] = profile_frame(&run->profile, name);
	}
	buf_release(&unknown);
}

/* The names once more with _[i], for the inlined lines of a group. */
static void make_marked(struct ingest_run *run, struct arena *arena, struct perf_line *line)
{
	struct perf_run *perf = perf_of(run);
	frame_id *marked = arena_alloc(arena, line->count * sizeof(*marked));
	uint32_t i;

	for (i = 0; i < line->count; i++) {
		struct slice name = intern_name(&run->profile.names, line->frames[i]);

		buf_reset(&perf->text);
		buf_add(&perf->text, name);
		if (!slice_ends(name, SLICE("_[i]")))
			buf_add(&perf->text, SLICE("_[i]"));
		marked[i] = profile_frame(&run->profile, buf_slice(&perf->text));
	}
	line->marked = marked;
}

/* The identity of a function, independent of perf's spelling; mostly the frame's name. */
static struct slice perf_frame_function(struct ingest_run *run, const struct perf_line *line,
					struct slice raw, struct arena *arena)
{
	struct perf_run *perf = perf_of(run);
	struct slice name = SLICE("");

	if (line->count > 0)
		name = intern_name(&run->profile.names, line->frames[line->count - 1]);
	if (slice_equal(raw, name) && !tidy_has_templates(raw))
		return name; /* as most are: nothing was left out, nothing would be */
	buf_reset(&perf->part);
	tidy_simplify(&perf->part, raw, TIDY_TEMPLATES);
	if (slice_equal(buf_slice(&perf->part), name))
		return name;
	return arena_copy(arena, buf_slice(&perf->part));
}

/* The line for a symbol without its offset. */
static struct perf_line *perf_frame_make_line(struct ingest_run *run,
					      const struct perf_symbol *symbol, struct arena *arena)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_personality *compat = perf->compat;
	struct perf_line *line = arena_alloc(arena, sizeof(*line));
	struct slice raw = symbol->raw;
	struct buf repaired = {0};
	uint32_t i;

	*line = (struct perf_line){0};
	if (compat->is_process_name(raw))
		return line;
	if (compat->repairs_rust && tidy_rust(&repaired, raw, compat->any_rust_code))
		raw = buf_slice(&repaired);
	if (raw.ptr == NULL)
		raw = SLICE("");
	line->nameless = slice_equal(raw, SLICE("[unknown]"));
	line->ends = is_skipped_after(perf->options, raw);
	perf_frame_split_arrows(run, symbol, raw, arena, line);
	line->uses_pc &= perf->options->addrs;
	for (i = 0; i < line->count; i++)
		line->text += intern_name(&run->profile.names, line->frames[i]).len;
	if (perf->options->no_idle)
		line->idle = perf_idle_of_line(compat, raw, symbol->module);
	buf_shrink(&perf->text);
	if (compat->groups_inlined) {
		line->inlined = slice_equal(symbol->module, SLICE("inlined"));
		line->function = perf_frame_function(run, line, raw, arena);
		if (line->inlined && (perf->options->inlined || perf->options->all))
			make_marked(run, arena, line);
	}
	buf_release(&repaired);
	buf_shrink(&perf->part);
	return line;
}

/* LF is in no part of a line. */
static struct slice symbol_key(struct buf *key, const struct perf_symbol *symbol)
{
	buf_reset(key);
	buf_add(key, symbol->raw);
	buf_add_char(key, '\n');
	buf_add(key, symbol->module);
	return buf_slice(key);
}

struct perf_line *perf_line_of_symbol(struct ingest_run *run, struct perf_symbol symbol)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *symbols = &perf->names.symbols;
	const bool keep = symbol.raw.len < LINE_CACHE_LONGEST && line_cache_pays(symbols);
	struct perf_line *line;

	line = keep ? line_cache_find(symbols, symbol_key(&perf->key, &symbol)) : NULL;
	if (line)
		return line;
	perf->names.any_java = false;
	line = perf_frame_make_line(run, &symbol, &symbols->arena);
	if (perf->names.any_java) {
		perf->names.as_java = true;
		line->java = perf_frame_make_line(run, &symbol, &symbols->arena);
		perf->names.as_java = false;
	}
	if (!line->uses_pc && keep)
		line = line_cache_keep(symbols, symbol_key(&perf->key, &symbol), line, 0);
	return line;
}

const struct perf_line *perf_line_known(struct ingest_run *run, struct slice key)
{
	struct perf_run *perf = perf_of(run);

	if (UNLIKELY(perf->options->inlines))
		return NULL;
	return line_cache_find(&perf->names.lines, key);
}

const struct perf_line *perf_line_of(struct ingest_run *run, const struct perf_symbol *symbol,
				     struct slice key)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *lines = &perf->names.lines;
	const struct perf_line *found = NULL;
	struct perf_symbol function = *symbol;
	struct perf_line *line;

	perf->compat->strip_offset(&function.raw);
	if (perf->options->inlines) {
		line = perf_inline(run, symbol);
		if (line && !perf->compat->inline_by_programs && perf_has_many_inlined(line))
			line->symbol = perf_line_of_symbol(run, function);
		found = line ? line : line_cache_find(lines, key);
	}
	if (found)
		return found;
	line = perf_line_of_symbol(run, function);
	if (line->uses_pc)
		return line;
	return line_cache_keep(lines, key, line, perf_plain(line));
}
