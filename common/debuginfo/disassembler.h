/* SPDX-License-Identifier: MIT */
/*
 * disassembler.h - instructions as text, by libcapstone, which is loaded when it is needed. Used by
 * one thread.
 */
#ifndef FLAMBEAU_DISASSEMBLER_H
#define FLAMBEAU_DISASSEMBLER_H

#include "common/base/buf.h"

struct disassembler;

/* For a machine as uname names it ("x86_64"). NULL: without the library, or of another machine. */
struct disassembler *disassembler_new(struct slice machine);

/* NULL: does nothing. */
void disassembler_free(struct disassembler *disassembler);

/*
 * Take the next instruction off `code`, which begins at `address`, and append its text. False, with
 * nothing appended: the bytes are no instruction; one of them is taken then. `code` is not empty.
 */
bool disassembler_next(struct disassembler *disassembler, struct slice *code, uint64_t *address,
		       struct buf *text);

#endif
