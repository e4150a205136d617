/* SPDX-License-Identifier: MIT */
/*
 * peek.h - reads memory of this process that may not be mapped, or that another thread unmaps at
 * the same time. The kernel copies the bytes, so a page that is gone is an error and not a signal.
 * A page is copied once and then read from the copy. Safe in a signal handler; one thread at a
 * time.
 */
#ifndef FLAMBEAU_PEEK_H
#define FLAMBEAU_PEEK_H

#include "record/sampler/handler/spill.h"

enum {
	PEEK_PAGE = 4096, /* bytes; no system has smaller pages */
	PEEK_PAGES = 64,  /* copies that are kept; a power of two */
	PEEK_WAYS = 4,    /* places that a page may have */
};

struct peek {
	const struct spill *spill;   /* copies pages where process_vm_readv() is not permitted */
	int32_t thread;              /* any thread of this process */
	bool is_refused;             /* process_vm_readv() is not permitted */
	unsigned next;               /* place to give up */
	uintptr_t pages[PEEK_PAGES]; /* numbers of the pages that were copied; 0: none */
	char copies[PEEK_PAGES][PEEK_PAGE];
};

/* Discard all copies. `thread` is the one that reads. */
void peek_begin(struct peek *peek, int32_t thread);

/* Copy `size` bytes. False if one of them cannot be read; then `to` is undefined. */
bool peek_read(struct peek *peek, uintptr_t from, void *to, size_t size);

/* Copy a C string. False if it cannot be read, or is longer than `size`. */
bool peek_read_string(struct peek *peek, uintptr_t from, char *to, size_t size);

#endif
