/* SPDX-License-Identifier: MIT */
/*
 * foreground.h - Ctrl-C ends a recording, not the programs that read its pipe. A terminal sends
 * SIGINT to all processes of its foreground group, which is the whole pipeline. So the recorder,
 * with its command, becomes a group of its own, and the terminal's foreground while it records.
 */
#ifndef FLAMBEAU_FOREGROUND_H
#define FLAMBEAU_FOREGROUND_H

#include "common/base/base.h"

/*
 * Fork if the process is in the foreground group of a terminal: the new process returns, in its own
 * group; the old one waits for it, gives the terminal back and exits with its status. Elsewhere
 * nothing happens. Call before threads and before anything is opened.
 */
void foreground_enter(void);

#endif
