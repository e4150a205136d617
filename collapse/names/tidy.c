/* SPDX-License-Identifier: MIT */
/* Repair and shorten names of functions. */
#include "collapse/names/tidy.h"

#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "common/debuginfo/demangle_rust.h"

/* True if the bracket at `at` belongs to an operator, as in `operator<`, `->`, `<=`. */
static bool is_operator(struct slice name, size_t at)
{
	struct slice before = slice_head(name, at);

	while (before.len > 0 &&
	       slice_find(SLICE("<>=-"), before.ptr[before.len - 1]) != SLICE_NONE)
		before.len--;
	return slice_ends(before, SLICE("operator"));
}

/* The bracket that closes the one at `open`; SLICE_NONE if there is none. */
static size_t close_of(struct slice name, size_t open)
{
	char opening = name.ptr[open], closing = opening == '[' ? ']' : '>';
	size_t depth = 0, at;

	for (at = open; at < name.len; at++) {
		if (name.ptr[at] == opening)
			depth++;
		else if (name.ptr[at] == closing && name.ptr[at - 1] != '-' && --depth == 0)
			return at;
	}
	return SLICE_NONE;
}

/*
 * Leave out `Map[go.shape.int]` of Go and `Vec<T>` of Rust and Java. Brackets at the beginning,
 * [kernel] or <T as Trait>, are the name itself; so is `[clone` after a blank.
 */
static void add_without_generics(struct buf *out, struct slice name)
{
	size_t at, close;

	for (at = 0; at < name.len; at++) {
		char c = name.ptr[at];
		bool opens = (c == '[' && at > 0 && char_is_word(name.ptr[at - 1])) ||
			     (c == '<' && at > 0 &&
			      (char_is_word(name.ptr[at - 1]) || name.ptr[at - 1] == ':') &&
			      !is_operator(name, at));

		close = opens ? close_of(name, at) : SLICE_NONE;
		if (close == SLICE_NONE) {
			buf_add_char(out, c);
			continue;
		}
		if (name.ptr[at - 1] == ':' && slice_ends(buf_slice(out), SLICE("::")))
			out->len -= 2; /* the turbofish, collect::<T> */
		at = close;
	}
}

/* The start of the last two parts, split at `separator`; brackets are not looked into. */
static size_t last_two(struct slice name, struct slice separator)
{
	size_t at = name.len, found = 0, depth = 0;

	while (at-- > 0) {
		char c = name.ptr[at];

		if (c == ')' || c == '>' || c == ']' || c == '}')
			depth++;
		else if ((c == '(' || c == '<' || c == '[' || c == '{') && depth > 0)
			depth--;
		else if (depth == 0 && char_is_blank(c))
			return 0; /* not a qualified name, but words */
		else if (depth == 0 && slice_starts(slice_tail(name, at), separator) &&
			 ++found == 2)
			return at + separator.len;
	}
	return 0;
}

static struct slice without_packages(struct slice name)
{
	size_t slash = slice_rfind(name, '/');

	if (slice_starts(name, SLICE("[")) || slice_starts(name, SLICE("/")))
		return name; /* [unknown], a path */
	if (slice_contains(name, SLICE("::")))
		return slice_tail(name, last_two(name, SLICE("::")));
	if (slash != SLICE_NONE) /* github.com/user/package.(*Type).method, java/lang/Thread.run */
		return slice_tail(name, slash + 1);
	return slice_tail(name, last_two(name, SLICE(".")));
}

void simplify_name(struct buf *out, struct slice name, enum simplify level)
{
	struct buf plain = {0}, shorter = {0};

	if (level == SIMPLIFY_NONE) {
		buf_add(out, name);
		return;
	}
	if (!tidy_rust(&plain, name, true))
		buf_add(&plain, name);
	tidy_simplify(&shorter, buf_slice(&plain),
		      level == SIMPLIFY_ARGS ? TIDY_ARGS : TIDY_TEMPLATES);
	if (level >= SIMPLIFY_TEMPLATES) {
		buf_reset(&plain);
		add_without_generics(&plain, buf_slice(&shorter));
	} else {
		buf_reset(&plain);
		buf_add(&plain, buf_slice(&shorter));
	}
	buf_add(out, level == SIMPLIFY_PACKAGES ? without_packages(buf_slice(&plain))
						: buf_slice(&plain));
	buf_release(&plain);
	buf_release(&shorter);
}

bool tidy_rust(struct buf *out, struct slice name, bool any_code)
{
	if (!rust_ends_in_hash(name))
		return false;
	name.len -= RUST_HASH;
	slice_drop(&name, SLICE("::"));
	rust_add_unescaped(out, name, any_code);
	return true;
}

void tidy_separators(struct buf *out, size_t at)
{
	size_t next;

	while ((next = slice_find(slice_tail(buf_slice(out), at), ';')) != SLICE_NONE) {
		at += next;
		out->ptr[at] = ':';
	}
}

void tidy_add(struct buf *out, struct slice name)
{
	size_t at = out->len;

	buf_add(out, name);
	tidy_separators(out, at);
}

struct slice tidy_drop_offset(struct slice name)
{
	size_t plus = slice_rfind(name, '+');
	struct slice offset;

	if (plus == SLICE_NONE || plus == 0)
		return name;
	offset = slice_tail(name, plus + 1);
	if (slice_is_number(offset) || (slice_skip(&offset, SLICE("0x")) && slice_is_hex(offset)))
		return slice_head(name, plus);
	return name;
}

void tidy_add_utf8(struct buf *out, struct slice name)
{
	while (name.len > 0) {
		if ((unsigned char)name.ptr[0] < 0x80) {
			buf_add_char(out, name.ptr[0]);
			name = slice_tail(name, 1);
		} else {
			buf_add_code(out, utf8_next(&name));
		}
	}
}

/* True for the arrow of "f(x:) -> Swift.Int", before the result of a function. */
static bool is_result_arrow(struct slice name, size_t at)
{
	return at > 0 && name.ptr[at - 1] == ' ' && at + 2 < name.len && name.ptr[at + 2] == ' ';
}

/* Position of the first `->` that separates inlined functions. */
static size_t find_arrow(struct slice name, bool own)
{
	int depth = 0;
	size_t i;

	if (!slice_contains(name, SLICE("->")))
		return SLICE_NONE;
	for (i = 0; i + 1 < name.len; i++) {
		char c = name.ptr[i];

		if (c == '-' && name.ptr[i + 1] == '>') {
			if (!own || (depth <= 0 && !is_result_arrow(name, i) &&
				     !slice_ends(slice_head(name, i), SLICE("operator"))))
				return i;
			i++;
		} else if (c == '<' || c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == '>' || c == ')' || c == ']' || c == '}') {
			depth--;
		}
	}
	return SLICE_NONE;
}

bool tidy_next_inlined(struct slice *name, bool own, struct slice *part)
{
	size_t arrow;

	if (!name->ptr)
		return false;
	arrow = find_arrow(*name, own);
	if (arrow == SLICE_NONE) {
		*part = *name;
		*name = (struct slice){0};
	} else {
		*part = slice_head(*name, arrow);
		*name = slice_tail(*name, arrow + 2);
	}
	return true;
}

void tidy_add_file_name(struct buf *out, struct slice text, struct slice path)
{
	struct slice part;

	while (slice_cut(&text, '{', &part)) {
		tidy_add(out, part);
		if (slice_skip(&text, SLICE("}")))
			tidy_add(out, slice_base(path));
		else
			buf_add_char(out, '{');
	}
	tidy_add(out, text);
}

struct slice tidy_python_file(struct slice path)
{
	const size_t slash = slice_rfind(path, '/');
	struct slice name;
	size_t above;

	if (slash == SLICE_NONE)
		return path;
	name = slice_tail(path, slash + 1);
	if (!slice_equal(name, SLICE("__init__.py")) && !slice_equal(name, SLICE("__main__.py")))
		return name;
	above = slice_rfind(slice_head(path, slash), '/');
	return above == SLICE_NONE ? path : slice_tail(path, above + 1);
}
