/* SPDX-License-Identifier: MIT */
/*
 * live_session.h - flamegraph-record --live: record-stacks, collapse-perf --live and
 * flamegraph-view joined by pipes, in the terminal of the caller; with --html live_page.h in place
 * of flamegraph-view.
 */
#ifndef FLAMBEAU_LIVE_SESSION_H
#define FLAMBEAU_LIVE_SESSION_H

#include "record/session/request.h"

/*
 * Show what is recorded until the viewer is left, then end the recording and its command. What the
 * command and the programs said meanwhile goes to standard error at the end. With --html it goes
 * there at once, and the recording ends as one without --live does. The exit code.
 */
int live_session_run(const struct request *request);

#endif
