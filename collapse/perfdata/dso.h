/* SPDX-License-Identifier: MIT */
/*
 * dso.h - the object of a map (a file, the kernel, a module, code that a program made) and its
 * symbols. Any thread may resolve symbols.
 */
#ifndef FLAMBEAU_DSO_H
#define FLAMBEAU_DSO_H

#include <stdbool.h>
#include <stdint.h>

#include "common/debuginfo/cfi_entry.h"
#include "common/debuginfo/dwarf_names.h"
#include "common/debuginfo/symbol_search.h"

/* Addresses of a process, or of the kernel, where a file (or something else) is. */
struct perfdata_map {
	uint64_t start, end; /* end: the first address after it */
	uint64_t
		/* in the file, of start; of a kernel map as in the record, also of a rest */
		offset;
	struct perfdata_dso *dso; /* perfdata_dso_of() has the one that counts */
	uint32_t moment;          /* when it was mapped: perfdata_dsos_moment() */
	bool is_executable;
};

/* The maps of a process at one moment; NULL is none. Two equal pointers are the same maps. */
struct perfdata_maps;

const struct perfdata_map *perfdata_map_find(const struct perfdata_maps *maps, uint64_t address);

struct perfdata;
struct perfdata_dso; /* one for each name, build and, where it matters, process */
struct perfdata_dsos;

struct perfdata_dso_options {
	const char *symfs;    /* NULL: the files of this machine */
	const char *kallsyms; /* NULL: by the rules of perf-data */
	const char *vmlinux;
	const struct symbol_places *places; /* of files by their build ids; NULL: none */
	bool trusts_files; /* files without a build id are taken for the recorded ones */
	bool with_scopes;  /* inlined functions: dwarf_file_new() */
	bool with_lines;   /* perfdata_dso_frames() finds lines of the source */
	bool reads_ahead;  /* a thread may read symbols before they are asked for */
};

/* `recording` gives build ids, the release, the time; it must outlive what is made here. */
struct perfdata_dsos *perfdata_dsos_new(const struct perfdata *recording,
					const struct perfdata_dso_options *options);
void perfdata_dsos_free(struct perfdata_dsos *dsos);

/* The object of a map record. */
struct perfdata_dso_key {
	struct slice name;     /* as the record has it */
	struct slice build_id; /* empty: the record has none (feature BUILD_ID may) */
	int32_t pid;
	uint64_t address, size, offset; /* of the map: start, length, pgoff */
	uint32_t moment;                /* when it was mapped: perfdata_dsos_moment() */
	uint32_t major, minor;          /* of the file's device; */
	uint64_t inode, generation;     /* 0: not known */
	bool is_kernel, is_executable;
	bool is_ksymbol; /* name is a symbol, for all of its map */
	bool is_jit;     /* simpleperf's for code that a program made, at its addresses in memory */
};

/*
 * Records with times from `first` to `last` (0: none) have been read, perhaps the last of all. One
 * thread.
 */
void perfdata_dsos_hear(struct perfdata_dsos *dsos, uint64_t first, uint64_t last, bool is_whole);

/*
 * A number for the time of a record, which grows with it. The first records with times must have
 * been heard of. One thread.
 */
uint32_t perfdata_dsos_moment(struct perfdata_dsos *dsos, uint64_t time);

/*
 * Find or add the dso of a key. Maps of one file have one dso (pid counts only for anonymous memory,
 * where the name does not identify the code, and for files of containers). One thread.
 */
struct perfdata_dso *perfdata_dso_get(struct perfdata_dsos *dsos,
				      const struct perfdata_dso_key *key);

/*
 * A process has ended, or its number is another one's from now on: code that is mapped later has
 * another dso, and names that are written later are not of this code. One thread.
 */
void perfdata_dsos_end(struct perfdata_dsos *dsos, int32_t pid, uint32_t moment);

/*
 * The slot of a live view that begins now is `slot`. Release the symbols of files that were not
 * asked for in the `keep` slots before: no sample in the window refers to them any more, and they
 * are read again when they are asked for. The kernel's symbols stay. One thread, while no other one
 * asks.
 */
void perfdata_dsos_forget(struct perfdata_dsos *dsos, uint64_t slot, uint64_t keep);

/*
 * The dso of a map, whose file is opened now: a path may have been several files in turn, and the
 * time of the map decides. Any thread.
 */
struct perfdata_dso *perfdata_dso_of(const struct perfdata_map *map);

/* As perf script prints them: "main" and "/usr/bin/x"; "[unknown]" where no symbol is known. */
struct perfdata_symbol {
	struct slice name, module;
	bool is_known;
	uint64_t address;    /* in the file, of the ip: ELF virtual address */
	uint64_t start, end; /* of the symbol, likewise */
};

/* An address, and the time at which it is looked up: of perfdata_dsos_code_time(). */
struct perfdata_address {
	uint64_t ip, time;
};

/* The symbol at an address of a map, of its perfdata_dso_of(); both texts live as long as `dsos`. Any thread. */
void perfdata_dso_symbol(struct perfdata_dso *dso, const struct perfdata_map *map,
			 struct perfdata_address address, struct perfdata_symbol *symbol);

#define PERFDATA_ANY_TIME UINT64_MAX

/*
 * The time for looking up addresses of a sample in code that programs make: the last change of any
 * such code up to `time` (UINT64_MAX: the sample has none), so that equal times have equal code.
 * PERFDATA_ANY_TIME if the recording and its dumps (jit-PID.dump) have no times in common. Any
 * thread.
 */
uint64_t perfdata_dsos_code_time(struct perfdata_dsos *dsos, uint64_t time);

/* Bytes, as far as the recording has it; empty: it has none. */
struct slice perfdata_dso_build_id(const struct perfdata_dso *dso);

/* True if addresses of its symbols are those in an ELF file, which was opened. */
bool perfdata_dso_is_file(const struct perfdata_dso *dso);

/* Code that a program makes, which may write down its names whenever it likes? Any thread. */
bool perfdata_dso_is_code(const struct perfdata_dso *dso);

/*
 * True if the recording was made on this machine since its last start, and this machine's files
 * are read.
 */
bool perfdata_dsos_are_local(const struct perfdata_dsos *dsos);

/*
 * A number for the functions inlined at an address of the file: equal calls have equal functions.
 * NULL: there are none. Cheaper than these; any thread.
 */
const void *perfdata_dso_call(struct perfdata_dso *dso, uint64_t address);

/*
 * The functions inlined at an address of the file (`address` of a symbol that is known), the
 * innermost first; NULL: there are none. They live as long as `dsos`. Any thread.
 */
const struct dwarf_chain *perfdata_dso_inlined(struct perfdata_dso *dso, uint64_t address);

struct dwarf_frames;

/*
 * The functions at an address of the file (`address` of a symbol that is known) with their places
 * in the source, those that were inlined first; none where that is not known. Texts live as long as
 * `dsos`. Any thread; takes a lock.
 */
void perfdata_dso_frames(struct perfdata_dso *dso, uint64_t address, struct dwarf_frames *frames);

/*
 * A number for an address that is the same in all maps of a dso: two addresses with one number have
 * the same symbol. Any thread.
 */
uint64_t perfdata_dso_place(const struct perfdata_dso *dso, const struct perfdata_map *map,
			    uint64_t ip);

/*
 * The symbol at a kernel address in no map: the kernel's own symbols reach beyond its recorded map.
 * False, with `symbol` undefined, if there is none: the address is [unknown], and so is its module.
 * Any thread.
 */
bool perfdata_dsos_kernel_symbol(struct perfdata_dsos *dsos, uint64_t ip,
				 struct perfdata_symbol *symbol);

/*
 * Samples will ask for kernel symbols: a thread of its own reads them in the background. Does
 * nothing before the kernel's map is known, the second time, and where the options or the
 * recording, a stream whose headers may change, forbid it. One thread.
 */
void perfdata_dsos_read_ahead(struct perfdata_dsos *dsos);

/*
 * Samples hit it, some of them, if perfdata_dso_is_partial(), in functions without a name; any
 * thread, cheap. For perfdata_dsos_say().
 */
void perfdata_dso_hit(struct perfdata_dso *dso, uint64_t samples, uint64_t nameless);

/* True if some of its functions have names and others have not, because it is stripped. */
bool perfdata_dso_is_partial(const struct perfdata_dso *dso);

/* perfdata_dso_of() without opening a file: exact once an address of the map was looked up. Cheap. */
struct perfdata_dso_front {
	uint32_t since; /* atomic: maps before this moment are of `earlier` */
	struct perfdata_dso *earlier;
};
static inline struct perfdata_dso *perfdata_dso_seen_of(const struct perfdata_map *map)
{
	const struct perfdata_dso_front *front = (const struct perfdata_dso_front *)map->dso;

	return UNLIKELY(map->moment < __atomic_load_n(&front->since, __ATOMIC_ACQUIRE))
		       ? front->earlier
		       : map->dso;
}

/*
 * "no symbols for 3 of 12 files, 41 % of samples (largest: libfoo.so: build id differs)": one line;
 * each file with -v. Returns how many samples these lines explain.
 */
uint64_t perfdata_dsos_say(const struct perfdata_dsos *dsos, uint64_t samples);

/* Samples in code that programs made. */
uint64_t perfdata_dsos_made_hits(const struct perfdata_dsos *dsos);

/* Append the processes whose compilers may have written a perf map or a dump, one per line. */
void perfdata_dsos_add_processes(const struct perfdata_dsos *dsos, struct buf *out);

/* A line for each that samples hit: "libfoo.so: symbols, 120 samples". */
void perfdata_dsos_list(const struct perfdata_dsos *dsos);

/* ---- Call frame information ---- */

/*
 * The function at an address of a map, and that address as `entry` has it. False: there is no
 * information. `entry` refers to bytes that live as long as the dso. Any thread.
 */
bool perfdata_dso_entry(struct perfdata_dso *dso, const struct perfdata_map *map,
			struct perfdata_address at, struct cfi_entry *entry, uint64_t *address);

/*
 * Copy the `size` bytes of code before an address of a map. False: they are not known, as code that
 * a program made is not. Any thread.
 */
bool perfdata_dso_code(struct perfdata_dso *dso, const struct perfdata_map *map, uint64_t ip,
		       unsigned char *to, size_t size);

/* True for the vdso, the kernel's code in user space, which keeps no frame pointers. */
bool perfdata_dso_is_vdso(const struct perfdata_dso *dso);

#endif
