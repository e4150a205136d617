/* SPDX-License-Identifier: MIT */
/*
 * symbol_state.h - the result of the search for a program's symbols.
 */
#ifndef FLAMBEAU_SYMBOL_STATE_H
#define FLAMBEAU_SYMBOL_STATE_H

enum symbol_file_state {
	SYMBOL_FILE_UNREAD,
	SYMBOL_FILE_GOOD,
	SYMBOL_FILE_MISSING,  /* there is no such file */
	SYMBOL_FILE_FOREIGN,  /* its build id differs */
	SYMBOL_FILE_STRIPPED, /* it has no symbols */
	SYMBOL_FILE_DAMAGED,  /* no ELF file, or cut */
};

#endif
