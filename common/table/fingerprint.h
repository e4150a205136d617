/* SPDX-License-Identifier: MIT */
/*
 * fingerprint.h - identifies a text that was not kept. Two different texts of one size have the
 * same fingerprint with a chance of at most 2^-128 over the keys, even if an attacker chose the
 * texts; texts of different sizes never do. Every run draws its key, 32 KiB, from the kernel's
 * random numbers; the chance is as small as those are good.
 *
 * The function is NH (Black, Halevi, Krawczyk, Krovetz, Rogaway: "UMAC: Fast and Secure Message
 * Authentication", 1999; RFC 4418): a sum of products of the text's words, a word of the key added
 * to each. Several such sums, each with the key moved on (the paper's Toeplitz construction),
 * multiply the chances.
 */
#ifndef FLAMBEAU_FINGERPRINT_H
#define FLAMBEAU_FINGERPRINT_H

#include "common/base/slice.h"

/* Bytes of a text that may have one: the key is as long. */
enum { FINGERPRINT_LONGEST = 32 << 10 };

struct fingerprint {
	uint64_t word[4];
	uint32_t size; /* of the text */
};

/* Draw the key unless that was done. To be called before other threads take fingerprints. */
void fingerprint_prepare(void);

/* Fingerprint a text of at most FINGERPRINT_LONGEST bytes; valid in this run only. */
void fingerprint_of(struct slice text, struct fingerprint *print);

/* fingerprint_of() in portable code. Compare its results only with one another. */
void fingerprint_portable(struct slice text, struct fingerprint *print);

static inline bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
	uint64_t other = (a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) |
			 (a->word[2] ^ b->word[2]) | (a->word[3] ^ b->word[3]);

	return other == 0 && a->size == b->size;
}

#endif
