/* SPDX-License-Identifier: MIT */
/*
 * symbol_text.h - files of lines that begin with hexadecimal addresses: /proc/kallsyms, perf maps.
 */
#ifndef FLAMBEAU_SYMBOL_TEXT_H
#define FLAMBEAU_SYMBOL_TEXT_H

#include "common/base/slice.h"

enum { SYMBOL_TEXT_LARGEST = 256 << 20 }; /* bytes of such a file */

/*
 * All bytes from where `fd` is up to its end, for free(). The size of the file is not asked for:
 * /proc has none. False if it cannot be read or is larger than SYMBOL_TEXT_LARGEST.
 */
bool symbol_text_read(int fd, struct slice *text);

/*
 * symbol_text_read() of the lines up to the first that has the byte `stop`. *rest, for free(), are
 * the bytes of this line and others that have been read.
 */
bool symbol_text_read_to(int fd, char stop, struct slice *text, struct slice *rest);

/* symbol_text_read() of the lines after those; takes `rest`. */
bool symbol_text_read_on(int fd, struct slice rest, struct slice *text);

/* Take 1 to 16 hexadecimal digits off the front; false if there are none or more. */
bool symbol_text_hex(struct slice *line, uint64_t *value);

#endif
