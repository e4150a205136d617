/* SPDX-License-Identifier: MIT */
/* How a program reads folded stacks and writes. */
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/cli/wrong_input.h"

size_t program_file_count(const struct program_run *run)
{
	return run->given.files.count > 0 ? run->given.files.count : 1;
}

struct slice program_file(const struct program_run *run, size_t index)
{
	return run->given.files.count > 0 ? run->given.files.at[index] : SLICE("-");
}

/* Check that the profile can be used. False after a message. */
static bool check_input(const struct program_run *run, const struct ingest_run *ingested)
{
	const struct profile *profile = &ingested->profile;

	if (folded_overflowed(profile))
		return false;
	if (notes_fail(&ingested->notes, folded_format.kinds, folded_format.kind_count,
		       run->strict)) {
		diag_error("no output: part of the input was not understood");
		return false;
	}
	if (profile->count == 0)
		diag_error("no stacks in the input");
	return profile->count > 0;
}

bool program_read_input(struct program_run *run, struct input *input, struct profile *profile)
{
	const struct wrong_input_reader reader = {"folded", diag_tool(),
						  run->product ? run->product->file : NULL};
	const struct folded_options options = {.labels = run->labels};
	struct ingest_run ingested = {.options = &options};
	struct ingest_stats read;
	bool good;

	input_cut_at(input, folded_format.next_record);
	good = ingest(input, &folded_format, (unsigned)run->reading.threads, &ingested, &read);
	stats_add(&run->stats, &read);
	good = good && !wrong_input_explain_folded(run->as, input, &ingested, &reader);
	if (good) {
		notes_print(&ingested.notes, folded_format.kinds, folded_format.kind_count, input);
		header_check(&ingested.profile.header);
		good = check_input(run, &ingested);
	}
	run->stats.frames += ingested.profile.names.count;
	run->stats.stacks += ingested.profile.count;
	*profile = ingested.profile;
	ingested.profile = (struct profile){0};
	ingest_release(&ingested);
	return good;
}

bool program_read(struct program_run *run, size_t first, size_t count, struct profile *profile)
{
	const struct slice standard_input = SLICE("-");
	const struct slice *files = run->given.files.at;
	const struct input_options in = {
		.paths = files ? files + first : &standard_input,
		.count = count,
		.as = personality_of(""),
		.dash_is_stdin = true,
		.last_snapshot = true,
		.max_record = run->reading.max_record,
	};
	struct input *input = input_open(&in);
	bool good;

	*profile = (struct profile){0};
	if (!input)
		return false;
	good = program_read_input(run, input, profile);
	input_close(input);
	return good;
}

bool program_open(const struct program_run *run, struct output *output)
{
	return output_open(output, run->common.output);
}
