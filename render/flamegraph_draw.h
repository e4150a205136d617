/* SPDX-License-Identifier: MIT */
/*
 * flamegraph_draw.h - from stacks to the picture: the stages of flamegraph after reading.
 * flamegraph-view prints with them, too.
 */
#ifndef FLAMBEAU_FLAMEGRAPH_DRAW_H
#define FLAMBEAU_FLAMEGRAPH_DRAW_H

#include "common/profile/ingest.h"
#include "render/flamegraph_write.h"

/*
 * Append the picture of the profile, which is changed on the way, to the buffer, which stays empty
 * if there is nothing to be written. The exit code, after a message if it is not EXIT_DONE.
 */
int flamegraph_draw(const struct job *job, struct ingest_run *run, struct buf *buf);

#endif
