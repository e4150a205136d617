/* SPDX-License-Identifier: MIT */
/* From the line of a frame to frames. Runs once for each distinct line. */
#include "collapse/dtrace/dtrace.h"
#include "collapse/names/tidy.h"

/* The part's name in dtrace->name. */
static frame_id dtrace_make_frame(struct ingest_run *run, const struct dtrace_part *part)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	buf_reset(&dtrace->name);
	dtrace->as->add_part(&dtrace->name, part);
	if (part->index > 0)
		buf_add(&dtrace->name, SLICE("_[i]"));
	return profile_frame(&run->profile, buf_slice(&dtrace->name));
}

/* The frames of "a->b->c", root first, into the cache's arena. */
static void dtrace_make_frames(struct ingest_run *run, struct slice whole, struct name_frames *line)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const bool own = !dtrace->as->cuts_arrows_in_brackets;
	struct dtrace_part part = {.keep_offset = dtrace->options->include_offset};
	struct slice rest = whole;
	frame_id *frames;

	while (tidy_next_inlined(&rest, own, &part.text))
		line->count++;
	frames = arena_alloc(&dtrace->symbols.arena, line->count * sizeof(*frames));
	line->frames = frames;
	part.alone = line->count == 1;
	for (rest = whole; tidy_next_inlined(&rest, own, &part.text); part.index++)
		frames[part.index] = dtrace_make_frame(run, &part);
	line->leaf = frames[line->count - 1];
	if (dtrace->options->include_offset) {
		dtrace->as->strip_leaf(&dtrace->name);
		line->leaf = profile_frame(&run->profile, buf_slice(&dtrace->name));
	}
}

/* Lines that differ only in blanks and offsets share their frames. */
static struct name_frames *dtrace_make_line(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct name_frames *line;

	if (dtrace->as->replaces_bad_utf8) {
		buf_reset(&dtrace->clean);
		tidy_add_utf8(&dtrace->clean, text);
		text = buf_slice(&dtrace->clean);
	}
	buf_reset(&dtrace->room);
	text = dtrace->as->tidy(&dtrace->room, text, dtrace->options->include_offset);
	line = line_cache_find(&dtrace->symbols, text);
	if (line)
		return line;
	line = arena_alloc(&dtrace->symbols.arena, sizeof(*line));
	*line = (struct name_frames){0};
	if (text.len > 0)
		dtrace_make_frames(run, text, line);
	line_cache_add(&dtrace->symbols, text, line);
	buf_shrink(&dtrace->name);
	buf_shrink(&dtrace->room);
	buf_shrink(&dtrace->clean);
	return line;
}

bool dtrace_line_of(struct ingest_run *run, struct slice line, struct name_frames *known)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice name = slice_trim_left(line), text;
	const struct name_frames *made;

	if (name_table_find(&dtrace->table, name, known))
		return true;
	text = dtrace->as->trim(name);
	if (text.len == 0)
		return false;
	made = dtrace_make_line(run, text);
	name_table_add(&dtrace->table, name, made);
	*known = *made;
	return true;
}
