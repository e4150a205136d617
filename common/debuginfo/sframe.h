/* SPDX-License-Identifier: MIT */
/*
 * sframe.h - stack traces in the format SFrame (.sframe), which assemblers write by --gsframe beside or
 * instead of .eh_frame: "The SFrame format", with the manuals of GNU Binutils; version 2 in those of
 * 2.41 to 2.45, version 3 from 2.46 on. Version 1 differs, and was written by 2.40 alone.
 */
#ifndef FLAMBEAU_SFRAME_H
#define FLAMBEAU_SFRAME_H

#include "common/base/buf.h"
#include "common/debuginfo/cfi_entry.h"

/* The version of a section; 0: it is none. */
unsigned sframe_version(const struct cfi_section *section);

/* True if it is one that can be converted. */
bool sframe_is_known(const struct cfi_section *section);

/*
 * Append what a section says as .debug_frame with addresses of 8 bytes, in its byte
 * order. Procedure linkage tables (PCMASK) are left out. Takes time and memory linear in the
 * section; where it is damaged, what comes before is used. Returns the number of functions.
 */
size_t sframe_convert(const struct cfi_section *section, struct buf *out);

#endif
