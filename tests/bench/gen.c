/* SPDX-License-Identifier: MIT */
/*
 * gen KIND [--bytes N] [--lines N] [--stacks N] [--depth N] [--size N] [--seed N]
 * gen --list
 *
 * Input of a kind on standard output; numbers may end in k, M or G (powers of 1000).
 */
#include "tests/bench/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kind {
	const char *name;
	const struct gen_format *format;
	const char *help;
	uint64_t bytes; /* unless --bytes; 0: as many as there are stacks */
	struct gen_shape shape;
	void (*trap)(struct gen *gen);
	uint64_t size;
};

#define M 1000000u

/* A row per kind: how much, and the mix, lines, stacks, least and greatest depth, sites, order. */
/* clang-format off */
static const struct kind kinds[] = {
	{"few", &gen_perf, "perf script: at most 1,000 distinct lines",
	 .bytes = 100 * M, .shape = {&gen_native, 960, 3000, 6, 44, 3, GEN_OFTEN}},
	{"many", &gen_perf, "perf script: over 100,000 distinct lines and stacks (from 300 MB)",
	 .bytes = 500 * M, .shape = {&gen_native, 120000, 120000, 6, 44, 4, GEN_OFTEN}},
	{"perf-unique", &gen_perf, "perf script: no two stacks the same",
	 .bytes = 500 * M, .shape = {&gen_native, 60000, UINT32_MAX, 6, 44, 1, GEN_ONCE}},
	{"perf-cxx", &gen_perf, "perf script: long names of C++ templates",
	 .bytes = 100 * M, .shape = {&gen_cxx, 8000, 4000, 10, 60, 4, GEN_OFTEN}},
	{"perf-java", &gen_perf, "perf script: long names of Java methods",
	 .bytes = 100 * M, .shape = {&gen_java, 12000, 4000, 20, 120, 4, GEN_OFTEN}},
	{"perf-dwarf", &gen_perf, "perf script: 1,000 to 8,000 frames, many inlined",
	 .bytes = 100 * M, .shape = {&gen_dwarf, 3000, 80, 1000, 8000, 3, GEN_OFTEN}},
	{"unique", &gen_folded, "folded: 1,000,000 stacks, no two the same, shuffled",
	 .shape = {&gen_native, 60000, 1000000, 6, 29, 1, GEN_ONCE}},
	{"repeated", &gen_folded,
	 "folded: 3,687 stacks, all of them again and again, as in the files of many hosts",
	 .bytes = 200 * M, .shape = {&gen_native, 1500, 3687, 6, 39, 1, GEN_AGAIN}},
	{"small", &gen_folded, "folded: 347 kB, as of a recording of some seconds",
	 .bytes = 347000, .shape = {&gen_native, 1500, UINT32_MAX, 6, 39, 1, GEN_ONCE}},
	{"folded-java", &gen_folded, "folded: long names of Java methods",
	 .bytes = 100 * M, .shape = {&gen_java, 20000, UINT32_MAX, 20, 120, 1, GEN_ONCE}},
	{"dtrace", &gen_dtrace, "dtrace: an aggregation by stack",
	 .bytes = 300 * M, .shape = {&gen_native, 60000, UINT32_MAX, 6, 44, 1, GEN_ONCE}},
	{"dtrace-few", &gen_dtrace,
	 "dtrace: an aggregation of at most 1,000 distinct lines, printed again and again",
	 .bytes = 300 * M, .shape = {&gen_native, 960, 4000, 6, 44, 1, GEN_AGAIN}},
	{"dtrace-cxx", &gen_dtrace, "dtrace: long names of C++ templates",
	 .bytes = 100 * M, .shape = {&gen_cxx, 8000, UINT32_MAX, 10, 60, 1, GEN_ONCE}},
	{"bpftrace", &gen_bpftrace, "bpftrace: a map by stack and comm",
	 .bytes = 100 * M, .shape = {&gen_native, 60000, UINT32_MAX, 6, 44, 1, GEN_ONCE}},
	{"perf-trap-depth", &gen_perf, "20 stacks of --size frames",
	 .trap = gen_trap_depth, .size = 100000},
	{"perf-trap-line", &gen_perf, "one line of --size bytes",
	 .trap = gen_trap_line, .size = 1000 * M},
	{"perf-trap-names", &gen_perf, "100 names of --size bytes",
	 .trap = gen_trap_names, .size = 1 * M},
	{"perf-trap-one-frame", &gen_perf, "--size stacks of one frame",
	 .trap = gen_trap_one_frame, .size = 10 * M},
	{"perf-trap-threads", &gen_perf, "--size threads, each with its own name",
	 .trap = gen_trap_threads, .size = 3 * M},
	{"folded-trap-depth", &gen_folded, "20 stacks of --size frames",
	 .trap = gen_trap_depth, .size = 100000},
	{"folded-trap-line", &gen_folded, "one line of --size bytes",
	 .trap = gen_trap_line, .size = 1000 * M},
	{"folded-trap-names", &gen_folded, "100 names of --size bytes",
	 .trap = gen_trap_names, .size = 1 * M},
	{"folded-trap-one-frame", &gen_folded, "--size stacks of one frame",
	 .trap = gen_trap_one_frame, .size = 10 * M},
	{"folded-trap-threads", &gen_folded, "--size threads, each with its own name",
	 .trap = gen_trap_threads, .size = 3 * M},
	{"dtrace-trap-depth", &gen_dtrace, "20 stacks of --size frames",
	 .trap = gen_trap_depth, .size = 100000},
	{"dtrace-trap-line", &gen_dtrace, "one line of --size bytes",
	 .trap = gen_trap_line, .size = 1000 * M},
	{"recording-stream", &gen_recording, "perf.data as of a pipe, in rounds: few distinct stacks",
	 .bytes = 100 * M, .trap = gen_recording_stream},
	{"recording-maps", &gen_recording, "perf.data as of a pipe, in rounds: --size maps, a sample behind each",
	 .shape = {.depth_min = 1}, .trap = gen_recording_maps, .size = 1 * M},
	{"recording-maps-alone", &gen_recording, "the same without rounds, so that all wait for the end",
	 .trap = gen_recording_maps, .size = 1 * M},
};
/* clang-format on */

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct numbers {
	uint64_t bytes, lines, stacks, depth, size, seed; /* 0: of the kind */
};

static const struct {
	const char *name;
	size_t offset;
} options[] = {
	{"--bytes", offsetof(struct numbers, bytes)},
	{"--lines", offsetof(struct numbers, lines)},
	{"--stacks", offsetof(struct numbers, stacks)},
	{"--depth", offsetof(struct numbers, depth)},
	{"--size", offsetof(struct numbers, size)},
	{"--seed", offsetof(struct numbers, seed)},
};

static int list(void)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		printf("%-22s %s\n", kinds[i].name, kinds[i].help);
	return 0;
}

static int usage(void)
{
	fprintf(stderr, "usage: gen KIND [--bytes N] [--lines N] [--stacks N] [--depth N] "
			"[--size N] [--seed N]\n       gen --list\n");
	return 2;
}

/* "500", "500k", "1.5G" is not one. */
static bool parse_number(const char *text, uint64_t *number)
{
	static const char units[] = "kMG";
	char *end;
	const char *unit;

	*number = strtoull(text, &end, 10);
	if (end == text || *number == 0)
		return false;
	if (*end && (unit = strchr(units, *end))) {
		for (; unit >= units; unit--)
			*number *= 1000;
		end++;
	}
	return *end == '\0';
}

static bool parse(int argc, char **argv, struct numbers *numbers)
{
	size_t i;
	int at;

	for (at = 2; at < argc; at += 2) {
		for (i = 0; i < sizeof(options) / sizeof(options[0]); i++)
			if (strcmp(argv[at], options[i].name) == 0)
				break;
		if (i == sizeof(options) / sizeof(options[0]) || at + 1 == argc ||
		    !parse_number(argv[at + 1], (uint64_t *)((char *)numbers + options[i].offset)))
			return false;
	}
	return true;
}

/* A number of stacks asked for is what is written; without one, the bytes decide. */
static void make(const struct kind *kind, const struct numbers *given)
{
	struct gen gen = {
		.format = kind->format,
		.shape = kind->shape,
		.bytes = given->bytes ? given->bytes : kind->bytes,
		.size = given->size ? given->size : kind->size,
		.random = given->seed ? given->seed : 1,
	};

	if (given->lines)
		gen.shape.lines = given->lines;
	if (given->stacks)
		gen.shape.stacks = given->stacks;
	if (given->depth)
		gen.shape.depth_min = gen.shape.depth_max = given->depth;
	if (gen.shape.order == GEN_ONCE && given->bytes && !given->stacks)
		gen.shape.stacks = UINT32_MAX;
	if (gen.shape.order == GEN_ONCE && given->stacks && !given->bytes)
		gen.bytes = 0;
	if (kind->format->head)
		gen_put(&gen.out, kind->format->head);
	if (kind->trap)
		kind->trap(&gen);
	else
		gen_stacks(&gen);
	if (kind->format->tail)
		gen_put(&gen.out, kind->format->tail);
	gen_flush(&gen, 0);
	free(gen.out.ptr);
}

int main(int argc, char **argv)
{
	struct numbers numbers = {0};
	size_t i;

	if (argc == 2 && strcmp(argv[1], "--list") == 0)
		return list();
	if (argc < 2 || !parse(argc, argv, &numbers))
		return usage();
	for (i = 0; i < KINDS; i++) {
		if (strcmp(argv[1], kinds[i].name) != 0)
			continue;
		make(&kinds[i], &numbers);
		return 0;
	}
	fprintf(stderr, "gen: no kind is called '%s'\n", argv[1]);
	return usage();
}
