/* SPDX-License-Identifier: MIT */
/* Files that arrive in pieces: where they end, which lines notes name, what waits for more. */
#include "collapse/stream.h"

#include "tests/unit/check.h"

/*
 * A parser of nothing: it logs what it is given, "!" breaks it, files end with "." or are cut off.
 */
struct reader {
	struct stream stream;
	struct buf log;
	size_t lines, bytes;
	size_t wanted; /* bytes of a piece, at least */
	char last;
};

static bool feed(void *state, struct slice piece)
{
	struct reader *reader = state;

	buf_printf(&reader->log, "<%.*s>", SLICE_ARG(piece));
	reader->lines = slice_count(piece, '\n');
	reader->bytes = piece.len;
	if (piece.len > 0)
		reader->last = piece.ptr[piece.len - 1];
	return slice_find(piece, '!') == SLICE_NONE;
}

static bool end(void *state)
{
	struct reader *reader = state;

	buf_add_char(&reader->log, '|');
	reader->lines = reader->bytes = 0;
	return reader->last == '.';
}

static size_t lines(void *state)
{
	return ((struct reader *)state)->lines;
}

static size_t bytes(void *state)
{
	return ((struct reader *)state)->bytes;
}

static struct slice problem(void *state)
{
	(void)state;
	return SLICE("an exclamation mark");
}

static size_t unfinished(void *state)
{
	return ((struct reader *)state)->wanted;
}

static const struct stream_parser parser = {feed, end, lines, bytes, problem, unfinished};

struct trial {
	struct reader reader;
	struct ingest_run run;
};

static void begin(struct trial *trial, size_t wanted)
{
	*trial = (struct trial){.reader = {.stream = {.parser = &parser}, .wanted = wanted}};
	trial->run.state = &trial->reader;
}

static void give(struct trial *trial, size_t file, const char *text, bool is_last)
{
	trial->run.chunk.file = file;
	trial->run.chunk.last = is_last;
	trial->run.line = 0;
	stream_parse(&trial->run, slice_from(text));
	trial->run.chunk.index++;
}

static bool logs(struct trial *trial, const char *wanted)
{
	bool good = slice_equal(buf_slice(&trial->reader.log), slice_from(wanted));

	if (!good)
		fprintf(stderr, "%.*s\n", SLICE_ARG(buf_slice(&trial->reader.log)));
	notes_release(&trial->run.notes);
	stream_release(&trial->reader.stream);
	buf_release(&trial->reader.log);
	return good;
}

static uint64_t noted(const struct trial *trial, enum stream_note kind)
{
	return trial->run.notes.kinds[kind].count;
}

static void a_file_ends_where_the_next_begins(void)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a", false);
	give(&trial, 0, "b.", false);
	give(&trial, 1, "c.", false);
	stream_finish(&trial.run);
	stream_finish(&trial.run); /* once more changes nothing */
	CHECK(noted(&trial, STREAM_CUT) == 0);
	CHECK(logs(&trial, "<a><b.>|<c.>|"));
}

static void a_last_chunk_ends_a_file(void)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a.", true);
	give(&trial, 0, "b.", true);
	CHECK(logs(&trial, "<a.>|<b.>|"));
}

static void files_that_are_cut_off_are_noted(void)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a", true);
	CHECK(noted(&trial, STREAM_CUT) == 1);
	CHECK(logs(&trial, "<a>|"));
}

static void damage_is_noted_once_a_file(void)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "!", false);
	give(&trial, 0, "!", false);
	CHECK(noted(&trial, STREAM_BROKEN) == 1);
	give(&trial, 1, "!", false);
	stream_finish(&trial.run);
	CHECK(noted(&trial, STREAM_BROKEN) == 2);
	CHECK(noted(&trial, STREAM_CUT) == 0); /* its end is not reached */
	CHECK(logs(&trial, "<!><!>|<!>|"));
}

static void short_pieces_wait_for_more(void)
{
	struct trial trial;

	begin(&trial, 3);
	give(&trial, 0, "a", false);
	give(&trial, 0, "b", false);
	give(&trial, 0, "cd", false);
	give(&trial, 0, "efg", false);
	give(&trial, 0, ".", true); /* however short it is */
	CHECK(logs(&trial, "<abcd><efg><.>|"));
}

static void lines_are_counted_across_pieces(void)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a\nb\nc", false);
	CHECK(trial.run.line == 2);
	give(&trial, 0, "d\n.", true);
	CHECK(trial.run.line == 2); /* the last line lacks its end */
	CHECK(logs(&trial, "<a\nb\nc><d\n.>|"));
}

TEST(stream)
{
	a_file_ends_where_the_next_begins();
	a_last_chunk_ends_a_file();
	files_that_are_cut_off_are_noted();
	damage_is_noted_once_a_file();
	short_pieces_wait_for_more();
	lines_are_counted_across_pieces();
	return check_done();
}
