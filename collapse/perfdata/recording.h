/* SPDX-License-Identifier: MIT */
/*
 * recording.h - one recording of perf: a file, a directory or a stream, as pieces of whole records,
 * with its headers. Formats: tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h of Linux. Everything in it may be hostile.
 */
#ifndef FLAMBEAU_RECORDING_H
#define FLAMBEAU_RECORDING_H

#include <sys/types.h>

#include "common/base/slice.h"

/* perf_event_attr.type */
enum {
	PERFDATA_HARDWARE,
	PERFDATA_SOFTWARE,
	PERFDATA_TRACEPOINT,
	PERFDATA_HW_CACHE,
	PERFDATA_RAW,
};

/* One attribute: what an event of the recording is, and which fields its samples have. */
struct perfdata_event {
	struct slice name;   /* with its modifiers: "cpu-clock:u"; never empty */
	struct slice format; /* fields of a tracepoint: tracepoint.h; empty: not known */
	bool is_named;       /* by the recording; else the name was made */
	uint32_t type;
	uint64_t config;
	uint64_t sample_type, read_format,
		branch_sample_type;    /* PERF_SAMPLE_*, PERF_FORMAT_* ... */
	uint64_t regs_user, regs_intr; /* masks */
	uint64_t flags;  /* bit 0: disabled; in the order of bits of our own machine */
	uint64_t period; /* or the frequency in Hz, where is_frequency */
	bool is_frequency;
	unsigned max_stack; /* sample_max_stack; 0: not given */
	int clock;          /* clockid; -1: not given */
};

/* A file's build id, from feature BUILD_ID and its record. */
struct perfdata_build_id {
	int32_t pid;
	uint16_t misc;
	struct slice id;   /* bytes */
	struct slice name; /* of the file */
};

/* Counts of what was skipped or damaged; each is reported once. */
struct perfdata_counts {
	uint64_t bytes;        /* of the recording */
	uint64_t records[32];  /* by type of the kernel's records; [0]: of perf's own types */
	uint64_t unknown;      /* records of unknown types */
	uint64_t simpleperf;   /* records of simpleperf's own types */
	uint64_t debug_chains; /* of these, call chains beside those of the samples */
	uint64_t aux_bytes;    /* AUXTRACE data, not decoded */
	uint32_t aux_type;     /* of AUXTRACE_INFO; 0: there was none */
	bool is_cut;           /* ends in the middle, or has no size: perf was killed */
	bool is_damaged;       /* compressed data that cannot be read on, a record without sense */
	bool has_failed;       /* reading did, or zstd is missing: there was a message */
};

struct perfdata;

/* Up to `size` bytes of a stream; 0 at its end, -1 after a message. */
typedef ssize_t perfdata_read_fn(void *context, char *to, size_t size);

/* True if the first bytes, 8 or more, begin a recording. */
bool perfdata_is_recording(struct slice head);

/* True if the first bytes, 16 or more, begin one that is written to a pipe (perf record -o -). */
bool perfdata_begins_stream(struct slice head);

/* True if the path is a folder with a recording, as perf record --threads makes them. */
bool perfdata_is_directory(const char *path);

/*
 * Open a file or a directory, or a stream whose first bytes have not been read yet; `name` is for
 * messages and is not copied. NULL after a message: header or table of attributes cut or without
 * sense, no attributes, no zstd.
 */
struct perfdata *perfdata_open(const char *path);
struct perfdata *perfdata_open_fd(const char *name, int fd); /* a regular file, which stays open */
struct perfdata *perfdata_open_stream(const char *name, perfdata_read_fn *read, void *context);
void perfdata_close(struct perfdata *recording);

/*
 * True after the last piece if another recording follows in the same file or stream, as
 * `cat a.data b.data` makes one.
 */
bool perfdata_has_next(const struct perfdata *recording);

/* Close a recording and open the one that follows it; see perfdata_open(). */
struct perfdata *perfdata_open_next(struct perfdata *recording, const char *name);

/*
 * Consecutive whole records. A piece ends after a FINISHED_ROUND (so that nothing follows one), or
 * when it has become long (256 KiB, more only for one record of that size). Records that concern
 * only the container (attributes, features, COMPRESSED, AUXTRACE data, TRACING_DATA ...,
 * simpleperf's own) are in no piece, or its reader ignores them.
 */
struct perfdata_piece {
	struct slice records;
	uint64_t
		order; /* of the first record: grows from piece to piece; record at byte N has order + N */
	unsigned file;   /* of a directory */
	bool ends_round; /* the last record was a FINISHED_ROUND that counts */
	void *memory;    /* NULL: the bytes stay until perfdata_close() */
	bool is_mapped;  /* the bytes are of a guarded_map.h */
};

/* The next piece; false at the end, after which perfdata_facts() has the details. */
bool perfdata_next_piece(struct perfdata *recording, struct perfdata_piece *piece);

/* Bytes of a map stay readable, but leave the process's memory until they are read again. */
void perfdata_piece_forget(const struct perfdata_piece *piece);

/* The same; a piece that has memory of its own loses it. */
void perfdata_piece_release(struct perfdata_piece *piece);

/*
 * The events known so far: [0] exists from the first piece on. Do not move or change once there was
 * a piece that needs them.
 */
const struct perfdata_event *perfdata_events(const struct perfdata *recording, size_t *count);

/* The event with this id; NULL: none has it. */
const struct perfdata_event *perfdata_event_of(const struct perfdata *recording, uint64_t id);

const struct perfdata_build_id *perfdata_build_ids(const struct perfdata *recording, size_t *count);

enum perfdata_text {
	PERFDATA_ARCH, /* "x86_64"; empty: not known */
	PERFDATA_HOST,
	PERFDATA_RELEASE,
	PERFDATA_COMMAND,  /* words with blanks between them */
	PERFDATA_KALLSYMS, /* lines of /proc/kallsyms, in old recordings of simpleperf */
	PERFDATA_TEXTS,
};

/* What is known of a recording once it is open; counts grow with its pieces. */
struct perfdata_facts {
	bool is_swapped;   /* the bytes of numbers must be swapped, in all of the recording */
	bool is_stream;    /* its headers are records among others */
	bool is_directory; /* rounds do not count */
	bool has_off_cpu;  /* samples of PERFDATA_SWITCH, to measure time off the processors */

	/*
	 * simpleperf, Android's profiler, wrote it: callers in call chains are the addresses of
	 * calls, and the names of functions may be in the recording.
	 */
	bool is_simpleperf;
	struct slice texts[PERFDATA_TEXTS]; /* by enum perfdata_text */
	struct perfdata_counts counts;
};
const struct perfdata_facts *perfdata_facts(const struct perfdata *recording);

/*
 * From this time on a sample has none: perf record --off-cpu gives it to sums of the whole
 * recording, which it writes at the end, so that they come last.
 */
#define PERFDATA_TIMELESS (UINT64_MAX << 32)

/* The event of threads that leave a processor. */
#define PERFDATA_SWITCH SLICE("sched:sched_switch")

/* Facts that relate times of records to the time of day. */
struct perfdata_clock {
	int id;             /* of the clock that records have times of, -1: perf's own */
	bool has_both;      /* a moment in both times is known: feature CLOCK_DATA */
	uint64_t wall, own; /* it, in ns since 1970 and of the recording's clock */
	int64_t written;    /* when the file was written, in ns since 1970; 0: it is a stream */
};
struct perfdata_clock perfdata_clock(const struct perfdata *recording);

/*
 * The latest time of a record of a file, found by reading all records again; 0: none, or a
 * stream. Between two pieces, one thread.
 */
uint64_t perfdata_last_time(const struct perfdata *recording);

/*
 * True for a stream from a pipe: it may be read while it is recorded, and its programs may still
 * run. False for one that was kept in a file.
 */
bool perfdata_is_arriving(const struct perfdata *recording);

/* False: only samples have times (kernels before 2.6.38); then the order of the file is the order
 * of events. */
bool perfdata_has_times(const struct perfdata *recording);

/* ---- numbers: unaligned, in the order of bytes of the recording ---- */

static inline uint64_t perfdata_u64(bool swapped, const void *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return swapped ? __builtin_bswap64(value) : value;
}

static inline uint32_t perfdata_u32(bool swapped, const void *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return swapped ? __builtin_bswap32(value) : value;
}

static inline uint16_t perfdata_u16(bool swapped, const void *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return (uint16_t)(swapped ? value << 8 | value >> 8 : value);
}

/* ---- records ---- */

enum perfdata_type {
	PERFDATA_MMAP = 1,
	PERFDATA_LOST = 2,
	PERFDATA_COMM = 3,
	PERFDATA_EXIT = 4,
	PERFDATA_THROTTLE = 5,
	PERFDATA_UNTHROTTLE = 6,
	PERFDATA_FORK = 7,
	PERFDATA_SAMPLE = 9,
	PERFDATA_MMAP2 = 10,
	PERFDATA_LOST_SAMPLES = 13,
	PERFDATA_NAMESPACES = 16,
	PERFDATA_KSYMBOL = 17,
	PERFDATA_CGROUP = 19,
	PERFDATA_CALLCHAIN_DEFERRED = 22,
	PERFDATA_USER_TYPES = 64, /* perf's own from here on */
	PERFDATA_HEADER_ATTR = 64,
	PERFDATA_TRACING_DATA = 66,
	PERFDATA_HEADER_BUILD_ID = 67,
	PERFDATA_FINISHED_ROUND = 68,
	PERFDATA_AUXTRACE_INFO = 70,
	PERFDATA_AUXTRACE = 71,
	PERFDATA_EVENT_UPDATE = 78,
	PERFDATA_HEADER_FEATURE = 80,
	PERFDATA_COMPRESSED = 81,
	PERFDATA_COMPRESSED2 = 83,
	PERFDATA_SIMPLEPERF_TYPES = 32768, /* simpleperf's own from here on */
	PERFDATA_KERNEL_SYMBOL = 32769,
	PERFDATA_SPLIT = 32772,
	PERFDATA_SPLIT_END = 32773,
	PERFDATA_EVENT_ID = 32774,
	PERFDATA_DEBUG_CHAIN = 32775,
	PERFDATA_SIMPLEPERF_LAST = 32777,
};

/*
 * The bytes of a record of a type, from its header of 8 bytes: type, misc, size. In simpleperf's
 * own types the place of misc has the upper half of the size.
 */
static inline uint32_t perfdata_record_size(bool swapped, uint32_t type, const char *head)
{
	const uint32_t size = perfdata_u16(swapped, head + 6);

	if (UNLIKELY(type >= PERFDATA_SIMPLEPERF_TYPES))
		return size | (uint32_t)perfdata_u16(swapped, head + 4) << 16;
	return size;
}

struct perfdata_record {
	uint32_t type; /* enum perfdata_type, or another */
	uint16_t misc;
	struct slice body; /* after the 8 bytes of the header */
	uint64_t order;    /* among all records of the recording */
};

/* A moment: records of one time are distinguished by their order in the recording. */
struct perfdata_moment {
	uint64_t time; /* effective: never before what was delivered when the record came */
	uint64_t order;
};

static inline bool perfdata_is_before(struct perfdata_moment a, struct perfdata_moment b)
{
	return a.time != b.time ? a.time < b.time : a.order < b.order;
}

/*
 * Take the first record off what is left of a piece; false at its end. The piece holds only whole
 * records.
 */
static inline bool perfdata_next_record(bool swapped, const struct perfdata_piece *piece,
					size_t *at, struct perfdata_record *record)
{
	const char *head = piece->records.ptr + *at;
	uint32_t type, size;

	if (*at >= piece->records.len)
		return false;
	type = perfdata_u32(swapped, head);
	size = perfdata_record_size(swapped, type, head);
	*record = (struct perfdata_record){
		.type = type,
		.misc = perfdata_u16(swapped, head + 4),
		.body = {head + 8, size - 8},
		.order = piece->order + *at,
	};
	*at += size;
	return true;
}

#endif
