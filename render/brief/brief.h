/* SPDX-License-Identifier: MIT */
/*
 * brief.h - what to look at in a profile: a few sentences made from its data, the most telling one
 * first. Each has a number, the command that shows more of it, and the view of the page. One table
 * of rules in brief.c; the same profile always gives the same sentences.
 */
#ifndef FLAMBEAU_BRIEF_H
#define FLAMBEAU_BRIEF_H

#include "render/brief/brief_sentence.h"

/* A zeroed struct is empty. It owns its texts. */
struct brief {
	struct brief_sentence sentences[BRIEF_MOST];
	size_t count, findings;
	struct buf headline; /* of the header: the summary has it as a name */
	struct brief_sentence
		summary; /* the text alone: "4.62 s in 5 stacks: cpu-clock at 99 Hz" */
};

void brief_make(struct brief *brief, const struct brief_source *source);
void brief_release(struct brief *brief);

/* As Markdown; as a JSON object of at most BRIEF_JSON_MOST bytes. */
void brief_add_markdown(struct buf *buf, const struct brief *brief);
void brief_add_json(struct buf *buf, const struct brief *brief);

/*
 * A JSON array for the script of the page: {"text": [...], "view": {...}}, where every second text
 * is a name; and a list for readers without scripting. Nothing if there are no sentences.
 */
void brief_add_page(struct buf *buf, const struct brief *brief);
void brief_add_list(struct buf *buf, const struct brief *brief);

#endif
