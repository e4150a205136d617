/* SPDX-License-Identifier: MIT */
/*
 * Stacks that branch as those of programs do: a new one leaves an old one somewhere and goes
 * its own way. User code first, kernel code at the leaves of some. Which stack comes next
 * follows a steep distribution, and new ones turn up until the end, as in recordings.
 */
#include "tests/bench/gen.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORDS = 64,
	FUNCTION_BITS = 18, /* as many names three words make */
	ROOTS = 8,
	FLUSH = 1 << 20,
};

static const char *const words[WORDS] = {
	"read",   "write", "parse",  "insert",  "lookup",  "page",    "lock",   "hash",
	"queue",  "merge", "alloc",  "commit",  "flush",   "decode",  "notify", "walk",
	"buffer", "cache", "cursor", "entry",   "event",   "field",   "file",   "filter",
	"frame",  "graph", "group",  "handle",  "index",   "input",   "item",   "key",
	"layer",  "list",  "log",    "map",     "message", "node",    "object", "order",
	"packet", "path",  "plan",   "pool",    "query",   "record",  "ref",    "request",
	"result", "row",   "scan",   "segment", "send",    "session", "slot",   "socket",
	"sort",   "state", "stream", "table",   "task",    "timer",   "tree",   "value",
};

/* Lines of stacks as the format writes them, ready to be copied. */
struct lines {
	struct gen_text text;
	size_t *start; /* count + 1 of them */
	uint64_t count;
	uint64_t user; /* the first that is kernel code */
};

struct stacks {
	uint32_t *lines; /* root first */
	size_t *start;   /* count + 1 of them */
	size_t lines_cap, start_cap, count;
	uint64_t bytes; /* all of them once */
};

/* An odd factor permutes the numbers, so that neighbours have nothing in common. */
static void add_name(struct gen_text *text, const char *form, uint64_t function)
{
	uint64_t mixed = function * 0x9E3779B1u & ((1u << FUNCTION_BITS) - 1);
	char last[32];
	char *at = last;
	const char *word = words[mixed >> 12];

	while (*word)
		*at++ = *word++;
	if (function >> FUNCTION_BITS) {
		struct gen_text digits = {0};

		gen_printf(&digits, "_%llu", (unsigned long long)(function >> FUNCTION_BITS));
		memcpy(at, digits.ptr, digits.len);
		at += digits.len;
		free(digits.ptr);
	}
	*at = '\0';
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	gen_printf(text, form, words[mixed & 63], words[mixed >> 6 & 63], last);
#pragma GCC diagnostic pop
}

/* User code: three lines in four. The first few are roots; some have no names. */
static void make_lines(struct gen *gen, struct lines *lines)
{
	const struct gen_mix *mix = gen->shape.mix;
	struct gen_text name = {0};
	uint64_t i;

	lines->count = gen->shape.lines;
	lines->user = mix->kernel_count ? lines->count - lines->count / 4 : lines->count;
	lines->start = gen_memory(NULL, lines->count + 1, sizeof(*lines->start));
	for (i = 0; i < lines->count; i++) {
		bool kernel = i >= lines->user;
		uint64_t function = i / gen->shape.sites;
		const struct gen_style *style = kernel ? &mix->kernel[function % mix->kernel_count]
						       : &mix->user[function % mix->user_count];
		struct gen_line line = {.module = style->module,
					.offset = 4 + gen_below(gen, 0x700)};

		line.address = (kernel ? 0xffffffff81000000u : 0x1000) + function * 0x720 +
			       line.offset;
		name.len = 0;
		if (gen->shape.sites > 1 && i % 64 == 9) {
			line.module = "[unknown]";
			line.address = 0x7f31bc000000u + gen_below(gen, 1 << 24);
			gen_put(&name, line.module);
		} else {
			add_name(&name, style->form, function);
		}
		line.name = name.ptr;
		line.name_len = name.len;
		lines->start[i] = lines->text.len;
		gen->format->line(&lines->text, &line);
	}
	lines->start[lines->count] = lines->text.len;
	free(name.ptr);
}

static uint64_t stack_bytes(const struct gen *gen, const struct lines *lines, const uint32_t *stack,
			    size_t depth)
{
	uint64_t bytes = 8 + depth * (gen->format->between ? strlen(gen->format->between) : 0);
	size_t i;

	for (i = 0; i < depth; i++)
		bytes += lines->start[stack[i] + 1] - lines->start[stack[i]];
	return bytes;
}

/* How many frames of an older stack the new one shares; none of the kernel's. */
static size_t share(struct gen *gen, const struct stacks *stacks, const struct lines *lines,
		    size_t depth)
{
	size_t old = gen_below(gen, stacks->count);
	size_t shared = stacks->start[old + 1] - stacks->start[old];
	const uint32_t *from = stacks->lines + stacks->start[old];

	if (shared > depth - 2)
		shared = depth - 2;
	shared = 1 + gen_below(gen, shared);
	while (shared > 1 && from[shared - 1] >= lines->user)
		shared--;
	memcpy(stacks->lines + stacks->start[stacks->count], from, shared * sizeof(*from));
	return shared;
}

static void make_room(struct stacks *stacks, size_t depth)
{
	if (stacks->start_cap < stacks->count + 2) {
		stacks->start_cap = 2 * stacks->start_cap + 64;
		stacks->start = gen_memory(stacks->start, stacks->start_cap, sizeof(size_t));
		stacks->start[0] = 0;
	}
	if (stacks->lines_cap < stacks->start[stacks->count] + depth) {
		stacks->lines_cap = 2 * (stacks->lines_cap + depth);
		stacks->lines = gen_memory(stacks->lines, stacks->lines_cap, sizeof(uint32_t));
	}
}

/*
 * The last two lines follow from the number of the stack and no two stacks have both in common;
 * in between chance decides, with hot lines and rare ones.
 */
static void add_stack(struct gen *gen, struct stacks *stacks, const struct lines *lines)
{
	const struct gen_shape *shape = &gen->shape;
	size_t depth = (size_t)shape->depth_min +
		       gen_below(gen, shape->depth_max - shape->depth_min + 1);
	uint64_t leaf = stacks->count % lines->count, before;
	size_t kernel = leaf < lines->user ? depth : depth - 1 - gen_below(gen, depth / 2);
	uint32_t *stack;
	size_t at;

	make_room(stacks, depth);
	stack = stacks->lines + stacks->start[stacks->count];
	stack[0] = (uint32_t)(stacks->count % ROOTS % lines->user);
	at = stacks->count < ROOTS ? 1 : share(gen, stacks, lines, depth);
	for (; at < depth - 2; at++)
		stack[at] = (uint32_t)(at < kernel ? gen_steep(gen, 1, lines->user)
						   : lines->user +
							     gen_steep(gen, 1,
								       lines->count - lines->user));
	before = (stacks->count / lines->count * 977 + leaf * 31) % lines->user;
	stack[depth - 2] = (uint32_t)before;
	stack[depth - 1] = (uint32_t)leaf;
	stacks->bytes += stack_bytes(gen, lines, stack, depth);
	stacks->start[stacks->count + 1] = stacks->start[stacks->count] + depth;
	stacks->count++;
}

static void make_stacks(struct gen *gen, struct stacks *stacks, const struct lines *lines)
{
	while (stacks->count < gen->shape.stacks && (gen->bytes == 0 || stacks->bytes < gen->bytes))
		add_stack(gen, stacks, lines);
}

void gen_sample_at(struct gen *gen, uint64_t index, struct gen_sample *sample)
{
	static const char *const comms[] = {"server",  "io worker 2", "java",        "compact:1",
					    "cc1plus", "swapper",     "pool (a) #3", "exporter"};
	uint64_t x = index * 0x9E3779B97F4A7C15u >> 40;

	sample->index = index;
	sample->time += 20 + gen_below(gen, 400);
	sample->comm = comms[x % 8];
	sample->thread = (unsigned)(4100 + x % 29);
	sample->cpu = (unsigned)gen_below(gen, 16);
	sample->count = 1001001 + gen_below(gen, 3);
}

/* False if it would be more than gen->bytes. */
static bool write_stack(struct gen *gen, const struct stacks *stacks, const struct lines *lines,
			const struct gen_sample *sample)
{
	const struct gen_format *format = gen->format;
	const uint32_t *stack = stacks->lines + stacks->start[sample->index];
	size_t depth = stacks->start[sample->index + 1] - stacks->start[sample->index];
	size_t before = gen->out.len, i;

	format->begin(&gen->out, sample);
	for (i = 0; i < depth; i++) {
		uint32_t line = stack[format->root_first ? i : depth - 1 - i];

		if (i > 0 && format->between)
			gen_put(&gen->out, format->between);
		gen_add(&gen->out, lines->text.ptr + lines->start[line],
			lines->start[line + 1] - lines->start[line]);
	}
	format->end(&gen->out, sample);
	if (gen->bytes && gen->written + gen->out.len > gen->bytes) {
		gen->out.len = before;
		return false;
	}
	gen_flush(gen, FLUSH);
	return true;
}

/* Every stack once, or again and again, in an order of no meaning. */
static void write_all(struct gen *gen, const struct stacks *stacks, const struct lines *lines)
{
	const bool again = gen->shape.order == GEN_AGAIN && gen->bytes;
	uint32_t *order = gen_memory(NULL, stacks->count, sizeof(*order));
	struct gen_sample sample = {.time = 1246685503};
	size_t i;

	for (i = 0; i < stacks->count; i++) {
		size_t j = gen_below(gen, i + 1);

		order[i] = order[j];
		order[j] = (uint32_t)i;
	}
	for (i = 0; again || i < stacks->count; i++) {
		gen_sample_at(gen, order[i % stacks->count], &sample);
		sample.count = 1 + gen_steep(gen, 3, 9000);
		if (!write_stack(gen, stacks, lines, &sample))
			break;
	}
	free(order);
}

/* The chance of a new stack is such that the last one is new near the end of the file. */
static void write_often(struct gen *gen, const struct stacks *stacks, const struct lines *lines)
{
	uint64_t each = stacks->bytes / stacks->count;
	struct gen_sample sample = {.time = 1246685503};
	size_t seen = 0;

	for (;;) {
		uint64_t done = gen->written + gen->out.len;
		uint64_t left = gen->bytes > done ? (gen->bytes - done) / each * 9 / 10 : 0;
		bool fresh = seen < stacks->count &&
			     (seen == 0 || gen_below(gen, left + 1) < stacks->count - seen);

		gen_sample_at(gen, fresh ? seen : gen_steep(gen, 2, seen), &sample);
		seen += fresh;
		if (!write_stack(gen, stacks, lines, &sample))
			break;
	}
}

void gen_stacks(struct gen *gen)
{
	struct lines lines = {0};
	struct stacks stacks = {0};

	make_lines(gen, &lines);
	make_stacks(gen, &stacks, &lines);
	if (gen->shape.order != GEN_OFTEN || !gen->bytes)
		write_all(gen, &stacks, &lines);
	else
		write_often(gen, &stacks, &lines);
	free(lines.text.ptr);
	free(lines.start);
	free(stacks.lines);
	free(stacks.start);
}
