/* SPDX-License-Identifier: MIT */
#include <stdatomic.h>
#include <sys/stat.h>

#include "common/base/checked.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/parallel.h"
#include "common/base/utf8.h"
#include "common/folded/folded.h"
#include "common/folded/sorted.h"
#include "common/io/snapshots.h"
#include "diff/diff.h"

enum {
	MOST_FILES = 16,      /* that are merged at once */
	MOST_PAIRS = 1 << 14, /* of root and callee in a file; more is not worth it */
	STEP = 256 << 10,     /* bytes that are read at a time */
	ALONE_MOST = 1 << 20, /* bytes that one thread reads as fast as several */
};

/* Sums below are the same in floating point, in any order. */
#define EXACT_MOST (UINT64_C(1) << 53)

/* What the first reading of a file has found. */
struct digest {
	struct profile profile; /* its header, and its stacks cut after their second frame */
	uint64_t stacks, bytes;
	bool has_calls; /* a stack of two frames */
	bool has_names; /* a stack that does not end in a number */
};

/* A file as it is read, the first time or the second. */
struct sorted_file {
	const struct diff_file *file;
	enum diff_side side;
	struct digest digest;

	struct input *input;
	uint64_t left; /* bytes that may be read */
	struct sorted_text text;
	size_t longest;        /* bytes of a line with its end */
	struct ingest_run run; /* header and notes */
	struct weight weight;  /* of the current stack */
	uint64_t stacks;       /* up to it */
	bool is_odd;           /* not what is merged here, or not as it was */
};

struct diff_sorted_job {
	const struct diff_options *options;
	struct sorted_file files[MOST_FILES];
	size_t count;
	unsigned threads;
	atomic_bool is_over; /* a file is odd, or */
	atomic_bool failed;  /* after a message: one cannot be read */

	struct profile joined;      /* of the digests */
	uint64_t total[DIFF_SIDES]; /* of what was merged */
	struct diff_ratio ratio;    /* of the first column */
	uint64_t scaled;            /* its total then */
};

static COLD ssize_t diff_sorted_read(void *context, char *to, size_t size)
{
	struct sorted_file *file = context;
	ssize_t n = input_read(file->input, to, size < file->left ? size : (size_t)file->left);

	file->left -= n > 0 ? (uint64_t)n : 0;
	return n;
}

static size_t longest_line(const struct diff_options *options)
{
	const uint64_t most = options->reading->max_record;

	return most > 0 && most < LIMIT_DEPTH ? (size_t)most : LIMIT_DEPTH;
}

/* `most` bytes of it from its beginning. False, after a message, if it cannot be opened. */
static bool sorted_file_open(struct sorted_file *file, const struct diff_options *options,
			     uint64_t most)
{
	struct input_options in = diff_input(file->file, options);

	in.last_snapshot = false; /* such a file is odd, and nothing is said of it here */
	sorted_text_init(&file->text, options->bytes < STEP ? (size_t)options->bytes + 1 : STEP);
	file->text.read = diff_sorted_read;
	file->text.context = file;
	file->longest = longest_line(options);
	file->run = (struct ingest_run){.format = options->personality->format};
	file->stacks = 0;
	file->left = most;
	file->input = input_open(&in);
	return file->input != NULL;
}

static void sorted_file_close(struct sorted_file *file)
{
	if (file->input)
		input_close(file->input);
	file->input = NULL;
	sorted_text_release(&file->text);
	profile_release(&file->run.profile);
	notes_release(&file->run.notes);
}

/* The next line; the last one may have no end. False at the end of the file. */
static bool next_line(struct sorted_file *file, struct slice *line)
{
	struct sorted_text *text = &file->text;

	switch (sorted_text_line(text, file->longest, line)) {
	case SORTED_LINE: return true;
	case SORTED_CUT: file->is_odd |= text->is_skipping; return !file->is_odd;
	case SORTED_TOO_LONG: file->is_odd = true; return false;
	case SORTED_END: break;
	}
	return false;
}

/* True if the text of a stack is what is written of it. */
static bool is_its_own(const struct folded_grammar *grammar, struct slice stack)
{
	return stack.len > 0 && stack.ptr[0] != '@' &&
	       (!grammar->replaces_bytes || utf8_is_valid(stack));
}

/*
 * The next stack: its text is the key, its count in `weight`. False at the end of the file, and
 * where it is odd; `has_ended` of the text then.
 */
static bool sorted_file_next(struct sorted_file *file)
{
	const struct folded_grammar *grammar = file->run.format->grammar;
	struct sorted_text *text = &file->text;
	const size_t before = text->key.len;
	struct folded_line parts;
	struct slice line;

	while (next_line(file, &line)) {
		if (!folded_split(&file->run, grammar, line, &parts))
			continue;
		if (!is_its_own(grammar, parts.stack) ||
		    !sorted_text_take(text, parts.stack, true) ||
		    (text->shared == before && parts.stack.len == before)) {
			file->is_odd = true;
			break;
		}
		file->weight = parts.weight;
		file->stacks++;
		return true;
	}
	file->is_odd |= file->run.notes.count > 0;
	text->has_ended = true;
	return false;
}

/* ---- The first reading ---- */

/* "a;b" of "a;b;c;d" */
static struct slice pair_of(struct slice stack)
{
	const size_t first = slice_find(stack, ';');
	size_t second;

	if (first == SLICE_NONE)
		return stack;
	second = slice_find(slice_tail(stack, first + 1), ';');
	return second == SLICE_NONE ? stack : slice_head(stack, first + 1 + second);
}

static struct stack *find_pair(struct profile *profile, struct slice pair)
{
	frame_id frames[2];
	struct slice root;
	uint32_t depth = 0;

	if (slice_cut(&pair, ';', &root))
		frames[depth++] = profile_frame(profile, root);
	frames[depth++] = profile_frame(profile, pair);
	return profile_find(profile, frames, depth);
}

static bool has_name(struct slice stack)
{
	struct folded_number number;

	return !folded_take_count(&stack, &number);
}

static bool has_snapshots(struct sorted_text *text)
{
	return sorted_text_need(text, SNAPSHOTS_HEAD) &&
	       snapshots_begin(slice_head(sorted_text_rest(text), SNAPSHOTS_HEAD));
}

/* All stacks of the file, unless it is odd. */
static void digest_stacks(struct diff_sorted_job *job, struct sorted_file *file)
{
	struct profile *profile = &file->run.profile;
	struct digest *digest = &file->digest;
	struct stack *pair = NULL;
	struct slice names = SLICE("");

	file->is_odd = has_snapshots(&file->text);
	while (!job->is_over && !file->is_odd && sorted_file_next(file)) {
		if (!pair || file->text.shared <= names.len) {
			names = pair_of(file->text.key);
			pair = find_pair(profile, names);
			digest->has_calls |= slice_find(names, ';') != SLICE_NONE;
		}
		digest->has_names = digest->has_names || has_name(file->text.key);
		profile_weigh(profile, pair, &file->weight);
		file->is_odd = profile->count > MOST_PAIRS;
	}
}

/*
 * Without calls it may be another format, and where all stacks end in numbers there may be two
 * columns. What has another size than it says may have others the next time.
 */
static bool is_plain_digest(const struct sorted_file *file)
{
	const struct digest *digest = &file->digest;

	return !file->is_odd && !file->text.failed && digest->stacks > 0 && digest->has_calls &&
	       digest->has_names && digest->bytes == input_size(file->input);
}

static void digest_file(struct diff_sorted_job *job, struct sorted_file *file)
{
	struct digest *digest = &file->digest;

	if (sorted_file_open(file, job->options, UINT64_MAX)) {
		digest_stacks(job, file);
		digest->stacks = file->stacks;
		digest->bytes = input_bytes(file->input);
		digest->profile = file->run.profile;
		file->run.profile = (struct profile){0};
		header_forget_samples(&digest->profile.header);
	}
	if (!file->input || file->text.failed)
		job->failed = true;
	if (!file->input || !is_plain_digest(file))
		job->is_over = true;
	sorted_file_close(file);
}

static COLD void digest_work(void *context, unsigned index)
{
	struct diff_sorted_job *job = context;
	size_t i;

	for (i = index; i < job->count && !job->is_over; i += job->threads)
		digest_file(job, &job->files[i]);
}

/* The digests as one. False if there is something to be done that needs all stacks. */
static bool join_digests(struct diff_sorted_job *job)
{
	const struct diff_options *options = job->options;
	struct profile *joined = &job->joined;
	struct roots roots = {0};
	struct diff_tally tally;
	bool is_plain;
	size_t i;

	for (i = 0; i < job->count; i++) {
		const struct sorted_file *file = &job->files[i];
		const struct diff_part part = {
			.side = file->side,
			.weight = file->file->weight,
			.edits = &options->edits,
		};

		diff_take(joined, &job->files[i].digest.profile, &part, &tally);
	}
	if (joined->overflow || joined->total_overflow || joined->total[0] >= EXACT_MOST ||
	    joined->total[1] >= EXACT_MOST)
		return false;
	if (options->personality->is_careful)
		roots_find(&roots, joined, diff_roots_rule(&options->edits));
	is_plain = roots.name.len == 0;
	roots_release(&roots);
	return is_plain;
}

/* ---- The second reading ---- */

/* Add the count of the file's current stack. False if the file is not as it was. */
static bool add_current(struct diff_sorted_job *job, const struct sorted_file *file,
			struct weight *sum)
{
	uint64_t count = file->weight.count[1];

	return file->weight.scale <= sum->scale &&
	       u64_scale(&count, sum->scale - file->weight.scale) &&
	       u64_add(&sum->count[file->side], count) && u64_add(&job->total[file->side], count);
}

static void end_stack(struct diff_sorted_job *job, struct weight *sum, struct output *output)
{
	diff_ratio_apply(&job->ratio, &sum->count[DIFF_BEFORE]);
	job->scaled += sum->count[DIFF_BEFORE];
	sorted_add_counts(&output->buf, sum);
	output_flush_some(output);
	sum->count[DIFF_BEFORE] = sum->count[DIFF_AFTER] = 0;
}

static void merge_texts(struct diff_sorted_job *job, struct output *output)
{
	struct weight sum = {.scale = job->joined.scale, .differential = true};
	struct sorted_text *texts[MOST_FILES];
	struct sorted_tree tree;
	bool has_stack = false;
	size_t i;

	for (i = 0; i < job->count; i++)
		texts[i] = &job->files[i].text;
	sorted_tree_init(&tree, texts, job->count);
	while (sorted_tree_has_key(&tree) && output_goes_on(output)) {
		struct sorted_file *file = &job->files[tree.winner.text];

		if (sorted_tree_is_new(&tree)) {
			if (has_stack)
				end_stack(job, &sum, output);
			buf_add(&output->buf, file->text.key);
			has_stack = true;
		}
		file->is_odd |= !add_current(job, file, &sum);
		sorted_file_next(file);
		sorted_tree_replay(&tree);
	}
	if (has_stack)
		end_stack(job, &sum, output);
	sorted_tree_release(&tree);
}

/* False, after a message, if one of the files was not read as it was the first time. */
static bool is_as_it_was(const struct diff_sorted_job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		const struct sorted_file *file = &job->files[i];

		if (file->text.failed)
			return false;
		if (file->is_odd || file->left > 0 || file->stacks != file->digest.stacks ||
		    job->total[file->side] != job->joined.total[file->side]) {
			diag_error_at(CODE_DATA, file->file->path, 0,
				      "has changed while it was read");
			return false;
		}
	}
	return true;
}

static bool open_files(struct diff_sorted_job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		struct sorted_file *file = &job->files[i];

		if (!sorted_file_open(file, job->options, file->digest.bytes))
			return false;
		sorted_file_next(file);
	}
	return true;
}

static bool write_merged(struct diff_sorted_job *job, struct slice path)
{
	struct output output;
	bool good;

	if (!output_open(&output, path))
		return false;
	header_write(&job->joined.header, &output.buf);
	merge_texts(job, &output);
	good = output.failed || is_as_it_was(job);
	if (good)
		return output_commit(&output);
	output_abandon(&output);
	return false;
}

/* What diff_read() and diff_normalize() say of such files. */
static void say_what_was_read(const struct diff_sorted_job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		const struct digest *digest = &job->files[i].digest;

		diff_say_stacks(job->files[i].file, job->options, digest->stacks, digest->stacks);
	}
	header_check(&job->joined.header);
}

static bool merge_files(struct diff_sorted_job *job, bool normalizes, struct slice path)
{
	bool good;
	size_t i;

	say_what_was_read(job);
	if (normalizes)
		normalizes = diff_ratio_find(&job->ratio, &job->joined, job->options->personality);
	good = open_files(job) && write_merged(job, path);
	for (i = 0; i < job->count; i++)
		sorted_file_close(&job->files[i]);
	if (good && normalizes) {
		job->joined.total[DIFF_BEFORE] = job->scaled;
		diff_ratio_say(&job->joined, job->options->personality);
	}
	return good;
}

/* ---- Both ---- */

/* False if there are few bytes or many files, or if stacks are to be changed. */
static bool take_files(struct diff_sorted_job *job)
{
	const struct diff_options *options = job->options;
	const struct diff_edits *edits = &options->edits;
	size_t side, i;

	if (options->bytes < DIFF_SORTED_LEAST)
		return false;
	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &options->sides[side];

		for (i = 0; i < files->count; i++) {
			if (job->count == MOST_FILES || !factor_is_one(&files->at[i].weight) ||
			    slice_starts(files->at[i].path, SLICE("/dev/"))) /* read once */
				return false;
			job->files[job->count++] = (struct sorted_file){
				.file = &files->at[i], .side = (enum diff_side)side};
		}
	}
	return !options->keeps_labels && !edits->strip_hex && !edits->filter && !edits->exclude &&
	       !edits->ignore_root && !context()->hosted;
}

COLD enum diff_sorted diff_sorted_write(const struct diff_options *options, bool normalizes,
					struct slice output)
{
	struct diff_sorted_job *job = memory_clear(1, sizeof(*job));
	enum diff_sorted result = DIFF_SORTED_NOT;
	size_t i;

	job->options = options;
	if (take_files(job)) {
		job->threads = options->bytes <= ALONE_MOST ? 1
							    : (unsigned)options->reading->threads;
		if (job->threads > job->count)
			job->threads = (unsigned)job->count;
		parallel_run(job->threads, digest_work, job);
		if (job->failed)
			result = DIFF_SORTED_FAILED;
		else if (!job->is_over && join_digests(job))
			result = merge_files(job, normalizes, output) ? DIFF_SORTED_WRITTEN
								      : DIFF_SORTED_FAILED;
	}
	for (i = 0; i < job->count; i++)
		profile_release(&job->files[i].digest.profile);
	profile_release(&job->joined);
	free(job);
	return result;
}
