/* SPDX-License-Identifier: MIT */
/*
 * live_page.h - flamegraph-record --live --html: snapshots of collapse-perf --live, drawn by
 * flamegraph --html when a browser asks for them, on a port of this machine; the last one is saved
 * as the page of the recording.
 */
#ifndef FLAMBEAU_LIVE_PAGE_H
#define FLAMBEAU_LIVE_PAGE_H

#include "record/page_server.h"
#include "record/session/session.h"

struct live_page;

/*
 * Listen, and say where. `session` has the folder for what is drawn, and the path of the file.
 * NULL after a message.
 */
struct live_page *live_page_open(const struct session *session);
void live_page_free(struct live_page *page);

/* Show the page with what the desktop has for it. */
void live_page_show(const struct live_page *page);

/*
 * Wait for something to happen, and do what is due: take snapshots from `input` unless it is -1,
 * draw, answer. Signals and children that end wake it up. False at the end of the input.
 */
bool live_page_serve(struct live_page *page, int input);

/*
 * Tell the browsers that the recording has ended and give them the last snapshot, for some seconds
 * at most, then save it. False after a message: no snapshot had stacks, or it cannot be written.
 */
bool live_page_finish(struct live_page *page);

#endif
