/* SPDX-License-Identifier: MIT */
/*
 * snapshots.h - snapshots of folded text (collapse-perf --live). Each one is complete, between two
 * lines with the same number:
 *
 *     # flambeau: snapshot=7
 *     main;parse 12
 *     # flambeau: end=7
 *
 * A zeroed struct is empty. It keeps the newest complete snapshot, and the beginning of the next
 * one.
 */
#ifndef FLAMBEAU_SNAPSHOTS_H
#define FLAMBEAU_SNAPSHOTS_H

#include "common/base/buf.h"

#define SNAPSHOTS_MARK "# flambeau: snapshot="
enum { SNAPSHOTS_HEAD = sizeof(SNAPSHOTS_MARK) - 1 };

struct snapshots {
	struct buf text;   /* not looked at yet, or of the snapshot that has begun */
	size_t looked_at;  /* bytes of it, whole lines */
	bool is_open;      /* one has begun, at the beginning of `text` */
	uint64_t number;   /* of it */
	struct buf newest; /* a whole one */
	uint64_t newest_number;
	bool has_newest;
};

/* True if a stream with these first SNAPSHOTS_HEAD bytes consists of snapshots. */
bool snapshots_begin(struct slice head);

/* Take more of the stream. */
void snapshots_add(struct snapshots *snapshots, struct slice bytes);

/* True if text follows the last complete snapshot. At the end of a stream: it was cut off. */
bool snapshots_has_rest(const struct snapshots *snapshots);

void snapshots_release(struct snapshots *snapshots);

/* The lines around one that is written. */
void snapshots_add_begin(struct buf *buf, uint64_t number);
void snapshots_add_end(struct buf *buf, uint64_t number);

#endif
