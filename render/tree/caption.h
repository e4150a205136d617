/* SPDX-License-Identifier: MIT */
/*
 * caption.h - the texts of a frame: its title (the tooltip) and its label (the part that fits in
 * the rectangle). Plain text; escaping is the writer's.
 */
#ifndef FLAMBEAU_CAPTION_H
#define FLAMBEAU_CAPTION_H

#include "common/base/cells.h"
#include "common/profile/amount.h"
#include "common/profile/header.h"
#include "render/tree/decimal.h"

/* How a displayed count becomes an integer. */
enum caption_rounding {
	ROUND_EXACT, /* halves away from zero */
	ROUND_AWAY,  /* halves away from 0, of a product of doubles */
	ROUND_EVEN,  /* halves to even, of the product of doubles */
};

/* The change in the titles of a differential, besides the count. */
enum caption_change {
	CAPTION_CHANGE_NONE,
	CAPTION_CHANGE_BOTH, /* ", was 1,000: +500, x1.50, 4.10% -> 5.67%" */
	CAPTION_CHANGE_OWN,  /* "; +1.57%" */
};

struct caption {
	struct slice count_name; /* "samples" */
	const struct unit *unit; /* of counts that are a time or a size; else NULL */
	struct slice samples;    /* "61 samples": what the counts are of; empty if not known */
	struct slice idle;       /* "6,000 idle samples (83 %) left out"; empty: none are */
	unsigned scale;          /* counts are in units of 10^-scale */
	struct decimal factor;   /* displayed counts are multiplied by it */
	enum caption_rounding rounding;
	uint64_t total[2]; /* before and after; only the second without a differential */
	enum caption_change change;
	bool negate;     /* CAPTION_CHANGE_OWN: less is more */
	bool normalized; /* the first counts were scaled: shares are of what is not rounded */
};

/* The counts of a frame; its columns only where it is `differential`. */
struct caption_counts {
	uint64_t shown;
	uint64_t column[2];
	bool differential;
};

/* The name without the one letter annotation that collapsers add: "read_[k]" is "read". */
struct slice caption_name(struct slice name);

/* "NAME (1,234 samples, 5.67%)"; in differentials also the change. */
void caption_title(struct buf *buf, const struct caption *caption, struct slice name,
		   const struct caption_counts *counts);

/* "4.10%": what a count of one column (0: before, 1: after) is of that profile. */
void caption_add_share(struct buf *buf, const struct caption *caption, int column, uint64_t count);

/* The change of a frame's share in percentage points, as CAPTION_CHANGE_BOTH has it. */
double caption_points(const struct caption *caption, const uint64_t column[2]);

/* Append "+464 ms" or, of profiles that were made alike, the change of the share: "+6.07". */
void caption_add_difference(struct buf *buf, const struct caption *caption,
			    const uint64_t column[2]);

/* The same after a blank, in the label of a frame; nothing where nothing changed. */
void label_add_change(struct buf *buf, const struct caption *caption, const uint64_t column[2]);

/*
 * Append "all: 0.99 s -> 2.98 s (+200 %)", as diffreport begins. False, and nothing is appended, if
 * the totals are equal or were made equal: then the colours are those of shares.
 */
bool caption_add_totals(struct buf *buf, const struct caption *caption);

/* "+1.57", "-1.57" or "0.00" */
void caption_add_points(struct buf *buf, double points);

/* Frames that only one profile has: how many, and the largest of them. */
struct caption_lone {
	uint64_t frames;
	struct slice largest;
	uint64_t count;
	int column; /* the column with the decimals */
};

/* "3 frames vanished here, the largest: b (was 1,000 samples, 4.10%)"; or "3 new frames". */
void caption_lone(struct buf *buf, const struct caption *caption, const struct caption_lone *lone);

/* The title of the root: "all (1,234 samples, 100%)", "all (2.00 ms, 61 samples, 100 %)". */
void caption_root(struct buf *buf, const struct caption *caption);

/* True if any displayed count passes 2^64-1. */
bool caption_overflows(const struct caption *caption);

/* As much of the name as `room` characters show, the rest replaced by ".."; nothing below 3. */
void caption_label(struct buf *buf, struct slice name, size_t room, enum label_rule rule);

/*
 * The cells of a label that its share gets although the name has to be cut for it; 0 where too
 * little would be left of the name.
 */
size_t label_share_room(size_t share, size_t room);

/* A title in at most `room` cells: its name, of so many bytes, is cut, and not the numbers. */
void label_add_title(struct buf *buf, struct slice title, size_t name_len, size_t room);

/* A count as it is displayed. */
uint64_t caption_count(const struct caption *caption, uint64_t count);

/*
 * The facts of a profile's header, in words for its picture.
 */

/* Append "61 samples"; nothing if their number is not known. */
void headline_add_samples(struct buf *out, const struct header *header);

/* Append "6,000 idle samples (83 %) left out"; nothing if there are none. */
void headline_add_idle(struct buf *out, const struct header *header);

/* Append "cpu-clock at 99 Hz, 61 samples in 2.50 s, 3 lost", as much of it as is known. */
void headline_add(struct buf *out, const struct header *header);

/*
 * Members of a JSON object, each with the comma and the line feed before it.
 */

/* ",\n\"KEY\":" for a value that the caller writes; `key` needs no escapes. */
void json_member(struct buf *buf, const char *key);

void member_add_decimal(struct buf *buf, const char *key, uint64_t value, unsigned digits);
void member_add_text(struct buf *buf, const char *key, struct slice text);
void member_add_bool(struct buf *buf, const char *key, bool value);

/* How counts become text: scale, factor, countname and, where they are known, unit and samples. */
void member_add_caption(struct buf *buf, const struct caption *caption);

#endif
