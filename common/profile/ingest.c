/* SPDX-License-Identifier: MIT */
#include "common/profile/ingest.h"

#include <stdatomic.h>

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/base/system.h"
#include "common/system/os.h"

/* Units of a stack that is new. */
static uint64_t budget_new_stack(const struct profile *profile, const frame_id *frames,
				 uint32_t depth)
{
	uint64_t text = depth;
	uint32_t i;

	for (i = 0; i < depth; i++)
		text += intern_name(&profile->names, frames[i]).len;
	return stack_budget_new(depth, text);
}

/* The units of its frames have been spent. */
static inline bool budget_put(struct stack_budget *budget, struct profile *profile,
			      const frame_id *frames, struct profile_place place,
			      const struct weight *weight)
{
	struct stack *stack = profile_look_up(profile, frames, place);

	if (!stack) {
		if (!stack_budget_take(budget, budget_new_stack(profile, frames, place.depth)))
			return false;
		stack = profile_insert(profile, frames, place);
	}
	profile_weigh(profile, stack, weight);
	return true;
}

bool stack_budget_add(struct stack_budget *budget, struct profile *profile, const frame_id *frames,
		      uint32_t depth, const struct weight *weight)
{
	return stack_budget_take(budget, depth) &&
	       budget_put(budget, profile, frames, profile_place_of(frames, depth), weight);
}

bool stack_budget_settle(struct stack_budget *budget, struct profile *profile,
			 struct waiting_stack *waiting)
{
	const struct profile_place place = {waiting->depth, waiting->hash};

	waiting->depth = 0;
	return stack_budget_take(budget, place.depth) &&
	       budget_put(budget, profile, waiting->frames, place, &waiting->weight);
}

struct ingest_pool {
	const struct ingest_format *format;
	struct ingest_run *runs;  /* one per worker; [0] is the caller's */
	struct published *counts; /* one per worker */
	unsigned threads;
	unsigned started; /* runs that exist */
};

struct ingest_job {
	struct input *input;
	struct ingest_pool *pool;
};

/* A worker's totals at the end of its last chunk: other threads must not read its profile. */
struct published {
	atomic_size_t stacks, frames;
};

/* The run of this thread, whose counts it may read at any time; NULL: it has none. */
static _Thread_local const struct ingest_run *own;

void ingest_note(struct ingest_run *run, unsigned kind, struct slice text)
{
	if (run->format && run->format->locate)
		run->format->locate(run);
	notes_add(&run->notes, kind, &run->chunk, run->line, text);
}

static struct memory_use use_of(const struct ingest_pool *pool, unsigned index)
{
	const struct profile *profile = &pool->runs[index].profile;

	return (struct memory_use){.stacks = profile->count, .frames = profile->names.count};
}

void ingest_publish(const struct ingest_pool *pool, unsigned index)
{
	struct published *counts = &pool->counts[index];
	struct memory_use use = use_of(pool, index);

	atomic_store_explicit(&counts->stacks, use.stacks, memory_order_relaxed);
	atomic_store_explicit(&counts->frames, use.frames, memory_order_relaxed);
}

/* A memory_use_fn. Of shared names the worker that added the last one has seen all. */
static void add_use(const void *context, struct memory_use *use)
{
	const struct ingest_pool *pool = context;
	size_t frames;
	unsigned i;

	for (i = 0; i < pool->started; i++) {
		const struct published *counts = &pool->counts[i];

		if (&pool->runs[i] == own)
			ingest_publish(pool, i);
		use->stacks += atomic_load_explicit(&counts->stacks, memory_order_relaxed);
		frames = atomic_load_explicit(&counts->frames, memory_order_relaxed);
		if (!pool->format->shares_names)
			use->frames += frames;
		else if (frames > use->frames)
			use->frames = frames;
	}
}

static bool parse_one(struct ingest_job *job, unsigned index, struct buf *buf)
{
	const struct ingest_format *format = job->pool->format;
	struct ingest_run *run = &job->pool->runs[index];

	if (!input_claim(job->input, buf, &run->chunk))
		return false;
	run->line = 0;
	do {
		format->parse(run, run->chunk.text);
		if (run->chunk.left_out > 0)
			ingest_note(run, NOTES_TOO_LONG, SLICE(""));
		run->line += run->chunk.left_out;
	} while (input_after_gap(job->input, &run->chunk));
	notes_chunk(&run->notes, &run->chunk, run->line);
	ingest_publish(job->pool, index);
	run->lines += run->line;
	return true;
}

static void ingest_work(void *context, unsigned index)
{
	struct ingest_job *job = context;
	struct buf buf = {0};

	own = &job->pool->runs[index];
	while (parse_one(job, index, &buf))
		;
	buf_release(&buf);
}

/* Parse the first chunks in order, until the format has taken its decisions. */
static void parse_until_settled(struct ingest_job *job)
{
	struct buf buf = {0};

	while (!job->pool->format->settled(&job->pool->runs[0]) && parse_one(job, 0, &buf))
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

/* Join the workers' profiles without looking up stacks again; nothing will be added to them. */
static void join_profiles(const struct ingest_pool *pool)
{
	struct profile *profiles[LIMIT_THREADS];
	unsigned i;

	if (!pool->runs[0].may_concatenate || pool->format->merge || pool->format->finish)
		return;
	for (i = 0; i < pool->threads; i++) {
		profiles[i] = &pool->runs[i].profile;
		if (profiles[i]->labels) /* their rows refer to stacks that would be twice */
			return;
	}
	profile_join(profiles, pool->threads);
}

void ingest_init(struct ingest_run *run)
{
	if (run->format->state_size > 0)
		run->state = memory_clear(1, run->format->state_size);
	if (run->format->init)
		run->format->init(run);
}

static void ingest_free_state(struct ingest_run *run)
{
	const bool is_owned = run->format->state_size > 0;

	if (run->format->release && (run->state || !is_owned))
		run->format->release(run);
	if (!is_owned)
		return;
	free(run->state);
	run->state = NULL;
}

void ingest_release(struct ingest_run *run)
{
	if (run->format)
		ingest_free_state(run);
	profile_release(&run->profile);
	notes_release(&run->notes);
}

struct ingest_pool *ingest_start(const struct ingest_format *format, unsigned threads,
				 const struct ingest_run *run)
{
	struct ingest_pool *pool = memory_get(sizeof(*pool));
	struct ingest_run *runs;
	unsigned i;

	assert(!run->state && run->profile.count == 0 && run->profile.names.count == 0);
	assert(format->kind_count <= NOTES_KINDS);
	if (threads > LIMIT_THREADS)
		threads = LIMIT_THREADS;
	*pool = (struct ingest_pool){.format = format, .threads = threads < 1 ? 1 : threads};
	pool->runs = runs = memory_resize(NULL, pool->threads, sizeof(*runs));
	pool->counts = memory_clear(pool->threads, sizeof(*pool->counts));
	memory_explain(add_use, pool);
	own = &runs[0];
	for (i = 0; i < pool->threads; i++, pool->started++) {
		runs[i] = *run;
		runs[i].format = format;
		runs[i].threads = pool->threads;
		if (format->shares_names && i > 0)
			intern_share(&runs[0].profile.names, &runs[i].profile.names);
		if (run->labels)
			profile_label(&runs[i].profile);
		ingest_init(&runs[i]);
	}
	return pool;
}

struct ingest_run *ingest_worker(const struct ingest_pool *pool, unsigned index)
{
	assert(index < pool->threads);
	return &pool->runs[index];
}

void ingest_drop_caches(const struct ingest_pool *pool, unsigned index)
{
	ingest_free_state(&pool->runs[index]);
	ingest_init(&pool->runs[index]);
}

void ingest_restart(const struct ingest_pool *pool, unsigned index, const struct ingest_run *run)
{
	const struct ingest_format *format = pool->format;

	assert(index > 0 && index < pool->threads);
	ingest_release(&pool->runs[index]);
	pool->runs[index] = *run;
	pool->runs[index].format = format;
	pool->runs[index].threads = pool->threads;
	if (format->shares_names)
		intern_share(&pool->runs[0].profile.names, &pool->runs[index].profile.names);
	if (run->labels)
		profile_label(&pool->runs[index].profile);
	ingest_init(&pool->runs[index]);
}

void ingest_end(struct ingest_pool *pool, struct ingest_run *run)
{
	struct ingest_run *runs = pool->runs;
	unsigned i;

	join_profiles(pool);
	for (i = 1; i < pool->threads; i++) {
		merge_runs(&runs[0], &runs[i]);
		pool->counts[i] = (struct published){0};
	}
	intern_own(&runs[0].profile.names);
	if (pool->format->finish)
		pool->format->finish(&runs[0]);
	*run = runs[0];
	memory_explain(NULL, NULL);
	own = NULL;
	run->profile.threads = pool->threads;
	free(runs);
	free(pool->counts);
	free(pool);
}

void ingest_claims(struct ingest_pool *pool, struct input *input)
{
	struct ingest_job job = {.input = input, .pool = pool};

	parallel_run(pool->format->in_order || input_is_small(input) ? 1 : pool->threads,
		     ingest_work, &job);
}

bool ingest(struct input *input, const struct ingest_format *format, unsigned threads,
	    struct ingest_run *run, struct ingest_stats *stats)
{
	struct ingest_job job = {.input = input};

	if (!input_has_records(&format->records) || format->in_order || input_is_small(input))
		threads = 1;
	job.pool = ingest_start(format, threads, run);
	threads = job.pool->threads;
	if (format->settled)
		parse_until_settled(&job);
	parallel_run(threads, ingest_work, &job);
	ingest_end(job.pool, run);
	*stats = (struct ingest_stats){
		.bytes = input_bytes(input),
		.lines = run->lines,
		.samples = run->samples,
		.threads = threads,
	};
	return input_is_good(input);
}

void stats_start(struct stats *stats)
{
	*stats = (struct stats){.start = clock_seconds()};
}

void stats_add(struct stats *stats, const struct ingest_stats *read)
{
	stats->read.bytes += read->bytes;
	stats->read.lines += read->lines;
	stats->read.samples += read->samples;
	if (read->threads > stats->read.threads)
		stats->read.threads = read->threads;
}

void stats_count(struct stats *stats, const struct profile *profile)
{
	stats->frames = profile->names.count;
	stats->stacks = profile->count;
}

void stats_print(const struct stats *stats)
{
	const struct ingest_stats *read = &stats->read;
	double seconds = clock_seconds() - stats->start;
	char frames[40] = "";

	if (read->threads == 0)
		return;
	if (stats->frames > 0 || stats->stacks == 0)
		snprintf(frames, sizeof(frames), "%zu frames, ", stats->frames);
	diag_error("%llu bytes, %llu lines, %llu samples, %s%zu stacks, %.3f s, "
		   "%.2f GB/s, %llu MiB, %u threads",
		   (unsigned long long)read->bytes, (unsigned long long)read->lines,
		   (unsigned long long)read->samples, frames, stats->stacks, seconds,
		   seconds > 0 ? (double)read->bytes / seconds / 1e9 : 0.0,
		   (unsigned long long)os_peak_memory() >> 20, read->threads);
}
