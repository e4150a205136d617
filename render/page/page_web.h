/* SPDX-License-Identifier: MIT */
/*
 * page_web.h - script and style of the page, as embed.cmake writes them into the build tree. Not
 * NUL-terminated text: use the lengths. The hashes are SHA-256 in base64.
 */
#ifndef FLAMBEAU_PAGE_WEB_H
#define FLAMBEAU_PAGE_WEB_H

#include <stddef.h>

extern const unsigned char page_script[];
extern const size_t page_script_len;
extern const char page_script_hash[];
extern const unsigned char page_boot[]; /* unpacks page_style and page_script */
extern const size_t page_boot_len;
extern const char page_boot_hash[];
extern const unsigned char page_style[];
extern const size_t page_style_len;
extern const char page_style_hash[];
extern const unsigned char page_still_style[]; /* where page_style is packed */
extern const size_t page_still_style_len;
extern const char page_still_style_hash[];
extern const unsigned char page_source[]; /* the Source view, in pages that have lines */
extern const size_t page_source_len;
extern const char page_source_hash[];
extern const unsigned char page_source_style[];
extern const size_t page_source_style_len;
extern const char page_source_style_hash[];

#endif
