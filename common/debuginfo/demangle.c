/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/demangle.h"

#include <pthread.h>
#include <stdlib.h>

#include "common/base/memory.h"
#include "common/base/shared_object.h"
#include "common/system/os.h"

/*
 * C++ by the runtime library of C++, whose __cxa_demangle() is opened by the first name that needs
 * it.
 */

/*
 * The runtime recurses with the name: libstdc++ needs up to 350 bytes of stack for each of its
 * bytes, libc++abi 400. (libstdc++ of GCC 9 and later refuses more than 1024 bytes itself.)
 */
enum { LONGEST_NAME = 4 << 10, STACK_OF_BYTE = 512 };

/*
 * Substitutions let 200 bytes expand to 32 MiB in 0.4 s, and the runtime has no limit. Names within
 * this bound, which is pessimistic, take some 20 ms. Of 75,600 names of LLVM, Clang, CMake and
 * libstdc++ one is beyond it, and stays mangled; none has more than 44 references.
 */
enum { MOST_REFERENCES = 128, LARGEST_BOUND = 64 << 20 };

enum { OUT_OF_MEMORY = -1 }; /* status of __cxa_demangle() */

typedef char *demangle_function(const char *name, char *room, size_t *size, int *status);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these three */
static bool is_open;
static demangle_function *runtime;   /* NULL: none */
static void (*runtime_free)(void *); /* of its heap, which need not be that of this file */

static bool load_runtime(void)
{
	const struct shared_function demangler = {"__cxa_demangle", &runtime, sizeof(runtime),
						  NULL};
	/* The runtime's free(): the program's or of a library loaded with it, before the C library's. */
	const struct shared_function release = {"free", &runtime_free, sizeof(runtime_free), NULL};

	return shared_object_load(NULL, &release, 1) &&
	       (shared_object_load("libstdc++.so.6", &demangler, 1) ||
		shared_object_load("libc++abi.so.1", &demangler, 1));
}

/* NULL if there is no runtime. */
static demangle_function *get_runtime(void)
{
	demangle_function *function;

	pthread_mutex_lock(&lock);
	if (!is_open && !load_runtime())
		runtime = NULL;
	is_open = true;
	function = runtime;
	pthread_mutex_unlock(&lock);
	return function;
}

struct reference {
	bool is_parameter; /* T_: of a template; else S_: a substitution */
	uint64_t index;
	uint64_t bound; /* bytes that it expands to, at most */
};

/* Take a `S_`, `S0_`, `T_` that begins at `at`. */
static bool take_reference(struct slice name, size_t *at, struct reference *reference)
{
	size_t end = *at + 1;
	uint64_t index = 0;

	if (name.ptr[*at] != 'S' && name.ptr[*at] != 'T')
		return false;
	for (; end < name.len && end - *at <= 4 && name.ptr[end] != '_'; end++) {
		const char c = name.ptr[end];

		if (!char_is_digit(c) && (c < 'A' || c > 'Z'))
			return false;
		index = index * 36 + (uint64_t)(char_is_digit(c) ? c - '0' : c - 'A' + 10);
	}
	if (end == name.len || name.ptr[end] != '_')
		return false;
	reference->is_parameter = name.ptr[*at] == 'T';
	reference->index = end == *at + 1 ? 0 : index + 1;
	*at = end;
	return true;
}

/*
 * True if the name can expand to too much. The text that a reference expands to is before it, and
 * contains only what was numbered before it. So its size is at most that of the name and of the
 * earlier references of lower numbers.
 */
static bool is_explosive(struct slice name)
{
	struct reference references[MOST_REFERENCES];
	size_t count = 0, at, i;
	uint64_t sum = name.len;

	for (at = 0; at < name.len; at++) {
		struct reference *reference = &references[count];

		if (count == MOST_REFERENCES)
			return true;
		if (!take_reference(name, &at, reference))
			continue;
		reference->bound = name.len;
		for (i = 0; i < count; i++) {
			if (reference->is_parameter
				    ? !references[i].is_parameter
				    : references[i].is_parameter ||
					      references[i].index < reference->index)
				reference->bound += references[i].bound;
		}
		sum += reference->bound;
		if (sum > LARGEST_BOUND)
			return true;
		count++;
	}
	return false;
}

/* _Z */
static bool demangle_cplusplus(struct buf *out, struct slice name)
{
	char copy[LONGEST_NAME + 1], *demangled;
	demangle_function *by_runtime;
	size_t len;
	int status;

	if (name.len > LONGEST_NAME || name.len > os_thread_stack() / STACK_OF_BYTE ||
	    memchr(name.ptr, '\0', name.len) || is_explosive(name))
		return false;
	by_runtime = get_runtime();
	if (!by_runtime)
		return false;
	memcpy(copy, name.ptr, name.len);
	copy[name.len] = '\0';
	buf_reserve(out, DEMANGLE_LONGEST); /* first: running out of memory would lose the name */
	demangled = by_runtime(copy, NULL, NULL, &status);
	if (!demangled && status == OUT_OF_MEMORY)
		memory_die();
	if (!demangled)
		return false;
	len = strlen(demangled);
	if (len <= DEMANGLE_LONGEST)
		buf_add(out, slice_of(demangled, len));
	runtime_free(demangled);
	return len <= DEMANGLE_LONGEST;
}

/*
 * Java: a class's descriptor, a method, and the method's descriptor (Java Virtual Machine
 * Specification, section 4.3). The type of the result is left out.
 *
 *     Lcom/foo/Bar;baz(I[Ljava/lang/String;)V -> com.foo.Bar.baz(int, java.lang.String[])
 */

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

/* Lcom/foo/Bar;baz(I)V */
static bool demangle_java(struct buf *out, struct slice name)
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

/*
 * OCaml: `caml`, a module, and `__` between modules; `$2e` encodes a byte that assemblers reject.
 *
 *     camlStdlib__List__map_45 -> Stdlib.List.map_45
 */

/* Take "$2e" off the front: a byte, but no control character. */
static bool take_escape(struct slice *rest, char *byte)
{
	unsigned value;

	if (rest->len < 3 || rest->ptr[0] != '$' || !slice_is_hex(slice_of(rest->ptr + 1, 2)))
		return false;
	value = char_hex_value(rest->ptr[1]) * 16 + char_hex_value(rest->ptr[2]);
	if (value < 0x20 || value == 0x7F)
		return false;
	*byte = (char)value;
	*rest = slice_tail(*rest, 3);
	return true;
}

/* camlModule__function_123 */
static bool demangle_ocaml(struct buf *out, struct slice name)
{
	char byte;

	/* functions of the runtime begin with caml, too: caml_alloc */
	if (!slice_skip(&name, SLICE("caml")) || name.len == 0 || name.ptr[0] < 'A' ||
	    name.ptr[0] > 'Z')
		return false;
	while (name.len > 0) {
		if (slice_skip(&name, SLICE("__"))) {
			buf_add_char(out, '.');
		} else if (take_escape(&name, &byte)) {
			buf_add_char(out, byte);
		} else {
			buf_add_char(out, name.ptr[0]);
			name = slice_tail(name, 1);
		}
	}
	return true;
}

/* A name of Rust's legacy mangling has the form of a C++ name, so its row comes first. */
static const struct language {
	struct slice prefix;
	bool (*demangle)(struct buf *out, struct slice name);
} languages[] = {
	{SLICE_INIT("_ZN"), demangle_rust_legacy}, {SLICE_INIT("_Z"), demangle_cplusplus},
	{SLICE_INIT("_R"), demangle_rust_v0},      {SLICE_INIT("caml"), demangle_ocaml},
	{SLICE_INIT("L"), demangle_java},
};

bool demangle(struct buf *out, struct slice name)
{
	const size_t before = out->len;
	size_t i;

	for (i = 0; i < ARRAY_LEN(languages); i++) {
		if (!slice_starts(name, languages[i].prefix))
			continue;
		if (languages[i].demangle(out, name) &&
		    out->len > before) /* "_RC0_" is a crate without a name */
			return true;
		out->len = before;
	}
	return false;
}
