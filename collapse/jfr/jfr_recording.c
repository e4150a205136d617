/* SPDX-License-Identifier: MIT */
/*
 * Files one after the other, each a recording or text. The chunks of recordings go to workers:
 * chunks of plain files from maps, of several files together; chunks of a stream from memory for
 * one chunk.
 */
#include "collapse/driver.h"
#include "collapse/jfr/jfr_state.h"
#include "common/base/parallel.h"
#include "common/io/guarded_map.h"

/* Files that are mapped at once. */
enum { MAPS = 64 };

/* At least that much is read of a stream at a time, and is worth a thread. */
enum { STREAM_STEP = 1 << 20, THREAD_BYTES = 4 << 20 };

/* Some of a recording, from the beginning of a chunk on. */
struct part {
	struct slice bytes;
	size_t file;
	uint64_t at; /* in the file */
	bool is_mapped;
};

struct job {
	struct collapse_setup *setup;
	struct jfr_findings *findings;
	struct input *input;
	struct ingest_pool *pool;
	unsigned threads;
	uint64_t bytes; /* of mapped files */

	/* waiting parts; the lock of the findings guards the position of claims */
	struct part parts[MAPS];
	size_t count, part;
	size_t next;  /* byte of that part */
	bool is_over; /* its rest is not a chunk */
	struct guarded_map maps[MAPS];
	size_t map_count;
};

/* ---- Chunks ---- */

/* Times of the first chunk are what --time counts from. */
static void see_times(struct jfr_findings *findings, const struct jfr_chunk *chunk)
{
	const uint64_t end = chunk->start + chunk->duration;

	if (!chunk->has_times)
		return;
	if (!findings->has_start)
		findings->start = chunk->start;
	findings->has_start = true;
	if (end > findings->end && end > chunk->start)
		findings->end = end;
}

/* True if the chunk can be read. */
static bool see_chunk(struct jfr_findings *findings, const struct jfr_chunk *chunk)
{
	if (chunk->is_readable) {
		see_times(findings, chunk);
		return true;
	}
	if (findings->damages.seen[JFR_OTHER_VERSION].count == 0) {
		findings->major = chunk->major;
		findings->minor = chunk->minor;
	}
	jfr_damage_add(&findings->damages, JFR_OTHER_VERSION, chunk, NULL);
	return false;
}

/*
 * The next chunk of the parts that wait. They are found when they are claimed, for finding them
 * takes memory of maps.
 */
static bool find_chunk(struct job *job, struct jfr_chunk *chunk)
{
	while (job->part < job->count) {
		const struct part *part = &job->parts[job->part];
		enum jfr_found found;

		*chunk = (struct jfr_chunk){.is_mapped = part->is_mapped};
		found = jfr_chunk_next(part->bytes, &job->next, chunk);
		chunk->file = part->file;
		chunk->at += part->at;
		if (found == JFR_CHUNK && see_chunk(job->findings, chunk))
			return true;
		if (found == JFR_CHUNK)
			continue;
		if (found == JFR_NO_CHUNK) {
			chunk->at = part->at + job->next;
			jfr_damage_add(&job->findings->damages, JFR_NO_CHUNKS, chunk, NULL);
			job->is_over = true;
		}
		job->part++;
		job->next = 0;
	}
	return false;
}

static bool claim(struct job *job, struct jfr_reader *reader, struct jfr_chunk *chunk)
{
	bool found;

	lock_take(&job->findings->lock);
	found = find_chunk(job, chunk);
	reader->base = job->findings->start;
	lock_leave(&job->findings->lock);
	return found;
}

static void jfr_recording_work(void *context, unsigned index)
{
	struct job *job = context;
	struct ingest_run *run = ingest_worker(job->pool, index);
	struct jfr_chunk chunk;

	while (!limits_met() && claim(job, &jfr_of(run)->reader, &chunk)) {
		jfr_fold_chunk(run, &chunk);
		ingest_publish(job->pool, index);
		if (chunk.is_mapped)
			guarded_map_forget(chunk.bytes.ptr, chunk.bytes.ptr + chunk.bytes.len);
	}
}

/* Threads that so many bytes are worth. */
static unsigned worthwhile(const struct job *job)
{
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < job->count; i++)
		bytes += job->parts[i].bytes.len;
	return bytes / THREAD_BYTES < job->threads ? 1 + (unsigned)(bytes / THREAD_BYTES)
						   : job->threads;
}

/* Fold all that waits. */
static void run_workers(struct job *job)
{
	job->part = job->next = 0;
	job->is_over = false;
	if (job->count > 0)
		parallel_run(worthwhile(job), jfr_recording_work, job);
	job->count = 0;
	while (job->map_count > 0)
		guarded_map_close(&job->maps[--job->map_count]);
}

/* ---- Files ---- */

/* Read up to `size` bytes, or to the end; false after a message. */
static bool jfr_recording_fill(struct input *input, struct buf *buf, uint64_t size)
{
	while (buf->len < size) {
		const uint64_t wanted = size - buf->len;
		ssize_t n;

		/* the size may be a lie: no more memory than twice what has been read */
		if (buf->len == buf->cap) {
			const size_t more = buf->cap > STREAM_STEP ? buf->cap : STREAM_STEP;

			buf->cap += wanted < more ? (size_t)wanted : more;
			buf->ptr = memory_resize(buf->ptr, buf->cap, 1);
		}
		n = input_read(input, buf->ptr + buf->len,
			       buf->cap - buf->len < wanted ? buf->cap - buf->len : (size_t)wanted);
		if (n < 0)
			return false;
		if (n == 0)
			break;
		buf->len += (size_t)n;
	}
	return true;
}

/* A pipe, or a compressed file: a chunk at a time. */
static bool read_stream(struct job *job, size_t file)
{
	struct buf buf = {0};
	uint64_t at = 0;
	bool good;

	run_workers(job); /* in the order of the files, for the first one's times */
	do {
		buf_reset(&buf);
		good = jfr_recording_fill(job->input, &buf, JFR_HEADER);
		if (good && buf.len == JFR_HEADER)
			good = jfr_recording_fill(job->input, &buf,
						  jfr_chunk_wants(buf_slice(&buf)));
		if (!good || buf.len == 0)
			break;
		job->parts[job->count++] = (struct part){buf_slice(&buf), file, at, false};
		at += buf.len;
		run_workers(job);
	} while (!job->is_over);
	buf_release(&buf);
	input_skip_file(job->input);
	return good;
}

static bool jfr_recording_read_text(struct job *job, size_t file)
{
	const struct jfr_options *options = job->setup->options;
	const struct slice name = input_name(job->input, file);

	if (!collapse_options_fit_text(job->setup, &jfr_recordings, name))
		return false;
	if (jfr_select_weighs(&options->selection)) {
		diag_error("%.*s is text of jfr print, which rounds values: give the recording, or "
			   "--count",
			   SLICE_ARG(name));
		return false;
	}
	input_stop_at(job->input, file + 1);
	ingest_claims(job->pool, job->input);
	input_stop_at(job->input, input_count(job->input));
	return input_is_good(job->input);
}

static bool jfr_recording_read_file(struct job *job, size_t file)
{
	struct slice head;
	bool whole;

	if (!input_peek(job->input, INPUT_HEAD, &head, &whole))
		return false;
	if (!jfr_begins(head))
		return jfr_recording_read_text(job, file);
	job->setup->is_recording = true;
	if (input_is_plain(job->input) && input_path(job->input, file)) {
		struct guarded_map *map = &job->maps[job->map_count];

		if (!guarded_map_open(map, input_path(job->input, file)))
			return false;
		job->map_count++;
		job->bytes += map->bytes.len;
		input_skip_file(job->input);
		job->parts[job->count++] = (struct part){map->bytes, file, 0, true};
		if (job->map_count == MAPS)
			run_workers(job);
		return true;
	}
	return read_stream(job, file);
}

/* ---- All of them ---- */

/* True if a sum of all workers can be beyond INT64_MAX. */
static bool may_saturate(const struct job *job)
{
	uint64_t total = 0;
	unsigned i;

	for (i = 0; i < job->threads; i++) {
		const struct profile *profile = &ingest_worker(job->pool, i)->profile;

		if (profile->total_overflow || profile->total[1] > INT64_MAX - total)
			return true;
		total += profile->total[1];
	}
	return false;
}

/* Sums beyond INT64_MAX become that, whatever order they were added in. */
static void saturate(struct profile *profile, struct jfr_findings *findings)
{
	struct labels *labels = profile->labels;
	size_t i;

	for (i = 0; labels && i < labels->count; i++) {
		struct label_row *row = &labels->rows[i];

		if (row->count[1] > INT64_MAX)
			row->count[0] = row->count[1] = INT64_MAX;
	}

	for (i = 0; i < profile->count; i++) {
		struct stack *stack = profile->stacks[i];

		if (stack->count[1] > INT64_MAX) {
			stack->count[0] = stack->count[1] = INT64_MAX;
			findings->is_saturated = true;
		}
	}
	profile->overflow = NULL;
}

struct settling {
	struct ingest_pool *pool;
	uint64_t chosen;
};

static void settle(void *context, unsigned index)
{
	const struct settling *settling = context;

	jfr_fold_settle(ingest_worker(settling->pool, index), settling->chosen);
}

static void note_findings(const struct jfr_findings *findings, struct ingest_run *run)
{
	size_t i;

	for (i = 0; i < JFR_DAMAGES; i++) {
		if (i != JFR_UNKNOWN_TYPE)
			notes_count(&run->notes, JFR_DAMAGED, findings->damages.seen[i].count);
	}
	notes_count(&run->notes, JFR_DAMAGED, findings->is_saturated);
	for (i = 0; i < JFR_PARTS; i++) {
		if (!(findings->chosen >> i & 1))
			continue;
		notes_count(&run->notes, JFR_TRUNCATED, findings->cuts[i].recorded);
		notes_count(&run->notes, TEXT_DEEP, findings->cuts[i].deep);
		notes_count(&run->notes, TEXT_LEFT_OUT, findings->cuts[i].left_out);
		notes_count(&run->notes, TEXT_UNNAMED, findings->cuts[i].unnamed);
		notes_count(&run->notes, TEXT_EARLY, findings->early[i]);
	}
}

/* Merge what the workers read into one profile. */
static void jfr_recording_finish(struct job *job, struct ingest_run *run)
{
	const struct jfr_options *options = job->setup->options;
	struct jfr_findings *findings = job->findings;
	struct settling settling = {job->pool,
				    jfr_select_chosen(&options->selection, findings->seen)};
	bool saturates;

	findings->chosen = settling.chosen;
	parallel_run(job->threads, settle, &settling);
	saturates = may_saturate(job);
	if (saturates) /* equal stacks are to be found together */
		ingest_worker(job->pool, 0)->may_concatenate = false;
	ingest_end(job->pool, run);
	if (saturates)
		saturate(&run->profile, findings);
	note_findings(findings, run);
}

/* Parts that are chosen add up only if they are in one unit. False after a message. */
static bool jfr_recording_check_units(const struct jfr_options *options,
				      const struct jfr_findings *findings)
{
	unsigned units = 0;
	size_t i;

	for (i = 0; i < JFR_PARTS; i++) {
		if (findings->chosen >> i & 1)
			units |= findings->units[i];
	}
	if ((units & (units - 1)) == 0)
		return true;
	if (options->weight.len > 0)
		diag_error("--weight: '%.*s' has different units in these events: collapse each "
			   "separately",
			   SLICE_ARG(options->weight));
	else
		diag_error("the events have different weights in these recordings: collapse each "
			   "separately, or --count them");
	return false;
}

static bool jfr_recording_read_all(struct collapse_setup *setup, struct input *input,
				   unsigned threads, struct ingest_run *run,
				   struct ingest_stats *stats)
{
	const struct jfr_options *options = setup->options;
	struct job job = {
		.setup = setup,
		.findings = options->findings,
		.input = input,
		.threads = threads < 1               ? 1
			   : threads > LIMIT_THREADS ? LIMIT_THREADS
						     : threads,
	};
	bool good = true;

	job.pool = ingest_start(setup->format, job.threads, run);
	while (good && input_file(input) < input_count(input))
		good = jfr_recording_read_file(&job, input_file(input));
	run_workers(&job);
	jfr_recording_finish(&job, run);
	*stats = (struct ingest_stats){
		.bytes = job.bytes + input_bytes(input),
		.lines = run->lines,
		.samples = run->samples,
		.threads = job.threads,
	};
	jfr_say_damages(job.findings, input);
	return good && jfr_recording_check_units(options, job.findings);
}

static bool list(const struct collapse_setup *setup, struct buf *out)
{
	const struct jfr_options *options = setup->options;

	if (jfr_event_counts_list(&options->findings->event_counts, out))
		return true;
	jfr_say_empty(setup);
	return false;
}

static const char *const of_recordings[] = {"weight", "classes",     "lines", "states", "time",
					    "from",   "list-events", "to",    NULL};

const struct collapse_recordings jfr_recordings = {
	.what = "a recording of Java Flight Recorder",
	.options = of_recordings,
	.begins = jfr_begins,
	.reads_text = true,
	.read = jfr_recording_read_all,
	.say_empty = jfr_say_empty,
	.list = list,
};
