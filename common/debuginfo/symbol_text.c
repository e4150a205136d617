/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_text.h"

#include <errno.h>
#include <unistd.h>

#include "common/base/memory.h"

bool symbol_text_read(int fd, struct slice *text)
{
	size_t len = 0, cap = 1 << 20;
	char *bytes = memory_get(cap);
	ssize_t got;

	for (;;) {
		if (len == cap) {
			cap *= 2;
			bytes = memory_resize(bytes, cap, 1);
		}
		got = read(fd, bytes + len, cap - len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0 || len + (size_t)got > SYMBOL_TEXT_LARGEST)
			break;
		len += (size_t)got;
	}
	if (got != 0) {
		free(bytes);
		return false;
	}
	*text = slice_of(memory_resize(bytes, len + 1, 1), len);
	return true;
}

bool symbol_text_hex(struct slice *line, uint64_t *value)
{
	size_t len = 0;

	*value = 0;
	for (; len < line->len && char_is_hex(line->ptr[len]); len++) {
		if (len == 16)
			return false;
		*value = *value << 4 | char_hex_value(line->ptr[len]);
	}
	*line = slice_tail(*line, len);
	return len > 0;
}
