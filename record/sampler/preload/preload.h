/* SPDX-License-Identifier: MIT */
/*
 * preload.h - sampling without a call: the environment has the settings, the report is written when
 * the program ends.
 */
#ifndef FLAMBEAU_PRELOAD_H
#define FLAMBEAU_PRELOAD_H

#include "record/sampler/flamesample.h"

#include "common/base/base.h"

/* Settings from FLAMESAMPLE_*. */
struct preload_settings {
	struct flamesample_options options;
	const char *out;   /* NULL: nothing is asked for */
	const char *rules; /* NULL: none */
	bool quiet;
};

/*
 * Read the settings from the environment; texts are the environment's, the blocklist is the
 * caller's to free(). False if a value is wrong: then `problem` (of `size` bytes) names it.
 */
bool preload_settings_get(struct preload_settings *settings, char *problem, size_t size);

/*
 * A second process, which calls end(context) when this one has ended, or turned into another
 * program by exec, without preload_watch_stop(). It is not waited for, and no signal but SIGKILL
 * reaches it. It keeps the descriptors 2 and `keep`. NULL, with errno set, if there can be none.
 */
struct preload_watch;

struct preload_watch *preload_watch_start(int keep, void (*end)(void *context), void *context);
void preload_watch_stop(struct preload_watch *watch);

#endif
