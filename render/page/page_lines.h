/* SPDX-License-Identifier: MIT */
/*
 * page_lines.h - what export-lines --format json writes, for the Source view of the page.
 */
#ifndef FLAMBEAU_PAGE_LINES_H
#define FLAMBEAU_PAGE_LINES_H

#include "common/base/buf.h"
#include "common/base/personality.h"

/*
 * Append the JSON of a file, written anew: it has the members of export-lines, with values of their
 * types, and no others. False after a message.
 */
bool page_lines_read(struct buf *out, struct slice path, const struct personality *compat);

#endif
