/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_text.h"

bool merge_text_fill(struct merge_text *text)
{
	struct buf *buf = &text->buf;
	const bool has_key = text->key_at != SIZE_MAX;
	const size_t keep = has_key ? text->key_at : text->from;
	ssize_t n;

	if (keep > 0) {
		memmove(buf->ptr, buf->ptr + keep, buf->len - keep);
		buf->len -= keep;
		text->from -= keep;
		text->key_at -= has_key ? keep : 0;
	}
	if (buf->cap - buf->len <= text->step / 2)
		buf_reserve(buf, text->step);
	if (has_key)
		text->key.ptr = buf->ptr + text->key_at;
	n = text->read(text->context, buf->ptr + buf->len, buf->cap - buf->len);
	text->failed |= n < 0;
	buf->len += n > 0 ? (size_t)n : 0;
	return n > 0;
}

bool merge_text_need(struct merge_text *text, size_t size)
{
	while (text->buf.len - text->from < size) {
		if (!merge_text_fill(text))
			return false;
	}
	return true;
}

size_t merge_common_prefix(struct slice one, struct slice other, size_t known)
{
	const size_t size = one.len < other.len ? one.len : other.len;

	while (size - known >= sizeof(uint64_t)) {
		const uint64_t differ = slice_load(one.ptr + known) ^ slice_load(other.ptr + known);

		if (differ != 0)
			return known + (size_t)__builtin_ctzll(differ) / 8;
		known += sizeof(uint64_t);
	}
	while (known < size && one.ptr[known] == other.ptr[known])
		known++;
	return known;
}

bool merge_text_take(struct merge_text *text, struct slice key, bool is_inside)
{
	const struct slice before = text->key;
	const size_t shared = merge_common_prefix(before, key, 0);

	if (shared < before.len && (shared == key.len || (unsigned char)key.ptr[shared] <
								 (unsigned char)before.ptr[shared]))
		return false;
	text->key = key;
	text->shared = shared;
	text->key_at = is_inside ? (size_t)(key.ptr - text->buf.ptr) : SIZE_MAX;
	return true;
}
