/* SPDX-License-Identifier: MIT */
#include "tests/bench/gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gen_fail(const char *what)
{
	fprintf(stderr, "gen: %s\n", what);
	exit(1);
}

void *gen_memory(void *old, uint64_t count, size_t size)
{
	void *memory = count >= SIZE_MAX / size ? NULL : realloc(old, (size_t)count * size + 1);

	if (!memory)
		gen_fail("out of memory");
	return memory;
}

/* splitmix64: the sequence is defined by the seed alone. */
uint64_t gen_next(struct gen *gen)
{
	uint64_t x = gen->random += 0x9E3779B97F4A7C15u;

	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
	return x ^ (x >> 31);
}

size_t gen_below(struct gen *gen, uint64_t limit)
{
	return (size_t)(((gen_next(gen) >> 32) * limit) >> 32);
}

/* Squared, a uniform number makes the low ones hot. */
uint64_t gen_steep(struct gen *gen, unsigned squares, uint64_t limit)
{
	uint64_t x = gen_next(gen) >> 32;

	while (squares-- > 0)
		x = (x * x) >> 32;
	return (x * limit) >> 32;
}

char *gen_reserve(struct gen_text *text, size_t more)
{
	if (text->cap - text->len < more) {
		text->cap = 2 * text->cap + more;
		text->ptr = gen_memory(text->ptr, text->cap, 1);
	}
	return text->ptr + text->len;
}

void gen_add(struct gen_text *text, const char *bytes, size_t len)
{
	memcpy(gen_reserve(text, len), bytes, len);
	text->len += len;
}

void gen_put(struct gen_text *text, const char *string)
{
	gen_add(text, string, strlen(string));
}

void gen_printf(struct gen_text *text, const char *format, ...)
{
	enum { LONGEST = 512 };
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(gen_reserve(text, LONGEST), LONGEST, format, args);
	va_end(args);
	if (n < 0 || n >= LONGEST)
		gen_fail("a line is longer than it may be");
	text->len += (size_t)n;
}

/* Write what there is, if that is more than `above` bytes. */
void gen_flush(struct gen *gen, size_t above)
{
	if (gen->out.len <= above)
		return;
	if (fwrite(gen->out.ptr, 1, gen->out.len, stdout) != gen->out.len || fflush(stdout) != 0)
		gen_fail("cannot write");
	gen->written += gen->out.len;
	gen->out.len = 0;
}
