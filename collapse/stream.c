/* SPDX-License-Identifier: MIT */
#include "collapse/stream.h"

void stream_update_budget(struct ingest_run *run)
{
	const struct stream *stream = stream_of(run);

	run->budget.read = stream->bytes + piece_reader_bytes(stream->reader);
}

void stream_update_line(struct ingest_run *run)
{
	const struct stream *stream = stream_of(run);

	run->line = stream->lines + piece_reader_lines(stream->reader);
	stream_update_budget(run);
}

void stream_note(struct ingest_run *run, unsigned kind, struct slice text)
{
	stream_update_line(run);
	ingest_note(run, kind, text);
}

static void stream_feed(struct ingest_run *run, struct slice text)
{
	struct stream *stream = run->state;

	if (!stream->reader->feed(stream->reader, text) && !stream->is_broken) {
		stream->is_broken = true;
		stream_note(run, STREAM_BROKEN, buf_slice(&stream->reader->problem));
	}
	stream_update_line(run);
	stream->bytes += text.len;
}

static void end_file(struct ingest_run *run)
{
	struct stream *stream = run->state;
	bool whole;

	if (!stream->is_open)
		return;
	stream->is_open = false;
	if (stream->held.len > 0)
		stream_feed(run, buf_slice(&stream->held));
	buf_reset(&stream->held);
	stream->lines = run->line;
	whole = stream->reader->end(stream->reader);
	if (stream->end)
		whole = stream->end(run, whole);
	if (!whole && !stream->is_broken)
		stream_note(run, STREAM_CUT, SLICE(""));
	stream_update_line(run);
	run->line += stream->in_line;
	stream->in_line = false;
}

static void stream_begin_file(struct stream *stream, size_t file)
{
	if (stream->is_open)
		return;
	stream->is_open = true;
	stream->is_broken = false;
	stream->file = file;
}

/* Feed the parser, with bytes that were held back if there are enough now. */
static void feed_or_hold(struct ingest_run *run, struct slice text)
{
	struct stream *stream = run->state;
	size_t wanted = stream->is_broken ? 0 : stream->reader->unfinished;

	if (stream->held.len == 0 && text.len >= wanted) {
		stream_feed(run, text);
		return;
	}
	buf_add(&stream->held, text);
	if (stream->held.len < wanted)
		return;
	stream_feed(run, buf_slice(&stream->held));
	buf_reset(&stream->held);
}

void stream_parse(struct ingest_run *run, struct slice text)
{
	struct stream *stream = run->state;

	assert(stream->reader && (!stream->is_open || stream->file <= run->chunk.file));
	stream->run = run;
	stream->lines = 0;
	if (stream->is_open && stream->file != run->chunk.file)
		end_file(run);
	stream_begin_file(stream, run->chunk.file);
	feed_or_hold(run, text);
	if (text.len > 0)
		stream->in_line = stream->is_broken || text.ptr[text.len - 1] != '\n';
	if (run->chunk.last)
		end_file(run);
}

void stream_finish(struct ingest_run *run)
{
	struct stream *stream = run->state;

	stream->run = run;
	stream->lines = 0;
	end_file(run);
}

void stream_release(struct stream *stream)
{
	text_release(&stream->text);
	buf_release(&stream->held);
}
