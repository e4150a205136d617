/* SPDX-License-Identifier: MIT */
/*
 * Rust's v0 mangling (RFC 2603): paths and types. Hashes of crates are not printed.
 *
 *     _RNvNtCs1234_7mycrate3foo3bar -> mycrate::foo::bar
 */
#include "common/debuginfo/demangle_languages.h"

#include "common/debuginfo/rust_escape.h"
#include "common/debuginfo/rust_v0.h"

static bool parse_path(struct rust_v0 *v0, bool in_value);
static bool print_type(struct rust_v0 *v0, bool in_value);

/*
 * Names of basic types, by the tag's letter; empty: no type. `v` is for the dots of variadic
 * functions.
 */
static const struct slice basic_types[26] = {
	['a' - 'a'] = SLICE_INIT("i8"),    ['b' - 'a'] = SLICE_INIT("bool"),
	['c' - 'a'] = SLICE_INIT("char"),  ['d' - 'a'] = SLICE_INIT("f64"),
	['e' - 'a'] = SLICE_INIT("str"),   ['f' - 'a'] = SLICE_INIT("f32"),
	['h' - 'a'] = SLICE_INIT("u8"),    ['i' - 'a'] = SLICE_INIT("isize"),
	['j' - 'a'] = SLICE_INIT("usize"), ['l' - 'a'] = SLICE_INIT("i32"),
	['m' - 'a'] = SLICE_INIT("u32"),   ['n' - 'a'] = SLICE_INIT("i128"),
	['o' - 'a'] = SLICE_INIT("u128"),  ['p' - 'a'] = SLICE_INIT("_"),
	['s' - 'a'] = SLICE_INIT("i16"),   ['t' - 'a'] = SLICE_INIT("u16"),
	['u' - 'a'] = SLICE_INIT("()"),    ['v' - 'a'] = SLICE_INIT("..."),
	['x' - 'a'] = SLICE_INIT("i64"),   ['y' - 'a'] = SLICE_INIT("u64"),
	['z' - 'a'] = SLICE_INIT("!"),
};

/* Lifetimes count from the innermost binder: 1 is the one bound last; 0 is erased. */
static bool print_lifetime(struct rust_v0 *v0, uint64_t index)
{
	uint64_t from_outside;
	char letter;

	if (v0->is_quiet)
		return true;
	if (index == 0)
		return RUST_V0_PRINT(v0, "'_");
	if (index > v0->lifetimes)
		return false;
	from_outside = v0->lifetimes - index;
	letter = (char)('a' + from_outside % 26);
	if (from_outside < 26)
		return RUST_V0_PRINT(v0, "'") && rust_v0_print(v0, slice_of(&letter, 1));
	return RUST_V0_PRINT(v0, "'_") && rust_v0_print_u64(v0, from_outside);
}

/* Print what a binder may precede, "for<'a, 'b> ", and keep its lifetimes. */
static bool print_bound(struct rust_v0 *v0, bool (*print)(struct rust_v0 *v0))
{
	const uint64_t before = v0->lifetimes;
	uint64_t count, i;
	bool good;

	if (!rust_v0_optional(v0, 'G', &count))
		return false;
	if (count > 0 && !v0->is_quiet) {
		if (!RUST_V0_PRINT(v0, "for<"))
			return false;
		for (i = 0; i < count; i++) {
			v0->lifetimes++;
			if ((i > 0 && !RUST_V0_PRINT(v0, ", ")) || !print_lifetime(v0, 1))
				return false;
		}
		if (!RUST_V0_PRINT(v0, "> "))
			return false;
	}
	good = print(v0);
	v0->lifetimes = before;
	return good;
}

static bool print_generic_argument(struct rust_v0 *v0)
{
	uint64_t lifetime;

	if (rust_v0_eat(v0, 'L'))
		return rust_v0_base62(v0, &lifetime) && print_lifetime(v0, lifetime);
	if (rust_v0_eat(v0, 'K'))
		return rust_v0_const(v0, false);
	return print_type(v0, false);
}

/* Generic arguments up to `E`, without brackets. */
static bool print_generic_arguments(struct rust_v0 *v0)
{
	bool is_first = true;

	while (!rust_v0_eat(v0, 'E')) {
		if ((!is_first && !RUST_V0_PRINT(v0, ", ")) || !print_generic_argument(v0))
			return false;
		is_first = false;
	}
	return true;
}

/* "::name"; "::{closure#0}" in a namespace of a capital letter. */
static bool print_name(struct rust_v0 *v0, char namespace)
{
	struct rust_identifier name;
	uint64_t disambiguator;
	bool has_name;

	if (!rust_v0_optional(v0, 's', &disambiguator) || !rust_v0_identifier(v0, &name))
		return false;
	has_name = name.ascii.len > 0 || name.punycode.len > 0;
	if (namespace >= 'a' && namespace <= 'z')
		return !has_name || (RUST_V0_PRINT(v0, "::") && rust_v0_print_identifier(v0, name));
	if (!RUST_V0_PRINT(v0, "::{") ||
	    !(namespace == 'C'   ? RUST_V0_PRINT(v0, "closure")
	      : namespace == 'S' ? RUST_V0_PRINT(v0, "shim")
				 : rust_v0_print(v0, slice_of(&namespace, 1))))
		return false;
	return (!has_name || (RUST_V0_PRINT(v0, ":") && rust_v0_print_identifier(v0, name))) &&
	       RUST_V0_PRINT(v0, "#") && rust_v0_print_u64(v0, disambiguator) &&
	       RUST_V0_PRINT(v0, "}");
}

static bool print_nested(struct rust_v0 *v0, bool in_value)
{
	const char namespace = rust_v0_peek(v0);

	if (!char_is_alpha(namespace))
		return false;
	v0->at++;
	return parse_path(v0, in_value) && print_name(v0, namespace);
}

/* The place of an impl is read, and not printed. */
static bool skip_impl_path(struct rust_v0 *v0)
{
	const bool was_quiet = v0->is_quiet;
	uint64_t disambiguator;
	bool good;

	v0->is_quiet = true;
	good = rust_v0_optional(v0, 's', &disambiguator) && parse_path(v0, false);
	v0->is_quiet = was_quiet;
	return good;
}

/* "<type>" or "<type as trait>". */
static bool print_impl(struct rust_v0 *v0, bool has_place, bool has_trait)
{
	return (!has_place || skip_impl_path(v0)) && RUST_V0_PRINT(v0, "<") &&
	       print_type(v0, false) &&
	       (!has_trait || (RUST_V0_PRINT(v0, " as ") && parse_path(v0, false))) &&
	       RUST_V0_PRINT(v0, ">");
}

static bool print_crate(struct rust_v0 *v0)
{
	struct rust_identifier name;
	uint64_t hash;

	return rust_v0_optional(v0, 's', &hash) && rust_v0_identifier(v0, &name) &&
	       rust_v0_print_identifier(v0, name);
}

static bool print_path(struct rust_v0 *v0, bool in_value)
{
	if (rust_v0_eat(v0, 'C'))
		return print_crate(v0);
	if (rust_v0_eat(v0, 'N'))
		return print_nested(v0, in_value);
	if (rust_v0_eat(v0, 'M'))
		return print_impl(v0, true, false);
	if (rust_v0_eat(v0, 'X'))
		return print_impl(v0, true, true);
	if (rust_v0_eat(v0, 'Y'))
		return print_impl(v0, false, true);
	if (rust_v0_eat(v0, 'B'))
		return rust_v0_backref(v0, parse_path, in_value);
	return rust_v0_eat(v0, 'I') && parse_path(v0, in_value) &&
	       (!in_value || RUST_V0_PRINT(v0, "::")) && RUST_V0_PRINT(v0, "<") &&
	       print_generic_arguments(v0) && RUST_V0_PRINT(v0, ">");
}

static bool parse_path(struct rust_v0 *v0, bool in_value)
{
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_path(v0, in_value));
}

/* The calling convention after `K`: "extern \"C\" ". */
static bool print_convention(struct rust_v0 *v0)
{
	struct rust_identifier name;
	size_t i;

	if (rust_v0_eat(v0, 'C'))
		return RUST_V0_PRINT(v0, "extern \"C\" ");
	if (!rust_v0_identifier(v0, &name) || name.punycode.len > 0 || name.ascii.len == 0 ||
	    !RUST_V0_PRINT(v0, "extern \""))
		return false;
	for (i = 0; i < name.ascii.len; i++) {
		const char c = name.ascii.ptr[i] == '_' ? '-' : name.ascii.ptr[i];

		if (!rust_v0_print(v0, slice_of(&c, 1)))
			return false;
	}
	return RUST_V0_PRINT(v0, "\" ");
}

/* Types up to `E`. */
static bool print_types(struct rust_v0 *v0, size_t *count)
{
	for (*count = 0; !rust_v0_eat(v0, 'E'); ++*count) {
		if ((*count > 0 && !RUST_V0_PRINT(v0, ", ")) || !print_type(v0, false))
			return false;
	}
	return true;
}

/* "unsafe extern "C" fn(u8) -> u8" */
static bool print_function(struct rust_v0 *v0)
{
	size_t count;

	if ((rust_v0_eat(v0, 'U') && !RUST_V0_PRINT(v0, "unsafe ")) ||
	    (rust_v0_eat(v0, 'K') && !print_convention(v0)) || !RUST_V0_PRINT(v0, "fn(") ||
	    !print_types(v0, &count) || !RUST_V0_PRINT(v0, ")"))
		return false;
	return rust_v0_eat(v0, 'u') || (RUST_V0_PRINT(v0, " -> ") && print_type(v0, false));
}

/* The path of a trait whose generic arguments may go on: *is_open if `<` is printed, and no `>`. */
static bool print_open_path(struct rust_v0 *v0, bool *is_open)
{
	const size_t tag = v0->at;
	uint64_t target;
	size_t behind;
	bool good;

	*is_open = false;
	if (rust_v0_eat(v0, 'I')) {
		*is_open = true;
		return parse_path(v0, false) && RUST_V0_PRINT(v0, "<") &&
		       print_generic_arguments(v0);
	}
	if (!rust_v0_eat(v0, 'B'))
		return parse_path(v0, false);
	if (!rust_v0_enter(v0) || !rust_v0_base62(v0, &target) || target >= tag)
		return false;
	if (v0->is_quiet)
		return rust_v0_leave(v0, true);
	behind = v0->at;
	v0->at = (size_t)target;
	good = print_open_path(v0, is_open);
	v0->at = behind;
	return rust_v0_leave(v0, good);
}

/* "Iterator<Item = u8>" */
static bool print_trait(struct rust_v0 *v0)
{
	struct rust_identifier name;
	bool is_open;

	if (!print_open_path(v0, &is_open))
		return false;
	while (rust_v0_eat(v0, 'p')) {
		if (!(is_open ? RUST_V0_PRINT(v0, ", ") : RUST_V0_PRINT(v0, "<")) ||
		    !rust_v0_identifier(v0, &name) || !rust_v0_print_identifier(v0, name) ||
		    !RUST_V0_PRINT(v0, " = ") || !print_type(v0, false))
			return false;
		is_open = true;
	}
	return !is_open || RUST_V0_PRINT(v0, ">");
}

/* Traits up to `E`. */
static bool print_traits(struct rust_v0 *v0)
{
	bool is_first = true;

	while (!rust_v0_eat(v0, 'E')) {
		if ((!is_first && !RUST_V0_PRINT(v0, " + ")) || !print_trait(v0))
			return false;
		is_first = false;
	}
	return true;
}

/* "dyn Trait + Send + 'a" */
static bool print_dyn(struct rust_v0 *v0)
{
	uint64_t lifetime;

	if (!RUST_V0_PRINT(v0, "dyn ") || !print_bound(v0, print_traits) || !rust_v0_eat(v0, 'L') ||
	    !rust_v0_base62(v0, &lifetime))
		return false;
	return lifetime == 0 || (RUST_V0_PRINT(v0, " + ") && print_lifetime(v0, lifetime));
}

static bool print_reference(struct rust_v0 *v0, bool is_mutable)
{
	uint64_t lifetime = 0;

	if (!RUST_V0_PRINT(v0, "&") || (rust_v0_eat(v0, 'L') && !rust_v0_base62(v0, &lifetime)))
		return false;
	return (lifetime == 0 || (print_lifetime(v0, lifetime) && RUST_V0_PRINT(v0, " "))) &&
	       (!is_mutable || RUST_V0_PRINT(v0, "mut ")) && print_type(v0, false);
}

static bool print_array(struct rust_v0 *v0, bool has_length)
{
	return RUST_V0_PRINT(v0, "[") && print_type(v0, false) &&
	       (!has_length || (RUST_V0_PRINT(v0, "; ") && rust_v0_const(v0, true))) &&
	       RUST_V0_PRINT(v0, "]");
}

static bool print_tuple(struct rust_v0 *v0)
{
	size_t count;

	return RUST_V0_PRINT(v0, "(") && print_types(v0, &count) &&
	       (count != 1 || RUST_V0_PRINT(v0, ",")) && RUST_V0_PRINT(v0, ")");
}

static bool print_compound(struct rust_v0 *v0)
{
	const char tag = rust_v0_peek(v0);

	v0->at++; /* back one below, if it is the first letter of a path */
	switch (tag) {
	case 'R': return print_reference(v0, false);
	case 'Q': return print_reference(v0, true);
	case 'P': return RUST_V0_PRINT(v0, "*const ") && print_type(v0, false);
	case 'O': return RUST_V0_PRINT(v0, "*mut ") && print_type(v0, false);
	case 'A': return print_array(v0, true);
	case 'S': return print_array(v0, false);
	case 'T': return print_tuple(v0);
	case 'F': return print_bound(v0, print_function);
	case 'D': return print_dyn(v0);
	case 'B': return rust_v0_backref(v0, print_type, false);
	default: v0->at--; return parse_path(v0, false);
	}
}

static bool print_type(struct rust_v0 *v0, bool in_value)
{
	const char tag = rust_v0_peek(v0);

	(void)in_value; /* types have one form */
	if (tag >= 'a' && tag <= 'z') {
		v0->at++;
		return basic_types[tag - 'a'].len > 0 && rust_v0_print(v0, basic_types[tag - 'a']);
	}
	return rust_v0_enter(v0) && rust_v0_leave(v0, print_compound(v0));
}

bool demangle_rust_v0(struct buf *out, struct slice name)
{
	struct rust_v0 v0 = {
		.out = out, .longest = out->len + DEMANGLE_LONGEST, .path = parse_path};
	size_t end = 0;

	if (!slice_skip(&name, SLICE("_R")))
		return false;
	while (end < name.len && char_is_word(name.ptr[end]))
		end++;
	v0.name = slice_head(name, end);
	if (!parse_path(&v0, true))
		return false;
	if (v0.at < end) { /* the crate that instantiated it */
		v0.is_quiet = true;
		if (!parse_path(&v0, false))
			return false;
	}
	return v0.at == end && rust_add_suffix(out, slice_tail(name, end));
}
