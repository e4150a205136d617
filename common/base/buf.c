/* SPDX-License-Identifier: MIT */
#include "common/base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/base/arena.h"

enum { USUAL = 1 << 20 }; /* bytes */

void buf_shrink(struct buf *buf)
{
	if (buf->cap > USUAL)
		buf_release(buf);
	buf_reset(buf);
}

void buf_release(struct buf *buf)
{
	free(buf->ptr);
	*buf = (struct buf){0};
}

char *buf_reserve(struct buf *buf, size_t more)
{
	assert(buf->len <= buf->cap);
	if (UNLIKELY(buf->cap - buf->len <= more)) /* a byte too many: no pointer is NULL */
		buf->ptr = memory_grow(buf->ptr, &buf->cap, buf->len + more + 1, 1);
	return buf->ptr + buf->len;
}

void buf_add(struct buf *buf, struct slice text)
{
	if (text.len == 0)
		return;
	/* text of the buffer itself would move while it is copied */
	assert((uintptr_t)text.ptr >= (uintptr_t)buf->ptr + buf->cap ||
	       (uintptr_t)text.ptr + text.len <= (uintptr_t)buf->ptr);
	memcpy(buf_reserve(buf, text.len), text.ptr, text.len);
	buf->len += text.len;
}

void buf_add_text(struct buf *buf, const char *text)
{
	buf_add(buf, slice_from(text));
}

enum { DIGITS = 20 }; /* of the largest number */

static size_t digit_count(uint64_t value)
{
	size_t count = 1;

	for (; value >= 10000; value /= 10000)
		count += 4;
	return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

/* Two by two; where they begin. */
static char *write_digits(uint64_t value, char *end)
{
	static const char pairs[] = "00010203040506070809101112131415161718192021222324"
				    "25262728293031323334353637383940414243444546474849"
				    "50515253545556575859606162636465666768697071727374"
				    "75767778798081828384858687888990919293949596979899";

	for (; value >= 100; value /= 100) {
		end -= 2;
		memcpy(end, pairs + value % 100 * 2, 2);
	}
	if (value >= 10) {
		end -= 2;
		memcpy(end, pairs + value * 2, 2);
	} else {
		*--end = (char)('0' + value);
	}
	return end;
}

void buf_add_u64(struct buf *buf, uint64_t value)
{
	size_t count = digit_count(value);

	write_digits(value, buf_reserve(buf, count) + count);
	buf->len += count;
}

void buf_add_fixed(struct buf *buf, int64_t value, unsigned digits)
{
	uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value, unit = 1, fraction;
	unsigned i;

	assert(digits < DIGITS);
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

	assert(digits < DIGITS);
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
	char room[DIGITS];
	struct slice digits = slice_between(write_digits(value, room + DIGITS), room + DIGITS);
	size_t i;

	for (i = 0; i < digits.len; i++) {
		if (i > 0 && (digits.len - i) % 3 == 0)
			buf_add_char(buf, ',');
		buf_add_char(buf, digits.ptr[i]);
	}
}

bool buf_add_file(struct buf *buf, const char *path)
{
	enum { STEP = 1 << 13 };
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd >= 0 ? 1 : -1;

	while (n > 0 || (n < 0 && fd >= 0 && errno == EINTR)) {
		n = read(fd, buf_reserve(buf, STEP), STEP);
		if (n > 0)
			buf->len += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	return n == 0;
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	if (len > 0) {
		vsnprintf(buf_reserve(buf, (size_t)len + 1), (size_t)len + 1, format, again);
		buf->len += (size_t)len;
	}
	va_end(again);
}

void buf_printf(struct buf *buf, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	buf_vprintf(buf, format, args);
	va_end(args);
}
