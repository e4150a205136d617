/* SPDX-License-Identifier: MIT */
/*
 * v8_profile.h - a profile of V8: a tree of calls, whose nodes name their children or their parent,
 * and samples that name nodes. All of it may come in any order; stacks are made in the end.
 */
#ifndef FLAMBEAU_V8_PROFILE_H
#define FLAMBEAU_V8_PROFILE_H

#include "collapse/json/document.h"

#include "common/table/hash.h"

enum v8_note {
	V8_NO_NODE = STREAM_NOTES, /* a sample, a child or a parent of an id that no node has */
	V8_BACKWARDS,
	V8_NOTES,
};

/* The first rows of every table of kinds. */
#define V8_NOTE_ROWS                                                                               \
	STREAM_NOTE_ROWS,                                                                          \
		[V8_NO_NODE] = {.message = "a node that is not in the tree",                       \
				.one = "node that is not in the tree",                             \
				.many = "nodes that are not in the tree",                          \
				.fails_strict = true},                                             \
		[V8_BACKWARDS] = {.message = "a sample earlier than the one before it",            \
				  .one = "sample whose time goes backwards",                       \
				  .many = "samples whose time goes backwards",                     \
				  .level = DIAG_NOTES}

#define V8_NONE UINT32_MAX /* no node */

struct v8_node {
	uint64_t id, hits, size, samples, time;
	uint32_t parent; /* index, or V8_NONE */
	frame_id frame;
	uint32_t walk;          /* while circles are looked for */
	uint32_t depth;         /* with its ancestors; 0: not known yet */
	bool is_named, is_root; /* "(root)", which is left out of stacks */
};

/* What is looked at of each ancestor of a node: little, for stacks may be deep. */
struct v8_step {
	uint32_t parent;
	frame_id frame; /* V8_NONE: none in a stack */
};

/* "The node of this id is a child of `parent`"; or, if that is V8_NONE, is the parent of `child`. */
struct v8_edge {
	uint64_t id;
	uint32_t parent, child;
};

/* What is counted, and how. */
struct v8_how {
	bool time;          /* microseconds, not samples */
	bool names_unknown; /* nodes that do not exist are [unknown], not left out */
	bool in_parts; /* of v8_append(); samples without a time have that of the one before them */
	uint64_t unit; /* of counts that are times: so many to a microsecond */
	int64_t zero;  /* of labels, of a profile in parts; microseconds */
	frame_id roots[2]; /* of all stacks, outermost first */
	unsigned root_count;
};

/* Zeroed it is empty. */
struct v8_profile {
	struct v8_node *nodes;
	size_t node_count, node_cap;
	struct v8_step *steps; /* of the nodes that v8_connect() found */
	size_t step_cap;
	struct v8_edge *edges;
	size_t edge_count, edge_cap;
	struct ids ids;   /* of nodes */
	uint32_t *of_ids; /* the node of each */
	size_t of_ids_cap;
	uint32_t unknown; /* the node for all that do not exist, counted from 1; 0: not made yet */
	bool has_samples, has_sizes, has_start, has_end;
	int64_t start, end; /* microseconds */
	int64_t now, last;  /* since the start: of the latest sample, and of the last of all */
	size_t timed;       /* samples whose beginning is known */

	uint64_t *samples; /* ids, of the samples that have no time yet, or wait for their node */
	size_t sample_count, sample_cap;
	int64_t *deltas;
	size_t delta_count, delta_cap;
};

/* A new node, inside of `parent` or V8_NONE; its index. */
uint32_t v8_add_node(struct v8_profile *profile, uint32_t parent);

/* The function of a node, whose location is empty then. */
void v8_name_node(struct ingest_run *run, struct v8_node *node, struct location *location,
		  bool everything);

/* The line of a location as V8 counts, from 0; -1 is none. */
void v8_line(struct ingest_run *run, struct location *location, struct slice text);

/* All of the node is known but its parent. */
void v8_end_node(struct ingest_run *run, struct v8_profile *profile, uint32_t index);

/* `id` is a child of the node `parent`, or with V8_NONE the parent of the node `child`. */
void v8_add_edge(struct v8_profile *profile, uint64_t id, uint32_t parent, uint32_t child);

/* Samples are kept only where their time is wanted, or nodes come after them. */
void v8_add_sample(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		   uint64_t id);

/* The time of the next sample, since the one before it. */
void v8_add_delta(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		  int64_t delta);

/* Add the next part of a profile, `from`, which is empty then. */
void v8_append(struct ingest_run *run, struct v8_profile *into, struct v8_profile *from);

/* Nodes get their parents and depths: there are no others. */
void v8_connect(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how);

/* Count the stack of a node of a profile that is connected, by its id. */
void v8_count_id(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how,
		 uint64_t id, uint64_t count);

/* Count all, forget all. */
void v8_fold(struct ingest_run *run, struct v8_profile *profile, const struct v8_how *how);

void v8_forget(struct v8_profile *profile);
void v8_release(struct v8_profile *profile);

#endif
