/* SPDX-License-Identifier: MIT */
/*
 * A profile is read three times: its strings and ids are found, which may come after what refers to
 * them; the structs of its tables are filled; its samples, most of the bytes, are read one by one.
 * The second and third reading check each reference.
 */
#include "common/io/pprof_read.h"

#include "common/base/memory.h"
#include "common/io/protobuf.h"
#include "common/table/hash.h"

/* What the numbers and bytes of a field mean. */
enum {
	TEXT_INDEX = 1,      /* in the table of strings; stored as the string */
	STRING,              /* bytes: an entry of the table */
	OWN_ID,              /* of a mapping, location, function: MARK + thing */
	ID = OWN_ID + 3,     /* of one that exists; stored as its index, which counts from 0 */
	ID_OR_NONE = ID + 3, /* likewise; 0: none, stored as NO_INDEX */
};

/* Kinds of messages that have ids. */
enum thing { MAPPING, LOCATION, FUNCTION, THINGS };

#define NO_INDEX UINT64_MAX

enum { SAMPLE = 2 }; /* the number of its field in a profile */

struct location {
	uint64_t address, mapping;
	struct line {
		uint64_t function;
		int64_t line;
	} * lines;
	size_t line_count;
};

/* The whole profile as it is stored. */
struct pprof_stored {
	struct pprof_type *types;
	struct slice *modules; /* of the mappings */
	struct location *locations;
	struct pprof_line *functions; /* without a line */
	size_t type_count, mapping_count, location_count, function_count;
	struct slice drop_frames, keep_frames, default_type;
	int64_t time_nanos, duration_nanos, period;
	struct pprof_type period_type;
};

/* Of one reading. */
struct pprof_reading {
	bool counted; /* the strings, types and ids are known: what refers to them can be checked */
	struct slice *strings;
	size_t string_count, string_cap, type_count;
	struct slice samples;  /* the first ones, up to another field */
	uint64_t id;           /* of the message being read; 0: not seen yet */
	struct ids of[THINGS]; /* the ids that exist, in the order of the messages */
};

/* ---- The schema: the fields that are publicly documented for pprof's profile.proto ---- */

static void pprof_init_type(void *into)
{
	*(struct pprof_type *)into = (struct pprof_type){SLICE_INIT(""), SLICE_INIT("")};
}

static void pprof_init_label(void *into)
{
	*(struct pprof_label *)into = (struct pprof_label){
		.key = SLICE_INIT(""), .text = SLICE_INIT(""), .unit = SLICE_INIT("")};
}

static void pprof_init_function(void *into)
{
	*(struct pprof_line *)into = (struct pprof_line){.function = SLICE_INIT(""),
							 .file = SLICE_INIT("")};
}

static void pprof_init_module(void *into)
{
	*(struct slice *)into = SLICE("");
}

static void pprof_init_line(void *into)
{
	((struct line *)into)->function = NO_INDEX;
}

static void pprof_init_location(void *into)
{
	((struct location *)into)->mapping = NO_INDEX;
}

static void pprof_init_profile(void *into)
{
	struct pprof_stored *profile = into;

	profile->drop_frames = profile->keep_frames = profile->default_type = SLICE("");
	pprof_init_type(&profile->period_type);
}

#define NUMBER .kind = PROTOBUF_NUMBER
#define TEXT NUMBER, .mark = TEXT_INDEX
#define ROW(name, of) .kind = PROTOBUF_MESSAGE, .message = &(name##_message), of

static const struct protobuf_field type_fields[] = {
	[1] = {TEXT, PROTOBUF_AT(struct pprof_type, type)},
	[2] = {TEXT, PROTOBUF_AT(struct pprof_type, unit)},
};
static const struct protobuf_field label_fields[] = {
	[1] = {TEXT, PROTOBUF_AT(struct pprof_label, key)},
	[2] = {TEXT, PROTOBUF_AT(struct pprof_label, text)},
	[3] = {NUMBER, PROTOBUF_AT(struct pprof_label, number)},
	[4] = {TEXT, PROTOBUF_AT(struct pprof_label, unit)},
};
static const struct protobuf_field line_fields[] = {
	[1] = {NUMBER, .mark = ID_OR_NONE + FUNCTION, PROTOBUF_AT(struct line, function)},
	[2] = {NUMBER, PROTOBUF_AT(struct line, line)},
	[3] = {NUMBER}, /* column */
};
static const struct protobuf_field function_fields[] = {
	[1] = {NUMBER, .mark = OWN_ID + FUNCTION},
	[2] = {TEXT, PROTOBUF_AT(struct pprof_line, function)},
	[3] = {TEXT}, /* the name that the system has for it */
	[4] = {TEXT, PROTOBUF_AT(struct pprof_line, file)},
	[5] = {NUMBER}, /* its first line */
};
static const struct protobuf_field mapping_fields[] = {
	[1] = {NUMBER, .mark = OWN_ID + MAPPING},
	[2] = {NUMBER}, /* start, end, offset in the file */
	[3] = {NUMBER},
	[4] = {NUMBER},
	[5] = {TEXT, .store = PROTOBUF_ONE}, /* the file's path: the whole struct */
	[6] = {TEXT},                        /* build id */
	[7] = {NUMBER},                      /* flags: what its locations have */
	[8] = {NUMBER},
	[9] = {NUMBER},
	[10] = {NUMBER},
};

static const struct protobuf_message type_message = {"type", PROTOBUF_FIELDS(type_fields),
						     sizeof(struct pprof_type), pprof_init_type};
static const struct protobuf_message sample_type_message = {
	"type", PROTOBUF_FIELDS(type_fields), sizeof(struct pprof_type), pprof_init_type};
static const struct protobuf_message label_message = {"label", PROTOBUF_FIELDS(label_fields),
						      sizeof(struct pprof_label), pprof_init_label};
static const struct protobuf_message line_message = {"line", PROTOBUF_FIELDS(line_fields),
						     sizeof(struct line), pprof_init_line};
static const struct protobuf_message function_message = {
	"function", PROTOBUF_FIELDS(function_fields), sizeof(struct pprof_line),
	pprof_init_function};
static const struct protobuf_message mapping_message = {"mapping", PROTOBUF_FIELDS(mapping_fields),
							sizeof(struct slice), pprof_init_module};

static const struct protobuf_field location_fields[] = {
	[1] = {NUMBER, .mark = OWN_ID + LOCATION},
	[2] = {NUMBER, .mark = ID_OR_NONE + MAPPING, PROTOBUF_AT(struct location, mapping)},
	[3] = {NUMBER, PROTOBUF_AT(struct location, address)},
	[4] = {ROW(line, PROTOBUF_LIST_AT(struct location, lines, line_count))},
	[5] = {NUMBER}, /* other places were folded into it */
};
static const struct protobuf_field sample_fields[] = {
	[1] = {NUMBER, .mark = ID + LOCATION, .narrow = true,
	       PROTOBUF_LIST_AT(struct pprof_sample, places, depth)},
	[2] = {NUMBER, PROTOBUF_LIST_AT(struct pprof_sample, values, value_count)},
	[3] = {ROW(label, PROTOBUF_LIST_AT(struct pprof_sample, labels, label_count))},
};

static const struct protobuf_message location_message = {
	"location", PROTOBUF_FIELDS(location_fields), sizeof(struct location), pprof_init_location};
static const struct protobuf_message sample_message = {"sample", PROTOBUF_FIELDS(sample_fields),
						       sizeof(struct pprof_sample), NULL};

#define AT(member) PROTOBUF_AT(struct pprof_stored, member)
#define LIST(member, count) PROTOBUF_LIST_AT(struct pprof_stored, member, count)

static const struct protobuf_field profile_fields[] = {
	[1] = {ROW(sample_type, LIST(types, type_count))},
	[SAMPLE] = {ROW(sample, .repeated = true)},
	[3] = {ROW(mapping, LIST(modules, mapping_count))},
	[4] = {ROW(location, LIST(locations, location_count))},
	[5] = {ROW(function, LIST(functions, function_count))},
	[6] = {.kind = PROTOBUF_BYTES, .repeated = true, .mark = STRING},
	[7] = {TEXT, AT(drop_frames)},
	[8] = {TEXT, AT(keep_frames)},
	[9] = {NUMBER, AT(time_nanos)},
	[10] = {NUMBER, AT(duration_nanos)},
	[11] = {ROW(type, AT(period_type))},
	[12] = {NUMBER, AT(period)},
	[13] = {TEXT, .repeated = true}, /* comments */
	[14] = {TEXT, AT(default_type)},
	[15] = {TEXT}, /* address of a documentation */
};

static const struct protobuf_message profile_message = {"profile", PROTOBUF_FIELDS(profile_fields),
							sizeof(struct pprof_stored),
							pprof_init_profile};

/* ---- The meaning of numbers ---- */

static bool pprof_see_id(struct protobuf_reader *reader, const struct protobuf_message *in,
			 enum thing thing, const char *at, uint64_t id, void *to)
{
	static const char *const missing[THINGS] = {
		"a mapping that does not exist",
		"a location that does not exist",
		"a function that does not exist",
	};
	const struct pprof_reading *reading = reader->context;
	uint64_t index = ids_find(&reading->of[thing], id);

	if (index == IDS_NONE)
		return protobuf_fail(reader, in, at, missing[thing]);
	if (to)
		memcpy(to, &index, sizeof(index));
	return true;
}

static bool pprof_see_number(struct protobuf_reader *reader, const struct protobuf_message *in,
			     const struct protobuf_field *field, const char *at, uint64_t value,
			     void *to)
{
	struct pprof_reading *reading = reader->context;

	if (field->mark == ID + LOCATION && reading->counted) { /* most numbers are */
		const uint32_t index = ids_find(&reading->of[LOCATION], value);

		if (index == IDS_NONE)
			return pprof_see_id(reader, in, LOCATION, at, value, NULL);
		if (to)
			memcpy(to, &index, sizeof(index));
		return true;
	}
	if (field->mark >= OWN_ID && field->mark < ID) {
		reading->id = value;
		return true;
	}
	if (!reading->counted)
		return true;
	if (field->mark >= ID_OR_NONE) {
		const uint64_t none = NO_INDEX;

		if (value != 0)
			return pprof_see_id(reader, in, field->mark - ID_OR_NONE, at, value, to);
		if (to)
			memcpy(to, &none, sizeof(none));
		return true;
	}
	if (value > 0 && value >= reading->string_count)
		return protobuf_fail(reader, in, at, "a string that does not exist");
	if (to)
		*(struct slice *)to = value > 0 && reading->strings[value].len > 0
					      ? reading->strings[value]
					      : SLICE("");
	return true;
}

/* The first string is empty. */
static bool pprof_see_string(struct protobuf_reader *reader, const struct protobuf_message *in,
			     const struct protobuf_field *field, struct slice text)
{
	struct pprof_reading *reading = reader->context;

	(void)field;
	if (reading->counted)
		return true;
	if (reading->string_count == 0 && text.len > 0)
		return protobuf_fail(reader, in, text.ptr, "the first string is not empty");
	MEMORY_ROOM(reading->strings, reading->string_count, reading->string_cap);
	reading->strings[reading->string_count++] = text;
	return true;
}

/* Each thing that has ids has one of its own; a sample has one value per type. */
static bool pprof_see_end(struct protobuf_reader *reader, const struct protobuf_message *in,
			  const char *at, const void *into)
{
	struct pprof_reading *reading = reader->context;
	const struct pprof_sample *sample = into;
	const unsigned mark = in->fields[1].mark;
	const uint64_t id = reading->id;
	struct ids *known;

	if (in == &sample_message && sample && sample->value_count != reading->type_count)
		return protobuf_fail(reader, in, at,
				     "not as many values as there are sample types");
	reading->type_count += !reading->counted && in == &sample_type_message;
	if (mark < OWN_ID || mark >= ID)
		return true;
	reading->id = 0;
	if (reading->counted || !reader->problem)
		return true;
	if (id == 0)
		return protobuf_fail(reader, in, at, "no id");
	known = &reading->of[mark - OWN_ID];
	if (ids_find(known, id) != IDS_NONE)
		return protobuf_fail(reader, in, at, "its id is used twice");
	ids_add(known, id);
	return true;
}

/* ---- The profile ---- */

static void pprof_make_places(const struct pprof_stored *from, struct pprof_profile *into)
{
	struct pprof_place *places = arena_alloc(&into->arena,
						 (from->location_count + 1) * sizeof(*places));
	size_t i, at;

	for (i = 0; i < from->location_count; i++) {
		const struct location *location = &from->locations[i];
		struct pprof_line *lines = arena_alloc(&into->arena,
						       (location->line_count + 1) * sizeof(*lines));

		for (at = 0; at < location->line_count; at++) {
			const struct line *line = &location->lines[at];

			lines[at] = line->function == NO_INDEX ? (struct pprof_line){.line = 0}
							       : from->functions[line->function];
			lines[at].line = line->line;
		}
		places[i] = (struct pprof_place){
			.address = location->address,
			.module = location->mapping == NO_INDEX ? SLICE("")
								: from->modules[location->mapping],
			.lines = lines,
			.line_count = location->line_count,
		};
	}
	into->places = places;
	into->place_count = from->location_count;
}

static void pprof_make_profile(const struct pprof_stored *from, struct pprof_profile *into)
{
	size_t i;

	into->types = from->types;
	into->type_count = from->type_count;
	into->shown = from->type_count - 1;
	for (i = 0; i < from->type_count && from->default_type.len > 0; i++) {
		if (slice_equal(from->types[i].type, from->default_type)) {
			into->shown = i;
			break;
		}
	}
	pprof_make_places(from, into);
	into->time_nanos = from->time_nanos;
	into->duration_nanos = from->duration_nanos;
	if (slice_equal(from->period_type.unit, SLICE("nanoseconds")))
		into->period_nanos = from->period;
	into->drop_frames = from->drop_frames;
	into->keep_frames = from->keep_frames;
}

/* Take a field off the front, if it is a sample. */
static bool pprof_take_sample(struct slice *rest, struct slice *sample)
{
	struct slice from = *rest;
	struct wire_field field;

	if (!wire_take_field(&from, &field) || field.number != SAMPLE || field.type != WIRE_BYTES)
		return false;
	*sample = field.bytes;
	*rest = from;
	return true;
}

/* All fields but samples. `into` may be NULL. */
static bool pprof_read_tables(struct protobuf_reader *reader, struct slice bytes,
			      struct pprof_stored *into)
{
	struct slice *samples = &((struct pprof_reading *)reader->context)->samples, sample;

	while (bytes.len > 0) {
		const char *at = bytes.ptr;

		if (at == samples->ptr) {
			bytes = slice_tail(bytes, samples->len);
		} else if (pprof_take_sample(&bytes, &sample)) {
			if (!samples->ptr)
				samples->ptr = at;
			if (samples->ptr + samples->len == at)
				samples->len = (size_t)(bytes.ptr - samples->ptr);
		} else if (!protobuf_read_field(reader, &profile_message, &bytes, into)) {
			return false;
		}
	}
	return true;
}

static struct protobuf_reader pprof_reader(struct slice bytes, struct pprof_profile *profile,
					   struct arena *arena, struct buf *problem)
{
	return (struct protobuf_reader){.begin = bytes.ptr,
					.arena = arena,
					.problem = problem,
					.unused = &profile->unused,
					.context = profile->reading,
					.number = pprof_see_number,
					.bytes = pprof_see_string,
					.end = pprof_see_end};
}

bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem)
{
	struct protobuf_reader reader;
	struct pprof_stored stored;

	profile->reading = memory_clear(1, sizeof(*profile->reading));
	profile->rest = bytes;
	reader = pprof_reader(bytes, profile, &profile->arena, problem);
	if (!pprof_read_tables(&reader, bytes, NULL))
		return false;
	if (profile->reading->type_count == 0)
		return protobuf_fail(&reader, &profile_message, bytes.ptr + bytes.len,
				     "ends without a sample type");
	profile->reading->counted = true;
	reader.unused = NULL;
	protobuf_prepare(&reader, &profile_message, bytes, &stored);
	if (!pprof_read_tables(&reader, bytes, &stored))
		return false;
	pprof_make_profile(&stored, profile);
	return true;
}

/* Packed numbers. False: one of them is wrong. */
static bool pprof_take_places(struct pprof_profile *profile, struct slice numbers,
			      struct pprof_sample *sample)
{
	const struct ids *known = &profile->reading->of[LOCATION];
	uint64_t id;

	sample->places = arena_alloc(&profile->sample_arena, numbers.len * sizeof(uint32_t));
	while (wire_take_varint(&numbers, &id) == VARINT_GOOD) {
		const uint32_t index = ids_find(known, id);

		if (index == IDS_NONE)
			return false;
		sample->places[sample->depth++] = index;
	}
	return numbers.len == 0;
}

static bool pprof_take_values(struct pprof_profile *profile, struct slice numbers,
			      struct pprof_sample *sample)
{
	uint64_t value;

	sample->values = arena_alloc(&profile->sample_arena, numbers.len * sizeof(int64_t));
	while (wire_take_varint(&numbers, &value) == VARINT_GOOD)
		sample->values[sample->value_count++] = (int64_t)value;
	return numbers.len == 0 && sample->value_count == profile->reading->type_count;
}

/*
 * A sample as nearly all are, without its labels: places and values are packed, and nothing is wrong.
 * False: the schema says what it is. That takes three times as long.
 */
static bool pprof_read_plain(struct slice bytes, struct pprof_profile *profile,
			     struct slice message, struct pprof_sample *sample)
{
	struct protobuf_reader reader;
	struct slice rest = message;
	struct wire_field field;
	size_t labels = 0;
	bool good = true;

	*sample = (struct pprof_sample){.places = NULL};
	while (good && rest.len > 0) {
		good = wire_take_field(&rest, &field) && field.type == WIRE_BYTES;
		if (good && field.number == 1 && !sample->places)
			good = pprof_take_places(profile, field.bytes, sample);
		else if (good && field.number == 2 && !sample->values)
			good = pprof_take_values(profile, field.bytes, sample);
		else if (good && field.number == 3)
			labels++;
		else
			good = false;
	}
	good = good && sample->values;
	while (good && labels > 0 && wire_take_field(&message, &field)) {
		if (field.number != 3)
			continue;
		reader = pprof_reader(bytes, profile, NULL, NULL);
		good = protobuf_read(&reader, &label_message, field.bytes, NULL);
		labels--;
	}
	return good;
}

bool pprof_next_sample(struct slice bytes, struct pprof_profile *profile,
		       struct pprof_sample *sample, struct buf *problem)
{
	struct protobuf_reader reader;
	struct wire_field field;
	struct slice message;

	if (profile->next_sample < profile->sample_count) {
		*sample = profile->samples[profile->next_sample++];
		return true;
	}
	while (!pprof_take_sample(&profile->rest, &message)) {
		if (!wire_take_field(&profile->rest, &field)) /* the end */
			return false;
	}
	arena_reset(&profile->sample_arena);
	if (profile->no_labels && pprof_read_plain(bytes, profile, message, sample))
		return true;
	reader = pprof_reader(bytes, profile, &profile->sample_arena, problem);
	protobuf_prepare(&reader, &sample_message, message, sample);
	return protobuf_read(&reader, &sample_message, message, sample);
}

void pprof_profile_release(struct pprof_profile *profile)
{
	size_t i;

	for (i = 0; profile->reading && i < THINGS; i++)
		ids_release(&profile->reading->of[i]);
	if (profile->reading)
		free(profile->reading->strings);
	free(profile->reading);
	arena_release(&profile->arena);
	arena_release(&profile->sample_arena);
	*profile = (struct pprof_profile){0};
}

bool pprof_begins(struct slice head, bool whole)
{
	struct pprof_reading reading = {.counted = false};
	struct protobuf_reader reader = {.begin = head.ptr,
					 .context = &reading,
					 .bytes = pprof_see_string,
					 .end = pprof_see_end};
	struct slice rest = head;
	uint64_t number = 0, size;
	bool good = true, has_more = false; /* than types: traces of Perfetto have field 1 alone */

	while (good && rest.len > 0) {
		struct slice field = rest;
		const enum wire_varint key = wire_take_varint(&field, &number);

		/* one that is cut off may be good */
		if (!whole && (key == VARINT_CUT || wire_take_varint(&field, &size) == VARINT_CUT ||
			       ((number & 7) == WIRE_BYTES && size > field.len)))
			break;
		has_more |= key == VARINT_GOOD && number >> 3 != 1;
		good = protobuf_read_field(&reader, &profile_message, &rest, NULL);
	}
	free(reading.strings);
	return good && has_more && reading.type_count > 0;
}
