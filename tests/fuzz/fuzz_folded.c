/* SPDX-License-Identifier: MIT */
/*
 * Folded text: the number of threads and the size of chunks (the first two bytes) change
 * nothing, and what is written can be read. (It need not read as the same: frames of hostile
 * input may be blank, or end in a number that then looks like a count.)
 *
 * fuzzer: folded common 0 0
 */
#include "common/base/diag.h"
#include "common/base/personality.h"
#include "common/folded/folded.h"
#include "tests/fuzz/fuzz.h"

static bool read_folded(struct ingest_run *run, struct slice path, unsigned threads, size_t chunk)
{
	static const struct folded_options options = {.labels = LABELS_KEPT};
	struct ingest_stats stats;
	struct input *input = input_open(&(struct input_options){
		.paths = &path,
		.count = 1,
		.compat = personality_of("flamegraph"),
		.chunk_size = chunk,
		.records = folded_format.records,
	});
	bool good;

	*run = (struct ingest_run){.options = &options};
	if (!input)
		abort();
	good = ingest(input, &folded_format, threads, run, &stats);
	input_close(input);
	return good;
}

static void write_folded(const struct profile *profile, struct slice path)
{
	struct output output = {0};

	if (!output_open(&output, path))
		abort();
	folded_write(profile, 0, &output);
	if (!output_commit(&output))
		abort();
}

/* Read `from`, write `to`; false where a count is too large for any answer. */
static bool convert(struct slice from, struct slice to, unsigned threads, size_t chunk)
{
	struct ingest_run run;
	bool good = read_folded(&run, from, threads, chunk) && !run.profile.overflow;

	if (good)
		write_folded(&run.profile, to);
	ingest_release(&run);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice in = fuzz_path("in"), once = fuzz_path("once"), again = fuzz_path("again"),
		     threaded = fuzz_path("threaded");

	diag_init("fuzz-folded");
	diag_set_level(DIAG_SILENT);
	if (size < 2)
		return 0;
	fuzz_write(in, data + 2, size - 2);
	if (convert(in, once, 1, 0)) {
		if (!convert(in, threaded, 1 + data[0] % 4, 1 + data[1]))
			abort();
		fuzz_check_same(once, threaded);
		convert(once, again, 1, 0);
	}
	unlink(in.ptr);
	unlink(once.ptr);
	unlink(again.ptr);
	unlink(threaded.ptr);
	return 0;
}
