/* SPDX-License-Identifier: MIT */
/* collapse-filter: folded stacks in, folded stacks out, edited, chosen and added up. */
#include "collapse/filter/filter.h"
#include "collapse/filter/merge.h"
#include "collapse/names/tidy.h"
#include "common/base/diag.h"
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"
#include "common/profile/functions.h"
#include "common/profile/ingest.h"
#include "common/profile/label_request.h"

static void filter_take_file(const struct filter_options *options, const struct opt_list *paths,
			     size_t index, struct filter_file *file)
{
	const struct opt_list *roots = &options->root_labels;

	*file = (struct filter_file){.path = paths->count > 0 ? paths->at[index] : SLICE("-"),
				     .weight = {1, 0}};
	if (options->merge)
		factor_split(&file->path, &file->weight);
	if (roots->count > 0)
		tidy_add_file_name(&file->root, roots->at[roots->count == 1 ? 0 : index],
				   file->path);
}

static void release_file(struct filter_file *file)
{
	profile_release(&file->profile);
	buf_release(&file->root);
}

/* True if the only file's profile is closed next: its stacks need not be found again until then. */
static bool is_closed_next(const struct filter_file *file, const struct filter_options *options,
			   size_t files)
{
	return files == 1 && options->top == 0 && options->min_count.value == 0 &&
	       filter_changes_nothing(options, file);
}

static bool filter_read_file(struct filter_file *file, const struct filter_options *options,
			     const struct personality *compat, size_t files)
{
	const struct folded_options kept = {.labels = LABELS_KEPT};
	const struct input_options in = {
		.paths = &file->path,
		.count = 1,
		.compat = compat,
		.dash_is_stdin = true,
		.last_snapshot = compat->has_headers,
		.records = folded_format.records,
		.max_record = options->reading->max_record,
	};
	const struct wrong_input_reader reader = {"folded", diag_tool(), NULL};
	struct ingest_run run = {.options = &kept,
				 .may_concatenate = is_closed_next(file, options, files)};
	struct ingest_stats read;
	struct input *input = input_open(&in);
	bool good;

	if (!input)
		return false;
	good = ingest(input, &folded_format, (unsigned)options->reading->threads, &run, &read);
	stats_add(options->stats, &read);
	good = good && !wrong_input_explain_folded(compat, input, &run, &reader);
	if (good)
		notes_print(&run.notes, folded_format.kinds, folded_format.kind_count, input);
	if (good && notes_fail(&run.notes, folded_format.kinds, folded_format.kind_count,
			       options->strict)) {
		diag_error("no output: part of the input was not understood");
		good = false;
	}
	file->profile = run.profile;
	run.profile = (struct profile){0};
	ingest_release(&run);
	input_close(input);
	return good && !folded_overflowed(&file->profile);
}

static bool filter_add_file(struct profile *all, struct filter_file *file,
			    const struct filter_options *options, struct filter_tally *tally)
{
	header_merge(&all->header, &file->profile.header);
	tally->files_with_times += labels_have_times(file->profile.labels);
	filter_add(all, file, options, tally);
	if (all->count == 0)
		functions_tally(&file->profile, &tally->functions);
	if (all->count == 0 && file->profile.labels)
		filter_labels_tally(&file->profile, &tally->labels);
	return !folded_overflowed(all);
}

/* Read a file, which --skip-bad may leave out: `is_bad` then. False if all is to end. */
static bool read_or_skip(struct filter_file *file, const struct filter_options *options,
			 const struct personality *compat, size_t files, bool *is_bad)
{
	bool good = filter_read_file(file, options, compat, files);

	if (good && options->skips_bad && file->profile.count == 0) {
		diag_error_at(CODE_DATA, file->path, 0, "no stacks");
		good = false;
	}
	*is_bad = !good && options->skips_bad;
	if (*is_bad)
		profile_release(&file->profile);
	return good || *is_bad;
}

/* Files whose times are brought to one clock are all read before the first is added. */
static bool filter_read_all(struct profile *all, const struct filter_options *options,
			    const struct opt_list *paths, struct filter_tally *tally)
{
	const struct personality *compat = personality_of("collapse-filter");
	const size_t count = paths->count > 0 ? paths->count : 1;
	struct filter_file *files = memory_clear(count, sizeof(*files));
	struct merge_share share = {0};
	bool good = true, is_bad;
	size_t i;

	for (i = 0; good && i < count; i++) {
		filter_take_file(options, paths, i, &files[i]);
		good = read_or_skip(&files[i], options, compat, count, &is_bad);
		merge_share_add(&share, files[i].path, is_bad);
		if (good && !is_bad && !options->aligns_time)
			good = filter_add_file(all, &files[i], options, tally);
		if (!options->aligns_time)
			release_file(&files[i]);
	}
	good = good && merge_share_say(&share);
	if (good && options->aligns_time)
		filter_align(files, count);
	for (i = 0; options->aligns_time && i < count; i++) {
		good = good && filter_add_file(all, &files[i], options, tally);
		release_file(&files[i]);
	}
	free(files);
	if (good && !options->aligns_time)
		filter_say_overlay(tally->files_with_times);
	return good && !folded_overflowed(all);
}

/* Nothing is left out without being counted. */
static void filter_say(const struct filter_tally *tally, const struct profile *all,
		       const struct profile *left)
{
	if (tally->stacks_left_out > 0)
		diag_warn("left out %llu of %llu stacks",
			  (unsigned long long)tally->stacks_left_out,
			  (unsigned long long)tally->stacks);
	if (left->count < all->count)
		diag_warn("left out %zu of %zu stacks for their counts", all->count - left->count,
			  all->count);
	if (tally->rounded > 0)
		diag_warn("%llu counts rounded to %d decimals", (unsigned long long)tally->rounded,
			  LIMIT_SCALE);
}

/* When options select nothing: list what they could have selected. */
static void say_what_there_is(const struct filter_options *options,
			      const struct filter_tally *tally)
{
	const bool by_labels = options->wheres.count > 0 || options->times.given;
	struct buf names = {0};

	tally_write(by_labels ? &tally->labels : &tally->functions, &names);
	if (by_labels && names.len == 0)
		diag_error("no stacks are left: they have no labels");
	else
		diag_error("no stacks are left; the %s are: %.*s",
			   by_labels ? "labels" : "functions", SLICE_ARG(buf_slice(&names)));
	buf_release(&names);
}

static bool write_all(const struct profile *left, const struct filter_options *options,
		      const struct filter_tally *tally, struct slice path)
{
	struct output output;

	if (left->count == 0) {
		if (tally->stacks_left_out > 0)
			say_what_there_is(options, tally);
		else
			diag_error("no stacks are left");
		return false;
	}
	if (!output_open(&output, path))
		return false;
	folded_write(left, 0, &output);
	return output_commit(&output);
}

/* --label-to-frame: when all has been added up, so that numbers have one width. */
static void put_labels_in_front(struct profile *left, const struct filter_options *options)
{
	const struct label_names names = {options->frame_labels.at, options->frame_labels.count};

	if (names.count > 0)
		label_frames(left, &names, true);
	folded_escape_roots(left, true);
}

static bool filter(const struct filter_options *options, const struct opt_list *paths,
		   struct slice out)
{
	struct profile all = {0}, chosen = {0};
	struct profile *left = &all;
	struct filter_tally tally = {0};
	bool good = filter_read_all(&all, options, paths, &tally);

	header_check(&all.header);
	if (tally.stacks_left_out > 0)
		header_forget_samples(&all.header);
	if (good && (options->top > 0 || options->min_count.value > 0)) {
		filter_choose(&chosen, &all, options);
		header_merge(&chosen.header, &all.header);
		if (chosen.count < all.count)
			header_forget_samples(&chosen.header);
		left = &chosen;
	}
	if (good) {
		filter_say(&tally, &all, left);
		put_labels_in_front(left, options);
		intern_freeze(&left->names);
		profile_close(left, PROFILE_BY_TEXT); /* adds up what was concatenated */
		good = !folded_overflowed(left) && write_all(left, options, &tally, out);
	}
	stats_count(options->stats, left);
	tally_release(&tally.functions);
	tally_release(&tally.labels);
	profile_release(&all);
	profile_release(&chosen);
	return good;
}

static bool check_operands(const struct filter_options *options, const struct opt_list *paths)
{
	const size_t labels = options->root_labels.count;
	const size_t files = paths->count > 0 ? paths->count : 1;
	size_t i;

	for (i = 0; options->merge && i < paths->count; i++) {
		struct slice path = paths->at[i];
		struct factor weight;

		if (factor_split(&path, &weight))
			continue;
		diag_error("'%.*s': a weight is a number above 0 with up to %d decimals",
			   SLICE_ARG(paths->at[i]), LIMIT_SCALE);
		return false;
	}
	if (labels <= 1 || labels == files)
		return true;
	diag_error("%zu root labels for %zu files", labels, files);
	return false;
}

static bool filter_check(struct program_run *run)
{
	struct filter_options *options = run->options;

	return filter_sorted_check(options, &run->given) &&
	       check_operands(options, &run->given.files) && filter_finish(options);
}

static int run_filter(struct program_run *run)
{
	const struct filter_options *options = run->options;
	const struct opt_list *files = &run->given.files;
	const bool good = options->sorted ? filter_sorted(options, files, run->common.output)
					  : filter(options, files, run->common.output);

	return good ? EXIT_DONE : EXIT_DATA;
}

int filter_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv, personality_of("collapse-filter"));
	struct filter_options options = {
		.scale = {1, 0}, .reading = &run.reading, .stats = &run.stats};
	const struct opt_table tables[] = {
		OPT_OWN(filter_rows, filter_row_count, &options),
		OPT_READING(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "edit, choose and add up folded stacks",
		.operands = "[FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = filter_check,
		.run = run_filter,
	};
	int code;

	run.options = &options;
	code = program_main(&program, &run);
	filter_release(&options);
	return code;
}
