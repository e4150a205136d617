/* SPDX-License-Identifier: MIT */
#include "common/io/wire.h"

enum wire_varint wire_take_varint(struct slice *in, uint64_t *value)
{
	size_t i;

	*value = 0;
	for (i = 0; i < in->len; i++) {
		unsigned char byte = (unsigned char)in->ptr[i];

		if (i == 9 && byte > 1)
			return VARINT_LONG;
		*value |= (uint64_t)(byte & 0x7F) << 7 * i;
		if (byte < 0x80) {
			*in = slice_tail(*in, i + 1);
			return VARINT_GOOD;
		}
	}
	return VARINT_CUT;
}

bool wire_take_field(struct slice *message, struct wire_field *field)
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
