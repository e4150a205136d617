/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"

#include "tests/unit/check.h"

/* RFC 4648, section 10. */
CASE(texts_are_those_of_the_rfc)
{
	static const char *const all[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
					  "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
	struct buf buf = {0};
	size_t len;

	for (len = 0; len < ARRAY_LEN(all); len++) {
		buf_reset(&buf);
		buf_add_base64(&buf, slice_of("foobar", len));
		CHECK(slice_equal(buf_slice(&buf), slice_from(all[len])));
	}
	buf_reset(&buf);
	buf_add_base64(&buf, slice_of("\xfb\xff\x00", 3));
	CHECK(slice_equal(buf_slice(&buf), SLICE("+/8A")));
	buf_release(&buf);
}

TEST_CASES(base64)
