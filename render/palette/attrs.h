/* SPDX-License-Identifier: MIT */
/*
 * attrs.h - the file that gives frames titles, links and attributes by their names:
 * `name<TAB>key=value<TAB>key=value` a line. What is kept is safe to write into a document:
 * links that may be followed, attributes that are neither scripts nor styles.
 */
#ifndef FLAMBEAU_ATTRS_H
#define FLAMBEAU_ATTRS_H

#include "common/base/personality.h"
#include "common/table/intern.h"

/* How the file is read. */
struct attrs_rules {
	bool tab_is_required;  /* a line without one makes the file useless */
	bool last_line_wins;   /* of several for a name; else they add up */
	bool empty_is_none;    /* an empty title, and "0", is not a title */
	bool trims;            /* blanks around a line are not part of it, nor quotes of a value */
	bool extras_need_link; /* a_extra counts only where there is an href */
};

struct attr {
	struct slice name, value;
	bool extra; /* from a_extra */
};

struct frame_attrs {
	bool has_title;
	struct slice title;
	struct slice href; /* empty: no link */
	struct attr *list; /* in the order of the document; a target is there if there is a link */
	size_t count, cap;
};

struct attrs {
	const struct attrs_rules *rules;
	struct frame_attrs *frames; /* by frame id */
	size_t count, cap;
	struct arena arena;
};

/* False, after a message, if the file cannot be read or used. Names are added to `names`. */
bool attrs_read(struct attrs *attrs, struct slice path, struct intern *names,
		const struct personality *compat);

/* NULL: nothing is known of the name. */
const struct frame_attrs *attrs_of(const struct attrs *attrs, frame_id name);

void attrs_release(struct attrs *attrs);

#endif
