/* SPDX-License-Identifier: MIT */
#include "common/profile/notes.h"

#include "common/base/buf.h"
#include "common/base/checked.h"
#include "common/base/diag.h"

enum { NOTE_TEXT = 200 }; /* bytes of a line that are shown */

COLD void notes_release(struct notes *notes)
{
	arena_release(&notes->arena);
	free(notes->lines);
	free(notes->files);
	*notes = (struct notes){0};
}

static void need_chunks(struct notes *notes, size_t count)
{
	size_t cap = notes->chunks_cap;

	MEMORY_NEED(notes->lines, count, cap);
	MEMORY_NEED(notes->files, count, notes->chunks_cap);
	for (; notes->chunks < count; notes->chunks++) {
		notes->lines[notes->chunks] = 0;
		notes->files[notes->chunks] = SLICE_NONE;
	}
}

COLD void notes_chunk(struct notes *notes, const struct chunk *chunk, uint64_t lines)
{
	need_chunks(notes, chunk->index + 1);
	notes->lines[chunk->index] = lines;
	notes->files[chunk->index] = chunk->file;
}

static bool notes_is_before(const struct note *a, const struct note *b)
{
	return a->chunk != b->chunk ? a->chunk < b->chunk : a->line < b->line;
}

/* The beginning of a line; a NUL would end the message. */
static struct slice notes_copy_text(struct arena *arena, struct slice text)
{
	size_t len = text.len < NOTE_TEXT ? text.len : NOTE_TEXT, i;
	char *copy = arena_alloc(arena, len);

	for (i = 0; i < len; i++)
		copy[i] = text.ptr[i] != '\0' ? text.ptr[i] : '?';
	return slice_of(copy, len);
}

/* Keep the first ones of the input; `note` has its text in the arena. */
static void keep_if_early(struct notes_kind_state *state, struct note note)
{
	size_t at = state->first_count;

	if (at == LIMIT_EXAMPLES) {
		if (!notes_is_before(&note, &state->first[--at]))
			return;
	} else {
		state->first_count++;
	}
	for (; at > 0 && notes_is_before(&note, &state->first[at - 1]); at--)
		state->first[at] = state->first[at - 1];
	state->first[at] = note;
}

/* Inputs say numbers of what was lost, of any size. */
static void notes_raise(uint64_t *sum, uint64_t count)
{
	if (!u64_add(sum, count))
		*sum = UINT64_MAX;
}

COLD void notes_add(struct notes *notes, unsigned kind, const struct chunk *chunk, size_t line,
		    struct slice text)
{
	struct notes_kind_state *state = &notes->kinds[kind];
	struct note note = {.chunk = chunk->index, .line = line, .file = chunk->file};

	assert(kind < NOTES_KINDS);
	state->count++;
	notes->count++;
	if (state->first_count == LIMIT_EXAMPLES &&
	    !notes_is_before(&note, &state->first[LIMIT_EXAMPLES - 1]))
		return;
	note.text = notes_copy_text(&notes->arena, text);
	keep_if_early(state, note);
}

COLD void notes_count(struct notes *notes, unsigned kind, uint64_t count)
{
	assert(kind < NOTES_KINDS);
	notes_raise(&notes->kinds[kind].count, count);
	notes_raise(&notes->count, count);
}

COLD bool notes_count_lost(struct notes *notes, unsigned kind, struct slice number)
{
	uint64_t count;

	if (!slice_is_number(number))
		return false;
	notes_count(notes, kind, slice_to_u64(number, &count) ? count : UINT64_MAX);
	return true;
}

COLD void notes_merge(struct notes *into, struct notes *from)
{
	size_t i, kind;

	assert(into != from);
	for (kind = 0; kind < NOTES_KINDS; kind++) {
		notes_raise(&into->kinds[kind].count, from->kinds[kind].count);
		for (i = 0; i < from->kinds[kind].first_count; i++)
			keep_if_early(&into->kinds[kind], from->kinds[kind].first[i]);
	}
	notes_raise(&into->count, from->count);
	need_chunks(into, from->chunks);
	for (i = 0; i < from->chunks; i++) {
		if (from->files[i] != SLICE_NONE) {
			into->lines[i] = from->lines[i];
			into->files[i] = from->files[i];
		}
	}
	arena_join(&into->arena, &from->arena);
	notes_release(from);
}

/* Line number in its file, 1 the first. */
static uint64_t line_number(const struct notes *notes, const struct note *note)
{
	uint64_t line = note->line + 1;
	size_t i;

	for (i = 0; i < note->chunk && i < notes->chunks; i++) {
		if (notes->files[i] == note->file)
			line += notes->lines[i];
	}
	return line;
}

static void print_lines(const struct notes *notes, const struct note_kind *kind,
			const struct notes_kind_state *state, const struct input *input)
{
	const bool fails = kind->fails == NOTE_FAILS || kind->fails == NOTE_LEAVES_GAP;
	size_t i;

	for (i = 0; i < state->first_count; i++) {
		const struct note *note = &state->first[i];
		struct slice file = input_name(input, note->file);

		unsigned long long line = input_line_number(input, note->file,
							    line_number(notes, note));

		if (kind->message[0] == '\0')
			(fails ? diag_error : diag_warn)("%.*s: %.*s", SLICE_ARG(file),
							 SLICE_ARG(note->text));
		else if (note->text.len > 0)
			diag_warn("%.*s:%llu: %s: '%.*s'", SLICE_ARG(file), line, kind->message,
				  SLICE_ARG(note->text));
		else
			diag_warn("%.*s:%llu: %s", SLICE_ARG(file), line, kind->message);
	}
	if (state->count > state->first_count && !kind->one)
		diag_warn("%s: %llu more lines like these", kind->message,
			  (unsigned long long)(state->count - state->first_count));
}

static const struct note_kind too_long = {"record longer than --max-record, left out",
					  "record longer than --max-record",
					  "records longer than --max-record",
					  DIAG_WARNINGS,
					  true,
					  NOTE_FORGIVEN};

/* The kind with that index, NULL if none exists; the last one is the same for all formats. */
static const struct note_kind *kind_at(const struct note_kind *kinds, size_t kind_count,
				       size_t index)
{
	return index == NOTES_TOO_LONG ? &too_long : index < kind_count ? &kinds[index] : NULL;
}

static void add_to_summary(struct buf *summary, const struct note_kind *kind, uint64_t count)
{
	if (summary->len > 0)
		buf_add(summary, SLICE(", "));
	else
		buf_add(summary, kind->fails == NOTE_KEPT ? SLICE("kept ") : SLICE("skipped "));
	buf_add_u64(summary, count);
	buf_add_char(summary, ' ');
	buf_add_text(summary, count == 1 ? kind->one : kind->many);
}

COLD void notes_print(const struct notes *notes, const struct note_kind *kinds, size_t kind_count,
		      const struct input *input)
{
	struct buf skipped = {0}, kept = {0};
	size_t i;

	assert(kind_count < NOTES_KINDS);
	for (i = 0; i < NOTES_KINDS; i++) {
		const struct note_kind *kind = kind_at(kinds, kind_count, i);
		const struct notes_kind_state *state = &notes->kinds[i];

		if (!kind || state->count == 0 || !diag_shows(kind->level))
			continue;
		if (kind->message)
			print_lines(notes, kind, state, input);
		if (kind->one)
			add_to_summary(kind->fails == NOTE_KEPT ? &kept : &skipped, kind,
				       state->count);
	}
	if (skipped.len > 0)
		diag_warn("%.*s", SLICE_ARG(buf_slice(&skipped)));
	if (kept.len > 0)
		diag_warn("%.*s", SLICE_ARG(buf_slice(&kept)));
	buf_release(&skipped);
	buf_release(&kept);
}

COLD bool notes_fail(const struct notes *notes, const struct note_kind *kinds, size_t kind_count,
		     bool strict)
{
	size_t i;

	assert(kind_count < NOTES_KINDS);
	for (i = 0; i < NOTES_KINDS; i++) {
		const struct note_kind *kind = kind_at(kinds, kind_count, i);

		if (kind && (kind->fails == NOTE_FAILS || (strict && kind->fails_strict)) &&
		    notes->kinds[i].count > 0)
			return true;
	}
	return false;
}

COLD bool notes_incomplete(const struct notes *notes, const struct note_kind *kinds,
			   size_t kind_count)
{
	size_t i;

	assert(kind_count < NOTES_KINDS);
	for (i = 0; i < kind_count; i++) {
		if (kinds[i].fails == NOTE_LEAVES_GAP && notes->kinds[i].count > 0)
			return true;
	}
	return false;
}
