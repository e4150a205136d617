/* SPDX-License-Identifier: MIT */
/*
 * sample_report.h - the content of a report: stacks of names and addresses, after editing.
 */
#ifndef FLAMBEAU_SAMPLE_REPORT_H
#define FLAMBEAU_SAMPLE_REPORT_H

#include "common/base/buf.h"
#include "common/table/intern.h"
#include "record/sampler/report/sampler.h"

struct report_frame {
	frame_id name;
	uintptr_t address;           /* 0: there is none */
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

/*
 * Append the report to `out` as folded text, as text for collapse-pprof-rs, as a pprof profile, as
 * a picture; in a work of sampler_call(). What they return is an enum flamesample_result.
 */
int report_add_folded(const struct flamesample_report *report, struct buf *out);
int report_add_text(const struct flamesample_report *report, struct buf *out);
int report_add_pprof(const struct flamesample_report *report, struct buf *out);
int report_add_svg(const struct flamesample_report *report, struct buf *out);

/* The suffix of `path` that selects a format, ".pb.gz"; NULL: it has no known suffix. */
const char *report_suffix(const char *path);

/*
 * flamesample_report_save(); without `replace` it fails, and sets *exists, where there is a file.
 */
int report_save(const struct flamesample_report *report, const char *path, bool replace,
		bool *exists);

#endif
