/* SPDX-License-Identifier: MIT */
/*
 * buf.h - growing output bytes. A zeroed struct is an empty buffer; buf_release()
 * gives the memory back. Independent of the locale.
 */
#ifndef FLAMBEAU_BUF_H
#define FLAMBEAU_BUF_H

#include <stdarg.h>

#include "common/base/slice.h"

struct buf {
	char *ptr;
	size_t len, cap;
};

void buf_release(struct buf *buf);

static inline void buf_reset(struct buf *buf)
{
	buf->len = 0;
}

static inline struct slice buf_slice(const struct buf *buf)
{
	return (struct slice){buf->ptr, buf->len};
}

/* Empty it, and give back what only a text of unusual length needed. */
void buf_shrink(struct buf *buf);

/* Reserve `more` bytes after the text; the caller writes them and adds to len. */
char *buf_reserve(struct buf *buf, size_t more);

void buf_add(struct buf *buf, struct slice text);

/* From now on it has this text alone, which is not a part of its own. */
static inline void buf_set(struct buf *buf, struct slice text)
{
	buf_reset(buf);
	buf_add(buf, text);
}

static inline void buf_add_few(struct buf *buf, const char *text, size_t len)
{
	if (UNLIKELY(buf->cap - buf->len <= len))
		buf_reserve(buf, len);
	memcpy(buf->ptr + buf->len, text, len);
	buf->len += len;
}

/* buf_add(buf, SLICE("text")), but some stores instead of two calls: for what is written often. */
#define BUF_ADD(buf, literal) buf_add_few(buf, "" literal, sizeof(literal) - 1)

static inline void buf_add_char(struct buf *buf, char c)
{
	if (UNLIKELY(buf->len == buf->cap))
		buf_reserve(buf, 1);
	buf->ptr[buf->len++] = c;
}

/* The text as a C string, until it changes. */
static inline char *buf_cstring(struct buf *buf)
{
	*buf_reserve(buf, 1) = '\0';
	return buf->ptr;
}

void buf_add_text(struct buf *buf, const char *text); /* a C string */
void buf_add_u64(struct buf *buf, uint64_t value);

/* `value` in units of 10^-digits as the shortest decimal: 1250, 2 is "12.5". */
void buf_add_decimal(struct buf *buf, uint64_t value, unsigned digits);

/* `value` in units of 10^-digits with exactly `digits` decimals: 1250, 2 is "12.50". */
void buf_add_fixed(struct buf *buf, int64_t value, unsigned digits);

/* 1234567 as "1,234,567". */
void buf_add_grouped(struct buf *buf, uint64_t value);

/*
 * Append a file of /proc or another one whose size is known when it has been read. False after an
 * error, which errno has. A FIFO is not waited for.
 */
bool buf_add_file(struct buf *buf, const char *path);

/* For texts off the hot path. */
void buf_printf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(struct buf *buf, const char *format, va_list args) PRINTF_LIKE(2, 0);

#endif
