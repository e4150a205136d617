/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "collapse/merge/merge_share.h"
#include "collapse/merge/merge_sink.h"
#include "collapse/merge/merge_tree.h"
#include "common/base/diag.h"

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
	struct merge_tree tree;
	size_t size = 0; /* of the stack being added up */
	bool good = true;

	merge_tree_init(&tree, merge->sources, merge->count);
	while (good && tree.winner.shared != MERGE_ENDED) {
		struct merge_source *source = merge->sources[tree.winner.source];
		const struct slice key = source->text.key;

		if (size == 0 || key.len != size || tree.winner.shared != (int64_t)size)
			good = merge_sink_begin(sink, key);
		size = key.len;
		good = good && merge_sink_add(sink, source);
		merge_source_next(source);
		good = good && !source->failed;
		merge_tree_replay(&tree);
	}
	merge_tree_release(&tree);
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

	while (!source->has_ended)
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

/* --skip-bad: find the good files. False after a message, if there is none. */
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
