/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "collapse/filter/merge.h"
#include "collapse/filter/merge_source.h"

#include "common/base/buf.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/io/output.h"

/*
 * Where merged stacks go: to the end of a spool, as a run, or to the output, as text.
 *
 * Output appears when it is whole. A file gets its name at the end, so text goes straight to it;
 * for a pipe the stacks wait in a spool until all files have been read. So do labels whose numbers
 * are as wide as the widest of all.
 */

struct merge_sink {
	struct output *output; /* NULL: a run */
	struct spool *spool;   /* of the run, or of what waits for the end: then NULL or `waits` */
	struct spool waits;
	uint64_t stacks; /* distinct ones */

	/* The stack whose counts are being added up. */
	struct buf key;
	struct weight sum;               /* of the sources before */
	struct weight part;              /* of the source that comes last, without its weight */
	const struct merge_source *last; /* NULL: none */
	uint64_t rounded;                /* counts with too many decimals when multiplied */
};

/* ---- --skip-bad: the share of the files that is missing ---- */

void merge_share_add(struct merge_share *share, struct slice path, bool is_bad)
{
	struct buf name = {0};
	struct stat status;
	uint64_t bytes = 0;

	buf_add(&name, path);
	if (stat(buf_cstring(&name), &status) == 0 && S_ISREG(status.st_mode))
		bytes = (uint64_t)status.st_size;
	buf_release(&name);
	share->files++;
	share->bytes += bytes;
	if (is_bad) {
		share->bad_files++;
		share->bad_bytes += bytes;
	}
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

bool merge_share_say(const struct merge_share *share)
{
	if (share->bad_files == 0)
		return true;
	if (share->bad_files == share->files) {
		diag_error("none of %zu files can be merged", share->files);
		return false;
	}
	diag_warn("left out %zu of %zu files (%.2f %%), %llu of %llu bytes (%.2f %%)",
		  share->bad_files, share->files, percent(share->bad_files, share->files),
		  (unsigned long long)share->bad_bytes, (unsigned long long)share->bytes,
		  percent(share->bad_bytes, share->bytes));
	return true;
}

static void merge_sink_init(struct merge_sink *sink, struct output *output, struct spool *spool)
{
	*sink = (struct merge_sink){.output = output, .spool = spool};
}

static void merge_sink_release(struct merge_sink *sink)
{
	if (sink->spool == &sink->waits)
		spool_close(&sink->waits);
	buf_release(&sink->key);
}

/* *sum += more, in the smaller of their units. */
static bool add_up(struct weight *sum, const struct weight *more)
{
	const unsigned scale = sum->scale > more->scale ? sum->scale : more->scale;
	unsigned column;

	for (column = 0; column < 2; column++) {
		uint64_t count = more->count[column];

		if (!u64_scale(&sum->count[column], scale - sum->scale) ||
		    !u64_scale(&count, scale - more->scale) || !u64_add(&sum->count[column], count))
			return false;
	}
	sum->scale = scale;
	sum->differential = more->differential;
	return true;
}

/* The part of the last source is multiplied by the source's weight, and added to the sum. */
static bool end_part(struct merge_sink *sink)
{
	struct weight *part = &sink->part;
	const struct merge_file *file = sink->last ? sink->last->file : NULL;
	struct product product;
	bool overflows = false;
	unsigned scale = part->scale, column;

	sink->last = NULL;
	for (column = 0; file && !factor_is_one(&file->weighs) && column < 2; column++) {
		product = factor_times(&file->weighs, part->count[column], part->scale);
		overflows |= product.overflow;
		sink->rounded += column == 1 && product.rounded;
		part->count[column] = product.count;
		scale = product.scale;
	}
	part->scale = scale;
	return !overflows && add_up(&sink->sum, part);
}

static bool overflow(const struct merge_sink *sink)
{
	diag_error("count beyond 2^64-1: '%.*s'", SLICE_ARG(buf_slice(&sink->key)));
	return false;
}

static bool open_waits(struct merge_sink *sink)
{
	if (!spool_open(&sink->waits))
		return false;
	sink->spool = &sink->waits;
	return true;
}

static bool merge_sink_end_stack(struct merge_sink *sink)
{
	const struct slice key = buf_slice(&sink->key);

	if (key.len == 0)
		return true;
	if (!end_part(sink))
		return overflow(sink);
	sink->stacks++;
	/* True if written output cannot be discarded, or the widths of the key's numbers are unknown. */
	if (!sink->spool && (!sink->output->has_part || merge_key_is_wide(buf_slice(&sink->key))) &&
	    !open_waits(sink))
		return false;
	if (sink->spool) {
		merge_run_add(sink->spool, key, &sink->sum);
		return !sink->spool->failed;
	}
	buf_add(&sink->output->buf, key);
	sorted_add_counts(&sink->output->buf, &sink->sum);
	output_flush_some(sink->output);
	return !sink->output->failed;
}

/* A new stack. False, after a message, if the one before it cannot be written. */
static bool merge_sink_begin(struct merge_sink *sink, struct slice key)
{
	if (!merge_sink_end_stack(sink))
		return false;
	buf_reset(&sink->key);
	buf_add(&sink->key, key);
	sink->sum = sink->part = (struct weight){.scale = 0};
	return true;
}

/*
 * More of that stack: the first entry of a source. False, after a message, if the sum is beyond
 * 2^64-1.
 */
static bool merge_sink_add(struct merge_sink *sink, const struct merge_source *source)
{
	if (sink->last != source) {
		if (sink->last && !end_part(sink))
			return overflow(sink);
		sink->last = source;
		sink->part = source->weight;
		return true;
	}
	return add_up(&sink->part, &source->weight) || overflow(sink);
}

/* Write the stacks that waited in the spool as text. False after a failure. */
static bool write_waiting(struct merge_sink *sink, const struct merge_widths *widths)
{
	enum { STEP = 256 << 10 }; /* bytes */
	struct output *output = sink->output;
	struct merge_source *source;
	bool good = spool_flush(&sink->waits);

	if (!good)
		return false;
	source = merge_source_of_run(&sink->waits, (struct merge_run){0, sink->waits.size}, STEP);
	for (; !source->text.has_ended && !output->failed; merge_source_next(source)) {
		merge_key_write(widths, source->text.key, &output->buf);
		sorted_add_counts(&output->buf, &source->weight);
		output_flush_some(output);
	}
	good = !source->failed && !output->failed;
	merge_source_free(source);
	return good;
}

/* The last stack is written, and with an output all that waits, its numbers as wide as it takes. */
static bool merge_sink_end(struct merge_sink *sink, const struct merge_widths *widths)
{
	if (!merge_sink_end_stack(sink))
		return false;
	return sink->spool != &sink->waits || write_waiting(sink, widths);
}

enum {
	MEMORY = 36 << 20,     /* bytes that the sources of a group may take */
	MOST_AT_ONCE = 512,    /* sources of a group */
	MOST_STEP = 256 << 10, /* bytes read at a time */
	LEAST_STEP = 32 << 10,
	SPARE_DESCRIPTORS = 8,    /* for what is not a source: output, spools */
	KNOWN_DESCRIPTORS = 8192, /* that are counted */
};

struct merge {
	struct merge_shared shared;
	struct header header;
	size_t at_once; /* files of a group, at most */
	struct merge_source *sources[MOST_AT_ONCE];
	size_t count; /* of the sources that are open */

	struct spool spool; /* of the runs */
	bool has_spool;     /* it is open */
	struct merge_run runs[MOST_AT_ONCE];
	size_t run_count;

	size_t *files; /* by index, those to be merged at once at the end */
	size_t file_count;
	uint64_t rounded;
};

/* How many files the system lets us open at once besides those that are open. */
static size_t descriptors_left(void)
{
	struct rlimit limit = {.rlim_cur = KNOWN_DESCRIPTORS};
	size_t left, fd;

	getrlimit(RLIMIT_NOFILE, &limit);
	left = limit.rlim_cur < KNOWN_DESCRIPTORS ? (size_t)limit.rlim_cur : KNOWN_DESCRIPTORS;
	for (fd = left; fd > 0; fd--)
		left -= fcntl((int)fd - 1, F_GETFD) >= 0;
	return left > SPARE_DESCRIPTORS ? left - SPARE_DESCRIPTORS : 1;
}

/* The sources that are open become one. False after a message. */
static bool merge_group(struct merge *merge, struct merge_sink *sink)
{
	struct sorted_text *texts[MOST_AT_ONCE];
	struct sorted_tree tree;
	bool good = true;
	size_t i;

	for (i = 0; i < merge->count; i++)
		texts[i] = &merge->sources[i]->text;
	sorted_tree_init(&tree, texts, merge->count);
	while (good && sorted_tree_has_key(&tree)) {
		struct merge_source *source = merge->sources[tree.winner.text];

		if (sorted_tree_is_new(&tree))
			good = merge_sink_begin(sink, source->text.key);
		good = good && merge_sink_add(sink, source);
		merge_source_next(source);
		good = good && !source->failed;
		sorted_tree_replay(&tree);
	}
	sorted_tree_release(&tree);
	return good;
}

static void close_sources(struct merge *merge)
{
	size_t i;

	for (i = 0; i < merge->count; i++) {
		const struct merge_file *file = merge->sources[i]->file;
		struct ingest_stats read = {.threads = 1};

		if (file && file->input) {
			read.bytes = input_bytes(file->input);
			read.lines = file->parsed.line;
			read.samples = file->parsed.samples;
			stats_add(merge->shared.options->stats, &read);
		}
		merge_source_free(merge->sources[i]);
	}
	merge->count = 0;
}

static bool merge_open_file(struct merge *merge, size_t index)
{
	struct merge_source *source = merge_source_of_file(&merge->shared, index);

	merge->sources[merge->count++] = source;
	if (!source->failed)
		header_merge(&merge->header, &source->file->parsed.profile.header);
	return !source->failed;
}

/* From that file on, as many as fit into a group. */
static bool open_files(struct merge *merge, size_t *at)
{
	size_t memory = 0;

	while (*at < merge->file_count && merge->count < merge->at_once && memory < MEMORY) {
		if (!merge_open_file(merge, merge->files[(*at)++]))
			return false;
		memory += merge_source_memory(merge->sources[merge->count - 1]);
	}
	return true;
}

static bool open_runs(struct merge *merge)
{
	size_t i;

	if (!spool_flush(&merge->spool))
		return false;
	for (i = 0; i < merge->run_count; i++) {
		merge->sources[i] = merge_source_of_run(&merge->spool, merge->runs[i], LEAST_STEP);
		merge->count++;
		if (merge->sources[i]->failed)
			return false;
	}
	return true;
}

/* The open sources become a run of the spool. */
static bool append_run(struct merge *merge, struct spool *spool, struct merge_run *run)
{
	struct merge_sink sink;
	bool good;

	run->begin = spool->size;
	merge_sink_init(&sink, NULL, spool);
	good = merge_group(merge, &sink) && merge_sink_end(&sink, NULL);
	run->end = spool->size;
	merge->rounded += sink.rounded;
	merge_sink_release(&sink);
	return good;
}

/* All runs become one, in a spool of its own. */
static bool join_runs(struct merge *merge)
{
	struct spool joined;
	bool good;

	if (!spool_open(&joined))
		return false;
	good = open_runs(merge) && append_run(merge, &joined, &merge->runs[0]);
	close_sources(merge);
	spool_close(&merge->spool);
	merge->spool = joined;
	merge->run_count = 1;
	return good;
}

static bool make_run(struct merge *merge)
{
	bool good = merge->has_spool || spool_open(&merge->spool);

	merge->has_spool = good;
	if (good)
		good = append_run(merge, &merge->spool, &merge->runs[merge->run_count++]);
	close_sources(merge);
	if (good && merge->run_count == MOST_AT_ONCE)
		good = join_runs(merge);
	return good;
}

/* Groups of files become runs, until what is left are files for one group, or runs. */
static bool make_runs(struct merge *merge)
{
	size_t at = 0;
	bool good = open_files(merge, &at);

	while (good && (at < merge->file_count || (merge->has_spool && merge->count > 0)))
		good = make_run(merge) && open_files(merge, &at);
	return good && (merge->count > 0 || open_runs(merge));
}

static bool write_output(struct merge *merge, struct slice path)
{
	struct merge_sink sink;
	struct output output;
	bool good;

	if (!output_open(&output, path))
		return false;
	header_write(&merge->header, &output.buf);
	merge_sink_init(&sink, &output, NULL);
	good = merge_group(merge, &sink) && merge_sink_end(&sink, &merge->shared.labels.widths);
	merge->rounded += sink.rounded;
	merge->shared.options->stats->stacks = (size_t)sink.stacks;
	merge_sink_release(&sink);
	if (good)
		return output_commit(&output);
	output_abandon(&output);
	return false;
}

/* Read a file to its end, to find out whether it is good. */
static bool is_good_file(struct merge *merge, size_t index)
{
	struct merge_source *source = merge_source_of_file(&merge->shared, index);
	bool good;

	while (!source->text.has_ended)
		merge_source_next(source);
	good = !source->failed;
	merge_source_free(source);
	return good;
}

/* Make a run of a file that can be read only once; remove the run if the file is bad. */
static bool is_good_pipe(struct merge *merge, size_t index)
{
	const uint64_t size = merge->has_spool ? merge->spool.size : 0;
	struct merge_source *source = merge_source_of_file(&merge->shared, index);
	struct header header = {0};
	bool good = !source->failed;

	header_merge(&header, &source->file->parsed.profile.header);
	merge->sources[merge->count++] = source;
	good = good && make_run(merge);
	close_sources(merge);
	if (good)
		header_merge(&merge->header, &header);
	else if (merge->has_spool && merge->spool.size > size) {
		merge->run_count--;
		spool_cut(&merge->spool, size);
	}
	header_release(&header);
	return good;
}

/* The path without its weight, NUL-terminated. */
static const char *merge_path_of(const struct merge *merge, size_t index, struct buf *room)
{
	struct slice path = merge->shared.options->paths->at[index];
	struct factor weight;

	factor_split(&path, &weight);
	buf_reset(room);
	buf_add(room, path);
	buf_add_char(room, '\0');
	return room->ptr;
}

/* --skip-bad: find the good files. False, after a message, if no file is good. */
static bool find_good(struct merge *merge)
{
	const struct merge_options *options = merge->shared.options;
	struct merge_share share = {0};
	struct buf room = {0};
	struct stat status;
	size_t i;

	for (i = 0; i < options->paths->count; i++) {
		const char *path = merge_path_of(merge, i, &room);
		const bool is_regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
		const bool is_good = is_regular ? is_good_file(merge, i) : is_good_pipe(merge, i);

		merge_share_add(&share, slice_from(path), !is_good);
		if (is_good && is_regular)
			merge->files[merge->file_count++] = i;
	}
	buf_release(&room);
	return merge_share_say(&share) && !merge->spool.failed;
}

static void merge_release(struct merge *merge)
{
	close_sources(merge);
	if (merge->has_spool)
		spool_close(&merge->spool);
	merge_labels_release(&merge->shared.labels);
	header_release(&merge->header);
	free(merge->files);
	free(merge);
}

/* Files and bytes of a group, by how many files there are. */
static void merge_divide(struct merge *merge, size_t count)
{
	const size_t left = descriptors_left();

	merge->at_once = left < MOST_AT_ONCE ? left : MOST_AT_ONCE;
	if (count > merge->at_once)
		count = merge->at_once;
	merge->shared.step = MEMORY / 2 / (count + 1);
	if (merge->shared.step > MOST_STEP)
		merge->shared.step = MOST_STEP;
	if (merge->shared.step < LEAST_STEP)
		merge->shared.step = LEAST_STEP;
}

bool merge_sorted(const struct merge_options *options, struct slice output)
{
	const size_t count = options->paths->count;
	struct merge *merge = memory_clear(1, sizeof(*merge));
	bool good = true;

	merge->shared.options = options;
	merge->files = memory_resize(NULL, count, sizeof(*merge->files));
	merge_labels_init(&merge->shared.labels);
	merge_divide(merge, count);
	if (options->skips_bad) {
		good = find_good(merge);
	} else {
		for (; merge->file_count < count; merge->file_count++)
			merge->files[merge->file_count] = merge->file_count;
	}
	good = good && make_runs(merge);
	header_check(&merge->header);
	good = good && write_output(merge, output);
	if (good && merge->rounded > 0)
		diag_warn("%llu counts rounded to %d decimals", (unsigned long long)merge->rounded,
			  LIMIT_SCALE);
	merge_release(merge);
	return good;
}
