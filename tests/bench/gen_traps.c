/* SPDX-License-Identifier: MIT */
/* Inputs that break programs made for ordinary input; gen->size is their size. */
#include "tests/bench/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLUSH = 1 << 20 };

static void write_frame(struct gen *gen, const char *name, size_t len)
{
	struct gen_line line = {name, len, "/opt/service/bin/server", 0x1000 + len, 0x10};

	gen->format->line(&gen->out, &line);
	gen_flush(gen, FLUSH);
}

static void between(struct gen *gen)
{
	if (gen->format->between)
		gen_put(&gen->out, gen->format->between);
}

/* Twenty stacks of `size` frames, of a hundred functions in turn. */
void gen_trap_depth(struct gen *gen)
{
	struct gen_sample sample = {.time = 1000000};
	char name[64];
	uint64_t stack, i;

	for (stack = 0; stack < 20; stack++) {
		gen_sample_at(gen, stack, &sample);
		gen->format->begin(&gen->out, &sample);
		for (i = 0; i < gen->size; i++) {
			int n = snprintf(name, sizeof(name), "visit_%u",
					 (unsigned)((i * 7 + stack) % 100));

			if (i > 0)
				between(gen);
			write_frame(gen, name, (size_t)n);
		}
		gen->format->end(&gen->out, &sample);
	}
}

/* A usual stack, one with a name of `size` bytes, a usual one. */
void gen_trap_line(struct gen *gen)
{
	struct gen_sample sample = {.time = 1000000};
	char *name = gen_memory(NULL, gen->size, 1);
	size_t size = (size_t)gen->size;
	uint64_t i;

	memset(name, 'x', size);
	for (i = 0; i < 3; i++) {
		gen_sample_at(gen, i, &sample);
		gen->format->begin(&gen->out, &sample);
		write_frame(gen, i == 1 ? name : "usual", i == 1 ? size : 5);
		between(gen);
		write_frame(gen, "main", 4);
		gen->format->end(&gen->out, &sample);
	}
	free(name);
}

/* A hundred stacks with a name of `size` bytes each, no two the same. */
void gen_trap_names(struct gen *gen)
{
	struct gen_sample sample = {.time = 1000000};
	char *name = gen_memory(NULL, gen->size, 1);
	size_t size = (size_t)gen->size;
	uint64_t i;

	for (i = 0; i < 100; i++) {
		memset(name, (int)('a' + i % 26), size);
		if (size > 0)
			name[size / 2] = (char)('A' + i / 26);
		gen_sample_at(gen, i, &sample);
		gen->format->begin(&gen->out, &sample);
		write_frame(gen, name, size);
		gen->format->end(&gen->out, &sample);
	}
	free(name);
}

/* `size` stacks of one frame, no two the same. */
void gen_trap_one_frame(struct gen *gen)
{
	struct gen_sample sample = {.time = 1000000};
	char name[64];
	uint64_t i;

	for (i = 0; i < gen->size; i++) {
		int n = snprintf(name, sizeof(name), "function_%llu", (unsigned long long)i);

		gen_sample_at(gen, 0, &sample);
		gen->format->begin(&gen->out, &sample);
		write_frame(gen, name, (size_t)n);
		gen->format->end(&gen->out, &sample);
	}
}

/* `size` threads, each with a name of its own, all in the same place. */
void gen_trap_threads(struct gen *gen)
{
	struct gen_sample sample = {.time = 1000000};
	char comm[64];
	uint64_t i;

	for (i = 0; i < gen->size; i++) {
		gen_sample_at(gen, i, &sample);
		snprintf(comm, sizeof(comm), "worker %llu", (unsigned long long)i);
		sample.comm = comm;
		sample.thread = (unsigned)(1000 + i);
		gen->format->begin(&gen->out, &sample);
		write_frame(gen, "poll", 4);
		between(gen);
		write_frame(gen, "main", 4);
		gen->format->end(&gen->out, &sample);
	}
}
