/* SPDX-License-Identifier: MIT */
/*
 * One format's program, whole, that of the name by which the fuzzer is called, fuzz-collapse-NAME:
 * the number of threads and the size of chunks change neither the result nor the exit code. The
 * first three bytes choose options, threads and chunks.
 *
 * fuzzer: collapse collapse 0 0
 */
#include "collapse/collapse.h"
#include "tests/fuzz/fuzz.h"

static const struct collapser *format;

struct arguments {
	char text[16][96];
	char *argv[17];
	int argc;
};

/* Options of all formats; instead of a set with one that the format lacks, the first is used. */
static const char *const option_sets[][5] = {
	{"-q"},
	{"-q", "--all", "--addrs", "--tid"},
	{"-q", "--kernel", "--pid", "--srcline"},
	{"-q", "--strict", "--simplify=none"},
	{"-q", "--simplify=templates", "--inlined"},
	{"-q", "--shorten-pkgs", "--states=ALL", "--include-tid"},
	{"-q", "--shorten-pkgs", "--thread-names"},
	{"-q", "--no-pkgs"},
	{"-q", "--running"},
	{"-q", "--thread-names"},
	{"-q", "--modules"},
	{"-q", "--no-lines"},
	{"-q", "--sample-index=1"},
	{"-q", "--includeoffset"},
	{"-q", "--strict"},
	{"-q", "--size"},
	{"-q", "--ticks"},
	{"-q", "--calls"},
	{"-q", "--count"},
	{"-q", "--modules", "--process"},
	{"-q", "--thread-names", "--ns"},
	{"-q", "--time"},
	{"-q", "--locations"},
	{"-q", "--weight", "--thread-names", "--process-names"},
	{"-q", "--symbols=never", "--diff", "--tag=thread"},
	{"-q", "--sample-types", "--diff"},
	{"-q", "--symbols=never", "--pprof"},
	{"-q", "--symfs=/var/empty", "--tid"},
	{"-q", "--symfs=/var/empty", "--no-inline", "--list-events"},
	{"-q", "--list-events"},
	{"-q", "--event=alloc", "--classes", "--thread-names", "--lines"},
	{"-q", "--event=lock", "--thread-names", "--no-pkgs", "--time=0,0.000005"},
	{"-q", "--event=wall,cpu,native,exceptions", "--states=r,s", "--lines"},
	{"-q", "--event=shop.Order,CPULoad,live,io", "--count", "--classes"},
	{"-q", "--event=shop.Order", "--weight=price", "--strict"},
	{"-q", "--labels=all,time=1ms"},
	{"-q", "--labels=time=1ns,tid,thread", "--time", "--absolute-time"},
	{"-q", "--list-labels"},
	{"-q", "--event-filter=*", "--weight=ret"},
	{"-q", "--event-filter=all", "--weight=bytes_req", "--labels=event"},
	{"-q", "--symfs=/var/empty", "--mark-cut", "--stats"},
};

static void add(struct arguments *arguments, const char *text)
{
	char *copy = arguments->text[arguments->argc];

	snprintf(copy, sizeof(arguments->text[0]), "%s", text);
	arguments->argv[arguments->argc++] = copy;
}

static int run(const char *const *options, struct slice in, struct slice out, const char *threads,
	       const char *chunk)
{
	struct arguments arguments = {.argc = 0};
	size_t i;

	add(&arguments, "collapse");
	add(&arguments, threads);
	add(&arguments, chunk);
	for (i = 0; i < ARRAY_LEN(option_sets[0]) && options[i]; i++)
		add(&arguments, options[i]);
	add(&arguments, "-o");
	add(&arguments, out.ptr);
	add(&arguments, in.ptr);
	unlink(out.ptr);
	return collapse_main(format, arguments.argc, arguments.argv);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const struct slice path = slice_from((*argv)[0]);
	const size_t at = slice_rsearch(path, SLICE("fuzz-collapse-"));
	size_t i;

	(void)argc;
	for (i = 0; i < collapse_format_count && at != SLICE_NONE; i++) {
		if (slice_equal(slice_tail(path, at + strlen("fuzz-collapse-")),
				slice_from(collapse_formats[i]->name)))
			format = collapse_formats[i];
	}
	if (!format) {
		fprintf(stderr, "%s: call it fuzz-collapse-FORMAT\n", path.ptr);
		exit(2);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice in = fuzz_path("in"), once = fuzz_path("once"), again = fuzz_path("again");
	const char *const *options;
	char threads[16], chunk[32];
	int status;

	if (size < 3)
		return 0;
	snprintf(threads, sizeof(threads), "-j%u", 1u + data[1] % 4);
	snprintf(chunk, sizeof(chunk), "--chunk-size=%u", 1u + data[2]);
	options = option_sets[data[0] % ARRAY_LEN(option_sets)];
	fuzz_write(in, data + 3, size - 3);
	status = run(options, in, once, "-j1", "-q");
	if (status == EXIT_USAGE) {
		options = option_sets[0];
		status = run(options, in, once, "-j1", "-q");
	}
	if (status != run(options, in, again, threads, chunk))
		abort();
	fuzz_check_same(once, again);
	unlink(in.ptr);
	unlink(once.ptr);
	unlink(again.ptr);
	return 0;
}
