/* SPDX-License-Identifier: MIT */
/*
 * C++ names as demanglers and DWARF spell them: the two spellings of one function,
 * "void f<int>(int) const [clone .cold]" and "f<int>", become one frame.
 */
#include "collapse/names/tidy.h"

/* Longest first: the first that fits is meant. */
static const struct slice operators[] = {
	SLICE_INIT("()"),  SLICE_INIT("[]"),  SLICE_INIT("<=>"), SLICE_INIT("<<="),
	SLICE_INIT(">>="), SLICE_INIT("->*"), SLICE_INIT("->"),  SLICE_INIT("<<"),
	SLICE_INIT(">>"),  SLICE_INIT("<="),  SLICE_INIT(">="),  SLICE_INIT("<"),
	SLICE_INIT(">"),   SLICE_INIT("=="),  SLICE_INIT("="),   SLICE_INIT("!="),
	SLICE_INIT("!"),   SLICE_INIT("&&"),  SLICE_INIT("&="),  SLICE_INIT("&"),
	SLICE_INIT("||"),  SLICE_INIT("|="),  SLICE_INIT("|"),   SLICE_INIT("++"),
	SLICE_INIT("+="),  SLICE_INIT("+"),   SLICE_INIT("--"),  SLICE_INIT("-="),
	SLICE_INIT("-"),   SLICE_INIT("*="),  SLICE_INIT("*"),   SLICE_INIT("/="),
	SLICE_INIT("/"),   SLICE_INIT("%="),  SLICE_INIT("%"),   SLICE_INIT("^="),
	SLICE_INIT("^"),   SLICE_INIT("~"),   SLICE_INIT(","),
};

/* Qualifiers between a parameter list and the end of the name, in the order of removal. */
static const struct slice qualifiers[] = {
	SLICE_INIT(" const"), SLICE_INIT(" volatile"), SLICE_INIT(" noexcept"), SLICE_INIT(" &&"),
	SLICE_INIT(" &"),     SLICE_INIT("&&"),        SLICE_INIT("&"),
};

static const struct slice anonymous = SLICE_INIT("(anonymous namespace)");

/* Positions of the parts of a name. */
struct shape {
	size_t params; /* the `(` of the last group outside all brackets; SLICE_NONE without */
	size_t closed; /* after its `)` */
	size_t blank;  /* after the last blank outside all brackets before params; 0 without */
};

/* If "operator" is at `at`, the position after the operator's sign; else `at`. */
static size_t cplusplus_skip_operator(struct slice name, size_t at)
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

/* True if parameters end before the blank at `at`, as in "f() const::{lambda()#1}". */
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

/*
 * The brackets that are open. A closing one closes what was left open inside of it, as the `<` of
 * "(1<2)" and the `[` of "([[I)"; a `>` closes nothing but a `<`. Deeper than NESTED any closes.
 */
enum { NESTED = 200 };

struct brackets {
	char closing[NESTED]; /* the innermost last */
	size_t depth;
};

static void close_bracket(struct brackets *open, char c)
{
	size_t depth = open->depth;

	if (depth > NESTED) {
		open->depth--;
		return;
	}
	if (c == '>') {
		if (depth > 0 && open->closing[depth - 1] == '>')
			open->depth--;
		return;
	}
	while (depth > 0 && open->closing[depth - 1] != c)
		depth--;
	if (depth > 0)
		open->depth = depth - 1;
}

static ALWAYS_INLINE void open_bracket(struct brackets *open, char closing)
{
	if (open->depth < NESTED)
		open->closing[open->depth] = closing;
	open->depth++;
}

/* Go past the byte at `at`, which is not part of an operator; `behind` is where one ended. */
static ALWAYS_INLINE void pass_byte(struct brackets *open, struct slice name, size_t at,
				    size_t behind)
{
	char c = name.ptr[at], before = at > 0 && at != behind ? name.ptr[at - 1] : ' ';

	switch (c) {
	case '(': open_bracket(open, ')'); break;
	case '[': open_bracket(open, ']'); break;
	case '{': open_bracket(open, '}'); break;
	case '<':
		if (before != ')') /* as in "(1)<(2)" */
			open_bracket(open, '>');
		break;
	case '>':
		if (before != '-') /* of an arrow */
			close_bracket(open, c);
		break;
	case ')':
	case ']':
	case '}': close_bracket(open, c); break;
	default: break;
	}
}

static struct shape find_shape(struct slice name)
{
	struct shape shape = {SLICE_NONE, 0, 0};
	struct brackets open = {.depth = 0};
	size_t i = 0, blank = 0, operator_end = 0;

	while (i < name.len) {
		char c = name.ptr[i];
		size_t behind = c == 'o' ? cplusplus_skip_operator(name, i) : i,
		       before = open.depth;

		if (behind > i) {
			i = operator_end = behind;
			continue;
		}
		pass_byte(&open, name, i, operator_end);
		if (c == '(' && before == 0) {
			shape.params = i;
			shape.blank = blank;
		}
		if (c == ')' && before > 0 && open.depth == 0)
			shape.closed = i + 1;
		if (c == ' ' && open.depth == 0 && !precedes_qualifier(name, i))
			blank = i + 1;
		i++;
	}
	if (shape.params != SLICE_NONE && shape.closed <= shape.params)
		shape.params = SLICE_NONE;
	return shape;
}

/* The start of " [clone .cold]" at the end of the name, or of LLVM's " (.cold)". */
static size_t find_clone(struct slice name)
{
	size_t at;

	if (slice_ends(name, SLICE("]")))
		return slice_rsearch(name, SLICE(" [clone "));
	if (!slice_ends(name, SLICE(")")))
		return SLICE_NONE;
	at = slice_rsearch(name, SLICE(" (."));
	return at != SLICE_NONE && slice_find(slice_tail(name, at + 3), ' ') == SLICE_NONE
		       ? at
		       : SLICE_NONE;
}

static struct slice drop_clones(struct slice name)
{
	size_t at;

	while ((at = find_clone(name)) != SLICE_NONE)
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
	return char_is_word(c) || (unsigned char)c >= 0x80 ||
	       slice_find(SLICE(">])}$~"), c) != SLICE_NONE;
}

static bool follows_operator(struct slice name, size_t at)
{
	size_t word = slice_rsearch(slice_head(name, at), SLICE("operator"));

	return word != SLICE_NONE && cplusplus_skip_operator(name, word) == at;
}

/*
 * True if the text before the name is a return type. "non-virtual thunk to f()" has none, nor have
 * Swift's "closure #1 in f()" and "@objc f()".
 */
static bool is_return_type(struct slice before)
{
	static const struct slice words[] = {SLICE_INIT("to"), SLICE_INIT("for"), SLICE_INIT("in"),
					     SLICE_INIT("of")};
	static const struct slice alone[] = {SLICE_INIT("@objc"), SLICE_INIT("specialized"),
					     SLICE_INIT("static")};
	struct slice word;
	size_t i;

	before = slice_trim_right(before);
	if (!slice_last_word(&before, &word))
		return false;
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (before.len > 0 && slice_equal(word, words[i]))
			return false;
	}
	for (i = 0; i < ARRAY_LEN(alone); i++) {
		if (slice_equal(word, alone[i]))
			return false;
	}
	return true;
}

/* "f<int>(int)" of a function that returns a pointer to one. */
static struct slice drop_inner_params(struct slice name)
{
	struct shape shape = find_shape(name);

	return shape.params == SLICE_NONE ? name : slice_head(name, shape.params);
}

static struct slice drop_args(struct slice name)
{
	struct slice whole = drop_clones(name), bare;
	struct slice behind, function;
	struct shape shape;

	if (slice_find(whole, '(') == SLICE_NONE) /* most are like that */
		return whole;
	shape = find_shape(whole);
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
	if (slice_starts(slice_tail(function, shape.blank), SLICE("(*")) && shape.blank > 0 &&
	    slice_ends(function, SLICE(")"))) /* "void (*f(int))(char)" */
		return drop_inner_params(
			slice_of(function.ptr + shape.blank + 2, function.len - shape.blank - 3));
	if (is_return_type(slice_head(function, shape.blank)) &&
	    (function.ptr[shape.blank] != '(' ||
	     slice_starts(slice_tail(function, shape.blank), anonymous)))
		function = slice_tail(function, shape.blank);
	return function;
}

/*
 * True if the `<` at `at` opens template arguments. It does not in <lambda()> or Rust's <T as U>.
 */
static bool opens_template(struct slice name, size_t at, size_t operator_end)
{
	char before = at > 0 ? name.ptr[at - 1] : ':';

	return char_is_word(before) || before == ']' || before == '>' ||
	       (at > 0 && at == operator_end);
}

bool tidy_has_templates(struct slice name)
{
	const uint64_t word = slice_load("operator");
	bool found = slice_find(name, '<') != SLICE_NONE;
	size_t i;

	for (i = 0; i + sizeof(word) <= name.len; i++)
		found |= slice_load(name.ptr + i) == word;
	return found;
}

static void drop_templates(struct buf *out, struct slice name)
{
	struct brackets open = {.depth = 0};
	size_t i = 0, operator_end = 0,
	       dropped_at = SLICE_NONE; /* depth outside of the arguments */

	if (!tidy_has_templates(name)) {
		buf_add(out, name);
		return;
	}
	while (i < name.len) {
		char c = name.ptr[i];
		size_t behind = c == 'o' ? cplusplus_skip_operator(name, i) : i;

		if (behind > i) {
			if (dropped_at == SLICE_NONE)
				buf_add(out, slice_trim_right(slice_of(name.ptr + i, behind - i)));
			i = operator_end = behind;
			continue;
		}
		if (c == '<' && dropped_at == SLICE_NONE && opens_template(name, i, operator_end))
			dropped_at = open.depth;
		pass_byte(&open, name, i, operator_end);
		if (dropped_at == SLICE_NONE || open.depth < dropped_at)
			buf_add_char(out, c);
		if (dropped_at != SLICE_NONE && open.depth <= dropped_at)
			dropped_at = SLICE_NONE;
		i++;
	}
}

/* "LazyCompile:*f /x.js:1:2", "RegExp:a(b)": a word and one colon, as V8 has it and C++ never. */
static bool is_tagged(struct slice name)
{
	size_t word = 0;

	while (word < name.len && char_is_word(name.ptr[word]))
		word++;
	return word > 0 && word + 1 < name.len && name.ptr[word] == ':' &&
	       name.ptr[word + 1] != ':';
}

void tidy_simplify(struct buf *out, struct slice name, enum tidy_simplify level)
{
	if (level == TIDY_NONE || is_tagged(name))
		buf_add(out, name);
	else if (level == TIDY_ARGS)
		buf_add(out, drop_args(name));
	else
		drop_templates(out, drop_args(name));
}
