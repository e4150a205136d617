/* SPDX-License-Identifier: MIT */
/* The events of JSON are the same however it is cut in pieces. */
#include "common/io/json.h"

#include "tests/unit/check.h"

static void write_event(void *context, enum json_event event, struct slice text)
{
	static const char *const names[] = {"null", "false", "true", "#", "$",  "key",
					    "{",    "}",     "[",    "]", "end"};

	buf_add_text(context, names[event]);
	if (text.len > 0)
		buf_add(context, text);
	buf_add_char(context, ' ');
}

/* The events, with "bad" or "cut" where it went wrong, and the line. */
static void read_pieces(struct slice text, size_t size, struct buf *out)
{
	struct piece_reader *json = json_new(write_event, out);
	bool good = true;
	size_t lines = 0;

	buf_reset(out);
	while (good && text.len > 0) {
		size_t length = text.len < size ? text.len : size;

		good = json->feed(json, slice_head(text, length));
		lines += piece_reader_lines(json);
		text = slice_tail(text, length);
	}
	if (!json->end(json))
		buf_add(out, good ? SLICE("cut ") : SLICE("bad "));
	buf_add_u64(out, lines);
	json_free(json);
}

static void check_text(struct slice text, struct slice events)
{
	struct buf out = {0};
	size_t size;

	for (size = 1; size <= text.len + 1; size++) {
		read_pieces(text, size, &out);
		if (!slice_equal(buf_slice(&out), events))
			fprintf(stderr, "pieces of %zu: %.*s\n", size, SLICE_ARG(buf_slice(&out)));
		CHECK(slice_equal(buf_slice(&out), events));
	}
	buf_release(&out);
}

CASE(values_come_in_order)
{
	check_text(SLICE("{\"a\":[1,-2.5e3,\n\"b\\u00e9\\n\"],\"c\":null}\n"),
		   SLICE("{ keya [ #1 #-2.5e3 $b\303\251\n ] keyc null } end 2"));
	check_text(SLICE("true"), SLICE("true end 0"));
}

CASE(numbers_keep_their_digits)
{
	check_text(SLICE("[18446744073709551617,0.10]"),
		   SLICE("[ #18446744073709551617 #0.10 ] end 0"));
	check_text(SLICE("12 34"), SLICE("#12 end #34 end 0"));
}

CASE(lists_of_numbers_may_be_cut_anywhere)
{
	check_text(
		SLICE("{\"a\":[1,23,null,-4.5,6e+7,\n8],\"b\":[[9,10],[ 11 , 12 ],[13]]}"),
		SLICE("{ keya [ #1 #23 null #-4.5 #6e+7 #8 ] keyb [ [ #9 #10 ] [ #11 #12 ] [ #13 ] "
		      "] } end 1"));
	check_text(SLICE("[1,2,true,3,\"4,5\",6,7,{\"a\":8},9,10,[],11]"),
		   SLICE("[ #1 #2 true #3 $4,5 #6 #7 { keya #8 } #9 #10 [ ] #11 ] end 0"));
}

CASE(what_looks_like_a_list_in_a_string_is_none)
{
	check_text(
		SLICE("[\"a [1,2,3] [4,5]\",[6,7,\"8,9,[10,11\",12],\":[1,2\",[13,14]]"),
		SLICE("[ $a [1,2,3] [4,5] [ #6 #7 $8,9,[10,11 #12 ] $:[1,2 [ #13 #14 ] ] end 0"));
}

CASE(lists_of_numbers_that_are_no_json_end)
{
	check_text(SLICE("[1,2 3,4]"), SLICE("[ #1 #2 bad 0"));
	check_text(SLICE("[1,02,3]"), SLICE("[ #1 #0 bad 0"));
	check_text(SLICE("[1,nul,3]"), SLICE("[ #1 bad 0"));
	check_text(SLICE("[1,-,3]"), SLICE("[ #1 bad 0"));
	check_text(SLICE("[1,2.,3]"), SLICE("[ #1 bad 0"));
	check_text(SLICE("{\"a\":{},1,2,3}"), SLICE("{ keya { } bad 0"));
	check_text(SLICE("[1,2,3"), SLICE("[ #1 #2 #3 cut 0"));
}

CASE(values_may_follow_each_other)
{
	check_text(SLICE("\xEF\xBB\xBF[]\n\xEF\xBB\xBF{} []"), SLICE("[ ] end { } end [ ] end 1"));
	check_text(SLICE(" \n "), SLICE("1"));
	check_text(SLICE(""), SLICE("0"));
}

CASE(an_error_is_reported_after_the_events_before_it)
{
	check_text(SLICE("[1]\n[2,\n}"), SLICE("[ #1 ] end [ #2 bad 2"));
	check_text(SLICE("[1,[2"), SLICE("[ #1 [ #2 cut 0"));
	check_text(SLICE("[\"ab"), SLICE("[ cut 0"));
	check_text(SLICE("hello"), SLICE("bad 0"));
}

CASE(bytes_that_are_no_utf_8_stay)
{
	check_text(SLICE("[\"\xFF\x80\"]"), SLICE("[ $\xFF\x80 ] end 0"));
}

CASE(a_reader_can_be_used_again)
{
	struct buf out = {0};
	struct piece_reader *json = json_new(write_event, &out);

	CHECK(!json->feed(json, SLICE("nonsense")));
	CHECK(json->problem.len > 0);
	CHECK(!json->end(json));
	CHECK(json->feed(json, SLICE("[1")) && !json->end(json));
	CHECK(json->feed(json, SLICE("[2]")) && json->end(json));
	CHECK(slice_equal(buf_slice(&out), SLICE("[ #1 [ #2 ] end ")));
	json_free(json);
	buf_release(&out);
}

TEST(json)
{
	if (!json_available()) {
		puts("skipped: built without yajl");
		return 77;
	}
	check_cases();
	return check_done();
}
