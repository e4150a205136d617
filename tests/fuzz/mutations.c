/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/mutations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MUTATION_COUNT_MAX = 8,
	REPEAT_MAX = 400,
	REPEAT_DEEP = 70000, /* more frames than any limit allows */
};

struct span {
	size_t start, len;
};

#define TOKEN(literal)                                                                             \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

/* Tokens that parsers and XML writers stumble over. */
static const struct token {
	const char *ptr;
	size_t len;
} tokens[] = {
	TOKEN("\0"),
	TOKEN("\n"),
	TOKEN("\n\n"),
	TOKEN("\r\n"),
	TOKEN("\r"),
	TOKEN("\t"),
	TOKEN("    \t  "),
	TOKEN(";"),
	TOKEN(";;;"),
	TOKEN(":"),
	TOKEN("->"),
	TOKEN("+0x"),
	TOKEN("+0xffffffffffffffffffffffff"),
	TOKEN("("),
	TOKEN(")"),
	TOKEN("(((((((((((((((((((("),
	TOKEN("<<<<<<<<>>>>"),
	TOKEN(" ("),
	TOKEN("(inlined)"),
	TOKEN(" (deleted)"),
	TOKEN("[unknown]"),
	TOKEN("[unknown] ([unknown])"),
	TOKEN("operator<"),
	TOKEN("{lambda(int)#1}::operator()"),
	TOKEN("(anonymous namespace)"),
	TOKEN("::h0123456789abcdef"),
	TOKEN("$u7e$$LT$$"),
	TOKEN("# "),
	TOKEN("PERF_RECORD_LOST"),
	TOKEN(" 1.000000: "),
	TOKEN(" -1 -1 [000] 0.0:"),
	TOKEN(" 0"),
	TOKEN(" -5"),
	TOKEN(" 0.000000000001"),
	TOKEN(" 1e999"),
	TOKEN(" nan"),
	TOKEN(" 18446744073709551615\n"),
	TOKEN(" 18446744073709551616\n"),
	TOKEN(" 99999999999999999999999999999999999999\n"),
	TOKEN("_[k]"),
	TOKEN("_[i]"),
	TOKEN("</title></svg>"),
	TOKEN("<script>alert(1)</script>"),
	TOKEN("]]>"),
	TOKEN("<!--"),
	TOKEN("--"),
	TOKEN("&"),
	TOKEN("&#0;"),
	TOKEN("\"'`"),
	TOKEN("%s%n%d"),
	TOKEN("\xff\xfe"),
	TOKEN("\xc3"),
	TOKEN("\xc0\x80"),
	TOKEN("\xed\xa0\x80"),
	TOKEN("\xf4\x90\x80\x80"),
	TOKEN("\xef\xbf\xbf"),
	TOKEN("\xef\xbb\xbf"),
	TOKEN("\x1b[31m"),
	TOKEN("\x7f\x01\x02\x08"),
	TOKEN("\x1f\x8b\x08\x00"),
	TOKEN("\x28\xb5\x2f\xfd"),
};

static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9E3779B97F4A7C15u;

	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
	return x ^ (x >> 31);
}

static size_t below(uint64_t *state, size_t limit)
{
	return limit == 0 ? 0 : (size_t)(next_random(state) % limit);
}

static void *allocate(size_t size)
{
	void *memory = malloc(size);

	if (!memory) {
		perror("mutate");
		exit(1);
	}
	return memory;
}

/* Put `len` bytes in place of `gone` bytes at `at`; no more than fit. */
static void replace(struct bytes *bytes, struct span gone, const char *ptr, size_t len)
{
	size_t rest = bytes->len - gone.start - gone.len;

	if (bytes->len - gone.len + len > MUTATED_SIZE_MAX)
		return;
	memmove(bytes->ptr + gone.start + len, bytes->ptr + gone.start + gone.len, rest);
	if (len > 0)
		memcpy(bytes->ptr + gone.start, ptr, len);
	bytes->len += len - gone.len;
}

static void insert(struct bytes *bytes, size_t at, const char *ptr, size_t len)
{
	replace(bytes, (struct span){at, 0}, ptr, len);
}

/* Mostly short ones, now and then any. */
static struct span some_span(const struct bytes *bytes, uint64_t *state)
{
	size_t start = below(state, bytes->len);
	size_t most = below(state, 4) == 0 ? bytes->len : 40;
	size_t len = below(state, most);

	return (struct span){start, len > bytes->len - start ? bytes->len - start : len};
}

static struct span some_line(const struct bytes *bytes, uint64_t *state)
{
	size_t start = below(state, bytes->len), end = start;

	while (start > 0 && bytes->ptr[start - 1] != '\n')
		start--;
	while (end < bytes->len && bytes->ptr[end++] != '\n')
		;
	return (struct span){start, end - start};
}

static void flip_bits(struct bytes *bytes, uint64_t *state)
{
	size_t n = 1 + below(state, 4);

	while (n-- > 0 && bytes->len > 0)
		bytes->ptr[below(state, bytes->len)] ^= (char)(1 << below(state, 8));
}

static void set_bytes(struct bytes *bytes, uint64_t *state)
{
	struct span span = some_span(bytes, state);
	char value = (char)next_random(state);

	memset(bytes->ptr + span.start, value, span.len < 64 ? span.len : 64);
}

static void cut_span(struct bytes *bytes, uint64_t *state)
{
	replace(bytes, some_span(bytes, state), NULL, 0);
}

static void cut_end(struct bytes *bytes, uint64_t *state)
{
	bytes->len = below(state, bytes->len + 1);
}

static void cut_line(struct bytes *bytes, uint64_t *state)
{
	replace(bytes, some_line(bytes, state), NULL, 0);
}

static void insert_token(struct bytes *bytes, uint64_t *state)
{
	const struct token *token = tokens + below(state, sizeof(tokens) / sizeof(tokens[0]));

	insert(bytes, below(state, bytes->len + 1), token->ptr, token->len);
}

static void overwrite_with_token(struct bytes *bytes, uint64_t *state)
{
	const struct token *token = tokens + below(state, sizeof(tokens) / sizeof(tokens[0]));
	struct span span = some_span(bytes, state);

	if (span.len > token->len)
		span.len = token->len;
	replace(bytes, span, token->ptr, token->len);
}

/* Repeat one line: deep recursion, or many equal records. */
static void repeat_line(struct bytes *bytes, uint64_t *state)
{
	struct span line = some_line(bytes, state);
	size_t times = 1 + below(state, below(state, 50) == 0 ? REPEAT_DEEP : REPEAT_MAX);
	size_t room = MUTATED_SIZE_MAX - bytes->len, i;
	char *many;

	if (line.len == 0)
		return;
	if (times > room / line.len)
		times = room / line.len;
	many = allocate(times * line.len + 1);
	for (i = 0; i < times; i++)
		memcpy(many + i * line.len, bytes->ptr + line.start, line.len);
	insert(bytes, line.start, many, times * line.len);
	free(many);
}

static void move_line(struct bytes *bytes, uint64_t *state)
{
	struct span line = some_line(bytes, state);
	char *copy = allocate(line.len + 1);

	memcpy(copy, bytes->ptr + line.start, line.len);
	replace(bytes, line, NULL, 0);
	insert(bytes, below(state, bytes->len + 1), copy, line.len);
	free(copy);
}

/* One byte becomes another everywhere: no newlines, only blanks, CRs for LFs ... */
static void translate(struct bytes *bytes, uint64_t *state)
{
	static const char common[] = "\n\t :;().[]0/";
	char from = common[below(state, sizeof(common) - 1)];
	char to = common[below(state, sizeof(common) - 1)];
	size_t i;

	if (below(state, 3) == 0)
		to = (char)next_random(state);
	for (i = 0; i < bytes->len; i++)
		if (bytes->ptr[i] == from)
			bytes->ptr[i] = to;
}

static void splice(struct bytes *bytes, const struct bytes *other, uint64_t *state)
{
	struct span piece;

	if (other->len == 0)
		return;
	piece = some_span(other, state);
	insert(bytes, below(state, bytes->len + 1), other->ptr + piece.start, piece.len);
}

typedef void mutation(struct bytes *bytes, uint64_t *state);

static mutation *const mutations[] = {
	flip_bits,   set_bytes, cut_span,  cut_end, cut_line, insert_token, overwrite_with_token,
	repeat_line, move_line, translate,
};

static void change(struct bytes *bytes, const struct bytes *files, size_t count, uint64_t *state)
{
	size_t n = 1 + below(state, MUTATION_COUNT_MAX);
	size_t kinds = sizeof(mutations) / sizeof(mutations[0]);

	while (n-- > 0) {
		size_t kind = below(state, kinds + 2);

		if (bytes->len == 0 || kind >= kinds)
			splice(bytes, files + below(state, count), state);
		else
			mutations[kind](bytes, state);
	}
}

struct bytes mutations_read(const char *name)
{
	struct bytes bytes = {allocate(MUTATED_SIZE_MAX), 0};
	FILE *file = fopen(name, "rb");

	if (!file) {
		perror(name);
		exit(1);
	}
	bytes.len = fread(bytes.ptr, 1, MUTATED_SIZE_MAX, file);
	fclose(file);
	return bytes;
}

uint64_t mutations_make(struct bytes *bytes, const struct bytes *files, size_t count,
			uint64_t number)
{
	uint64_t state = number;
	const struct bytes *file = files + below(&state, count);

	memcpy(bytes->ptr, file->ptr, file->len);
	bytes->len = file->len;
	change(bytes, files, count, &state);
	return next_random(&state);
}
