/* SPDX-License-Identifier: MIT */
#include "common/io/input.h"

#include <errno.h>
#include <pthread.h>

#include "common/base/arena.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/io/progress.h"
#include "common/io/source.h"

/*
 * Finds the starts of records in text that is read piece by piece, and records that are too long. A
 * line longer than a record may be starts no record, unless every line does; so the answer never
 * needs more text than that.
 */

struct record_rule {
	struct input_records records;
	size_t max; /* bytes of a record; SIZE_MAX: any */
};

/* A search for the first record start at or after `target`, which must be above 0. */
struct record_search {
	const struct record_rule *rule;
	size_t target;
	size_t from;    /* no record starts before this */
	size_t seen;    /* bytes of the text in which there is no further line end */
	size_t keep;    /* end of the line at the target, 0 where it is not known */
	uint64_t bytes; /* removed after that */
	size_t lines;
};

COLD size_t input_next_line(struct slice text, size_t from)
{
	size_t at = slice_find(slice_tail(text, from - 1), '\n');

	return at == SLICE_NONE ? SLICE_NONE : from + at;
}

COLD size_t input_next_record(const struct input_records *records, struct slice text, size_t from)
{
	size_t start, length;

	if (!records->starts)
		return records->next(text, from);
	start = input_next_line(text, from);
	while (start != SLICE_NONE) {
		struct slice line;

		length = slice_find(slice_tail(text, start), '\n');
		if (length == SLICE_NONE)
			return SLICE_NONE;
		line = slice_of(text.ptr + start, length);
		if (records->starts(records->cleans ? input_clean_line(line) : line))
			return start;
		start += length + 1;
	}
	return SLICE_NONE;
}

COLD size_t input_anywhere(struct slice text, size_t from)
{
	return from <= text.len ? from : SLICE_NONE;
}

/* The line at `at`, where the format starts a record. */
static bool is_too_long(const struct record_rule *rule, struct slice text, size_t at)
{
	return rule->records.next != input_next_line && text.len - at > rule->max &&
	       slice_find(slice_of(text.ptr + at, rule->max), '\n') == SLICE_NONE;
}

static size_t records_next_record(const struct record_rule *rule, struct slice text, size_t from)
{
	size_t at = input_next_record(&rule->records, text, from);

	while (at != SLICE_NONE && is_too_long(rule, text, at))
		at = input_next_record(&rule->records, text, at + 1);
	return at;
}

static struct record_search record_search_from(const struct record_rule *rule, size_t target)
{
	assert(target > 0);
	return (struct record_search){
		.rule = rule, .target = target, .from = target, .seen = target - 1};
}

/*
 * Continue in a text that may have grown since the last call: the record start, or SLICE_NONE.
 * `is_all`: nothing will follow. Each byte is searched once, bytes of unfinished lines twice.
 */
static size_t record_search_in(struct record_search *search, struct slice text, bool is_all)
{
	const struct record_rule *rule = search->rule;
	size_t line_end = slice_find(slice_tail(text, search->seen), '\n'), at;

	if (is_all || rule->records.next == input_anywhere || line_end != SLICE_NONE) {
		at = records_next_record(rule, text, search->from);
		if (at != SLICE_NONE)
			return at;
	}
	if (line_end != SLICE_NONE && search->keep == 0)
		search->keep = search->seen + line_end + 1;
	if (line_end != SLICE_NONE)
		search->from = slice_rfind(text, '\n') + 1;
	search->seen = text.len;
	/* inside a line: it starts before the target, or is too long to start a record */
	if (text.ptr[search->from - 1] != '\n' || text.len - search->from >= rule->max)
		search->from = text.len;
	return SLICE_NONE;
}

static void cut_out(struct record_search *search, struct buf *buf, size_t end)
{
	struct slice text = slice_between(buf->ptr + search->keep, buf->ptr + end);

	search->bytes += text.len;
	search->lines += slice_count(text, '\n');
	memmove(buf->ptr + search->keep, buf->ptr + end, buf->len - end);
	buf->len -= text.len;
}

/*
 * Remove the lines from the target to the place where the search continues, if their record is too
 * long in any case. Otherwise does nothing.
 */
static void record_search_trim(struct record_search *search, struct buf *buf)
{
	size_t end = search->from - 1;

	if (search->bytes == 0 && search->from - search->target <= search->rule->max)
		return;
	if (search->keep == 0)
		search->keep = search->target; /* the line there is too long to start a record */
	if (end <= search->keep)
		return;
	cut_out(search, buf, end);
	search->from = search->keep + 1;
	search->seen = buf->len;
}

/*
 * If lines have been removed: remove the others, too, up to `end`, which becomes the end of the
 * text.
 */
static void record_search_close(struct record_search *search, struct buf *buf, size_t *end)
{
	if (search->bytes == 0)
		return;
	search->lines += buf->ptr[*end - 1] != '\n'; /* the last line of a file */
	cut_out(search, buf, *end);
	*end = search->keep;
}

/* Give chunk->text the records of chunk->rest that precede the next one that is too long. */
static void record_take(const struct record_rule *rule, struct chunk *chunk)
{
	struct slice rest = chunk->rest;
	size_t at = 0, next = 0, removed = 0;

	chunk->text = rest;
	chunk->rest = slice_tail(rest, rest.len);
	chunk->last = chunk->ends_file;
	chunk->left_out = 0;
	if (rest.len <= rule->max && chunk->removed == 0)
		return;
	while (removed == 0 && next - at <= rule->max) {
		if (next == rest.len)
			return;
		at = next;
		next = records_next_record(rule, rest, at + 1);
		if (next == SLICE_NONE) {
			next = rest.len;
			removed = chunk->removed;
			chunk->removed = 0;
		}
	}
	chunk->text = slice_head(rest, at);
	chunk->rest = slice_tail(rest, next);
	chunk->last = false;
	chunk->left_out = slice_count(slice_between(rest.ptr + at, rest.ptr + next), '\n') +
			  (removed > 0 ? removed : rest.ptr[next - 1] != '\n');
}

/*
 * A range of a seekable file, cut at the starts of records. The thread that claimed
 * it reads it without a lock.
 */

/* A claimed range of a seekable file; read without the lock. */
struct input_range {
	struct source *source;
	off_t base;   /* file offset of the first byte of the buffer: up to LEAD before the range */
	size_t begin; /* of the range, in the buffer */
	size_t end;   /* of the range, in the buffer, if the file goes on there */
	bool last;    /* it ends where the file ends */
	uint64_t removed; /* bytes of a record that is too long, which starts in the range */
	off_t next;       /* the record start after that */
	int problem;      /* the errno of a read that failed, or 0 */
};

enum { READ_ON = 1 << 20 }; /* most bytes at a time to find the end of a record */

/* The number of bytes to read next to find a record start after `target`. */
static size_t input_read_on(const struct buf *buf, size_t target)
{
	size_t more = buf->len - target + 4096;

	return buf->len + (more < READ_ON ? more : READ_ON);
}

/* Make the buffer hold `want` bytes of the file from range->base on; false at the end of it. */
static bool range_fill(struct input_range *range, struct buf *buf, size_t want)
{
	off_t at = range->base + (off_t)range->removed + (off_t)buf->len;
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

/*
 * The first record start of the range, SLICE_NONE if it has none. Deciding about its last line may
 * need the whole line.
 */
static size_t range_find_start(struct input_range *range, const struct record_rule *rule,
			       struct buf *buf, bool *more)
{
	struct record_search search = record_search_from(rule, range->begin);
	size_t start;

	for (;;) {
		start = record_search_in(&search, buf_slice(buf), !*more);
		if (start != SLICE_NONE || search.from >= range->end || !*more)
			return start < range->end ? start : SLICE_NONE;
		*more = range_fill(range, buf, input_read_on(buf, range->begin));
	}
}

/* The first record start after the range: where the chunk ends, or SLICE_NONE. */
static size_t find_end(struct input_range *range, struct record_search *search, struct buf *buf,
		       bool more)
{
	size_t end;

	for (;;) {
		end = record_search_in(search, buf_slice(buf), !more);
		if (end != SLICE_NONE || !more)
			return end;
		record_search_trim(search, buf);
		range->removed = search->bytes;
		more = range_fill(range, buf, input_read_on(buf, range->end));
	}
}

/*
 * The records that start in the range. If it has no record start, it is empty; only the claimer of
 * a record's start reads on to its end.
 */
static void input_range_read(struct input_range *range, const struct record_rule *rule,
			     struct buf *buf, struct chunk *chunk)
{
	bool more = range_fill(range, buf, range->end) && !range->last;
	struct record_search search = record_search_from(rule, range->end);
	size_t start = 0, end = SLICE_NONE;

	chunk->rest = slice_of(buf->ptr, 0);
	chunk->removed = 0;
	chunk->ends_file = false;
	if (buf->len < range->begin) /* the file was truncated */
		return;
	if (range->begin > 0)
		start = range_find_start(range, rule, buf, &more);
	if (start == SLICE_NONE || start >= buf->len)
		return;
	/* shorter: the file was truncated while it was read */
	if (!range->last && buf->len >= range->end)
		end = find_end(range, &search, buf, more);
	chunk->ends_file = end == SLICE_NONE;
	if (chunk->ends_file)
		end = buf->len;
	record_search_close(&search, buf, &end);
	range->removed = search.bytes;
	range->next = range->base + (off_t)(range->removed + end);
	/* also where a later range begins within the last record, and so has none */
	chunk->ends_file |= range->next == range->source->end;
	chunk->removed = search.lines;
	chunk->rest = slice_of(buf->ptr + start, end - start);
}

struct input {
	struct record_rule rule;
	size_t max_record;
	size_t chunk_size;
	bool joined; /* the files are one stream */

	pthread_mutex_t lock; /* guards all below */
	struct source *sources;
	size_t count;
	size_t file;      /* being claimed from; == count at the end */
	size_t stop;      /* claims end in front of this file */
	off_t position;   /* in a seekable file: where the next chunk begins */
	size_t index;     /* of the next chunk */
	struct buf carry; /* of a stream: read, and after the last record start */
	struct buf head;  /* of the first file, if it is seekable: what was looked at */
	struct buf later; /* the same for another file */
	bool failed;
	uint64_t bytes;
	struct progress progress;
	struct arena paths;
};

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

COLD struct input *input_open(const struct input_options *options)
{
	struct input *input = memory_get(sizeof(*input));
	bool good = true, has_stdin = false;
	size_t i;

	*input = (struct input){
		.max_record = INPUT_MAX_RECORD,
		.chunk_size = options->chunk_size > 0 ? options->chunk_size : INPUT_CHUNK_SIZE,
		.joined = options->compat->files_are_joined && options->count > 1,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	if (options->max_record > 0)
		input->max_record = options->max_record < SIZE_MAX ? (size_t)options->max_record
								   : SIZE_MAX;
	input_cut_at(input, &options->records);
	input->sources = memory_resize(NULL, options->count + 1, sizeof(*input->sources));
	for (i = 0; i == 0 || i < options->count; i++) {
		bool is_stdin = options->count == 0 || (options->dash_is_stdin &&
							slice_equal(options->paths[i], SLICE("-")));
		struct source source = {
			.fd = -1,
			.bears_interrupt = options->compat->bears_interrupt,
			.is_stream = options->is_stream,
			.last_snapshot = options->last_snapshot,
			.may_double = options->may_double,
		};

		if (is_stdin && has_stdin)
			continue; /* named twice it is read once, whether a pipe or a file */
		has_stdin |= is_stdin;
		if (!is_stdin)
			source.path = path_of(input, options->paths[i]);
		source.given = context_source(source.path);
		if (source_check(&source, options->compat))
			input->sources[input->count++] = source;
		else if (!options->compat->missing_is_warning)
			good = false;
	}
	input->stop = input->count;
	if (good) {
		progress_start(&input->progress, bytes_of_all(input));
		return input;
	}
	input_close(input);
	return NULL;
}

COLD void input_close(struct input *input)
{
	size_t i;

	for (i = 0; i < input->count; i++)
		source_close(&input->sources[i]);
	free(input->sources);
	buf_release(&input->carry);
	buf_release(&input->head);
	buf_release(&input->later);
	arena_release(&input->paths);
	pthread_mutex_destroy(&input->lock);
	free(input);
}

COLD bool input_is_good(const struct input *input)
{
	return !input->failed;
}

COLD bool input_is_small(const struct input *input)
{
	return input->progress.total > 0 && input->progress.total <= input->chunk_size &&
	       input->progress.total <= INPUT_CHUNK_SIZE;
}

COLD uint64_t input_size(const struct input *input)
{
	return input->progress.total;
}

COLD uint64_t input_line_number(const struct input *input, size_t file, uint64_t line)
{
	return input->sources[file].is_doubled ? 2 * line - 1 : line;
}

COLD struct slice input_name(const struct input *input, size_t file)
{
	assert(file < input->count);
	return slice_from(source_name(&input->sources[file]));
}

COLD uint64_t input_bytes(const struct input *input)
{
	return input->bytes;
}

COLD size_t input_memory(const struct input *input)
{
	size_t bytes = input->carry.cap, i;

	for (i = 0; i < input->count; i++)
		bytes += source_memory(&input->sources[i]);
	return bytes;
}

/* The current file open, at its first byte; NULL where claims end, or after a failure. */
static struct source *current_source(struct input *input)
{
	struct source *source = &input->sources[input->file];

	if (input->failed || input->file >= input->stop)
		return NULL;
	if (source->is_open)
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
 * A stream: read until a record starts after chunk_size bytes, keep the rest. Under the lock.
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

COLD bool input_peek(struct input *input, size_t size, struct slice *head, bool *whole)
{
	struct source *source = current_source(input);
	struct buf *buf = &input->carry;
	ssize_t n;

	*head = SLICE("");
	*whole = true;
	if (!source)
		return !input->failed;
	if (source->can_seek) {
		buf = input->file == 0 ? &input->head : &input->later;
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

COLD size_t input_file(const struct input *input)
{
	return input->file;
}

COLD size_t input_count(const struct input *input)
{
	return input->count;
}

COLD void input_skip_file(struct input *input)
{
	assert(input->file < input->count);
	buf_reset(&input->carry);
	finish_file(input);
}

COLD void input_stop_at(struct input *input, size_t file)
{
	input->stop = file;
}

COLD bool input_is_plain(const struct input *input)
{
	return input->file < input->count && input->sources[input->file].can_seek;
}

COLD const char *input_path(const struct input *input, size_t file)
{
	return input->sources[file].given ? NULL : input->sources[file].path;
}

COLD int input_waits_for(struct input *input)
{
	const struct source *source = current_source(input);

	return source && input->carry.len == 0 ? source_waits_for(source) : -1;
}

COLD ssize_t input_read(struct input *input, char *to, size_t size)
{
	struct source *source = current_source(input);
	struct buf *carry = &input->carry;
	ssize_t n;

	if (limits_met())
		return -1;
	if (!source)
		return input->failed ? -1 : 0;
	if (carry->len > 0) { /* bytes already searched */
		n = (ssize_t)(carry->len < size ? carry->len : size);
		memcpy(to, carry->ptr, (size_t)n);
		memmove(carry->ptr, carry->ptr + n, carry->len - (size_t)n);
		carry->len -= (size_t)n;
		return n;
	}
	n = source_read(source, to, size);
	input->failed |= n < 0;
	input->bytes += n > 0 ? (uint64_t)n : 0;
	return n;
}

COLD bool input_head(struct input *input, size_t file, struct buf *head)
{
	struct source *source = &input->sources[file];
	ssize_t n = 0;

	buf_reset(head);
	buf_add(head, file == 0 ? buf_slice(&input->head) : SLICE(""));
	if (head->len == 0 && file < input->count && source->can_seek && !source->is_open &&
	    source_open(source)) {
		n = source_read_at(source, buf_reserve(head, INPUT_HEAD), INPUT_HEAD,
				   source->begin);
		head->len = n > 0 ? (size_t)n : 0;
		source_close(source);
	}
	return head->len > 0;
}

COLD void input_cut_at(struct input *input, const struct input_records *records)
{
	bool has_limit = input_has_records(records) && records->next != input_anywhere;

	input->rule = (struct record_rule){*records, has_limit ? input->max_record : SIZE_MAX};
}

/* Go on with the next joined file; false if none exists. */
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

/* Read on to the first record start after the target: where the chunk ends, or SLICE_NONE. */
static size_t read_stream(struct input *input, struct source *source, struct record_search *search,
			  struct buf *buf)
{
	size_t want = search->target + search->target / 16 + 1, edge = SLICE_NONE;
	bool more = true;

	while (more && edge == SLICE_NONE) {
		if (!read_more(input, source, buf, want)) {
			if (join_next(input, buf, &source))
				continue;
			more = false;
		}
		if (!input_has_records(&input->rule.records)) {
			want = buf->len * 2;
		} else if (buf->len > search->target) {
			edge = record_search_in(search, buf_slice(buf), !more);
			if (edge == SLICE_NONE)
				record_search_trim(search, buf);
			want = input_read_on(buf, search->target);
		}
	}
	return edge;
}

static bool claim_stream(struct input *input, struct source *source, struct buf *buf,
			 struct chunk *chunk)
{
	struct record_search search = record_search_from(&input->rule, input->chunk_size);
	size_t edge;

	buf_reset(buf);
	buf_add(buf, buf_slice(&input->carry));
	buf_reset(&input->carry);
	edge = read_stream(input, source, &search, buf);
	if (input->failed)
		return false;
	if (input->index == 0)
		buf_add(&input->head,
			slice_head(buf_slice(buf), buf->len < INPUT_HEAD ? buf->len : INPUT_HEAD));
	chunk->file = input->joined ? 0 : input->file; /* lines are counted through all */
	chunk->index = input->index++;
	chunk->ends_file = edge == SLICE_NONE;
	if (chunk->ends_file) {
		finish_file(input);
		edge = buf->len;
	}
	record_search_close(&search, buf, &edge);
	chunk->removed = search.lines;
	buf_add(&input->carry, slice_tail(buf_slice(buf), edge));
	buf->len = edge;
	chunk->rest = buf_slice(buf);
	return true;
}

/*
 * Bytes that are read in front of a range, of which its start needs the last one. Memory of the size
 * of a chunk begins 16 bytes after a page, and ranges at pages: with fewer bytes in front, the
 * destination would be 1 to 63 bytes after the source, modulo a page. Such copies of the kernel take
 * 4 x the time on AMD's Zen 3.
 */
enum { LEAD = 64 };

static struct input_range claim_range(struct input *input, struct source *source,
				      struct chunk *chunk)
{
	off_t left = source->end - input->position;
	struct input_range range = {.source = source, .base = input->position};

	range.begin = input->position - source->begin < LEAD
			      ? (size_t)(input->position - source->begin)
			      : LEAD;
	range.base -= (off_t)range.begin;
	range.last = !input_has_records(&input->rule.records) || left <= (off_t)input->chunk_size;
	if ((uint64_t)left > SIZE_MAX - LEAD - 1 && range.last) /* size_t has 32 bits */
		memory_die();
	range.end = range.begin + (range.last ? (size_t)left : input->chunk_size);
	input->position += (off_t)(range.end - range.begin);
	chunk->file = input->file;
	chunk->index = input->index++;
	source->users++;
	if (range.last)
		finish_file(input);
	return range;
}

static bool claim_at(struct input *input, struct source *source, struct buf *buf,
		     struct chunk *chunk)
{
	struct input_range range = claim_range(input, source, chunk);

	pthread_mutex_unlock(&input->lock);
	buf_reset(buf);
	buf_reserve(buf, range.end + 4096);
	input_range_read(&range, &input->rule, buf, chunk);
	pthread_mutex_lock(&input->lock);
	input->bytes += chunk->rest.len + range.removed;
	/* else there was a message: all claims fail together */
	if (range.problem != 0 && !input->failed) {
		source_report(source, range.problem);
		input->failed = true;
	}
	if (range.removed > 0 && !source->finished && input->position < range.next)
		input->position = range.next; /* no other claimer needs to read that again */
	source->users--;
	close_if_done(source);
	return range.problem == 0;
}

/*
 * Bytes read so far: of the files as stored if their sizes are known, else of their decompressed
 * content.
 */
static uint64_t bytes_behind(const struct input *input)
{
	const struct source *source = input->sources;
	uint64_t bytes = 0;

	if (input->progress.total == 0)
		return input->bytes;
	for (; source < input->sources + input->file; source++)
		bytes += (uint64_t)(source->end - source->begin);
	if (input->file == input->count || !source->is_open)
		return bytes;
	if (source->can_seek && !input->joined)
		return bytes + (uint64_t)(input->position - source->begin);
	return bytes + source_read_so_far(source);
}

COLD bool input_claim(struct input *input, struct buf *buf, struct chunk *chunk)
{
	struct source *source;
	bool claimed = false;

	if (limits_met())
		return false;
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
	if (!claimed)
		return false;
	chunk->follows_gap = false;
	record_take(&input->rule, chunk);
	return true;
}

COLD bool input_after_gap(const struct input *input, struct chunk *chunk)
{
	if (chunk->left_out == 0)
		return false;
	chunk->follows_gap = true;
	record_take(&input->rule, chunk);
	return true;
}
