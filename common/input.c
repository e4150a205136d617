/* SPDX-License-Identifier: MIT */
#include "common/input.h"

#include <errno.h>
#include <pthread.h>

#include "common/arena.h"
#include "common/diag.h"
#include "common/progress.h"
#include "common/source.h"

struct input {
	input_next_record_fn *next_record;
	size_t chunk_size;
	bool joined; /* the files are one stream */

	pthread_mutex_t lock; /* guards all below */
	struct source *sources;
	size_t count;
	size_t file;      /* being claimed from; == count at the end */
	off_t position;   /* in a seekable file: where the next chunk begins */
	size_t index;     /* of the next chunk */
	struct buf carry; /* of a stream: read, and behind the last record start */
	struct buf head;  /* of a seekable file: what was looked at */
	bool failed;
	uint64_t bytes;
	struct progress progress;
	struct arena paths;
};

size_t input_next_line(struct slice text, size_t from)
{
	size_t at = slice_find(slice_tail(text, from - 1), '\n');

	return at == SLICE_NONE ? SLICE_NONE : from + at;
}

size_t input_next_line_that(struct slice text, size_t from, bool (*is_start)(struct slice line))
{
	size_t start = input_next_line(text, from), length;

	while (start != SLICE_NONE) {
		length = slice_find(slice_tail(text, start), '\n');
		if (length == SLICE_NONE)
			return SLICE_NONE;
		if (is_start(slice_of(text.ptr + start, length)))
			return start;
		start += length + 1;
	}
	return SLICE_NONE;
}

size_t input_anywhere(struct slice text, size_t from)
{
	return from <= text.len ? from : SLICE_NONE;
}

static const char *path_of(struct input *input, struct slice path)
{
	char *copy = arena_alloc(&input->paths, path.len + 1);

	memcpy(copy, path.ptr, path.len);
	copy[path.len] = '\0';
	return copy;
}

/* 0 if that is not known of one. */
static uint64_t bytes_of_all(const struct input *input)
{
	uint64_t bytes = 0, more;
	size_t i;

	for (i = 0; i < input->count; i++) {
		if (!source_size(&input->sources[i], &more))
			return 0;
		bytes += more;
	}
	return bytes;
}

struct input *input_open(const struct input_options *options)
{
	struct input *input = memory_get(sizeof(*input));
	bool good = true, has_stdin = false;
	size_t i;

	*input = (struct input){
		.next_record = options->next_record,
		.chunk_size = options->chunk_size > 0 ? options->chunk_size : INPUT_CHUNK_SIZE,
		.joined = options->as->files_are_joined && options->count > 1,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	input->sources = memory_resize(NULL, options->count + 1, sizeof(*input->sources));
	if (options->count == 0)
		input->sources[input->count++] = (struct source){.fd = -1};
	for (i = 0; i < options->count; i++) {
		bool is_stdin = options->dash_is_stdin &&
				slice_equal(options->paths[i], SLICE("-"));
		struct source source = {.fd = -1};

		if (is_stdin && has_stdin)
			continue; /* named twice it is read once, be it a pipe or a file */
		has_stdin |= is_stdin;
		if (!is_stdin)
			source.path = path_of(input, options->paths[i]);
		if (source_check(&source, options->as->open_complaint))
			input->sources[input->count++] = source;
		else if (!options->as->missing_is_warning)
			good = false;
	}
	if (good) {
		progress_start(&input->progress, bytes_of_all(input));
		return input;
	}
	input_close(input);
	return NULL;
}

void input_close(struct input *input)
{
	size_t i;

	for (i = 0; i < input->count; i++)
		source_close(&input->sources[i]);
	free(input->sources);
	buf_release(&input->carry);
	buf_release(&input->head);
	arena_release(&input->paths);
	pthread_mutex_destroy(&input->lock);
	free(input);
}

bool input_is_good(const struct input *input)
{
	return !input->failed;
}

bool input_is_small(const struct input *input)
{
	return input->progress.total > 0 && input->progress.total <= input->chunk_size &&
	       input->progress.total <= INPUT_CHUNK_SIZE;
}

uint64_t input_size(const struct input *input)
{
	return input->progress.total;
}

struct slice input_name(const struct input *input, size_t file)
{
	return slice_from(source_name(&input->sources[file]));
}

uint64_t input_bytes(const struct input *input)
{
	return input->bytes;
}

/* The current file open, at its first byte; NULL at the end of all, or after a failure. */
static struct source *current_source(struct input *input)
{
	struct source *source = &input->sources[input->file];

	if (input->failed || input->file == input->count)
		return NULL;
	if (source->fd >= 0)
		return source;
	if (!source_open(source)) {
		input->failed = true;
		return NULL;
	}
	input->position = source->begin;
	return source;
}

static void close_if_done(struct source *source)
{
	if (source->finished && source->users == 0)
		source_close(source);
}

static void finish_file(struct input *input)
{
	struct source *source = &input->sources[input->file++];

	source->finished = true;
	close_if_done(source);
}

/*
 * A stream: read until a record starts behind chunk_size bytes, keep the rest. Under the lock.
 */
static bool read_more(struct input *input, struct source *source, struct buf *buf, size_t want)
{
	while (buf->len < want) {
		ssize_t n = source_read(source, buf_reserve(buf, want - buf->len), want - buf->len);

		if (n < 0)
			input->failed = true;
		if (n <= 0)
			return false;
		buf->len += (size_t)n;
		input->bytes += (uint64_t)n;
	}
	return true;
}

bool input_peek(struct input *input, size_t size, struct slice *head, bool *whole)
{
	struct source *source = current_source(input);
	struct buf *buf = &input->carry;
	ssize_t n;

	*head = SLICE("");
	*whole = true;
	if (!source)
		return !input->failed;
	if (source->can_seek) {
		buf = &input->head;
		buf_reset(buf);
		n = source_read_at(source, buf_reserve(buf, size), size, source->begin);
		if (n < 0) {
			source_report(source, errno);
			input->failed = true;
		}
		buf->len = n > 0 ? (size_t)n : 0;
		*whole = (off_t)buf->len == source->end - source->begin;
	} else {
		*whole = !read_more(input, source, buf, size);
	}
	*head = buf_slice(buf);
	return !input->failed;
}

void input_cut_at(struct input *input, input_next_record_fn *next_record)
{
	input->next_record = next_record;
}

/* Go on with the next joined file; false if there is none. */
static bool join_next(struct input *input, struct buf *buf, struct source **source)
{
	if (!input->joined || input->failed || input->file + 1 >= input->count)
		return false;
	if (buf->len > 0 && buf->ptr[buf->len - 1] != '\n')
		buf_add_char(buf, '\n');
	finish_file(input);
	*source = current_source(input);
	return *source != NULL;
}

static bool claim_stream(struct input *input, struct source *source, struct buf *buf,
			 struct chunk *chunk)
{
	size_t target = input->chunk_size, want = target + target / 16 + 1, edge = SLICE_NONE;

	buf_reset(buf);
	buf_add(buf, buf_slice(&input->carry));
	buf_reset(&input->carry);
	while (edge == SLICE_NONE) {
		if (!read_more(input, source, buf, want)) {
			if (join_next(input, buf, &source))
				continue;
			break;
		}
		if (input->next_record)
			edge = input->next_record(buf_slice(buf), target);
		want = buf->len * 2;
	}
	if (input->failed)
		return false;
	chunk->file = input->joined ? 0 : input->file; /* lines are counted through all */
	chunk->index = input->index++;
	chunk->last = edge == SLICE_NONE;
	if (chunk->last) {
		finish_file(input);
		edge = buf->len;
	}
	buf_add(&input->carry, slice_tail(buf_slice(buf), edge));
	buf->len = edge;
	chunk->text = buf_slice(buf);
	return true;
}

/* A claimed range of a seekable file; read without the lock. */
struct range {
	struct source *source;
	off_t base;   /* file offset of the buffer's first byte: one before the range, if any */
	size_t begin; /* of the range, in the buffer */
	size_t end;   /* of the range, in the buffer, if the file goes on there */
	bool last;    /* it ends where the file ends */
	int problem;  /* the errno of a read that failed, or 0 */
};

static struct range claim_range(struct input *input, struct source *source, struct chunk *chunk)
{
	off_t left = source->end - input->position;
	struct range range = {.source = source, .base = input->position};

	if (input->position > source->begin) {
		range.base--;
		range.begin = 1;
	}
	range.last = !input->next_record || left <= (off_t)input->chunk_size;
	if ((uint64_t)left > SIZE_MAX - 2 && range.last) /* size_t has 32 bits */
		memory_die();
	range.end = range.begin + (range.last ? (size_t)left : input->chunk_size);
	input->position += (off_t)(range.end - range.begin);
	chunk->file = input->file;
	chunk->index = input->index++;
	chunk->last = false;
	source->users++;
	if (range.last)
		finish_file(input);
	return range;
}

/* Make the buffer hold `want` bytes of the file from range->base on; false at the end of it. */
static bool fill(struct range *range, struct buf *buf, size_t want)
{
	off_t at = range->base + (off_t)buf->len;
	size_t more = want - buf->len;
	ssize_t n;

	if ((off_t)more > range->source->end - at)
		more = (size_t)(range->source->end - at);
	n = source_read_at(range->source, buf_reserve(buf, more), more, at);
	if (n < 0)
		range->problem = errno;
	else
		buf->len += (size_t)n;
	return buf->len == want;
}

/* Else the range lies inside one long line, which whoever claimed its start reads to its end. */
static bool has_line_start(struct slice text, size_t end)
{
	if (text.len > end - 1)
		text.len = end - 1;
	return slice_find(text, '\n') != SLICE_NONE;
}

/*
 * The records that start in the range. Lines that start in it are read whole first, so a range
 * without a record start (all inside one long record) ends there; only the claimer of
 * that record's start reads on to its end.
 */
static void read_range(const struct input *input, struct range *range, struct buf *buf,
		       struct chunk *chunk)
{
	bool more = fill(range, buf, range->end) && !range->last;
	bool by_lines = input->next_record != input_anywhere;
	size_t start = 0, end = SLICE_NONE;

	if (by_lines && range->begin > 0 && !has_line_start(buf_slice(buf), range->end)) {
		chunk->text = slice_of(buf->ptr, 0);
		return;
	}
	while (more && by_lines && input_next_line(buf_slice(buf), range->end) == SLICE_NONE)
		more = fill(range, buf, buf->len + (buf->len - range->end) + 4096);
	if (range->begin > 0)
		start = input->next_record(buf_slice(buf), range->begin);
	if (start == SLICE_NONE || start >= range->end || start >= buf->len) {
		chunk->text = slice_of(buf->ptr, 0);
		return;
	}
	if (!range->last && buf->len >= range->end) { /* shorter: the file was cut meanwhile */
		end = input->next_record(buf_slice(buf), range->end);
		while (more && end == SLICE_NONE) {
			more = fill(range, buf, buf->len * 2);
			end = input->next_record(buf_slice(buf), range->end);
		}
	}
	chunk->last = end == SLICE_NONE;
	if (chunk->last)
		end = buf->len;
	chunk->text = slice_of(buf->ptr + start, end - start);
}

static bool claim_at(struct input *input, struct source *source, struct buf *buf,
		     struct chunk *chunk)
{
	struct range range = claim_range(input, source, chunk);

	pthread_mutex_unlock(&input->lock);
	buf_reset(buf);
	buf_reserve(buf, range.end + 4096);
	read_range(input, &range, buf, chunk);
	pthread_mutex_lock(&input->lock);
	input->bytes += chunk->text.len;
	if (range.problem != 0 && !input->failed) { /* else it is said: all claims fail together */
		source_report(source, range.problem);
		input->failed = true;
	}
	source->users--;
	close_if_done(source);
	return range.problem == 0;
}

/* Of the files as they are, if their sizes are known; else of what was in them. */
static uint64_t bytes_behind(const struct input *input)
{
	const struct source *source = input->sources;
	uint64_t bytes = 0;

	if (input->progress.total == 0)
		return input->bytes;
	for (; source < input->sources + input->file; source++)
		bytes += (uint64_t)(source->end - source->begin);
	if (input->file == input->count || source->fd < 0)
		return bytes;
	if (source->can_seek && !input->joined)
		return bytes + (uint64_t)(input->position - source->begin);
	return bytes + source_read_so_far(source);
}

bool input_claim(struct input *input, struct buf *buf, struct chunk *chunk)
{
	struct source *source;
	bool claimed = false;

	pthread_mutex_lock(&input->lock);
	source = current_source(input);
	if (source && source->can_seek && !input->joined)
		claimed = claim_at(input, source, buf, chunk);
	else if (source)
		claimed = claim_stream(input, source, buf, chunk);
	if (!claimed)
		progress_end(&input->progress);
	else if (progress_is_due(&input->progress))
		progress_show(&input->progress, bytes_behind(input));
	pthread_mutex_unlock(&input->lock);
	return claimed;
}
