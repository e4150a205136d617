/* SPDX-License-Identifier: MIT */
#include "common/io/piece_reader.h"

void piece_reader_begin(struct piece_reader *reader, struct slice piece)
{
	buf_reset(&reader->problem);
	reader->text = reader->broken ? SLICE("") : piece;
	reader->base = reader->counted = reader->lines = reader->seen = 0;
}

bool piece_reader_finish(struct piece_reader *reader)
{
	const size_t size = reader->text.len;

	if (!reader->broken)
		piece_reader_count_lines(reader, size);
	reader->unfinished = reader->seen > 0 ? size - reader->seen : reader->unfinished + size;
	return !reader->broken;
}

bool piece_reader_end(struct piece_reader *reader)
{
	const bool good = !reader->broken;

	buf_reset(&reader->problem);
	reader->text = SLICE("");
	reader->base = reader->counted = reader->lines = reader->unfinished = 0;
	reader->broken = false;
	return good;
}

size_t piece_reader_bytes(const struct piece_reader *reader)
{
	const size_t at = reader->position(reader);

	return at < reader->text.len ? at : reader->text.len;
}

void piece_reader_count_lines(struct piece_reader *reader, size_t end)
{
	while (reader->counted < end) {
		const size_t found = slice_find(
			slice_between(reader->text.ptr + reader->counted, reader->text.ptr + end),
			'\n');

		reader->lines += found != SLICE_NONE;
		reader->counted = found == SLICE_NONE ? end : reader->counted + found + 1;
	}
}

size_t piece_reader_lines(struct piece_reader *reader)
{
	piece_reader_count_lines(reader, piece_reader_bytes(reader));
	return reader->lines;
}
