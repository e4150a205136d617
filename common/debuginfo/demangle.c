/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/demangle.h"

#include "common/debuginfo/demangle_languages.h"

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
