/* SPDX-License-Identifier: MIT */
/*
 * event_ring.h - the ring buffer that the kernel fills with the records of one CPU, mapped into
 * this process (perf_event_open(2), "MMAP layout"). Its records are ordered by time, except records
 * of interrupts, and are read in place.
 */
#ifndef FLAMBEAU_EVENT_RING_H
#define FLAMBEAU_EVENT_RING_H

#include <linux/perf_event.h>
#include <sys/uio.h>

#include "common/base/base.h"

struct event_ring {
	int fd; /* of the event that it was mapped by */
	struct perf_event_mmap_page *page;
	unsigned char *data;
	uint64_t size; /* bytes of `data`, a power of two */
	uint64_t tail; /* bytes read since the beginning */
	uint64_t head; /* bytes written by the kernel at event_ring_look() */
};

/* Totals from records, for the messages at the end. */
struct event_tally {
	uint64_t samples, lost, throttled;
};

/* Map `size` bytes, a power of two and at least a page, for an open event. 0, or errno. */
int event_ring_open(struct event_ring *ring, int fd, uint64_t size);
void event_ring_close(struct event_ring *ring);

/* Load the kernel's position into ring->head; false if there is nothing to read. */
bool event_ring_look(struct event_ring *ring);

/* Count the records from tail to head. */
void event_ring_count(const struct event_ring *ring, struct event_tally *tally);

/* The bytes from tail to head: one part, or two where they wrap around. Returns how many parts. */
int event_ring_parts(const struct event_ring *ring, struct iovec parts[2]);

/* The header of the record at the tail; tail must be below head. */
struct perf_event_header event_ring_header(const struct event_ring *ring);

/*
 * The record at the tail in one piece: in place, or copied to `spare` of 64 KiB where it wraps
 * around.
 */
const unsigned char *event_ring_record(const struct event_ring *ring, unsigned char *spare);

/* Read 8 bytes at an offset of the record at the tail. */
uint64_t event_ring_word(const struct event_ring *ring, uint64_t offset);

/* Go on to the next record; the kernel learns of it by event_ring_release(). */
void event_ring_skip(struct event_ring *ring, uint64_t size);

/* Release the records before the tail, which have been read: the kernel may overwrite them. */
void event_ring_release(struct event_ring *ring);

#endif
