/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/demangle_rust.h"

#include "common/base/escape.h"
#include "common/debuginfo/demangle.h"

static const struct rust_escape {
	struct slice code;
	char text;
} rust_escapes[] = {
	{SLICE_INIT("SP"), '@'},  {SLICE_INIT("BP"), '*'},   {SLICE_INIT("RF"), '&'},
	{SLICE_INIT("LT"), '<'},  {SLICE_INIT("GT"), '>'},   {SLICE_INIT("LP"), '('},
	{SLICE_INIT("RP"), ')'},  {SLICE_INIT("C"), ','},    {SLICE_INIT("u7e"), '~'},
	{SLICE_INIT("u20"), ' '}, {SLICE_INIT("u27"), '\''}, {SLICE_INIT("u3d"), '='},
	{SLICE_INIT("u5b"), '['}, {SLICE_INIT("u5d"), ']'},  {SLICE_INIT("u7b"), '{'},
	{SLICE_INIT("u7d"), '}'}, {SLICE_INIT("u3b"), ';'},  {SLICE_INIT("u2b"), '+'},
	{SLICE_INIT("u21"), '!'}, {SLICE_INIT("u22"), '"'},
};

bool rust_ends_in_hash(struct slice name)
{
	struct slice hash;

	if (name.len < RUST_HASH)
		return false;
	hash = slice_tail(name, name.len - RUST_HASH);
	return hash.ptr[0] == 'h' && slice_is_hex(slice_tail(hash, 1));
}

/* `u7e` and the like for any character. */
static bool add_code(struct buf *out, struct slice code)
{
	uint32_t value = 0;
	size_t i;

	if (code.len < 2 || code.len > 7 || code.ptr[0] != 'u' ||
	    !slice_is_hex(slice_tail(code, 1)))
		return false;
	for (i = 1; i < code.len; i++)
		value = value * 16 + char_hex_value(code.ptr[i]);
	if (value < 0x20 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
		return false;
	buf_add_code(out, value);
	return true;
}

/* Take a `$..$` sequence off the front; false if it is none that is known. */
static bool add_escape(struct buf *out, struct slice *rest, bool any_code)
{
	struct slice code, behind = slice_tail(*rest, 1);
	size_t i;

	if (!slice_cut(&behind, '$', &code))
		return false;
	for (i = 0; i < ARRAY_LEN(rust_escapes); i++) {
		if (!slice_equal(code, rust_escapes[i].code))
			continue;
		buf_add_char(out, rust_escapes[i].text);
		*rest = behind;
		return true;
	}
	if (!any_code || !add_code(out, code))
		return false;
	*rest = behind;
	return true;
}

void rust_add_unescaped(struct buf *out, struct slice name, bool any_code)
{
	if (slice_starts(name, SLICE("_$")))
		name = slice_tail(name, 1);
	while (name.len > 0) {
		size_t plain = name.ptr[0] == '.' && !slice_starts(name, SLICE(".."));

		while (plain < name.len && name.ptr[plain] != '.' && name.ptr[plain] != '$')
			plain++;
		if (plain > 0) {
			buf_add_few(out, name.ptr, plain);
			name = slice_tail(name, plain);
		} else if (slice_skip(&name, SLICE(".."))) {
			BUF_ADD(out, "::");
		} else if (!add_escape(out, &name, any_code)) {
			buf_add(out, name);
			break;
		}
	}
}

bool rust_add_suffix(struct buf *out, struct slice suffix)
{
	if (suffix.len > 0 && suffix.ptr[0] != '.')
		return false;
	if (!slice_starts(suffix, SLICE(".llvm.")))
		buf_add(out, suffix);
	return true;
}

/*
 * Rust's legacy mangling: identifiers with their lengths, as C++ mangles nested names, the last one
 * a hash.
 *
 *     _ZN4core3fmt5write17h0123456789abcdefE.llvm.123 -> core::fmt::write
 */

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
