/* SPDX-License-Identifier: MIT */
/*
 * brief_say.h - how sentences of the brief are made: words, numbers, names, the command and the view
 * that show more. For the files of render/brief alone.
 */
#ifndef FLAMBEAU_BRIEF_SAY_H
#define FLAMBEAU_BRIEF_SAY_H

#include "render/brief/brief_facts.h"

/* ---- Words: appended to the text of the sentence, or to a buffer ---- */

void brief_say_name(struct brief_sentence *sentence, struct slice name);
void brief_say_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			frame_id function);

/* "64.6 %", of a share from 0 to 1. */
void brief_say_share(struct brief_sentence *sentence, double share);

/* "64.6 % of the time (1.16 s)"; sets the number of the sentence. */
void brief_say_part(struct brief_sentence *sentence, const struct brief_facts *facts,
		    uint64_t count);

/* Append what is true of them, which begins with "is", "has" or "goes": "are" of samples. */
void brief_say_that(struct brief_sentence *sentence, const struct brief_facts *facts,
		    const char *text);

/*
 * ", most of it in NAME" if `part` is more than half of `whole`; "much of it" from a quarter on; else
 * nothing, as for HASH_NONE. `how` is "in", "called by".
 */
void brief_say_mostly(struct brief_sentence *sentence, const struct brief_facts *facts,
		      const char *how, frame_id function, uint64_t part, uint64_t whole);

/* A count of a column as a share of all, 0 to 1. */
double brief_ratio(const struct brief_facts *facts, int column, uint64_t count);

/* What the counts are of: "the time". */
const char *brief_whole(const struct brief_facts *facts);

/* "1.16 s", "3.2 MiB", "1,160"; counts of other units without a name. */
void brief_add_amount(struct buf *buf, const struct brief_source *source, uint64_t count);

/* "5.5": seconds. */
void brief_add_time(struct buf *buf, const struct brief_facts *facts, uint64_t time);

/* ---- What shows more: the command of the sentence and its view on the page ---- */

/* The stacks of a function, or its sandwich. */
void brief_show_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			 frame_id function);

/* What has the label. */
void brief_show_pair(struct brief_sentence *sentence, const struct brief_facts *facts,
		     frame_id pair);

/* The table of functions. */
void brief_show_table(struct brief_sentence *sentence, const struct brief_facts *facts);

/* What the collapser wrote of the recording; the page has no view of it. */
void brief_show_header(struct brief_sentence *sentence, const struct brief_facts *facts);

/* Commands alone: the table by a measure; what is kept by `filter '^TEXT$'`, or `'LABEL=^TEXT$'`. */
void brief_command_top(struct brief_sentence *sentence, const struct brief_source *source,
		       const char *sort);
void brief_command_filter(struct brief_sentence *sentence, const struct brief_source *source,
			  const char *filter, struct slice label, struct slice text);

/* Append the profile's file, or FILE if its name would need quotes. */
void brief_add_file(struct buf *buf, const struct brief_source *source);

#endif
