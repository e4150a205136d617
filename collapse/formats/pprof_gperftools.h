/* SPDX-License-Identifier: MIT */
/*
 * pprof_gperftools.h - the CPU profiles of gperftools, which are older than pprof's protocol
 * buffers: words of the machine that recorded them, then the list of mapped files as text.
 */
#ifndef FLAMBEAU_PPROF_GPERFTOOLS_H
#define FLAMBEAU_PPROF_GPERFTOOLS_H

#include "collapse/symbols/mapped.h"
#include "common/io/pprof_read.h"

/* True if the first words are those of a gperftools profile. */
bool gperftools_begins(struct slice bytes);

/*
 * Read it as a profile of samples/count and cpu/nanoseconds. The profile is zeroed before, and uses
 * what `mapped` owns. False on an error: `problem` describes it, with the byte.
 */
bool gperftools_read(struct slice bytes, struct mapped *mapped, struct pprof_profile *profile,
		     struct buf *problem);

#endif
