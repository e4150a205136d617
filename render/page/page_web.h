/* SPDX-License-Identifier: MIT */
/*
 * page_web.h - script and style of the page, as embed.cmake writes them into the build tree. Not
 * NUL-terminated text: use the lengths. What is packed is compressed, in base 85, and boot.js
 * unpacks it. The hashes are SHA-256 of what is not packed, in base64.
 */
#ifndef FLAMBEAU_PAGE_WEB_H
#define FLAMBEAU_PAGE_WEB_H

#include <stddef.h>

extern const unsigned char page_still_style[]; /* until page_style_packed is unpacked */
extern const size_t page_still_style_len;
extern const char page_still_style_hash[];
extern const unsigned char page_boot[];
extern const size_t page_boot_len;
extern const char page_boot_hash[];
extern const unsigned char page_style_packed[];
extern const size_t page_style_packed_len;
extern const char page_style_packed_hash[];
extern const unsigned char page_script_packed[];
extern const size_t page_script_packed_len;
extern const char page_script_packed_hash[];

/* The Source view, in pages that have lines. */
extern const unsigned char page_source_style_packed[];
extern const size_t page_source_style_packed_len;
extern const char page_source_style_packed_hash[];
extern const unsigned char page_source_packed[];
extern const size_t page_source_packed_len;
extern const char page_source_packed_hash[];

/* States of threads, in pages that have such. */
extern const unsigned char page_states_packed[];
extern const size_t page_states_packed_len;
extern const char page_states_packed_hash[];

#endif
