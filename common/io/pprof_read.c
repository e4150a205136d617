/* SPDX-License-Identifier: MIT */
#include "common/io/pprof_read.h"

#include "common/io/wire.h"

enum kind {
	UNKNOWN, /* a field that is new: skipped */
	NUMBER,
	VALUE,  /* of a sample: as many as there are sample types */
	STRING, /* an index in the table */
	OWN_ID,
	ID, /* of something else */
	BYTES,
	MESSAGE,
};

struct message_type;

struct field {
	enum kind kind;
	bool repeated;
	enum pprof_thing thing;             /* OWN_ID, ID */
	bool may_be_none;                   /* ID: 0 is not an id */
	const struct message_type *message; /* MESSAGE */
};

struct message_type {
	const char *name;
	const struct field *fields; /* by number */
	size_t count;
};

#define FIELDS(table) .fields = (table), .count = ARRAY_LEN(table)

/* As in pprof_messages.proto. */
static const struct field type_fields[] = {[1] = {.kind = STRING}, [2] = {.kind = STRING}};
static const struct field label_fields[] = {[1] = {.kind = STRING},
					    [2] = {.kind = STRING},
					    [3] = {.kind = NUMBER},
					    [4] = {.kind = STRING}};
static const struct field line_fields[] = {
	[1] = {.kind = ID, .thing = PPROF_FUNCTION, .may_be_none = true},
	[2] = {.kind = NUMBER},
	[3] = {.kind = NUMBER},
};
static const struct field function_fields[] = {
	[1] = {.kind = OWN_ID, .thing = PPROF_FUNCTION},
	[2] = {.kind = STRING},
	[3] = {.kind = STRING},
	[4] = {.kind = STRING},
	[5] = {.kind = NUMBER},
};
static const struct field mapping_fields[] = {
	[1] = {.kind = OWN_ID, .thing = PPROF_MAPPING},
	[2] = {.kind = NUMBER},
	[3] = {.kind = NUMBER},
	[4] = {.kind = NUMBER},
	[5] = {.kind = STRING},
	[6] = {.kind = STRING},
	[7] = {.kind = NUMBER},
	[8] = {.kind = NUMBER},
	[9] = {.kind = NUMBER},
	[10] = {.kind = NUMBER},
};

static const struct message_type type_message = {"type", FIELDS(type_fields)};
static const struct message_type label_message = {"label", FIELDS(label_fields)};
static const struct message_type line_message = {"line", FIELDS(line_fields)};
static const struct message_type function_message = {"function", FIELDS(function_fields)};
static const struct message_type mapping_message = {"mapping", FIELDS(mapping_fields)};

static const struct field location_fields[] = {
	[1] = {.kind = OWN_ID, .thing = PPROF_LOCATION},
	[2] = {.kind = ID, .thing = PPROF_MAPPING, .may_be_none = true},
	[3] = {.kind = NUMBER},
	[4] = {.kind = MESSAGE, .repeated = true, .message = &line_message},
	[5] = {.kind = NUMBER},
};
static const struct field sample_fields[] = {
	[1] = {.kind = ID, .repeated = true, .thing = PPROF_LOCATION},
	[2] = {.kind = VALUE, .repeated = true},
	[3] = {.kind = MESSAGE, .repeated = true, .message = &label_message},
};

static const struct message_type location_message = {"location", FIELDS(location_fields)};
static const struct message_type sample_message = {"sample", FIELDS(sample_fields)};

enum { SAMPLE_TYPE = 1, STRING_TABLE = 6 };

static const struct field profile_fields[] = {
	[SAMPLE_TYPE] = {.kind = MESSAGE, .repeated = true, .message = &type_message},
	[2] = {.kind = MESSAGE, .repeated = true, .message = &sample_message},
	[3] = {.kind = MESSAGE, .repeated = true, .message = &mapping_message},
	[4] = {.kind = MESSAGE, .repeated = true, .message = &location_message},
	[5] = {.kind = MESSAGE, .repeated = true, .message = &function_message},
	[STRING_TABLE] = {.kind = BYTES, .repeated = true},
	[7] = {.kind = STRING},
	[8] = {.kind = STRING},
	[9] = {.kind = NUMBER},
	[10] = {.kind = NUMBER},
	[11] = {.kind = MESSAGE, .message = &type_message},
	[12] = {.kind = NUMBER},
	[13] = {.kind = STRING, .repeated = true},
	[14] = {.kind = STRING},
	[15] = {.kind = STRING},
};

static const struct message_type profile_message = {"profile", FIELDS(profile_fields)};

struct check {
	const char *begin; /* of the profile */
	struct pprof_ids *ids;
	struct buf *problem;
	size_t strings, types; /* numbers of them */
	bool counted; /* they, and the ids, are known: what refers to them can be checked */
	bool begins;  /* there may be more after the end */
};

/* A message that is being read. */
struct reading {
	const struct message_type *type;
	const char *at; /* its beginning */
	uint64_t id;    /* 0: not seen yet */
	size_t values;
};

static void pprof_ids_release(struct pprof_ids *ids)
{
	size_t i;

	for (i = 0; i < PPROF_THINGS; i++)
		ids_release(&ids->of[i]);
}

static bool pprof_check_fail(struct check *check, const char *at, const struct reading *in,
			     const char *what)
{
	if (!check->begins)
		buf_printf(check->problem, "byte %zu: %s: %s", (size_t)(at - check->begin),
			   in->type->name, what);
	return false;
}

/* ---- Numbers ---- */

static bool pprof_check_take_number(struct check *check, const struct reading *in,
				    struct slice *rest, uint64_t *value)
{
	enum wire_varint found = wire_take_varint(rest, value);

	if (found == VARINT_GOOD)
		return true;
	return pprof_check_fail(check, rest->ptr, in,
				found == VARINT_CUT ? "a number is cut off"
						    : "a number of more than 64 bits");
}

/* Handle a number by the meaning of its field. */
static bool pprof_check_see_number(struct check *check, struct reading *in,
				   const struct field *field, const char *at, uint64_t value)
{
	static const char *const missing[] = {
		[PPROF_MAPPING] = "a mapping that does not exist",
		[PPROF_LOCATION] = "a location that does not exist",
		[PPROF_FUNCTION] = "a function that does not exist",
	};

	in->values += field->kind == VALUE;
	if (field->kind == OWN_ID)
		in->id = value;
	if (!check->counted)
		return true;
	if (field->kind == STRING && value > 0 && value >= check->strings)
		return pprof_check_fail(check, at, in, "a string that does not exist");
	if (field->kind == ID && !(field->may_be_none && value == 0) &&
	    ids_find(&check->ids->of[field->thing], value) == IDS_NONE)
		return pprof_check_fail(check, at, in, missing[field->thing]);
	return true;
}

/* Numbers of a repeated field may be packed, one after the other. */
static bool see_packed(struct check *check, struct reading *in, const struct field *field,
		       struct slice numbers)
{
	uint64_t value;

	while (numbers.len > 0) {
		const char *at = numbers.ptr;

		if (!pprof_check_take_number(check, in, &numbers, &value) ||
		    !pprof_check_see_number(check, in, field, at, value))
			return false;
	}
	return true;
}

/* ---- Messages ---- */

static bool see_message(struct check *check, const struct message_type *type, struct slice rest);

/* The first string is empty. */
static bool pprof_check_see_string(struct check *check, const struct reading *in, struct slice text)
{
	if (!check->counted && check->strings++ == 0 && text.len > 0)
		return pprof_check_fail(check, text.ptr, in, "the first string is not empty");
	return true;
}

static bool see_bytes(struct check *check, struct reading *in, const struct field *field,
		      struct slice bytes)
{
	switch (field->kind) {
	case UNKNOWN: return true;
	case BYTES: return pprof_check_see_string(check, in, bytes);
	case MESSAGE: return see_message(check, field->message, bytes);
	default: return see_packed(check, in, field, bytes);
	}
}

/* True if the field may have this wire type. */
static bool fits(const struct field *field, unsigned wire)
{
	switch (field->kind) {
	case UNKNOWN:
		return wire == WIRE_VARINT || wire == WIRE_64 || wire == WIRE_BYTES ||
		       wire == WIRE_32;
	case BYTES:
	case MESSAGE: return wire == WIRE_BYTES;
	default: return wire == WIRE_VARINT || (wire == WIRE_BYTES && field->repeated);
	}
}

/* Read the content of a field, after its number and wire type. */
static bool see_content(struct check *check, struct reading *in, const struct field *field,
			unsigned wire, struct slice *rest)
{
	const char *at = rest->ptr;
	uint64_t value = wire == WIRE_64 ? 8 : 4;
	struct slice content;

	if ((wire == WIRE_VARINT || wire == WIRE_BYTES) &&
	    !pprof_check_take_number(check, in, rest, &value))
		return false;
	if (wire == WIRE_VARINT)
		return pprof_check_see_number(check, in, field, at, value);
	if (value > rest->len)
		return pprof_check_fail(check, at, in, "ends inside of a field");
	content = slice_head(*rest, (size_t)value);
	*rest = slice_tail(*rest, (size_t)value);
	return see_bytes(check, in, field, content);
}

static bool see_field(struct check *check, struct reading *in, struct slice *rest)
{
	static const struct field unknown = {.kind = UNKNOWN};
	const char *at = rest->ptr;
	const struct field *field = &unknown;
	char text[64];
	uint64_t tag;
	unsigned wire;

	if (!pprof_check_take_number(check, in, rest, &tag))
		return false;
	wire = tag & 7;
	tag >>= 3;
	if (tag < in->type->count)
		field = &in->type->fields[tag];
	if (tag == 0 || tag >= (uint64_t)1 << 29)
		return pprof_check_fail(check, at, in, "a field with an invalid number");
	if (!fits(field, wire)) {
		snprintf(text, sizeof(text), "field %u has wire type %u", (unsigned)tag, wire);
		return pprof_check_fail(check, at, in, text);
	}
	check->types += !check->counted && in->type == &profile_message && tag == SAMPLE_TYPE;
	return see_content(check, in, field, wire, rest);
}

/* An id of its own for each thing that has them; no more and no fewer values than types. */
static bool see_end(struct check *check, const struct reading *in)
{
	const struct field *first = &in->type->fields[1];
	struct ids *known;

	if (check->counted && in->type == &sample_message && in->values != check->types)
		return pprof_check_fail(check, in->at, in,
					"not as many values as there are sample types");
	if (check->counted || check->begins || first->kind != OWN_ID)
		return true;
	if (in->id == 0)
		return pprof_check_fail(check, in->at, in, "no id");
	known = &check->ids->of[first->thing];
	if (ids_find(known, in->id) != IDS_NONE)
		return pprof_check_fail(check, in->at, in, "its id is used twice");
	ids_add(known, in->id);
	return true;
}

static bool see_message(struct check *check, const struct message_type *type, struct slice rest)
{
	struct reading in = {.type = type, .at = rest.ptr};

	while (rest.len > 0) {
		if (!see_field(check, &in, &rest))
			return false;
	}
	return see_end(check, &in);
}

bool pprof_check(struct slice bytes, struct pprof_ids *ids, struct buf *problem)
{
	struct check check = {.begin = bytes.ptr, .ids = ids, .problem = problem};
	const struct reading end = {.type = &profile_message};

	if (!see_message(&check, &profile_message, bytes))
		return false;
	if (check.types == 0)
		return pprof_check_fail(&check, bytes.ptr + bytes.len, &end,
					"ends without a sample type");
	check.counted = true;
	return see_message(&check, &profile_message, bytes);
}

bool pprof_begins(struct slice head, bool whole)
{
	struct check check = {.begin = head.ptr, .begins = true};
	struct reading in = {.type = &profile_message};
	struct slice rest = head;

	while (rest.len > 0) {
		struct slice field = rest;
		uint64_t number, size;

		/* one that is cut off may be good */
		if (!whole && (wire_take_varint(&field, &number) == VARINT_CUT ||
			       wire_take_varint(&field, &size) == VARINT_CUT ||
			       ((number & 7) == WIRE_BYTES && size > field.len)))
			break;
		if (!see_field(&check, &in, &rest))
			return false;
	}
	return check.types > 0;
}

#ifdef HAVE_PROTOBUF_C
#include "common/base/memory.h"
#include "common/io/protobuf.h"

/* In the arena of a profile. */
struct message {
	struct protobuf protobuf;
	Pprof__Profile *profile;
};

struct reader {
	const Pprof__Profile *from;
	struct pprof_profile *into;
	struct pprof_ids *ids;
};

static void *allocate(const struct reader *reader, size_t count, size_t size)
{
	return arena_alloc(&reader->into->arena, count > 0 ? count * size : 1);
}

/* Index 0 is nothing, even where there is no table. */
static struct slice string_at(const struct reader *reader, int64_t index)
{
	const ProtobufCBinaryData *text;

	if (index == 0)
		return SLICE("");
	text = &reader->from->string_table[index];
	if (text->len == 0)
		return SLICE("");
	return slice_of((const char *)text->data, text->len);
}

static void read_types(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_type *types = allocate(reader, from->n_sample_type, sizeof(*types));
	size_t i;

	reader->into->shown = from->n_sample_type - 1;
	for (i = 0; i < from->n_sample_type; i++)
		types[i] = (struct pprof_type){string_at(reader, from->sample_type[i]->type),
					       string_at(reader, from->sample_type[i]->unit)};
	for (i = 0; i < from->n_sample_type && from->default_sample_type != 0; i++) {
		if (slice_equal(types[i].type, string_at(reader, from->default_sample_type))) {
			reader->into->shown = i;
			break;
		}
	}
	reader->into->types = types;
	reader->into->type_count = from->n_sample_type;
}

static struct pprof_line *read_functions(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_line *functions = allocate(reader, from->n_function, sizeof(*functions));
	size_t i;

	for (i = 0; i < from->n_function; i++)
		functions[i] = (struct pprof_line){
			.function = string_at(reader, from->function[i]->name),
			.file = string_at(reader, from->function[i]->filename)};
	return functions;
}

static struct slice *read_modules(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct slice *modules = allocate(reader, from->n_mapping, sizeof(*modules));
	size_t i;

	for (i = 0; i < from->n_mapping; i++)
		modules[i] = string_at(reader, from->mapping[i]->filename);
	return modules;
}

static struct pprof_line *pprof_read_read_lines(const struct reader *reader,
						const Pprof__Location *from,
						const struct pprof_line *functions)
{
	struct pprof_line *lines = allocate(reader, from->n_line, sizeof(*lines));
	size_t i;

	for (i = 0; i < from->n_line; i++) {
		uint64_t id = from->line[i]->function_id;

		lines[i] = id == 0 ? (struct pprof_line){.line = 0}
				   : functions[ids_find(&reader->ids->of[PPROF_FUNCTION], id)];
		lines[i].line = from->line[i]->line;
	}
	return lines;
}

static void read_places(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	const struct pprof_line *functions = read_functions(reader);
	const struct slice *modules = read_modules(reader);
	struct pprof_place *places = allocate(reader, from->n_location, sizeof(*places));
	size_t i;

	for (i = 0; i < from->n_location; i++) {
		const Pprof__Location *location = from->location[i];
		uint64_t mapping = location->mapping_id;

		places[i] = (struct pprof_place){
			.address = location->address,
			.module = mapping == 0 ? SLICE("")
					       : modules[ids_find(&reader->ids->of[PPROF_MAPPING],
								  mapping)],
			.lines = pprof_read_read_lines(reader, location, functions),
			.line_count = location->n_line,
		};
	}
	reader->into->places = places;
	reader->into->place_count = from->n_location;
}

static const struct pprof_label *read_labels(const struct reader *reader, const Pprof__Sample *from)
{
	struct pprof_label *labels;
	size_t i;

	if (from->n_label == 0)
		return NULL;
	labels = allocate(reader, from->n_label, sizeof(*labels));
	for (i = 0; i < from->n_label; i++)
		labels[i] = (struct pprof_label){
			.key = string_at(reader, from->label[i]->key),
			.text = string_at(reader, from->label[i]->str),
			.number = from->label[i]->num,
			.unit = string_at(reader, from->label[i]->num_unit),
		};
	return labels;
}

static void read_samples(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_sample *samples = allocate(reader, from->n_sample, sizeof(*samples));
	size_t i, at;

	for (i = 0; i < from->n_sample; i++) {
		const Pprof__Sample *sample = from->sample[i];
		size_t *places = allocate(reader, sample->n_location_id, sizeof(*places));
		int64_t *values = allocate(reader, sample->n_value, sizeof(*values));

		for (at = 0; at < sample->n_location_id; at++)
			places[at] = ids_find(&reader->ids->of[PPROF_LOCATION],
					      sample->location_id[at]);
		memcpy(values, sample->value, sample->n_value * sizeof(*values));
		samples[i] = (struct pprof_sample){
			.places = places,
			.depth = sample->n_location_id,
			.values = values,
			.labels = read_labels(reader, sample),
			.label_count = sample->n_label,
		};
	}
	reader->into->samples = samples;
	reader->into->sample_count = from->n_sample;
}

static void read_times(const struct reader *reader)
{
	const Pprof__ValueType *type = reader->from->period_type;

	reader->into->time_nanos = reader->from->time_nanos;
	reader->into->duration_nanos = reader->from->duration_nanos;
	if (type && slice_equal(string_at(reader, type->unit), SLICE("nanoseconds")))
		reader->into->period_nanos = reader->from->period;
}

/* Read a profile that pprof_check() has accepted: all strings and ids exist. */
static void read_profile(const struct reader *reader)
{
	read_types(reader);
	read_places(reader);
	read_samples(reader);
	read_times(reader);
	reader->into->drop_frames = string_at(reader, reader->from->drop_frames);
	reader->into->keep_frames = string_at(reader, reader->from->keep_frames);
}

static void *pprof_read_alloc(void *data, size_t size)
{
	(void)data;
	return memory_get(size);
}

static void give_back(void *data, void *memory)
{
	(void)data;
	free(memory);
}

/*
 * protobuf-c does not look everywhere whether it got memory. It only reads what it takes without
 * const.
 */
static const ProtobufCAllocator constant = {pprof_read_alloc, give_back, NULL};
#define ALLOCATOR ((ProtobufCAllocator *)(uintptr_t)&constant)

bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem)
{
	struct pprof_ids ids = {0};
	struct message message = {.profile = NULL};

	if (protobuf_load(&message.protobuf, problem) && pprof_check(bytes, &ids, problem)) {
		message.profile = (Pprof__Profile *)message.protobuf.unpack(
			&pprof__profile__descriptor, ALLOCATOR, bytes.len,
			(const uint8_t *)bytes.ptr);
		if (!message.profile)
			buf_add_text(problem, "protobuf-c cannot read it");
		else
			read_profile(&(struct reader){message.profile, profile, &ids});
	}
	pprof_ids_release(&ids);
	if (!message.profile)
		return false;
	profile->message = arena_alloc(&profile->arena, sizeof(message));
	memcpy(profile->message, &message, sizeof(message));
	return true;
}

void pprof_profile_release(struct pprof_profile *profile)
{
	const struct message *message = profile->message;

	if (message)
		message->protobuf.release(&message->profile->base, ALLOCATOR);
	arena_release(&profile->arena);
	*profile = (struct pprof_profile){0};
}
#else
bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem)
{
	(void)bytes;
	(void)profile;
	return pprof_available(problem);
}

void pprof_profile_release(struct pprof_profile *profile)
{
	arena_release(&profile->arena);
	*profile = (struct pprof_profile){0};
}
#endif
