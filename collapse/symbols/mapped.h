/* SPDX-License-Identifier: MIT */
/*
 * mapped.h - the files that were mapped into a process, as /proc/PID/maps lists them, and the
 * functions at its addresses, read from these files if they still exist. Used by one thread.
 */
#ifndef FLAMBEAU_MAPPED_H
#define FLAMBEAU_MAPPED_H

#include "collapse/symbols/inline.h"
#include "common/cli/opt.h"
#include "common/io/pprof.h"
#include "common/table/intern.h"

enum mapped_symbols {
	MAPPED_AUTO,   /* of files that are those recorded, by their inode */
	MAPPED_ALWAYS, /* of any file of that path */
	MAPPED_NEVER,
};

/* The option --symbols, whose field is an int: for OPT_CHOICE. */
extern const char *const mapped_symbols_names[];
extern const char *const mapped_symbols_helps[];

/* Mapped in several parts, and by one process after the other: opened once. */
struct mapped_file {
	struct slice path;
	uint64_t inode;
	struct elf_symbols *symbols; /* NULL: the file is missing */
	struct inline_module *inlined;
};

struct mapping {
	uint64_t start, end, offset;
	uint64_t inode;
	struct slice path;
};

/* Zeroed it is empty, and looks for the files that were recorded. */
struct mapped {
	enum mapped_symbols symbols;
	struct mapping *at; /* in the order of their addresses once something was looked up */
	size_t count, cap;
	bool sorted;
	struct mapped_file *files;
	size_t file_count, file_cap;
	struct intern file_keys; /* of paths and inodes: the places of the files */
	struct intern texts;
	struct inline_state *inlines;
	struct pprof_line *lines; /* the latest answer */
	size_t line_cap;
};

void mapped_release(struct mapped *mapped);

/* Forget the mappings; another process follows. */
void mapped_reset(struct mapped *mapped);

/* A line of the list: "start-end perms offset device inode path". False if it is none. */
bool mapped_add(struct mapped *mapped, struct slice line);

/* NULL if nothing is mapped there. Only such as have a path, of a file or "[heap]". */
const struct mapping *mapped_find(struct mapped *mapped, uint64_t address);

/*
 * The functions at an address of the mapping: how many, inlined ones first. 0: none is known. Lines
 * are good until the next question, their texts until the end.
 */
size_t mapped_lines(struct mapped *mapped, const struct mapping *mapping, uint64_t address,
		    const struct pprof_line **lines);

/* Report how many files could not be read, at a higher verbosity. */
void mapped_say(const struct mapped *mapped);

#endif
