/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_text.h"

#include "tests/unit/check.h"

static void beginnings_are_compared_to_the_last_byte(void)
{
	const struct slice text = SLICE("0123456789abcdefghij");
	char other[20];
	size_t i, known;

	for (i = 0; i < text.len; i++) {
		memcpy(other, text.ptr, text.len);
		other[i] ^= 1;
		for (known = 0; known <= i; known++)
			CHECK(merge_common_prefix(text, slice_of(other, sizeof(other)), known) ==
			      i);
		CHECK(merge_common_prefix(text, slice_head(text, i), 0) == i);
		CHECK(merge_common_prefix(slice_head(text, i), text, i) == i);
	}
}

static void keys_in_the_wrong_order_are_refused(void)
{
	struct merge_text text = {.key_at = SIZE_MAX};

	CHECK(merge_text_take(&text, SLICE("b"), false) && text.shared == 0);
	CHECK(merge_text_take(&text, SLICE("b;c"), false) && text.shared == 1);
	CHECK(merge_text_take(&text, SLICE("b;c"), false) && text.shared == 3);
	CHECK(!merge_text_take(&text, SLICE("b"), false));
	CHECK(!merge_text_take(&text, SLICE("b;b"), false));
	CHECK(!merge_text_take(&text, SLICE("a;zzz"), false));
	CHECK(slice_equal(text.key, SLICE("b;c")));
	CHECK(merge_text_take(&text, SLICE("b;\xff"), false));
}

struct drip {
	struct slice left;
	size_t most; /* bytes given at a time */
};

static ssize_t read_drip(void *context, char *to, size_t size)
{
	struct drip *drip = context;
	size_t n = drip->left.len < size ? drip->left.len : size;

	if (n > drip->most)
		n = drip->most;
	memcpy(to, drip->left.ptr, n);
	drip->left = slice_tail(drip->left, n);
	return (ssize_t)n;
}

static void the_key_stays_while_more_is_read(void)
{
	struct drip drip = {SLICE("first,second,third and the rest"), 3};
	struct merge_text text = {
		.key_at = SIZE_MAX, .step = 4, .read = read_drip, .context = &drip};

	CHECK(merge_text_need(&text, 5));
	CHECK(merge_text_take(&text, slice_head(merge_text_rest(&text), 5), true));
	text.from += 6;
	CHECK(merge_text_need(&text, 25) && slice_equal(text.key, SLICE("first")));
	CHECK(slice_equal(merge_text_rest(&text), SLICE("second,third and the rest")));
	CHECK(!merge_text_need(&text, 26) && !text.failed);
	CHECK(slice_equal(text.key, SLICE("first")));
	buf_release(&text.buf);
}

TEST(merge_text)
{
	beginnings_are_compared_to_the_last_byte();
	keys_in_the_wrong_order_are_refused();
	the_key_stays_while_more_is_read();
	return check_done();
}
