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

#include "common/debuginfo/dwarf_frames.h"
#include "common/debuginfo/symbol_search.h"

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
 * The call that was inlined at an address, NULL if there is none, without reading more of the file:
 * equal calls have equal chains. False: not known before dwarf_file_inlined() is asked. Any thread.
 */
bool dwarf_file_call(struct dwarf_file *file, uint64_t address, const char **call);

/* True if there is any debugging information. One thread. */
bool dwarf_file_is_there(struct dwarf_file *file, const struct symbol_search *program);

/*
 * All functions at an address, with their places in the source. One thread; texts live as long as
 * `file`.
 */
void dwarf_file_frames(struct dwarf_file *file, const struct symbol_search *program,
		       uint64_t address, struct dwarf_frames *frames);

#endif
