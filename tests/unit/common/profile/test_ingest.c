/* SPDX-License-Identifier: MIT */
/* The message when memory is out, while several threads read. */
#include "common/profile/ingest.h"

#include <stdatomic.h>

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Lines of eight bytes; 512 of them are a chunk. */
enum { LINES = 150000, CHUNK = 4096 };

static atomic_uint chunks;

/* Every line is a stack of one frame; in the 101st chunk memory is out. */
static void parse(struct ingest_run *run, struct slice records)
{
	const bool is_last = atomic_fetch_add(&chunks, 1) == 100;
	struct slice line;

	while (slice_line(&records, &line)) {
		frame_id frame = profile_frame(&run->profile, line);

		profile_add_count(&run->profile, &frame, 1, 1);
		run->line++;
		if (is_last && run->line == 100)
			memory_die();
	}
}

static const struct ingest_format format = {.records = {.next = input_next_line}, .parse = parse};

static const char *path;
static unsigned threads;

static void read_all(void)
{
	const struct slice paths[] = {slice_from(path)};
	const struct input_options in = {.paths = paths,
					 .count = 1,
					 .compat = personality_of("flamegraph"),
					 .chunk_size = CHUNK,
					 .records = {.next = input_next_line}};
	struct input *input = input_open(&in);
	struct ingest_run run = {0};
	struct ingest_stats stats;

	ingest(input, &format, threads, &run, &stats);
}

static struct buf last_words(void)
{
	struct capture capture = capture_begin(STDERR_FILENO);
	struct buf said = {0};
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		read_all();
		_exit(0);
	}
	waitpid(child, &status, 0);
	capture_end(&capture, &said);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DATA);
	return said;
}

/* A hundred chunks, and a hundred lines of the next. */
CASE(one_thread_reports_progress_to_the_line)
{
	struct buf said;

	threads = 1;
	said = last_words();
	CHECK(slice_equal(buf_slice(&said),
			  SLICE("test: out of memory; read so far: 51300 different stacks of "
				"51300 different frames\n")));
	buf_release(&said);
}

CASE(several_threads_report_progress_without_a_race)
{
	struct buf said;

	threads = 4;
	said = last_words();
	CHECK(slice_contains(buf_slice(&said), SLICE("out of memory; read so far: ")));
	CHECK(!slice_contains(buf_slice(&said), SLICE("data race")));
	buf_release(&said);
}

TEST(ingest)
{
	struct buf text = {0};
	size_t i;

	diag_init("test");
	scratch_begin();
	for (i = 0; i < LINES; i++)
		buf_printf(&text, "%07zu\n", i);
	path = scratch_write("in", buf_slice(&text));
	check_cases();
	buf_release(&text);
	scratch_end();
	return check_done();
}
