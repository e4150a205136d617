/* SPDX-License-Identifier: MIT */
/*
 * perf_comment.h - what `perf script --header` says of the recording, in comments before the samples.
 */
#ifndef FLAMBEAU_PERF_COMMENT_H
#define FLAMBEAU_PERF_COMMENT_H

#include "common/profile/ingest.h"

/* Merge what the comment says into run->profile.header: host, command, frequency. */
void perf_see_comment(struct ingest_run *run, struct slice line);

#endif
