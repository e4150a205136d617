/* SPDX-License-Identifier: MIT */
/*
 * flamegraph --html, whole: folded text with labels, options with any values. The page has the
 * elements of a page and no others, and its block of data is whole: stacks that grow from the root,
 * names that are there, samples of those stacks, and sums that are the totals of the head.
 *
 * fuzzer: page render 0 0 render/flamegraph.c
 */
#include "common/io/decompress.h"
#include "common/io/json.h"
#include "tests/fuzz/whole_program.h"

static const char *const names[PROGRAM_NAMES] = {"flamegraph", "flamegraph", "flamegraph"};

static const char *const options[] = {
	"--title=",
	"--subtitle=",
	"--countname=",
	"--nametype=",
	"--factor=",
	"--colors=",
	"--color-scheme=dark",
	"--search-color=",
	"--inverted",
	"--reverse",
	"--base=",
	"--no-sort",
	"--hash",
	"--negate",
	"--diff-width=both",
	"--diff-width=before",
	"--stats",
	"--diff-normalize",
	"--label-frames=",
	"--truncate-text-left",
	"--colors=java",
	"--deterministic",
};

static const struct program_kind kind = {names, options, ARRAY_LEN(options)};

/* Values from the head of the block. */
struct head {
	int depth; /* of open objects and arrays */
	char key[16];
	uint64_t frames, rows, sets, ends, names, labels, total[2];
	bool differential;
};

static void require(bool good, const char *what)
{
	if (!good) {
		fprintf(stderr, "the page: %s\n", what);
		abort();
	}
}

static size_t times_of(struct slice text, struct slice what)
{
	size_t times = 0, at;

	while ((at = slice_search(text, what)) != SLICE_NONE) {
		text = slice_tail(text, at + what.len);
		times++;
	}
	return times;
}

static bool is_key(const struct head *head, const char *key)
{
	return strcmp(head->key, key) == 0;
}

static void see_number(struct head *head, struct slice text)
{
	uint64_t *fields[] = {&head->frames, &head->rows, &head->sets, &head->ends};
	static const char *const keys[] = {"frames", "rows", "sets", "ends"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(keys); i++) {
		if (is_key(head, keys[i]))
			require(slice_to_u64(text, fields[i]), "a number of the head");
	}
}

static void see_json(void *context, enum json_event event, struct slice text)
{
	struct head *head = context;

	if (event == JSON_KEY && head->depth == 1)
		snprintf(head->key, sizeof(head->key), "%.*s", (int)text.len, text.ptr);
	else if (event == JSON_NUMBER && head->depth == 1)
		see_number(head, text);
	else if (event == JSON_TRUE && head->depth == 1)
		head->differential |= is_key(head, "differential");
	else if (event == JSON_STRING && head->depth == 2 && is_key(head, "names"))
		head->names++;
	else if (event == JSON_STRING && head->depth == 2 && is_key(head, "total"))
		require(slice_to_u64(text, &head->total[head->names++]), "a total");
	if (event == JSON_OBJECT && head->depth == 2 && is_key(head, "labels"))
		head->labels++;
	if (event == JSON_ARRAY && is_key(head, "names"))
		head->names = 0;
	head->depth += event == JSON_OBJECT || event == JSON_ARRAY;
	head->depth -= event == JSON_OBJECT_END || event == JSON_ARRAY_END;
}

static uint64_t varint(struct slice *bytes)
{
	uint64_t value = 0;
	unsigned shift = 0;
	unsigned char byte;

	do {
		require(bytes->len > 0 && shift < 64, "a varint");
		byte = (unsigned char)bytes->ptr[0];
		*bytes = slice_tail(*bytes, 1);
		value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

static uint64_t sum_of(struct slice *bytes, uint64_t count)
{
	uint64_t sum = 0;

	for (; count > 0; count--)
		sum += varint(bytes);
	return sum;
}

static void check_stacks(struct slice *bytes, const struct head *head)
{
	uint64_t depth = 0, known = 0, i;

	require(head->frames > 0 && bytes->len >= 3 * (head->names - 1), "colours");
	*bytes = slice_tail(*bytes, 3 * (size_t)(head->names - 1));
	for (i = 1; i < head->frames; i++) {
		const uint64_t pops = varint(bytes);

		require(pops <= depth, "a frame below the root");
		depth += 1 - pops;
	}
	for (i = 1; i < head->frames; i++) {
		const uint64_t name = varint(bytes);

		known += name == 0;
		require(name <= known, "a name that comes later");
	}
	require(known + 1 == head->names, "names without frames");
	if (head->differential)
		require(sum_of(bytes, head->frames) == head->total[0], "the sum before");
	require(sum_of(bytes, head->frames) == head->total[1], "the sum");
}

static void check_samples(struct slice *bytes, const struct head *head)
{
	uint64_t i;

	sum_of(bytes, head->labels * head->sets);
	require(sum_of(bytes, head->sets) == head->rows, "samples of sets");
	for (i = 0; i < head->ends; i++)
		require(varint(bytes) < head->frames, "a last frame");
	sum_of(bytes, head->rows);
	for (i = 0; i < head->rows; i++)
		require(varint(bytes) < head->ends, "a sample's stack");
	if (head->differential)
		require(sum_of(bytes, head->rows) == head->total[0], "their sum before");
	require(sum_of(bytes, head->rows) == head->total[1], "the sum of the samples");
}

static void check_block(struct slice bytes)
{
	struct head head = {0};
	struct piece_reader *json = json_new(see_json, &head);
	size_t len = 0;
	int i;

	if (!json)
		return; /* this build cannot check it */
	require(bytes.len > 4, "a block");
	for (i = 3; i >= 0; i--)
		len = len << 8 | (unsigned char)bytes.ptr[i];
	bytes = slice_tail(bytes, 4);
	require(len <= bytes.len, "the length of the head");
	require(json->feed(json, slice_head(bytes, len)) && json->end(json), "JSON");
	json_free(json);
	bytes = slice_tail(bytes, len);
	check_stacks(&bytes, &head);
	if (head.rows > 0)
		check_samples(&bytes, &head);
	require(bytes.len == 0, "bytes behind the columns");
}

static void add_decoded(struct buf *out, struct slice text)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned bits = 0, have = 0;
	size_t i;

	for (i = 0; i < text.len && text.ptr[i] != '='; i++) {
		const char *letter = strchr(letters, text.ptr[i]);

		require(letter && *letter != '\0', "base64");
		bits = (bits << 6 | (unsigned)(letter - letters)) & 0xffff;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_add_char(out, (char)(unsigned char)(bits >> have));
		}
	}
}

static void unpack(struct buf *out, struct slice packed)
{
	struct decoder *decoder = decoder_new(COMPRESSION_GZIP);
	char chunk[4096];

	require(decoder != NULL, "packed without zlib");
	while (packed.len > 0) {
		size_t room = sizeof(chunk);

		require(decoder_run(decoder, &packed, chunk, &room), "gzip");
		buf_add(out, slice_of(chunk, sizeof(chunk) - room));
	}
	decoder_free(decoder);
}

static void check_page(struct slice page)
{
	struct slice block;
	struct buf decoded = {0}, bytes = {0};
	const size_t at = slice_search(page, SLICE("data-encoding=\""));
	bool packed;

	require(slice_starts(page, SLICE("<!DOCTYPE html>\n")), "its type");
	require(times_of(page, SLICE("<style")) == 1 && times_of(page, SLICE("<img")) == 0, "tags");
	require(at != SLICE_NONE, "data");
	packed = slice_starts(slice_tail(page, at + 15), SLICE("gzip\">"));
	require(times_of(page, SLICE("<script")) == (packed ? 4 : 2), "scripts");
	block = slice_tail(page, at);
	block = slice_tail(block, slice_find(block, '>') + 1);
	block = slice_head(block, slice_find(block, '<'));
	add_decoded(&decoded, block);
	if (packed)
		unpack(&bytes, buf_slice(&decoded));
	check_block(buf_slice(packed ? &bytes : &decoded));
	buf_release(&decoded);
	buf_release(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *threads;
	struct program_words words, all;
	struct slice text;
	struct buf page;
	int code;

	if (!program_begin(&words, &text, &kind, data, size))
		return 0;
	program_file("folded", program_part(&text));
	program_add(&words, "--html", SLICE(""));
	all = words;
	program_add(&all, "folded", SLICE(""));
	code = program_run(&all, "once");
	page = fuzz_read(SLICE("once"));
	if (code == 0)
		check_page(buf_slice(&page));
	else if (page.len > 0) /* it says what was wrong */
		require(times_of(buf_slice(&page), SLICE("<script")) == 0,
			"a script beside an error");
	require(page.len > 0 || code != 0, "nothing, and no error");
	buf_release(&page);
	threads = program_threads(data);
	if (threads) {
		program_add(&words, threads, SLICE(""));
		program_add(&words, "folded", SLICE(""));
		if (program_run(&words, "again") != code)
			abort();
		fuzz_check_same(SLICE("once"), SLICE("again"));
	}
	return 0;
}
