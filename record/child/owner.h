/* SPDX-License-Identifier: MIT */
/*
 * owner.h - under sudo, what this program creates belongs to the user who called sudo. Nothing happens
 * unless it runs as root and SUDO_UID and SUDO_GID are set.
 */
#ifndef FLAMBEAU_OWNER_H
#define FLAMBEAU_OWNER_H

/* Give away an open file that this process has created. */
void owner_give(int fd);

/*
 * The same of a file or folder by its name: one that root owns, that is no symbolic link and has no other
 * hard link. For places where nobody else can have put another one.
 */
void owner_give_path(const char *path);

#endif
