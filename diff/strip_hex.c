/* SPDX-License-Identifier: MIT */
#include "diff/strip_hex.h"

struct slice strip_hex(struct slice text, struct buf *buf)
{
	size_t at = slice_search(text, SLICE("0x"));

	if (at == SLICE_NONE)
		return text;
	buf_reset(buf);
	for (; at != SLICE_NONE; at = slice_search(text, SLICE("0x"))) {
		buf_add(buf, slice_head(text, at + 2));
		text = slice_tail(text, at + 2);
		if (text.len > 0 && char_is_hex(text.ptr[0]))
			buf_add_text(buf, "...");
		while (text.len > 0 && char_is_hex(text.ptr[0]))
			text = slice_tail(text, 1);
	}
	buf_add(buf, text);
	return buf_slice(buf);
}
