/* SPDX-License-Identifier: MIT */
/*
 * mutations.h - damaged inputs, made of files.
 *
 * The same files and the same number give the same bytes everywhere; input n does not depend on
 * the inputs before it, so that each can be made again alone.
 */
#ifndef FLAMBEAU_TESTS_MUTATIONS_H
#define FLAMBEAU_TESTS_MUTATIONS_H

#include <inttypes.h>
#include <stddef.h>

enum {
	MUTATED_SIZE_MAX = 1 << 20, /* bytes */
};

struct bytes {
	char *ptr; /* MUTATED_SIZE_MAX bytes of memory */
	size_t len;
};

/* At most MUTATED_SIZE_MAX bytes of the file `name`, on the heap; ends the program if it cannot. */
struct bytes mutations_read(const char *name);

/* Write damaged input `number`, made of the `count` files, to `bytes`; returns a random number. */
uint64_t mutations_make(struct bytes *bytes, const struct bytes *files, size_t count,
			uint64_t number);

#endif
