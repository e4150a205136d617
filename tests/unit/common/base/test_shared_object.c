/* SPDX-License-Identifier: MIT */
#include "common/base/shared_object.h"

#include "tests/unit/check.h"

#ifdef __GLIBC__
static const char library[] = "libm.so.6";

CASE(functions_of_a_library_are_found)
{
	double (*root)(double) = NULL, (*next)(double, double) = NULL;
	const struct shared_function functions[] = {
		{"sqrt", &root, sizeof(root), NULL},
		{"nextafter", &next, sizeof(next), NULL},
	};

	if (!shared_object_load(library, functions, ARRAY_LEN(functions))) {
		printf("skipped: this build loads no libraries\n");
		return;
	}
	CHECK(root(16) == 4);
	CHECK(next(1, 2) > 1);
}

CASE(functions_of_the_program_are_found)
{
	void (*release)(void *) = NULL;
	const struct shared_function function = {"free", &release, sizeof(release), NULL};

	if (shared_object_load(NULL, &function, 1))
		release(malloc(1));
}

CASE(a_function_that_a_library_lacks_is_missing)
{
	double (*root)(double) = NULL, (*none)(double) = NULL;
	const struct shared_function functions[] = {
		{"sqrt", &root, sizeof(root), NULL},
		{"flambeau_has_no_such_function", &none, sizeof(none), NULL},
	};

	CHECK(!shared_object_load(library, functions, ARRAY_LEN(functions)));
	CHECK(none == NULL);
}
#endif

CASE(a_library_that_is_not_there_is_missing)
{
	double (*root)(double) = NULL;
	const struct shared_function function = {"sqrt", &root, sizeof(root), NULL};

	CHECK(!shared_object_load("libflambeau-has-no-such-library.so.1", &function, 1));
	CHECK(root == NULL);
}

static double linked(double number)
{
	return number / 2;
}

CASE(a_function_that_is_linked_needs_no_library)
{
	double (*half)(double) = NULL;
	const struct shared_function function = {"half", &half, sizeof(half),
						 (linked_function *)linked};

	CHECK(shared_object_load("libflambeau-has-no-such-library.so.1", &function, 1));
	CHECK(half && half(16) == 8);
}

TEST_CASES(shared_object)
