/* SPDX-License-Identifier: MIT */
/*
 * input.h - files, pipes and "-" as chunks of whole records, claimed by threads.
 *
 * Pull, no reader thread: an idle thread claims the next chunk. A regular file is read with pread()
 * into the claimer's own buffer; a pipe, a compressed file and joined files are read under the
 * lock, and what follows the last record start waits for the next claimer. Memory: claimers x chunk
 * size, and more only where one record is longer than a chunk; a record that is longer than allowed
 * is left out, and at most that much of it is kept in memory.
 */
#ifndef FLAMBEAU_INPUT_H
#define FLAMBEAU_INPUT_H

#include <sys/types.h>

#include "common/base/buf.h"
#include "common/base/personality.h"
#include "common/base/slice.h"

/*
 * A piece of an input, and where it may be cut: in front of a record.
 */

/*
 * The first record start at or after `from` (which is at least 1): a position after a line end that
 * is recognised by the line that starts there alone. So the claimers of neighbouring chunks find
 * the same edge without communication, and a start found from one place is found from any later
 * place up to it. SLICE_NONE if the text ends before one is certain.
 */
typedef size_t input_next_record_fn(struct slice text, size_t from);

/* How record starts are found. Zeroed: a file is one record. */
struct input_records {
	bool (*starts)(struct slice line); /* a whole line, without its LF, starts one; or NULL: */
	bool cleans;                       /* `starts` gets what input_clean_line() returns */
	input_next_record_fn *next;
};

static inline bool input_has_records(const struct input_records *records)
{
	return records->starts || records->next;
}

/* A line without its byte order mark, since files are joined with theirs, and without its CR. */
static inline struct slice input_clean_line(struct slice line)
{
	if (line.len > 0 && line.ptr[0] == '\xEF')
		slice_skip(&line, SLICE("\xEF\xBB\xBF"));
	if (line.len > 0 && line.ptr[line.len - 1] == '\r')
		line.len--;
	return line;
}

/* As input_next_record_fn, if there are records. */
size_t input_next_record(const struct input_records *records, struct slice text, size_t from);

/* Every line start is a record start. */
size_t input_next_line(struct slice text, size_t from);

/* A chunk may end anywhere, in the middle of a line too: for parsers that keep their state. */
size_t input_anywhere(struct slice text, size_t from);

/*
 * The result of a claim; the text is in the claimer's buffer. If a record is too long, the text
 * ends before it, and input_after_gap() yields the records after it.
 */
struct chunk {
	struct slice text; /* whole records, may be empty */
	size_t file;       /* index of its file, for input_name() */
	size_t index;      /* counts up over all files in the order of the text */
	bool last;         /* it ends with its file, not at a record start */
	size_t left_out;   /* lines of the record after the text that is too long, or 0 */
	bool follows_gap;  /* the text follows such a record */

	/* for input_after_gap() */
	struct slice rest;
	size_t removed; /* lines after `rest` of a record that is too long */
	bool ends_file;
};

/* The text being parsed stays in the processor's second cache. */
#define INPUT_CHUNK_SIZE ((size_t)512 << 10)

/* The largest record that is read; a longer one would not be worth its memory and is left out. */
#define INPUT_MAX_RECORD ((size_t)64 << 20)

/* The number of leading bytes that are kept of a stream, for messages about unrecognised input. */
#define INPUT_HEAD ((size_t)16 << 10)

struct input;

struct input_options {
	const struct slice *paths; /* none means standard input */
	size_t count;
	const struct personality *compat;
	bool dash_is_stdin;
	bool last_snapshot; /* of snapshots.h, only the newest whole one is read */
	bool may_double;    /* what pasted.c knows is left out */
	size_t chunk_size;  /* 0 means INPUT_CHUNK_SIZE */
	struct input_records records;
	bool (*is_stream)(struct slice head); /* see source.h; NULL: none is */
	uint64_t max_record;                  /* bytes; 0 means INPUT_MAX_RECORD */
};

/* NULL, after a message, if a file cannot be opened (and that is not only a warning). */
struct input *input_open(const struct input_options *options);

/*
 * The beginning of the current file, before anything of it is claimed: up to `size` bytes,
 * decompressed. Peeking consumes nothing: the same bytes are claimed later. False, after a message,
 * if the file cannot be read.
 */
bool input_peek(struct input *input, size_t size, struct slice *head, bool *whole);

/*
 * After everything was claimed: up to INPUT_HEAD bytes of the beginning of a file, decompressed.
 * False, without a message, if there are none; only of the first file are they kept if it is
 * compressed or a pipe.
 */
bool input_head(struct input *input, size_t file, struct buf *head);

/* Before anything is claimed: cut there, whatever rule input_open() was given. */
void input_cut_at(struct input *input, const struct input_records *records);

/*
 * The descriptor that input_read() would wait for; -1 if it has bytes buffered, or is at the end.
 */
int input_waits_for(struct input *input);

/*
 * Instead of claiming: up to `size` bytes of the current file, which one thread reads from front
 * to back; 0 at its end, -1 after a message.
 */
ssize_t input_read(struct input *input, char *to, size_t size);

/* The file that is read next, and how many there are; equal at the end. */
size_t input_file(const struct input *input);
size_t input_count(const struct input *input);

/* Instead of reading the rest of the current file: go on with the next one. */
void input_skip_file(struct input *input);

/* Claim from no file from this one on, until the next call; input_count(): from all. */
void input_stop_at(struct input *input, size_t file);

/*
 * True if the current file, which input_peek() has seen, is a regular file that is not compressed.
 */
bool input_is_plain(const struct input *input);

/* NULL for standard input, and for what a library was given instead of a file. */
const char *input_path(const struct input *input, size_t file);

/*
 * The next chunk, read into `buf`. False at the end and after a read error; any thread may call.
 */
bool input_claim(struct input *input, struct buf *buf, struct chunk *chunk);

/*
 * The records of the same chunk after one that is too long; its `left_out` lines are to be counted
 * first. False where the chunk has no such record.
 */
bool input_after_gap(const struct input *input, struct chunk *chunk);

/* True if every file could be opened and every read succeeded. Messages have been printed. */
bool input_is_good(const struct input *input);

/*
 * True if all input is known to fit into one chunk: starting a thread would take as long as reading
 * it.
 */
bool input_is_small(const struct input *input);

/* Bytes of all files together; 0 where that is not known. */
uint64_t input_size(const struct input *input);

/* The number of a line in its file, 1 the first, of that in the text that was claimed. */
uint64_t input_line_number(const struct input *input, size_t file, uint64_t line);

/* "-" is shown as "standard input". */
struct slice input_name(const struct input *input, size_t file);

uint64_t input_bytes(const struct input *input); /* read so far, decompressed */

/* Bytes of memory that the files take which are open: what was read ahead, and decompression. */
size_t input_memory(const struct input *input);

void input_close(struct input *input);

#endif
