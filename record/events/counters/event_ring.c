/* SPDX-License-Identifier: MIT */
#include "record/events/counters/event_ring.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int event_ring_open(struct event_ring *ring, int fd, uint64_t size)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, (size_t)(page + size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	*ring = (struct event_ring){.fd = fd, .size = size};
	if (memory == MAP_FAILED)
		return errno;
	ring->page = memory;
	ring->data = (unsigned char *)memory + page;
	return 0;
}

void event_ring_close(struct event_ring *ring)
{
	if (ring->page)
		munmap(ring->page,
		       (size_t)(ring->data - (unsigned char *)ring->page) + (size_t)ring->size);
	ring->page = NULL;
}

bool event_ring_look(struct event_ring *ring)
{
	/* Records are complete up to data_head; it must be read before they are. */
	ring->head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	return ring->head != ring->tail;
}

static const unsigned char *at(const struct event_ring *ring, uint64_t position)
{
	return ring->data + (position & (ring->size - 1));
}

static uint64_t word_at(const struct event_ring *ring, uint64_t position)
{
	uint64_t word;

	memcpy(&word, at(ring, position), sizeof(word));
	return word;
}

uint64_t event_ring_word(const struct event_ring *ring, uint64_t offset)
{
	return word_at(ring, ring->tail + offset);
}

/* Records begin at multiples of 8, so a header does not wrap around. */
static struct perf_event_header header_at(const struct event_ring *ring, uint64_t position)
{
	struct perf_event_header header;

	memcpy(&header, at(ring, position), sizeof(header));
	return header;
}

struct perf_event_header event_ring_header(const struct event_ring *ring)
{
	return header_at(ring, ring->tail);
}

void event_ring_count(const struct event_ring *ring, struct event_tally *tally)
{
	uint64_t position = ring->tail;

	while (position < ring->head) {
		struct perf_event_header header = header_at(ring, position);

		if (header.type == PERF_RECORD_SAMPLE)
			tally->samples++;
		else if (header.type == PERF_RECORD_LOST)
			tally->lost += word_at(ring, position + 16);
		else if (header.type == PERF_RECORD_LOST_SAMPLES)
			tally->lost += word_at(ring, position + 8);
		else if (header.type == PERF_RECORD_THROTTLE)
			tally->throttled++;
		if (header.size < sizeof(header))
			break; /* the kernel writes none; without this a bug of it is an endless loop */
		position += header.size;
	}
}

int event_ring_parts(const struct event_ring *ring, struct iovec parts[2])
{
	const uint64_t length = ring->head - ring->tail;
	const uint64_t start = ring->tail & (ring->size - 1);
	const uint64_t first = length < ring->size - start ? length : ring->size - start;

	parts[0] = (struct iovec){ring->data + start, (size_t)first};
	parts[1] = (struct iovec){ring->data, (size_t)(length - first)};
	return first < length ? 2 : 1;
}

const unsigned char *event_ring_record(const struct event_ring *ring, unsigned char *spare)
{
	const uint64_t size = event_ring_header(ring).size;
	const uint64_t start = ring->tail & (ring->size - 1);
	const uint64_t first = ring->size - start;

	if (size <= first)
		return ring->data + start;
	memcpy(spare, ring->data + start, (size_t)first);
	memcpy(spare + first, ring->data, (size_t)(size - first));
	return spare;
}

void event_ring_skip(struct event_ring *ring, uint64_t size)
{
	ring->tail += size;
}

void event_ring_release(struct event_ring *ring)
{
	/* The records have been read before the kernel sees the new tail. */
	__atomic_store_n(&ring->page->data_tail, ring->tail, __ATOMIC_RELEASE);
}
