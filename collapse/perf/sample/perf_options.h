/* SPDX-License-Identifier: MIT */
/*
 * perf_options.h - the options of collapse-perf.
 */
#ifndef FLAMBEAU_PERF_OPTIONS_H
#define FLAMBEAU_PERF_OPTIONS_H

#include "collapse/collapse.h"
#include "collapse/perfdata/dso/dso.h"
#include "common/base/regex.h"

struct perf_personality;

struct perf_times {
	bool given;
	uint64_t from, to;               /* nanoseconds; `to` is UINT64_MAX when open */
	bool from_relative, to_relative; /* to the first sample of the input */
};

struct perf_options {
	bool pid, tid, kernel, jit, all, addrs, inlined;
	bool inlines, context, srcline; /* --inline, --context, --srcline */
	bool list_events;
	bool no_advice;
	bool no_idle, idle; /* --no-idle; --idle, the default */
	bool off_cpu; /* --off-cpu: events are PERFDATA_SWITCH, and how long threads waited counts */
	bool header;  /* --header: times are looked at */
	bool has_unit;          /* the first sample kept tells whether counts are periods */
	int simplify;           /* enum tidy_simplify */
	struct opt_list events; /* --event-filter */
	struct slice weight;    /* --weight: a field; empty: periods count */
	struct opt_list skip_after;
	struct slice comm_pattern, launcher;
	struct opt_list pids, tids, cpus; /* texts */
	struct perf_times times;
	struct slice code_processes; /* --code-processes: a file */
	struct slice symfs, kallsyms, vmlinux;
	struct opt_list debug_dirs;
	bool debuginfod;
	bool no_inline, trusts_files;
	uint64_t live_period, live_window; /* ms; 0: not given */

	const struct perf_personality *compat; /* by personality */
	struct ingest_format format;           /* made of it */
	struct regex *comm_regex;              /* of comm_pattern, or NULL */
	struct perfdata_dso_options dsos;      /* of symfs, kallsyms, vmlinux */
	bool selects;                          /* samples by one of these: perf_select.c */
	bool has_patterns;                     /* among events: perf_filter.c */
};

#endif
