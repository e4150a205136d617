/* SPDX-License-Identifier: MIT */
/*
 * perf_sites.h - the addresses of a recording's samples with what is known of them, for programs that
 * need more than names of functions. With options->sites, each frame of a stack is a site by its
 * number (perf_sites_of_frame()) instead of functions by their names; all else of a stack is as ever.
 * Workers share the sites; they outlive the recordings.
 */
#ifndef FLAMBEAU_PERF_SITES_H
#define FLAMBEAU_PERF_SITES_H

#include "collapse/collapse.h"
#include "collapse/perfdata/dso.h"
#include "common/base/arena.h"

/* A function at a site. */
struct perf_site_frame {
	struct slice function; /* as in folded stacks */
	struct slice linkage;  /* its name for the linker; `function` if none is known */
	struct slice path;     /* of the source; empty: not known */
	struct slice folder;   /* in which the compiler ran; empty: not known */
	struct slice text;     /* the source itself, if it is embedded; else empty */
	uint32_t line, discriminator;
	uint32_t start; /* the line at which the function begins; 0: not known */
};

/* The bytes of a symbol, and the line of the source of each instruction in it. */
struct perf_code {
	struct slice bytes;
	struct slice machine; /* "x86_64", of the recording; empty: not known */
	struct perf_code_line {
		uint64_t address;  /* up to that of the next one */
		struct slice path; /* empty: not known */
		uint32_t line;
	} * lines; /* perf_sites_find_lines() */
	size_t line_count, line_cap;
	size_t number; /* of those that are kept */
};

struct perf_site {
	uint64_t address;       /* in the file, if `is_file`; else in memory */
	uint64_t map, map_end;  /* what is mapped around it: addresses of the same kind */
	uint64_t map_offset;    /* in the file, of `map` */
	uint64_t start;         /* of the symbol; 0: there is none */
	struct slice module;    /* path of the file, or another name of a map */
	struct slice build_id;  /* bytes; empty: not known */
	bool is_file, is_known; /* a file is mapped there; it has a symbol */
	bool is_caller;         /* the address is the one after a call */
	const struct perf_site_frame
		*frames;              /* inlined functions first; the last one is the symbol */
	uint32_t count;               /* of them, 1 or more */
	const struct perf_code *code; /* of the symbol, if it is wanted and known; else NULL */
};

struct perf_sites;
struct perf_line;

/* `with_code`: samples' symbols have their code. */
struct perf_sites *perf_sites_new(bool with_code);
void perf_sites_free(struct perf_sites *sites);

/* Find the lines of code that was kept, while the dsos of its recording are there. */
void perf_sites_find_lines(struct perf_sites *sites, const struct perf_code *code);

/*
 * The dsos of a recording go, and others may lie where they did: of code that is kept lines are
 * found, unless `is_last`. NULL: does nothing.
 */
void perf_sites_forget(struct perf_sites *sites, bool is_last);

/* Where an address of a sample is. */
struct perf_site_key {
	struct perfdata_dso *dso;
	const struct perfdata_map *map;
	uint64_t ip;
	bool is_caller;
};

/*
 * The line whose only frame is a site, in `arena`. `symbol` is at the address, `name` its frame in
 * folded stacks. Any thread; takes a lock.
 */
const struct perf_line *perf_sites_line(struct ingest_run *run, struct arena *arena,
					const struct perf_site_key *key,
					const struct perfdata_symbol *symbol, struct slice name);

/* The site of a frame of a profile by the frame's name; NULL: it is none. */
const struct perf_site *perf_sites_of_frame(const struct perf_sites *sites, struct slice name);

#endif
