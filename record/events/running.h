/* SPDX-License-Identifier: MIT */
/*
 * running.h - processes that run already when a recording begins, as the records that the kernel
 * would have written when they began: names of their threads, maps of their code with build ids.
 * They have the time 0, so they hold from the beginning. Read from proc(5). In recordings of all
 * states of threads, a thread that is blocked has a record of leaving its CPU, at the time at which it
 * was looked at.
 */
#ifndef FLAMBEAU_RUNNING_H
#define FLAMBEAU_RUNNING_H

#include <sys/types.h>

#include "common/base/slice.h"
#include "record/events/record_stream.h"

/*
 * Which build the files are that processes map, read once per file.
 */

/* As a record of a map holds it. */
struct build_id {
	size_t size;
	unsigned char bytes[20];
};

/* A file as /proc/PID/maps and records of maps name it. */
struct build_id_file {
	uint64_t major, minor, inode;
	uint64_t generation; /* of the inode; 0: not known */
};

/* A map of a file. */
struct build_id_map {
	pid_t process;
	struct slice path;
	struct build_id_file file;
	uint64_t start, end; /* addresses */
	int64_t time;        /* of the map, ns since 1970; BUILD_ID_ANY_TIME: it exists */
};

#define BUILD_ID_ANY_TIME INT64_MAX

struct build_id_cache;

struct build_id_cache *build_id_cache_new(void);
void build_id_cache_free(struct build_id_cache *cache); /* may be NULL */

/*
 * The build id of a file that a process maps; NULL if it has none, cannot be read, was changed
 * after the time of the map, or another file is at that path now. Good until the next call.
 */
const struct build_id *build_id_of(struct build_id_cache *cache, const struct build_id_map *map);

/*
 * Put the build id into a record MMAP2 of the kernel, as attr.build_id = 1 would. Recorders must not
 * set that: kernels up to 6.18 at least then mark records of other recordings, too, whose bytes are
 * device and inode all the same, and perf ends with an error. Such a mark is removed here. `trailer`
 * is sampling_trailer().
 */
void build_id_put(struct build_id_cache *cache, unsigned char *record, size_t trailer);

struct running {
	struct record_stream *stream;
	size_t trailer; /* sampling_trailer() */
	struct build_id_cache *cache;
	struct buf path, text; /* scratch */
	uint64_t processes;
	bool has_states; /* records of threads that are blocked are written */
	bool has_data;   /* maps of files without code are written: sampling_maps_data() */
};

void running_init(struct running *running, struct record_stream *stream, size_t trailer);
void running_release(struct running *running);

/* Describe one process; nothing if it has ended. */
void running_describe(struct running *running, pid_t process);

/* A list of process or thread numbers; `at` is the caller's to free. */
struct running_list {
	pid_t *at;
	size_t count, cap;
};

void running_list_add(struct running_list *list, pid_t number);

/* All processes, or (process > 0) the threads of one. False with errno. */
bool running_list_all(struct running_list *list, pid_t process);

/* The process that a thread is of; 0 if there is no such thread. */
pid_t running_process_of(pid_t thread);

#endif
