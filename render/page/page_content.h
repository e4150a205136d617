/* SPDX-License-Identifier: MIT */
/*
 * page_content.h - the page: one HTML file with the stacks, a script that shows them, and a static
 * picture for readers without scripting. All that page_write() shows.
 */
#ifndef FLAMBEAU_PAGE_CONTENT_H
#define FLAMBEAU_PAGE_CONTENT_H

#include "common/base/personality.h"
#include "common/profile/profile.h"
#include "render/brief/brief.h"
#include "render/palette/paint.h"
#include "render/tree/caption.h"

/* Pixels that the static picture is wide. */
enum { PAGE_STILL_WIDTH = 1200 };

struct page {
	struct slice title, subtitle, name_type;
	const struct caption *caption;
	const struct intern *names;
	const struct stack *const *stacks; /* equal frames of one parent are neighbours */
	size_t count;
	const struct labels *labels; /* of the stacks, or NULL */
	bool differential;
	const struct brief *brief; /* what to look at */
	const struct paint_options *paint;

	/* The static picture: frames of at least a pixel and their classes. */
	const struct layout *still;
	const struct paint *still_paint;

	struct color search_color;
	const char *scheme; /* "auto", "light", "dark" */
	struct slice lines; /* JSON for the Source view; empty: there is none */
	bool inverted, cuts_left;
	bool by_states; /* it opens in the colours of states of threads, if it has some */
	bool is_live;   /* it asks its server, record/page_server.h, for newer stacks */
};

/* Append the document. */
void page_write(struct buf *buf, const struct page *page);

/* A page that says why it is empty. */
void page_write_empty(struct buf *buf, const struct page *page, struct slice why);

/*
 * Append the JSON of a file, written anew, for the Source view: it has the members of export-lines
 * --format json, with values of their types, and no others. False after a message.
 */
bool page_lines_read(struct buf *out, struct slice path, const struct personality *compat);

#endif
