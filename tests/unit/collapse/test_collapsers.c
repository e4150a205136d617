/* SPDX-License-Identifier: MIT */
/*
 * Laws of every format, on its fixtures and on their lines shuffled: where its cutter cuts, and
 * that parsing what is cut gives what parsing the whole gives. Under the names of each family.
 * -DONLY_FORMAT="NAME" tests that one alone.
 */
#include "collapse/collapse.h"

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/io/decompress.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

#ifndef ONLY_FORMAT
#define ONLY_FORMAT ""
#endif

#ifdef __SANITIZE_THREAD__
enum { FEWEST_THREADS = 3 }; /* one has no races */
#else
enum { FEWEST_THREADS = 1 };
#endif

/* One format under one family's name, ready to parse. */
struct subject {
	const struct collapser *collapser;
	struct collapse_setup setup;
	struct opt_result given;
	char tool[64];
};

static void prepare(struct subject *subject, const struct collapser *collapser, const char *family)
{
	*subject = (struct subject){.collapser = collapser};
	snprintf(subject->tool, sizeof(subject->tool), "%s%s%s",
		 family[0] == 'i' ? "inferno-collapse-" : "stackcollapse-", collapser->name,
		 family[0] == '.' ? ".pl" : "");
	if (family[0] == '\0')
		snprintf(subject->tool, sizeof(subject->tool), "collapse-%s", collapser->name);
	subject->setup.compat = personality_of(subject->tool);
	subject->setup.given = &subject->given;
	subject->setup.options = memory_get(collapser->options_size);
	if (collapser->options_size > 0)
		memset(subject->setup.options, 0, collapser->options_size);
	CHECK(collapse_prepare(collapser, &subject->setup));
}

static void forget(struct subject *subject)
{
	if (subject->collapser->release)
		subject->collapser->release(&subject->setup);
	free(subject->setup.options);
}

static size_t edge_of(const struct subject *subject, struct slice text, size_t from)
{
	return input_next_record(&subject->setup.format->records, text, from);
}

/* The edge found in text cut to `start` and `end`: it must be the one of the whole text. */
static size_t edge_within(const struct subject *subject, struct slice text, size_t from,
			  size_t start, size_t end)
{
	size_t edge = edge_of(subject, slice_of(text.ptr + start, end - start), from - start);

	return edge == SLICE_NONE ? SLICE_NONE : edge + start;
}

static void say(const struct subject *subject, const char *name, const char *law, size_t at)
{
	fprintf(stderr, "%s, %s, byte %zu: %s\n", subject->tool, name, at, law);
	check_failures++;
}

static size_t line_end(struct slice text, size_t from)
{
	size_t at = slice_find(slice_tail(text, from), '\n');

	return at == SLICE_NONE ? text.len : from + at + 1;
}

/* All positions around line ends, and some others. */
static bool is_tried(struct slice text, size_t at)
{
	return at % 61 == 0 || text.ptr[at - 1] == '\n' || (at > 1 && text.ptr[at - 2] == '\n') ||
	       text.ptr[at] == '\n';
}

static void check_edge(const struct subject *subject, const char *name, struct slice text,
		       size_t from, uint64_t *state)
{
	size_t edge = edge_within(subject, text, from, from - 1, text.len);
	size_t start = scratch_below(state, from);
	size_t end = from + scratch_below(state, text.len - from + 1);

	if (edge != edge_of(subject, text, from) ||
	    edge != edge_within(subject, text, from, start, text.len))
		say(subject, name, "the edge depends on bytes before it", from);
	if (edge == SLICE_NONE) {
		if (edge_within(subject, text, from, from - 1, end) != SLICE_NONE)
			say(subject, name, "there is an edge in less text alone", from);
		return;
	}
	if (edge < from || edge > text.len ||
	    (text.ptr[edge - 1] != '\n' && subject->setup.format->records.next != input_anywhere))
		say(subject, name, "the edge is not behind a line end, at or after", from);
	end = edge_within(subject, text, from, from - 1, end);
	if (end != SLICE_NONE && end != edge)
		say(subject, name, "the edge is another one in less text", from);
	if (edge_within(subject, text, from, from - 1, line_end(text, edge)) != edge)
		say(subject, name, "the edge is not certain though its line is whole", from);
}

/* Neighbours that look from different places find the same edge, if it is after both. */
static void check_edges(const struct subject *subject, const char *name, struct slice text)
{
	size_t last = SLICE_NONE, last_from = 0, from;
	uint64_t state = 161803398;
	int before = check_failures;

	for (from = 1; from < text.len && check_failures < before + 3; from++) {
		size_t edge;

		if (!is_tried(text, from))
			continue;
		check_edge(subject, name, text, from, &state);
		edge = edge_of(subject, text, from);
		if (last_from > 0 && (last == SLICE_NONE || last >= from) && edge != last)
			say(subject, name, "another edge than from a place before, past both",
			    from);
		last = edge;
		last_from = from;
	}
}

/* Output and messages for the text in a file, read with these settings. */
static void collapse(const struct subject *subject, const char *path, size_t chunk_size,
		     unsigned threads, struct buf *out)
{
	const struct collapse_setup *setup = &subject->setup;
	const struct slice paths[] = {slice_from(path)};
	struct ingest_run run = {.options = setup->options, .may_concatenate = true};
	struct ingest_stats stats;
	struct output output;
	struct capture capture;
	struct input *input = input_open(&(struct input_options){
		.paths = paths,
		.count = 1,
		.compat = setup->compat,
		.chunk_size = chunk_size,
		.records = setup->format->records,
	});

	buf_reset(out);
	CHECK(ingest(input, setup->format, threads, &run, &stats));
	CHECK(output_open(&output, slice_from(scratch_path("folded"))));
	profile_close(&run.profile, PROFILE_BY_TEXT);
	folded_write(&run.profile, setup->unit, &output);
	CHECK(output_commit(&output));
	CHECK(scratch_read(scratch_path("folded"), out));
	capture = capture_begin(2);
	notes_print(&run.notes, setup->format->kinds, setup->format->kind_count, input);
	capture_end(&capture, out);
	buf_printf(out, "%llu lines, %llu samples\n", (unsigned long long)stats.lines,
		   (unsigned long long)stats.samples);
	ingest_release(&run);
	input_close(input);
}

/* A new subject for each run, for what the first samples decided stays in it. */
static void collapse_anew(const struct collapser *collapser, const char *family, const char *path,
			  size_t chunk_size, unsigned threads, struct buf *out)
{
	struct subject subject;

	prepare(&subject, collapser, family);
	collapse(&subject, path, chunk_size, threads, out);
	forget(&subject);
}

static void show_difference(struct slice expected, struct slice got)
{
	struct slice left, right;
	bool more = true;

	while (more) {
		bool has_left = slice_line(&expected, &left), has_right = slice_line(&got, &right);

		more = has_left && has_right && slice_equal(left, right);
		if (!more)
			fprintf(stderr, "  '%.*s' instead of\n  '%.*s'\n",
				SLICE_ARG(has_right ? right : SLICE("the end")),
				SLICE_ARG(has_left ? left : SLICE("the end")));
	}
}

static void check_pieces(const struct collapser *collapser, const char *family, const char *name,
			 const char *path)
{
	static const size_t chunk_sizes[] = {7, 64, 1000};
	static const unsigned threads[] = {1, 3};
	struct buf expected = {0}, got = {0};
	size_t c, t;

	collapse_anew(collapser, family, path, (size_t)1 << 26, 1, &expected);
	for (c = 0; c < ARRAY_LEN(chunk_sizes); c++) {
		for (t = 0; t < ARRAY_LEN(threads); t++) {
			if (threads[t] < FEWEST_THREADS)
				continue;
			collapse_anew(collapser, family, path, chunk_sizes[c], threads[t], &got);
			if (slice_equal(buf_slice(&expected), buf_slice(&got)))
				continue;
			fprintf(stderr, "%s%s, %s: chunks of %zu bytes, %u threads\n",
				collapser->name, family, name, chunk_sizes[c], threads[t]);
			show_difference(buf_slice(&expected), buf_slice(&got));
			check_failures++;
			goto done;
		}
	}
done:
	buf_release(&expected);
	buf_release(&got);
}

static void check_text(const struct collapser *collapser, const char *name, struct slice text)
{
	static const char *const families[] = {"", ".pl", "inferno"};
	struct subject subject;
	char path[512];
	size_t i;

	snprintf(path, sizeof(path), "%s", scratch_write("text", text));
	for (i = 0; i < ARRAY_LEN(families); i++) {
		prepare(&subject, collapser, families[i]);
		if (input_has_records(&subject.setup.format->records) &&
		    subject.setup.format->records.next != input_anywhere)
			check_edges(&subject, name, text);
		forget(&subject);
		check_pieces(collapser, families[i], name, path);
	}
}

/* Lines of `text` in any order, with blank and odd ones between them. */
static void shuffle(struct slice text, uint64_t *state, size_t count, struct buf *out)
{
	static const char *const odd[] = {
		"",
		"",
		" ",
		"\t",
		"# comment",
		"a b c",
		"  x.c:12",
		"\r",
		"   \t ",
		"\tffff",
		"# a 77 [001] 5.5: 3 ev:",
		"\ta 77 [001] 5.5: 3 ev:",
		"a 77/78 [001] 5.5: 3 ev:",
		"PERF_RECORD_COMM: x",
		"#",
		"a 77 5.5: PERF_RECORD_EXIT(1:1):(1:1)",
	};
	struct slice lines[4096], rest = text;
	size_t n = 0;

	while (n < ARRAY_LEN(lines) && slice_line(&rest, &lines[n]))
		n++;
	buf_reset(out);
	while (count-- > 0 && n > 0) {
		uint64_t roll = scratch_random(state);

		if (roll % 5 == 0)
			buf_add_text(out, odd[roll / 5 % ARRAY_LEN(odd)]);
		else
			buf_add(out, lines[roll / 5 % n]);
		buf_add_char(out, '\n');
	}
	if (scratch_random(state) % 2 && out->len > 0)
		out->len--;
}

static void check_shuffled(const struct collapser *collapser, const char *name, struct slice text)
{
	uint64_t state = 4669201609u + text.len;
	struct buf shuffled = {0};
	char label[300];
	int round;

	if (compression_of(text) != COMPRESSION_NONE)
		return; /* it has no lines */
	for (round = 0; round < 3; round++) {
		snprintf(label, sizeof(label), "%s shuffled %d", name, round);
		shuffle(text, &state, 60, &shuffled);
		check_text(collapser, label, buf_slice(&shuffled));
	}
	buf_release(&shuffled);
}

static void check_with_returns(const struct collapser *collapser, const char *name,
			       struct slice text)
{
	struct buf dos = {0};
	struct slice line;
	char label[300];

	if (compression_of(text) != COMPRESSION_NONE)
		return;
	while (dos.len < 4000 && slice_line(&text, &line)) {
		buf_add(&dos, line);
		buf_add_text(&dos, "\r\n");
	}
	snprintf(label, sizeof(label), "%s with CR LF", name);
	check_text(collapser, label, buf_slice(&dos));
	buf_release(&dos);
}

static bool is_readable(const struct collapser *collapser) /* in this build */
{
	return !collapser->can_read || collapser->can_read();
}

static bool can_decode(enum compression kind) /* in this build */
{
	struct decoder *decoder = kind == COMPRESSION_NONE ? NULL : decoder_new(kind);
	bool good = kind == COMPRESSION_NONE || decoder;

	if (decoder)
		decoder_free(decoder);
	return good;
}

/* Calls `check` with every fixture of the format; how many there are. */
static size_t each_fixture(const struct collapser *collapser,
			   void (*check)(const struct collapser *, const char *, struct slice))
{
	char path[1024];
	const struct dirent *entry;
	size_t count = 0;
	DIR *folder;

	if (!is_readable(collapser))
		return 1;
	snprintf(path, sizeof(path), "%s/%s", FIXTURES, collapser->name);
	folder = opendir(path);
	while (folder && (entry = readdir(folder)) != NULL) {
		struct buf text = {0};

		snprintf(path, sizeof(path), "%s/%s/%s", FIXTURES, collapser->name, entry->d_name);
		if (entry->d_name[0] != '.' && scratch_read(path, &text)) {
			if (can_decode(compression_of(buf_slice(&text))))
				check(collapser, entry->d_name, buf_slice(&text));
			count++;
		}
		buf_release(&text);
	}
	if (folder)
		closedir(folder);
	return count;
}

static void every_format_keeps_the_laws_on_its_fixtures(void)
{
	size_t i;

	CHECK(collapse_format_count > 0);
	for (i = 0; i < collapse_format_count; i++) {
		if (each_fixture(collapse_formats[i], check_text) == 0) {
			fprintf(stderr, "%s has no fixtures\n", collapse_formats[i]->name);
			check_failures++;
		}
	}
}

static void every_format_keeps_the_laws_on_shuffled_lines(void)
{
	size_t i;

	for (i = 0; i < collapse_format_count; i++)
		each_fixture(collapse_formats[i], check_shuffled);
}

static void every_format_keeps_the_laws_on_lines_with_returns(void)
{
	size_t i;

	for (i = 0; i < collapse_format_count; i++)
		each_fixture(collapse_formats[i], check_with_returns);
}

static void every_format_stands_texts_without_lines(void)
{
	static const struct slice texts[] = {SLICE_INIT(""),           SLICE_INIT("\n"),
					     SLICE_INIT("\n\n\n"),     SLICE_INIT("x"),
					     SLICE_INIT("\0\n\xff\n"), SLICE_INIT("\t\n \n\r\n")};
	size_t i, k;

	for (i = 0; i < collapse_format_count; i++) {
		for (k = 0; k < ARRAY_LEN(texts) && is_readable(collapse_formats[i]); k++)
			check_text(collapse_formats[i], "nearly nothing", texts[k]);
	}
}

static void names_of_formats_are_words_and_differ(void)
{
	size_t i, k;

	for (i = 0; i < collapse_format_count; i++) {
		const struct collapser *format = collapse_formats[i];
		struct slice name = slice_from(format->name);

		CHECK(name.len > 0 && format->summary && format->summary[0] != '\0');
		for (k = 0; k < name.len; k++)
			CHECK(char_is_word(name.ptr[k]) || name.ptr[k] == '-');
		for (k = 0; k < i; k++)
			CHECK(strcmp(format->name, collapse_formats[k]->name) != 0);
	}
}

static void one_format_keeps_the_laws(struct slice name)
{
	size_t i, count = 0;

	for (i = 0; i < collapse_format_count; i++) {
		if (!slice_equal(slice_from(collapse_formats[i]->name), name))
			continue;
		count += each_fixture(collapse_formats[i], check_text);
		each_fixture(collapse_formats[i], check_shuffled);
		each_fixture(collapse_formats[i], check_with_returns);
	}
	CHECK(count > 0);
}

static void every_format_keeps_the_laws(void)
{
	names_of_formats_are_words_and_differ();
	every_format_stands_texts_without_lines();
	every_format_keeps_the_laws_on_its_fixtures();
	every_format_keeps_the_laws_on_shuffled_lines();
	every_format_keeps_the_laws_on_lines_with_returns();
}

TEST(collapsers)
{
	const struct slice only = SLICE(ONLY_FORMAT);

	diag_init("test");
	scratch_begin();
	if (only.len > 0)
		one_format_keeps_the_laws(only);
	else
		every_format_keeps_the_laws();
	scratch_end();
	return check_done();
}
