/* SPDX-License-Identifier: MIT */
#include "record/events/off_cpu.h"

#include "common/base/memory.h"
#include "common/table/hash.h"

enum {
	MUCH = 1 << 16,  /* bytes that are written at once */
	SPARE = 1 << 16, /* bytes of the largest record */
};

/* A thread that is away. */
struct absence {
	uint32_t thread;
	bool is_preempted;
	uint64_t since;    /* when it left */
	struct buf sample; /* as the kernel wrote it */
	UT_hash_handle hh;
};

struct off_cpu {
	struct record_stream *stream;
	struct absence *absences; /* by thread */
	struct buf out;           /* records to be written */
	unsigned char *gone;      /* a bit for each thread that has ended, and leaves once more */
	size_t gone_size;         /* bytes */
	struct off_cpu_sums sums;
	unsigned kinds;
	size_t ids;                       /* bytes of the id in a sample: 8, or 0 without one */
	unsigned char *spare;             /* for records that wrap around */
	struct build_id_cache *build_ids; /* may be NULL */
	uint64_t *times;                  /* of the next record of each ring; UINT64_MAX: none */
	size_t ring_count;
};

/* Offsets in a sample (perf_event_open(2)): id, ip, pid and tid, time, cpu, period. */
static size_t thread_at(const struct off_cpu *off_cpu)
{
	return 8 + off_cpu->ids + 8 + 4;
}

static size_t time_at(const struct off_cpu *off_cpu)
{
	return thread_at(off_cpu) + 4;
}

static size_t period_at(const struct off_cpu *off_cpu)
{
	return time_at(off_cpu) + 16;
}

/* Bytes at the end of the other records: pid and tid, time, cpu, id. */
static size_t trailer(const struct off_cpu *off_cpu)
{
	return 24 + off_cpu->ids;
}

struct off_cpu *off_cpu_new(struct record_stream *stream, unsigned kinds, bool has_ids,
			    struct build_id_cache *build_ids)
{
	struct off_cpu *off_cpu = memory_clear(1, sizeof(*off_cpu));

	off_cpu->stream = stream;
	off_cpu->kinds = kinds;
	off_cpu->ids = has_ids ? 8 : 0;
	off_cpu->build_ids = build_ids;
	off_cpu->spare = memory_get(SPARE);
	return off_cpu;
}

static void forget(struct off_cpu *off_cpu, struct absence *absence)
{
	HASH_DEL(off_cpu->absences, absence);
	buf_release(&absence->sample);
	free(absence);
}

void off_cpu_free(struct off_cpu *off_cpu)
{
	struct absence *absence, *next;

	if (!off_cpu)
		return;
	HASH_ITER(hh, off_cpu->absences, absence, next)
	{
		forget(off_cpu, absence);
	}
	buf_release(&off_cpu->out);
	free(off_cpu->gone);
	free(off_cpu->spare);
	free(off_cpu->times);
	free(off_cpu);
}

static struct absence *off_cpu_find(const struct off_cpu *off_cpu, uint32_t thread)
{
	struct absence *absence;

	HASH_FIND(hh, off_cpu->absences, &thread, sizeof(thread), absence);
	return absence;
}

static uint32_t u32_at(const unsigned char *record, size_t offset)
{
	uint32_t value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

static uint64_t u64_at(const unsigned char *record, size_t offset)
{
	uint64_t value;

	memcpy(&value, record + offset, sizeof(value));
	return value;
}

static void write_out(struct off_cpu *off_cpu)
{
	const struct iovec part = {off_cpu->out.ptr, off_cpu->out.len};

	record_stream_pass(off_cpu->stream, &part, 1);
	buf_reset(&off_cpu->out);
}

static void add_record(struct off_cpu *off_cpu, const unsigned char *record, size_t size)
{
	buf_add(&off_cpu->out, slice_of((const char *)record, size));
	if (off_cpu->out.len >= MUCH)
		write_out(off_cpu);
}

static bool is_gone(const struct off_cpu *off_cpu, uint32_t thread)
{
	return thread / 8 < off_cpu->gone_size && (off_cpu->gone[thread / 8] >> thread % 8 & 1);
}

static void set_gone(struct off_cpu *off_cpu, uint32_t thread, bool is)
{
	const size_t old = off_cpu->gone_size, need = thread / 8 + 1;

	if (need > old && !is)
		return;
	if (need > old) {
		off_cpu->gone_size = need * 2;
		off_cpu->gone = memory_resize(off_cpu->gone, off_cpu->gone_size, 1);
		memset(off_cpu->gone + old, 0, off_cpu->gone_size - old);
	}
	off_cpu->gone[thread / 8] &= (unsigned char)~(1u << thread % 8);
	off_cpu->gone[thread / 8] |= (unsigned char)((unsigned)is << thread % 8);
}

/* The thread leaves: keep its sample. One that is away already was lost sight of. */
static void see_leaving(struct off_cpu *off_cpu, const unsigned char *record, size_t size)
{
	const uint32_t thread = u32_at(record, thread_at(off_cpu));
	struct absence *absence;

	/* The idle task waits for nothing; a thread that has ended does not come back. */
	if (thread == 0 || is_gone(off_cpu, thread))
		return;
	absence = off_cpu_find(off_cpu, thread);
	if (!absence) {
		absence = memory_clear(1, sizeof(*absence));
		absence->thread = thread;
		HASH_ADD(hh, off_cpu->absences, thread, sizeof(thread), absence);
	}
	absence->is_preempted = false;
	absence->since = u64_at(record, time_at(off_cpu));
	buf_reset(&absence->sample);
	buf_add(&absence->sample, slice_of((const char *)record, size));
}

/* The thread was away until `now`: its sample becomes the one that is written. */
static void off_cpu_finish(struct off_cpu *off_cpu, struct absence *absence, uint64_t now)
{
	const uint64_t away = now > absence->since ? now - absence->since : 0;
	const uint64_t id = OFF_CPU_PREEMPTED_ID;
	char *sample = absence->sample.ptr;

	*(absence->is_preempted ? &off_cpu->sums.preempted : &off_cpu->sums.blocked) += away;
	if ((off_cpu->kinds & (absence->is_preempted ? OFF_CPU_PREEMPTED : OFF_CPU_BLOCKED)) == 0)
		return;
	memcpy(sample + time_at(off_cpu), &now, sizeof(now));
	memcpy(sample + period_at(off_cpu), &away, sizeof(away));
	if (absence->is_preempted && off_cpu->ids > 0)
		memcpy(sample + 8, &id, sizeof(id));
	off_cpu->sums.tally.samples++;
	add_record(off_cpu, (const unsigned char *)sample, absence->sample.len);
}

/*
 * `record` is a PERF_RECORD_SWITCH or _SWITCH_CPU_WIDE: both end with the thread that it is about.
 */
static void see_switch(struct off_cpu *off_cpu, const unsigned char *record,
		       const struct perf_event_header *header)
{
	const size_t end = header->size - trailer(off_cpu);
	struct absence *absence = off_cpu_find(off_cpu, u32_at(record, end + 4));

	if (!absence)
		return;
	if (header->misc & PERF_RECORD_MISC_SWITCH_OUT) {
		absence->is_preempted = (header->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0;
		return;
	}
	off_cpu_finish(off_cpu, absence, u64_at(record, end + 8));
	forget(off_cpu, absence);
}

/* A thread ends or begins (PERF_RECORD_EXIT, _FORK): its tid is at offset 16. */
static void see_life(struct off_cpu *off_cpu, const unsigned char *record, bool has_ended)
{
	const uint32_t thread = u32_at(record, 16);
	struct absence *absence = off_cpu_find(off_cpu, thread);

	if (absence)
		forget(off_cpu, absence);
	set_gone(off_cpu, thread, has_ended);
}

static void off_cpu_see(struct off_cpu *off_cpu, const unsigned char *record,
			const struct perf_event_header *header)
{
	switch (header->type) {
	case PERF_RECORD_SAMPLE: see_leaving(off_cpu, record, header->size); return;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE: see_switch(off_cpu, record, header); return;
	case PERF_RECORD_LOST: off_cpu->sums.tally.lost += u64_at(record, 16); break;
	case PERF_RECORD_EXIT: see_life(off_cpu, record, true); break;
	case PERF_RECORD_FORK: see_life(off_cpu, record, false); break;
	case PERF_RECORD_MMAP2:
		if (!off_cpu->build_ids)
			break;
		memmove(off_cpu->spare, record, header->size);
		build_id_put(off_cpu->build_ids, off_cpu->spare, trailer(off_cpu));
		record = off_cpu->spare;
		break;
	default: break;
	}
	add_record(off_cpu, record, header->size);
}

/* The time of the ring's next record. */
static uint64_t next_time(const struct off_cpu *off_cpu, const struct event_ring *ring)
{
	if (ring->tail == ring->head)
		return UINT64_MAX;
	return event_ring_time(ring, trailer(off_cpu));
}

static size_t earliest(const struct off_cpu *off_cpu, size_t count)
{
	size_t best = 0, i;

	for (i = 1; i < count; i++) {
		if (off_cpu->times[i] < off_cpu->times[best])
			best = i;
	}
	return best;
}

bool off_cpu_take(struct off_cpu *off_cpu, struct event_ring *rings, size_t count, uint64_t until)
{
	bool any = false;
	size_t i;

	if (off_cpu->ring_count < count) {
		off_cpu->times = memory_resize(off_cpu->times, count, sizeof(*off_cpu->times));
		off_cpu->ring_count = count;
	}
	for (i = 0; i < count; i++) {
		event_ring_look(&rings[i]);
		off_cpu->times[i] = next_time(off_cpu, &rings[i]);
	}
	for (;;) {
		struct perf_event_header header;
		struct event_ring *ring;

		i = earliest(off_cpu, count);
		ring = &rings[i];
		if (ring->tail == ring->head || off_cpu->times[i] > until)
			break;
		header = event_ring_header(ring);
		off_cpu_see(off_cpu, event_ring_record(ring, off_cpu->spare), &header);
		event_ring_skip(ring, header.size);
		off_cpu->times[i] = next_time(off_cpu, ring);
		any = true;
	}
	for (i = 0; i < count; i++)
		event_ring_release(&rings[i]);
	write_out(off_cpu);
	return any;
}

void off_cpu_end(struct off_cpu *off_cpu, uint64_t now)
{
	struct absence *absence, *next;

	HASH_ITER(hh, off_cpu->absences, absence, next)
	{
		off_cpu_finish(off_cpu, absence, now);
	}
	write_out(off_cpu);
}

const struct off_cpu_sums *off_cpu_sums(const struct off_cpu *off_cpu)
{
	return &off_cpu->sums;
}
