/* SPDX-License-Identifier: MIT */
/*
 * strip_hex.h - replaces addresses in names, which differ from run to run.
 */
#ifndef FLAMBEAU_STRIP_HEX_H
#define FLAMBEAU_STRIP_HEX_H

#include "common/base/buf.h"

/* "f+0x1f" as "f+0x...": the text itself, or what `buf` holds then. */
struct slice strip_hex(struct slice text, struct buf *buf);

#endif
