/* SPDX-License-Identifier: MIT */
/*
 * target.h - the names of results, and the folder next to them that holds the recording as long as
 * it is needed.
 */
#ifndef FLAMBEAU_TARGET_H
#define FLAMBEAU_TARGET_H

#include "record/session/request.h"

/*
 * Under sudo, files that this program creates belong to the calling user. Nothing happens
 * unless it runs as root and SUDO_UID and SUDO_GID are set.
 */

/* Give away an open file that this process has created. */
void chown_to_sudo_user(int fd);

/*
 * Give a file or folder away by name: it must be owned by root, and not be a symbolic link or have
 * other hard links. Only for folders in which no other user can replace it.
 */
void chown_path_to_sudo_user(const char *path);

#define TARGET_COMPLAINT "failed to write flamegraph SVG to "

/*
 * Append the path of a graph, NUL-terminated: DIR/STEM.svg, or DIR/STEM-LABEL.svg with characters
 * of the label other than letters, digits, `-` and `_` as `_`; the path of --output if it was
 * given.
 */
void target_path(struct buf *path, const struct request *request, const char *stem);

/* Create the output folder and its parents. False after a message. */
bool target_make_folder(const struct request *request);

/*
 * True if the file can be written; else false after a message. Called before anything is recorded.
 */
bool target_can_be_written(const char *path);

/*
 * A new folder next to the file, as an absolute path, NUL-terminated. As long as the descriptor
 * `lock` is open, target_sweep() of other processes leaves it alone; -1 where there are no locks.
 * False after a message.
 */
bool workdir_create(struct buf *work, const char *path, int *lock);

/*
 * Remove the folders next to the file that killed runs of this user have left. Called
 * before this process has a folder of its own there, whose lock it would not see.
 */
void target_sweep(const char *path);

/*
 * True if files in it can grow, tested by writing one. False after a message, that the disk is full
 * for instance.
 */
bool target_has_room(const struct buf *work);

/* Remove it with all files in it. */
void target_remove_work(const struct buf *work);

/* Leave it to the user: under sudo it and its files belong to the calling user. */
void target_leave_work(const struct buf *work);

/* "FOLDER/NAME", NUL-terminated. */
void workdir_path(struct buf *path, const struct buf *folder, const char *name);

/*
 * Append the paths of all files in it that are not empty and whose names begin and end so, sorted.
 */
void target_list(struct arguments *paths, const struct buf *work, const char *stem,
		 const char *ending);

/* How many bytes the file has; 0 if it is not there. */
uint64_t target_size(const char *path);

#endif
