/* SPDX-License-Identifier: MIT */
/* Parts of an input that are not known: counted by name, the first few are told. */
#include "common/io/protobuf.h"

#include "tests/unit/check_text.h"

static bool unused_says(const struct unused *unused, const char *wanted)
{
	struct buf text = {0};

	unused_print(unused, &text);
	return check_is(&text, wanted);
}

CASE(equal_names_are_one_kind)
{
	struct unused unused = {.kind_count = 0};

	unused_add(&unused, "member", SLICE("a"));
	unused_add(&unused, "member", SLICE("b"));
	unused_add(&unused, "member", SLICE("a"));
	CHECK(unused_says(&unused, "not known, passed over: member 'a' (2), member 'b'"));
}

CASE(more_kinds_than_are_kept_are_others)
{
	struct unused unused = {.kind_count = 0};
	char name = 'a';

	for (; name < 'g'; name++)
		unused_add(&unused, "mark", slice_of(&name, 1));
	CHECK(unused_says(&unused, "not known, passed over: mark 'a', mark 'b', mark 'c', mark 'd' "
				   "and 2 others"));
}

CASE(words_between_blanks_are_listed_whole)
{
	const struct slice words = SLICE("time name");

	CHECK(unused_is_listed(words, SLICE("time")) && unused_is_listed(words, SLICE("name")));
	CHECK(!unused_is_listed(words, SLICE("tim")) && !unused_is_listed(words, SLICE("names")));
	CHECK(!unused_is_listed(words, SLICE("time name")));
}

CASE(fields_that_a_schema_lacks_are_counted)
{
	static const struct protobuf_field fields[] = {[1] = {.kind = PROTOBUF_NUMBER}};
	static const struct protobuf_message type = {"sample", PROTOBUF_FIELDS(fields)};
	struct unused unused = {.kind_count = 0};
	struct protobuf_reader reader = {.unused = &unused};
	struct buf message = {0};

	protobuf_add_number(&message, 1, 5);
	protobuf_add_number(&message, 901, 300);
	protobuf_add_bytes(&message, 2, SLICE("x"));
	protobuf_add_number(&message, 901, 1);
	reader.begin = message.ptr;
	CHECK(protobuf_read(&reader, &type, buf_slice(&message), NULL));
	CHECK(unused_says(&unused,
			  "not known, passed over: sample 'field 901' (2), sample 'field 2'"));
	buf_release(&message);
}

TEST_CASES(unused)
