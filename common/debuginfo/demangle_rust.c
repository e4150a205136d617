/* SPDX-License-Identifier: MIT */
/*
 * Rust's legacy mangling: identifiers with their lengths, as C++ mangles nested names, the last one
 * a hash.
 *
 *     _ZN4core3fmt5write17h0123456789abcdefE.llvm.123 -> core::fmt::write
 */
#include "common/debuginfo/demangle_languages.h"

#include "common/debuginfo/rust_escape.h"

/* Take "4core" off the front. */
static bool take_identifier(struct slice *rest, struct slice *identifier)
{
	size_t len = 0, digits = 0;

	while (digits < rest->len && char_is_digit(rest->ptr[digits])) {
		len = len * 10 + (size_t)(rest->ptr[digits] - '0');
		if (len > rest->len)
			return false;
		digits++;
	}
	if (digits == 0 || len == 0 || len > rest->len - digits)
		return false;
	*identifier = slice_of(rest->ptr + digits, len);
	*rest = slice_tail(*rest, digits + len);
	return true;
}

bool demangle_rust_legacy(struct buf *out, struct slice name)
{
	struct slice rest = name, identifier, next;
	const size_t before = out->len;

	if (!slice_skip(&rest, SLICE("_ZN")) || !take_identifier(&rest, &identifier))
		return false;
	while (take_identifier(&rest, &next)) {
		if (out->len > before)
			BUF_ADD(out, "::");
		rust_add_unescaped(out, identifier, true);
		identifier = next;
		if (out->len - before > DEMANGLE_LONGEST)
			return false;
	}
	return out->len > before && identifier.len == RUST_HASH && rust_ends_in_hash(identifier) &&
	       slice_skip(&rest, SLICE("E")) && rust_add_suffix(out, rest);
}
