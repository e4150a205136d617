/* SPDX-License-Identifier: MIT */
/*
 * C++ by the runtime library of C++, whose __cxa_demangle() is opened by the first name that needs
 * it.
 */
#include "common/debuginfo/demangle.h"

#include <pthread.h>
#include <stdlib.h>

#include "common/base/memory.h"
#include "common/base/shared_object.h"
#include "common/debuginfo/demangle_languages.h"

/*
 * The runtime recurses with the name: libstdc++ needs up to 350 bytes of stack for each of its
 * bytes, libc++abi 400. (libstdc++ of GCC 9 and later refuses more than 1024 bytes itself.) Threads
 * have 2 or 8 MiB with glibc, and 128 KiB with musl.
 */
#ifdef __GLIBC__
enum { LONGEST_NAME = 4 << 10 };
#else
enum { LONGEST_NAME = 256 };
#endif

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
static demangle_function *runtime;   /* NULL: there is none */
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

bool demangle_cplusplus(struct buf *out, struct slice name)
{
	char copy[LONGEST_NAME + 1], *demangled;
	demangle_function *by_runtime;
	size_t len;
	int status;

	if (name.len > LONGEST_NAME || memchr(name.ptr, '\0', name.len) || is_explosive(name))
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
