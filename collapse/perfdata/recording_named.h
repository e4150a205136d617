/* SPDX-License-Identifier: MIT */
/*
 * recording_named.h - files whose functions the recording itself names: simpleperf, Android's profiler,
 * looks up the addresses of samples where it records. Features FILE and FILE2.
 */
#ifndef FLAMBEAU_RECORDING_NAMED_H
#define FLAMBEAU_RECORDING_NAMED_H

#include "collapse/perfdata/recording.h"
#include "common/debuginfo/symbol_table.h"

enum perfdata_named_kind {
	PERFDATA_NAMED_KERNEL, /* functions by their addresses in memory */
	PERFDATA_NAMED_MODULE, /* of the kernel */
	PERFDATA_NAMED_ELF,
	PERFDATA_NAMED_DEX, /* code of Android's Java, by offsets in the file: .dex, .vdex, .jar, .apk */
	PERFDATA_NAMED_MAP, /* perf-PID.map: code of a just-in-time compiler, by addresses in memory */
};

#define PERFDATA_NOWHERE UINT64_MAX

struct perfdata_named_file {
	struct slice path; /* as records of maps have it */
	uint32_t kind;     /* enum perfdata_named_kind, or another */
	uint64_t address;  /* of ELF and module: an address in the file, and where it is: */
	uint64_t
		offset; /* in the file; in a module's memory; PERFDATA_NOWHERE: at each map's start */
	size_t functions; /* number of them */
	struct slice content;
	bool is_message; /* content is of FILE2 */
};

/* The file of a map; NULL: the recording does not describe it. */
const struct perfdata_named_file *perfdata_named_file(const struct perfdata *recording,
						      struct slice path);

/* Add its functions. Any thread. */
void perfdata_named_functions(const struct perfdata_named_file *file,
			      struct symbol_table *functions);

#endif
