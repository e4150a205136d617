/* SPDX-License-Identifier: MIT */
/*
 * modules.h - the objects that are or were loaded into this process: the program, its shared
 * libraries, the kernel's. A list of fixed size that the signal handler reads and adds to, without
 * the loader's lock; one thread at a time.
 *
 * What dlopen() brought after modules_refresh() is added by the handler where the C library has
 * _dl_find_object() (glibc 2.35), which takes no lock; elsewhere by the next modules_refresh().
 */
#ifndef FLAMBEAU_MODULES_H
#define FLAMBEAU_MODULES_H

#include "record/sampler/sample_store.h"

/*
 * Reads memory of this process that may not be mapped, or that another thread unmaps at
 * the same time. The kernel copies the bytes, so a page that is gone is an error and not a signal.
 * A page is copied once and then read from the copy. Safe in a signal handler; one thread at a
 * time.
 */

enum {
	PEEK_PAGE = 4096, /* bytes; no system has smaller pages */
	PEEK_PAGES = 64,  /* copies that are kept; a power of two */
	PEEK_WAYS = 4,    /* places that a page may have */
};

struct peek {
	const struct spill *spill;   /* copies pages where process_vm_readv() is not permitted */
	int32_t thread;              /* any thread of this process */
	bool is_refused;             /* process_vm_readv() is not permitted */
	unsigned next;               /* place to give up */
	uintptr_t pages[PEEK_PAGES]; /* numbers of the pages that were copied; 0: none */
	char copies[PEEK_PAGES][PEEK_PAGE];
};

/* Discard all copies. `thread` is the one that reads. */
void peek_begin(struct peek *peek, int32_t thread);

/* Copy `size` bytes. False if one of them cannot be read; then `to` is undefined. */
bool peek_read(struct peek *peek, uintptr_t from, void *to, size_t size);

/* Copy a C string. False if it cannot be read, or is longer than `size`. */
bool peek_read_string(struct peek *peek, uintptr_t from, char *to, size_t size);

enum {
	MODULES_MAX = 2048,
	MODULES_PATHS = 256 << 10, /* bytes of all paths */
	MODULES_PATH = 4096,       /* bytes of one */
	MODULES_KNOWN = 256,       /* pages of code whose module is remembered; a power of two */
	MODULE_BUILD_ID = 20,      /* bytes at most */
};

struct module {
	uintptr_t start, end;     /* addresses of the mapping */
	uintptr_t base;           /* added to the addresses in its file */
	uintptr_t code, code_end; /* its code, */
	uint64_t code_offset;     /* and where that is in the file */
	uintptr_t unwind;         /* its section .eh_frame_hdr; 0: it has none */
	size_t unwind_size;       /* bytes */
	uint32_t path;            /* in modules->paths */
	uint32_t born, died;      /* epochs: it was there from the first until before the second */
	bool is_program;          /* the loader has no path for it */
	bool is_blocked;          /* its frames end a walk */
	unsigned char build_id_size; /* bytes; 0: it has none */
	uintptr_t build_id_there;    /* the address of the build id in the loaded module */
	unsigned char build_id[MODULE_BUILD_ID];
};

struct modules {
	struct module at[MODULES_MAX];
	char paths[MODULES_PATHS]; /* C strings; the first is "" */
	char path[MODULES_PATH];   /* of what is being added */
	uint16_t known[MODULES_KNOWN];
	uint32_t count, used; /* modules; bytes of paths */
	uint32_t epoch; /* counts up where something is loaded at the place of something else */
	const char *blocklist; /* C strings, followed by an empty one */
};

/* `modules` is zeroed. `blocklist` as in the struct; it must live as long. */
void modules_init(struct modules *modules, const char *blocklist);

/* Copy the current modules of `from` into `modules`, which is zeroed. */
void modules_copy(struct modules *modules, const struct modules *from);

/*
 * Ask the loader for its modules. Takes its lock: not for signal handlers. `guard` is called with
 * true before the list is written and with false after, for code that shares the list.
 */
void modules_refresh(struct modules *modules, void (*guard)(void *context, bool begin),
		     void *context);

/*
 * The module that covers an address now; safe in a signal handler. NULL: none of the list; then
 * *missing tells whether there may be a module that could not be added. `peek` reads the loader's
 * description of it, since another thread may close it meanwhile.
 */
const struct module *modules_find(struct modules *modules, struct peek *peek, uintptr_t address,
				  bool *missing);

/* The module that covered an address in an epoch; NULL: none. */
const struct module *modules_at(const struct modules *modules, uintptr_t address, uint32_t epoch);

static inline const char *module_path(const struct modules *modules, const struct module *module)
{
	assert(module->path < modules->used);
	return modules->paths + module->path;
}

#endif
