/* SPDX-License-Identifier: MIT */
/*
 * simplify.h - names of functions made shorter, whatever language they are from. Pure functions.
 */
#ifndef FLAMBEAU_SIMPLIFY_H
#define FLAMBEAU_SIMPLIFY_H

#include "common/base/buf.h"

enum simplify {
	SIMPLIFY_NONE,
	SIMPLIFY_ARGS,      /* parameters, return types, the hash of Rust */
	SIMPLIFY_TEMPLATES, /* arguments of templates and generic functions too */
	SIMPLIFY_PACKAGES,  /* and all but the last two parts of a qualified name */
};

/* Append the simplified name. */
void simplify_name(struct buf *out, struct slice name, enum simplify level);

#endif
