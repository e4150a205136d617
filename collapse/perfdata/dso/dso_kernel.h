/* SPDX-License-Identifier: MIT */
/*
 * dso_kernel.h - the source of symbols for the recorded kernel.
 */
#ifndef FLAMBEAU_PERFDATA_DSO_KERNEL_H
#define FLAMBEAU_PERFDATA_DSO_KERNEL_H

#include "collapse/perfdata/dso/dso.h"
#include "common/debuginfo/kallsyms.h"

/* The recording's facts about its kernel. */
struct dso_kernel_key {
	struct slice build_id, release; /* empty: not known */
	struct slice reference;         /* a symbol, empty: none; and its address */
	uint64_t address;
	struct slice symbols; /* lines of its /proc/kallsyms; empty: the recording has none */
	bool is_foreign;      /* of another machine */
	bool is_local;        /* of this one, since it started: modules are where they were */
};

enum dso_kernel_state {
	DSO_KERNEL_UNREAD,
	DSO_KERNEL_GOOD,
	DSO_KERNEL_FOREIGN, /* no file with symbols of this kernel */
	DSO_KERNEL_UNNAMED, /* the recording does not name it: perf was killed */
	DSO_KERNEL_HIDDEN,  /* this machine's kernel shows no addresses */
	DSO_KERNEL_BAD,     /* the file that the user named has none */
	DSO_KERNEL_ZEROES,  /* all addresses in the file that the user named are 0 */
};

struct dso_kernel {
	enum dso_kernel_state state;
	struct kallsyms *symbols; /* NULL unless state is DSO_KERNEL_GOOD */
	uint64_t shift;           /* of the kernel itself: its addresses minus the file's */
	bool has_modules;         /* the file's addresses of modules are valid */
};

/*
 * True if this machine runs the recorded kernel, by build id, or by release if there is no build
 * id.
 */
bool dso_kernel_is_running(const struct dso_kernel_key *key);

/* Find and read the file; `kernel` is zeroed before. */
void dso_kernel_read(struct dso_kernel *kernel, const struct perfdata_dso_options *options,
		     const struct dso_kernel_key *key);
void dso_kernel_release(struct dso_kernel *kernel);

/* The symbol of the kernel (`module` empty) or of a module; addresses are the file's. */
bool dso_kernel_find(const struct dso_kernel *kernel, struct slice module, uint64_t ip,
		     struct perfdata_symbol *symbol);

#endif
