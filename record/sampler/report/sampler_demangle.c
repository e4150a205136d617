/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include "record/sampler/report/sampler_demangle.h"

#ifdef HAVE_IBERTY

#include <libiberty/demangle.h>

/* These two report it when memory is out; others of the library would end the program. */
static char *demangled(const char *symbol)
{
	const int style = DMGL_PARAMS | DMGL_ANSI;
	char *name = rust_demangle(symbol, style);

	return name ? name : cplus_demangle_v3(symbol, style);
}

#else

#include <dlfcn.h>

typedef char *demangle_fn(const char *symbol, char *room, size_t *size, int *status);

static char *demangled(const char *symbol)
{
	void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	void *runtime = found ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
	demangle_fn *function = NULL;
	int status;

	if (runtime)
		found = dlsym(runtime, "__cxa_demangle");
	memcpy(&function, &found, sizeof(found));
	return function ? function(symbol, NULL, NULL, &status) : NULL;
}

#endif

/* "core::fmt::write::h0123456789abcdef": the hash tells versions of a crate apart. */
static struct slice without_hash(struct slice name)
{
	const struct slice mark = SLICE("::h");
	struct slice hash;
	size_t digits = 16;

	if (name.len <= mark.len + digits)
		return name;
	hash = slice_tail(name, name.len - digits);
	if (!slice_is_hex(hash) || !slice_ends(slice_head(name, name.len - digits), mark))
		return name;
	return slice_head(name, name.len - digits - mark.len);
}

struct slice sampler_demangle(struct slice symbol, struct buf *room)
{
	char *name;

	if (!slice_starts(symbol, SLICE("_Z")) && !slice_starts(symbol, SLICE("_R")) &&
	    !slice_starts(symbol, SLICE("__R")))
		return symbol;
	buf_reset(room);
	buf_add(room, symbol);
	buf_add_char(room, '\0');
	name = demangled(room->ptr);
	if (!name)
		return symbol;
	buf_reset(room);
	buf_add_text(room, name);
	free(name);
	return without_hash(buf_slice(room));
}
