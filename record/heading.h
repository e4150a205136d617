/* SPDX-License-Identifier: MIT */
/*
 * heading.h - the texts of a picture about its recording: the command as it was typed, event,
 * frequency, duration, number of samples.
 */
#ifndef FLAMBEAU_HEADING_H
#define FLAMBEAU_HEADING_H

#include "record/session/session.h"

/* Append what was recorded, at most 80 characters of it. */
void heading_add_subject(struct buf *out, const struct session *session);

/* Append how, as far as it is known; call it after session_collapse(). */
void heading_add_details(struct buf *out, const struct session *session);

#endif
