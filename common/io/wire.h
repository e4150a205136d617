/* SPDX-License-Identifier: MIT */
/*
 * wire.h - the encoding of protocol buffers (https://protobuf.dev/programming-guides/encoding/): a message
 * is fields, one after the other, each with its number and one of four types. Needs no library.
 */
#ifndef FLAMBEAU_WIRE_H
#define FLAMBEAU_WIRE_H

#include "common/base/slice.h"

/* Types of fields; 3 and 4 are obsolete. */
enum wire_type { WIRE_VARINT, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

enum wire_varint { VARINT_GOOD, VARINT_CUT, VARINT_LONG };

/* Take a number off the front: seven bits per byte, the lowest first; the last byte has no eighth bit. */
enum wire_varint wire_take_varint(struct slice *in, uint64_t *value);

struct wire_field {
	uint64_t number;
	uint64_t value;     /* of WIRE_VARINT */
	struct slice bytes; /* of the other types */
	enum wire_type type;
};

/* Take a field off the front of a message. False: it is cut off, or is no field. */
bool wire_take_field(struct slice *message, struct wire_field *field);

#endif
