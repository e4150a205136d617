/* SPDX-License-Identifier: MIT */
#include "common/base/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Four letters for up to three bytes; "=" where there are fewer. */
static void add_group(char *out, const char *in, size_t len)
{
	unsigned bits = 0;
	size_t i;

	for (i = 0; i < 3; i++)
		bits = bits << 8 | (i < len ? (unsigned char)in[i] : 0);
	for (i = 0; i < 4; i++)
		out[i] = i <= len ? letters[bits >> (18 - 6 * i) & 63] : '=';
}

void buf_add_base64(struct buf *buf, struct slice bytes)
{
	char *out = buf_reserve(buf, bytes.len / 3 * 4 + 4);

	for (; bytes.len > 0; out += 4, buf->len += 4) {
		size_t len = bytes.len < 3 ? bytes.len : 3;

		add_group(out, bytes.ptr, len);
		bytes = slice_tail(bytes, len);
	}
}
