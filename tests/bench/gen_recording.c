/* SPDX-License-Identifier: MIT */
/*
 * Recordings of perf (perf.data) in the form of a pipe, larger than practical to record. Symbols
 * are programs of BPF, which the recording itself names. Format:
 * tools/perf/Documentation/perf.data-file-format.txt of Linux.
 */
#include "tests/bench/gen.h"

#include <stdio.h>
#include <string.h>

enum {
	COMM = 3,
	SAMPLE = 9,
	MMAP2 = 10,
	KSYMBOL = 17,
	HEADER_ATTR = 64,
	FINISHED_ROUND = 68,
	USER = 2,
	ATTRIBUTE = 112,
	SAMPLE_TYPE = 1 | 2 | 4 | 32 | 128 | 256, /* IP TID TIME CALLCHAIN CPU PERIOD */
	FREQUENCY_AND_TRAILERS = 1 << 10 | 1 << 18,
	SYMBOLS = 2000,
	ROUND = 4096, /* samples */
	FLUSH = 1 << 20,
	PROCESS = 1201101,
};

#define KERNEL UINT64_C(0xffffffffc0000000)
#define CONTEXT_KERNEL ((uint64_t)-128)
#define CONTEXT_USER ((uint64_t)-512)

const struct gen_format gen_recording = {.name = "recording"};

static void put(struct gen *gen, uint64_t number, size_t size)
{
	gen_add(&gen->out, (const char *)&number, size); /* little-endian, as perf's own */
}

static void begin(struct gen *gen, uint32_t type, uint16_t misc, size_t body)
{
	put(gen, type, 4);
	put(gen, misc, 2);
	put(gen, 8 + body, 2);
}

static void put_name(struct gen *gen, const char *name, size_t room)
{
	char text[64] = {0};

	memcpy(text, name, strlen(name));
	gen_add(&gen->out, text, room);
}

/* The trailer of each record: pid and tid, time, cpu. */
static void put_trailer(struct gen *gen, uint64_t time)
{
	put(gen, PROCESS, 4);
	put(gen, PROCESS, 4);
	put(gen, time, 8);
	put(gen, 0, 8);
}

static void put_head(struct gen *gen)
{
	char rest[ATTRIBUTE - 48] = {0}, name[16];
	unsigned i;

	put(gen, UINT64_C(0x32454c4946524550), 8);
	put(gen, 16, 8);
	begin(gen, HEADER_ATTR, 0, ATTRIBUTE);
	put(gen, 1 | (uint64_t)ATTRIBUTE << 32, 8); /* software: cpu-clock */
	put(gen, 0, 8);
	put(gen, 99, 8);
	put(gen, SAMPLE_TYPE, 8);
	put(gen, 0, 8);
	put(gen, FREQUENCY_AND_TRAILERS, 8);
	gen_add(&gen->out, rest, sizeof(rest));
	begin(gen, COMM, USER, 24 + 24);
	put(gen, PROCESS, 4);
	put(gen, PROCESS, 4);
	put_name(gen, "server", 16);
	put_trailer(gen, 0);
	for (i = 0; i < SYMBOLS; i++) {
		begin(gen, KSYMBOL, 1, 32 + 24);
		put(gen, KERNEL + 64 * i, 8);
		put(gen, 64, 4);
		put(gen, 1, 4);
		snprintf(name, sizeof(name), "function_%u", i);
		put_name(gen, name, 16);
		put_trailer(gen, 0);
	}
}

static void put_sample(struct gen *gen, uint64_t time, const uint64_t *chain, size_t count)
{
	begin(gen, SAMPLE, USER, 48 + 8 * count);
	put(gen, chain[1], 8);
	put(gen, PROCESS, 4);
	put(gen, PROCESS, 4);
	put(gen, time, 8);
	put(gen, 0, 8);
	put(gen, 1000 + time % 7, 8);
	put(gen, count, 8);
	gen_add(&gen->out, (const char *)chain, 8 * count);
	gen_flush(gen, FLUSH);
}

/* Samples with 8 to 24 frames, among 4096 stacks, until gen->bytes are there. */
void gen_recording_stream(struct gen *gen)
{
	uint64_t chain[32] = {CONTEXT_KERNEL}, time, seed, i;
	size_t count;

	put_head(gen);
	for (time = 1; gen->written + gen->out.len < gen->bytes; time++) {
		seed = gen_steep(gen, 2, 4096);
		count = 9 + (size_t)(seed % 17);
		for (i = 1; i < count; i++)
			chain[i] = KERNEL + 64 * ((seed * 31 + i * i) % SYMBOLS) + 8;
		put_sample(gen, time * 1000, chain, count);
		if (time % ROUND == 0)
			begin(gen, FINISHED_ROUND, 0, 0);
	}
}

/*
 * gen->size maps of files, none over another, and a sample after each; shape.depth_min 1: in
 * rounds.
 */
void gen_recording_maps(struct gen *gen)
{
	uint64_t chain[2] = {CONTEXT_USER}, start, i;
	char name[32];

	put_head(gen);
	for (i = 1; i <= gen->size; i++) {
		start = UINT64_C(0x10000000) + gen_below(gen, UINT32_MAX) * 4096;
		begin(gen, MMAP2, USER, 64 + 32 + 24);
		put(gen, PROCESS, 4);
		put(gen, PROCESS, 4);
		put(gen, start, 8);
		put(gen, 4096, 8);
		put(gen, 0, 8);
		put(gen, 8 | UINT64_C(1) << 32, 8);
		put(gen, i, 8);
		put(gen, 0, 8);
		put(gen, 5 | UINT64_C(2) << 32, 8);
		snprintf(name, sizeof(name), "/nowhere/lib%u.so", (unsigned)(i % 100));
		put_name(gen, name, 32);
		put_trailer(gen, 2000 * i);
		chain[1] = start + 8;
		put_sample(gen, 2000 * i + 1000, chain, 2);
		if (gen->shape.depth_min > 0 && i % ROUND == 0)
			begin(gen, FINISHED_ROUND, 0, 0);
	}
}
