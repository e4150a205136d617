/* SPDX-License-Identifier: MIT */
#include "common/io/pprof_check.h"

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

struct message;

struct field {
	enum kind kind;
	bool repeated;
	enum pprof_thing thing;        /* OWN_ID, ID */
	bool may_be_none;              /* ID: 0 is not an id */
	const struct message *message; /* MESSAGE */
};

struct message {
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

static const struct message type_message = {"type", FIELDS(type_fields)};
static const struct message label_message = {"label", FIELDS(label_fields)};
static const struct message line_message = {"line", FIELDS(line_fields)};
static const struct message function_message = {"function", FIELDS(function_fields)};
static const struct message mapping_message = {"mapping", FIELDS(mapping_fields)};

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

static const struct message location_message = {"location", FIELDS(location_fields)};
static const struct message sample_message = {"sample", FIELDS(sample_fields)};

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

static const struct message profile_message = {"profile", FIELDS(profile_fields)};

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
	const struct message *type;
	const char *at; /* its beginning */
	uint64_t id;    /* 0: not seen yet */
	size_t values;
};

void pprof_ids_release(struct pprof_ids *ids)
{
	size_t i;

	for (i = 0; i < PPROF_THINGS; i++)
		intern_release(&ids->of[i]);
}

/* ids->of has numbers for what is new. */
static frame_id index_of(struct pprof_ids *ids, enum pprof_thing thing, uint64_t id)
{
	return intern_add(&ids->of[thing], slice_of((const char *)&id, sizeof(id)));
}

size_t pprof_ids_find(struct pprof_ids *ids, enum pprof_thing thing, uint64_t id)
{
	struct intern *known = &ids->of[thing];
	uint32_t hash = hash_bytes(&id, sizeof(id)), index;
	size_t at = hash;

	while ((index = hash_numbers_next(&known->index, hash, &at)) != HASH_NONE) {
		if (memcmp(intern_name(known, index).ptr, &id, sizeof(id)) == 0)
			return index;
	}
	return SLICE_NONE;
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
	    pprof_ids_find(check->ids, field->thing, value) == SLICE_NONE)
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

static bool see_message(struct check *check, const struct message *type, struct slice rest);

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
	size_t known;

	if (check->counted && in->type == &sample_message && in->values != check->types)
		return pprof_check_fail(check, in->at, in,
					"not as many values as there are sample types");
	if (check->counted || check->begins || first->kind != OWN_ID)
		return true;
	if (in->id == 0)
		return pprof_check_fail(check, in->at, in, "no id");
	known = check->ids->of[first->thing].count;
	if (index_of(check->ids, first->thing, in->id) < known)
		return pprof_check_fail(check, in->at, in, "its id is used twice");
	return true;
}

static bool see_message(struct check *check, const struct message *type, struct slice rest)
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
