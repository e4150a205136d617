/* SPDX-License-Identifier: MIT */
/*
 * owner.h - under sudo, files that this program creates belong to the calling user. Nothing happens
 * unless it runs as root and SUDO_UID and SUDO_GID are set.
 */
#ifndef FLAMBEAU_OWNER_H
#define FLAMBEAU_OWNER_H

/* Give away an open file that this process has created. */
void owner_give(int fd);

/*
 * Give a file or folder away by name: it must be owned by root, and not be a symbolic link or have
 * other hard links. Only for folders in which no other user can replace it.
 */
void owner_give_path(const char *path);

#endif
