/* SPDX-License-Identifier: MIT */
/*
 * A profile as folded text. Threads claim blocks of stacks and write them when it is their turn:
 * until then, or until their buffer is full, they need not wait for each other.
 */
#include <pthread.h>

#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/folded/folded.h"
#include "common/io/input.h"

enum {
	BLOCK = 256,             /* stacks */
	AHEAD = 8,               /* stacks */
	BUFFER_SIZE = 256 << 10, /* bytes kept for the turn */
	COUNTS_SIZE = 64,        /* bytes of a line after its stack, at most */
};

/* The lines to write: stacks, or the rows of a labelled profile. */
struct lines {
	const struct stack *const *stacks; /* in order */
	const struct label_row *rows;      /* in order; NULL: there are no labels */
	struct label_texts texts;
	size_t count;
};

struct folded_job {
	const struct profile *profile;
	struct lines lines;
	uint64_t unit;
	bool half_to_even;
	struct output *output; /* of whose turn it is */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t turned;
	size_t claimed, written; /* blocks */
	size_t left_out;         /* stacks */
	size_t too_long;         /* lines, left out, too */
};

static size_t claim(struct folded_job *job)
{
	size_t block;

	pthread_mutex_lock(&job->lock);
	block = job->claimed++;
	pthread_mutex_unlock(&job->lock);
	return block;
}

static void wait_turn(struct folded_job *job, size_t block)
{
	pthread_mutex_lock(&job->lock);
	while (job->written != block)
		pthread_cond_wait(&job->turned, &job->lock);
	pthread_mutex_unlock(&job->lock);
}

static void end_turn(struct folded_job *job, size_t left_out, size_t too_long)
{
	pthread_mutex_lock(&job->lock);
	job->left_out += left_out;
	job->too_long += too_long;
	job->written++;
	pthread_cond_broadcast(&job->turned);
	pthread_mutex_unlock(&job->lock);
}

static uint64_t in_units(uint64_t count, const struct folded_job *job)
{
	uint64_t whole, rest, missing;

	if (job->unit <= 1)
		return count;
	whole = count / job->unit;
	rest = count % job->unit;
	missing = job->unit - rest;
	if (rest == missing && job->half_to_even)
		return whole + whole % 2;
	return whole + (rest >= missing);
}

/* The block being written by a thread. */
struct writing {
	struct folded_job *job;
	size_t block;
	bool is_turn;
	size_t too_long; /* lines that were left out */
	struct buf buf;
};

/* Write the buffer, in order: after the buffers of earlier lines. */
static void folded_write_flush(struct writing *writing)
{
	if (!writing->is_turn)
		wait_turn(writing->job, writing->block);
	writing->is_turn = true;
	output_write(writing->job->output, buf_slice(&writing->buf));
	buf_reset(&writing->buf);
}

/* Bytes of the stack's text and one more; its names are on their way then. */
static size_t measure(const struct profile *profile, const struct stack *stack)
{
	size_t size = stack->depth;
	uint32_t level;

	for (level = 0; level < stack->depth; level++)
		size += intern_name(&profile->names, stack->frames[level]).len;
	return size;
}

/*
 * `size` is what it measures. Names are copied in one size, which most of them have not: their
 * number of bytes would be mispredicted at every other one. What is too much goes below the next.
 */
static void folded_write_add_stack(struct buf *buf, const struct profile *profile,
				   const struct stack *stack, size_t size)
{
	char *to = buf_reserve(buf, size + ARENA_READABLE);
	uint32_t level;

	if (stack->depth == 0)
		return;
	for (level = 0; level < stack->depth; level++) {
		struct slice name = intern_name(&profile->names, stack->frames[level]);

		memcpy(to, name.ptr, ARENA_READABLE);
		if (UNLIKELY(name.len > ARENA_READABLE))
			memcpy(to, name.ptr, name.len);
		to += name.len;
		*to++ = ';';
	}
	buf->len += size - 1;
}

void folded_add_stack(struct buf *buf, const struct profile *profile, const struct stack *stack)
{
	folded_write_add_stack(buf, profile, stack, measure(profile, stack));
}

/* Write names of any length. A name that fills a buffer is not copied. */
static void write_long(struct writing *writing, const struct stack *stack)
{
	const struct intern *names = &writing->job->profile->names;
	struct buf *buf = &writing->buf;
	uint32_t level;

	for (level = 0; level < stack->depth; level++) {
		struct slice name = intern_name(names, stack->frames[level]);

		if (level > 0)
			buf_add_char(buf, ';');
		if (name.len >= BUFFER_SIZE) {
			folded_write_flush(writing);
			output_write(writing->job->output, name);
		} else {
			buf_add(buf, name);
		}
	}
}

/* A line of the output. */
struct written_line {
	const struct stack *stack;
	const struct label_row *row; /* NULL: without labels */
	const uint64_t *count;
};

static ALWAYS_INLINE struct written_line line_of(const struct lines *lines, size_t number)
{
	const struct label_row *row;

	if (!lines->rows)
		return (struct written_line){lines->stacks[number], NULL,
					     lines->stacks[number]->count};
	row = &lines->rows[number];
	return (struct written_line){row->stack, row, row->count};
}

static void folded_write_add_labels(struct buf *buf, const struct label_texts *texts,
				    const struct label_row *row)
{
	if (row->time != LABEL_NO_TIME) {
		BUF_ADD(buf, "@time=");
		label_texts_add_time(texts, row->time, buf);
		buf_add_char(buf, ';');
	}
	buf_add(buf, texts->sets[row->set]);
}

/* False if nothing of the stack remains. */
static bool folded_write_add_line(struct writing *writing, const struct written_line *line,
				  size_t size)
{
	const struct folded_job *job = writing->job;
	const struct profile *profile = job->profile;
	const struct stack *stack = line->stack;
	uint64_t before = line->row ? line->count[0] : in_units(line->count[0], job);
	uint64_t count = line->row ? line->count[1] : in_units(line->count[1], job);
	struct buf *buf = &writing->buf;
	const size_t start = buf->len;

	if (job->unit > 1 && before == 0 && count == 0)
		return false;
	if (line->row)
		folded_write_add_labels(buf, &job->lines.texts, line->row);
	if (UNLIKELY(size + (buf->len - start) + COUNTS_SIZE > INPUT_MAX_RECORD)) {
		buf->len = start; /* readers would leave it out */
		writing->too_long++;
		return true;
	}
	if (UNLIKELY(size >= BUFFER_SIZE))
		write_long(writing, stack);
	else
		folded_write_add_stack(buf, profile, stack, size);
	buf_add_char(buf, ' ');
	if (profile->differential) {
		buf_add_decimal(buf, before, profile->scale);
		buf_add_char(buf, ' ');
	}
	buf_add_decimal(buf, count, profile->scale);
	buf_add_char(buf, '\n');
	return true;
}

/* Stacks are all over the memory: they are asked for before it is their turn. */
static ALWAYS_INLINE void folded_write_fetch(const struct stack *stack)
{
	PREFETCH(stack);
	PREFETCH((const char *)stack + 64);
	PREFETCH((const char *)stack + 128);
}

/* So are the names of leaves, once the stack is there, in two steps. */
static ALWAYS_INLINE void folded_write_fetch_leaf(const struct intern *names,
						  const struct stack *stack, bool is_near)
{
	if (UNLIKELY(stack->depth == 0))
		return;
	if (is_near)
		PREFETCH(names->names[stack->frames[stack->depth - 1]]);
	else
		PREFETCH(&names->names[stack->frames[stack->depth - 1]]);
}

static void write_block(struct writing *writing)
{
	const struct folded_job *job = writing->job;
	const struct intern *names = &job->profile->names;
	const size_t first = writing->block * BLOCK, left = job->lines.count - first;
	const size_t count = left < BLOCK ? left : BLOCK;
	struct written_line line = line_of(&job->lines, first), after = line;
	size_t size = measure(job->profile, line.stack), next = 0, left_out = 0, i;

	writing->is_turn = false;
	writing->too_long = 0;
	for (i = 0; i < count; i++, size = next, line = after) {
		if (i + AHEAD < left)
			folded_write_fetch(line_of(&job->lines, first + i + AHEAD).stack);
		if (i + AHEAD / 2 < left)
			folded_write_fetch_leaf(
				names, line_of(&job->lines, first + i + AHEAD / 2).stack, false);
		if (i + AHEAD / 4 < left)
			folded_write_fetch_leaf(
				names, line_of(&job->lines, first + i + AHEAD / 4).stack, true);
		if (i + 1 < count) {
			after = line_of(&job->lines, first + i + 1);
			next = measure(job->profile, after.stack);
		}
		if (!folded_write_add_line(writing, &line, size) && !line.row)
			left_out++;
		if (writing->buf.len >= BUFFER_SIZE)
			folded_write_flush(writing);
	}
	folded_write_flush(writing);
	end_turn(writing->job, left_out, writing->too_long);
}

static void folded_write_work(void *context, unsigned index)
{
	struct writing writing = {.job = context};

	(void)index;
	while ((writing.block = claim(writing.job)) * BLOCK < writing.job->lines.count)
		write_block(&writing);
	buf_release(&writing.buf);
}

/*
 * Rows in units: what a row loses by rounding the next row of its stack gets, so that the sum is
 * what the stack itself counts in units. Counts of the stacks are sums while they are made, and
 * good again after the last row. Returns how many stacks are left with nothing.
 */
static size_t round_rows(struct label_row *rows, const struct folded_job *job)
{
	const size_t count = profile_rows(job->profile);
	size_t left_out = 0, i;
	int column;

	for (i = 0; i < job->profile->count; i++) {
		struct stack *stack = job->profile->stacks[i];

		left_out += in_units(stack->count[0], job) == 0 &&
			    in_units(stack->count[1], job) == 0;
		stack->count[0] = stack->count[1] = 0;
	}
	for (i = 0; i < count; i++) {
		for (column = 0; column < 2; column++) {
			uint64_t *sum = &rows[i].stack->count[column];
			const uint64_t before = in_units(*sum, job);

			*sum += rows[i].count[column];
			rows[i].count[column] = in_units(*sum, job) - before;
		}
	}
	return left_out;
}

static void open_lines(struct folded_job *job, const struct stack *const *stacks)
{
	const struct profile *profile = job->profile;
	struct lines *lines = &job->lines;
	struct label_row *rows;

	*lines = (struct lines){.stacks = stacks, .count = profile_rows(profile)};
	if (!profile->labels)
		return;
	label_texts_init(&lines->texts, profile->labels);
	lines->rows = rows = profile_sorted_rows(profile, stacks);
	if (job->unit > 1)
		job->left_out = round_rows(rows, job);
}

static void close_lines(struct lines *lines)
{
	if (!lines->rows)
		return;
	label_texts_release(&lines->texts);
	free((void *)lines->rows);
}

/* Threads that writing so many lines pays for. */
static unsigned threads_for(const struct profile *profile, size_t lines)
{
	if (profile->labels && profile->threads > 1 && lines >= (size_t)BLOCK * profile->threads)
		return profile->threads;
	return profile_threads(profile);
}

static size_t folded_write_write_all(const struct profile *profile, uint64_t unit,
				     bool half_to_even, struct output *output)
{
	const struct stack **sorted = profile->is_sorted ? NULL
							 : profile_sorted(profile, PROFILE_BY_TEXT);
	struct folded_job job = {
		.profile = profile,
		.unit = unit,
		.half_to_even = half_to_even,
		.output = output,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.turned = PTHREAD_COND_INITIALIZER,
	};

	open_lines(&job, sorted ? sorted : (const struct stack *const *)profile->stacks);
	header_write(&profile->header, &output->buf);
	parallel_run(threads_for(profile, job.lines.count), folded_write_work, &job);
	if (job.too_long > 0)
		diag_warn(
			"left out %zu of %zu lines, longer than %zu MiB: no reader would take them",
			job.too_long, job.lines.count, INPUT_MAX_RECORD >> 20);
	pthread_cond_destroy(&job.turned);
	pthread_mutex_destroy(&job.lock);
	close_lines(&job.lines);
	free(sorted);
	return job.left_out;
}

size_t folded_write(const struct profile *profile, uint64_t unit, struct output *output)
{
	return folded_write_write_all(profile, unit, false, output);
}

size_t folded_write_even(const struct profile *profile, uint64_t unit, struct output *output)
{
	return folded_write_write_all(profile, unit, true, output);
}
