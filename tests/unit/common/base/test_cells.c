/* SPDX-License-Identifier: MIT */
#include "common/base/cells.h"

#include "tests/unit/check.h"

static bool shows(const char *text, size_t room, enum label_rule rule, const char *expected)
{
	struct buf buf = {0};
	size_t used = cells_add(&buf, slice_from(text), room, rule);
	bool equal = slice_equal(buf_slice(&buf), slice_from(expected)) &&
		     used == cells_count(buf_slice(&buf)) && used <= room;

	buf_release(&buf);
	return equal;
}

CASE(names_are_cut_at_either_end)
{
	CHECK(shows("function", 8, LABEL_HEAD, "function"));
	CHECK(shows("function", 7, LABEL_HEAD, "funct.."));
	CHECK(shows("function", 7, LABEL_TAIL, "..ction"));
	CHECK(shows("function", 3, LABEL_HEAD, "f.."));
	CHECK(shows("function", 3, LABEL_TAIL, "..n"));
	CHECK(shows("function", 2, LABEL_HEAD, ""));
	CHECK(shows("fn", 2, LABEL_HEAD, "fn"));
	CHECK(shows("", 0, LABEL_HEAD, ""));
}

CASE(nothing_is_obeyed)
{
	CHECK(shows("a\x1B[31m\tb\x7F", 20, LABEL_HEAD, "a?[31m?b?"));
	CHECK(shows("\xC2\x9B"
		    "1m",
		    20, LABEL_HEAD, "?1m"));                              /* U+009B, CSI */
	CHECK(shows("\xFF\xE2\x82z", 20, LABEL_HEAD, "??z"));             /* no UTF-8 */
	CHECK(shows("\xE2\x80\xAEz", 20, LABEL_HEAD, "?z"));              /* U+202E */
	CHECK(shows("\xC2\xADz", 20, LABEL_HEAD, "?z"));                  /* U+00AD */
	CHECK(shows("\xE2\x80\xA8z\xE2\x80\xA9", 20, LABEL_HEAD, "?z?")); /* U+2028, U+2029 */
}

/* Without the library they are question marks. */
CASE(wide_characters_take_two_cells)
{
	const char *japan = "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E";
	const char *accent = "e\xCC\x81x", *alone = "\xCC\x81x";

	CHECK(shows("\xC3\xA9t\xC3\xA9", 3, LABEL_HEAD, "\xC3\xA9t\xC3\xA9"));
	if (cells_count(slice_from(japan)) == 3) {
		CHECK(shows(japan, 3, LABEL_HEAD, "???"));
		return;
	}
	CHECK(cells_count(slice_from(japan)) == 6);
	CHECK(shows(japan, 6, LABEL_HEAD, japan));
	CHECK(shows(japan, 5, LABEL_HEAD, "\xE6\x97\xA5.."));
	CHECK(shows(japan, 5, LABEL_TAIL, "..\xE8\xAA\x9E"));
	CHECK(shows(japan, 3, LABEL_HEAD, ".."));
	CHECK(shows(accent, 2, LABEL_HEAD, accent));
	CHECK(shows(alone, 2, LABEL_HEAD, "x"));
}

TEST_CASES(cells)
