/* SPDX-License-Identifier: MIT */
/* chrome_tracing.h - shared by the files of the chrome-tracing format only. */
#ifndef FLAMBEAU_CHROME_TRACING_H
#define FLAMBEAU_CHROME_TRACING_H

#include "collapse/json/document.h"

enum chrome_note {
	CHROME_NOTE_NO_BEGIN = STREAM_NOTES, /* an E without its B */
	CHROME_NOTE_OVERLAP,
	CHROME_NOTE_HALF, /* a B or E where they are not read */
	CHROME_NOTE_ASYNC,
	CHROME_NOTE_PIECES, /* too many bins in a document */
	CHROME_NOTES,
};

/* Times are nanoseconds. */
struct chrome_event {
	int64_t begin, end;
	frame_id name;
	uint32_t index; /* in the order of the text */
};

enum chrome_mark_kind { CHROME_BEGIN, CHROME_END };

/* One end of an event that is written as two. */
struct chrome_mark {
	int64_t time;
	frame_id name;
	uint32_t index : 31, kind : 1;
};

struct chrome_thread {
	struct slice key; /* process and thread */
	struct slice id;  /* of the thread, in the key */
	struct chrome_event *events;
	size_t event_count, event_cap;
	struct chrome_mark *marks;
	size_t mark_count, mark_cap;
	frame_id name;
	bool is_named;
	struct chrome_thread *next; /* in the order of the text */
};

/* An event that is open while a thread is folded. */
struct chrome_open {
	int64_t end;
	uint64_t self; /* time of its own */
};

/* The threads of a document. */
struct chrome_threads {
	struct chrome_thread *first, **last;
	struct chrome_thread *recent;
	struct chrome_thread_entry *table; /* uthash */
	struct arena arena;
	struct buf key;
	int64_t zero, at; /* for labels: the first time of all; since when the open stack runs */
	size_t pieces;    /* for labels: that times were cut into, at the ends of bins */
	struct chrome_open *open;
	size_t open_cap;
	uint32_t *begun; /* marks that wait for their ends */
	size_t begun_cap;
	uint32_t *begun_of; /* how many of them, by name */
	size_t begun_of_count, begun_of_cap;
};

struct chrome_thread *chrome_thread_of(struct chrome_threads *threads, struct slice process,
				       struct slice thread);

void chrome_add_event(struct chrome_thread *thread, int64_t begin, int64_t end, frame_id name);
void chrome_add_mark(struct chrome_thread *thread, enum chrome_mark_kind kind, int64_t time,
		     frame_id name);

/* Count what the threads did; `roots`: below the names of the threads. Forgets them. */
void chrome_fold(struct ingest_run *run, struct chrome_threads *threads, bool roots);

void chrome_threads_release(struct chrome_threads *threads);

#endif
