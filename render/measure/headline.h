/* SPDX-License-Identifier: MIT */
/*
 * headline.h - the facts of a profile's header, in words for its picture.
 */
#ifndef FLAMBEAU_HEADLINE_H
#define FLAMBEAU_HEADLINE_H

#include "common/profile/header.h"

/* Append "61 samples"; nothing if their number is not known. */
void headline_add_samples(struct buf *out, const struct header *header);

/* Append "6,000 idle samples (83 %) left out"; nothing if there are none. */
void headline_add_idle(struct buf *out, const struct header *header);

/* Append "cpu-clock at 99 Hz, 61 samples in 2.5s, 3 lost", as much of it as is known. */
void headline_add(struct buf *out, const struct header *header);

#endif
