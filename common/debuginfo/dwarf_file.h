/* SPDX-License-Identifier: MIT */
/*
 * dwarf_file.h - the debugging information of a program or library, searched on this machine: the
 * functions inlined at an address. Files are opened at the first question, and only units with
 * addresses asked for are read. Any thread may ask.
 *
 *      dwarf_file        one program and its debug files
 *      dwarf_inlines     one file
 *      dwarf_frames      the same with places in the source, which dwarf_lines finds
 *      dwarf_chains      functions inlined into one another
 *      dwarf_names       names of functions
 *      dwarf_scopes      the namespaces and classes that they are in
 *      dwarf_others      files that are referred to; dwarf_package has several of them in one
 *      dwarf_units       units by address
 *      dwarf_functions   functions of a unit, and what was inlined into them, by address
 *      dwarf_ranges      from entries to addresses
 *      dwarf_entry       entries and their attributes
 *      dwarf_unit, dwarf_abbrevs, dwarf_data    headers, abbreviations, sections
 */
#ifndef FLAMBEAU_DWARF_FILE_H
#define FLAMBEAU_DWARF_FILE_H

#include "common/debuginfo/dwarf_lines.h"
#include "common/debuginfo/dwarf_names.h"
#include "common/debuginfo/dwarf_others.h"
#include "common/debuginfo/symbol_search.h"

/*
 * Which functions were inlined at an address of one ELF file.
 */

/* `units` is opened by dwarf_units_open(), after dwarf_inlines_init(). */
struct dwarf_inlines {
	struct dwarf_units units;
	struct dwarf_others others; /* for units.others */
	struct dwarf_names names;
	struct dwarf_chains chains;
};

void dwarf_inlines_init(struct dwarf_inlines *inlines);
void dwarf_inlines_release(struct dwarf_inlines *inlines);

/*
 * The unit with the entries of an address: one that was split off, if it was found, and not its
 * skeleton.
 */
struct dwarf_home {
	struct dwarf_unit *skeleton; /* or the same unit; NULL: none, and the others are not set */
	struct dwarf_units *units;
	struct dwarf_unit *unit;
};

struct dwarf_question {
	uint64_t address; /* virtual */
	bool may_read;    /* more of the file may be read: no other thread does so */
	bool only_call;   /* `chain` is not wanted */

	/*
	 * The call that was inlined at the address, by its entry in memory; NULL: none. Equal calls
	 * have equal chains.
	 */
	const char *call;

	/*
	 * The answer, for dwarf_chains_named(); NULL: no function was inlined. Lives as long as the
	 * struct asked.
	 */
	const struct dwarf_chain *chain;
};

/*
 * False, with no answer: that is not known yet, and may not be read. Any thread may ask without
 * reading.
 */
bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question);

/*
 * All functions at an address, with their places in the source. Used by one
 * thread.
 */

struct dwarf_frame {
	const struct dwarf_name *name;
	/* where it is at the address: of a function into which another was inlined, the call */
	struct source_place place;
	uint32_t start; /* the line at which the function begins; 0: not known */
};

/* A zeroed struct is empty. */
struct dwarf_frames {
	struct dwarf_frame *at; /* the innermost first, the function that exists last */
	size_t count, cap;
	size_t inlined; /* of them, functions that were inlined */

	/* The place in the function that exists, also if no name is known. */
	struct source_place outermost;
};

static inline void dwarf_frames_reset(struct dwarf_frames *frames)
{
	frames->count = frames->inlined = 0;
	frames->outermost = (struct source_place){.name = SLICE("")};
}

/* Set `frames`; none if no function is known there. Texts live as long as `inlines`. */
void dwarf_frames_find(struct dwarf_frames *frames, struct dwarf_inlines *inlines,
		       uint64_t address);

struct dwarf_file;

/*
 * `with_lines`: for dwarf_file_frames(). `with_scopes`: names of the source get their namespaces and
 * classes.
 */
struct dwarf_file *dwarf_file_new(bool with_lines, bool with_scopes);
void dwarf_file_free(struct dwarf_file *file);

/*
 * The functions inlined at a virtual address, from the innermost one that has a name; NULL: there
 * are none. The function that they were inlined into is not among them. `program` says where the
 * file is: its first three members, the same at each call. Lives as long as `file`; equal chains
 * are the same.
 */
const struct dwarf_chain *dwarf_file_inlined(struct dwarf_file *file,
					     const struct symbol_search *program, uint64_t address);

/*
 * The call that was inlined at an address, NULL if none exists, without reading more of the file:
 * equal calls have equal chains. False: not known before dwarf_file_inlined() is asked. Any thread.
 */
bool dwarf_file_call(struct dwarf_file *file, uint64_t address, const char **call);

/* True if there is any debugging information. One thread. */
bool dwarf_file_available(struct dwarf_file *file, const struct symbol_search *program);

/*
 * All functions at an address, with their places in the source. `program` as in dwarf_file_inlined().
 * Any thread; each call takes a lock. Texts live as long as `file`.
 */
void dwarf_file_frames(struct dwarf_file *file, const struct symbol_search *program,
		       uint64_t address, struct dwarf_frames *frames);

#endif
