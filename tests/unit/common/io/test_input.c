/* SPDX-License-Identifier: MIT */
#include "common/io/input.h"

#include <pthread.h>

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static const size_t chunk_sizes[] = {1, 2, 7, 64, 4096, 0};
static const unsigned thread_counts[] = {1, 2, 7};

/* A record starts with a line that starts with `>`. */
static size_t next_mark(struct slice text, size_t from)
{
	size_t at = slice_search(slice_tail(text, from - 1), SLICE("\n>"));

	return at == SLICE_NONE ? SLICE_NONE : from + at;
}

/* The text that several threads claimed. */
struct reading {
	struct input *input;
	pthread_mutex_t lock;
	struct arena arena;
	struct piece {
		struct slice text;
		size_t file;
		bool claimed;
	} * pieces;
	size_t count, cap;
};

static void keep(struct reading *reading, const struct chunk *chunk)
{
	size_t cap;

	pthread_mutex_lock(&reading->lock);
	cap = reading->cap;
	reading->pieces = memory_grow(reading->pieces, &reading->cap, chunk->index + 1,
				      sizeof(*reading->pieces));
	if (reading->cap > cap)
		memset(reading->pieces + cap, 0, (reading->cap - cap) * sizeof(*reading->pieces));
	CHECK(!reading->pieces[chunk->index].claimed);
	reading->pieces[chunk->index] = (struct piece){arena_copy(&reading->arena, chunk->text),
						       chunk->file, true};
	if (chunk->index >= reading->count)
		reading->count = chunk->index + 1;
	pthread_mutex_unlock(&reading->lock);
}

static void claim_all(void *context, unsigned index)
{
	struct reading *reading = context;
	struct buf buf = {0};
	struct chunk chunk;

	(void)index;
	while (input_claim(reading->input, &buf, &chunk))
		keep(reading, &chunk);
	buf_release(&buf);
}

static void release(struct reading *reading)
{
	if (reading->input)
		input_close(reading->input);
	free(reading->pieces);
	arena_release(&reading->arena);
	pthread_mutex_destroy(&reading->lock);
}

/* How a text is read. */
struct way {
	const char *const *paths;
	size_t count;
	const char *tool;
	input_next_record_fn *next_record;
	size_t chunk_size;
	unsigned threads;
};

static void open_way(const struct way *way, struct reading *reading)
{
	const struct personality *compat = personality_of(way->tool ? way->tool : "collapse-x");
	struct slice paths[8];
	size_t i;

	for (i = 0; i < way->count; i++)
		paths[i] = slice_from(way->paths[i]);
	*reading = (struct reading){.lock = PTHREAD_MUTEX_INITIALIZER};
	reading->input = input_open(&(struct input_options){
		.paths = paths,
		.count = way->count,
		.compat = compat,
		.dash_is_stdin = compat->dash_is_stdin,
		.chunk_size = way->chunk_size,
		.records = {.next = way->next_record},
	});
}

static void read_way(const struct way *way, struct reading *reading)
{
	open_way(way, reading);
	if (reading->input)
		parallel_run(way->threads, claim_all, reading);
}

/* The text of one file, or of all with `file` SLICE_NONE, in order. */
static void join_pieces(const struct reading *reading, size_t file, struct buf *out)
{
	size_t i, missing = 0;

	buf_reset(out);
	for (i = 0; i < reading->count; i++) {
		missing += !reading->pieces[i].claimed;
		CHECK(i == 0 || reading->pieces[i - 1].file <= reading->pieces[i].file);
		if (file == SLICE_NONE || reading->pieces[i].file == file)
			buf_add(out, reading->pieces[i].text);
	}
	CHECK(missing == 0);
}

static void explain(const struct way *way)
{
	fprintf(stderr, "%s: %zu files, chunks of %zu bytes, %u threads\n", way->paths[0],
		way->count, way->chunk_size, way->threads);
}

/* Every piece starts at a record. */
static bool starts_at_records(const struct reading *reading, const struct way *way)
{
	size_t i;

	for (i = 1; i < reading->count; i++) {
		struct slice text = reading->pieces[i].text;

		if (text.len > 0 && reading->pieces[i].file == reading->pieces[i - 1].file &&
		    way->next_record == next_mark && text.ptr[0] != '>')
			return false;
	}
	return true;
}

static bool reads_as(const struct way *way, struct slice expected)
{
	struct reading reading;
	struct buf text = {0};
	bool same;

	read_way(way, &reading);
	join_pieces(&reading, SLICE_NONE, &text);
	same = reading.input && input_is_good(reading.input) &&
	       slice_equal(buf_slice(&text), expected) && starts_at_records(&reading, way) &&
	       (way->count > 1 || input_bytes(reading.input) == expected.len);
	if (!same)
		explain(way);
	buf_release(&text);
	release(&reading);
	return same;
}

/* Lines of all lengths; some start a record, one record is long. */
static void make_text(struct buf *out, size_t records, uint64_t seed)
{
	uint64_t state = seed;
	size_t i, line;

	buf_reset(out);
	for (i = 0; i < records; i++) {
		size_t lines = i == records / 2 ? 300 : scratch_below(&state, 6);

		buf_printf(out, "> record %zu\n", i);
		for (line = 0; line < lines; line++)
			buf_printf(out, "%.*s\n", (int)(scratch_random(&state) % 30),
				   "abcdefghijklmnopqrstuvwxyz> >>");
		if (scratch_random(&state) % 4 == 0)
			buf_add_text(out, "\n");
	}
}

/* Much longer than a chunk and than what is read ahead. */
CASE(a_line_may_be_longer_than_a_chunk)
{
	struct buf text = {0};
	size_t i, c, t;
	const char *path;

	buf_add_text(&text, "> short\n> ");
	for (i = 0; i < 50000; i++)
		buf_add_char(&text, (char)('a' + i % 26));
	buf_add_text(&text, "\n> short\nx\n");
	path = scratch_write("long", buf_slice(&text));
	for (c = 2; c < ARRAY_LEN(chunk_sizes); c++) {
		for (t = 0; t < ARRAY_LEN(thread_counts); t++) {
			struct way way = {&path,           1, NULL, next_mark, chunk_sizes[c],
					  thread_counts[t]};

			CHECK(reads_as(&way, buf_slice(&text)));
			way.next_record = input_next_line;
			CHECK(reads_as(&way, buf_slice(&text)));
		}
	}
	buf_release(&text);
}

CASE(chunks_are_about_as_large_as_asked_for)
{
	struct buf text = {0};
	const char *path;
	struct reading reading;
	size_t i;

	make_text(&text, 400, 11);
	path = scratch_write("plain", buf_slice(&text));
	read_way(&(struct way){&path, 1, NULL, input_next_line, 512, 1}, &reading);
	CHECK(reading.count >= text.len / 600);
	for (i = 0; i < reading.count; i++)
		CHECK(reading.pieces[i].text.len < 600);
	release(&reading);
	buf_release(&text);
}

CASE(without_a_cutter_a_file_is_one_chunk)
{
	struct buf text = {0};
	const char *paths[2];
	struct reading reading;

	make_text(&text, 50, 3);
	paths[0] = scratch_write("one", buf_slice(&text));
	paths[1] = scratch_write("two", SLICE("x"));
	read_way(&(struct way){paths, 2, NULL, NULL, 64, 3}, &reading);
	CHECK(reading.count == 2);
	CHECK(slice_equal(reading.pieces[0].text, buf_slice(&text)));
	CHECK(slice_equal(reading.pieces[1].text, SLICE("x")));
	release(&reading);
	buf_release(&text);
}

/* A record may begin in one file and end in another; lines are not glued together. */
CASE(joined_files_are_one_text)
{
	struct buf text = {0};
	const char *paths[4];
	size_t c, t;

	make_text(&text, 20, 9);
	paths[0] = scratch_write("one", SLICE("> a\nno line feed"));
	paths[1] = scratch_write("two", SLICE(""));
	paths[2] = scratch_write("three", SLICE("more\n"));
	paths[3] = scratch_write("four", buf_slice(&text));
	buf_reset(&text);
	buf_add_text(&text, "> a\nno line feed\nmore\n");
	CHECK(scratch_read(paths[3], &text));
	for (c = 0; c < ARRAY_LEN(chunk_sizes); c++) {
		for (t = 0; t < ARRAY_LEN(thread_counts); t++) {
			struct way way = {paths,           4, "x.pl", next_mark, chunk_sizes[c],
					  thread_counts[t]};

			CHECK(reads_as(&way, buf_slice(&text)));
			way.next_record = input_next_line;
			CHECK(reads_as(&way, buf_slice(&text)));
			way.next_record = NULL;
			CHECK(reads_as(&way, buf_slice(&text)));
		}
	}
	buf_release(&text);
}

/* Which file a byte of joined files is said to be of does not depend on the chunks. */
CASE(lines_of_joined_files_have_one_place)
{
	const char *paths[2];
	size_t first_file[2][24], c, i, n;

	paths[0] = scratch_write("one", SLICE("a\nb\nc\nd\n"));
	paths[1] = scratch_write("two", SLICE("e\nf\ng\nh\n"));
	for (c = 0; c < 2; c++) {
		struct reading reading;
		struct way way = {paths, 2, "x.pl", input_next_line, c ? 1000 : 1, 1};

		read_way(&way, &reading);
		for (i = n = 0; i < reading.count; i++) {
			size_t left = reading.pieces[i].text.len;

			while (left-- > 0 && n < 24)
				first_file[c][n++] = reading.pieces[i].file;
		}
		CHECK(n == 16);
		release(&reading);
	}
	CHECK(memcmp(first_file[0], first_file[1], 16 * sizeof(size_t)) == 0);
}

/* The file ends before what its size promised: what there is, is read once, and nothing else. */
static void check_truncated(size_t chunk_size, off_t new_size, input_next_record_fn *next_record)
{
	struct buf text = {0}, found = {0}, buf = {0};
	struct reading reading;
	const char *path;
	struct chunk chunk;
	size_t expected;

	make_text(&text, 30, 77);
	path = scratch_write("shrinking", buf_slice(&text));
	open_way(&(struct way){&path, 1, NULL, next_record, chunk_size, 1}, &reading);
	CHECK(input_claim(reading.input, &buf, &chunk));
	keep(&reading, &chunk);
	expected = chunk.text.len > (size_t)new_size ? chunk.text.len : (size_t)new_size;
	CHECK(truncate(path, new_size) == 0);
	while (input_claim(reading.input, &buf, &chunk))
		keep(&reading, &chunk);
	join_pieces(&reading, SLICE_NONE, &found);
	CHECK(slice_equal(buf_slice(&found), slice_head(buf_slice(&text), expected)));
	release(&reading);
	buf_release(&text);
	buf_release(&found);
	buf_release(&buf);
}

CASE(a_file_that_is_cut_meanwhile_is_read_to_its_new_end)
{
	static const off_t sizes[] = {0, 1, 50, 63, 64, 65, 66, 100, 127, 128, 129, 200, 333, 500};
	size_t i, c;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		for (c = 0; c < ARRAY_LEN(chunk_sizes) - 2; c++) {
			check_truncated(chunk_sizes[c], sizes[i], input_next_line);
			check_truncated(chunk_sizes[c], sizes[i], next_mark);
		}
	}
}

CASE(a_file_that_grows_is_read_to_its_old_end)
{
	const char *path = scratch_write("growing", SLICE("a\nb\nc\n"));
	struct buf found = {0};
	struct reading reading;
	FILE *file;

	open_way(&(struct way){&path, 1, NULL, input_next_line, 2, 1}, &reading);
	{
		struct buf buf = {0};
		struct chunk chunk;

		CHECK(input_claim(reading.input, &buf, &chunk));
		keep(&reading, &chunk);
		file = fopen(path, "ab");
		fputs("d\n", file);
		fclose(file);
		buf_release(&buf);
	}
	claim_all(&reading, 0);
	join_pieces(&reading, SLICE_NONE, &found);
	CHECK(slice_equal(buf_slice(&found), SLICE("a\nb\nc\n")));
	buf_release(&found);
	release(&reading);
}

static bool is_mark(struct slice line)
{
	return slice_equal(line, SLICE(">"));
}

CASE(a_line_starts_behind_a_line_feed)
{
	int i;

	CHECK(input_next_line(SLICE("a\nb"), 1) == 2);
	CHECK(input_next_line(SLICE("a\nb"), 2) == 2);
	CHECK(input_next_line(SLICE("a\nb"), 3) == SLICE_NONE);
	CHECK(input_next_line(SLICE("a\n"), 1) == 2);
	CHECK(input_next_line(SLICE("\n\n"), 1) == 1);
	CHECK(input_next_line(SLICE("abc"), 1) == SLICE_NONE);
	CHECK(input_next_line(SLICE(""), 1) == SLICE_NONE);
	for (i = 0; i < 2; i++) {
		const struct input_records marks = {.starts = is_mark, .cleans = i == 1};
		const size_t marked = i == 1 ? 4 : 10;

		CHECK(input_next_record(&marks, SLICE("ab\r\n>\r\nc\r\n>\n"), 1) == marked);
		CHECK(input_next_record(&marks, SLICE("a\n>"), 1) == SLICE_NONE);
	}
}

TEST(input)
{
	diag_init("test");
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
