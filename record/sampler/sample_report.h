/* SPDX-License-Identifier: MIT */
/*
 * sample_report.h - the content of a report: stacks of names and addresses, after editing.
 */
#ifndef FLAMBEAU_SAMPLE_REPORT_H
#define FLAMBEAU_SAMPLE_REPORT_H

#include "common/base/buf.h"
#include "common/base/slice.h"
#include "common/table/intern.h"
#include "record/sampler/modules.h"
#include "record/sampler/sampler.h"

/*
 * Names of functions in what is or was loaded: from the symbol tables of its files,
 * which are read once, or from the loader where there is no such file. Owns its memory; one thread
 * at a time.
 */

struct symbols;

struct symbols *symbols_new(void);
void symbols_free(struct symbols *symbols);

/*
 * The function at an address in the process, not demangled; empty if none exists, or the file is
 * not the one that was loaded. Good until symbols_free().
 */
struct slice symbols_find(struct symbols *symbols, const char *path, const struct module *module,
			  uintptr_t address);

struct report_frame {
	frame_id name;
	uintptr_t address;           /* 0: none */
	const struct module *module; /* its module; NULL: none */
};

struct report_stack {
	const struct report_frame *frames; /* leaf first */
	size_t depth;
	frame_id thread;
	long tid;
	uint64_t count;
};

struct flamesample_report {
	struct arena arena;
	struct intern names;
	struct report_stack *stacks;
	size_t count, cap;
	struct modules *modules;
	struct flamesample_stats stats;
};

/* The suffix of `path` that selects a format, ".pb.gz"; NULL: it has no known suffix. */
const char *report_suffix(const char *path);

/*
 * flamesample_report_save(); without `replace` it fails, and sets *exists, where there is a file.
 */
int report_save(const struct flamesample_report *report, const char *path, bool replace,
		bool *exists);

#endif
