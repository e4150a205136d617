/* SPDX-License-Identifier: MIT */
/*
 * part.h - a new file that replaces an old one when it is complete. On systems that have such files
 * it has no name until then, so nothing is left of it if the program is killed; elsewhere it has a
 * temporary name in the same directory. Allocates no memory; on failure errno has the reason.
 */
#ifndef FLAMBEAU_PART_H
#define FLAMBEAU_PART_H

#include "common/io/destination.h"

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

#endif
