/* SPDX-License-Identifier: MIT */
/* Numbers of protocol buffers: each length, and what is cut off. */
#include "common/io/protobuf.h"

#include "tests/unit/check_text.h"

CASE(numbers_of_each_length_are_read_back)
{
	struct buf message = {0};
	struct wire_field field;
	unsigned bits;

	for (bits = 1; bits <= 64; bits++) {
		const uint64_t most = UINT64_MAX >> (64 - bits);
		struct slice rest;
		size_t cut;

		buf_reset(&message);
		protobuf_add_number(&message, 1, most);
		protobuf_add_number(&message, 2, 1);
		for (cut = 1; cut < message.len - 2; cut++) {
			rest = slice_head(buf_slice(&message), cut);
			CHECK(!wire_take_field(&rest, &field));
		}
		rest = buf_slice(&message);
		CHECK(wire_take_field(&rest, &field) && field.value == most);
		CHECK(wire_take_field(&rest, &field) && field.number == 2 && rest.len == 0);
	}
	buf_release(&message);
}

CASE(a_number_may_have_more_bytes_than_it_needs)
{
	uint64_t value;
	struct slice two = SLICE("\x81\x00"), three = SLICE("\x80\x80\x00"),
		     long_one = SLICE("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02");

	CHECK(wire_take_varint(&two, &value) == VARINT_GOOD && value == 1 && two.len == 0);
	CHECK(wire_take_varint(&three, &value) == VARINT_GOOD && value == 0 && three.len == 0);
	CHECK(wire_take_varint(&long_one, &value) == VARINT_LONG);
}

TEST_CASES(protobuf)
