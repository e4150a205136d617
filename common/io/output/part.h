/* SPDX-License-Identifier: MIT */
/*
 * part.h - a new file that replaces an old one when it is complete. Until then it has a temporary
 * name in the same directory. Allocates no memory; on failure errno has the reason.
 */
#ifndef FLAMBEAU_PART_H
#define FLAMBEAU_PART_H

#include "common/base/base.h"

enum { PART_PATH = 4096 }; /* bytes of a path with its NUL */

struct part_file {
	int fd;                 /* of the new file; closed by the caller */
	bool replaces;          /* the target exists */
	char target[PART_PATH]; /* where `path` leads: symbolic links are resolved */
	char name[PART_PATH];   /* of the new file until part_rename(); empty: none yet */
};

/*
 * Create a new file in the folder of the target of `path`. It never opens a file that exists, and
 * follows no symbolic link that another user has planted in a directory like /tmp. It gets the
 * target's permissions, owner, group and ACL; where one of them cannot be kept, it gets fewer
 * permissions.
 */
bool part_open(struct part_file *part, const char *path);

/*
 * part_open() of a file without a name where the system has such files: nothing is left of it then
 * if the program is killed. part_link() gives it its temporary name before `fd` is closed, if it
 * has none.
 */
bool part_open_nameless(struct part_file *part, const char *path);
bool part_link(struct part_file *part);

/* Replace the target, atomically. */
bool part_rename(const struct part_file *part);

#endif
