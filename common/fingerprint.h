/* SPDX-License-Identifier: MIT */
/*
 * fingerprint.h - what a text is known by without having been kept. Two texts have the same
 * fingerprint with a chance of 2^-128, whoever chose them: each run draws the function anew, from
 * 128 random bits.
 *
 * It is NH (Black, Halevi, Krawczyk, Krovetz, Rogaway: "UMAC: Fast and Secure Message
 * Authentication", 1999; RFC 4418), sums of products of words of the text, each with a word of the
 * key added: several sums, each with the key moved on.
 */
#ifndef FLAMBEAU_FINGERPRINT_H
#define FLAMBEAU_FINGERPRINT_H

#include "common/slice.h"

/* Bytes of a text that may have one: the key is as long. */
enum { FINGERPRINT_LONGEST = 32 << 10 };

struct fingerprint {
	uint64_t word[4];
	uint32_t size; /* of the text */
};

/* Draw the function, unless that has been done. One thread, before the others need it. */
void fingerprint_prepare(void);

/* Of at most FINGERPRINT_LONGEST bytes; good for this run alone. */
void fingerprint_of(struct slice text, struct fingerprint *print);

/* The same on any processor, to be compared with its own alone. */
void fingerprint_portable(struct slice text, struct fingerprint *print);

static inline bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
	uint64_t other = (a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) |
			 (a->word[2] ^ b->word[2]) | (a->word[3] ^ b->word[3]);

	return other == 0 && a->size == b->size;
}

#endif
