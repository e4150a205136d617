/* SPDX-License-Identifier: MIT */
#include "collapse/formats/java_names.h"

/* The slash after packages, not the one in a hidden class: Main$$Lambda/0x00007f.run */
static size_t find_last_slash(struct slice name)
{
	for (;;) {
		size_t slash = slice_rfind(name, '/');

		if (slash == SLICE_NONE || !slice_starts(slice_tail(name, slash + 1), SLICE("0x")))
			return slash;
		name = slice_head(name, slash);
	}
}

/* Length of the module and the packages with the dot or slash after them. */
static size_t java_names_packages_length(struct slice name)
{
	size_t slash = find_last_slash(name), dot;
	size_t module = slash == SLICE_NONE ? 0 : slash + 1;
	struct slice rest = slice_tail(name, module);

	dot = slice_rfind(rest, '.'); /* in front of the method */
	if (dot == SLICE_NONE)
		return module;
	dot = slice_rfind(slice_head(rest, dot), '.'); /* in front of the class */
	return dot == SLICE_NONE ? module : module + dot + 1;
}

/* Every word as its first character. */
static void add_initials(struct buf *out, struct slice packages)
{
	bool inside = false;
	size_t i;

	for (i = 0; i < packages.len; i++) {
		char c = packages.ptr[i];

		/* Bytes of characters outside of ASCII are parts of words. */
		if (!(char_is_word(c) || (unsigned char)c >= 0x80)) {
			inside = false;
			buf_add_char(out, c);
		} else if (!inside) {
			inside = true;
			buf_add_char(out, c);
			while (i + 1 < packages.len &&
			       ((unsigned char)(packages.ptr[i + 1]) & 0xC0) == 0x80)
				buf_add_char(out, packages.ptr[++i]);
		}
	}
}

void java_shorten_by(struct buf *out, struct slice name, size_t length, enum java_packages packages)
{
	if (packages == JAVA_SHORT)
		add_initials(out, slice_head(name, length));
	else if (packages == JAVA_WHOLE)
		length = 0;
	buf_add(out, slice_tail(name, length));
}

void java_shorten(struct buf *out, struct slice name, enum java_packages packages)
{
	java_shorten_by(out, name, packages == JAVA_WHOLE ? 0 : java_names_packages_length(name),
			packages);
}

struct java_method *java_method(struct ingest_run *run, struct java_names *names, struct slice name,
				enum java_packages packages)
{
	struct java_method *method = line_cache_find(&names->cache, name);
	struct buf *shorter = &text_of(run)->name;

	if (method)
		return method;
	method = arena_alloc(&names->cache.arena, sizeof(*method));
	buf_reset(shorter);
	java_shorten(shorter, name, packages);
	*method = (struct java_method){.frame = text_frame(run, buf_slice(shorter)),
				       .is_new = true};
	line_cache_add(&names->cache, name, method);
	return method;
}

struct slice java_name_of_call(struct slice call)
{
	size_t open = slice_find(call, '(');

	return slice_trim_right(open == SLICE_NONE ? call : slice_head(call, open));
}

struct slice java_drop_number(struct slice thread)
{
	size_t digits = thread.len;

	while (digits > 0 && char_is_digit(thread.ptr[digits - 1]))
		digits--;
	if (digits == 0 || digits == thread.len || thread.ptr[digits - 1] != '-')
		return thread;
	return slice_head(thread, digits - 1);
}

bool java_switch_on(struct slice text, void *field, struct buf *problem)
{
	int *given = field;

	(void)text;
	(void)problem;
	*given = JAVA_ON;
	return true;
}

bool java_switch_off(struct slice text, void *field, struct buf *problem)
{
	int *given = field;

	(void)text;
	(void)problem;
	*given = JAVA_OFF;
	return true;
}
