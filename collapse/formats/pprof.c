/* SPDX-License-Identifier: MIT */
/*
 * The pprof format: the protocol buffers, mostly compressed, that Go programs, pprof and many other
 * profilers write; and the older CPU profiles of gperftools.
 */
#include "collapse/symbols/mapped.h"
#include "collapse/text.h"

#include "common/base/regex.h"
#include "common/io/pprof_read.h"
#include "common/table/intern.h"

/*
 * ---- The CPU profiles of gperftools, which are older than pprof's protocol buffers ----
 *
 * Words of the machine that recorded them, then the list of mapped files as text. As gperftools'
 * "CPU profile file format" describes it: a header of words 0, the number of header words that
 * follow, version 0, microseconds between samples, 0; then records of a count, a depth and as many
 * addresses, the leaf first; a record 0, 1, 0 at the end; then text.
 */

enum { TYPES = 2 };

/* The words of a profile: how long they are, and in which order their bytes. */
struct words {
	struct slice bytes;
	size_t size; /* 4 or 8 */
	bool big_endian;
	size_t at; /* the next word */
};

struct gperftools {
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

/* True if the first words are those of a gperftools profile. */
static bool gperftools_begins(struct slice bytes)
{
	struct words words;

	return find_words(bytes, &words);
}

static bool gperftools_fail(const struct gperftools *reader, const char *what)
{
	buf_printf(reader->problem, "byte %zu: %s", reader->words.at * reader->words.size, what);
	return false;
}

/* The address of a caller is where it goes on: the call is before that. */
static uint32_t *gperftools_read_places(struct gperftools *reader, size_t depth)
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

static bool gperftools_read_sample(struct gperftools *reader, uint64_t count, uint64_t depth)
{
	struct pprof_profile *profile = reader->profile;
	int64_t *values;

	if (depth == 0 || depth > words_left(&reader->words))
		return gperftools_fail(reader, depth == 0 ? "a stack without an address"
							  : "the profile ends inside a stack");
	if (count > INT64_MAX / reader->period)
		return gperftools_fail(reader, "a count that is too large");
	values = arena_alloc(&profile->arena, TYPES * sizeof(*values));
	values[0] = (int64_t)count;
	values[1] = (int64_t)(count * reader->period);
	MEMORY_ROOM(reader->samples, profile->sample_count, reader->cap);
	reader->samples[profile->sample_count++] = (struct pprof_sample){
		.places = gperftools_read_places(reader, (size_t)depth),
		.depth = (size_t)depth,
		.values = values,
		.value_count = TYPES,
	};
	reader->words.at += (size_t)depth;
	return true;
}

static bool gperftools_read_samples(struct gperftools *reader)
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
		if (!gperftools_read_sample(reader, count, depth))
			return false;
	}
	return gperftools_fail(reader, "the profile ends without its last record");
}

/* "build=/path" defines "$build" for the lines that follow. False if the list is cut off. */
static bool gperftools_read_mappings(struct gperftools *reader, struct slice text)
{
	struct slice line, build = SLICE("");
	struct buf whole = {0};

	if (text.len > 0 && text.ptr[text.len - 1] != '\n')
		return gperftools_fail(reader,
				       "the list of mapped files, which begins here, is cut off");
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

static void gperftools_find_functions(struct gperftools *reader, struct pprof_place *place)
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

static void gperftools_make_places(struct gperftools *reader)
{
	struct pprof_profile *profile = reader->profile;
	size_t count = reader->addresses.count, i;
	struct pprof_place *places = arena_alloc(&profile->arena, (count + 1) * sizeof(*places));

	for (i = 0; i < count; i++) {
		places[i] = (struct pprof_place){.line_count = 0};
		memcpy(&places[i].address, intern_name(&reader->addresses, (frame_id)i).ptr,
		       sizeof(places[i].address));
		gperftools_find_functions(reader, &places[i]);
	}
	profile->places = places;
	profile->place_count = count;
}

/*
 * Read it as a profile of samples/count and cpu/nanoseconds. The profile is zeroed before, and uses
 * what `mapped` owns. False on an error: `problem` describes it, with the byte.
 */
static bool gperftools_read(struct slice bytes, struct mapped *mapped,
			    struct pprof_profile *profile, struct buf *problem)
{
	static const struct pprof_type types[TYPES] = {
		{SLICE_INIT("samples"), SLICE_INIT("count")},
		{SLICE_INIT("cpu"), SLICE_INIT("nanoseconds")},
	};
	struct gperftools reader = {.mapped = mapped, .profile = profile, .problem = problem};
	struct pprof_sample *samples;
	bool good = false;

	find_words(bytes, &reader.words);
	reader.period = gperftools_word_at(&reader.words, 3);
	if (reader.period > INT64_MAX / 1000) {
		reader.words.at = 3;
		return gperftools_fail(&reader, "a period that is too long");
	}
	reader.period *= 1000;
	profile->types = types;
	profile->type_count = TYPES;
	profile->shown = 1;
	reader.words.at = 2 + (size_t)gperftools_word_at(&reader.words, 1);
	if (reader.words.at > bytes.len / reader.words.size)
		reader.words.at = bytes.len / reader.words.size;
	if (gperftools_read_samples(&reader) &&
	    gperftools_read_mappings(&reader,
				     slice_tail(bytes, reader.words.at * reader.words.size))) {
		gperftools_make_places(&reader);
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

/* ---- Options, state ---- */

enum pprof_note {
	PPROF_BROKEN = TEXT_NOTES, /* cannot be read, or not as the options want */
	PPROF_NO_REGEX,            /* the frames it drops are kept */
	PPROF_LABEL,               /* one more than a stack can have, or too long */
};

struct pprof_options {
	struct slice sample_type; /* its name or index; empty: the default */
	bool list_types;          /* a stack is a type, its count the sum of the values */
	struct opt_list tags;     /* keys of labels that become root frames */
	bool lines;               /* "name:42" */
	bool mark_inlined;        /* "name_[i]" */
	int symbols;              /* enum mapped_symbols */
	bool diff;                /* negative values are the first of two counts */
};

/* Frames of a place, the leaf first: a part of an array. */
struct pprof_frames {
	size_t first, count;
};

/* One a run. */
struct pprof_folder {
	struct text text;            /* the stack being made, leaf first */
	struct pprof_frames *places; /* of the profile, by index */
	struct {
		frame_id frame;
		frame_id leaf; /* at the leaf: what ends in nothing would end before it */
		bool dropped;  /* by the profile's drop_frames */
	} * frames;
	size_t count, cap;
	struct intern names; /* functions, by the address of their names */
	struct {
		frame_id frame;
		bool dropped;
	} * functions; /* by number in `names` */
	size_t function_cap;
	struct regex *drop, *keep;
	struct mapped mapped; /* of profiles that name no functions */
	struct buf name;
};

enum { SECOND = 1000000000, MILLISECOND = 1000000 }; /* nanoseconds */

static bool pprof_complain(struct ingest_run *run, struct buf *problem)
{
	ingest_note(run, PPROF_BROKEN, buf_slice(problem));
	buf_release(problem);
	return false;
}

static void pprof_release_run(struct ingest_run *run)
{
	struct pprof_folder *folder = run->state;

	text_release(&folder->text);
	free(folder->places);
	free(folder->frames);
	free(folder->functions);
	intern_release(&folder->names);
	regex_free(folder->drop);
	regex_free(folder->keep);
	mapped_release(&folder->mapped);
	buf_release(&folder->name);
}

/* ---- Frames ---- */

static void pprof_add_frame(struct ingest_run *run, frame_id frame, bool dropped)
{
	struct pprof_folder *folder = run->state;
	struct intern *names = &run->profile.names;
	const bool is_blank = slice_trim(intern_name(names, frame)).len == 0;

	MEMORY_ROOM(folder->frames, folder->count, folder->cap);
	folder->frames[folder->count].frame = frame;
	folder->frames[folder->count].leaf = is_blank ? intern_add(names, SLICE("[unknown]"))
						      : frame;
	folder->frames[folder->count++].dropped = dropped;
}

/*
 * The number of a function. Any number of lines may be of one whose name is long, and names are
 * matched in any time up to a limit: both is done once for each function.
 */
static frame_id pprof_function_of(struct ingest_run *run, struct slice name)
{
	struct pprof_folder *folder = run->state;
	const size_t known = folder->names.count;
	const frame_id number = intern_add(&folder->names,
					   slice_of((const char *)&name.ptr, sizeof(name.ptr)));

	if (number < known)
		return number;
	MEMORY_ROOM(folder->functions, known, folder->function_cap);
	folder->functions[number].frame = text_folded_frame(run, name);
	folder->functions[number].dropped = folder->drop && regex_matches(folder->drop, name) &&
					    !(folder->keep && regex_matches(folder->keep, name));
	return number;
}

/* "[libc.so.6 <0x7f12>]" */
static void pprof_add_unknown(struct ingest_run *run, const struct pprof_place *place)
{
	struct pprof_folder *folder = run->state;
	struct buf *name = &folder->name;
	struct slice module = place->module;

	if (!text_affords_name(run, module.len))
		module = SLICE("");
	module = slice_without_folders(module);
	if (module.len == 0)
		module = SLICE("unknown");
	buf_reset(name);
	if (place->address > 0)
		buf_printf(name, "[%.*s <0x%llx>]", SLICE_ARG(module),
			   (unsigned long long)place->address);
	else
		buf_printf(name, "[%.*s]", SLICE_ARG(module));
	pprof_add_frame(run, text_folded_frame(run, buf_slice(name)), false);
}

static void pprof_add_line(struct ingest_run *run, const struct pprof_line *line, bool inlined)
{
	const struct pprof_options *options = run->options;
	struct pprof_folder *folder = run->state;
	struct buf *name = &folder->name;
	const frame_id number = pprof_function_of(run, line->function);
	const bool has_line = options->lines && line->line > 0,
		   is_marked = options->mark_inlined && inlined;
	frame_id frame = folder->functions[number].frame;

	if ((has_line || is_marked) && text_affords_name(run, line->function.len)) {
		buf_set(name, line->function);
		if (has_line)
			buf_printf(name, ":%lld", (long long)line->line);
		if (is_marked)
			buf_add(name, SLICE("_[i]"));
		frame = text_folded_frame(run, buf_slice(name));
	}
	pprof_add_frame(run, frame, folder->functions[number].dropped);
}

/* A function with an empty name is one only where there is no address. */
static void pprof_add_place(struct ingest_run *run, const struct pprof_place *place)
{
	size_t i;

	if (place->line_count == 0)
		pprof_add_unknown(run, place);
	for (i = 0; i < place->line_count; i++) {
		const struct pprof_line *line = &place->lines[i];

		if (!line->function.ptr || (line->function.len == 0 && place->address > 0))
			pprof_add_unknown(run, place);
		else
			pprof_add_line(run, line, i + 1 < place->line_count);
	}
}

static void pprof_make_frames(struct ingest_run *run, const struct pprof_profile *profile)
{
	struct pprof_folder *folder = run->state;
	size_t i;

	folder->count = 0;
	intern_release(&folder->names);
	free(folder->places);
	folder->places = memory_resize(NULL, profile->place_count + 1, sizeof(*folder->places));
	for (i = 0; i < profile->place_count; i++) {
		folder->places[i].first = folder->count;
		pprof_add_place(run, &profile->places[i]);
		folder->places[i].count = folder->count - folder->places[i].first;
	}
}

/* An expression of the profile that is to match a name from end to end; NULL without a good one. */
static struct regex *make_regex(struct ingest_run *run, struct slice pattern)
{
	struct buf whole = {0}, problem = {0};
	struct regex *regex;
	char reason[256];

	if (pattern.len == 0)
		return NULL;
	buf_printf(&whole, "^(?:%.*s)$", SLICE_ARG(pattern));
	regex = regex_new(buf_slice(&whole), reason, sizeof(reason));
	buf_release(&whole);
	if (!regex) {
		buf_printf(&problem, "no frames are dropped: '%.*s' is not a valid expression: %s",
			   SLICE_ARG(pattern), reason);
		ingest_note(run, PPROF_NO_REGEX, buf_slice(&problem));
		buf_release(&problem);
	}
	return regex;
}

static void make_regexes(struct ingest_run *run, const struct pprof_profile *profile)
{
	struct pprof_folder *folder = run->state;

	regex_free(folder->drop);
	regex_free(folder->keep);
	folder->drop = make_regex(run, profile->drop_frames);
	folder->keep = make_regex(run, profile->keep_frames);
}

/* ---- Types ---- */

static void name_types(struct buf *out, const struct pprof_profile *profile)
{
	size_t i;

	for (i = 0; i < profile->type_count; i++) {
		const struct pprof_type *type = &profile->types[i];

		buf_printf(out, "%s%zu: %.*s/%.*s", i > 0 ? ", " : "", i, SLICE_ARG(type->type),
			   SLICE_ARG(type->unit));
	}
}

static bool pprof_is_type(const struct pprof_type *type, struct slice wanted)
{
	return slice_skip(&wanted, type->type) &&
	       (wanted.len == 0 ||
		(slice_skip(&wanted, SLICE("/")) && slice_equal(wanted, type->unit)));
}

static void pprof_describe(struct header *header, const struct pprof_profile *profile,
			   const struct pprof_type *type)
{
	const int64_t period = profile->period_nanos;

	header_add_type(header, type->type, type->unit);
	if (profile->duration_nanos > 0)
		header_add_duration(header, (uint64_t)profile->duration_nanos);
	if (profile->time_nanos > 0)
		header_add_start(header, profile->time_nanos / SECOND);
	if (period > 0 && period <= SECOND)
		header_add_number(header, HEADER_FREQUENCY,
				  (uint64_t)((SECOND + period / 2) / period));
}

static bool choose_type(struct ingest_run *run, const struct pprof_profile *profile, size_t *chosen)
{
	struct slice wanted = ((const struct pprof_options *)run->options)->sample_type;
	struct buf problem = {0};
	uint64_t index;
	size_t i;

	*chosen = profile->shown;
	if (wanted.len == 0)
		return true;
	for (i = 0; i < profile->type_count; i++) {
		if (pprof_is_type(&profile->types[i], wanted)) {
			*chosen = i;
			return true;
		}
	}
	if (slice_to_u64(wanted, &index) && index < profile->type_count) {
		*chosen = (size_t)index;
		return true;
	}
	buf_printf(&problem, "no sample type %.*s, there is ", SLICE_ARG(wanted));
	name_types(&problem, profile);
	return pprof_complain(run, &problem);
}

/* ---- Samples ---- */

/* False, after a note, if the value is negative and may not be. */
static bool pprof_weigh(struct ingest_run *run, int64_t value, struct weight *weight)
{
	const struct pprof_options *options = run->options;
	const uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
	struct buf problem = {0};

	*weight = (struct weight){.differential = options->diff};
	weight->count[1] = value > 0 ? size : 0;
	weight->count[0] = !options->diff ? weight->count[1] : value < 0 ? size : 0;
	if (value >= 0 || options->diff)
		return true;
	buf_printf(&problem, "a sample of %lld: it is a difference of two profiles, see --diff",
		   (long long)value);
	return pprof_complain(run, &problem);
}

/* The label's value as the next frame; values of the same key are joined by commas. */
static void push_label(struct ingest_run *run, const struct pprof_sample *sample, struct slice key)
{
	struct pprof_folder *folder = run->state;
	struct buf *value = &folder->name;
	bool found = false;
	size_t i;

	buf_reset(value);
	for (i = 0; i < sample->label_count; i++) {
		const struct pprof_label *label = &sample->labels[i];

		if (!slice_equal(label->key, key))
			continue;
		if (found)
			buf_add_char(value, ',');
		if (label->text.len > 0 || label->number == 0)
			buf_add(value, label->text);
		else
			buf_printf(value, "%lld%.*s", (long long)label->number,
				   SLICE_ARG(label->unit));
		found = true;
	}
	if (found)
		text_push_frame(run, text_folded_frame(run, buf_slice(value)));
}

enum { JOINED_MOST = 1024 }; /* bytes of values of one key */

/* "4096B", "12ns", "text" */
static void pprof_add_value(struct buf *value, const struct pprof_label *label)
{
	if (label->text.len > 0) {
		buf_add(value, label->text);
		return;
	}
	buf_printf(value, "%lld", (long long)label->number);
	if (slice_equal(label->unit, SLICE("bytes")))
		buf_add_char(value, 'B');
	else
		buf_add(value, label->unit);
}

static void give_label(struct ingest_run *run, const struct pprof_label *label)
{
	struct pprof_folder *folder = run->state;
	struct buf *value = &folder->name;
	struct slice old;

	buf_reset(value);
	if (labels_pending(run->profile.labels, label->key, &old)) {
		if (old.len > JOINED_MOST) {
			notes_count(&run->notes, PPROF_LABEL, 1);
			return;
		}
		buf_add(value, old);
		buf_add_char(value, ',');
	}
	pprof_add_value(value, label);
	if (!label_set_own(run, label->key, buf_slice(value)))
		notes_count(&run->notes, PPROF_LABEL, 1);
}

/* The sample's labels; values of the same key are joined by commas. */
static void pprof_give_labels(struct ingest_run *run, const struct pprof_sample *sample)
{
	size_t i;

	label_clear(run);
	for (i = 0; i < sample->label_count; i++) {
		const struct pprof_label *label = &sample->labels[i];

		/* export-pprof writes times so. */
		if (slice_equal(label->key, SLICE("time_ms")) && label->text.len == 0 &&
		    label->number >= 0)
			label_set_time(run, (uint64_t)label->number > UINT64_MAX / MILLISECOND
						    ? UINT64_MAX
						    : (uint64_t)label->number * MILLISECOND);
		else
			give_label(run, label);
	}
}

/*
 * Cut off what is to be dropped, from the first such frame below others on: the calls it makes are
 * part of it.
 */
static size_t find_dropped(const bool *dropped, size_t count)
{
	bool kept = false;

	while (count-- > 0) {
		if (!dropped[count])
			kept = true;
		else if (kept)
			return count + 1;
	}
	return 0;
}

/* The frames of the sample that are not dropped, of `depth`. */
static void push_places(struct ingest_run *run, const struct pprof_sample *sample, size_t depth)
{
	const struct pprof_folder *folder = run->state;
	size_t i, at, count = 0, skip = 0; /* which counts from the leaf */
	frame_id *next;
	bool *dropped = NULL;

	if (folder->drop && depth > 0) {
		dropped = memory_get(depth);
		for (i = 0; i < sample->depth; i++) {
			const struct pprof_frames *frames = &folder->places[sample->places[i]];

			for (at = 0; at < frames->count; at++)
				dropped[count++] = folder->frames[frames->first + at].dropped;
		}
		skip = find_dropped(dropped, count);
		free(dropped);
	}
	if (skip == depth) {
		text_push_frame(run, profile_frame(&run->profile, SLICE("[unknown]")));
		return;
	}
	next = text_push_room(run, depth - skip);
	for (i = 0, count = 0; i < sample->depth; i++) {
		const struct pprof_frames *frames = &folder->places[sample->places[i]];

		for (at = 0; at < frames->count; at++, count++) {
			if (count == skip)
				*next++ = folder->frames[frames->first + at].leaf;
			else if (count > skip)
				*next++ = folder->frames[frames->first + at].frame;
		}
	}
}

static void fold_sample(struct ingest_run *run, const struct pprof_sample *sample,
			const struct weight *weight)
{
	const struct pprof_folder *folder = run->state;
	const struct opt_list *tags = &((const struct pprof_options *)run->options)->tags;
	size_t i, depth = 0;

	for (i = 0; i < sample->depth; i++)
		depth += folder->places[sample->places[i]].count;
	if (!text_affords(run, depth))
		return;
	if (run->labels)
		pprof_give_labels(run, sample);
	push_places(run, sample, depth);
	for (i = tags->count; i-- > 0;)
		push_label(run, sample, tags->at[i]);
	text_weigh(run, TEXT_LEAF_FIRST, weight);
	text_cut(run, 0);
}

/* A profile, and the bytes that it was read from. */
struct pprof_source {
	struct slice bytes;
	struct pprof_profile profile;
};

/* False after the last sample, and, after a note, if one is wrong. */
static bool pprof_next(struct ingest_run *run, struct pprof_source *from,
		       struct pprof_sample *sample)
{
	struct buf problem = {0};

	if (pprof_next_sample(from->bytes, &from->profile, sample, &problem))
		return true;
	if (problem.len > 0)
		pprof_complain(run, &problem);
	return false;
}

/* "1: cpu/nanoseconds (default)" for every type, with the sum of its values. */
static void list_types(struct ingest_run *run, struct pprof_source *from)
{
	const struct pprof_profile *profile = &from->profile;
	frame_id *names = memory_get(profile->type_count * sizeof(*names));
	struct buf name = {0};
	struct pprof_sample sample;
	struct weight weight;
	bool good = true;
	size_t type;

	for (type = 0; type < profile->type_count; type++) {
		buf_reset(&name);
		buf_printf(&name, "%zu: %.*s/%.*s%s", type, SLICE_ARG(profile->types[type].type),
			   SLICE_ARG(profile->types[type].unit),
			   type == profile->shown ? " (default)" : "");
		names[type] = text_folded_frame(run, buf_slice(&name));
		pprof_weigh(run, 0, &weight);
		profile_add(&run->profile, &names[type], 1, &weight);
	}
	while (good && pprof_next(run, from, &sample)) {
		for (type = 0; good && type < profile->type_count; type++) {
			good = pprof_weigh(run, sample.values[type], &weight);
			profile_add(&run->profile, &names[type], 1, &weight);
		}
	}
	buf_release(&name);
	free(names);
}

/*
 * Add the samples of a profile to the run's; its state is a struct pprof_folder, its options are
 * struct pprof_options. What is wrong is noted.
 */
static void pprof_fold(struct ingest_run *run, struct pprof_source *from)
{
	const struct pprof_options *options = run->options;
	const struct pprof_profile *profile = &from->profile;
	struct pprof_sample sample;
	struct weight weight;
	size_t type;

	if (!choose_type(run, profile, &type))
		return;
	pprof_describe(&run->profile.header, profile, &profile->types[type]);
	make_regexes(run, profile);
	pprof_make_frames(run, profile);
	from->profile.no_labels = !run->labels && options->tags.count == 0;
	while (pprof_next(run, from, &sample)) {
		if (!pprof_weigh(run, sample.values[type], &weight))
			return;
		if (weight.count[0] > 0 || weight.count[1] > 0)
			fold_sample(run, &sample, &weight);
	}
}

#define AT(field) OPT_AT(struct pprof_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_TEXT, .name = "sample-type", .value = "NAME|INDEX", AT(sample_type),
	 .help = "The value of a sample to count",
	 .detail = "A NAME is cpu or cpu/nanoseconds; the first type has INDEX 0. By default it is "
		   "the type that the profile shows by default, or its last one."},
	{OPT_FLAG, .name = "sample-types", AT(list_types),
	 .help = "List the types instead, each with the sum of its values"},
	{OPT_FLAG, .name = "diff", AT(diff),
	 .help = "Write negative values as the first of two counts",
	 .detail =
		 "In a difference of two profiles the values of the first one are negative. Without this "
		 "option they are an error."},
	{OPT_HEADING, .help = "Frames"},
	{OPT_LIST, .name = "tag", .value = "KEY", AT(tags),
	 .help = "Make the value of this label the root frame; may be repeated",
	 .detail =
		 "The first KEY is the outermost frame. A sample without the label has no such frame."},
	{OPT_FLAG, .name = "lines", AT(lines), .help = "Append the line: main.work:42"},
	{OPT_FLAG, .name = "inline", AT(mark_inlined),
	 .help = "Append _[i] to functions that are inlined into their callers"},
	{OPT_CHOICE, .name = "symbols", .value = "WHEN", AT(symbols),
	 .choices = mapped_symbols_names, .choice_helps = mapped_symbols_helps,
	 .help = "Files whose symbols name the functions of a gperftools profile"},
};

static void pprof_init(struct ingest_run *run)
{
	const struct pprof_options *options = run->options;
	struct pprof_folder *folder = run->state;

	folder->mapped.symbols = (enum mapped_symbols)options->symbols;
}

static void pprof_parse(struct ingest_run *run, struct slice bytes)
{
	struct mapped *mapped = &((struct pprof_folder *)run->state)->mapped;
	struct pprof_source from = {.bytes = bytes};
	struct buf problem = {0};
	bool good = false;

	run->budget.read += bytes.len;
	if (bytes.len == 0)
		buf_add_text(&problem, "the input is empty");
	else if (gperftools_begins(bytes))
		good = gperftools_read(bytes, mapped, &from.profile, &problem);
	else
		good = pprof_read(bytes, &from.profile, &problem);
	if (problem.len > 0)
		pprof_complain(run, &problem);
	if (good && ((const struct pprof_options *)run->options)->list_types)
		list_types(run, &from);
	else if (good)
		pprof_fold(run, &from);
	text_tell_unused(run, &from.profile.unused);
	pprof_profile_release(&from.profile);
	mapped_reset(mapped);
	buf_release(&problem);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PPROF_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[PPROF_NO_REGEX] = {.message = "", .fails_strict = true},
	[PPROF_LABEL] = {.one = "label beyond 64 of a sample, or beyond 1024 bytes of one",
			 .many = "labels beyond 64 of a sample, or beyond 1024 bytes of one",
			 .fails_strict = true},
};

static const struct ingest_format format = {
	.parse = pprof_parse,
	.state_size = sizeof(struct pprof_folder),
	.init = pprof_init,
	.release = pprof_release_run,
	.kinds = TEXT_KINDS(kinds),
};

static void pprof_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	mapped_say(&((const struct pprof_folder *)run->state)->mapped);
}

static void pprof_release(struct collapse_setup *setup)
{
	free(((struct pprof_options *)setup->options)->tags.at);
}

static enum probe pprof_probe(struct slice head, bool whole)
{
	return gperftools_begins(head) || pprof_begins(head, whole) ? PROBE_YES : PROBE_NO;
}

const struct collapser collapse_pprof = {
	.name = "pprof",
	.summary = "folded stacks from profiles of pprof and gperftools",
	.rows = COLLAPSE_OPTIONS(rows, struct pprof_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_OWN),
	.probe = pprof_probe,
	.reader = &format,
	.report = pprof_report,
	.release = pprof_release,
};
