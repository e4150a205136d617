/* SPDX-License-Identifier: MIT */
/* The dtrace format: options, chunks, and what its files share. */
#include "collapse/dtrace/dtrace_state.h"
#include "collapse/text.h"

#include "common/base/diag.h"

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, .name = "includeoffset",
	 OPT_AT(struct dtrace_options, include_offset),
	 .help = "Keep the offsets of all functions but the leaf's",
	 .detail = "Then calls of a function from different places stay separate."},
};

static void dtrace_init(struct ingest_run *run)
{
	const struct dtrace_options *options = run->options;
	struct dtrace_run *dtrace = memory_get(sizeof(*dtrace));

	*dtrace = (struct dtrace_run){
		.options = options,
		.findings = options->findings,
		.compat = options->compat,
	};
	name_table_init(&dtrace->table);
	stack_repeats_init(&dtrace->repeats);
	stack_cache_init(&dtrace->stacks, run->threads == 1);
	run->state = dtrace;
}

static void dtrace_release_lines(struct dtrace_run *dtrace)
{
	name_table_release(&dtrace->table);
	line_cache_release(&dtrace->symbols);
}

/* No stack may be current. */
static void trim_lines(struct dtrace_run *dtrace)
{
	if (name_table_size(&dtrace->table) + line_cache_size(&dtrace->symbols) <= LINE_CACHE_SIZE)
		return;
	dtrace_release_lines(dtrace);
	name_table_init(&dtrace->table);
}

static void dtrace_release_run(struct ingest_run *run)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	if (!dtrace)
		return;
	dtrace_release_lines(dtrace);
	stack_cache_release(&dtrace->stacks);
	arena_release(&dtrace->pieces_arena);
	buf_release(&dtrace->room);
	buf_release(&dtrace->name);
	buf_release(&dtrace->clean);
	free(dtrace->pieces);
	free(dtrace->frames);
	free(dtrace);
	run->state = NULL;
}

/* All pieces in the order of their chunks; neighbours are joined on the way. */
static void merge_runs(struct ingest_run *into, struct ingest_run *from)
{
	struct dtrace_run *left = dtrace_of(into), *right = dtrace_of(from);
	struct dtrace_piece *pieces = left->pieces;
	size_t count = left->piece_count, i = 0, k = 0;

	arena_join(&left->pieces_arena, &right->pieces_arena);
	left->pieces = NULL;
	left->piece_count = left->piece_cap = 0;
	while (i < count || k < right->piece_count) {
		if (k == right->piece_count ||
		    (i < count && pieces[i].first < right->pieces[k].first))
			dtrace_add_piece(into, &pieces[i++]);
		else
			dtrace_add_piece(into, &right->pieces[k++]);
	}
	profile_settle(&into->profile, &left->waiting);
	free(pieces);
}

/* The header has been read. */
static bool dtrace_settled(const struct ingest_run *run)
{
	const struct dtrace_options *options = run->options;

	return options->findings->header_ended;
}

/* The frames of the count that the chunk begins with are in the one before. */
static void dtrace_take_head(struct ingest_run *run, struct slice *rest, struct dtrace_piece *piece)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice line, behind = *rest;

	if (!slice_line(&behind, &line) || !dtrace_is_count(dtrace->compat, line))
		return;
	piece->has_head = true;
	piece->head = (struct dtrace_count){
		.chunk = run->chunk,
		.text = arena_copy(&dtrace->pieces_arena, line),
	};
	*rest = behind;
	run->line++;
}

/* With the blanks in front of it. */
static struct slice whole_line(struct slice line, const char *text)
{
	const char *end = line.ptr + line.len;

	while (line.ptr > text && line.ptr[-1] != '\n')
		line.ptr--;
	return slice_between(line.ptr, end);
}

static void dtrace_parse(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const struct chunk *chunk = &run->chunk;
	struct dtrace_piece piece = {
		.first = chunk->index,
		.last = chunk->index,
		.has_text = text.len > 0 || chunk->index == 0 || chunk->left_out > 0,
		.has_gap = chunk->follows_gap && text.len == 0,
	};
	struct slice rest = text;

	trim_lines(dtrace);
	dtrace->lines_known = dtrace->lines_new = 0;
	stack_cache_trim(&dtrace->stacks);
	stack_repeats_decide(&dtrace->repeats, run->samples, run->profile.count);
	dtrace->compat->skip_header(run, &rest);
	if (rest.len == text.len && (chunk->index > 0 || chunk->follows_gap))
		dtrace_take_head(run, &rest, &piece);
	rest = dtrace_take_lines(run, rest);
	if (dtrace->begun && chunk->last)
		notes_add(&run->notes, DTRACE_UNFINISHED, &run->chunk, dtrace->start_line,
			  whole_line(dtrace->start_text, text.ptr));
	else if (dtrace->begun && chunk->left_out == 0)
		piece.tail = arena_copy(&dtrace->pieces_arena, rest);
	dtrace_forget(run);
	dtrace_add_piece(run, &piece);
	profile_settle(&run->profile, &dtrace->waiting);
}

static const struct personality_records personalities = {
	&dtrace_personality_own, &dtrace_personality_perl, &dtrace_personality_rust};

static bool dtrace_prepare(struct collapse_setup *setup)
{
	struct dtrace_options *options = setup->options;

	options->findings = memory_clear(1, sizeof(*options->findings));
	options->compat = compat_pick(setup->compat, &personalities);
	options->format = (struct ingest_format){
		.records = options->compat->records,
		.parse = dtrace_parse,
		.init = dtrace_init,
		.release = dtrace_release_run,
		.merge = merge_runs,
		.settled = options->compat->files_have_headers ? NULL : dtrace_settled,
		.kinds = options->compat->kinds,
		.kind_count = DTRACE_NOTES,
	};
	setup->format = &options->format;
	return true;
}

static void dtrace_release(struct collapse_setup *setup)
{
	const struct dtrace_options *options = setup->options;

	free(options->findings);
}

static void dtrace_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct dtrace_options *options = setup->options;
	const struct dtrace_findings *findings = options->findings;

	(void)run;
	if (options->compat->header_never_ends && !findings->header_ended)
		diag_warn("%s", options->compat->header_never_ends);
}

/* "                libc.so.1`strlen+0x16" */
static bool dtrace_is_frame(struct slice line)
{
	struct slice name = slice_trim(line);
	size_t tick = slice_find(name, '`'), blank = slice_find(name, ' ');

	return line.len > 0 && char_is_blank(line.ptr[0]) && tick != SLICE_NONE && tick > 0 &&
	       blank > tick;
}

static bool dtrace_is_any_count(struct slice line)
{
	return line.len > 0 && char_is_blank(line.ptr[0]) && slice_is_number(slice_trim(line));
}

/* "CPU     ID                    FUNCTION:NAME" */
static bool dtrace_is_header(struct slice line)
{
	struct slice word;

	return slice_skip(&line, SLICE("CPU ")) && slice_word(&line, &word) &&
	       slice_equal(word, SLICE("ID")) &&
	       slice_equal(slice_trim(line), SLICE("FUNCTION:NAME"));
}

static enum probe dtrace_probe(struct slice head, bool whole)
{
	if (probe_first(head, whole, dtrace_is_header) == PROBE_YES)
		return PROBE_YES;
	return probe_both(head, whole, dtrace_is_frame, dtrace_is_any_count);
}

const struct collapser collapse_dtrace = {
	.name = "dtrace",
	.summary = "folded stacks from DTrace's stack() and ustack()",
	.rows = COLLAPSE_OPTIONS(rows, struct dtrace_options),
	.every_word_is_file = FAMILY_PERL,
	.imitates = true,
	.probe = dtrace_probe,
	.prepare = dtrace_prepare,
	.report = dtrace_report,
	.release = dtrace_release,
};
