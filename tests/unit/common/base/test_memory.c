/* SPDX-License-Identifier: MIT */
/* Limits that no test can reach by filling memory are stood at instead. */
#include "common/base/memory.h"

#include <sys/resource.h>

#include "common/base/diag.h"
#include "common/cli/opt.h"
#include "common/profile/profile.h"
#include "common/table/intern.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Sanitizers are to say no as the system does, and not to end the program themselves. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
	return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/*
 * True if it ends with EXIT_DATA and this line. (A sanitizer prints something of its own before.)
 */
static bool dies_with(void (*run)(void), const char *line)
{
	struct capture capture = capture_begin(STDERR_FILENO);
	struct buf said = {0};
	pid_t child = fork();
	int status = 0;
	bool good;

	if (child == 0) {
		run();
		_exit(0);
	}
	waitpid(child, &status, 0);
	capture_end(&capture, &said);
	good = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DATA &&
	       slice_ends(buf_slice(&said), slice_from(line));
	if (!good)
		fprintf(stderr, "%d: %.*s", status, SLICE_ARG(buf_slice(&said)));
	buf_release(&said);
	return good;
}

static void add_a_name(void)
{
	struct intern intern = {.count = UINT32_MAX};

	intern_add(&intern, SLICE("main"));
}

static void add_a_stack(void)
{
	struct profile profile = {.count = UINT32_MAX};
	const frame_id frames[] = {0};

	profile_add_count(&profile, frames, 1, 1);
}

CASE(numbers_of_32_bits_do_not_wrap_around)
{
	CHECK(dies_with(add_a_name, "flambeau: more than 4294967295 different frame names\n"));
	CHECK(dies_with(add_a_stack, "flambeau: more than 4294967295 different stacks\n"));
}

static void want_too_much(void)
{
	memory_resize(NULL, SIZE_MAX / 2, 4);
}

/* With 32 bits, half of it may be there. */
static void want_all_there_is(void)
{
	memory_get(SIZE_MAX / 4 * 3);
}

static void tell(const void *context, struct memory_use *use)
{
	*use = *(const struct memory_use *)context;
}

static void want_all_with_stacks(void)
{
	memory_explain(tell, &(struct memory_use){.stacks = 3, .frames = 5});
	want_all_there_is();
}

static void want_all_within_a_limit(void)
{
	memory_limit(((uint64_t)1 << 60) + (1 << 20), 1);
	want_all_there_is();
}

CASE(memory_that_is_not_there_is_said)
{
	CHECK(dies_with(want_too_much, "flambeau: out of memory\n"));
	CHECK(dies_with(want_all_there_is, "flambeau: out of memory\n"));
	CHECK(dies_with(want_all_with_stacks, "flambeau: out of memory; read so far: "
					      "3 different stacks of 5 different frames\n"));
	CHECK(dies_with(want_all_within_a_limit,
			"flambeau: out of memory: --max-memory=1099511627777M is too small\n"));
}

/* Without memory the next allocation fails with a message. */
static void expect_too_much(void)
{
	const struct rlimit little = {.rlim_cur = 1 << 20, .rlim_max = 1 << 20};

	setrlimit(RLIMIT_DATA, &little);
	memory_expect((size_t)8 << 20);
	diag_die("still here");
}

static void expect_and_use(void)
{
	const size_t size = (size_t)8 << 20, step = 100000;
	unsigned char *parts[100], sum = 0;
	size_t i;

	memory_expect(size);
	for (i = 0; i < ARRAY_LEN(parts); i++) {
		parts[i] = memory_get(step);
		memset(parts[i], 1, step);
	}
	for (i = 0; i < ARRAY_LEN(parts); i++) {
		sum = (unsigned char)(sum + parts[i][0] + parts[i][step - 1]);
		free(parts[i]);
	}
	diag_die("%u of %u", sum, (unsigned)(2 * ARRAY_LEN(parts)));
}

CASE(memory_that_is_expected_may_be_missing_or_not_suffice)
{
	CHECK(dies_with(expect_too_much, "flambeau: still here\n"));
	CHECK(dies_with(expect_and_use, "flambeau: 200 of 200\n"));
}

CASE(reserved_memory_grows_where_it_is)
{
	const size_t all = (size_t)64 * MEMORY_STEP;
	unsigned char *bytes = memory_reserve(all);

	memory_open(bytes, 0, MEMORY_STEP);
	memset(bytes, 1, MEMORY_STEP);
	memory_open(bytes, MEMORY_STEP, all);
	CHECK(bytes[MEMORY_STEP - 1] == 1);
	bytes[MEMORY_STEP] = bytes[all - 1] = 2;
	CHECK(bytes[MEMORY_STEP] == 2 && bytes[all - 1] == 2);
	memory_unreserve(bytes, all);
}

CASE(sizes_have_units)
{
	static const struct {
		const char *text;
		uint64_t bytes; /* 0: refused */
	} sizes[] = {
		{"1", 1},
		{"1023", 1023},
		{"1K", 1024},
		{"3k", 3072},
		{"512M", (uint64_t)512 << 20},
		{"2g", (uint64_t)2 << 30},
		{"16777215T", (uint64_t)16777215 << 40},
		{"16777216T", 0},
		{"18446744073709551615", UINT64_MAX},
		{"18446744073709551616", 0},
		{"0", 0},
		{"0K", 0},
		{"K", 0},
		{"", 0},
		{"-1", 0},
		{"1 K", 0},
		{"1.5G", 0},
		{"1KB", 0},
	};
	struct buf problem = {0};
	uint64_t bytes;
	size_t i;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		bytes = 0;
		buf_reset(&problem);
		CHECK(opt_parse_size(slice_from(sizes[i].text), &bytes, &problem) ==
		      (sizes[i].bytes > 0));
		CHECK(bytes == sizes[i].bytes);
		CHECK((problem.len > 0) == (sizes[i].bytes == 0));
	}
	buf_release(&problem);
}

TEST_SCRATCH(memory)
