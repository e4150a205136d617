/* SPDX-License-Identifier: MIT */
/*
 * OCaml: `caml`, a module, and `__` between modules; `$2e` encodes a byte that assemblers reject.
 *
 *     camlStdlib__List__map_45 -> Stdlib.List.map_45
 */
#include "common/debuginfo/demangle_languages.h"

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

bool demangle_ocaml(struct buf *out, struct slice name)
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
