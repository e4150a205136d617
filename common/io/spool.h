/* SPDX-License-Identifier: MIT */
/*
 * spool.h - a temporary file without a name: bytes are appended and read at offsets. It is created
 * in $TMPDIR, or /tmp, and unlinked at once, so nothing of it is left however the program ends.
 */
#ifndef FLAMBEAU_SPOOL_H
#define FLAMBEAU_SPOOL_H

#include <sys/types.h>

#include "common/base/buf.h"

struct spool {
	int fd;
	bool failed;    /* a write failed: said once, later writes are dropped */
	uint64_t size;  /* bytes added so far */
	struct buf buf; /* added, not yet written */
};

/* False after a message. Must be closed only if it was opened. */
bool spool_open(struct spool *spool);
void spool_close(struct spool *spool);

void spool_add(struct spool *spool, struct slice bytes);

/* Write what was added, so that it can be read. False if that, or a write before it, failed. */
bool spool_flush(struct spool *spool);

/* Discard all bytes after the first `size`. */
void spool_cut(struct spool *spool, uint64_t size);

/*
 * Up to `size` flushed bytes from `at` on; 0 at the end, -1 after a message, also where the file has
 * become shorter. Whoever may write to the file can change its bytes: verify what must hold.
 */
ssize_t spool_read(const struct spool *spool, char *to, size_t size, uint64_t at);
/* Say that bytes read are not those that were added. */
void spool_say_damaged(void);

#endif
