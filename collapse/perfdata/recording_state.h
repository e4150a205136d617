/* SPDX-License-Identifier: MIT */
/*
 * recording_state.h - the members of struct perfdata. Only for recording_*.c and sample_decode.c.
 */
#ifndef FLAMBEAU_RECORDING_STATE_H
#define FLAMBEAU_RECORDING_STATE_H

#include "collapse/perfdata/recording.h"
#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/io/guarded_map.h"
#include "common/table/intern.h"

/* A sequential source of bytes: a map, or a function that reads more. */
struct recording_source {
	struct slice
		/*
		 * bytes read and not yet used; those of a stream move with the next
		 * recording_source_more()
		 */
		left;
	perfdata_read_fn *read; /* NULL: `left` is all there is, and does not move */
	void *context;
	bool has_ended; /* read() gave 0 */
	bool has_failed;
	uint64_t bytes; /* read so far */
	char *buffer;
	size_t capacity;
};

void recording_source_release(struct recording_source *source);

enum { RECORDING_SOURCE_MOST = 256 << 10 }; /* bytes */

/*
 * Read until `left` has `size` bytes, of a stream at most RECORDING_SOURCE_MOST; false: there are
 * fewer.
 */
bool recording_source_more(struct recording_source *source, size_t size);

static inline bool recording_source_has(struct recording_source *source, size_t size)
{
	return source->left.len >= size || (source->read && recording_source_more(source, size));
}

/* Pass over bytes; false: there are fewer, and all of them are skipped. */
bool recording_source_skip(struct recording_source *source, uint64_t size);

/* Read all of a stream into memory: from then on nothing moves. False after a failed read. */
bool recording_source_spool(struct recording_source *source);

/* PERF_SAMPLE_* */
enum {
	SAMPLE_IP = 1 << 0,
	SAMPLE_TID = 1 << 1,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_ADDR = 1 << 3,
	SAMPLE_READ = 1 << 4,
	SAMPLE_CALLCHAIN = 1 << 5,
	SAMPLE_ID = 1 << 6,
	SAMPLE_CPU = 1 << 7,
	SAMPLE_PERIOD = 1 << 8,
	SAMPLE_STREAM_ID = 1 << 9,
	SAMPLE_RAW = 1 << 10,
	SAMPLE_BRANCH_STACK = 1 << 11,
	SAMPLE_REGS_USER = 1 << 12,
	SAMPLE_STACK_USER = 1 << 13,
	SAMPLE_WEIGHT = 1 << 14,
	SAMPLE_DATA_SRC = 1 << 15,
	SAMPLE_IDENTIFIER = 1 << 16,
	SAMPLE_TRANSACTION = 1 << 17,
	SAMPLE_REGS_INTR = 1 << 18,
	SAMPLE_PHYS_ADDR = 1 << 19,
	SAMPLE_AUX = 1 << 20,
	SAMPLE_CGROUP = 1 << 21,
	SAMPLE_DATA_PAGE_SIZE = 1 << 22,
	SAMPLE_CODE_PAGE_SIZE = 1 << 23,
	SAMPLE_WEIGHT_STRUCT = 1 << 24,
};

/* Bits of perfdata_event.flags */
#define FLAG_EXCLUDE_USER (UINT64_C(1) << 4)
#define FLAG_EXCLUDE_KERNEL (UINT64_C(1) << 5)
#define FLAG_EXCLUDE_HV (UINT64_C(1) << 6)
#define FLAG_FREQ (UINT64_C(1) << 10)
#define FLAG_PRECISE_SHIFT 15
#define FLAG_SAMPLE_ID_ALL (UINT64_C(1) << 18)
#define FLAG_EXCLUDE_HOST (UINT64_C(1) << 19)
#define FLAG_USE_CLOCKID (UINT64_C(1) << 25)

/* Positions of the fields that have one size, in bytes from the start of a body or of a trailer. */
struct sample_layout {
	uint8_t id, ip, tid, time, cpu, period; /* LAYOUT_NONE: not there */
	uint8_t size;                           /* of all of them */
};

enum { LAYOUT_NONE = UINT8_MAX };

struct sample_layouts {
	struct sample_layout sample, trailer;
};

enum { RECORDING_MOST_EVENTS = 65536 };

struct recording_events {
	struct perfdata_event *events;
	struct sample_layouts *layouts; /* the layouts, by the same index */
	size_t count, capacity, layout_capacity;

	struct id_things of_ids;       /* uint32_t: the index of an id's event */
	struct recording_known *known; /* tracepoint.c */
	size_t known_count, known_capacity;
	bool are_sealed; /* pointers to them have been given out: nothing changes any more */
};

/* One file of a recording. */
struct recording_file {
	struct guarded_map map;
	struct slice records;
};

/*
 * Files of which the recording names functions; a path has its file's number. A zeroed struct is
 * empty.
 */
struct recording_named {
	struct intern paths;
	struct perfdata_named_file *files;
	size_t cap;
};

struct decoder;

/* The position of the reader. */
struct recording_walk {
	unsigned file;
	struct recording_source source;
	struct slice packed;              /* bytes of a COMPRESSED record not decoded yet */
	struct recording_source unpacked; /* reads `packed` through the decoder */
	struct decoder *decoder;
	uint64_t packed_bytes, unpacked_bytes;
	struct buf joined;      /* parts of a record that simpleperf has split */
	uint64_t passing;       /* bytes to skip of an unpacked record that is too long */
	bool is_unpacking_over; /* the data are damaged, or cannot be decoded */
	bool is_at_end;         /* of the file */

	/* the piece that is being made: either bytes of a map, or a copy */
	struct slice span;
	char *copy;
	size_t copied, copy_capacity;
	bool ends_round, has_kernel_records;
	uint64_t order;
};

struct perfdata {
	const char *name;
	struct perfdata_facts facts;
	struct recording_named named;
	struct recording_events events;
	struct perfdata_build_id *build_ids;
	size_t build_id_count, build_id_capacity;
	struct slice begin;          /* of a file in memory: its bytes from the header on */
	struct perfdata_clock clock; /* of the feature CLOCK_DATA */
	int64_t written;             /* the file, in ns since 1970; 0: not known */
	uint64_t tracing_bytes;      /* of TRACING_DATA that were copied */
	struct arena memory;         /* of texts */

	struct recording_file *files; /* [0]: with the header */
	size_t file_count, file_capacity;
	size_t end;           /* of all sections, in bytes from the header's first one */
	struct slice next;    /* another recording after them; empty: there is none */
	struct slice initial; /* records that are read before `data`; empty: there are none */
	struct slice data;    /* those of the data section, until they are read after `initial` */
	struct recording_walk walk;
	struct perfdata_piece first; /* read when the recording was opened */
	bool has_first;
};

/* ---- recording_header.c ---- */

/* Take the ids of events from an EVENT_ID. While no other thread asks for events. */
void recording_take_ids(struct perfdata *recording, struct slice body);

/* Take the attribute of a HEADER_ATTR off its body. */
void recording_take_attribute(struct perfdata *recording, struct slice body);
/* ... and the name in an EVENT_UPDATE. */
void recording_take_update(struct perfdata *recording, struct slice body);

void recording_events_release(struct recording_events *events);

/* ---- tracepoint.c ---- */

/*
 * A name, with its modifiers, for events of this type and config that have none in EVENT_DESC or
 * EVENT_UPDATE. Several for the same type and config go to the events in the order of both. `name`
 * is not copied: it stays until perfdata_close().
 */
void recording_know_event(struct perfdata *recording, uint32_t type, uint64_t config,
			  struct slice name);

/* Know the tracepoints in TRACING_DATA, whose bytes stay until perfdata_close(). */
void recording_take_tracing(struct perfdata *recording, struct slice data);
/* ... whose bytes go. */
void recording_copy_tracing(struct perfdata *recording, struct slice data);

/* Take as many bytes of TRACING_DATA off the source. False: there are fewer. */
bool recording_read_tracing(struct perfdata *recording, uint64_t size);

/* Name the events, once before they are given out. */
void recording_name_events(struct perfdata *recording);

void recording_take_feature(struct perfdata *recording, unsigned bit, struct slice data);
/* Take a build id: a record, or one of many in the feature BUILD_ID. `body` has no header. */
void recording_take_build_id(struct perfdata *recording, uint16_t misc, struct slice body);

/* ---- recording_simpleperf.c ---- */

/* Take one of simpleperf's own features; its data stay. */
void recording_take_simpleperf(struct perfdata *recording, unsigned bit, struct slice data);

/* Keep the lines of the first KERNEL_SYMBOL. */
void recording_take_kallsyms(struct perfdata *recording, struct slice body);

void recording_named_release(struct recording_named *named);

/* ---- recording_header.c ---- */

/*
 * The header, the attributes and the features of a file; sets what its records are. False after a
 * message.
 */
bool recording_read_header(struct perfdata *recording, struct slice file, struct slice *records);

/* Read byte order and size of the header from the first 16 bytes. False after a message. */
bool recording_read_magic(struct perfdata *recording, struct slice head, uint64_t *size);

/* The numbers N of the files "data.N" of a folder, ascending; the caller frees `numbers`. */
struct recording_names {
	unsigned *numbers;
	size_t count, capacity;
};

/* ---- recording_walk.c ---- */

bool recording_walk_next(struct perfdata *recording, struct perfdata_piece *piece);

/* After the last piece: the bytes so far of the recording that follows; empty: none does. */
struct slice recording_next(const struct perfdata *recording);
void recording_walk_release(struct recording_walk *walk);

/* ---- sample_decode.c ---- */

#endif
