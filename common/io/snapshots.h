/* SPDX-License-Identifier: MIT */
/*
 * snapshots.h - folded text that is written again and again (collapse-perf --live). Each time it
 * stands whole between two lines, which have the same number:
 *
 *     # flambeau: snapshot=7
 *     main;parse 12
 *     # flambeau: end=7
 *
 * A zeroed struct has seen nothing. It keeps the newest whole snapshot, and what has come of the next.
 */
#ifndef FLAMBEAU_SNAPSHOTS_H
#define FLAMBEAU_SNAPSHOTS_H

#include "common/text/buf.h"

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

/* Has something come behind the last whole one? At the end of a stream: it was cut. */
bool snapshots_has_rest(const struct snapshots *snapshots);

void snapshots_release(struct snapshots *snapshots);

/* The lines around one that is written. */
void snapshots_add_begin(struct buf *buf, uint64_t number);
void snapshots_add_end(struct buf *buf, uint64_t number);

#endif
