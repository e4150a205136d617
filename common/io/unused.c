/* SPDX-License-Identifier: MIT */
#include "common/io/unused.h"

bool unused_is_listed(struct slice words, struct slice word)
{
	struct slice each;

	while (slice_cut(&words, ' ', &each)) {
		if (slice_equal(each, word))
			return true;
	}
	return slice_equal(words, word);
}

void unused_add(struct unused *unused, const char *of, struct slice name)
{
	const size_t length = name.len < UNUSED_NAME ? name.len : UNUSED_NAME;
	size_t i;

	for (i = 0; i < unused->kind_count; i++) {
		if (unused->kinds[i].of == of && unused->kinds[i].length == length &&
		    memcmp(unused->kinds[i].name, name.ptr, length) == 0) {
			unused->kinds[i].count++;
			return;
		}
	}
	if (i == UNUSED_KINDS) {
		unused->others++;
		return;
	}
	unused->kinds[i].of = of;
	memcpy(unused->kinds[i].name, name.ptr, length);
	unused->kinds[i].length = length;
	unused->kinds[i].count = 1;
	unused->kind_count++;
}

void unused_print(const struct unused *unused, struct buf *out)
{
	size_t i;

	buf_add_text(out, "not known, passed over: ");
	for (i = 0; i < unused->kind_count; i++) {
		buf_printf(out, "%s%s '%.*s'", i > 0 ? ", " : "", unused->kinds[i].of,
			   (int)unused->kinds[i].length, unused->kinds[i].name);
		if (unused->kinds[i].count > 1)
			buf_printf(out, " (%llu)", (unsigned long long)unused->kinds[i].count);
	}
	if (unused->others > 0)
		buf_printf(out, " and %llu others", (unsigned long long)unused->others);
}
