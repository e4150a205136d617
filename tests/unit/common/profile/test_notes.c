/* SPDX-License-Identifier: MIT */
#include "common/profile/notes.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { BAD, ODD, COUNTED, DETAIL, KINDS };

static const struct note_kind kinds[KINDS] = {
	[BAD] = {"a bad line", "bad line", "bad lines", DIAG_WARNINGS, true, false},
	[ODD] = {"an odd line", NULL, NULL, DIAG_WARNINGS, false, true},
	[COUNTED] = {NULL, "counted thing", "counted things", DIAG_WARNINGS, false, false},
	[DETAIL] = {"a detail", "detail", "details", DIAG_NOTES, false, false},
};

/* Lines per file, and which of them are bad or odd. */
enum { FILES = 3 };
static const size_t file_lines[FILES] = {40, 1, 25};

static bool is_bad(size_t file, size_t line)
{
	return file == 1 || line % 3 == 1;
}

static bool is_odd(size_t file, size_t line)
{
	return file == 2 && line % 2 == 1;
}

static void note_line(struct notes *notes, const struct chunk *chunk, size_t line, size_t number)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "line %zu", number);

	if (is_bad(chunk->file, number))
		notes_add(notes, BAD, chunk, line, slice_of(text, (size_t)len));
	if (is_odd(chunk->file, number))
		notes_add(notes, ODD, chunk, line, slice_of(text, (size_t)len));
}

/* Chunks of `size` lines, dealt out to `workers`, which are merged backwards or forwards. */
static struct notes note_all(size_t size, size_t workers, bool backwards)
{
	struct notes notes[8] = {{.chunks = 0}};
	struct chunk chunk = {.index = 0};
	size_t line, i;

	for (chunk.file = 0; chunk.file < FILES; chunk.file++) {
		for (line = 0; line < file_lines[chunk.file]; line += size, chunk.index++) {
			struct notes *mine = &notes[chunk.index * 5 % workers];

			for (i = 0; i < size && line + i < file_lines[chunk.file]; i++)
				note_line(mine, &chunk, i, line + i + 1);
			notes_chunk(mine, &chunk, i);
		}
	}
	notes_count(&notes[workers - 1], COUNTED, 2);
	for (i = 1; i < workers; i++) {
		if (backwards)
			notes_merge(&notes[workers - 1 - i], &notes[workers - i]);
		else
			notes_merge(&notes[0], &notes[i]);
	}
	return notes[0];
}

static struct input *open_files(void)
{
	static const char *const names[FILES] = {"one", "two", "three"};
	struct slice paths[FILES];
	size_t i;

	for (i = 0; i < FILES; i++)
		paths[i] = slice_from(scratch_write(names[i], SLICE("")));
	return input_open(&(struct input_options){
		.paths = paths, .count = FILES, .compat = personality_of("collapse-x")});
}

/* Print the notes, without the name of the folder. */
static void print(const struct notes *notes, struct buf *out)
{
	struct capture capture;
	struct input *input = open_files();
	struct buf said = {0};
	struct slice rest;
	size_t at;

	capture = capture_begin(2);
	notes_print(notes, kinds, KINDS, input);
	capture_end(&capture, &said);
	buf_reset(out);
	for (rest = buf_slice(&said);
	     (at = slice_search(rest, slice_from(scratch_folder))) != SLICE_NONE;) {
		buf_add(out, slice_head(rest, at));
		rest = slice_tail(rest, at + strlen(scratch_folder) + 1);
	}
	buf_add(out, rest);
	buf_release(&said);
	input_close(input);
}

static void the_first_ten_are_shown_and_the_others_counted(void)
{
	static const char expected[] =
		"test: one:1: a bad line: 'line 1'\ntest: one:4: a bad line: 'line 4'\n"
		"test: one:7: a bad line: 'line 7'\ntest: one:10: a bad line: 'line 10'\n"
		"test: one:13: a bad line: 'line 13'\ntest: one:16: a bad line: 'line 16'\n"
		"test: one:19: a bad line: 'line 19'\ntest: one:22: a bad line: 'line 22'\n"
		"test: one:25: a bad line: 'line 25'\ntest: one:28: a bad line: 'line 28'\n"
		"test: three:1: an odd line: 'line 1'\ntest: three:3: an odd line: 'line 3'\n"
		"test: three:5: an odd line: 'line 5'\ntest: three:7: an odd line: 'line 7'\n"
		"test: three:9: an odd line: 'line 9'\ntest: three:11: an odd line: 'line 11'\n"
		"test: three:13: an odd line: 'line 13'\ntest: three:15: an odd line: 'line 15'\n"
		"test: three:17: an odd line: 'line 17'\ntest: three:19: an odd line: 'line 19'\n"
		"test: an odd line: 3 more lines like these\n"
		"test: skipped 24 bad lines, 2 counted things\n";
	struct notes notes = note_all(1000, 1, false);
	struct buf said = {0};

	print(&notes, &said);
	if (!slice_equal(buf_slice(&said), slice_from(expected)))
		fprintf(stderr, "%.*s", SLICE_ARG(buf_slice(&said)));
	CHECK(slice_equal(buf_slice(&said), slice_from(expected)));
	buf_release(&said);
	notes_release(&notes);
}

static void neither_chunks_nor_workers_nor_merging_change_what_is_said(void)
{
	static const size_t sizes[] = {1, 2, 3, 7, 16, 40, 1000}, workers[] = {1, 2, 3, 7, 8};
	struct buf expected = {0}, said = {0};
	size_t s, w;
	int backwards;

	for (s = 0; s < ARRAY_LEN(sizes); s++) {
		for (w = 0; w < ARRAY_LEN(workers); w++) {
			for (backwards = 0; backwards < 2; backwards++) {
				struct notes notes = note_all(sizes[s], workers[w], backwards);

				print(&notes, &said);
				if (expected.len == 0)
					buf_add(&expected, buf_slice(&said));
				CHECK(slice_equal(buf_slice(&said), buf_slice(&expected)));
				notes_release(&notes);
			}
		}
	}
	buf_release(&expected);
	buf_release(&said);
}

static void merging_empties_the_source(void)
{
	struct chunk chunk = {.index = 3};
	struct notes into = {0}, from = {0};

	notes_add(&from, BAD, &chunk, 0, SLICE("x"));
	notes_chunk(&from, &chunk, 5);
	notes_merge(&into, &from);
	CHECK(from.kinds[BAD].count == 0 && from.kinds[BAD].first_count == 0 && from.chunks == 0);
	CHECK(into.kinds[BAD].count == 1 && into.kinds[BAD].first_count == 1);
	notes_release(&from);
	CHECK(slice_equal(into.kinds[BAD].first[0].text, SLICE("x")));
	notes_release(&into);
}

/* Two notes of one line stay in the order in which they were made. */
static void notes_of_one_line_keep_their_order(void)
{
	struct chunk chunk = {.index = 0};
	struct notes notes = {0};
	char text[2] = "a";

	for (text[0] = 'a'; text[0] < 'a' + 15; text[0]++)
		notes_add(&notes, BAD, &chunk, 4, slice_of(text, 1));
	CHECK(notes.kinds[BAD].count == 15 && notes.kinds[BAD].first_count == LIMIT_EXAMPLES);
	CHECK(notes.kinds[BAD].first[0].text.ptr[0] == 'a');
	CHECK(notes.kinds[BAD].first[LIMIT_EXAMPLES - 1].text.ptr[0] == 'a' + LIMIT_EXAMPLES - 1);
	notes_release(&notes);
}

static void texts_are_copies_of_bounded_length(void)
{
	struct chunk chunk = {.index = 0};
	struct notes notes = {0};
	static char text[100000];

	memset(text, 'x', sizeof(text));
	notes_add(&notes, BAD, &chunk, 0, slice_of(text, sizeof(text)));
	notes_add(&notes, BAD, &chunk, 1, (struct slice){0});
	memset(text, 'y', sizeof(text));
	CHECK(notes.kinds[BAD].first[0].text.len < LIMIT_MESSAGE);
	CHECK(notes.kinds[BAD].first[0].text.ptr[0] == 'x');
	CHECK(notes.kinds[BAD].first[1].text.len == 0);
	notes_release(&notes);
}

static void many_notes_hold_little_memory(void)
{
	struct chunk chunk = {.index = 0};
	struct notes notes = {0};
	size_t line;

	for (line = 0; line < 100000; line++)
		notes_add(&notes, BAD, &chunk, line,
			  SLICE("some text of a line that nobody knows"));
	CHECK(notes.kinds[BAD].count == 100000 && notes.arena.size < 1 << 17);
	notes_release(&notes);
}

static void nothing_noted_is_nothing_said(void)
{
	struct notes notes = {0};
	struct buf said = {0};

	print(&notes, &said);
	CHECK(said.len == 0);
	buf_release(&said);
	notes_release(&notes);
}

static void one_is_said_in_the_singular(void)
{
	struct notes notes = {0};
	struct buf said = {0};

	notes_count(&notes, COUNTED, 1);
	print(&notes, &said);
	CHECK(slice_equal(buf_slice(&said), SLICE("test: skipped 1 counted thing\n")));
	buf_release(&said);
	notes_release(&notes);
}

static void levels_choose_what_is_said(void)
{
	struct chunk chunk = {.index = 0};
	struct notes notes = {0};
	struct buf said = {0};

	notes_add(&notes, DETAIL, &chunk, 0, SLICE("x"));
	print(&notes, &said);
	CHECK(said.len == 0);
	diag_set_level(DIAG_NOTES);
	print(&notes, &said);
	CHECK(slice_contains(buf_slice(&said), SLICE("a detail: 'x'")));
	CHECK(slice_contains(buf_slice(&said), SLICE("skipped 1 detail\n")));
	notes_add(&notes, BAD, &chunk, 0, SLICE("x"));
	diag_set_level(DIAG_ERRORS);
	print(&notes, &said);
	CHECK(said.len == 0);
	diag_set_level(DIAG_WARNINGS);
	buf_release(&said);
	notes_release(&notes);
}

/* The longest message is one line of LIMIT_MESSAGE bytes, without control characters. */
static void messages_are_single_lines_of_bounded_length(void)
{
	struct capture capture = capture_begin(2);
	struct buf said = {0};
	static char text[3000];
	size_t i;

	for (i = 0; i < sizeof(text) - 1; i++)
		text[i] = (char)(1 + i % 255);
	diag_warn("%s", text);
	diag_warn("%s", "short");
	capture_end(&capture, &said);
	CHECK(said.len == LIMIT_MESSAGE + strlen("test: short\n"));
	CHECK(slice_find(buf_slice(&said), '\n') == LIMIT_MESSAGE - 1);
	for (i = 0; i + 1 < LIMIT_MESSAGE; i++)
		CHECK(said.ptr[i] >= 0x20 && said.ptr[i] != 0x7F); /* nor half characters */
	buf_release(&said);
}

static void the_kind_of_a_note_decides_whether_the_run_fails(void)
{
	struct chunk chunk = {.index = 0};
	struct notes bad = {0}, odd = {0}, counted = {0};

	notes_add(&bad, BAD, &chunk, 0, SLICE("x"));
	notes_add(&odd, ODD, &chunk, 0, SLICE("x"));
	notes_count(&counted, COUNTED, 7);
	CHECK(!notes_fail(&bad, kinds, KINDS, false) && notes_fail(&bad, kinds, KINDS, true));
	CHECK(notes_fail(&odd, kinds, KINDS, false) && notes_fail(&odd, kinds, KINDS, true));
	CHECK(!notes_fail(&counted, kinds, KINDS, false));
	CHECK(!notes_fail(&counted, kinds, KINDS, true));
	notes_release(&bad);
	notes_release(&odd);
	notes_release(&counted);
}

TEST(notes)
{
	diag_init("test");
	scratch_begin();
	the_first_ten_are_shown_and_the_others_counted();
	neither_chunks_nor_workers_nor_merging_change_what_is_said();
	merging_empties_the_source();
	notes_of_one_line_keep_their_order();
	texts_are_copies_of_bounded_length();
	many_notes_hold_little_memory();
	nothing_noted_is_nothing_said();
	one_is_said_in_the_singular();
	levels_choose_what_is_said();
	messages_are_single_lines_of_bounded_length();
	the_kind_of_a_note_decides_whether_the_run_fails();
	scratch_end();
	return check_done();
}
