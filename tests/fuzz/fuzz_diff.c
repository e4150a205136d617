/* SPDX-License-Identifier: MIT */
/*
 * difffolded or diffreport (-DTOOL="NAME"), whole: two profiles, options with any values. The number of threads
 * changes nothing, and a report that is said to be JSON is.
 */
#include "common/json.h"
#include "tests/fuzz/whole_program.h"

static const char *const names[] = {TOOL, TOOL ".pl", "inferno-diff-folded"};

static const char *const options[] = {
	"-n",        "-s",         "--filter=", "--exclude=",        "-ns",
	"--top=",    "--all",      "--alpha=",  "--format=markdown", "--fail-over=",
	"--budget=", "--samples=", "--period=", "--format=json",     "--normalize",
	"--top=0",   "--stats",
};

static void see(void *context, enum json_event event, struct slice text)
{
	(void)text;
	*(size_t *)context += event == JSON_VALUE_END;
}

static void check_json(void)
{
	struct buf report = fuzz_read(SLICE("once"));
	size_t values = 0;
	struct json *json = json_new(see, &values);

	if (json && report.len > 0 &&
	    (!json_feed(json, buf_slice(&report)) || !json_end(json) || values != 1))
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
	struct program_words words = {.count = 0};
	struct slice text;
	int code;

	if (size < 2)
		return 0;
	program_go_to_own_folder();
	text = slice_of((const char *)data + 2, size - 2);
	program_add(&words, names[data[0] % ARRAY_LEN(names)], SLICE(""));
	program_options(&words, &text, options, ARRAY_LEN(options));
	program_file("before", program_part(&text));
	program_file("after", program_part(&text));

	code = run(&words, NULL, "once");
	if (program_has(&words, "--format=json"))
		check_json();
	if (data[0] % ARRAY_LEN(names) == 0) {
		if (run(&words, data[1] % 2 ? "-j2" : "-j3", "again") != code)
			abort();
		fuzz_check_same(SLICE("once"), SLICE("again"));
	}
	return 0;
}
