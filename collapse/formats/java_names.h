/* SPDX-License-Identifier: MIT */
/*
 * java_names.h - shared by the formats of Java: a cache of shortened method names, and options that
 * can be given as --NAME and as --no-NAME.
 */
#ifndef FLAMBEAU_JAVA_NAMES_H
#define FLAMBEAU_JAVA_NAMES_H

#include "collapse/cache/line_cache.h"
#include "collapse/text.h"

/* Taken off the front of "java.base/java.lang.Thread.run": module and packages. */
enum java_packages {
	JAVA_WHOLE,
	JAVA_SHORT, /* j.b/j.l.Thread.run */
	JAVA_NONE,  /* Thread.run */
};

/* A method as it was first seen. */
struct java_method {
	frame_id frame;
	bool is_new;   /* for the format: true at first sight, */
	unsigned kind; /* and what it found out then */
};

/* The methods seen so far, per worker. Zeroed it is empty; its owner frees the cache. */
struct java_names {
	struct line_cache cache;
};

/* The frame of a method's name, which may have packages with dots or, as J9 has them, slashes. */
struct java_method *java_method(struct ingest_run *run, struct java_names *names, struct slice name,
				enum java_packages packages);

/* Append `name` without what `packages` takes off. */
void java_shorten(struct buf *out, struct slice name, enum java_packages packages);

/*
 * java_shorten() for a name whose module and packages have `length` bytes, with the separator
 * before the class.
 */
void java_shorten_by(struct buf *out, struct slice name, size_t length,
		     enum java_packages packages);

/* "java.util.List.get(List.java:12(Compiled Code))" up to the parenthesis. */
struct slice java_name_of_call(struct slice call);

/* Take the number of a thread off its name: "pool-1-thread-12". */
struct slice java_drop_number(struct slice thread);

/* An option that was not given, given, given with `no-` in front. */
enum java_switch { JAVA_UNSET, JAVA_ON, JAVA_OFF };

opt_parse_fn java_switch_on, java_switch_off; /* OPT_CALL; the field is an int */

static inline bool java_is_on(int given, bool preset)
{
	return given == JAVA_UNSET ? preset : given == JAVA_ON;
}

/* The level that --shorten-pkgs and --no-pkgs ask for; the latter removes more. */
static inline enum java_packages java_packages_for(int shorten, int bare)
{
	return java_is_on(bare, false)      ? JAVA_NONE
	       : java_is_on(shorten, false) ? JAVA_SHORT
					    : JAVA_WHOLE;
}

#endif
