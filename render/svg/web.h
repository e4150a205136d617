/* SPDX-License-Identifier: MIT */
/*
 * web.h - the files of render/web/ without comments and indentation, as
 * embed.cmake writes them into the build tree. Not NUL-terminated text: use the
 * lengths.
 */
#ifndef FLAMBEAU_WEB_H
#define FLAMBEAU_WEB_H

#include <stddef.h>

extern const unsigned char web_script[];
extern const size_t web_script_len;
extern const unsigned char web_style[];
extern const size_t web_style_len;
extern const unsigned char web_dark[];
extern const size_t web_dark_len;

#endif
