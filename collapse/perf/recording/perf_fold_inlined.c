/* SPDX-License-Identifier: MIT */
/*
 * The frames of an address at which functions were inlined: perf script would print a line for each
 * of these, with "(inlined)" as its module, and then the line of the symbol.
 */
#include "collapse/perf/frames/perf_frame.h"
#include "collapse/perf/recording/perf_recording.h"
#include "collapse/perf/sample/perf_sample.h"

enum { MOST_LINES = 256 }; /* as deep as debugging information is read, the symbol included */

/* As perf script prints such a line; offset and address are any. */
static const struct perf_line *fold_inlined_line(struct ingest_run *run, struct slice name)
{
	struct perf_run *perf = perf_of(run);
	struct buf *text = &perf->fold.text;
	struct perf_symbol symbol = {0};

	buf_reset(text);
	buf_add(text, SLICE("1 "));
	buf_add(text, name);
	buf_add(text, SLICE("+0x0 (inlined)"));
	return perf->as->split(buf_slice(text), &symbol) ? perf_line_of_symbol(run, symbol) : NULL;
}

static const struct perf_line *line_of(struct ingest_run *run, struct perf_inlined *inlined,
				       const struct dwarf_name *name)
{
	const uint64_t hash = (uintptr_t)name * UINT64_C(0x9e3779b97f4a7c15);
	struct perf_inlined_name *known = &inlined->names[(hash >> 32) % PERF_INLINED_NAMES];

	if (known->name != name)
		*known = (struct perf_inlined_name){name, fold_inlined_line(run, name->name)};
	return known->line;
}

/* Marked as inlined, but for the last one that is shown: it is the frame of all. */
static const frame_id *frames_of(const struct perf_line *line, bool is_last)
{
	return line->marked && !is_last ? line->marked : line->frames;
}

static const struct perf_line *in_java(const struct perf_line *line)
{
	return line->java ? line->java : line;
}

/* The frames of some lines as one line of an address in `symbol`. */
static struct perf_line *fold_inlined_join(struct perf_inlined *inlined,
					   const struct perf_line *const *lines, size_t count,
					   const struct perf_line *symbol)
{
	struct perf_line *joined = arena_alloc_words(&inlined->arena, sizeof(*joined));
	frame_id *frames;
	size_t i;

	*joined = (struct perf_line){.ends = lines[count - 1]->ends};
	for (i = 0; i < count; i++) {
		joined->count += lines[i]->count;
		joined->text += lines[i]->text;
	}
	frames = arena_alloc_words(&inlined->arena, joined->count * sizeof(*frames));
	joined->frames = frames;
	for (i = 0; i < count; i++) {
		memcpy(frames, frames_of(lines[i], i + 1 == count),
		       lines[i]->count * sizeof(*frames));
		frames += lines[i]->count;
	}
	if (perf_has_many_inlined(joined))
		joined->symbol = symbol;
	return joined;
}

const struct perf_line *perf_fold_inlined(struct ingest_run *run, struct perf_inlined *inlined,
					  const struct dwarf_chain *chain,
					  const struct perf_line *symbol)
{
	const struct perf_line *lines[MOST_LINES];
	struct perf_line *joined;
	size_t i, used = 0;
	bool has_java = false, ends = false;

	for (; chain && used < MOST_LINES - 1 && !ends; chain = dwarf_chains_named(chain->outer)) {
		const struct perf_line *line = line_of(run, inlined, chain->name);

		if (!line || line->count == 0)
			continue;
		lines[used++] = line;
		ends = line->ends;
	}
	if (!ends && symbol->count > 0)
		lines[used++] = symbol;
	if (used == 0)
		return symbol;
	for (i = 0; i < used; i++)
		has_java |= lines[i]->java != NULL;
	joined = fold_inlined_join(inlined, lines, used, symbol);
	for (i = 0; i < used && has_java; i++)
		lines[i] = in_java(lines[i]);
	if (has_java)
		joined->java = fold_inlined_join(inlined, lines, used, in_java(symbol));
	return joined;
}
