/* SPDX-License-Identifier: MIT */
/*
 * location.h - a function in a document: its name, and where it is, in whatever order they come.
 */
#ifndef FLAMBEAU_LOCATION_H
#define FLAMBEAU_LOCATION_H

#include "collapse/text.h"

/* Zeroed it is empty. */
struct location {
	struct buf name, file, line;
};

void location_reset(struct location *location);
void location_name(struct location *location, struct slice name);
void location_file(struct location *location, struct slice file);
void location_line(struct location *location, struct slice line); /* a number, counted from 1 */

/*
 * "name", or with `everything` "name (file:line)". A function without a name is "(anonymous)",
 * with its file, without the folders, and its line if they are known.
 */
frame_id location_frame(struct ingest_run *run, struct location *location, bool everything);

void location_release(struct location *location);

#endif
