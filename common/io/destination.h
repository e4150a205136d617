/* SPDX-License-Identifier: MIT */
/*
 * destination.h - the file that a path names for output. Symbolic links are followed one by one,
 * and no file or link is used that another user may have planted in a directory like /tmp. Allocates
 * no memory; on failure errno has the reason.
 */
#ifndef FLAMBEAU_DESTINATION_H
#define FLAMBEAU_DESTINATION_H

#include <sys/stat.h>

#include "common/base/base.h"

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

#endif
