/* SPDX-License-Identifier: MIT */
/*
 * C++ names as demanglers and DWARF spell them: the two spellings of one function,
 * "void f<int>(int) const [clone .cold]" and "f<int>", become one frame.
 */
#include "collapse/tidy.h"

/* Longest first: the first that fits is meant. */
static const struct slice operators[] = {
	SLICE_INIT("()"), SLICE_INIT("[]"), SLICE_INIT("<=>"), SLICE_INIT("<<="), SLICE_INIT(">>="),
	SLICE_INIT("->*"), SLICE_INIT("->"), SLICE_INIT("<<"), SLICE_INIT(">>"), SLICE_INIT("<="),
	SLICE_INIT(">="), SLICE_INIT("<"), SLICE_INIT(">"), SLICE_INIT("=="), SLICE_INIT("="),
	SLICE_INIT("!="), SLICE_INIT("!"), SLICE_INIT("&&"), SLICE_INIT("&="), SLICE_INIT("&"),
	SLICE_INIT("||"), SLICE_INIT("|="), SLICE_INIT("|"), SLICE_INIT("++"), SLICE_INIT("+="),
	SLICE_INIT("+"), SLICE_INIT("--"), SLICE_INIT("-="), SLICE_INIT("-"), SLICE_INIT("*="),
	SLICE_INIT("*"), SLICE_INIT("/="), SLICE_INIT("/"), SLICE_INIT("%="), SLICE_INIT("%"),
	SLICE_INIT("^="), SLICE_INIT("^"), SLICE_INIT("~"), SLICE_INIT(","),
};

/* What may stand between a parameter list and the end, from the end. */
static const struct slice qualifiers[] = {
	SLICE_INIT(" const"), SLICE_INIT(" volatile"), SLICE_INIT(" noexcept"),
	SLICE_INIT(" &&"), SLICE_INIT(" &"), SLICE_INIT("&&"), SLICE_INIT("&"),
};

static const struct slice anonymous = SLICE_INIT("(anonymous namespace)");

/* Where the parts of a name lie. */
struct shape {
	size_t params;   /* the `(` of the last group outside all brackets; SLICE_NONE without */
	size_t closed;   /* behind its `)` */
	size_t blank;    /* behind the last blank outside all brackets before params; 0 without */
};

/* If "operator" stands at `at`, the position behind the operator's sign; else `at`. */
static size_t skip_operator(struct slice name, size_t at)
{
	const struct slice word = SLICE("operator");
	struct slice rest = slice_tail(name, at);
	size_t i;

	if ((at > 0 && char_is_word(name.ptr[at - 1])) || !slice_skip(&rest, word) || rest.len == 0)
		return at;
	for (i = 0; i < ARRAY_LEN(operators); i++) {
		if (slice_skip(&rest, operators[i])) {
			if (slice_starts(rest, SLICE(" <"))) /* "operator<< <char>" */
				rest = slice_tail(rest, 1);
			return (size_t)(rest.ptr - name.ptr);
		}
	}
	if (rest.ptr[0] != ' ' && rest.ptr[0] != '"')
		return at;
	/* "operator unsigned int", "operator new[]": to the parameters */
	while (rest.len > 0 && rest.ptr[0] != '(' && rest.ptr[0] != '<')
		rest = slice_tail(rest, 1);
	return (size_t)(rest.ptr - name.ptr);
}

/* Is the blank at `at` behind parameters, as in "f() const::{lambda()#1}"? */
static bool precedes_qualifier(struct slice name, size_t at)
{
	struct slice rest = slice_tail(name, at);
	size_t i;

	if (at == 0 || name.ptr[at - 1] != ')')
		return false;
	for (i = 0; i < ARRAY_LEN(qualifiers); i++) {
		if (slice_skip(&rest, qualifiers[i]))
			return rest.len == 0 || !char_is_word(rest.ptr[0]);
	}
	return false;
}

static struct shape find_shape(struct slice name)
{
	struct shape shape = {SLICE_NONE, 0, 0};
	size_t i = 0, blank = 0;
	int depth = 0;

	while (i < name.len) {
		char c = name.ptr[i];
		size_t behind = c == 'o' ? skip_operator(name, i) : i;

		if (behind > i) {
			i = behind;
			continue;
		}
		if (c == '(' && depth == 0) {
			shape.params = i;
			shape.blank = blank;
		}
		if (c == '(' || c == '<' || c == '[' || c == '{')
			depth++;
		else if (depth > 0 && (c == ')' || c == '>' || c == ']' || c == '}') &&
			 !(c == '>' && i > 0 && name.ptr[i - 1] == '-'))
			depth--;
		if (c == ')' && depth == 0)
			shape.closed = i + 1;
		if (c == ' ' && depth == 0 && !precedes_qualifier(name, i))
			blank = i + 1;
		i++;
	}
	if (shape.params != SLICE_NONE && shape.closed <= shape.params)
		shape.params = SLICE_NONE;
	return shape;
}

static struct slice drop_clones(struct slice name)
{
	size_t at;

	while (name.len > 0 && name.ptr[name.len - 1] == ']' &&
	       (at = slice_rsearch(name, SLICE(" [clone "))) != SLICE_NONE)
		name = slice_head(name, at);
	return name;
}

static struct slice drop_qualifiers(struct slice name)
{
	size_t i = 0;

	while (i < ARRAY_LEN(qualifiers)) {
		if (name.len > qualifiers[i].len && slice_drop(&name, qualifiers[i]))
			i = 0;
		else
			i++;
	}
	return name;
}

/* "V", "[I", "Ljava/lang/Object;": the result of a method as the JVM spells it. */
static bool is_jvm_type(struct slice text)
{
	while (slice_skip(&text, SLICE("[")))
		;
	if (text.len == 1)
		return slice_find(SLICE("VZBCSIJFD"), text.ptr[0]) != SLICE_NONE;
	return text.len > 2 && text.ptr[0] == 'L' && text.ptr[text.len - 1] == ';';
}

static bool may_precede_params(struct slice name, size_t at)
{
	char c;

	if (at == 0 || slice_starts(slice_tail(name, at), anonymous))
		return false;
	c = name.ptr[at - 1];
	return char_is_word(c) || (unsigned char)c >= 0x80 || slice_find(SLICE(">])}$~"), c) != SLICE_NONE;
}

static bool follows_operator(struct slice name, size_t at)
{
	size_t word = slice_rsearch(slice_head(name, at), SLICE("operator"));

	return word != SLICE_NONE && skip_operator(name, word) == at;
}

/* Is what stands before the name a return type? Not in "non-virtual thunk to f()". */
static bool is_return_type(struct slice before)
{
	struct slice trimmed = slice_trim_right(before);

	return trimmed.len > 0 && !slice_ends(trimmed, SLICE(" to")) &&
	       !slice_ends(trimmed, SLICE(" for"));
}

static struct slice drop_args(struct slice name)
{
	struct slice whole = drop_clones(name), bare;
	struct shape shape = find_shape(whole);
	struct slice behind, function;

	if (shape.params == SLICE_NONE)
		return whole;
	behind = slice_tail(whole, shape.closed);
	bare = drop_qualifiers(whole);
	if (bare.len != shape.closed &&
	    !(is_jvm_type(behind) && slice_find(whole, ' ') == SLICE_NONE))
		return whole;
	if (!may_precede_params(whole, shape.params) && !follows_operator(whole, shape.params))
		return whole;
	function = slice_head(whole, shape.params);
	if (is_return_type(slice_head(function, shape.blank)) &&
	    (function.ptr[shape.blank] != '(' ||
	     slice_starts(slice_tail(function, shape.blank), anonymous)))
		function = slice_tail(function, shape.blank);
	return function;
}

/* Does the `<` at `at` open template arguments? Not in <lambda()> or Rust's <T as U>. */
static bool opens_template(struct slice name, size_t at)
{
	char before = at > 0 ? name.ptr[at - 1] : ':';

	return char_is_word(before) || before == ']' || before == '>' || follows_operator(name, at);
}

static void drop_templates(struct buf *out, struct slice name)
{
	size_t i = 0;
	int depth = 0, dropped_at = -1; /* depth outside of the arguments being dropped */

	while (i < name.len) {
		char c = name.ptr[i];
		size_t behind = c == 'o' ? skip_operator(name, i) : i;

		if (behind > i) {
			if (dropped_at < 0)
				buf_add(out, slice_trim_right(slice_of(name.ptr + i, behind - i)));
			i = behind;
			continue;
		}
		if (c == '<' && dropped_at < 0 && opens_template(name, i))
			dropped_at = depth;
		if (dropped_at < 0)
			buf_add_char(out, c);
		if (c == '<' || c == '(' || c == '[' || c == '{')
			depth++;
		else if ((c == '>' && (i == 0 || name.ptr[i - 1] != '-')) || c == ')' || c == ']' ||
			 c == '}')
			depth--;
		if (c == '>' && depth == dropped_at)
			dropped_at = -1;
		i++;
	}
}

void tidy_simplify(struct buf *out, struct slice name, enum tidy_simplify level)
{
	if (level == TIDY_NONE)
		buf_add(out, name);
	else if (level == TIDY_ARGS)
		buf_add(out, drop_args(name));
	else
		drop_templates(out, drop_args(name));
}
