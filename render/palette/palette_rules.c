/* SPDX-License-Identifier: MIT */
#include "render/palette/palette_rules.h"

#define RULE(holds, text, shade)                                                                   \
	{                                                                                          \
		holds, SLICE_INIT(text), shade                                                     \
	}

/* "com/acme/Main:.run", also "Lcom/acme/Main:.run": `text` is "com". */
static bool in_package(struct slice name, struct slice text)
{
	slice_skip(&name, SLICE("L"));
	return slice_skip(&name, text) && slice_starts(name, SLICE("/"));
}

/* A type or method of Java, Scala and others: "a/B", "a.b.C", "Main"; not "[heap.1]". */
static bool looks_java(struct slice name, struct slice text)
{
	(void)text;
	slice_skip(&name, SLICE("L"));
	if (name.len == 0)
		return false;
	return slice_find(name, '/') != SLICE_NONE ||
	       (slice_find(name, '.') != SLICE_NONE && name.ptr[0] != '[') ||
	       (name.ptr[0] >= 'A' && name.ptr[0] <= 'Z');
}

static bool is_blank(struct slice name, struct slice text)
{
	(void)text;
	return name.len > 0 && slice_is_blank(name);
}

static bool is_space(struct slice name, struct slice text)
{
	(void)text;
	return slice_equal(name, SLICE(" "));
}

/* Compiled code "name file_[j]" that has a path. */
static bool is_jitted_path(struct slice name, struct slice text)
{
	return slice_ends(name, text) && slice_find(name, '/') != SLICE_NONE;
}

static bool path_contains(struct slice name, struct slice text)
{
	size_t slash = slice_find(name, '/');

	return slash != SLICE_NONE && slice_contains(slice_tail(name, slash), text);
}

/* True if `holds` is true of some part of the path, separated by slashes or backslashes. */
static bool some_part(struct slice name, bool (*holds)(struct slice part))
{
	size_t n;

	for (;;) {
		for (n = 0; n < name.len && name.ptr[n] != '/' && name.ptr[n] != '\\'; n++)
			;
		if (holds(slice_head(name, n)))
			return true;
		if (n == name.len)
			return false;
		name = slice_tail(name, n + 1);
	}
}

static bool is_site_packages(struct slice part)
{
	return slice_equal(part, SLICE("site-packages"));
}

static bool is_version_char(char c)
{
	return char_is_digit(c) || c == '.';
}

/* "python", "Python3.11" */
static bool is_interpreter(struct slice part)
{
	return (slice_skip(&part, SLICE("python")) || slice_skip(&part, SLICE("Python"))) &&
	       slice_all(part, is_version_char);
}

static bool in_site_packages(struct slice name, struct slice text)
{
	(void)text;
	return some_part(name, is_site_packages);
}

static bool in_interpreter(struct slice name, struct slice text)
{
	(void)text;
	return some_part(name, is_interpreter);
}

/* After the module that DTrace puts in front: "module`core::fmt::write". */
static struct slice without_module(struct slice name)
{
	struct slice module;

	slice_cut(&name, '`', &module);
	return name;
}

static bool rust_starts(struct slice name, struct slice text)
{
	return slice_starts(without_module(name), text);
}

static bool rust_contains(struct slice name, struct slice text)
{
	return slice_contains(without_module(name), text);
}

/* `<core::...>`, but not the wrapper that the compiler puts round every async function. */
static bool is_rust_core_impl(struct slice name, struct slice text)
{
	return rust_starts(name, text) &&
	       !rust_starts(name, SLICE("<core::future::from_generator::GenFuture<T>"));
}

static const struct palette_rule java_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(slice_ends, "_[j]", SHADE_GREEN),
	RULE(in_package, "java", SHADE_GREEN),
	RULE(in_package, "javax", SHADE_GREEN),
	RULE(in_package, "jdk", SHADE_GREEN),
	RULE(in_package, "net", SHADE_GREEN),
	RULE(in_package, "org", SHADE_GREEN),
	RULE(in_package, "com", SHADE_GREEN),
	RULE(in_package, "io", SHADE_GREEN),
	RULE(in_package, "sun", SHADE_GREEN),
	RULE(slice_contains, ":::", SHADE_GREEN),
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_starts, "-[", SHADE_YELLOW),
	RULE(slice_starts, "+[", SHADE_YELLOW),
	RULE(looks_java, "", SHADE_GREEN),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule js_rules[] = {
	RULE(is_blank, "", SHADE_GREEN),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(is_jitted_path, "_[j]", SHADE_GREEN),
	RULE(slice_ends, "_[j]", SHADE_AQUA),
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_contains, ":", SHADE_AQUA),
	RULE(path_contains, "node_modules/", SHADE_PURPLE),
	RULE(path_contains, ".js", SHADE_GREEN),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule perl_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(slice_contains, "Perl", SHADE_GREEN),
	RULE(slice_contains, ".pl", SHADE_GREEN),
	RULE(slice_contains, "::", SHADE_YELLOW),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule python_rules[] = {
	RULE(in_site_packages, "", SHADE_AQUA),        RULE(in_interpreter, "", SHADE_YELLOW),
	RULE(slice_starts, "<built-in", SHADE_YELLOW), RULE(slice_starts, "<method", SHADE_YELLOW),
	RULE(slice_starts, "<frozen", SHADE_YELLOW),   {NULL, {NULL, 0}, 0},
};

static const struct palette_rule rust_rules[] = {
	RULE(rust_starts, "core::", SHADE_ORANGE),
	RULE(rust_starts, "std::", SHADE_ORANGE),
	RULE(rust_starts, "alloc::", SHADE_ORANGE),
	RULE(is_rust_core_impl, "<core::", SHADE_ORANGE),
	RULE(rust_starts, "<std::", SHADE_ORANGE),
	RULE(rust_starts, "<alloc::", SHADE_ORANGE),
	RULE(rust_contains, "::", SHADE_AQUA),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule chain_rules[] = {
	RULE(slice_contains, "_[w]", SHADE_AQUA),
	{NULL, {NULL, 0}, 0},
};

/* Rules of the Perl script, and of inferno where its rules differ from ours. */

static const struct palette_rule java_perl_rules[] = {
	RULE(slice_ends, "_[j]", SHADE_GREEN),    RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(in_package, "java", SHADE_GREEN),    RULE(in_package, "javax", SHADE_GREEN),
	RULE(in_package, "jdk", SHADE_GREEN),     RULE(in_package, "net", SHADE_GREEN),
	RULE(in_package, "org", SHADE_GREEN),     RULE(in_package, "com", SHADE_GREEN),
	RULE(in_package, "io", SHADE_GREEN),      RULE(in_package, "sun", SHADE_GREEN),
	RULE(slice_contains, ":::", SHADE_GREEN), RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),   {NULL, {NULL, 0}, 0},
};

static const struct palette_rule java_rust_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE), RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(slice_ends, "_[j]", SHADE_GREEN),  RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_starts, "-[", SHADE_YELLOW), RULE(slice_starts, "+[", SHADE_YELLOW),
	RULE(looks_java, "", SHADE_GREEN),      {NULL, {NULL, 0}, 0},
};

static const struct palette_rule js_perl_rules[] = {
	RULE(is_jitted_path, "_[j]", SHADE_GREEN),  RULE(slice_ends, "_[j]", SHADE_AQUA),
	RULE(slice_contains, "::", SHADE_YELLOW),   RULE(path_contains, ".js", SHADE_GREEN),
	RULE(slice_contains, ":", SHADE_AQUA),      RULE(is_space, "", SHADE_GREEN),
	RULE(slice_contains, "_[k]", SHADE_ORANGE), {NULL, {NULL, 0}, 0},
};

static const struct palette_rule perl_perl_rules[] = {
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_contains, "Perl", SHADE_GREEN),
	RULE(slice_contains, ".pl", SHADE_GREEN),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	{NULL, {NULL, 0}, 0},
};

#define FAMILIES(palette, own, perl, rust)                                                         \
	const struct palette_rule *const palette_##palette##_rules[] = {                           \
		[PALETTES_OWN] = own,                                                              \
		[PALETTES_PERL] = perl,                                                            \
		[PALETTES_RUST] = rust,                                                            \
	}

FAMILIES(java, java_rules, java_perl_rules, java_rust_rules);
FAMILIES(js, js_rules, js_perl_rules, js_rules);
FAMILIES(perl, perl_rules, perl_perl_rules, perl_rules);
FAMILIES(python, python_rules, NULL, python_rules);
FAMILIES(rust, rust_rules, NULL, rust_rules);
FAMILIES(chain, chain_rules, chain_rules, NULL);
