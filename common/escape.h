/* SPDX-License-Identifier: MIT */
/*
 * escape.h - any bytes as text inside XML and JSON. What is no valid character comes out as
 * U+FFFD, see utf8.h.
 */
#ifndef FLAMBEAU_ESCAPE_H
#define FLAMBEAU_ESCAPE_H

#include "common/buf.h"

/* One character as UTF-8. */
void buf_add_code(struct buf *buf, uint32_t code);

/* `text` for XML, good in content and attributes: & < > " ' and tab, LF, CR as references. */
void buf_add_xml(struct buf *buf, struct slice text);

/* `text` as a JSON string with its quotes; < > & and what is not ASCII-safe in a script escaped. */
void buf_add_json(struct buf *buf, struct slice text);

#endif
