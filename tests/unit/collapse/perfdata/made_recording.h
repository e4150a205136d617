/* SPDX-License-Identifier: MIT */
/*
 * made_recording.h - recordings of perf that a test writes: numbers in either byte order, records,
 * a header with one or more attributes; and what a reader makes of them.
 */
#ifndef FLAMBEAU_MADE_RECORDING_H
#define FLAMBEAU_MADE_RECORDING_H

#include "collapse/perfdata/perfdata_sample.h"
#include "common/base/buf.h"
#include "tests/unit/byte_order.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

struct made {
	struct buf out;
	bool is_big;
};

/* Bits of sample_type */
enum {
	MADE_IP = 1,
	MADE_TID = 2,
	MADE_TIME = 4,
	MADE_CHAIN = 32,
	MADE_PERIOD = 256,
	MADE_IDENTIFIER = 1 << 16,
	MADE_USUAL = MADE_IP | MADE_TID | MADE_TIME | MADE_CHAIN | MADE_PERIOD,
};

#define MADE_SAMPLE_ID_ALL (UINT64_C(1) << 18)

static inline void made_number(struct made *made, uint64_t value, unsigned bytes)
{
	unsigned i;

	for (i = 0; i < bytes; i++)
		buf_add_char(&made->out, (char)(value >> 8 * (made->is_big ? bytes - 1 - i : i)));
}

static inline void made_u16(struct made *made, unsigned value)
{
	made_number(made, value, 2);
}

static inline void made_u32(struct made *made, uint32_t value)
{
	made_number(made, value, 4);
}

static inline void made_u64(struct made *made, uint64_t value)
{
	made_number(made, value, 8);
}

/* Write a number over the one at an offset. */
static inline void made_set(struct made *made, size_t at, uint64_t value, unsigned bytes)
{
	const size_t len = made->out.len;

	made->out.len = at;
	made_number(made, value, bytes);
	made->out.len = len;
}

static inline void made_zeros(struct made *made, size_t count)
{
	while (count-- > 0)
		buf_add_char(&made->out, '\0');
}

/* The text, filled up with NULs to a size. */
static inline void made_text(struct made *made, struct slice text, size_t size)
{
	buf_add(&made->out, text);
	made_zeros(made, size - text.len);
}

/* The head of a record; its size is set by made_record_end(). */
static inline size_t made_record(struct made *made, uint32_t type, unsigned misc)
{
	const size_t at = made->out.len;

	made_u32(made, type);
	made_u16(made, misc);
	made_u16(made, 0);
	return at;
}

static inline void made_record_end(struct made *made, size_t at)
{
	made_set(made, at + 6, made->out.len - at, 2);
}

/* The size of a record of simpleperf's own has its upper half where others have misc. */
static inline void made_long_record_end(struct made *made, size_t at)
{
	const size_t size = made->out.len - at;

	made_set(made, at + 4, size >> 16, 2);
	made_set(made, at + 6, size & 0xffff, 2);
}

/* A record of one of simpleperf's own types that readers skip. */
static inline void made_long_record(struct made *made, size_t size)
{
	const size_t at = made_record(made, PERFDATA_SIMPLEPERF_TYPES + 1, 0);

	made_zeros(made, size - 8);
	made_long_record_end(made, at);
}

/* A record of perf's own without a body, as FINISHED_ROUND is one. */
static inline void made_bare(struct made *made, uint32_t type)
{
	made_record_end(made, made_record(made, type, 0));
}

/* The flags are bit fields, so a big-endian machine has each byte's bits in the other order. */
static inline void made_flags(struct made *made, uint64_t flags)
{
	unsigned i, bit;

	for (i = 0; i < 8; i++) {
		unsigned char byte = (unsigned char)(flags >> 8 * i), turned = 0;

		for (bit = 0; bit < 8; bit++)
			turned = (unsigned char)(turned | (byte >> bit & 1) << (7 - bit));
		buf_add_char(&made->out, (char)(made->is_big ? turned : byte));
	}
}

struct made_attribute {
	uint32_t type;
	uint64_t config, period, sample_type, flags;
	uint64_t id; /* 0: it has none */
};

static inline void made_attribute(struct made *made, const struct made_attribute *attribute)
{
	made_u32(made, attribute->type);
	made_u32(made, 112);
	made_u64(made, attribute->config);
	made_u64(made, attribute->period);
	made_u64(made, attribute->sample_type);
	made_zeros(made, 8); /* read_format */
	made_flags(made, attribute->flags);
	made_zeros(made, 60);
	made_u16(made, 200); /* max_stack */
	made_u16(made, 0);
}

static const struct made_attribute made_usual = {
	.type = PERFDATA_SOFTWARE,
	.period = 1000,
	.sample_type = MADE_USUAL,
	.flags = MADE_SAMPLE_ID_ALL | 1 << 5, /* without the kernel */
	.id = 7,
};

/* The header, attributes and ids of a file, up to where records begin; made_end() completes it. */
static inline void made_begin(struct made *made, const struct made_attribute *attributes,
			      size_t count)
{
	const uint64_t table = 104 + 8 * count, data = table + 128 * count;
	size_t i;

	buf_add(&made->out, made->is_big ? SLICE("2ELIFREP") : SLICE("PERFILE2"));
	made_u64(made, 104);
	made_u64(made, 128);
	made_u64(made, table);
	made_u64(made, 128 * count);
	made_u64(made, data);
	made_zeros(made, 104 - 48);
	for (i = 0; i < count; i++)
		made_u64(made, attributes[i].id);
	for (i = 0; i < count; i++) {
		made_attribute(made, &attributes[i]);
		made_u64(made, 104 + 8 * i);
		made_u64(made, attributes[i].id > 0 ? 8 : 0);
	}
}

static inline void made_end(struct made *made)
{
	struct made data = {.is_big = made->is_big};
	uint64_t begin;

	buf_add(&data.out, slice_of(made->out.ptr + 40, 8));
	begin = perfdata_u64(is_swapped_here(made->is_big), data.out.ptr);
	made_set(made, 48, made->out.len - begin, 8);
	buf_release(&data.out);
}

/* A usual sample of thread 3 in process 2, with a chain of 2. */
static inline void made_sample(struct made *made, uint64_t time, uint64_t ip)
{
	size_t at = made_record(made, PERFDATA_SAMPLE, PERFDATA_MODE_USER);

	made_u64(made, ip);
	made_u32(made, 2);
	made_u32(made, 3);
	made_u64(made, time);
	made_u64(made, 5); /* period */
	made_u64(made, 2);
	made_u64(made, ip);
	made_u64(made, ip + 1);
	made_record_end(made, at);
}

/* A name for the thread, with the trailer of usual samples. */
static inline void made_comm(struct made *made, uint64_t time)
{
	size_t at = made_record(made, PERFDATA_COMM, 0);

	made_u32(made, 2);
	made_u32(made, 3);
	made_text(made, SLICE("demo"), 8);
	made_u32(made, 2);
	made_u32(made, 3);
	made_u64(made, time);
	made_record_end(made, at);
}

/* Bytes that a stream gives, a few at a time. */
struct made_stream {
	struct slice left;
	size_t step;
};

static inline ssize_t made_read(void *context, char *to, size_t size)
{
	struct made_stream *stream = context;

	if (size > stream->step)
		size = stream->step;
	if (size > stream->left.len)
		size = stream->left.len;
	if (size > 0)
		memcpy(to, stream->left.ptr, size);
	stream->left = slice_tail(stream->left, size);
	return (ssize_t)size;
}

/* Sums over a recording. */
struct made_sums {
	bool opened;
	uint64_t pieces, rounds, samples, damaged, strange, frames, periods, times, trailers;
	struct perfdata_counts counts;
};

static inline void made_add_record(struct made_sums *sums, const struct perfdata *recording,
				   const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	struct slice rest;

	if (record->type != PERFDATA_SAMPLE) {
		perfdata_trailer(recording, record, &sample, &rest);
		sums->trailers += sample.has_time;
		sums->times += sample.time;
		return;
	}
	switch (perfdata_sample_decode(recording, record, &event, &sample)) {
	case PERFDATA_GOOD:
		sums->samples++;
		sums->frames += sample.chain_count;
		sums->periods += sample.period;
		sums->times += sample.time;
		break;
	case PERFDATA_DAMAGED: sums->damaged++; break;
	case PERFDATA_NO_EVENT: sums->strange++; break;
	}
}

/* Read all of it. */
static inline struct made_sums made_read_all(struct perfdata *recording)
{
	struct made_sums sums = {.opened = recording != NULL};
	struct perfdata_record record;
	struct perfdata_piece piece;
	uint64_t order = 0;

	while (recording && perfdata_next_piece(recording, &piece)) {
		size_t at = 0;

		sums.pieces++;
		sums.rounds += piece.ends_round;
		CHECK(piece.records.len > 0 && piece.order >= order);
		order = piece.order + piece.records.len;
		while (perfdata_next_record(perfdata_facts(recording)->is_swapped, &piece, &at,
					    &record))
			made_add_record(&sums, recording, &record);
		CHECK(at == piece.records.len);
		perfdata_piece_release(&piece);
	}
	if (recording)
		sums.counts = perfdata_facts(recording)->counts;
	return sums;
}

/* Read all of it, and close it. */
static inline struct made_sums made_sum(struct perfdata *recording)
{
	struct made_sums sums = made_read_all(recording);

	perfdata_close(recording);
	return sums;
}

static inline struct made_sums made_sum_file(struct slice bytes)
{
	return made_sum(perfdata_open(scratch_write("made.data", bytes)));
}

static inline struct made_sums made_sum_stream(struct slice bytes, size_t step)
{
	struct made_stream stream = {bytes, step};

	return made_sum(perfdata_open_stream("stream", made_read, &stream));
}

#endif
