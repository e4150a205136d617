/* SPDX-License-Identifier: MIT */
/*
 * The schema is that of opentelemetry/proto/profiles/v1development/profiles.proto. A Sample does not
 * say which of the two layouts it has: otlp_survey() finds out.
 */
#include "collapse/json/otlp_wire.h"
#include "collapse/json/document.h"

#include "common/base/memory.h"
#include "common/io/protobuf.h"

/* ---- The schema; marks are tables ---- */

#define SAMPLE OTLP_TABLES /* the mark of a Sample, whose schema depends on the layout */
#define NUMBER(name) .kind = PROTOBUF_NUMBER, .json = (name)
#define NUMBERS(name) NUMBER(name), .repeated = true
#define INDEX(table, name) NUMBER(name), .mark = OTLP_##table
#define INDICES(table, name) INDEX(table, name), .repeated = true
#define FIXED(name) .kind = PROTOBUF_FIXED, .json = (name)
#define BYTES(name) .kind = PROTOBUF_BYTES, .json = (name)
#define MESSAGE(type, name) .kind = PROTOBUF_MESSAGE, .message = &type##_message, .json = (name)
#define MESSAGES(type, name) MESSAGE(type, name), .repeated = true

/* clang-format off */
PROTOBUF_SCHEMA(type, "type",
       [1] = {INDEX(STRINGS, "typeStrindex")},
       [2] = {INDEX(STRINGS, "unitStrindex")});
PROTOBUF_SCHEMA(any, "value",
       [1] = {BYTES("stringValue")},
       [2] = {NUMBER("boolValue")},
       [3] = {NUMBER("intValue")},
       [4] = {FIXED(NULL)},
       [5] = {BYTES("arrayValue")},
       [6] = {BYTES("kvlistValue")},
       [7] = {BYTES("bytesValue")},
       [8] = {INDEX(STRINGS, "stringValueStrindex")});
PROTOBUF_SCHEMA(pair, "attribute of a resource",
       [1] = {BYTES("key")},
       [2] = {MESSAGE(any, "value")},
       [3] = {INDEX(STRINGS, "keyStrindex")});
PROTOBUF_SCHEMA(resource, "resource",
       [1] = {MESSAGES(pair, "attributes")},
       [2] = {NUMBER("droppedAttributesCount")},
       [3] = {BYTES("entityRefs")});
PROTOBUF_SCHEMA(old_sample, "sample",
       [1] = {INDEX(STACKS, "stackIndex")},
       [2] = {NUMBERS("values")},
       [3] = {INDICES(ATTRIBUTES, "attributeIndices")},
       [4] = {INDEX(LINKS, "linkIndex")},
       [5] = {FIXED("timestampsUnixNano"), .repeated = true});
PROTOBUF_SCHEMA(new_sample, "sample",
       [1] = {INDEX(STACKS, "stackIndex")},
       [2] = {INDICES(ATTRIBUTES, "attributeIndices")},
       [3] = {INDEX(LINKS, "linkIndex")},
       [4] = {NUMBERS("values")},
       [5] = {FIXED("timestampsUnixNano"), .repeated = true});
PROTOBUF_SCHEMA(profile, "profile",
       [1] = {MESSAGE(type, "sampleType")},
       [2] = {BYTES("samples"), .repeated = true, .mark = SAMPLE, .message = &new_sample_message},
       [3] = {FIXED("timeUnixNano")},
       [4] = {NUMBER("durationNano")},
       [5] = {MESSAGE(type, "periodType")},
       [6] = {NUMBER("period")},
       [7] = {BYTES("profileId")},
       [8] = {NUMBER("droppedAttributesCount")},
       [9] = {BYTES("originalPayloadFormat")},
       [10] = {BYTES("originalPayload")},
       [11] = {INDICES(ATTRIBUTES, "attributeIndices")});
PROTOBUF_SCHEMA(scope, "profiles of a scope",
       [1] = {BYTES("scope")},
       [2] = {MESSAGES(profile, "profiles")},
       [3] = {BYTES("schemaUrl")});
PROTOBUF_SCHEMA(resources, "profiles of a resource",
       [1] = {MESSAGE(resource, "resource")},
       [2] = {MESSAGES(scope, "scopeProfiles")},
       [3] = {BYTES("schemaUrl")});
PROTOBUF_SCHEMA(mapping, "mapping",
       [1] = {NUMBER("memoryStart")},
       [2] = {NUMBER("memoryLimit")},
       [3] = {NUMBER("fileOffset")},
       [4] = {INDEX(STRINGS, "filenameStrindex")},
       [5] = {INDICES(ATTRIBUTES, "attributeIndices")});
PROTOBUF_SCHEMA(line, "line",
       [1] = {INDEX(FUNCTIONS, "functionIndex")},
       [2] = {NUMBER("line")},
       [3] = {NUMBER("column")});
PROTOBUF_SCHEMA(location, "location",
       [1] = {INDEX(MAPPINGS, "mappingIndex")},
       [2] = {NUMBER("address")},
       [3] = {MESSAGES(line, "lines")},
       [4] = {INDICES(ATTRIBUTES, "attributeIndices")});
PROTOBUF_SCHEMA(function, "function",
       [1] = {INDEX(STRINGS, "nameStrindex")},
       [2] = {INDEX(STRINGS, "systemNameStrindex")},
       [3] = {INDEX(STRINGS, "filenameStrindex")},
       [4] = {NUMBER("startLine")});
PROTOBUF_SCHEMA(link, "link",
       [1] = {BYTES("traceId"), .json_hex = true},
       [2] = {BYTES("spanId"), .json_hex = true});
PROTOBUF_SCHEMA(attribute, "attribute",
       [1] = {INDEX(STRINGS, "keyStrindex")},
       [2] = {MESSAGE(any, "value")},
       [3] = {INDEX(STRINGS, "unitStrindex")});
PROTOBUF_SCHEMA(stack, "stack",
       [1] = {INDICES(LOCATIONS, "locationIndices")});
PROTOBUF_SCHEMA(dictionary, "dictionary",
       [OTLP_MAPPINGS] = {MESSAGES(mapping, "mappingTable")},
       [OTLP_LOCATIONS] = {MESSAGES(location, "locationTable")},
       [OTLP_FUNCTIONS] = {MESSAGES(function, "functionTable")},
       [OTLP_LINKS] = {MESSAGES(link, "linkTable")},
       [OTLP_STRINGS] = {BYTES("stringTable"), .repeated = true},
       [OTLP_ATTRIBUTES] = {MESSAGES(attribute, "attributeTable")},
       [OTLP_STACKS] = {MESSAGES(stack, "stackTable")});
PROTOBUF_SCHEMA(data, "profiles",
       [1] = {MESSAGES(resources, "resourceProfiles")},
       [2] = {MESSAGE(dictionary, "dictionary")});
/* clang-format on */

/* opentelemetry-proto 1.8 and 1.9; 1.10 and 1.11. */
static const struct otlp_layout old_layout = {2, 3, 4, &old_sample_message},
				new_layout = {4, 2, 3, &new_sample_message};

static bool otlp_see_number(struct protobuf_reader *reader, const struct protobuf_message *in,
			    const struct protobuf_field *field, const char *at, uint64_t value,
			    void *to)
{
	static const char *const missing[OTLP_TABLES] = {
		[OTLP_MAPPINGS] = "a mapping that does not exist",
		[OTLP_LOCATIONS] = "a location that does not exist",
		[OTLP_FUNCTIONS] = "a function that does not exist",
		[OTLP_LINKS] = "a link that does not exist",
		[OTLP_STRINGS] = "a string that does not exist",
		[OTLP_ATTRIBUTES] = "an attribute that does not exist",
		[OTLP_STACKS] = "a stack that does not exist",
	};
	const struct otlp_data *data = reader->context;

	(void)to;
	return value == 0 || value < data->tables[field->mark].count ||
	       protobuf_fail(reader, in, at, missing[field->mark]);
}

static bool otlp_see_sample(struct protobuf_reader *reader, const struct protobuf_message *in,
			    const struct protobuf_field *field, struct slice bytes)
{
	const struct otlp_data *data = reader->context;

	(void)in;
	(void)field;
	return protobuf_read(reader, data->layout->sample, bytes, NULL);
}

/* ---- Tables ---- */

struct slice otlp_entry(const struct otlp_data *data, enum otlp_table table, uint64_t index)
{
	struct slice rest;
	uint64_t size;

	if (index >= data->tables[table].count)
		return SLICE("");
	rest = slice_between(data->tables[table].at[index], data->bytes.ptr + data->bytes.len);
	return wire_take_varint(&rest, &size) == VARINT_GOOD && size <= rest.len
		       ? slice_head(rest, (size_t)size)
		       : SLICE("");
}

/* ---- The layout of samples ---- */

struct otlp_survey {
	const struct otlp_layout *layout; /* NULL: not known yet */
	bool is_draft;                    /* of before 1.8 */
	bool untimed;                     /* a sample without timestamps */
	bool unequal;                     /* one with more or fewer numbers in field 2 than those */
};

/* True if the sample decides it. */
static bool otlp_survey_sample(struct otlp_survey *survey, struct slice sample)
{
	struct slice rest = sample;
	struct wire_field field;
	struct wire_numbers numbers = {.message = sample, .field = 2};
	uint64_t value;
	size_t count = 0, times = 0;

	while (wire_take_field(&rest, &field)) {
		const bool packed = field.type == WIRE_BYTES;

		survey->is_draft = field.number == 2 && !packed;
		if (field.number == 3 || field.number == 4)
			survey->layout = (field.number == 4) == packed ? &new_layout : &old_layout;
		if (survey->is_draft || survey->layout)
			return true;
		if (field.number == OTLP_SAMPLE_TIMES)
			times += field.bytes.len / 8;
	}
	while (times > 0 && wire_take_listed(&numbers, &value))
		count++;
	survey->untimed |= times == 0;
	survey->unequal |= times > 0 && count != times;
	return false;
}

/* The fields of this number in all of `messages`, one level below the other: 1, 2, 2, 2. */
static bool otlp_survey_level(struct otlp_survey *survey, struct slice message, unsigned level)
{
	struct wire_field field;

	while (wire_take_field(&message, &field)) {
		if (level == 2 && field.number == 3 && field.type == WIRE_BYTES) {
			survey->is_draft = true;
			return true;
		}
		if (field.type != WIRE_BYTES || field.number != (level < 3 ? 1 + (level > 0) : 2))
			continue;
		if (level == 3 ? otlp_survey_sample(survey, field.bytes)
			       : otlp_survey_level(survey, field.bytes, level + 1))
			return true;
	}
	return false;
}

/* ---- Messages ---- */

static bool otlp_take_message(struct slice *rest, bool framed, struct slice *message)
{
	uint64_t size;

	*message = *rest;
	if (!framed) {
		*rest = slice_tail(*rest, rest->len);
		return true;
	}
	if (rest->len < 4)
		return false;
	size = slice_load_bytes(rest->ptr, 4, true);
	if (size > rest->len - 4)
		return false;
	*message = slice_of(rest->ptr + 4, (size_t)size);
	*rest = slice_tail(*rest, 4 + (size_t)size);
	return true;
}

/* True if the lengths lead from message to message and to the end. */
static bool otlp_is_framed(struct slice bytes)
{
	struct slice message;

	if (bytes.len < 5 || bytes.ptr[0] != 0)
		return false;
	while (bytes.len > 0) {
		if (!otlp_take_message(&bytes, true, &message))
			return false;
	}
	return true;
}

/* ---- JSON ---- */

static void otlp_see_document(void *context, struct slice bytes)
{
	struct otlp_file *file = context;
	unsigned i;

	for (i = 4; i-- > 0;)
		buf_add_char(&file->encoded, (char)(bytes.len >> 8 * i));
	buf_add(&file->encoded, bytes);
}

static void otlp_see_unknown(void *context, struct slice name)
{
	struct otlp_file *file = context;

	unused_add(&file->unused, "member", name);
}

/* Documents before a damaged one are read. */
static bool otlp_encode(struct otlp_file *file, struct slice text, struct buf *problem)
{
	const struct protobuf_json_reader reader = {.type = &data_message,
						    .context = file,
						    .problem = &file->cut,
						    .message = otlp_see_document,
						    .unknown = otlp_see_unknown};

	file->framed = true;
	if (!protobuf_json_read(&reader, text) && file->encoded.len == 0) {
		buf_add(problem, buf_slice(&file->cut));
		return false;
	}
	file->rest = buf_slice(&file->encoded);
	return true;
}

/* ---- Files ---- */

bool otlp_open(struct otlp_file *file, struct slice bytes, struct buf *problem)
{
	struct otlp_survey survey = {.layout = NULL};
	struct slice rest, message;

	*file = (struct otlp_file){.rest = bytes};
	if (document_begins(bytes)) {
		if (!otlp_encode(file, bytes, problem))
			return false;
		survey.layout = &new_layout;
	} else {
		file->framed = otlp_is_framed(bytes);
	}
	file->begin = file->rest.ptr;
	rest = file->rest;
	while (!survey.layout && rest.len > 0 && otlp_take_message(&rest, file->framed, &message) &&
	       !otlp_survey_level(&survey, message, 0))
		;
	if (survey.is_draft) {
		buf_add_text(problem, "an older draft of OTLP profiles: update the sender to "
				      "opentelemetry-proto 1.8 or later");
		return false;
	}
	file->layout = survey.layout                       ? survey.layout
		       : survey.untimed && !survey.unequal ? &old_layout
							   : &new_layout;
	return true;
}

/* Entries of the tables: count them, then note where they are. */
static void otlp_find_entries(struct otlp_data *data, struct slice dictionary, bool count)
{
	struct slice rest = dictionary;
	const char *at = rest.ptr;
	struct wire_field field;
	uint64_t tag;

	for (; wire_take_field(&rest, &field); at = rest.ptr) {
		struct slice begin = slice_between(at, rest.ptr);

		if (field.type != WIRE_BYTES || field.number == 0 || field.number >= OTLP_TABLES)
			continue;
		wire_take_varint(&begin, &tag);
		if (!count)
			data->tables[field.number].at[data->tables[field.number].count] = begin.ptr;
		data->tables[field.number].count++;
	}
}

static bool otlp_make_tables(struct otlp_data *data)
{
	struct slice rest;
	struct wire_field field;
	bool found = false;
	unsigned pass, table;

	for (pass = 0; pass < 2; pass++) {
		for (rest = data->bytes; wire_take_field(&rest, &field);) {
			if (field.number != 2 || field.type != WIRE_BYTES)
				continue;
			found = true;
			otlp_find_entries(data, field.bytes, pass == 0);
		}
		for (table = 1; table < OTLP_TABLES && pass == 0; table++) {
			data->tables[table].at = memory_resize(NULL, data->tables[table].count + 1,
							       sizeof(*data->tables[table].at));
			data->tables[table].count = 0;
		}
	}
	return found;
}

static void otlp_forget_tables(struct otlp_data *data)
{
	unsigned table;

	for (table = 0; table < OTLP_TABLES; table++)
		free(data->tables[table].at);
	*data = (struct otlp_data){.layout = NULL};
}

bool otlp_next(struct otlp_file *file, struct buf *problem)
{
	struct otlp_data *data = &file->data;
	struct protobuf_reader reader = {.begin = file->begin,
					 .problem = problem,
					 .unused = &file->unused,
					 .context = data,
					 .number = otlp_see_number,
					 .bytes = otlp_see_sample};

	otlp_forget_tables(data);
	if (file->rest.len == 0 || !otlp_take_message(&file->rest, file->framed, &data->bytes))
		return false;
	data->layout = file->layout;
	if (!otlp_make_tables(data)) {
		buf_add_text(problem,
			     "no dictionary: not a profile of opentelemetry-proto 1.8 or later");
		return false;
	}
	return protobuf_read(&reader, &data_message, data->bytes, NULL);
}

void otlp_close(struct otlp_file *file)
{
	otlp_forget_tables(&file->data);
	buf_release(&file->encoded);
	buf_release(&file->cut);
	*file = (struct otlp_file){.framed = false};
}

/* ---- Recognising ---- */

/* A whole message: fields 1 and one field 2, whose first string is empty. */
static bool otlp_is_data(struct slice message)
{
	struct slice dictionary = SLICE("");
	struct wire_field field;
	unsigned dictionaries = 0;

	while (message.len > 0) {
		if (!wire_take_field(&message, &field) || field.type != WIRE_BYTES ||
		    field.number < 1 || field.number > 2)
			return false;
		if (field.number == 2) {
			dictionary = field.bytes;
			dictionaries++;
		}
	}
	while (dictionaries == 1 && wire_take_field(&dictionary, &field)) {
		if (field.number == OTLP_STRINGS)
			return field.type == WIRE_BYTES && field.bytes.len == 0;
	}
	return false;
}

/* Follow the first message, which is cut off, down to a sample: fields 1, 2, 2, 2. */
static bool otlp_leads_to_sample(struct slice head)
{
	unsigned level = 0;
	uint64_t tag, size;
	struct wire_field field;

	while (level < 4) {
		struct slice begin = head;

		if (wire_take_varint(&head, &tag) != VARINT_GOOD)
			return false;
		if (tag == (level == 0 ? 1 << 3 | WIRE_BYTES : 2 << 3 | WIRE_BYTES)) {
			if (wire_take_varint(&head, &size) != VARINT_GOOD)
				return false;
			head = slice_head(head, size < head.len ? (size_t)size : head.len);
			level++;
			continue;
		}
		head = begin;
		if (level == 0 || !wire_take_field(&head, &field) || field.number < 1 ||
		    field.number > 11)
			return false;
	}
	for (level = 0; wire_take_field(&head, &field) && level < 2; level++) {
		if (field.number < 1 || field.number > 5 ||
		    (field.type != WIRE_VARINT && field.type != WIRE_BYTES))
			return false;
	}
	return level > 0;
}

bool otlp_begins(struct slice head, bool whole)
{
	const bool framed = head.len > 4 && head.ptr[0] == 0 &&
			    head.ptr[4] == (1 << 3 | WIRE_BYTES);
	struct slice message;

	if (document_begins(head))
		return slice_contains(head, SLICE("\"resourceProfiles\"")) ||
		       slice_contains(head, SLICE("\"resource_profiles\"")) ||
		       (slice_contains(head, SLICE("\"dictionary\"")) &&
			slice_contains(head, SLICE("\"locationTable\"")));
	if (!whole)
		return otlp_leads_to_sample(framed ? slice_tail(head, 4) : head);
	return otlp_take_message(&head, framed, &message) && otlp_is_data(message);
}
