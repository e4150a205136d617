/* SPDX-License-Identifier: MIT */
/*
 * Java: a class's descriptor, a method, and the method's descriptor (Java Virtual Machine
 * Specification, section 4.3). The type of the result is left out.
 *
 *     Lcom/foo/Bar;baz(I[Ljava/lang/String;)V -> com.foo.Bar.baz(int, java.lang.String[])
 */
#include "common/debuginfo/demangle_languages.h"

enum { MOST_DIMENSIONS = 255 }; /* of an array, section 4.3.2 */

static const struct primitive {
	char code;
	struct slice name;
} primitives[] = {
	{'B', SLICE_INIT("byte")},  {'C', SLICE_INIT("char")},    {'D', SLICE_INIT("double")},
	{'F', SLICE_INIT("float")}, {'I', SLICE_INIT("int")},     {'J', SLICE_INIT("long")},
	{'S', SLICE_INIT("short")}, {'Z', SLICE_INIT("boolean")},
};

/* Take "Lcom/foo/Bar;" off the front. */
static bool add_class(struct buf *out, struct slice *rest)
{
	struct slice name;
	size_t i;

	if (!slice_skip(rest, SLICE("L")) || !slice_cut(rest, ';', &name) || name.len == 0)
		return false;
	for (i = 0; i < name.len; i++) {
		const char c = name.ptr[i];

		if (c == '(' || c == ')' || c == '[' || c == '.' || char_is_blank(c))
			return false;
		buf_add_char(out, c == '/' ? '.' : c);
	}
	return true;
}

/* Take the type of a parameter off the front. */
static bool add_type(struct buf *out, struct slice *rest)
{
	unsigned dimensions = 0;
	size_t i;

	while (slice_skip(rest, SLICE("["))) {
		if (++dimensions > MOST_DIMENSIONS)
			return false;
	}
	if (rest->len == 0)
		return false;
	for (i = 0; i < ARRAY_LEN(primitives) && primitives[i].code != rest->ptr[0];)
		i++;
	if (i < ARRAY_LEN(primitives)) {
		buf_add(out, primitives[i].name);
		*rest = slice_tail(*rest, 1);
	} else if (!add_class(out, rest)) {
		return false;
	}
	for (; dimensions > 0; dimensions--)
		BUF_ADD(out, "[]");
	return true;
}

/* "(I[J)": the whole of it. */
static bool add_parameters(struct buf *out, struct slice *rest)
{
	const size_t before = out->len;
	bool is_first = true;

	if (!slice_skip(rest, SLICE("(")))
		return false;
	buf_add_char(out, '(');
	while (!slice_skip(rest, SLICE(")"))) {
		if (!is_first)
			BUF_ADD(out, ", ");
		is_first = false;
		if (!add_type(out, rest) || out->len - before > DEMANGLE_LONGEST)
			return false;
	}
	buf_add_char(out, ')');
	return true;
}

/* The type of the result is read, and not printed. */
static bool is_result(struct buf *out, struct slice rest)
{
	const size_t before = out->len;
	const bool good = slice_equal(rest, SLICE("V")) || (add_type(out, &rest) && rest.len == 0);

	out->len = before;
	return good;
}

bool demangle_java(struct buf *out, struct slice name)
{
	struct slice method;
	size_t open;

	if (!add_class(out, &name))
		return false;
	open = slice_find(name, '(');
	if (open == SLICE_NONE || open == 0)
		return false;
	method = slice_head(name, open);
	if (slice_find(method, '/') != SLICE_NONE || slice_find(method, ';') != SLICE_NONE)
		return false;
	buf_add_char(out, '.');
	buf_add(out, method);
	name = slice_tail(name, open);
	return add_parameters(out, &name) && is_result(out, name);
}
