/* SPDX-License-Identifier: MIT */
/*
 * dso_kind.h - the kind of a map, by the name in its record: the source of symbols, and the text to
 * print.
 */
#ifndef FLAMBEAU_PERFDATA_DSO_KIND_H
#define FLAMBEAU_PERFDATA_DSO_KIND_H

#include "collapse/perfdata/dso/dso.h"
#include "common/base/buf.h"

enum dso_kind {
	DSO_FILE, /* a path */
	DSO_DELETED, /* a file that was deleted while it was mapped: what is there now is another one */
	DSO_CODE, /* executable anonymous memory: a just-in-time compiler may have written a perf map */
	DSO_CODE_FILE, /* likewise, a file that no path leads to: memfd, or deleted */
	DSO_VDSO,
	DSO_NAMED,   /* has no symbols: data, [vsyscall] ... */
	DSO_KERNEL,  /* the kernel without modules */
	DSO_MODULE,  /* of the kernel */
	DSO_KSYMBOL, /* one symbol, a BPF program, named by the record */
};

enum dso_kind dso_kind_of(const struct perfdata_dso_key *key);

/* True for files of memory, in which programs may make code. */
bool dso_kind_is_shared_memory(struct slice name);

/* Append the name that perf script prints in parentheses. */
void dso_kind_print(struct buf *out, enum dso_kind kind, const struct perfdata_dso_key *key);

/* The reference symbol of the kernel's map: "[kernel.kallsyms]_text" -> "_text". */
struct slice dso_kind_reference(struct slice name);

/* True for "/tmp/jit-12.dump", which a just-in-time compiler writes while process 12 runs. */
bool dso_kind_is_dump(struct slice name, int32_t pid);

/* True for "/tmp/jitted-12-3.so", which perf inject makes of such a dump. */
bool dso_kind_is_injected(struct slice name, int32_t pid);

#endif
