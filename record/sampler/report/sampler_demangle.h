/* SPDX-License-Identifier: MIT */
/*
 * sampler_demangle.h - names of C++ and Rust functions as their sources write them: by libiberty where it was
 * there when this was built, else (C++ and the older names of Rust) by the C++ runtime, if the process
 * has one or it can be loaded. Not for signal handlers.
 */
#ifndef FLAMBEAU_SAMPLER_DEMANGLE_H
#define FLAMBEAU_SAMPLER_DEMANGLE_H

#include "common/text/buf.h"

/* The name of a symbol, demangled if it is mangled; in `room` then. */
struct slice sampler_demangle(struct slice symbol, struct buf *room);

#endif
