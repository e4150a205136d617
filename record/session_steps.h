/* SPDX-License-Identifier: MIT */
/*
 * session_steps.h - the steps from a command, or other processes, to the graph. Each returns false
 * after a message. session_check() goes first.
 */
#ifndef FLAMBEAU_SESSION_STEPS_H
#define FLAMBEAU_SESSION_STEPS_H

#include "record/session/session.h"

/* Run the profiler, and the command under it. */
bool session_record(struct session *session);

/* Make folded stacks; warn of what is wrong with them. */
bool session_collapse(struct session *session);

bool session_draw(const struct session *session);

/* session_check() and all steps; report how the command ended. */
bool session_run(struct session *session);

/* Report that nothing was sampled, and why. */
void session_say_empty(struct session *session);

/*
 * Remove the recording. With --keep it moves to the folder of the graph; after a failure of a later
 * step it stays, and a message has its path.
 */
bool session_release(struct session *session, bool done);

#endif
