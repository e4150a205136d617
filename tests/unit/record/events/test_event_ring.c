/* SPDX-License-Identifier: MIT */
#include "record/events/counters.h"

#include "tests/unit/check.h"
#include "tests/unit/record/events/ring_of_test.h"

static struct perf_event_header header(uint32_t type, size_t words)
{
	return (struct perf_event_header){type, 0, (uint16_t)(8 + 8 * words)};
}

CASE(records_are_whole_where_they_wrap_around)
{
	struct ring_of_test memory;
	struct event_ring ring = ring_of_test(&memory, RING_OF_TEST - 16);
	const uint64_t words[3] = {11, 22, 33};
	unsigned char spare[64];
	struct iovec parts[2];

	CHECK(!event_ring_look(&ring));
	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 3), words);
	CHECK(event_ring_look(&ring));
	CHECK(event_ring_header(&ring).size == 32);
	CHECK(memcmp(event_ring_record(&ring, spare) + 8, words, sizeof(words)) == 0);
	CHECK(event_ring_word(&ring, 8) == 11 && event_ring_word(&ring, 16) == 22);
	CHECK(event_ring_parts(&ring, 32, parts) == 2);
	CHECK(parts[0].iov_len == 16 && parts[1].iov_len == 16);
	event_ring_skip(&ring, 32);
	CHECK(memory.page.data_tail == RING_OF_TEST - 16);
	event_ring_release(&ring);
	CHECK(memory.page.data_tail == RING_OF_TEST + 16 && !event_ring_look(&ring));
}

CASE(samples_and_losses_are_counted)
{
	struct ring_of_test memory;
	struct event_ring ring = ring_of_test(&memory, RING_OF_TEST - 24);
	const uint64_t lost[2] = {1, 7};
	struct event_tally tally = {0};
	struct iovec parts[2];

	ring_write_record(&memory, header(PERF_RECORD_LOST, 2), lost);
	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 1), lost);
	ring_write_record(&memory, header(PERF_RECORD_LOST_SAMPLES, 1), lost + 1);
	ring_write_record(&memory, header(PERF_RECORD_THROTTLE, 0), lost);
	CHECK(event_ring_look(&ring));
	event_ring_count(&ring, &tally, 24);
	CHECK(tally.samples == 1 && tally.lost == 14 && tally.throttled == 1);
	CHECK(event_ring_parts(&ring, ring.head - ring.tail, parts) == 2 && parts[0].iov_len == 24);
}

/* Records of switches at a time, with a trailer: pid and tid, time, cpu. */
static void write_switch(struct ring_of_test *memory, uint64_t time)
{
	const uint64_t trailer[3] = {0, time, 0};

	ring_write_record(memory, header(PERF_RECORD_SWITCH, 3), trailer);
}

CASE(lost_time_is_from_the_record_before_to_the_one_after)
{
	struct ring_of_test memory;
	struct event_ring ring = ring_of_test(&memory, RING_OF_TEST - 56);
	const uint64_t first[5] = {1, 7, 0, 500, 0}, second[5] = {1, 2, 0, 1300, 0};
	const uint64_t sample[3] = {0, 0, 1000}; /* ip, pid and tid, time */
	struct event_tally tally = {0};

	write_switch(&memory, 100);
	ring_write_record(&memory, header(PERF_RECORD_LOST, 5), first);
	write_switch(&memory, 500);
	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 3), sample);
	CHECK(event_ring_look(&ring));
	event_ring_count(&ring, &tally, 24);
	CHECK(tally.gaps == 400 && tally.lost == 7 && tally.switches == 2);
	CHECK(event_ring_time(&ring, 24) == 100);

	/* the record before is of the round before */
	event_ring_skip(&ring, ring.head - ring.tail);
	ring_write_record(&memory, header(PERF_RECORD_LOST, 5), second);
	CHECK(event_ring_look(&ring));
	event_ring_count(&ring, &tally, 24);
	CHECK(tally.gaps == 700 && tally.lost == 9);
}

CASE(records_of_a_type_are_found_where_they_wrap_around)
{
	struct ring_of_test memory;
	struct event_ring ring = ring_of_test(&memory, RING_OF_TEST - 56);
	const uint64_t words[3] = {11, 22, 33};

	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 3), words);
	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 1), words);
	ring_write_record(&memory, header(PERF_RECORD_MMAP2, 3), words);
	ring_write_record(&memory, header(PERF_RECORD_SAMPLE, 2), words);
	CHECK(event_ring_look(&ring));
	CHECK(event_ring_until(&ring, PERF_RECORD_MMAP2) == 48);
	event_ring_skip(&ring, 48);
	CHECK(event_ring_until(&ring, PERF_RECORD_MMAP2) == 0);
	event_ring_skip(&ring, 32);
	CHECK(event_ring_until(&ring, PERF_RECORD_MMAP2) == 24);
}

TEST_CASES(event_ring)
