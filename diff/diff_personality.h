/* SPDX-License-Identifier: MIT */
/*
 * diff_personality.h - the behaviour of difffolded under each of its names. Chosen once in main().
 */
#ifndef FLAMBEAU_DIFF_PERSONALITY_H
#define FLAMBEAU_DIFF_PERSONALITY_H

#include "common/profile/ingest.h"

struct diff_personality {
	/* Reading */
	const struct personality *reading;  /* rules for opening files */
	const struct ingest_format *format; /* reads them; NULL: doubles.h does */
	bool is_careful; /* refuses files without a stack, warns of suspicious ones */

	bool scales_in_doubles; /* in floating point, rounding included */

	/* Command line, exit codes */
	bool letters_only;   /* options are single letters before the files */
	int unreadable_exit; /* a file cannot be read */
	int no_total_exit;   /* a first column without counts is to be normalised */
};

const struct diff_personality *diff_personality_of(const struct personality *compat);

#endif
