/* SPDX-License-Identifier: MIT */
/*
 * page.h - the page: one HTML file with the stacks, a script that shows them, and a static picture
 * for readers without scripting.
 */
#ifndef FLAMBEAU_PAGE_H
#define FLAMBEAU_PAGE_H

#include "render/page/page_content.h"

/* Append the document. */
void page_write(struct buf *buf, const struct page *page);

/* A page that says why it is empty. */
void page_write_empty(struct buf *buf, const struct page *page, struct slice why);

#endif
