/* SPDX-License-Identifier: MIT */
/*
 * Merging sorted files: the first byte chooses edits, the rest are up to three files, each up to a
 * line "==". The files as they are must do no harm. Each one sorted, the merge gives the bytes of
 * adding up profiles, or says why it does not.
 *
 * fuzzer: merge collapse 500 1
 */
#include "collapse/filter/filter.h"
#include "collapse/names/tidy.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "tests/fuzz/fuzz.h"

enum { FILES = 3, NAMES = 2 * FILES + 2 };

enum edit { EDIT_ROOT = 1, EDIT_LABEL = 2, EDIT_SKIP = 4 };

static char names[NAMES][64];

/* Files of a run: those that are given, those sorted, and two outputs. */
static struct slice name_of(size_t number)
{
	if (names[0][0] == '\0') {
		const struct slice base = fuzz_path("merge");
		size_t i;

		for (i = 0; i < NAMES; i++)
			snprintf(names[i], sizeof(names[i]), "%.*s%zu", (int)base.len, base.ptr, i);
	}
	return slice_from(names[number]);
}

static bool read_profile(struct profile *profile, size_t number)
{
	static const struct folded_options kept = {.labels = LABELS_KEPT};
	struct slice path = name_of(number);
	struct ingest_run run = {.options = &kept};
	struct ingest_stats stats;
	struct input *input = input_open(&(struct input_options){
		.paths = &path,
		.count = 1,
		.compat = personality_of("collapse-filter"),
		.last_snapshot = true,
		.records = folded_format.records,
	});
	bool good;

	if (!input)
		abort();
	good = ingest(input, &folded_format, 1, &run, &stats) && !run.profile.overflow &&
	       run.profile.count > 0;
	input_close(input);
	*profile = run.profile;
	run.profile = (struct profile){0};
	ingest_release(&run);
	return good;
}

static void write_profile(const struct profile *profile, size_t number)
{
	struct output output;

	if (!output_open(&output, name_of(number)))
		abort();
	folded_write(profile, 0, &output);
	if (!output_commit(&output))
		abort();
}

static bool merge(struct filter_options *options, size_t first, size_t count)
{
	struct opt_list paths = {0};
	bool good;
	size_t i;

	for (i = 0; i < count; i++)
		opt_list_add(&paths, name_of(first + i));
	good = filter_sorted(options, &paths, name_of(NAMES - 1));
	free(paths.at);
	return good;
}

/*
 * Adding up the sorted files as profiles; false where that does not give what --sorted has to give.
 */
static bool add_up(const struct filter_options *options, size_t count)
{
	struct profile all = {0};
	struct filter_tally tally = {0};
	bool good = true, differential = false;
	size_t i;

	for (i = 0; i < count; i++) {
		struct filter_file file = {.path = name_of(FILES + i), .weight = {1, 0}};

		/* sorted, the first bytes may be those of a compressed file */
		good = read_profile(&file.profile, FILES + i) && good &&
		       (i == 0 || file.profile.differential == differential);
		differential = file.profile.differential;
		if (options->root_labels.count > 0)
			tidy_add_file_name(&file.root, options->root_labels.at[0], file.path);
		header_merge(&all.header, &file.profile.header);
		filter_add(&all, &file, options, &tally);
		profile_release(&file.profile);
		buf_release(&file.root);
	}
	folded_escape_roots(&all, true);
	good = good && !all.overflow;
	if (good)
		write_profile(&all, NAMES - 2);
	profile_release(&all);
	return good;
}

/* False where a frame ends in a number, and what was written reads as two counts. */
static bool is_read_alike(const struct profile *written, size_t number)
{
	struct profile profile = {0};
	const bool good = read_profile(&profile, number) &&
			  profile.differential == written->differential;

	profile_release(&profile);
	return good;
}

/* The files, in order now; how many are good. */
static size_t sort_files(size_t count)
{
	size_t sorted = 0, i;

	for (i = 0; i < count; i++) {
		struct profile profile = {0};

		if (read_profile(&profile, i)) {
			folded_escape_roots(&profile, true);
			if (!profile.overflow) {
				write_profile(&profile, FILES + sorted);
				sorted += is_read_alike(&profile, FILES + sorted);
			}
		}
		profile_release(&profile);
	}
	return sorted;
}

static size_t write_files(struct slice text)
{
	size_t count = 0, end;

	for (; count < FILES && text.len > 0; count++) {
		end = slice_search(text, SLICE("\n==\n"));
		end = end == SLICE_NONE || count == FILES - 1 ? text.len : end + 1;
		fuzz_write(name_of(count), (const uint8_t *)text.ptr, end);
		text = slice_tail(text, end);
		slice_skip(&text, SLICE("==\n"));
	}
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct opt_reading reading = {.threads = 1, .max_record = 1 << 12};
	struct stats stats = {0};
	struct filter_options options = {.scale = {1, 0},
					 .merge = true,
					 .sorted = true,
					 .reading = &reading,
					 .stats = &stats};
	struct slice text = slice_of((const char *)data, size);
	bool has_labels, adds_up;
	size_t count;

	diag_init("fuzz-merge");
	diag_set_level(DIAG_SILENT);
	if (size < 2)
		return 0;
	options.skips_bad = data[0] & EDIT_SKIP;
	if (data[0] & EDIT_ROOT)
		opt_list_add(&options.root_labels, SLICE("r{}"));
	if (data[0] & EDIT_LABEL)
		opt_list_add(&options.added_labels, SLICE("m=v{}"));
	text = slice_tail(text, 1);
	has_labels = slice_find(text, '@') != SLICE_NONE;
	count = write_files(text);
	if (count > 0)
		merge(&options, 0, count);
	count = count > 0 ? sort_files(count) : 0;
	if (count > 0) {
		options.skips_bad = false; /* what is left out would be missing */
		adds_up = add_up(&options, count);
		if (merge(&options, FILES, count)) {
			if (adds_up)
				fuzz_check_same(name_of(NAMES - 2), name_of(NAMES - 1));
		} else if (adds_up && !has_labels) {
			abort();
		}
	}
	for (count = 0; count < NAMES; count++)
		unlink(name_of(count).ptr);
	free(options.root_labels.at);
	free(options.added_labels.at);
	return 0;
}
