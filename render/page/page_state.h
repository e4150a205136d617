/* SPDX-License-Identifier: MIT */
/*
 * page_state.h - the parts of the page, for the files of render/page alone.
 */
#ifndef FLAMBEAU_PAGE_STATE_H
#define FLAMBEAU_PAGE_STATE_H

#include <stddef.h>

#include "render/page/page_content.h"

/* LEB128: seven bits per byte, the lowest first; all but the last byte have the eighth bit. */
static inline void page_add_varint(struct buf *buf, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		buf_add_char(buf, (char)(unsigned char)(value | 0x80));
	buf_add_char(buf, (char)(unsigned char)value);
}

/* The call tree of the stacks as columns; one entry per frame, callers before callees. */
struct page_tree {
	size_t frames;
	size_t name_count; /* distinct names that the stacks have */
	uint32_t *numbers; /* by frame id; UINT32_MAX: no stack has it */
	frame_id *names;   /* by number - 1: number 0 is the root's */
	struct buf pops;   /* varints: how many of the open frames close before it */
	struct buf called; /* varints: 0 is a name seen first here, else the name's number */
	uint32_t *ends;    /* by stack of the page: place of its last frame */
	uint64_t *own[2]; /* counts of stacks that end there; the first one in differentials only */
};

void page_tree_build(struct page_tree *tree, const struct page *page);
void page_tree_release(struct page_tree *tree);

/*
 * The samples of page->labels, which may be NULL: members of the head, and columns, which follow
 * the tree's columns. By set of labels: the value of each label + 1, 0 for none; then the number of
 * samples of each set. The last frames of stacks; then of all samples, by set and time, the time in
 * bins + 1 (0: none) as the difference from the last one of the set, the number of the last frame,
 * the count, in differentials those before and then those after. True if the head has `states`: all
 * values of the label `state` are states of threads.
 */
bool page_samples_add(struct buf *head, struct buf *columns, const struct page *page,
		      const struct page_tree *tree);

/*
 * Script and style of the page, as embed.cmake writes them into the build tree. Not
 * NUL-terminated text: use the lengths. What is packed is compressed, in base 85, and boot.js
 * unpacks it. The hashes are SHA-256 of what is not packed, in base64.
 */

extern const unsigned char page_still_style[]; /* until page_style_packed is unpacked */
extern const size_t page_still_style_len;
extern const char page_still_style_hash[];
extern const unsigned char page_boot[];
extern const size_t page_boot_len;
extern const char page_boot_hash[];
extern const unsigned char page_style_packed[];
extern const size_t page_style_packed_len;
extern const char page_style_packed_hash[];
extern const unsigned char page_script_packed[];
extern const size_t page_script_packed_len;
extern const char page_script_packed_hash[];

/* The Source view, in pages that have lines. */
extern const unsigned char page_source_style_packed[];
extern const size_t page_source_style_packed_len;
extern const char page_source_style_packed_hash[];
extern const unsigned char page_source_packed[];
extern const size_t page_source_packed_len;
extern const char page_source_packed_hash[];

/* States of threads, in pages that have such. */
extern const unsigned char page_states_packed[];
extern const size_t page_states_packed_len;
extern const char page_states_packed_hash[];

#endif
