/* SPDX-License-Identifier: MIT */
/* Files that arrive in pieces: where they end, which lines notes name, what waits for more. */
#include "collapse/stream.h"

#include "tests/unit/check.h"

/*
 * A reader of nothing: it logs what it is given, "!" breaks it, files end with "." or are cut off.
 */
struct log_reader {
	struct piece_reader reader;
	struct buf log;
	size_t wanted; /* bytes of a piece, at least */
	char last;
};

static bool feed(struct piece_reader *reader, struct slice piece)
{
	struct log_reader *log = (struct log_reader *)reader;

	piece_reader_begin(reader, piece);
	buf_printf(&log->log, "<%.*s>", SLICE_ARG(piece));
	if (piece.len > 0)
		log->last = piece.ptr[piece.len - 1];
	reader->base = piece.len;
	piece_reader_finish(reader);
	reader->unfinished = log->wanted;
	if (slice_find(piece, '!') == SLICE_NONE)
		return true;
	buf_add_text(&reader->problem, "an exclamation mark");
	return false;
}

static bool end(struct piece_reader *reader)
{
	struct log_reader *log = (struct log_reader *)reader;

	buf_add_char(&log->log, '|');
	piece_reader_end(reader);
	reader->unfinished = log->wanted;
	return log->last == '.';
}

static size_t position(const struct piece_reader *reader)
{
	return reader->base;
}

struct trial {
	struct log_reader reader;
	struct stream stream;
	struct ingest_run run;
};

static void begin(struct trial *trial, size_t wanted)
{
	*trial = (struct trial){
		.reader = {.reader = {feed, end, position, .unfinished = wanted}, .wanted = wanted},
		.stream = {.reader = &trial->reader.reader},
	};
	trial->run.state = &trial->stream;
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
	stream_release(&trial->stream);
	buf_release(&trial->reader.reader.problem);
	buf_release(&trial->reader.log);
	return good;
}

static uint64_t noted(const struct trial *trial, enum stream_note kind)
{
	return trial->run.notes.kinds[kind].count;
}

CASE(a_file_ends_where_the_next_begins)
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

CASE(a_last_chunk_ends_a_file)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a.", true);
	give(&trial, 0, "b.", true);
	CHECK(logs(&trial, "<a.>|<b.>|"));
}

CASE(files_that_are_cut_off_are_noted)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a", true);
	CHECK(noted(&trial, STREAM_CUT) == 1);
	CHECK(logs(&trial, "<a>|"));
}

CASE(damage_is_noted_once_a_file)
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

CASE(short_pieces_wait_for_more)
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

CASE(lines_are_counted_across_pieces)
{
	struct trial trial;

	begin(&trial, 0);
	give(&trial, 0, "a\nb\nc", false);
	CHECK(trial.run.line == 2);
	give(&trial, 0, "d\n.", true);
	CHECK(trial.run.line == 2); /* the last line lacks its end */
	CHECK(logs(&trial, "<a\nb\nc><d\n.>|"));
}

TEST_CASES(stream)
