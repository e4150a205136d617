/* SPDX-License-Identifier: MIT */
#include "common/io/protobuf.h"

enum wire_varint wire_take_long_varint(struct slice *in, uint64_t *value)
{
	const unsigned char *at = (const unsigned char *)in->ptr;
	const size_t size = in->len < 10 ? in->len : 10;
	uint64_t number = 0;
	size_t i;

	*value = 0;
	for (i = 0; i < size; i++) {
		if (i == 9 && at[i] > 1)
			return VARINT_LONG;
		number |= (uint64_t)(at[i] & 0x7F) << 7 * i;
		if (at[i] < 0x80) {
			*value = number;
			*in = slice_tail(*in, i + 1);
			return VARINT_GOOD;
		}
	}
	return VARINT_CUT;
}

bool wire_take_long_field(struct slice *message, struct wire_field *field)
{
	uint64_t tag, size = 0;

	*field = (struct wire_field){.bytes = SLICE("")};
	if (wire_take_varint(message, &tag) != VARINT_GOOD)
		return false;
	field->number = tag >> 3;
	field->type = (enum wire_type)(tag & 7);
	switch (field->type) {
	case WIRE_VARINT: return wire_take_varint(message, &field->value) == VARINT_GOOD;
	case WIRE_64: size = 8; break;
	case WIRE_32: size = 4; break;
	case WIRE_BYTES:
		if (wire_take_varint(message, &size) != VARINT_GOOD)
			return false;
		break;
	default: return false;
	}
	if (size > message->len)
		return false;
	field->bytes = slice_head(*message, (size_t)size);
	*message = slice_tail(*message, (size_t)size);
	return true;
}

struct slice wire_bytes(struct slice message, unsigned number)
{
	struct slice bytes = SLICE("");
	struct wire_field field;

	while (wire_take_field(&message, &field)) {
		if (field.number == number)
			bytes = field.bytes;
	}
	return bytes;
}

static uint64_t wire_fixed(struct slice bytes)
{
	return bytes.len >= 8 ? slice_load(bytes.ptr) : 0;
}

uint64_t wire_number(struct slice message, unsigned number)
{
	struct wire_field field;
	uint64_t value = 0;

	while (wire_take_field(&message, &field)) {
		if (field.number == number)
			value = field.type == WIRE_64 ? wire_fixed(field.bytes) : field.value;
	}
	return value;
}

void wire_take_numbers(struct slice message, uint64_t *numbers, size_t count)
{
	struct wire_field field;

	memset(numbers, 0, count * sizeof(*numbers));
	while (wire_take_field(&message, &field)) {
		if (field.number < count)
			numbers[field.number] = field.value;
	}
}

bool wire_take_listed(struct wire_numbers *numbers, uint64_t *value)
{
	struct wire_field field;

	while (numbers->packed.len == 0) {
		if (!wire_take_field(&numbers->message, &field))
			return false;
		if (field.number != numbers->field)
			continue;
		if (field.type == WIRE_VARINT) {
			*value = field.value;
			return true;
		}
		numbers->packed = field.bytes;
	}
	if (!numbers->is_fixed)
		return wire_take_varint(&numbers->packed, value) == VARINT_GOOD;
	*value = wire_fixed(numbers->packed);
	numbers->packed = slice_tail(numbers->packed, 8);
	return true;
}

/* ---- Reading by a schema ---- */

bool protobuf_fail(const struct protobuf_reader *reader, const struct protobuf_message *in,
		   const char *at, const char *what)
{
	if (reader->problem)
		buf_printf(reader->problem, "byte %zu: %s: %s", (size_t)(at - reader->begin),
			   in->name, what);
	return false;
}

static const struct protobuf_field *protobuf_field_of(const struct protobuf_message *type,
						      uint64_t number)
{
	static const struct protobuf_field unknown = {.kind = PROTOBUF_UNKNOWN};

	return number < type->count ? &type->fields[number] : &unknown;
}

static size_t protobuf_size(const struct protobuf_field *field)
{
	return field->kind == PROTOBUF_BYTES     ? sizeof(struct slice)
	       : field->kind == PROTOBUF_MESSAGE ? field->message->size
	       : field->narrow                   ? sizeof(uint32_t)
						 : sizeof(uint64_t);
}

void protobuf_prepare(const struct protobuf_reader *reader, const struct protobuf_message *type,
		      struct slice message, void *into)
{
	const struct protobuf_field *field;
	struct wire_field found;
	bool has_lists = false;
	size_t i, *count;
	void *list;

	memset(into, 0, type->size);
	if (type->init)
		type->init(into);
	for (i = 1; i < type->count; i++)
		has_lists |= type->fields[i].store == PROTOBUF_LIST;
	while (has_lists && message.len > 0 && wire_take_field(&message, &found)) {
		field = protobuf_field_of(type, found.number);
		if (field->store != PROTOBUF_LIST)
			continue;
		count = (size_t *)(void *)((char *)into + field->count_at);
		*count += found.type != WIRE_BYTES         ? 1
			  : field->kind == PROTOBUF_NUMBER ? found.bytes.len /* or fewer */
			  : field->kind == PROTOBUF_FIXED  ? found.bytes.len / 8
							   : 1;
	}
	for (i = 1; has_lists && i < type->count; i++) {
		field = &type->fields[i];
		if (field->store != PROTOBUF_LIST)
			continue;
		count = (size_t *)(void *)((char *)into + field->count_at);
		list = *count > 0 ? arena_alloc(reader->arena, *count * protobuf_size(field))
				  : NULL;
		memcpy((char *)into + field->at, &list, sizeof(list));
		*count = 0;
	}
}

/* The member, or the next element of the list, for one more value; NULL: it is not stored. */
static inline void *protobuf_place(const struct protobuf_field *field, void *into)
{
	size_t *count;
	char *list;

	if (!into || field->store == PROTOBUF_DROP)
		return NULL;
	if (field->store == PROTOBUF_ONE)
		return (char *)into + field->at;
	count = (size_t *)(void *)((char *)into + field->count_at);
	memcpy(&list, (char *)into + field->at, sizeof(list));
	return list + (*count)++ * protobuf_size(field);
}

static inline bool protobuf_take_number(const struct protobuf_reader *reader,
					const struct protobuf_message *in, struct slice *rest,
					uint64_t *value)
{
	enum wire_varint found = wire_take_varint(rest, value);

	if (found == VARINT_GOOD)
		return true;
	return protobuf_fail(reader, in, rest->ptr,
			     found == VARINT_CUT ? "a number is cut off"
						 : "a number of more than 64 bits");
}

static inline bool protobuf_see_number(struct protobuf_reader *reader,
				       const struct protobuf_message *in,
				       const struct protobuf_field *field, const char *at,
				       uint64_t value, void *into)
{
	void *to;

	if (field->mark == 0 && !into)
		return true;
	to = protobuf_place(field, into);
	if (field->mark != 0 && reader->number)
		return reader->number(reader, in, field, at, value, to);
	if (to)
		memcpy(to, &value, sizeof(value));
	return true;
}

/* Numbers, packed. Most of a profile are such: where they go is found once for all of them. */
static bool protobuf_see_packed(struct protobuf_reader *reader, const struct protobuf_message *in,
				const struct protobuf_field *field, struct slice numbers,
				void *into)
{
	const bool is_list = into && field->store == PROTOBUF_LIST,
		   is_hooked = field->mark != 0 && reader->number;
	const size_t size = is_list ? protobuf_size(field) : 0;
	uint64_t value;
	size_t count = 0;
	char *to = NULL;
	bool good = true;

	while (good && numbers.len > 0) {
		const char *at = numbers.ptr;

		if (!protobuf_take_number(reader, in, &numbers, &value)) {
			good = false;
			break;
		}
		if (count++ == 0) /* there is no place where there is no number */
			to = protobuf_place(field, into);
		else if (to)
			to += size;
		if (is_hooked)
			good = reader->number(reader, in, field, at, value, to);
		else if (to)
			memcpy(to, &value, sizeof(value));
	}
	if (is_list && count > 1) /* protobuf_place() has counted one */
		*(size_t *)(void *)((char *)into + field->count_at) += count - 1;
	return good;
}

/* The content of a field of WIRE_BYTES, or of a fixed size. */
static bool protobuf_see_bytes(struct protobuf_reader *reader, const struct protobuf_message *in,
			       const struct protobuf_field *field, struct slice bytes, void *into)
{
	void *to;

	switch (field->kind) {
	case PROTOBUF_UNKNOWN: return true;
	case PROTOBUF_NUMBER: return protobuf_see_packed(reader, in, field, bytes, into);
	case PROTOBUF_FIXED:
		for (; bytes.len >= 8; bytes = slice_tail(bytes, 8)) {
			if (!protobuf_see_number(reader, in, field, bytes.ptr,
						 slice_load(bytes.ptr), into))
				return false;
		}
		return bytes.len == 0 ||
		       protobuf_fail(reader, in, bytes.ptr, "a number is cut off");
	case PROTOBUF_BYTES:
		if (field->mark != 0 && reader->bytes && !reader->bytes(reader, in, field, bytes))
			return false;
		to = protobuf_place(field, into);
		if (to)
			memcpy(to, &bytes, sizeof(bytes));
		return true;
	case PROTOBUF_MESSAGE:
		to = protobuf_place(field, into);
		if (to && field->store == PROTOBUF_LIST)
			protobuf_prepare(reader, field->message, bytes, to);
		return protobuf_read(reader, field->message, bytes, to);
	}
	return true;
}

/* True if the field may have this wire type: a bit of those that fields of its kind may have. */
static inline bool protobuf_fits(const struct protobuf_field *field, unsigned wire)
{
	static const unsigned char wires[] = {
		[PROTOBUF_UNKNOWN] = 1 << WIRE_VARINT | 1 << WIRE_64 | 1 << WIRE_BYTES |
				     1 << WIRE_32,
		[PROTOBUF_NUMBER] = 1 << WIRE_VARINT,
		[PROTOBUF_FIXED] = 1 << WIRE_64,
		[PROTOBUF_BYTES] = 1 << WIRE_BYTES,
		[PROTOBUF_MESSAGE] = 1 << WIRE_BYTES,
	};

	return (wires[field->kind] | (unsigned)field->repeated << WIRE_BYTES) >> wire & 1;
}

/* A field that the schema does not have, or of a wire type that it may not have; false if it is wrong. */
static NOINLINE bool protobuf_see_odd(const struct protobuf_reader *reader,
				      const struct protobuf_message *type,
				      const struct protobuf_field *field, const char *at,
				      uint64_t tag)
{
	const uint64_t number = tag >> 3;
	const unsigned wire = tag & 7;
	char text[64];

	if (number == 0 || number >= (uint64_t)1 << 29)
		return protobuf_fail(reader, type, at, "a field with an invalid number");
	if (!protobuf_fits(field, wire)) {
		snprintf(text, sizeof(text), "field %u has wire type %u", (unsigned)number, wire);
		return protobuf_fail(reader, type, at, text);
	}
	if (reader->unused) {
		snprintf(text, sizeof(text), "field %u", (unsigned)number);
		unused_add(reader->unused, type->name, slice_from(text));
	}
	return true;
}

bool protobuf_read_field(struct protobuf_reader *reader, const struct protobuf_message *type,
			 struct slice *rest, void *into)
{
	const char *at = rest->ptr;
	const struct protobuf_field *field;
	struct slice content;
	uint64_t tag, value;
	unsigned wire;

	if (!protobuf_take_number(reader, type, rest, &tag))
		return false;
	wire = tag & 7;
	field = protobuf_field_of(type, tag >> 3);
	if (UNLIKELY(field->kind == PROTOBUF_UNKNOWN || !protobuf_fits(field, wire)) &&
	    !protobuf_see_odd(reader, type, field, at, tag))
		return false;
	at = rest->ptr;
	value = wire == WIRE_64 ? 8 : 4;
	if ((wire == WIRE_VARINT || wire == WIRE_BYTES) &&
	    !protobuf_take_number(reader, type, rest, &value))
		return false;
	if (wire == WIRE_VARINT)
		return protobuf_see_number(reader, type, field, at, value, into);
	if (value > rest->len)
		return protobuf_fail(reader, type, at, "ends inside of a field");
	content = slice_head(*rest, (size_t)value);
	*rest = slice_tail(*rest, (size_t)value);
	return protobuf_see_bytes(reader, type, field, content, into);
}

bool protobuf_read(struct protobuf_reader *reader, const struct protobuf_message *type,
		   struct slice message, void *into)
{
	const char *at = message.ptr;

	while (message.len > 0) {
		if (!protobuf_read_field(reader, type, &message, into))
			return false;
	}
	return !reader->end || reader->end(reader, type, at, into);
}

/* ---- Writing ---- */

static void protobuf_add_varint(struct buf *out, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		buf_add_char(out, (char)(value | 0x80));
	buf_add_char(out, (char)value);
}

void protobuf_add_number(struct buf *out, unsigned field, uint64_t value)
{
	if (value == 0)
		return;
	protobuf_add_varint(out, field << 3 | WIRE_VARINT);
	protobuf_add_varint(out, value);
}

void protobuf_add_fixed(struct buf *out, unsigned field, uint64_t value)
{
	unsigned i;

	protobuf_add_varint(out, field << 3 | WIRE_64);
	for (i = 0; i < 8; i++)
		buf_add_char(out, (char)(value >> 8 * i));
}

void protobuf_add_bytes(struct buf *out, unsigned field, struct slice bytes)
{
	protobuf_add_varint(out, field << 3 | WIRE_BYTES);
	protobuf_add_varint(out, bytes.len);
	buf_add(out, bytes);
}

void protobuf_add_numbers(struct buf *out, unsigned field, const uint64_t *values, size_t count)
{
	uint64_t rest, size = count;
	size_t i;

	if (count == 0)
		return;
	for (i = 0; i < count; i++) {
		for (rest = values[i] >> 7; rest > 0; rest >>= 7)
			size++;
	}
	protobuf_add_varint(out, field << 3 | WIRE_BYTES);
	protobuf_add_varint(out, size);
	for (i = 0; i < count; i++)
		protobuf_add_varint(out, values[i]);
}
