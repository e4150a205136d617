/* SPDX-License-Identifier: MIT */
/*
 * bpf_map.h - maps of stacks as bpftrace prints them, as text or JSON; more than one format has
 * them. An entry of a map is a key, which holds stacks, and its value. Keys are read line by line:
 *
 *      @name[comm,                 bpf_map_begin("@name", "comm, ")
 *          leaf+12                 bpf_map_add("    leaf+12")
 *          root+70
 *      , 42]: 905                  bpf_map_add(", 42"), then bpf_map_finish(905)
 */
#ifndef FLAMBEAU_BPF_MAP_H
#define FLAMBEAU_BPF_MAP_H

#include "collapse/text.h"

enum bpf_map_note {
	BPF_MAP_NO_STACK = TEXT_NOTES, /* an entry of a map whose keys hold none */
	BPF_MAP_LOST,                  /* events that bpftrace did not get */
	BPF_MAP_FULL,                  /* an entry that a map had no room for */
	BPF_MAP_NOTES,
};

#define BPF_MAP_NOTE_ROWS                                                                          \
	TEXT_NOTE_ROWS,                                                                            \
		[BPF_MAP_NO_STACK] = {.one = "map entry without a stack",                          \
				      .many = "map entries without a stack"},                      \
		[BPF_MAP_LOST] = {.one = "event that bpftrace lost",                               \
				  .many = "events that bpftrace lost"},                            \
		[BPF_MAP_FULL] = {.one = "event that a full map did not take",                     \
				  .many = "events that a full map did not take"}

struct bpf_map_options {
	bool offsets;     /* are kept */
	bool no_offsets;  /* the default; accepted since it was an option first */
	struct slice map; /* the only one wanted; nothing: all are */
};

/* Its frames are leaf first. */
struct bpf_map {
	struct text text;
	const struct bpf_map_options *options;
	bool in_entry;
	bool has_stack; /* the key holds one, even if it is empty */
	bool has_root;
	frame_id root;        /* of scalars before the first stack */
	struct buf key;       /* of JSON, unescaped */
	struct buf map;       /* of the entry: "@name" */
	bool is_wanted;       /* the current map is wanted */
	struct buf first_map; /* the first map with stacks */
	bool many_maps;       /* it was not the only one */
};

static inline struct bpf_map *bpf_map_of(const struct ingest_run *run)
{
	return run->state;
}

/* A frame alone on its line, as most are. */
static inline bool bpf_map_is_frame(struct slice line)
{
	return line.len > 0 && char_is_blank(line.ptr[0]);
}

/* A frame, without its offset unless that is wanted. */
void bpf_map_push(struct ingest_run *run, struct slice name);

/* A line of text output, or of JSON. */
void bpf_map_line(struct ingest_run *run, struct slice line);
void bpf_map_json(struct ingest_run *run, struct slice line);

/* The file ends. */
void bpf_map_end(struct ingest_run *run);

/* For text_format.owns of a format whose state begins with it. */
#define BPF_MAP_OWNS                                                                               \
	TEXT_OWNS(BUF, struct bpf_map, key), TEXT_OWNS(BUF, struct bpf_map, map),                  \
		TEXT_OWNS(BUF, struct bpf_map, first_map)

/* Join states of workers. */
void bpf_map_merge(struct ingest_run *into, struct ingest_run *from);

/* Say that several maps were added up. */
void bpf_map_report(const struct collapse_setup *setup, const struct ingest_run *run);

/* True if an entry, or an object of JSON, begins with this line. */
bool bpf_map_starts(struct slice line);

#endif
