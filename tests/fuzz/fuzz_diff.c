/* SPDX-License-Identifier: MIT */
/*
 * difffolded or diffreport (-DTOOL="NAME"), whole: two profiles, options with any values. The
 * number of threads changes nothing, and a report that is said to be JSON is.
 *
 * fuzzer: difffolded diff 0 0 diff/difffolded.c
 * fuzzer: diffreport diff 0 0 diff/report/diffreport.c
 */
#include "common/io/json.h"
#include "tests/fuzz/whole_program.h"

static const char *const names[PROGRAM_NAMES] = {TOOL, TOOL ".pl", "inferno-diff-folded"};

static const char *const options[] = {
	"-n",        "-s",         "--filter=", "--exclude=",        "-ns",
	"--top=",    "--all",      "--alpha=",  "--format=markdown", "--fail-over=",
	"--budget=", "--samples=", "--period=", "--format=json",     "--normalize",
	"--top=0",   "--stats",
};

static const struct program_kind kind = {names, options, ARRAY_LEN(options)};

static void see(void *context, enum json_event event, struct slice text)
{
	(void)text;
	*(size_t *)context += event == JSON_VALUE_END;
}

static void check_json(void)
{
	struct buf report = fuzz_read(SLICE("once"));
	size_t values = 0;
	struct piece_reader *json = json_new(see, &values);

	if (json && report.len > 0 &&
	    (!json->feed(json, buf_slice(&report)) || !json->end(json) || values != 1))
		abort();
	json_free(json);
	buf_release(&report);
}

static int run(const struct program_words *words, const char *threads, const char *out)
{
	struct program_words all = *words;

	if (threads)
		program_add(&all, threads, SLICE(""));
	program_add(&all, "before", SLICE(""));
	program_add(&all, "after", SLICE(""));
	return program_run(&all, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *threads;
	struct program_words words;
	struct slice text;
	int code;

	if (!program_begin(&words, &text, &kind, data, size))
		return 0;
	program_file("before", program_part(&text));
	program_file("after", program_part(&text));

	code = run(&words, NULL, "once");
	if (program_has(&words, "--format=json") && !program_has(&words, "--format=markdown"))
		check_json();
	threads = program_threads(data);
	if (threads) {
		if (run(&words, threads, "again") != code)
			abort();
		fuzz_check_same(SLICE("once"), SLICE("again"));
	}
	return 0;
}
