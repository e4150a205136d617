/* SPDX-License-Identifier: MIT */
/*
 * escape.h - any bytes as text: inside XML and JSON, where U+FFFD replaces what is not a valid
 * character (utf8.h), and in base64.
 */
#ifndef FLAMBEAU_ESCAPE_H
#define FLAMBEAU_ESCAPE_H

#include "common/base/buf.h"

/*
 * Bytes as text (RFC 4648, section 4).
 */

void buf_add_base64(struct buf *buf, struct slice bytes);

/* One character as UTF-8. */
void buf_add_code(struct buf *buf, uint32_t code);

/* `text` for XML, good in content and attributes: & < > " ' and tab, LF, CR as references. */
void buf_add_xml(struct buf *buf, struct slice text);

/* `text` as a JSON string with its quotes; < > & and what is not ASCII-safe in a script escaped. */
void buf_add_json(struct buf *buf, struct slice text);

/*
 * Like buf_add_json(), but lossless: control characters are escaped, and a byte that is not UTF-8
 * becomes the lone surrogate U+DC80 to U+DCFF, "\udcff" (PEP 383 of Python calls that
 * surrogateescape). buf_add_original() makes bytes of these again, where they are in what a reader
 * decoded: ED B3 BF.
 */
void buf_add_json_exact(struct buf *buf, struct slice text);
void buf_add_original(struct buf *buf, struct slice text);

/* A name that a terminal does not obey: invisible characters (utf8.h) are U+FFFD too. */
void buf_add_harmless(struct buf *buf, struct slice text);

/*
 * A name for Markdown, in <code>, cut at 80 characters. All but letters, digits and some harmless
 * signs are numeric references, which no dialect gives a meaning (CommonMark 0.31, section 2.5):
 * neither tables nor emphasis, links, mentions or elements can come of them.
 */
void buf_add_markdown(struct buf *buf, struct slice name);

/* Escape a whole text for Markdown, without <code>. */
void buf_add_markdown_text(struct buf *buf, struct slice text);

#endif
