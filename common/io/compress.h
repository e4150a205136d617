/* SPDX-License-Identifier: MIT */
/*
 * compress.h - bytes to gzip, the counterpart of decompress.h.
 */
#ifndef FLAMBEAU_COMPRESS_H
#define FLAMBEAU_COMPRESS_H

#include "common/base/buf.h"

/* Append one gzip member (RFC 1952) without name and time. False if this build lacks zlib. */
bool compress_gzip(struct slice text, struct buf *out);

#endif
