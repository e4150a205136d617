/* SPDX-License-Identifier: MIT */
/*
 * system.h - what the system tells a program: the time, random bytes, files of /proc and /sys, the
 * rights, the terminal.
 */
#ifndef FLAMBEAU_SYSTEM_H
#define FLAMBEAU_SYSTEM_H

#include <time.h>

#include "common/base/base.h"
#include "common/base/slice.h"

/* Seconds since a fixed moment, which is the same for the whole run. */
double clock_seconds(void);

/* Nanoseconds of a clock of clock_gettime(2); 0 where it does not exist. */
uint64_t clock_nanoseconds(clockid_t clock);

/*
 * Unpredictable bytes from the kernel, for keys of hashes and for secrets.
 */

/*
 * Fill `bytes`. Where the kernel refuses (getentropy() is forbidden to the process, or unknown),
 * the bytes are made from the time and from addresses, which an attacker may guess.
 */
void random_fill(void *bytes, size_t size);

/* Fill at most 256 `bytes` that must not be guessed. False where the kernel refuses. */
bool random_secret(void *bytes, size_t size);

/*
 * Read the start of a file, with one call, as /proc and /sys answer it. False, with errno and
 * `found` empty, if it cannot be read. A FIFO is not waited for.
 */
bool file_start(const char *path, char *bytes, size_t size, struct slice *found);

/*
 * True if the kernel lets this process record as it lets root: by CAP_PERFMON or CAP_SYS_ADMIN
 * (capabilities(7)), and not those of a container's own users (user_namespaces(7)).
 */
bool user_has_perfmon(void);

/*
 * Properties of the output of text: whether it is a terminal, and its width. The
 * environment is asked here and in icicle.h: COLUMNS, TERM, NO_COLOR, COLORTERM.
 */

/* Words for the command line, NULL at the end, in the order of enum terminal_when. */
enum terminal_when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER, WHEN_256, WHEN_TRUE };

extern const char *const terminal_when_names[]; /* auto, always, never */

enum { TERMINAL_COLUMNS = 80, TERMINAL_LEAST = 20, TERMINAL_MOST = 10000 };

/* True if the descriptor is a terminal that shows more than plain text. */
bool terminal_is(int fd);

/* isatty(); no descriptor is the terminal of a library. */
bool terminal_shows(int fd);

/* The number of columns: `wanted`; if that is 0 COLUMNS, else the terminal's width, else 80. */
size_t terminal_columns(int fd, uint64_t wanted);

/* An environment variable; empty if it is not set. */
struct slice terminal_environment(const char *name);

#endif
