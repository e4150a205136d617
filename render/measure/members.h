/* SPDX-License-Identifier: MIT */
/*
 * members.h - members of a JSON object, each with the comma and the line feed before it.
 */
#ifndef FLAMBEAU_MEMBERS_H
#define FLAMBEAU_MEMBERS_H

#include "render/measure/caption.h"

/* ",\n\"KEY\":" for a value that the caller writes; `key` needs no escapes. */
void member_add(struct buf *buf, const char *key);

void member_add_decimal(struct buf *buf, const char *key, uint64_t value, unsigned digits);
void member_add_text(struct buf *buf, const char *key, struct slice text);
void member_add_bool(struct buf *buf, const char *key, bool value);

/* How counts become text: scale, factor, countname and, where they are known, unit and samples. */
void member_add_caption(struct buf *buf, const struct caption *caption);

#endif
