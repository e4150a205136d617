/* SPDX-License-Identifier: MIT */
#include "common/base/shared_object.h"

#ifdef HAVE_DLOPEN
#include <dlfcn.h>
#endif

#include "common/base/memory.h"

static void shared_object_set(const struct shared_function *function, linked_function *to)
{
	memcpy(function->pointer, &to, function->size);
}

#ifdef HAVE_DLOPEN
/* Recognises messages of glibc's loader, which has no error codes. */
static bool is_about_memory(const char *message)
{
	static const char *const words[] = {
		"cannot allocate",      "Cannot allocate",       "cannot create shared",
		"cannot map zero-fill", "failed to map segment", "out of memory",
	};
	size_t i;

	for (i = 0; message && i < ARRAY_LEN(words); i++) {
		if (strstr(message, words[i]))
			return true;
	}
	return !message; /* there was no memory for one */
}

static bool shared_object_open(const char *name, const struct shared_function *functions,
			       size_t count)
{
	void *object = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	size_t i;

	if (!object && is_about_memory(dlerror()))
		memory_die();
	if (!object)
		return false;
	for (i = 0; i < count; i++) {
		void *found = dlsym(object, functions[i].name);
		linked_function *function;

		if (!found)
			return false;
		memcpy(&function, &found, sizeof(function)); /* POSIX: they have one size */
		shared_object_set(&functions[i], function);
	}
	return true;
}
#else
static bool shared_object_open(const char *name, const struct shared_function *functions,
			       size_t count)
{
	(void)name;
	(void)functions;
	(void)count;
	return false;
}
#endif

COLD bool shared_object_load(const char *name, const struct shared_function *functions,
			     size_t count)
{
	size_t i;

	for (i = 0; i < count && functions[i].linked; i++)
		shared_object_set(&functions[i], functions[i].linked);
	return i == count || shared_object_open(name, functions, count);
}
