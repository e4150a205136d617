/* SPDX-License-Identifier: MIT */
/* ring_of_test.h - a ring buffer that a test fills as the kernel would. */
#ifndef FLAMBEAU_RING_OF_TEST_H
#define FLAMBEAU_RING_OF_TEST_H

#include "record/events/counters.h"

enum { RING_OF_TEST = 1024 }; /* bytes */

struct ring_of_test {
	struct perf_event_mmap_page page;
	unsigned char data[RING_OF_TEST];
};

/* An empty ring whose first record begins at `start`. */
static inline struct event_ring ring_of_test(struct ring_of_test *memory, uint64_t start)
{
	struct event_ring ring = {.page = &memory->page, .data = memory->data};

	memset(memory, 0, sizeof(*memory));
	ring.size = RING_OF_TEST;
	ring.tail = ring.head = start;
	memory->page.data_head = memory->page.data_tail = start;
	return ring;
}

static inline void ring_write(struct ring_of_test *memory, const void *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		memory->data[memory->page.data_head++ % RING_OF_TEST] =
			((const unsigned char *)bytes)[i];
}

/* A record of the type whose body is so many words. */
static inline void ring_write_record(struct ring_of_test *memory, struct perf_event_header header,
				     const uint64_t *words)
{
	const size_t size = header.size;

	ring_write(memory, &header, sizeof(header));
	ring_write(memory, words, size - sizeof(header));
}

#endif
