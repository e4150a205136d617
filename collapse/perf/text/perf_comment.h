/* SPDX-License-Identifier: MIT */
/*
 * perf_comment.h - facts about the recording that `perf script --header` prints, in comments before
 * the samples.
 */
#ifndef FLAMBEAU_PERF_COMMENT_H
#define FLAMBEAU_PERF_COMMENT_H

#include "common/profile/ingest.h"

/* Merge the facts of a comment into run->profile.header: host, command, frequency. */
void perf_see_comment(struct ingest_run *run, struct slice line);

#endif
