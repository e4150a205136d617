/* SPDX-License-Identifier: MIT */
#include "common/profile/ingest.h"

#include <stdatomic.h>

#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/memory/arena.h"

struct job {
	struct input *input;
	const struct ingest_format *format;
	struct ingest_run *runs;  /* one a worker; [0] is the caller's */
	struct published *counts; /* one a worker */
	unsigned started;         /* runs that are there */
};

/* What a worker had at the end of its last chunk: other threads must not read its profile. */
struct published {
	atomic_size_t stacks, frames;
};

/* The run of this thread, whose counts it may read at any time; NULL: it has none. */
static _Thread_local const struct ingest_run *own;

void ingest_note(struct ingest_run *run, unsigned kind, struct slice text)
{
	notes_add(&run->notes, kind, &run->chunk, run->line, text);
}

static struct memory_use use_of(const struct job *job, unsigned index)
{
	const struct profile *profile = &job->runs[index].profile;

	return (struct memory_use){.stacks = profile->count, .frames = profile->names.count};
}

static void publish(const struct job *job, unsigned index)
{
	struct published *counts = &job->counts[index];
	struct memory_use use = use_of(job, index);

	atomic_store_explicit(&counts->stacks, use.stacks, memory_order_relaxed);
	atomic_store_explicit(&counts->frames, use.frames, memory_order_relaxed);
}

/* A memory_use_fn. Of shared names the worker that added the last one has seen all. */
static void add_use(const void *context, struct memory_use *use)
{
	const struct job *job = context;
	size_t frames;
	unsigned i;

	for (i = 0; i < job->started; i++) {
		const struct published *counts = &job->counts[i];

		if (&job->runs[i] == own)
			publish(job, i);
		use->stacks += atomic_load_explicit(&counts->stacks, memory_order_relaxed);
		frames = atomic_load_explicit(&counts->frames, memory_order_relaxed);
		if (!job->format->shares_names)
			use->frames += frames;
		else if (frames > use->frames)
			use->frames = frames;
	}
}

static bool parse_one(struct job *job, unsigned index, struct buf *buf)
{
	struct ingest_run *run = &job->runs[index];

	if (!input_claim(job->input, buf, &run->chunk))
		return false;
	run->line = 0;
	do {
		job->format->parse(run, run->chunk.text);
		if (run->chunk.left_out > 0)
			ingest_note(run, NOTES_TOO_LONG, SLICE(""));
		run->line += run->chunk.left_out;
	} while (input_go_on(job->input, &run->chunk));
	notes_chunk(&run->notes, &run->chunk, run->line);
	publish(job, index);
	run->lines += run->line;
	return true;
}

static void work(void *context, unsigned index)
{
	struct job *job = context;
	struct buf buf = {0};

	own = &job->runs[index];
	while (parse_one(job, index, &buf))
		;
	buf_release(&buf);
}

/* Parse the first chunks in order, until the format has taken its decisions. */
static void parse_until_settled(struct job *job)
{
	struct buf buf = {0};

	while (!job->format->settled(&job->runs[0]) && parse_one(job, 0, &buf))
		;
	buf_release(&buf);
}

static void merge_runs(struct ingest_run *into, struct ingest_run *from)
{
	profile_merge(&into->profile, &from->profile); /* nothing, if they have been joined */
	notes_merge(&into->notes, &from->notes);
	into->lines += from->lines;
	into->samples += from->samples;
	if (into->format->merge)
		into->format->merge(into, from);
	ingest_release(from);
}

/* Where nothing is added any more the stacks need not be looked up again. */
static void join_profiles(const struct job *job, unsigned threads)
{
	struct profile *profiles[LIMIT_THREADS];
	unsigned i;

	if (!job->runs[0].is_closed_next || job->format->merge || job->format->finish)
		return;
	for (i = 0; i < threads; i++)
		profiles[i] = &job->runs[i].profile;
	profile_join(profiles, threads);
}

void ingest_release(struct ingest_run *run)
{
	if (run->format && run->format->release)
		run->format->release(run);
	profile_release(&run->profile);
	notes_release(&run->notes);
}

bool ingest(struct input *input, const struct ingest_format *format, unsigned threads,
	    struct ingest_run *run, struct ingest_stats *stats)
{
	struct job job = {.input = input, .format = format};
	unsigned i;

	assert(!run->state && run->profile.count == 0 && run->profile.names.count == 0);
	assert(format->kind_count <= NOTES_KINDS);
	if (threads < 1 || !format->next_record || format->in_order || input_is_small(input))
		threads = 1;
	if (threads > LIMIT_THREADS)
		threads = LIMIT_THREADS;
	job.runs = memory_resize(NULL, threads, sizeof(*job.runs));
	job.counts = memory_clear(threads, sizeof(*job.counts));
	memory_explain(add_use, &job);
	own = &job.runs[0];
	for (i = 0; i < threads; i++, job.started++) {
		job.runs[i] = *run;
		job.runs[i].format = format;
		job.runs[i].threads = threads;
		if (format->shares_names && i > 0)
			intern_share(&job.runs[0].profile.names, &job.runs[i].profile.names);
		if (format->init)
			format->init(&job.runs[i]);
	}
	if (format->settled)
		parse_until_settled(&job);
	parallel_run(threads, work, &job);
	join_profiles(&job, threads);
	for (i = 1; i < threads; i++) {
		merge_runs(&job.runs[0], &job.runs[i]);
		job.counts[i] = (struct published){0};
	}
	intern_own(&job.runs[0].profile.names);
	if (format->finish)
		format->finish(&job.runs[0]);
	*run = job.runs[0];
	memory_explain(NULL, NULL);
	own = NULL;
	run->profile.threads = threads;
	free(job.runs);
	free(job.counts);
	*stats = (struct ingest_stats){
		.bytes = input_bytes(input),
		.lines = run->lines,
		.samples = run->samples,
		.threads = threads,
	};
	return input_is_good(input);
}
