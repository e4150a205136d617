/* SPDX-License-Identifier: MIT */
/*
 * gen_perf [--bytes N] [--distinct N] [--seed N] - write `perf script` text of any size.
 *
 * The same numbers give the same bytes on every machine. There are `distinct` stacks; which
 * comes next follows a steep distribution, as in real recordings: few are hot, most are rare.
 * Stacks share their outer frames, and a frame's offset differs between stacks, so that one
 * line in forty or so is new. Text is written whole records at a time, up to N bytes.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FUNCTIONS = 3000,
	OFFSETS = 12, /* places in a function that a stack goes through */
	MODULES = 12,
	THREADS = 24,
	DEPTH_MIN = 6,
	DEPTH_MAX = 40,
	FLUSH = 1 << 20,
};

struct text {
	char *ptr;
	size_t len, cap;
};

/* Stacks are kept as text, leaf first, without their event lines. */
struct stacks {
	struct text text;
	size_t *start; /* count + 1 of them */
	size_t count;
};

static const char *const modules[MODULES] = {
	"/usr/lib/x86_64-linux-gnu/libc.so.6",
	"/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30",
	"/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
	"[kernel.kallsyms]",
	"[kernel.kallsyms]",
	"/opt/service/bin/server",
	"/opt/service/bin/server",
	"/opt/service/bin/server",
	"/opt/service/bin/server",
	"/opt/service/lib/libstorage.so.4.2",
	"/opt/service/lib/libnet.so.1.0.7",
	"/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so",
};

static const char *const words[] = {
	"read",  "write", "parse", "insert", "lookup", "page",   "lock",   "hash",
	"queue", "merge", "alloc", "commit", "flush",  "decode", "notify", "walk",
};

static const char *const shapes[] = {
	"%s_%s_%s",
	"%s::%s_%s",
	"storage::v2::%s::%s<unsigned long, 64>::%s",
	"std::vector<%s, std::allocator<%s> >::_M_%s",
	"__%s_%s_%s",
	"net::(anonymous namespace)::%s_%s::operator()%s",
};

/* splitmix64: the sequence is defined by the seed alone. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9E3779B97F4A7C15u;

	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
	return x ^ (x >> 31);
}

static uint64_t below(uint64_t *state, uint64_t limit)
{
	return next_random(state) % limit;
}

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "gen_perf: %s\n", what);
	exit(1);
}

static char *reserve(struct text *text, size_t more)
{
	if (text->cap - text->len < more) {
		text->cap = 2 * text->cap + more;
		text->ptr = realloc(text->ptr, text->cap);
		if (!text->ptr)
			fail("out of memory");
	}
	return text->ptr + text->len;
}

static void name_function(char *name, size_t size, unsigned number)
{
	uint64_t state = number;
	const char *shape = shapes[below(&state, sizeof(shapes) / sizeof(shapes[0]))];
	const char *word[3];
	char last[32];
	size_t i;

	for (i = 0; i < 3; i++)
		word[i] = words[below(&state, sizeof(words) / sizeof(words[0]))];
	snprintf(last, sizeof(last), "%s%u", word[2], number);
	snprintf(name, size, shape, word[0], word[1], last);
}

static void add_frame(struct text *text, unsigned function, uint64_t offset)
{
	const char *module = modules[function % MODULES];
	uint64_t base = module[0] == '[' ? 0xffffffff81000000u : 0x1000;
	char name[128];
	int n;

	name_function(name, sizeof(name), function);
	n = snprintf(reserve(text, 512), 512, "\t%16" PRIx64 " %s+0x%" PRIx64 " (%s)\n",
		     base + function * 0x200u + offset, name, offset, module);
	text->len += (size_t)n;
}

/*
 * One stack. The outer frames follow from `number` divided again and again, so that neighbours
 * share them; the inner ones are its own.
 */
static void add_stack(struct text *text, size_t number, uint64_t *state)
{
	size_t depth = DEPTH_MIN + below(state, DEPTH_MAX - DEPTH_MIN);
	size_t shared = depth * 3 / 4, i;

	for (i = 0; i < depth - shared; i++) {
		unsigned function = (unsigned)below(state, FUNCTIONS);

		add_frame(text, function, 4 * below(state, OFFSETS));
	}
	for (i = shared; i > 0; i--) {
		uint64_t path = (number >> (i < 12 ? 12 - i : 0)) * DEPTH_MAX + i;
		unsigned function = (unsigned)(next_random(&path) % FUNCTIONS);

		add_frame(text, function, 4 * below(&path, OFFSETS));
	}
}

static void make_stacks(struct stacks *stacks, size_t count, uint64_t *state)
{
	size_t i;

	stacks->count = count;
	stacks->start = malloc((count + 1) * sizeof(*stacks->start));
	if (!stacks->start)
		fail("out of memory");
	for (i = 0; i < count; i++) {
		stacks->start[i] = stacks->text.len;
		add_stack(&stacks->text, i, state);
	}
	stacks->start[count] = stacks->text.len;
}

/* Squared twice, a uniform number makes the low ones hot. */
static size_t choose_stack(const struct stacks *stacks, uint64_t *state)
{
	uint64_t x = next_random(state) >> 32;

	x = (x * x) >> 32;
	x = (x * x) >> 32;
	return (size_t)((x * stacks->count) >> 32);
}

static size_t format_event(char *to, size_t size, uint64_t *state, uint64_t *time)
{
	unsigned thread = (unsigned)below(state, THREADS);
	static const char *const comms[] = {"server", "io worker 2", "java", "compact:1"};

	*time += 20 + below(state, 400);
	return (size_t)snprintf(
		to, size, "%s %5u/%u [%03u] %5" PRIu64 ".%06" PRIu64 ": %10u cpu-clock:ppp: \n",
		comms[thread % 4], 4100u, 4100 + thread, thread % 8, *time / 1000000,
		*time % 1000000, 1001001u);
}

static void write_records(const struct stacks *stacks, uint64_t bytes, uint64_t *state)
{
	struct text out = {0};
	uint64_t time = 1246685503, written = 0;

	for (;;) {
		size_t chosen = choose_stack(stacks, state);
		size_t size = stacks->start[chosen + 1] - stacks->start[chosen];
		size_t before = out.len;

		reserve(&out, size + 256);
		out.len += format_event(out.ptr + out.len, 255, state, &time);
		memcpy(out.ptr + out.len, stacks->text.ptr + stacks->start[chosen], size);
		out.len += size;
		out.ptr[out.len++] = '\n';
		if (written + out.len > bytes) {
			out.len = before;
			break;
		}
		if (out.len < FLUSH)
			continue;
		if (fwrite(out.ptr, 1, out.len, stdout) != out.len)
			fail("cannot write");
		written += out.len;
		out.len = 0;
	}
	if (fwrite(out.ptr, 1, out.len, stdout) != out.len || fflush(stdout) != 0)
		fail("cannot write");
	free(out.ptr);
}

static bool take_number(char **argv, const char *name, uint64_t *number)
{
	char *end;

	if (strcmp(argv[0], name) != 0 || !argv[1])
		return false;
	*number = strtoull(argv[1], &end, 10);
	return *end == '\0' && end != argv[1];
}

int main(int argc, char **argv)
{
	uint64_t bytes = 1 << 20, distinct = 20000, seed = 1;
	struct stacks stacks = {0};
	int i;

	for (i = 1; i < argc; i += 2) {
		if (!take_number(argv + i, "--bytes", &bytes) &&
		    !take_number(argv + i, "--distinct", &distinct) &&
		    !take_number(argv + i, "--seed", &seed)) {
			fprintf(stderr, "usage: gen_perf [--bytes N] [--distinct N] [--seed N]\n");
			return 2;
		}
	}
	make_stacks(&stacks, distinct ? (size_t)distinct : 1, &seed);
	write_records(&stacks, bytes, &seed);
	free(stacks.start);
	free(stacks.text.ptr);
	return 0;
}
