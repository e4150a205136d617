/* SPDX-License-Identifier: MIT */
/*
 * dso_state.h - the members of the table of objects. Only dso*.c include it.
 */
#ifndef FLAMBEAU_DSO_STATE_H
#define FLAMBEAU_DSO_STATE_H

#include <pthread.h>

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/dso_origin.h"
#include "collapse/perfdata/recording.h"
#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/dwarf_file.h"
#include "common/debuginfo/kallsyms.h"
#include "common/debuginfo/perf_map.h"
#include "common/debuginfo/symbol_file.h"
#include "common/table/hash.h"

/* The kind of a map, by the name in its record: where its symbols are, and how it is printed. */
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

/* True for "/tmp/jit-12.dump", which a just-in-time compiler writes while process 12 runs. */
bool dso_kind_is_dump(struct slice name, int32_t pid);

/* ---- dso_kernel.c: symbols of the recorded kernel ---- */

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

/* Modules are elsewhere after each start of the machine: which of a file's are the recorded ones. */
enum dso_kernel_modules {
	DSO_MODULES_NONE,
	DSO_MODULES_IN_PLACE, /* those of a module that begins where its map does */
	DSO_MODULES_ALL,
};

struct dso_kernel {
	enum dso_kernel_state state;
	struct kallsyms *symbols; /* NULL unless state is DSO_KERNEL_GOOD */
	uint64_t shift;           /* of the kernel itself: its addresses minus the file's */
	enum dso_kernel_modules modules;
	bool is_running;   /* modules may be among those of this machine, too */
	struct slice rest; /* of /proc/kallsyms, open in `fd`, of which `symbols` are the start; */
	int fd;            /* valid if `has_rest` */
	bool has_rest;
	struct kallsyms *own; /* modules of this machine, read when one asks; NULL: not, or none */
};

/*
 * True if this machine runs the recorded kernel, by build id, or by release if there is no build
 * id.
 */
bool dso_kernel_is_running(const struct dso_kernel_key *key);

/* Find and read the file; `kernel` is zeroed before. Its owner frees `symbols`. */
void dso_kernel_read(struct dso_kernel *kernel, const struct perfdata_dso_options *options,
		     const struct dso_kernel_key *key);

/* Read the modules of this machine for kernel->is_running, once. */
void dso_kernel_read_own(struct dso_kernel *kernel);

void dso_kernel_release(struct dso_kernel *kernel);

/* The symbol of the kernel itself; addresses are the file's. */
bool dso_kernel_find(const struct dso_kernel *kernel, uint64_t ip, struct perfdata_symbol *symbol);

/* A module, and where its map begins. */
struct dso_kernel_module {
	struct slice name;
	uint64_t start;
};

/* The symbol of a module in the file. */
bool dso_kernel_find_listed(const struct dso_kernel *kernel, const struct dso_kernel_module *module,
			    uint64_t ip, struct perfdata_symbol *symbol);

/* Likewise among what dso_kernel_read_own() has read. */
bool dso_kernel_find_own(const struct dso_kernel *kernel, const struct dso_kernel_module *module,
			 uint64_t ip, struct perfdata_symbol *symbol);

/* ---- Functions that the recording itself names (recording_named.h) ---- */

struct perfdata_named_file;
struct dso_named;

/* The file of a key of which the recording names functions; NULL: there is none. */
const struct perfdata_named_file *dso_named_file(const struct perfdata *recording,
						 enum dso_kind kind,
						 const struct perfdata_dso_key *key);

/* True if functions of the file have other addresses in every process: they are found in memory. */
bool dso_named_is_of_process(const struct perfdata_named_file *file);

/* One for each file, however many dsos its path is, so that its names are read once. Zeroed, empty. */
struct dso_named_table {
	struct dso_named **at;
	size_t count, cap;
	struct hash_slots by_file;
};

void dso_named_release(struct dso_named_table *table);

/* `in_memory`: addresses of functions are those in memory. `lock` outlives the table. One thread. */
struct dso_named *dso_named_get(struct dso_named_table *table,
				const struct perfdata_named_file *file, bool in_memory,
				pthread_mutex_t *lock);

/* ---- The table ---- */

/* Why there are no symbols. */
enum dso_trouble {
	DSO_FINE,
	DSO_MISSING,
	DSO_FOREIGN,
	DSO_STRIPPED,
	DSO_DAMAGED,
	DSO_GONE,      /* deleted */
	DSO_NO_MAP,    /* no perf map */
	DSO_NOT_OURS,  /* its perf map belongs to another user */
	DSO_STALE,     /* its perf map is of another process */
	DSO_REPLACED,  /* the path has another file now */
	DSO_ELSEWHERE, /* recorded on another machine, without its build id */
	DSO_UNPROVEN,  /* recorded before this machine started, without its build id */
	DSO_CROWDED,   /* one of too many files of its path */
	DSO_EXPORTS,   /* only exported functions have names, and samples are in others */
	DSO_TROUBLES,
};

/* Which file it is, whatever paths lead to it, and how it is opened. Without padding. */
struct dso_object_key {
	uint64_t major, minor, inode;
	uint64_t path;     /* where there is no file: its number + 1 */
	uint64_t compares; /* the file must have `stamp` when it is opened */
	unsigned char build_id[ELF_BUILD_ID];
};

/*
 * A file that was opened, and what is read of it. Debug files are looked for by the first of its
 * paths.
 */
struct dso_object {
	struct dso_object_key key;
	UT_hash_handle hh;
	bool is_in_table;        /* else it is for one dso */
	struct file_stamp stamp; /* zero: not compared */
	struct symbol_file *file;
	struct cfi_file *frames;
	struct dwarf_file *debug;
	unsigned users; /* dsos */
};

/* A name with a build id and, where it matters, a process: one file, or several in turn. */
struct dso_path {
	struct slice id; /* in the table's arena */
	uint32_t number;
	uint32_t dsos;                    /* with this path; linked by perfdata_dso.next */
	uint32_t namesakes;               /* paths of its build id that were seen before */
	const struct perfdata_dso *first; /* NULL: none yet */
	struct perfdata_dso *latest;      /* that was asked for; NULL: none yet */
};

/* A moment: the process has not ended as far as is known. */
#define DSO_LIVES UINT32_MAX

/* Code and dumps of a process that has not ended. */
struct dso_process_code {
	int32_t pid;
	uint32_t life;
	struct perfdata_dso *alive;
	UT_hash_handle hh;
};

/* Facts by which maps of one path may be of several files. Without padding. */
struct dso_facts {
	uint32_t path;     /* number */
	uint32_t is_crowd; /* there were too many others */
	uint32_t major, minor;
	uint64_t inode, generation;
	uint64_t offset, size; /* of an executable map; size 0: of another one */
};

struct perfdata_dso {
	struct perfdata_dso_front front; /* the first member */
	uint64_t hits;                   /* atomic; beside `front`: samples ask for both */
	uint64_t nameless;               /* atomic; of a file with exported functions alone */
	uint64_t used; /* perfdata_dsos.slot when its symbols were last asked for; atomic */
	struct perfdata_dsos *of;
	enum dso_kind kind;
	struct dso_path *path;
	const struct perfdata_dso *next; /* of the same path */
	struct dso_facts facts;
	struct slice name;               /* as the record has it */
	struct slice module;             /* as it is printed */
	struct slice names;              /* likewise, of the perf map that may name it */
	struct slice build_id;           /* empty: any */
	int32_t pid;                     /* of code, and of files in a container */
	bool is_contained;               /* it lies in a mount namespace that is not ours */
	bool may_be_code;                /* its process may have written names of it */
	bool has_own_id;                 /* the build id is of the map's record */
	bool is_closed;                  /* its path has had another file since it was opened */
	uint32_t earliest, latest;       /* moments of its maps */
	uint32_t ended;                  /* of code and dumps: when its process did; DSO_LIVES */
	uint32_t life;                   /* of code and dumps: of a process, not of its number */
	struct perfdata_dso *next_alive; /* code or dump of the same process */
	uint64_t address,
		offset;   /* of DSO_KERNEL: where its map starts, where its reference symbol was */
	uint64_t code_at; /* of symbol_file_code_at() */
	struct dso_named *named; /* NULL: the recording itself names no function of it */

	/* set by dso_load(), then constant; `is_loaded` is atomic and set last */
	bool is_loaded;
	struct dso_object *object; /* NULL: no file. Its members: */
	struct symbol_file *file;
	struct cfi_file *frames;
	struct dwarf_file *debug;
	struct file_stamp stamp;  /* of the path when it was opened; zero: no file was there */
	int64_t opened;           /* when that was, in ns since 1970 */
	uint32_t untouched;       /* its links, name or rights were changed since maps before it */
	bool is_touched;          /* there was such a map; atomic */
	struct dso_code *code;    /* the names of its process's code; NULL: none */
	enum dso_trouble trouble; /* of a file: see dso_trouble_of() */
};

/* Which perf map or dump it is, whatever paths lead to it. Without padding. */
struct dso_code_key {
	struct file_stamp stamp;
	uint64_t is_dump;
};

/* Names of code that programs make: a perf map or a dump that was opened. */
struct dso_code {
	struct dso_code_key key;
	UT_hash_handle hh;
	struct perf_map *map;    /* NULL: it has no names */
	struct cfi_code *frames; /* of a dump; else NULL */
	unsigned users;          /* dsos and dumps */
};

/* Dumps of just-in-time compilers (jit-PID.dump): dso_load.c. A zeroed struct is empty. */
struct dso_dumps {
	struct dso_process_dumps *by_life;
	uint64_t *changes; /* times at which code of any dump changes, ascending */
	size_t change_count;
	bool has_changes; /* they were read; atomic */
};

struct perfdata_dsos {
	const struct perfdata *recording;
	struct perfdata_dso_options options;
	struct perfdata_dso_seen *seen; /* of build ids and processes */
	struct arena arena;
	struct dso_origin origin;
	struct perfdata_dso **at;
	size_t count, cap;
	struct hash_slots by_facts;
	struct dso_process_code *processes; /* by pid; in the arena */
	uint32_t lives;                     /* of processes with code, so far */
	struct dso_named_table named;       /* functions that the recording names */
	struct dso_path **paths;
	size_t path_count, path_cap;
	struct hash_slots by_path;
	struct dso_build *builds; /* paths of each build id */
	struct buf id;            /* of the path that is looked for */
	uint64_t slot; /* of a live view: see perfdata_dsos_forget(); constant while workers fold */
	bool is_local; /* recorded on this machine since it started: processes may live */

	pthread_mutex_t loading;
	struct dso_object *objects;      /* by key */
	struct dso_code *codes;          /* by key */
	struct perfdata_dso *kernel_dso; /* NULL: no map yet; atomic */
	struct dso_kernel kernel;
	bool is_kernel_loaded; /* atomic */
	bool is_kernel_asked;  /* `kernel` is loaded, and samples have asked for it; atomic */
	bool is_kernel_own;    /* its own modules are read; atomic */
	pthread_t reader;      /* of the kernel's symbols, if it has been started */
	bool has_reader;
	struct context *caller; /* for `reader` to enter */
	struct dso_dumps dumps;
	int vdso; /* a file with our own, -1: not made */
};

/* ---- dso_load.c: symbols, by any thread ---- */

/* Find symbols of a file, code or vdso; does nothing the second time. */
void dso_load(struct perfdata_dso *dso);

/* The kernel's symbols, for a sample that asks; does nothing the second time. */
const struct dso_kernel *dso_load_kernel(struct perfdata_dsos *dsos);

/* With the modules of this machine, if it runs the recorded kernel since it was recorded. */
const struct dso_kernel *dso_load_kernel_own(struct perfdata_dsos *dsos);

void dso_unload(struct perfdata_dso *dso);

/* The recording's facts about its kernel, as far as its map is known. */
struct dso_kernel_key dso_kernel_key_of(struct perfdata_dsos *dsos);

/* True if a build id is not the only proof that a file is the recorded one. */
bool dso_proof_is_needed(const struct perfdata_dsos *dsos);

/* True if a dso was loaded, and at a later moment its path had another file. One thread. */
bool dso_proof_has_changed(const struct perfdata_dso *dso, uint32_t moment);

/* Add a new dso if it is a dump, of which code may change. One thread, while no other asks. */
void dso_dump_see(struct perfdata_dsos *dsos, struct perfdata_dso *dso);

void dso_dumps_release(struct perfdata_dsos *dsos);

/* ---- dso_messages.c ---- */

/* Why it has no symbols, as far as they were asked for. */
enum dso_trouble dso_trouble_of(const struct perfdata_dso *dso);

#endif
