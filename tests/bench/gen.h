/* SPDX-License-Identifier: MIT */
/*
 * gen.h - input for measurements: any format, any size, the same bytes for the same numbers on
 * every machine.
 *
 * A kind (gen.c) is a shape in a format, or a trap in a format. The shape says how many distinct
 * lines and stacks there are and how they repeat (gen_stacks.c), the format how a line and a
 * record look (gen_formats.c). To add a format: its functions and its row there, a row a kind
 * in gen.c.
 */
#ifndef FLAMBEAU_GEN_H
#define FLAMBEAU_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gen_text {
	char *ptr;
	size_t len, cap;
};

/* One line of a stack, before a format writes it. */
struct gen_line {
	const char *name;
	size_t name_len;
	const char *module; /* "/usr/lib/libc.so.6", "[kernel.kallsyms]"; "" is inlined code */
	uint64_t address, offset;
};

struct gen_sample {
	uint64_t index, time; /* time in microseconds */
	uint64_t count;
	const char *comm;
	unsigned thread, cpu;
};

struct gen_format {
	const char *name;
	bool root_first;
	const char *head, *tail; /* of the file */
	const char *between;     /* lines */
	void (*line)(struct gen_text *out, const struct gen_line *line);
	void (*begin)(struct gen_text *out, const struct gen_sample *sample);
	void (*end)(struct gen_text *out, const struct gen_sample *sample);
};

/* Names of functions: one row a form, `%s` three times, for a share of all functions. */
struct gen_style {
	const char *form, *module;
};

struct gen_mix {
	const struct gen_style *user, *kernel;
	size_t user_count, kernel_count; /* kernel_count 0: no kernel in these stacks */
};

extern const struct gen_mix gen_native, gen_cxx, gen_java, gen_dwarf;

enum gen_order {
	GEN_OFTEN, /* a few stacks often, most rarely */
	GEN_ONCE,  /* every stack once */
	GEN_AGAIN, /* every stack once, and then again and again */
};

struct gen_shape {
	const struct gen_mix *mix;
	uint64_t lines, stacks;        /* distinct ones */
	uint64_t depth_min, depth_max; /* frames in a stack */
	uint64_t sites;                /* lines that are of one function, at other offsets */
	enum gen_order order;
};

struct gen {
	const struct gen_format *format;
	struct gen_shape shape;
	uint64_t bytes; /* no more than this, in whole records; 0: all stacks, once each */
	uint64_t size;  /* traps: how many, how deep, how long */
	uint64_t random;
	uint64_t written;
	struct gen_text out;
};

/* gen_text.c */
_Noreturn void gen_fail(const char *what);
void *gen_memory(void *old, uint64_t count, size_t size);
uint64_t gen_next(struct gen *gen);
size_t gen_below(struct gen *gen, uint64_t limit);
/* Below the limit; the low ones the more often, the more squares. */
uint64_t gen_steep(struct gen *gen, unsigned squares, uint64_t limit);
char *gen_reserve(struct gen_text *text, size_t more);
void gen_add(struct gen_text *text, const char *bytes, size_t len);
void gen_put(struct gen_text *text, const char *string);
void gen_printf(struct gen_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void gen_flush(struct gen *gen, size_t above);

/* gen_stacks.c, gen_traps.c */
void gen_stacks(struct gen *gen);
void gen_sample_at(struct gen *gen, uint64_t index, struct gen_sample *sample);
void gen_trap_depth(struct gen *gen);
void gen_trap_line(struct gen *gen);
void gen_trap_names(struct gen *gen);
void gen_trap_one_frame(struct gen *gen);
void gen_trap_threads(struct gen *gen);

/* gen_recording.c */
void gen_recording_stream(struct gen *gen);
void gen_recording_maps(struct gen *gen);
extern const struct gen_format gen_recording;

extern const struct gen_format gen_perf, gen_folded, gen_dtrace, gen_bpftrace;

#endif
