/* SPDX-License-Identifier: MIT */
/* demangle() for tests of symbols, while there is none in the library: a few names. */
#ifndef FLAMBEAU_PLAIN_DEMANGLE_H
#define FLAMBEAU_PLAIN_DEMANGLE_H

#include "common/symbols/demangle.h"

bool demangle(struct buf *out, struct slice name)
{
	static const struct {
		struct slice raw;
		const char *name;
	} known[] = {
		{SLICE_INIT("_ZN3abc2de17h0123456789abcdefE"), "abc::de"},
		{SLICE_INIT("_ZN1a3bcd17h0123456789abcdefE"), "a::bcd"},
		{SLICE_INIT("_ZN2ab1c17h0123456789abcdefE"), "ab::c"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(known); i++) {
		if (!slice_equal(name, known[i].raw))
			continue;
		buf_add_text(out, known[i].name);
		return true;
	}
	return false;
}

#endif
