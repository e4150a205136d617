/* SPDX-License-Identifier: MIT */
/*
 * file_identity.h - is a file of this machine the file that was mapped while a recording was made?
 * The record of a map tells some facts, the file has others; they prove that both are one file,
 * that they are two, or nothing. Paths prove nothing: programs are rebuilt, packages upgraded.
 */
#ifndef FLAMBEAU_FILE_IDENTITY_H
#define FLAMBEAU_FILE_IDENTITY_H

#include "common/debuginfo/elf_file.h"

/* Which file it is, and when it was last changed. */
struct file_stamp {
	uint64_t major, minor; /* of its device */
	uint64_t inode;
	uint64_t generation; /* of the inode, which is used again; 0: not known */
	int64_t written;     /* its content: mtime, in ns since 1970 */
	int64_t changed;     /* or its name, links, rights: ctime */
	uint64_t size;
};

/* The stamp of an open file; false if the system does not tell it. */
bool file_stamp_read(struct file_stamp *stamp, int fd);

/* True if nothing has changed since the other stamp was read. */
bool file_stamp_equal(const struct file_stamp *stamp, const struct file_stamp *other);

enum file_record_id {
	FILE_ID_NONE,
	FILE_ID_OF_MAP,   /* read when the file was mapped */
	FILE_ID_OF_TABLE, /* of this path, read when the recording ended */
};

#define FILE_TIME_UNKNOWN INT64_MIN

/* Facts of one map, from the recording. */
struct file_record {
	enum file_record_id id;
	uint64_t major, minor, inode, generation; /* inode 0, generation 0: not known */
	uint64_t offset, size; /* of the map, in the file; size 0: it is not executable */
	int64_t time;          /* when it was mapped, ns since 1970, or FILE_TIME_UNKNOWN */
	/* FILE_TIME_UNKNOWN, or when it was last mapped before another file was, and that one first */
	int64_t last, superseded;
	bool is_foreign;       /* recorded on another machine */
	bool is_written_later; /* the recorded program writes it, or it is made of the recording */
};

/* Facts of the file that the path has now. */
struct file_found {
	struct file_stamp stamp;
	bool has_id; /* its build id is that of the record, which has one */
	bool is_elf;
	const struct elf_segment *segments; /* if it is */
	size_t segment_count;
	uint64_t page; /* bytes, of this machine */
};

enum file_verdict {
	FILE_SAME,
	FILE_TOUCHED,     /* its name, links or rights were changed later, perhaps its content */
	FILE_OTHER_BUILD, /* its build id differs */
	FILE_REPLACED,    /* it was written or created later */
	FILE_OTHER_CODE,  /* it has no code where the record has some */
	FILE_FOREIGN,     /* the recording is of another machine, and has no build id */
	FILE_UNPROVEN,    /* the recording is of an earlier start of this machine */
};

enum file_verdict file_judge(const struct file_record *record, const struct file_found *found);

/*
 * When the file got what it has. Maps before it are of another file. Where the clocks of both may
 * differ, those shortly before it count only if there is a map after it, too.
 */
int64_t file_made_at(const struct file_stamp *stamp);

/* Maps before this time are FILE_REPLACED because of it, others are not. */
int64_t file_valid_since(const struct file_stamp *stamp);

/* Maps from that time on, but before this one, are FILE_TOUCHED, if they have no build id. */
int64_t file_untouched_since(const struct file_stamp *stamp);

#endif
