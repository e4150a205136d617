/* SPDX-License-Identifier: MIT */
/*
 * protobuf.h - protocol buffers (https://protobuf.dev/programming-guides/encoding/): a message is a
 * sequence of fields, each with its number and one of four wire types. A reader that fills structs
 * by a schema and refuses what does not fit it, fields one by one without a schema, and a writer.
 */
#ifndef FLAMBEAU_PROTOBUF_H
#define FLAMBEAU_PROTOBUF_H

#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/io/unused.h"

/* Types of fields; 3 and 4 are obsolete. */
enum wire_type { WIRE_VARINT, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

enum wire_varint { VARINT_GOOD, VARINT_CUT, VARINT_LONG };

enum wire_varint wire_take_long_varint(struct slice *in, uint64_t *value);

/* Take a number off the front: seven bits per byte, the lowest first; the last byte has no eighth bit. */
static inline enum wire_varint wire_take_varint(struct slice *in, uint64_t *value)
{
	const unsigned char *at = (const unsigned char *)in->ptr;

	if (LIKELY(in->len > 0 && at[0] < 0x80)) { /* most are one byte, or two */
		*value = at[0];
		*in = slice_tail(*in, 1);
		return VARINT_GOOD;
	}
	if (LIKELY(in->len > 1 && at[1] < 0x80)) {
		*value = (uint64_t)(at[0] & 0x7F) | (uint64_t)at[1] << 7;
		*in = slice_tail(*in, 2);
		return VARINT_GOOD;
	}
	return wire_take_long_varint(in, value);
}

struct wire_field {
	uint64_t number;
	uint64_t value;     /* of WIRE_VARINT */
	struct slice bytes; /* of the other types */
	enum wire_type type;
};

bool wire_take_long_field(struct slice *message, struct wire_field *field);

/* Take a field off the front of a message. False: it is cut off, or is no field. */
static inline bool wire_take_field(struct slice *message, struct wire_field *field)
{
	const unsigned char *at = (const unsigned char *)message->ptr;
	const size_t len = message->len;

	/* most are a number or a length of one byte behind a tag of one byte */
	if (UNLIKELY(len < 2 || at[0] >= 0x80 || at[1] >= 0x80))
		return wire_take_long_field(message, field);
	if ((at[0] & 7) == WIRE_VARINT) {
		*field = (struct wire_field){at[0] >> 3, at[1], SLICE_INIT(""), WIRE_VARINT};
		*message = slice_tail(*message, 2);
		return true;
	}
	if ((at[0] & 7) != WIRE_BYTES || at[1] > len - 2)
		return wire_take_long_field(message, field);
	*field = (struct wire_field){at[0] >> 3, 0, slice_of(message->ptr + 2, at[1]), WIRE_BYTES};
	*message = slice_tail(*message, 2 + (size_t)at[1]);
	return true;
}

/*
 * Fields of a message that was read by a schema, and is good: the last one of a number; empty or 0 if
 * there is none.
 */
struct slice wire_bytes(struct slice message, unsigned number);
uint64_t wire_number(struct slice message, unsigned number);

/* The same of all fields whose numbers are below `count`, where they are varints. */
void wire_take_numbers(struct slice message, uint64_t *numbers, size_t count);

/* The numbers of a repeated field, packed or not. The first two members are set by the caller, as is
 * `is_fixed`. */
struct wire_numbers {
	struct slice message;
	unsigned field;
	bool is_fixed; /* 64 bits each, not varints */
	struct slice packed;
};

bool wire_take_listed(struct wire_numbers *numbers, uint64_t *value);

/* ---- Reading by a schema ---- */

enum protobuf_kind {
	PROTOBUF_UNKNOWN, /* a number that no row has: skipped, of any wire type */
	PROTOBUF_NUMBER,  /* a varint; repeated ones may be packed */
	PROTOBUF_FIXED,   /* 64 bits, little-endian; repeated ones may be packed */
	PROTOBUF_BYTES,
	PROTOBUF_MESSAGE,
};

enum protobuf_store {
	PROTOBUF_DROP, /* checked, not stored */
	PROTOBUF_ONE,  /* `at` is a member of its type; the last one counts, messages are merged */
	PROTOBUF_LIST, /* `at` is a pointer to an array in the arena, `count_at` a size_t */
};

/*
 * Members are of the types uint64_t or int64_t (numbers), struct slice (bytes: a part of the input),
 * or the struct of the message.
 */
struct protobuf_field {
	enum protobuf_kind kind;
	bool repeated;
	unsigned mark; /* the meaning of a number or of bytes, for the hooks; 0: none */
	enum protobuf_store store;
	size_t at, count_at; /* in the message's struct */
	bool narrow;         /* a number's member is an uint32_t, which the hook sets */
	const struct protobuf_message *message; /* of PROTOBUF_MESSAGE; of bytes: in JSON */
	const char *json;                       /* name in JSON: protobuf_json.c; NULL: none */
	bool json_hex;                          /* bytes that JSON has in hexadecimal */
};

struct protobuf_message {
	const char *name;                    /* for messages to the user */
	const struct protobuf_field *fields; /* by number; [0] is unused */
	size_t count;
	size_t size; /* of its struct; 0: it has none */

	/* Set members that are not 0 where their field is missing; may be NULL. */
	void (*init)(void *into);
};

/* A message of which nothing is stored, TYPE_message, and its fields. */
#define PROTOBUF_SCHEMA(type, text, ...)                                                           \
	static const struct protobuf_field type##_fields[] = {__VA_ARGS__};                        \
	static const struct protobuf_message type##_message = {text, PROTOBUF_FIELDS(type##_fields)}
#define PROTOBUF_FIELDS(table) .fields = (table), .count = ARRAY_LEN(table)
#define PROTOBUF_AT(type, member) .store = PROTOBUF_ONE, .at = offsetof(type, member)
#define PROTOBUF_LIST_AT(type, member, counter)                                                    \
	.repeated = true, .store = PROTOBUF_LIST, .at = offsetof(type, member),                    \
	.count_at = offsetof(type, counter)

/* Hooks may be NULL. They return false after protobuf_fail(). */
struct protobuf_reader {
	const char *begin;     /* of the input, which messages give the position in */
	struct arena *arena;   /* for lists; NULL: nothing is stored */
	struct buf *problem;   /* NULL: the reason of a failure is not wanted */
	struct unused *unused; /* fields that the schema does not have; NULL: not wanted */
	void *context;

	/* A number with a mark. `to`: its member, which the hook sets; NULL: not stored. */
	bool (*number)(struct protobuf_reader *reader, const struct protobuf_message *in,
		       const struct protobuf_field *field, const char *at, uint64_t value,
		       void *to);

	/* Bytes with a mark. */
	bool (*bytes)(struct protobuf_reader *reader, const struct protobuf_message *in,
		      const struct protobuf_field *field, struct slice bytes);

	/* A message ends, which began at `at`. `into`: its struct, or NULL. */
	bool (*end)(struct protobuf_reader *reader, const struct protobuf_message *in,
		    const char *at, const void *into);
};

/* Make room in lists for the fields of `message`, and reset `into`; for the outermost message. */
void protobuf_prepare(const struct protobuf_reader *reader, const struct protobuf_message *type,
		      struct slice message, void *into);

/*
 * Read a message to its end. False on an error: `problem` describes it, with the byte. `into`: the
 * message's struct, prepared; NULL: nothing is stored. Fields nest as deep as the schema.
 */
bool protobuf_read(struct protobuf_reader *reader, const struct protobuf_message *type,
		   struct slice message, void *into);

/* Read one field off the front of a message; false as protobuf_read(). */
bool protobuf_read_field(struct protobuf_reader *reader, const struct protobuf_message *type,
			 struct slice *rest, void *into);

/* "byte 12: sample: WHAT"; false. */
bool protobuf_fail(const struct protobuf_reader *reader, const struct protobuf_message *in,
		   const char *at, const char *what);

/* ---- Writing: append a field ---- */

/* A number, unless it is 0. */
void protobuf_add_number(struct buf *out, unsigned field, uint64_t value);

/* 64 bits of a fixed size, 0 too. */
void protobuf_add_fixed(struct buf *out, unsigned field, uint64_t value);

/* Bytes or a message, empty ones too. */
void protobuf_add_bytes(struct buf *out, unsigned field, struct slice bytes);

/* Numbers, packed; none: no field. */
void protobuf_add_numbers(struct buf *out, unsigned field, const uint64_t *values, size_t count);

/* ---- JSON, by protobuf_json.c ---- */

/*
 * JSON in the place of protocol buffers, as https://protobuf.dev/programming-guides/json/ defines
 * it. It is encoded as protocol buffers by the schema, where protobuf_field.json is the name of a
 * field. Names may be camelCase or snake_case, numbers may be text. Doubles are not read. In the
 * place of bytes text stays as it is.
 */

struct protobuf_json_reader {
	const struct protobuf_message *type; /* of each document */
	void *context;
	struct buf *problem; /* the reason of a failure */

	/* A document ends: its bytes, good until the function returns. */
	void (*message)(void *context, struct slice bytes);

	/* A member that the schema does not have, which is skipped. */
	void (*unknown)(void *context, struct slice name);
};

/* False where something is no JSON or does not fit the schema; documents before that were seen. */
bool protobuf_json_read(const struct protobuf_json_reader *reader, struct slice text);

#endif
