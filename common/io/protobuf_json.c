/* SPDX-License-Identifier: MIT */
#include "common/io/protobuf.h"

#include "common/io/json.h"

enum { PROTOBUF_JSON_LEVELS = 16 }; /* messages that contain each other, at most */

struct protobuf_json {
	const struct protobuf_json_reader *reader;
	struct piece_reader *json;
	bool failed;
	struct {
		struct buf bytes; /* of the message so far */
		const struct protobuf_message *type;
		const struct protobuf_field *field; /* of what comes next; NULL: skipped */
		bool in_list;                       /* its array has begun */
	} levels[PROTOBUF_JSON_LEVELS];
	size_t depth; /* 0: outside of all messages */
	size_t skip;  /* objects and arrays that are skipped and contain each other */
	struct buf text;
};

/* "stack_index" or "stackIndex" for stackIndex */
static bool protobuf_json_is_named(struct slice key, const char *name)
{
	size_t i;

	for (i = 0; i < key.len; i++) {
		if (key.ptr[i] == '_')
			continue;
		if (*name == '\0' || char_lower(key.ptr[i]) != char_lower(*name++))
			return false;
	}
	return *name == '\0';
}

static void protobuf_json_see_key(struct protobuf_json *from, struct slice key)
{
	const struct protobuf_message *type = from->levels[from->depth - 1].type;
	const struct protobuf_field *field = NULL;
	size_t i;

	for (i = 1; i < type->count && !field; i++) {
		if (type->fields[i].json && protobuf_json_is_named(key, type->fields[i].json))
			field = &type->fields[i];
	}
	from->levels[from->depth - 1].field = field;
	if (!field)
		from->reader->unknown(from->reader->context, key);
}

static void protobuf_json_fail(struct protobuf_json *from, const char *what)
{
	if (!from->failed)
		buf_printf(from->reader->problem, "byte %zu: %s: %s is %s",
			   piece_reader_bytes(from->json), from->levels[from->depth - 1].type->name,
			   from->levels[from->depth - 1].field->json, what);
	from->failed = true;
}

/* A whole number as JSON or as text; of 64 bits, with a sign or without one. */
static bool protobuf_json_number(struct slice text, uint64_t *value)
{
	const bool negative = slice_skip(&text, SLICE("-"));

	if (!slice_to_u64(text, value) || (negative && *value > (uint64_t)1 << 63))
		return false;
	if (negative)
		*value = -*value;
	return true;
}

static void protobuf_json_add_bytes(struct protobuf_json *from, unsigned number, struct slice text)
{
	struct buf *out = &from->levels[from->depth - 1].bytes;
	size_t i;

	if (!from->levels[from->depth - 1].field->json_hex) {
		protobuf_add_bytes(out, number, text);
		return;
	}
	if (text.len % 2 != 0 || (text.len > 0 && !slice_is_hex(text))) {
		protobuf_json_fail(from, "not hexadecimal");
		return;
	}
	buf_reset(&from->text);
	for (i = 0; i < text.len; i += 2)
		buf_add_char(&from->text, (char)(char_hex_value(text.ptr[i]) << 4 |
						 char_hex_value(text.ptr[i + 1])));
	protobuf_add_bytes(out, number, buf_slice(&from->text));
}

static void protobuf_json_see_value(struct protobuf_json *from, enum json_event kind,
				    struct slice text)
{
	const struct protobuf_field *field = from->levels[from->depth - 1].field;
	struct buf *out = &from->levels[from->depth - 1].bytes;
	uint64_t value = kind == JSON_TRUE;
	unsigned number;

	if (!field || kind == JSON_NULL)
		return;
	number = (unsigned)(field - from->levels[from->depth - 1].type->fields);
	if (field->message) {
		protobuf_json_fail(from, "not an object");
	} else if (field->kind == PROTOBUF_BYTES) {
		protobuf_json_add_bytes(from, number, text);
	} else if (kind != JSON_TRUE && kind != JSON_FALSE && !protobuf_json_number(text, &value)) {
		protobuf_json_fail(from, "not a whole number");
	} else if (field->kind == PROTOBUF_FIXED) {
		protobuf_add_fixed(out, number, value);
	} else if (field->repeated) {
		protobuf_add_numbers(out, number, &value, 1);
	} else if (value == 0 && number < 16) { /* one of several members: it is not the default */
		buf_add_char(out, (char)(number << 3 | WIRE_VARINT));
		buf_add_char(out, '\0');
	} else {
		protobuf_add_number(out, number, value);
	}
}

/* An object in the place of bytes is bytes of which nothing is known. */
static void protobuf_json_see_object(struct protobuf_json *from)
{
	const struct protobuf_field *field = from->depth > 0 ? from->levels[from->depth - 1].field
							     : NULL;
	const struct protobuf_message *type = from->depth == 0 ? from->reader->type
					      : field          ? field->message
							       : NULL;

	if (!type || from->depth == PROTOBUF_JSON_LEVELS) {
		if (field && field->kind == PROTOBUF_BYTES)
			protobuf_json_see_value(from, JSON_STRING, SLICE(""));
		else if (field)
			protobuf_json_fail(from, "an object");
		from->skip = 1;
		return;
	}
	buf_reset(&from->levels[from->depth].bytes);
	from->levels[from->depth].type = type;
	from->levels[from->depth].field = NULL;
	from->levels[from->depth++].in_list = false;
}

static void protobuf_json_see_object_end(struct protobuf_json *from)
{
	const struct slice bytes = buf_slice(&from->levels[--from->depth].bytes);

	if (from->depth > 0)
		protobuf_add_bytes(&from->levels[from->depth - 1].bytes,
				   (unsigned)(from->levels[from->depth - 1].field -
					      from->levels[from->depth - 1].type->fields),
				   bytes);
	else if (!from->failed)
		from->reader->message(from->reader->context, bytes);
}

static void protobuf_json_see(void *context, enum json_event event, struct slice text)
{
	struct protobuf_json *from = context;

	if (from->skip > 0) {
		from->skip += event == JSON_OBJECT || event == JSON_ARRAY;
		from->skip -= event == JSON_OBJECT_END || event == JSON_ARRAY_END;
	} else if (event == JSON_OBJECT) {
		protobuf_json_see_object(from);
	} else if (event == JSON_ARRAY) {
		if (from->depth == 0 || from->levels[from->depth - 1].in_list ||
		    !from->levels[from->depth - 1].field)
			from->skip = 1;
		else
			from->levels[from->depth - 1].in_list = true;
	} else if (event == JSON_OBJECT_END) {
		protobuf_json_see_object_end(from);
	} else if (event == JSON_ARRAY_END) {
		from->levels[from->depth - 1].in_list = false;
	} else if (event == JSON_KEY) {
		protobuf_json_see_key(from, text);
	} else if (event != JSON_VALUE_END && from->depth > 0) {
		protobuf_json_see_value(from, event, text);
	}
}

bool protobuf_json_read(const struct protobuf_json_reader *reader, struct slice text)
{
	struct protobuf_json from = {.reader = reader};
	size_t i;

	from.json = json_new(protobuf_json_see, &from);
	if (!from.json) {
		buf_add_text(reader->problem, "built without yajl, the library that reads JSON");
		return false;
	}
	if (!from.json->feed(from.json, text) && !from.failed) {
		buf_printf(reader->problem, "byte %zu: ", piece_reader_bytes(from.json));
		buf_add(reader->problem, buf_slice(&from.json->problem));
		from.failed = true;
	}
	if (!from.json->end(from.json) && !from.failed) {
		buf_add_text(reader->problem, "the JSON is cut off");
		from.failed = true;
	}
	json_free(from.json);
	for (i = 0; i < PROTOBUF_JSON_LEVELS; i++)
		buf_release(&from.levels[i].bytes);
	buf_release(&from.text);
	return !from.failed;
}
