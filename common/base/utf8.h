/* SPDX-License-Identifier: MIT */
/*
 * utf8.h - any bytes as text that XML and JSON allow.
 * Invalid sequences (overlong, surrogates, above U+10FFFF, cut) and characters
 * that XML 1.0 forbids (section 2.2: U+0000 to U+001F but tab, LF and CR, U+FFFE, U+FFFF) are
 * read as U+FFFD, one for each maximal wrong part (Unicode 15, section 3.9).
 */
#ifndef FLAMBEAU_UTF8_H
#define FLAMBEAU_UTF8_H

#include "common/base/slice.h"

/* Take one character off the front of non-empty `text`: its code point, or U+FFFD as above. */
uint32_t utf8_next(struct slice *text);

/*
 * True if a character has no picture, and may make others be shown wrong: control characters, the
 * separators of lines and paragraphs, marks of direction, and further invisible ones (of Unicode's
 * categories Cc, Cf, Zl, Zp). False for the joiners U+200C and U+200D, which words have.
 */
bool utf8_is_invisible(uint32_t code);

/* True if all bytes are below 0x80. */
bool utf8_is_ascii(struct slice text);

/* True if the encoding is valid. The text may contain characters that XML forbids. */
bool utf8_is_valid(struct slice text);

/* Number of characters, counted as utf8_next() does. */
size_t utf8_count(struct slice text);

/* The bytes of the first `count` characters; all of `text` if it is shorter. */
struct slice utf8_head(struct slice text, size_t count);
struct slice utf8_tail(struct slice text, size_t count); /* of the last ones */

#endif
