/* SPDX-License-Identifier: MIT */
/* speedscope.h - shared by the files of the speedscope format only. */
#ifndef FLAMBEAU_SPEEDSCOPE_H
#define FLAMBEAU_SPEEDSCOPE_H

#include "collapse/json/document.h"
#include "collapse/json/keyed.h"
#include "collapse/json/location.h"

enum speedscope_place {
	SPEED_ROOT = DOCUMENT_TOP + 1,
	SPEED_SHARED,
	SPEED_FRAMES,
	SPEED_FRAME,
	SPEED_PROFILES,
	SPEED_PROFILE,
	SPEED_SAMPLES,
	SPEED_SAMPLE,
	SPEED_WEIGHTS,
	SPEED_EVENTS,
	SPEED_EVENT,
};

enum speedscope_field {
	SPEED_EXPORTER = 1,
	SPEED_NAME, /* of a frame */
	SPEED_FILE,
	SPEED_LINE,
	SPEED_TITLE, /* of a profile */
	SPEED_UNIT,
	SPEED_END,
	SPEED_INDEX, /* of a frame, in a sample */
	SPEED_WEIGHT,
	SPEED_TYPE, /* of an event */
	SPEED_AT,
	SPEED_OF,
};

enum speedscope_note {
	SPEED_NOTE_OTHER_UNIT = STREAM_NOTES, /* a profile whose counts cannot be added */
	SPEED_NOTE_NO_FRAME,
	SPEED_NOTE_WEIGHTS, /* the numbers of samples and weights differ */
	SPEED_NOTES,
};

/* Kinds of units; units of one kind can be added up. */
enum speedscope_kind { KIND_UNKNOWN, KIND_COUNT, KIND_BYTES, KIND_TIME };

struct speedscope_options {
	bool thread_names, locations, nanoseconds;
};

/* A sample's; times are in nanoseconds. */
struct speedscope_weight {
	uint64_t count; /* in units of 10^-scale */
	unsigned scale;
};

/* A weight that is counted separately because of its labels. */
struct speedscope_labelled {
	struct keyed_node *stack;
	struct speedscope_weight weight;
	uint64_t time;  /* nanoseconds since the profile began; LABEL_NO_TIME: not known */
	frame_id title; /* of the profile; HASH_NONE: none */
};

struct speedscope_open {
	uint64_t frame;
	struct keyed_node *stack; /* with it */
};

struct speedscope_named;

struct speedscope {
	struct document document;
	enum speedscope_kind kind; /* of the first profile of all files */

	bool is_own;              /* the document was written by export-speedscope */
	struct location location; /* of the frame being read */
	frame_id *frames;
	size_t frame_count, frame_cap;
	frame_id *titles; /* of profiles */
	size_t title_count, title_cap;
	struct keyed stacks;

	/* the profile being read */
	enum speedscope_kind own_kind;
	unsigned digits;         /* of its unit that are counted in events */
	struct keyed_node *root; /* its title, or NULL */
	struct keyed_node *stack;
	struct keyed_node **samples; /* from `samples_taken` on they have no weight yet */
	size_t sample_count, sample_cap, samples_taken;
	struct speedscope_weight *weights; /* from `weights_taken` on they have no sample yet */
	size_t weight_count, weight_cap, weights_taken;
	bool has_weights;

	struct speedscope_labelled *labelled;
	size_t labelled_count, labelled_cap;
	frame_id title;  /* for labels; HASH_NONE: none */
	uint64_t passed; /* nanoseconds of the profile's samples up to now */

	struct speedscope_open *open; /* frames of an evented profile */
	size_t open_count, open_cap;
	struct speedscope_named *named; /* uthash: how many of them are open, by frame */
	int64_t at, end;
	bool has_at, has_end;
	uint64_t event_frame; /* the event being read */
	int64_t event_at;
	char event_type;
	bool event_has_at, event_has_frame;
};

/* A profile begins: forget the one before. */
void speedscope_begin(struct ingest_run *run);
void speedscope_forget_open(struct speedscope *speed);

void speedscope_unit(struct ingest_run *run, struct slice text);

/* The unit of the counts, in units of the sums. */
uint64_t speedscope_unit_of(const struct ingest_run *run);
void speedscope_title(struct ingest_run *run, struct slice text);

/* A sample was read: speedscope.stack is its stack. */
void speedscope_sample(struct ingest_run *run);
void speedscope_weight(struct ingest_run *run, struct slice text);

/* An event was read. */
void speedscope_event(struct ingest_run *run);

/* The profile ends. */
void speedscope_end(struct ingest_run *run);

/* The time of an event in the units of the counts; false after a note if it is not a time. */
bool speedscope_value(struct ingest_run *run, struct slice text, int64_t *value);

/* The end of a profile of events; ignored if it is not a time. */
void speedscope_end_value(struct ingest_run *run, struct slice text);

#endif
