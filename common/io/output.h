/* SPDX-License-Identifier: MIT */
/*
 * output.h - the destination of results: standard output, or a file that appears only when it is
 * complete (a new file in the same folder that is renamed; removed if diag_die() ends the program
 * before). A file in a directory that allows no new ones is written in place by
 * output_commit(). The struct must not move between output_open() and the end.
 */
#ifndef FLAMBEAU_OUTPUT_H
#define FLAMBEAU_OUTPUT_H

#include <sys/stat.h>

#include "common/base/base.h"
#include "common/base/buf.h"

/*
 * The file that a path names for output. Symbolic links are followed one by one,
 * and no file or link is used that another user may have planted in a directory like /tmp. Allocates
 * no memory; on failure errno has the reason.
 */

enum {
	DESTINATION_PATH = 4096, /* bytes of a path with its NUL */
	DESTINATION_NAME = 256,  /* bytes of a file name with its NUL */
};

/* A message ends so after "Permission denied", where `is_planted`. */
#define DESTINATION_PLANTED                                                                        \
	": a link or file of another user, in a directory that others may write; choose another name"

struct destination {
	int folder;         /* descriptor of the directory that has `name`; -1: none */
	bool exists;        /* then `status` is that of the file */
	bool is_descriptor; /* an open file of a process, as /dev/fd/3 is; never replaced */
	bool is_planted;    /* the reason that destination_find() failed */
	struct stat status;
	char name[DESTINATION_NAME];
};

/*
 * Find the file that `path` leads to, whether it exists or not. False if it cannot be found, is a
 * directory, or may be planted. In a sticky directory that others may write, a link or a file of
 * neither the caller nor the directory's owner may be: the kernel's rules fs.protected_symlinks,
 * protected_fifos and protected_regular, whatever these are set to
 * (Documentation/admin-guide/sysctl/fs.rst of Linux). Directories on the way are trusted.
 */
bool destination_find(struct destination *to, const char *path);

/* destination_find() that follows no link: the entry of the directory, which may be one. */
bool destination_find_entry(struct destination *to, const char *path);

/* Write the file itself, which exists: open(2) with O_WRONLY and `flags`. -1 if that fails. */
int destination_open(const struct destination *to, int flags);

void destination_release(struct destination *to);

/*
 * A new file that replaces an old one when it is complete. On systems that have such files
 * it has no name until then, so nothing is left of it if the program is killed; elsewhere it has a
 * temporary name in the same directory. Allocates no memory; on failure errno has the reason.
 */

struct part_file {
	int fd;                      /* of the new file; closed by the caller */
	struct destination target;   /* what it replaces */
	char name[DESTINATION_NAME]; /* in the directory of `target`; empty: it has none */
};

/*
 * Create a new file in the directory of `target`, which destination_find() has found. It
 * never opens a file that exists. It gets the target's permissions, owner, group and ACL; where one
 * of them cannot be kept, it gets fewer permissions. Where there is no target, it gets those of
 * `mode` that the umask leaves.
 */
bool part_open(struct part_file *part, mode_t mode);

/*
 * Give the target's name to a file that is complete, in place of part_open() and all that follows
 * it. It gets the permissions and owner of a regular file that it replaces; else, and where it
 * replaces a symbolic link, it is for its owner alone. False if that fails, with EXDEV if it is on
 * another file system; then it keeps its name.
 */
bool part_adopt(struct part_file *part, const char *path);

/* Give it its temporary name, if it has none. Before `fd` is closed. */
bool part_link(struct part_file *part);

/* Give it the name of the target instead, atomically. */
bool part_rename(struct part_file *part);

/* part_rename() that fails with EEXIST if there is a target by now. */
bool part_rename_new(struct part_file *part);

/* Remove the file if it has its temporary name; forget the target. errno stays what it was. */
void part_release(struct part_file *part);

struct output {
	int fd;
	bool failed;     /* a write failed: reported once, later writes are dropped */
	bool has_part;   /* `part` is open, and has not replaced the file yet */
	bool in_place;   /* all text stays in `buf` until output_commit() */
	struct buf buf;  /* not yet written */
	struct buf path; /* of the file, NUL-terminated; empty for stdout */
	struct part_file
		part; /* the new file in the same folder; its target is found in any case */
	const char *complaint; /* in front of the name in messages */
	bool durable;          /* on the disk before it gets its name */
	struct output *next;   /* of those with an unfinished file */
};

/*
 * From now on a file that grows beyond the limit of the process (RLIMIT_FSIZE, ulimit -f) is a
 * failed write, as on a full disk, and not the end of the program by SIGXFSZ. Programs that are
 * started have the signal as it was before.
 */
void output_bear_limit(void);

/* True if `path` leads to a terminal, by the rules of output_open(). Creates nothing. */
bool output_is_terminal(struct slice path);

/* Empty `path` or "-" is standard output. False, after a message, if it cannot be opened. */
bool output_open(struct output *output, struct slice path);

/*
 * Open like output_open(). `complaint` begins the messages, before the name ("cannot write ").
 * output_commit() returns when the file is safe on the disk (fsync), also from a loss of power.
 */
bool output_open_durable(struct output *output, struct slice path, const char *complaint);

/*
 * Open like output_open(), for what may hold secrets, as recordings do: a file that did not exist
 * is for its owner alone, whatever the umask.
 */
bool output_open_private(struct output *output, struct slice path);

/*
 * The file gets its name before it is complete: what is flushed from now on, or written to `fd`, can
 * be read by others at once. A file that is `in_place` loses what it held, so nothing may have been
 * written to its `fd` before. False, after a message, if that fails.
 */
bool output_appear(struct output *output);

/* A buffer to append to; output_flush_some() writes it when it has grown large. */
void output_flush_some(struct output *output);

/* False after an error or a limit: what is still written goes nowhere. */
static inline bool output_goes_on(const struct output *output)
{
	return !output->failed;
}
void output_flush(struct output *output); /* all of it, if it need not appear whole */
void output_write(struct output *output, struct slice text);

/* Write the rest, close, rename. False, after a message, if anything failed. */
bool output_commit(struct output *output);

/* Give up: removes the unfinished file. */
void output_abandon(struct output *output);

#endif
