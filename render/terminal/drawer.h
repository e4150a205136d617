/* SPDX-License-Identifier: MIT */
/*
 * drawer.h - flamegraph as a child, for pictures of what is seen.
 */
#ifndef FLAMBEAU_DRAWER_H
#define FLAMBEAU_DRAWER_H

#include "common/profile/profile.h"

enum { DRAWER_OPTIONS = 4 }; /* at most */

/*
 * Give the profile to flamegraph, which writes to standard output unless `options` (up to
 * DRAWER_OPTIONS, NULL behind fewer) say otherwise. `quiet`: it says nothing, and writes to a file
 * alone. Its exit code, or -1 if it could not be started.
 */
int drawer_run(const struct profile *profile, const char *const *options, bool quiet);

#endif
