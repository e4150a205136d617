/* SPDX-License-Identifier: MIT */
/*
 * base64.h - bytes as text (RFC 4648, section 4).
 */
#ifndef FLAMBEAU_BASE64_H
#define FLAMBEAU_BASE64_H

#include "common/base/buf.h"

void buf_add_base64(struct buf *buf, struct slice bytes);

#endif
