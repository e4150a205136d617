/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_text.h"

#include <errno.h>
#include <unistd.h>

#include "common/base/memory.h"

struct symbol_bytes {
	char *at;
	size_t len, cap;
};

enum { FIRST_CAP = 1 << 20 };

/* Read on up to the end, or so far that there is a `stop` (-1: none). False as symbol_text_read(). */
static bool fill_bytes(struct symbol_bytes *bytes, int fd, int stop)
{
	ssize_t got;

	for (;;) {
		if (bytes->len == bytes->cap) {
			bytes->cap = bytes->cap > 0 ? bytes->cap * 2 : FIRST_CAP;
			bytes->at = memory_resize(bytes->at, bytes->cap, 1);
		}
		got = read(fd, bytes->at + bytes->len, bytes->cap - bytes->len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0 || bytes->len + (size_t)got > SYMBOL_TEXT_LARGEST)
			break;
		bytes->len += (size_t)got;
		if (stop >= 0 && memchr(bytes->at + bytes->len - got, stop, (size_t)got))
			return true;
	}
	if (got == 0)
		return true;
	free(bytes->at);
	return false;
}

/* The first `len` of the bytes, for free(), with room for a zero. */
static struct slice take_bytes(struct symbol_bytes *bytes, size_t len)
{
	return slice_of(memory_resize(bytes->at, len + 1, 1), len);
}

bool symbol_text_read(int fd, struct slice *text)
{
	struct symbol_bytes bytes = {0};

	if (!fill_bytes(&bytes, fd, -1))
		return false;
	*text = take_bytes(&bytes, bytes.len);
	return true;
}

bool symbol_text_read_to(int fd, char stop, struct slice *text, struct slice *rest)
{
	struct symbol_bytes bytes = {0}, after = {0};
	struct slice all;
	size_t end;

	if (!fill_bytes(&bytes, fd, (unsigned char)stop))
		return false;
	all = slice_of(bytes.at, bytes.len);
	end = slice_find(all, stop);
	end = end == SLICE_NONE ? bytes.len : slice_rfind(slice_head(all, end), '\n') + 1;
	after.at = memory_get(bytes.len - end + 1);
	memcpy(after.at, bytes.at + end, bytes.len - end);
	*rest = slice_of(after.at, bytes.len - end);
	*text = take_bytes(&bytes, end);
	return true;
}

bool symbol_text_read_on(int fd, struct slice rest, struct slice *text)
{
	struct symbol_bytes bytes = {(char *)(uintptr_t)rest.ptr, rest.len, rest.len};

	if (bytes.len == 0) {
		free(bytes.at);
		bytes = (struct symbol_bytes){0};
	}
	if (!fill_bytes(&bytes, fd, -1))
		return false;
	*text = take_bytes(&bytes, bytes.len);
	return true;
}

/* Eight lower-case digits at once; false if they are not such. */
static bool take_eight(const char *digits, uint64_t *value)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	const uint64_t bytes = slice_load(digits);
	/* '0' to '9' are 0x30 to 0x39, 'a' to 'f' 0x61 to 0x66 */
	const uint64_t letters = bytes >> 6 & ones;
	uint64_t each = (bytes & ones * 0xf) + letters * 9;
	const uint64_t above_nine = (each + ones * 6) >> 4 & ones;

	if ((each & ones * 0xf0) != 0 || each + ones * '0' + above_nine * ('a' - '0' - 10) != bytes)
		return false;
	/* the first byte is the lowest, and its digit the highest */
	each = (each << 4 | each >> 8) & UINT64_C(0x00ff00ff00ff00ff);
	each = (each << 8 | each >> 16) & UINT64_C(0x0000ffff0000ffff);
	*value = (each << 16 | each >> 32) & UINT64_C(0xffffffff);
	return true;
}

bool symbol_text_hex(struct slice *line, uint64_t *value)
{
	uint64_t high, low;
	size_t len = 0;

	if (line->len > 16 && line->ptr[16] == ' ' && take_eight(line->ptr, &high) &&
	    take_eight(line->ptr + 8, &low)) {
		*value = high << 32 | low;
		*line = slice_tail(*line, 16);
		return true;
	}
	*value = 0;
	for (; len < line->len && char_is_hex(line->ptr[len]); len++) {
		if (len == 16)
			return false;
		*value = *value << 4 | char_hex_value(line->ptr[len]);
	}
	*line = slice_tail(*line, len);
	return len > 0;
}
