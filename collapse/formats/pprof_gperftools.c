/* SPDX-License-Identifier: MIT */
/*
 * As gperftools' "CPU profile file format" describes it: a header of words 0, the number of header
 * words that follow, version 0, microseconds between samples, 0; then records of a count, a depth
 * and as many addresses, the leaf first; a record 0, 1, 0 at the end; then text.
 */
#include "collapse/formats/pprof_gperftools.h"

#include "common/table/intern.h"

enum { TYPES = 2 };

/* The words of a profile: how long they are, and in which order their bytes. */
struct words {
	struct slice bytes;
	size_t size; /* 4 or 8 */
	bool big_endian;
	size_t at; /* the next word */
};

struct reader {
	struct words words;
	struct mapped *mapped;
	struct pprof_profile *profile;
	struct buf *problem;
	struct intern addresses; /* of places, by index */
	struct pprof_sample *samples;
	size_t cap;
	uint64_t period; /* nanoseconds */
};

static uint64_t gperftools_word_at(const struct words *words, size_t index)
{
	return slice_load_bytes(words->bytes.ptr + index * words->size, words->size,
				words->big_endian);
}

static size_t words_left(const struct words *words)
{
	return words->bytes.len / words->size - words->at;
}

static bool find_words(struct slice bytes, struct words *words)
{
	static const size_t sizes[] = {8, 4};
	size_t i;

	for (i = 0; i < 2 * ARRAY_LEN(sizes); i++) {
		*words = (struct words){bytes, sizes[i / 2], i % 2 != 0, 0};
		if (words_left(words) >= 5 && gperftools_word_at(words, 0) == 0 &&
		    gperftools_word_at(words, 1) >= 3 && gperftools_word_at(words, 1) < 1024 &&
		    gperftools_word_at(words, 2) == 0 && gperftools_word_at(words, 3) > 0)
			return true;
	}
	return false;
}

bool gperftools_begins(struct slice bytes)
{
	struct words words;

	return find_words(bytes, &words);
}

static bool fail(const struct reader *reader, const char *what)
{
	buf_printf(reader->problem, "byte %zu: %s", reader->words.at * reader->words.size, what);
	return false;
}

/* ---- Samples ---- */

/* The address of a caller is where it goes on: the call is before that. */
static uint32_t *read_places(struct reader *reader, size_t depth)
{
	uint32_t *places = arena_alloc(&reader->profile->arena, depth * sizeof(*places));
	size_t i;

	for (i = 0; i < depth; i++) {
		uint64_t address = gperftools_word_at(&reader->words, reader->words.at + i);

		if (i > 0 && address > 0)
			address--;
		places[i] = intern_add(&reader->addresses,
				       slice_of((const char *)&address, sizeof(address)));
	}
	return places;
}

static bool read_sample(struct reader *reader, uint64_t count, uint64_t depth)
{
	struct pprof_profile *profile = reader->profile;
	int64_t *values;

	if (depth == 0 || depth > words_left(&reader->words))
		return fail(reader, depth == 0 ? "a stack without an address"
					       : "the profile ends inside a stack");
	if (count > INT64_MAX / reader->period)
		return fail(reader, "a count that is too large");
	values = arena_alloc(&profile->arena, TYPES * sizeof(*values));
	values[0] = (int64_t)count;
	values[1] = (int64_t)(count * reader->period);
	MEMORY_ROOM(reader->samples, profile->sample_count, reader->cap);
	reader->samples[profile->sample_count++] = (struct pprof_sample){
		.places = read_places(reader, (size_t)depth),
		.depth = (size_t)depth,
		.values = values,
		.value_count = TYPES,
	};
	reader->words.at += (size_t)depth;
	return true;
}

static bool read_samples(struct reader *reader)
{
	struct words *words = &reader->words;

	while (words_left(words) >= 3) {
		uint64_t count = gperftools_word_at(words, words->at),
			 depth = gperftools_word_at(words, words->at + 1);

		if (count == 0 && depth == 1 && gperftools_word_at(words, words->at + 2) == 0) {
			words->at += 3;
			return true;
		}
		words->at += 2;
		if (!read_sample(reader, count, depth))
			return false;
	}
	return fail(reader, "the profile ends without its last record");
}

/* ---- Addresses ---- */

/* "build=/path" defines "$build" for the lines that follow. False if the list is cut off. */
static bool read_mappings(struct reader *reader, struct slice text)
{
	struct slice line, build = SLICE("");
	struct buf whole = {0};

	if (text.len > 0 && text.ptr[text.len - 1] != '\n')
		return fail(reader, "the list of mapped files, which begins here, is cut off");
	while (slice_line(&text, &line)) {
		size_t variable = slice_search(line, SLICE("$build"));

		if (slice_skip(&line, SLICE("build="))) {
			build = line;
		} else if (variable == SLICE_NONE) {
			mapped_add(reader->mapped, line);
		} else {
			buf_set(&whole, slice_head(line, variable));
			buf_add(&whole, build);
			buf_add(&whole, slice_tail(line, variable + 6));
			mapped_add(reader->mapped, buf_slice(&whole));
		}
	}
	buf_release(&whole);
	return true;
}

static void find_functions(struct reader *reader, struct pprof_place *place)
{
	const struct mapping *mapping = mapped_find(reader->mapped, place->address);
	const struct pprof_line *found;
	struct pprof_line *lines;

	if (!mapping)
		return;
	place->module = mapping->path;
	place->line_count = mapped_lines(reader->mapped, mapping, place->address, &found);
	if (place->line_count == 0)
		return;
	lines = arena_alloc(&reader->profile->arena, place->line_count * sizeof(*lines));
	memcpy(lines, found, place->line_count * sizeof(*lines));
	place->lines = lines;
}

static void make_places(struct reader *reader)
{
	struct pprof_profile *profile = reader->profile;
	size_t count = reader->addresses.count, i;
	struct pprof_place *places = arena_alloc(&profile->arena, (count + 1) * sizeof(*places));

	for (i = 0; i < count; i++) {
		places[i] = (struct pprof_place){.line_count = 0};
		memcpy(&places[i].address, intern_name(&reader->addresses, (frame_id)i).ptr,
		       sizeof(places[i].address));
		find_functions(reader, &places[i]);
	}
	profile->places = places;
	profile->place_count = count;
}

bool gperftools_read(struct slice bytes, struct mapped *mapped, struct pprof_profile *profile,
		     struct buf *problem)
{
	static const struct pprof_type types[TYPES] = {
		{SLICE_INIT("samples"), SLICE_INIT("count")},
		{SLICE_INIT("cpu"), SLICE_INIT("nanoseconds")},
	};
	struct reader reader = {.mapped = mapped, .profile = profile, .problem = problem};
	struct pprof_sample *samples;
	bool good = false;

	find_words(bytes, &reader.words);
	reader.period = gperftools_word_at(&reader.words, 3);
	if (reader.period > INT64_MAX / 1000) {
		reader.words.at = 3;
		return fail(&reader, "a period that is too long");
	}
	reader.period *= 1000;
	profile->types = types;
	profile->type_count = TYPES;
	profile->shown = 1;
	reader.words.at = 2 + (size_t)gperftools_word_at(&reader.words, 1);
	if (reader.words.at > bytes.len / reader.words.size)
		reader.words.at = bytes.len / reader.words.size;
	if (read_samples(&reader) &&
	    read_mappings(&reader, slice_tail(bytes, reader.words.at * reader.words.size))) {
		make_places(&reader);
		samples = arena_alloc(&profile->arena,
				      (profile->sample_count + 1) * sizeof(*samples));
		if (profile->sample_count > 0)
			memcpy(samples, reader.samples, profile->sample_count * sizeof(*samples));
		profile->samples = samples;
		good = true;
	}
	intern_release(&reader.addresses);
	free(reader.samples);
	return good;
}
