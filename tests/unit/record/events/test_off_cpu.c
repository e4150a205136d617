/* SPDX-License-Identifier: MIT */
#include "record/events/off_cpu.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "tests/unit/record/events/ring_of_test.h"

enum { SWITCH_OUT = PERF_RECORD_MISC_SWITCH_OUT, PREEMPT = PERF_RECORD_MISC_SWITCH_OUT_PREEMPT };

/* Two numbers of 32 bits, in the order of a record. */
static uint64_t pair(uint32_t first, uint32_t second)
{
	const uint32_t numbers[2] = {first, second};
	uint64_t word;

	memcpy(&word, numbers, sizeof(word));
	return word;
}

/* A pid and a tid. */
static uint64_t ids(uint32_t thread)
{
	return pair(1, thread);
}

/* ip, pid and tid, time, cpu, period, a chain of one address */
static void leave(struct ring_of_test *memory, uint32_t thread, uint64_t time)
{
	const uint64_t words[] = {0x1000, ids(thread), time, 0, 1, 1, thread};

	ring_write_record(memory, (struct perf_event_header){PERF_RECORD_SAMPLE, 0, 64}, words);
}

static void turn(struct ring_of_test *memory, uint32_t thread, uint64_t time, uint16_t misc)
{
	const uint64_t words[] = {ids(thread), time, 0};

	ring_write_record(memory, (struct perf_event_header){PERF_RECORD_SWITCH, misc, 32}, words);
}

/* A thread begins or ends: pid and ppid, tid and ptid, time, trailer */
static void live(struct ring_of_test *memory, uint32_t type, uint32_t thread, uint64_t time)
{
	const uint64_t words[] = {pair(1, 0), pair(thread, 0), time, ids(thread), time, 0};

	ring_write_record(memory, (struct perf_event_header){type, 0, 56}, words);
}

/* One run over two rings; `wanted` is a row "TID:NANOSECONDS" for each sample in order. */
struct run {
	struct ring_of_test memory[2];
	struct event_ring rings[2];
	struct record_stream stream;
	struct off_cpu *off_cpu;
	char path[40];
	int fd;
};

static void begin(struct run *run, unsigned kinds)
{
	memcpy(run->path, "/tmp/test_off_cpu.XXXXXX", 25);
	run->fd = mkstemp(run->path);
	record_stream_begin(&run->stream, run->fd, "test");
	run->off_cpu = off_cpu_new(&run->stream, kinds, false, NULL);
	run->rings[0] = ring_of_test(&run->memory[0], RING_OF_TEST - 40);
	run->rings[1] = ring_of_test(&run->memory[1], 0);
}

/* The samples that were written: thread, period, time. */
static bool wrote(struct run *run, const char *wanted)
{
	unsigned char bytes[8192];
	struct buf found = {0};
	ssize_t n;
	size_t at = 16;
	bool good;

	record_stream_flush(&run->stream);
	n = pread(run->fd, bytes, sizeof(bytes), 0);
	while (at + 8 <= (size_t)n) {
		struct perf_event_header header;
		uint64_t words[5];
		uint32_t thread;

		memcpy(&header, bytes + at, sizeof(header));
		memcpy(words, bytes + at + 8, sizeof(words));
		memcpy(&thread, bytes + at + 20, sizeof(thread));
		if (header.type == PERF_RECORD_SAMPLE)
			buf_printf(&found, "%s%u:%u@%u", found.len > 0 ? " " : "", (unsigned)thread,
				   (unsigned)words[4], (unsigned)words[2]);
		at += header.size;
	}
	good = slice_equal(buf_slice(&found), slice_from(wanted));
	if (!good)
		fprintf(stderr, "%.*s\n", SLICE_ARG(buf_slice(&found)));
	buf_release(&found);
	return good;
}

static void end(struct run *run)
{
	off_cpu_free(run->off_cpu);
	record_stream_release(&run->stream);
	close(run->fd);
	unlink(run->path);
}

CASE(time_away_is_from_leaving_to_coming_back_on_any_processor)
{
	struct run run;

	begin(&run, OFF_CPU_BLOCKED);
	leave(&run.memory[0], 5, 100);
	turn(&run.memory[0], 5, 101, SWITCH_OUT);
	turn(&run.memory[1], 5, 400, 0);
	leave(&run.memory[1], 5, 500);
	turn(&run.memory[1], 5, 501, SWITCH_OUT);
	turn(&run.memory[0], 5, 510, 0);
	CHECK(off_cpu_take(run.off_cpu, run.rings, 2, UINT64_MAX));
	CHECK(wrote(&run, "5:300@400 5:10@510"));
	CHECK(off_cpu_sums(run.off_cpu)->blocked == 310);
	end(&run);
}

CASE(later_records_stay_in_the_rings)
{
	struct run run;

	begin(&run, OFF_CPU_BLOCKED);
	leave(&run.memory[0], 5, 100);
	turn(&run.memory[1], 5, 400, 0);
	CHECK(off_cpu_take(run.off_cpu, run.rings, 2, 300));
	CHECK(wrote(&run, "") && event_ring_look(&run.rings[1]));
	CHECK(!off_cpu_take(run.off_cpu, run.rings, 2, 350));
	CHECK(off_cpu_take(run.off_cpu, run.rings, 2, 400));
	CHECK(wrote(&run, "5:300@400"));
	end(&run);
}

CASE(preempted_time_is_apart)
{
	struct run run;

	begin(&run, OFF_CPU_BLOCKED);
	leave(&run.memory[0], 5, 100);
	turn(&run.memory[0], 5, 100, SWITCH_OUT | PREEMPT);
	turn(&run.memory[0], 5, 150, 0);
	leave(&run.memory[0], 6, 160);
	turn(&run.memory[0], 6, 160, SWITCH_OUT);
	turn(&run.memory[0], 6, 190, 0);
	off_cpu_take(run.off_cpu, run.rings, 2, UINT64_MAX);
	CHECK(wrote(&run, "6:30@190"));
	CHECK(off_cpu_sums(run.off_cpu)->blocked == 30);
	CHECK(off_cpu_sums(run.off_cpu)->preempted == 50);
	end(&run);
}

CASE(waits_that_do_not_end_count_to_the_end_but_for_threads_that_are_gone)
{
	struct run run;

	begin(&run, OFF_CPU_BLOCKED);
	leave(&run.memory[0], 5, 100);
	leave(&run.memory[0], 6, 110);
	live(&run.memory[0], PERF_RECORD_EXIT, 6, 120);
	leave(&run.memory[0], 6, 130); /* as a thread does that has ended */
	live(&run.memory[0], PERF_RECORD_EXIT, 7, 140);
	live(&run.memory[0], PERF_RECORD_FORK, 7, 150); /* a new one of its number */
	leave(&run.memory[0], 7, 160);
	leave(&run.memory[0], 0, 170); /* the idle task */
	off_cpu_take(run.off_cpu, run.rings, 2, UINT64_MAX);
	CHECK(wrote(&run, ""));
	off_cpu_end(run.off_cpu, 1000);
	CHECK(wrote(&run, "5:900@1000 7:840@1000"));
	end(&run);
}

TEST_CASES(off_cpu)
