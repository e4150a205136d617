/* SPDX-License-Identifier: MIT */
#include "common/buf.h"

#include <stdarg.h>

#include "common/arena.h"

void buf_release(struct buf *buf)
{
	free(buf->ptr);
	*buf = (struct buf){0};
}

char *buf_reserve(struct buf *buf, size_t more)
{
	if (UNLIKELY(buf->cap - buf->len < more))
		buf->ptr = memory_grow(buf->ptr, &buf->cap, buf->len + more, 1);
	return buf->ptr + buf->len;
}

void buf_add(struct buf *buf, struct slice text)
{
	if (text.len == 0)
		return;
	memcpy(buf_reserve(buf, text.len), text.ptr, text.len);
	buf->len += text.len;
}

void buf_add_text(struct buf *buf, const char *text)
{
	buf_add(buf, slice_from(text));
}

/* The digits of `value`, right-aligned in 20 bytes. */
static struct slice digits_of(uint64_t value, char room[20])
{
	char *at = room + 20;

	do {
		*--at = (char)('0' + value % 10);
		value /= 10;
	} while (value > 0);
	return slice_between(at, room + 20);
}

void buf_add_u64(struct buf *buf, uint64_t value)
{
	char room[20];

	buf_add(buf, digits_of(value, room));
}

void buf_add_fixed(struct buf *buf, int64_t value, unsigned digits)
{
	uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value, unit = 1, fraction;
	unsigned i;

	for (i = 0; i < digits; i++)
		unit *= 10;
	if (value < 0)
		buf_add_char(buf, '-');
	buf_add_u64(buf, left / unit);
	if (digits == 0)
		return;
	buf_add_char(buf, '.');
	for (fraction = left % unit; unit > 1; fraction %= unit) {
		unit /= 10;
		buf_add_char(buf, (char)('0' + fraction / unit));
	}
}

void buf_add_decimal(struct buf *buf, uint64_t value, unsigned digits)
{
	uint64_t unit = 1, fraction;
	unsigned i;

	for (i = 0; i < digits; i++)
		unit *= 10;
	buf_add_u64(buf, value / unit);
	fraction = value % unit;
	if (fraction == 0)
		return;
	buf_add_char(buf, '.');
	while (fraction > 0) {
		unit /= 10;
		buf_add_char(buf, (char)('0' + fraction / unit));
		fraction %= unit;
	}
}

void buf_add_grouped(struct buf *buf, uint64_t value)
{
	char room[20];
	struct slice digits = digits_of(value, room);
	size_t i;

	for (i = 0; i < digits.len; i++) {
		if (i > 0 && (digits.len - i) % 3 == 0)
			buf_add_char(buf, ',');
		buf_add_char(buf, digits.ptr[i]);
	}
}

void buf_printf(struct buf *buf, const char *format, ...)
{
	va_list args, again;
	int len;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	if (len > 0) {
		vsnprintf(buf_reserve(buf, (size_t)len + 1), (size_t)len + 1, format, again);
		buf->len += (size_t)len;
	}
	va_end(again);
	va_end(args);
}
