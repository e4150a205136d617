/* SPDX-License-Identifier: MIT */
#include "common/base/frame_name.h"

/* True if 8 bytes contain separators or control characters; tests all 8 at once. */
static bool has_forbidden(uint64_t bytes)
{
	const uint64_t each = 0x0101010101010101u;
	const uint64_t separators = bytes ^ each * ';', deletes = bytes ^ each * 0x7F;
	uint64_t found = (bytes - each * ' ') & ~bytes; /* below a blank */

	found |= (separators - each) & ~separators; /* 0, which is below 1 */
	found |= (deletes - each) & ~deletes;
	return (found & each * 0x80) != 0;
}

static bool is_clean(struct slice name)
{
	const uint64_t blanks = 0x2020202020202020u;
	uint64_t bytes;
	size_t i;

	for (i = 0; i + sizeof(bytes) <= name.len; i += sizeof(bytes)) {
		memcpy(&bytes, name.ptr + i, sizeof(bytes));
		if (has_forbidden(bytes))
			return false;
	}
	bytes = blanks;
	if (i < name.len)
		memcpy(&bytes, name.ptr + i, name.len - i);
	return name.len > 0 && !has_forbidden(bytes);
}

static void add_clean(struct buf *out, struct slice name)
{
	size_t i;

	for (i = 0; i < name.len; i++) {
		unsigned char c = (unsigned char)name.ptr[i];

		buf_add_char(out, c == ';' ? ':' : c < ' ' || c == 0x7F ? ' ' : (char)c);
	}
}

struct slice frame_name_clean(struct slice name, struct buf *room)
{
	if (is_clean(name))
		return name;
	buf_reset(room);
	add_clean(room, name);
	name = slice_trim(buf_slice(room));
	return name.len > 0 ? name : SLICE("[unknown]");
}
