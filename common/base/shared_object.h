/* SPDX-License-Identifier: MIT */
/*
 * shared_object.h - functions of libraries that are loaded when they are first needed, so that a
 * program that needs none of them starts without them. A library stays loaded until the process
 * ends.
 */
#ifndef FLAMBEAU_SHARED_OBJECT_H
#define FLAMBEAU_SHARED_OBJECT_H

#include "common/base/base.h"

typedef void linked_function(void);

struct shared_function {
	const char *name;
	void *pointer;           /* to the pointer to the function, which is set */
	size_t size;             /* of a pointer to a function */
	linked_function *linked; /* the function, in a build that links its library; else NULL */
};

/*
 * A row for `function`, as the library's header declares it, and a pointer variable. The compiler
 * compares their types in sizeof.
 */
#define SHARED_FUNCTION(variable, function)                                                        \
	{                                                                                          \
#function, variable, sizeof(1 ? *(variable) : (function)),                         \
			LINKED_FUNCTION(function)                                                  \
	}

/* Set where libraries are loaded by need: with glibc, in programs that are not static. */
#ifdef LOADS_LIBRARIES
#define LINKED_FUNCTION(function) NULL
#else
#define LINKED_FUNCTION(function) ((linked_function *)(function))
#endif

/*
 * Find functions of the library `name` ("libzstd.so.1"; NULL: of the program and what it is linked
 * with). False if the library or one of the functions is missing; then some pointers may be set.
 * Ends the program if there is no memory to load it. Safe from any thread.
 */
bool shared_object_load(const char *name, const struct shared_function *functions, size_t count);

#endif
