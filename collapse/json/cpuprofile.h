/* SPDX-License-Identifier: MIT */
/* cpuprofile.h - shared by the files of the cpuprofile format only. */
#ifndef FLAMBEAU_CPUPROFILE_H
#define FLAMBEAU_CPUPROFILE_H

#include "collapse/json/document.h"
#include "collapse/json/location.h"

enum cpuprofile_place {
	CPU_ROOT = DOCUMENT_TOP + 1,
	CPU_NODES,
	CPU_NODE,
	CPU_FRAME,
	CPU_CHILDREN,
	CPU_SAMPLES,
	CPU_DELTAS,
};

enum cpuprofile_field {
	CPU_ID = 1, /* of a node from here on */
	CPU_NAME,
	CPU_URL,
	CPU_LINE,
	CPU_HITS,
	CPU_SIZE,
	CPU_PARENT,
	CPU_CHILD,
	CPU_START, /* of the profile from here on */
	CPU_END,
	CPU_SAMPLE,
	CPU_DELTA,
};

enum cpuprofile_note {
	CPU_NOTE_NO_NODE = STREAM_NOTES, /* a sample or a child of an id that no node has */
	CPU_NOTE_BACKWARDS,
};

#define CPU_NONE UINT32_MAX /* no node */

struct cpuprofile_options {
	bool time, locations;
};

struct cpuprofile_node {
	uint64_t id, hits, size, samples, time;
	uint32_t parent; /* index, or CPU_NONE */
	frame_id frame;
	uint32_t walk;          /* while circles are looked for */
	uint32_t depth;         /* with its ancestors; 0: not known yet */
	bool is_named, is_root; /* "(root)", which is left out of stacks */
};

/*
 * "The node of this id is a child of `parent`"; or, if that is CPU_NONE, is the parent of `child`.
 */
struct cpuprofile_edge {
	uint64_t id;
	uint32_t parent, child;
};

struct cpuprofile_id;

struct cpuprofile {
	struct document document;
	struct location location; /* of the node being read */
	bool has_name;            /* it was read, and is not a node's yet */
	struct cpuprofile_node *nodes;
	size_t node_count, node_cap;
	uint32_t *open; /* nodes inside of each other */
	size_t open_count, open_cap;
	struct cpuprofile_edge *edges;
	size_t edge_count, edge_cap;
	struct cpuprofile_id *ids; /* uthash */
	struct arena arena;
	bool has_samples, has_sizes, has_end;
	int64_t start, end; /* microseconds */
	int64_t now, last;  /* since the start: of the latest sample, and of the last of all */
	size_t timed;       /* samples whose begin is known */

	uint64_t *samples; /* ids, of the samples that have no time yet, or wait for their node */
	size_t sample_count, sample_cap;
	int64_t *deltas;
	size_t delta_count, delta_cap;
};

/* A new node, inside of `parent` or CPU_NONE; its index. */
uint32_t cpuprofile_add_node(struct cpuprofile *cpu, uint32_t parent);

/* Its function is known, if anything of it was read. */
void cpuprofile_name_node(struct ingest_run *run, struct cpuprofile_node *node);

/* Its id is known. */
void cpuprofile_end_node(struct ingest_run *run, uint32_t index);

/* `id` is a child of the node `parent`, or with CPU_NONE the parent of the node being read. */
void cpuprofile_add_edge(struct cpuprofile *cpu, uint64_t id, uint32_t parent);

void cpuprofile_add_sample(struct ingest_run *run, uint64_t id);
void cpuprofile_add_delta(struct ingest_run *run, int64_t delta);

/* Count all, forget all. */
void cpuprofile_end(struct ingest_run *run);
void cpuprofile_release(void *state);

#endif
