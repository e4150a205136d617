/* SPDX-License-Identifier: MIT */
/*
 * Formats in which few bytes can stand for deep stacks: what is made of an input is within the
 * budget that its size gives it, in frames and in text. The first byte chooses the format.
 *
 * fuzzer: budgets collapse 400 1
 */
#include "collapse/collapse.h"
#include "common/io/decompress.h"
#include "common/profile/ingest.h"
#include "tests/fuzz/fuzz.h"

static const char *const names[] = {
	"pprof",    "jfr",       "chrome-tracing", "cpuprofile", "speedscope", "stackprof",
	"xctrace",  "callgrind", "uftrace",        "xdebug",     "vsprof",     "go",
	"jemalloc", "heaptrack", "massif",         "ghcprof",    "vtune",      "instruments",
	"firefox",  "tachyon",   "austin",         "pstats",     "perfetto",   "simpleperf",
};

/* NULL where this build lacks the format. */
static const struct collapser *format_of(const char *name)
{
	size_t i;

	for (i = 0; i < collapse_format_count; i++) {
		if (strcmp(collapse_formats[i]->name, name) == 0)
			return collapse_formats[i];
	}
	return NULL;
}

/* Units of a line of folded stacks, all of whose frames are new. */
static uint64_t units(struct slice line)
{
	const size_t count = slice_rfind(line, ' ');
	const struct slice stack = count == SLICE_NONE ? line : slice_head(line, count);
	uint64_t depth = 1;
	size_t i;

	for (i = 0; i < stack.len; i++)
		depth += stack.ptr[i] == ';';
	return depth * (1 + STACK_BUDGET_NEW) + stack.len / STACK_BUDGET_TEXT;
}

static void check(struct slice output, size_t size)
{
	uint64_t spent = 0;
	struct slice line;

	while (slice_line(&output, &line)) {
		if (!slice_starts(line, SLICE("# flambeau:")))
			spent += units(line);
	}
	/* a last line without its end has one */
	if (spent > STACK_BUDGET_LEAST + STACK_BUDGET_BYTE * ((uint64_t)size + 1))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice in = fuzz_path("in"), out = fuzz_path("out");
	const struct collapser *format;
	char words[][96] = {"collapse", "-q", "-j1", "--symbols=never", "-o", "", ""};
	char *argv[ARRAY_LEN(words) + 1] = {NULL};
	struct buf made;
	size_t i, argc = 0;

	if (size < 1)
		return 0;
	format = format_of(names[data[0] % ARRAY_LEN(names)]);
	data++;
	size--;
	if (!format || compression_of(slice_of((const char *)data, size)) != COMPRESSION_NONE)
		return 0; /* more bytes than these are read */
	fuzz_write(in, data, size);
	unlink(out.ptr);
	snprintf(words[5], sizeof(words[5]), "%s", out.ptr);
	snprintf(words[6], sizeof(words[6]), "%s", in.ptr);
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (i != 3 || strcmp(format->name, "jemalloc") == 0) /* only that has the option */
			argv[argc++] = words[i];
	}
	collapse_main(format, (int)argc, argv);
	made = fuzz_read(out);
	check(buf_slice(&made), size);
	buf_release(&made);
	unlink(in.ptr);
	unlink(out.ptr);
	return 0;
}
