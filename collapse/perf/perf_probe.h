/* SPDX-License-Identifier: MIT */
/*
 * perf_probe.h - recognises the output of perf script.
 */
#ifndef FLAMBEAU_PERF_PROBE_H
#define FLAMBEAU_PERF_PROBE_H

#include "collapse/collapse.h"

/* For collapser.probe. */
enum probe perf_probe(struct slice head, bool whole);

#endif
