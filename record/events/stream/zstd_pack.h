/* SPDX-License-Identifier: MIT */
/*
 * zstd_pack.h - one stream of zstd, given out in pieces. The library is loaded when it is asked
 * for, so that a program that uses this needs it for nothing else.
 */
#ifndef FLAMBEAU_ZSTD_PACK_H
#define FLAMBEAU_ZSTD_PACK_H

#include "common/base/slice.h"

struct zstd_pack;

/* NULL, with the reason in *why (a constant), where there is no zstd. */
struct zstd_pack *zstd_pack_new(const char **why);

/* May be NULL. */
void zstd_pack_free(struct zstd_pack *pack);

/*
 * Compress a text and flush: it can be read from what was returned so far. Good until the next
 * call.
 */
struct slice zstd_pack_add(struct zstd_pack *pack, struct slice text);

#endif
