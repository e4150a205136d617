/* SPDX-License-Identifier: MIT */
/*
 * The pieces of collapse-filter: the first four bytes choose options, the lines up to an empty one
 * are rules (rename a(.)=$1), the rest is folded text. Names come out of every level of --simplify;
 * no stack is lost without being tallied, and no count grows.
 *
 * fuzzer: collapse-filter collapse 0 0
 */
#include "collapse/filter/filter.h"
#include "common/base/diag.h"
#include "common/base/personality.h"
#include "common/folded/folded.h"
#include "tests/fuzz/fuzz.h"

static bool read_folded(struct ingest_run *run, struct slice path)
{
	static const struct folded_options options = {.labels = LABELS_KEPT};
	struct ingest_stats stats;
	struct input *input = input_open(&(struct input_options){
		.paths = &path,
		.count = 1,
		.compat = personality_of("collapse-filter"),
		.records = folded_format.records,
	});
	bool good;

	*run = (struct ingest_run){.options = &options};
	if (!input)
		abort();
	good = ingest(input, &folded_format, 1, run, &stats) && !run->profile.overflow;
	input_close(input);
	return good;
}

/* True if the totals are comparable, and the first is larger. */
static bool is_more(const struct profile *one, const struct profile *than)
{
	return one->scale == than->scale && !one->total_overflow && !than->total_overflow &&
	       !one->overflow && !than->overflow && one->total[1] > than->total[1];
}

static void filter(struct filter_file *file, const struct filter_options *options)
{
	const struct profile from = file->profile; /* its sums: it may move to `all` */
	const size_t rows = profile_rows(&from);
	struct profile all = {0}, chosen = {0};
	struct filter_tally tally = {0};

	filter_add(&all, file, options, &tally);
	if (tally.stacks != rows || is_more(&all, &from) ||
	    (tally.stacks_left_out == 0 && is_more(&from, &all)))
		abort();
	if (!all.overflow) {
		filter_choose(&chosen, &all, options);
		if (is_more(&chosen, &all) || (options->top > 0 && chosen.count > options->top))
			abort();
	}
	profile_release(&all);
	profile_release(&chosen);
}

static void simplify_all(const struct intern *names)
{
	size_t i;
	int level;

	for (i = 0; i < names->count; i++) {
		struct slice name = intern_name(names, (frame_id)i);

		for (level = SIMPLIFY_NONE; level <= SIMPLIFY_PACKAGES; level++) {
			struct buf out = {0};

			simplify_name(&out, name, (enum simplify)level);
			if (level == SIMPLIFY_NONE && !slice_equal(buf_slice(&out), name))
				abort();
			buf_release(&out);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rules = fuzz_path("rules"), in = fuzz_path("in"), rest, line = {0};
	struct filter_options options = {.scale = {1, 0}};
	struct slice dropped[] = {SLICE("time"), SLICE("cpu"), SLICE("all")};
	struct filter_file file = {.path = SLICE("a.folded"), .weight = {1, 0}};
	struct ingest_run run;

	diag_init("fuzz-collapse-filter");
	diag_set_level(DIAG_SILENT);
	if (size < 4)
		return 0;
	rest = slice_of((const char *)data + 4, size - 4);
	while (slice_line(&rest, &line) && line.len > 0)
		;
	fuzz_write(rules, data + 4, size - 4 - rest.len);
	fuzz_write(in, (const uint8_t *)rest.ptr, rest.len);
	options.simplify = data[0] % (SIMPLIFY_PACKAGES + 1);
	options.recursion = data[1] % (RECURSION_MUTUAL + 1);
	options.top = data[2];
	options.min_count = (struct factor){data[3] / 4, data[3] % 4};
	options.times = (struct filter_times){data[0] % 2 > 0, data[1] * UINT64_C(100000000),
					      UINT64_MAX};
	if (data[2] % 4 > 0)
		opt_list_add(&options.dropped_labels, dropped[data[2] % 4 - 1]);
	if (data[3] % 2 > 0)
		opt_list_add(&options.added_labels, SLICE("host={}"));
	options.rules.at = memory_get(sizeof(rules));
	options.rules.at[options.rules.count++] = rules;
	if (filter_finish(&options)) {
		if (read_folded(&run, in)) {
			simplify_all(&run.profile.names);
			file.profile = run.profile;
			filter(&file, &options);
			run.profile = file.profile;
		}
		ingest_release(&run);
	}
	filter_release(&options);
	unlink(rules.ptr);
	unlink(in.ptr);
	return 0;
}
