/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* the registers of a ucontext_t */

#include "record/sampler/sampler.h"

#include <stddef.h>
#include <ucontext.h>

/* False where they are not known. */
static bool get_registers(const void *context, struct walk_registers *registers)
{
#if defined(__x86_64__) && defined(__LP64__)
	const greg_t *all = ((const ucontext_t *)context)->uc_mcontext.gregs;

	*registers = (struct walk_registers){(uintptr_t)all[REG_RIP], (uintptr_t)all[REG_RSP],
					     (uintptr_t)all[REG_RBP]};
	return true;
#elif defined(__i386__)
	const greg_t *all = ((const ucontext_t *)context)->uc_mcontext.gregs;

	*registers = (struct walk_registers){(uintptr_t)all[REG_EIP], (uintptr_t)all[REG_ESP],
					     (uintptr_t)all[REG_EBP]};
	return true;
#elif defined(__aarch64__)
	const mcontext_t *all = &((const ucontext_t *)context)->uc_mcontext;

	*registers = (struct walk_registers){all->pc, all->sp, all->regs[29]};
	return true;
#else
	(void)context;
	*registers = (struct walk_registers){0, 0, 0};
	return false;
#endif
}

/* A word of memory; false if none exists. */
static bool walk_read(struct walk *walk, uintptr_t address, uintptr_t *word)
{
	return peek_read(walk->peek, address, word, sizeof(*word));
}

/*
 * Add a frame: `pc` is where it goes on, `is_call` that there a call returns to. False, and
 * truncated set, where the walk ends: there is no room, it came to an object of the blocklist, or
 * to one that is not in the list.
 */
static bool walk_add(struct walk *walk, uintptr_t pc, bool is_call)
{
	const struct module *module;
	bool missing;

	assert(walk->depth <= walk->max);
	if (walk->depth == walk->max) {
		walk->truncated = true;
		return false;
	}
	pc -= is_call;
	walk->frames[walk->depth++] = pc;
	module = modules_find(walk->modules, walk->peek, pc, &missing);
	if (!missing && (!module || !module->is_blocked))
		return true;
	walk->truncated = true;
	return false;
}

#if (defined(__x86_64__) && defined(__LP64__)) || (defined(__aarch64__) && defined(HAVE_UNWIND))

/*
 * True if handlers of signals return to `pc`: the call rt_sigreturn, by the instructions that the C
 * library has. Signals that arrive together are delivered one on top
 * of the other, ours last: a handler that is interrupted before its first instruction has not run,
 * but what it interrupted has.
 */
static bool walk_is_trampoline(struct walk *walk, uintptr_t pc)
{
#if defined(__x86_64__)
	static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
#else
	static const unsigned char code[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4};
#endif
	unsigned char there[sizeof(code)];

	return peek_read(walk->peek, pc, there, sizeof(there)) &&
	       memcmp(there, code, sizeof(code)) == 0;
}

#endif

#if defined(__x86_64__) && defined(__LP64__)

/*
 * The kernel leaves the context of what it interrupted above the address that a handler returns to.
 */
static bool read_interrupted(struct walk *walk, uintptr_t context, struct walk_registers *at)
{
	const uintptr_t all = context + offsetof(ucontext_t, uc_mcontext.gregs);

	return walk_read(walk, all + REG_RIP * sizeof(greg_t), &at->pc) &&
	       walk_read(walk, all + REG_RSP * sizeof(greg_t), &at->sp) &&
	       walk_read(walk, all + REG_RBP * sizeof(greg_t), &at->fp);
}

/* True at endbr64 or push %rbp, with which functions begin, if the function is a signal handler. */
static bool walk_is_before_begin(struct walk *walk, const struct walk_registers *at)
{
	static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, push[] = {0x55};
	uintptr_t code, back;

	return walk_read(walk, at->sp, &back) && walk_is_trampoline(walk, back) &&
	       walk_read(walk, at->pc, &code) &&
	       (memcmp(&code, endbr64, sizeof(endbr64)) == 0 ||
		memcmp(&code, push, sizeof(push)) == 0);
}

static void skip_handlers(struct walk *walk, struct walk_registers *at)
{
	struct walk_registers interrupted;

	while (walk_is_before_begin(walk, at) &&
	       read_interrupted(walk, at->sp + sizeof(uintptr_t), &interrupted) &&
	       interrupted.sp > at->sp)
		*at = interrupted;
}

#else

static void skip_handlers(struct walk *walk, struct walk_registers *at)
{
	(void)walk;
	(void)at;
}

#endif

/* A frame is the caller's frame pointer, and where it goes on. Callers' frames are above. */
void walk_frame_pointers(struct walk *walk)
{
	struct walk_registers at;
	uintptr_t caller, pc;

	walk->truncated = !get_registers(walk->context, &at);
	if (walk->truncated)
		return;
	skip_handlers(walk, &at);
	if (!walk_add(walk, at.pc, false))
		return;
	for (caller = at.sp; at.fp != 0; at.fp = caller) {
		if (at.fp < caller || at.fp % sizeof(uintptr_t) != 0 ||
		    !walk_read(walk, at.fp + sizeof(uintptr_t), &pc) ||
		    !walk_read(walk, at.fp, &caller)) {
			walk->truncated = true;
			return;
		}
		if (pc == 0 || !walk_add(walk, pc, true))
			return;
		if (caller != 0 && caller <= at.fp) {
			walk->truncated = true;
			return;
		}
	}
}

/*
 * Walks by libunwind; only this file uses it. libunwind's own accessors ask the loader for the list
 * of objects, whose lock the interrupted code may hold. So it is given an address space of ours:
 * memory is read by walk_read(), tables of unwind information are found by modules_find().
 *
 * It is loaded with names of its own (RTLD_LOCAL): a program that throws exceptions must not find
 * libunwind's functions for that.
 */

#if defined(HAVE_UNWIND) && ((defined(__x86_64__) && defined(__LP64__)) || defined(__aarch64__))

#include <dlfcn.h>
#include <libunwind.h>
#include <ucontext.h>

/* Exported for programs that bring their own tables, but declared nowhere. */
typedef int search_fn(unw_addr_space_t, unw_word_t, unw_dyn_info_t *, unw_proc_info_t *, int,
		      void *);

#define SPELL(name) SPELL_AGAIN(name)
#define SPELL_AGAIN(name) #name

/* Functions of the library, found with dlsym() only. */
static struct {
	bool tried, loaded;
	char problem[256];
	unw_addr_space_t space;
	unw_addr_space_t (*create)(unw_accessors_t *, int);
	int (*set_caching)(unw_addr_space_t, unw_caching_policy_t);
	int (*init)(unw_cursor_t *, unw_addr_space_t, void *);
	int (*step)(unw_cursor_t *);
	int (*get)(unw_cursor_t *, int, unw_word_t *);
	int (*get_proc_info)(unw_cursor_t *, unw_proc_info_t *);
	search_fn *search;
} library;

/*
 * .eh_frame_hdr (Linux Standard Base, 10.6): the version 1 and how three numbers are written, each
 * a byte; a pointer; how many entries there are; a table, sorted, of pairs of offsets from the
 * section's beginning. Linkers write 4 bytes per number.
 */
static bool find_table(struct walk *walk, const struct module *module, unw_dyn_info_t *info)
{
	enum { UDATA4 = 0x03, DATAREL_SDATA4 = 0x3b, HEADER = 12, ENTRY = 8 };
	unsigned char kinds[4];
	uint32_t count;

	if (module->unwind == 0 || module->unwind_size <= HEADER ||
	    !peek_read(walk->peek, module->unwind, kinds, sizeof(kinds)) ||
	    !peek_read(walk->peek, module->unwind + 8, &count, sizeof(count)) || kinds[0] != 1 ||
	    kinds[2] != UDATA4 || kinds[3] != DATAREL_SDATA4 ||
	    count > (module->unwind_size - HEADER) / ENTRY)
		return false;
	memset(info, 0, sizeof(*info));
	info->format = UNW_INFO_FORMAT_REMOTE_TABLE;
	info->start_ip = module->start;
	info->end_ip = module->end;
	info->u.rti.segbase = module->unwind;
	info->u.rti.table_data = module->unwind + HEADER;
	info->u.rti.table_len = (unw_word_t)count * ENTRY / sizeof(unw_word_t);
	return true;
}

static int find_proc_info(unw_addr_space_t space, unw_word_t pc, unw_proc_info_t *found,
			  int details, void *context)
{
	struct walk *walk = context;
	unw_dyn_info_t info;
	bool missing;
	const struct module *module = modules_find(walk->modules, walk->peek, pc, &missing);

	if (!module || !find_table(walk, module, &info))
		return -UNW_ENOINFO;
	return library.search(space, pc, &info, found, details, context);
}

static void put_unwind_info(unw_addr_space_t space, unw_proc_info_t *info, void *context)
{
	(void)space;
	(void)info;
	(void)context;
}

static int no_dynamic_list(unw_addr_space_t space, unw_word_t *address, void *context)
{
	(void)space;
	(void)address;
	(void)context;
	return -UNW_ENOINFO;
}

static int access_memory(unw_addr_space_t space, unw_word_t address, unw_word_t *word, int write,
			 void *context)
{
	(void)space;
	return !write && walk_read(context, address, word) ? 0 : -UNW_EINVAL;
}

static bool find_register(const ucontext_t *context, unw_regnum_t number, unw_word_t *word)
{
#if defined(__x86_64__)
	static const int places[] = {
		[UNW_X86_64_RAX] = REG_RAX, [UNW_X86_64_RDX] = REG_RDX, [UNW_X86_64_RCX] = REG_RCX,
		[UNW_X86_64_RBX] = REG_RBX, [UNW_X86_64_RSI] = REG_RSI, [UNW_X86_64_RDI] = REG_RDI,
		[UNW_X86_64_RBP] = REG_RBP, [UNW_X86_64_RSP] = REG_RSP, [UNW_X86_64_R8] = REG_R8,
		[UNW_X86_64_R9] = REG_R9,   [UNW_X86_64_R10] = REG_R10, [UNW_X86_64_R11] = REG_R11,
		[UNW_X86_64_R12] = REG_R12, [UNW_X86_64_R13] = REG_R13, [UNW_X86_64_R14] = REG_R14,
		[UNW_X86_64_R15] = REG_R15, [UNW_X86_64_RIP] = REG_RIP,
	};

	if (number < 0 || (size_t)number >= ARRAY_LEN(places))
		return false;
	*word = (unw_word_t)context->uc_mcontext.gregs[places[number]];
	return true;
#else
	const mcontext_t *all = &context->uc_mcontext;

	if (number >= UNW_AARCH64_X0 && number <= UNW_AARCH64_X30)
		*word = all->regs[number - UNW_AARCH64_X0];
	else if (number == UNW_AARCH64_SP)
		*word = all->sp;
	else if (number == UNW_AARCH64_PC)
		*word = all->pc;
	else
		return false;
	return true;
#endif
}

static int access_register(unw_addr_space_t space, unw_regnum_t number, unw_word_t *word, int write,
			   void *context)
{
	const struct walk *walk = context;

	(void)space;
	return !write && find_register(walk->context, number, word) ? 0 : -UNW_EBADREG;
}

static int access_float(unw_addr_space_t space, unw_regnum_t number, unw_fpreg_t *value, int write,
			void *context)
{
	(void)space;
	(void)number;
	(void)value;
	(void)write;
	(void)context;
	return -UNW_EBADREG;
}

static int no_resume(unw_addr_space_t space, unw_cursor_t *cursor, void *context)
{
	(void)space;
	(void)cursor;
	(void)context;
	return -UNW_EINVAL;
}

static int no_name(unw_addr_space_t space, unw_word_t address, char *name, size_t size,
		   unw_word_t *offset, void *context)
{
	(void)space;
	(void)address;
	(void)name;
	(void)size;
	(void)offset;
	(void)context;
	return -UNW_ENOINFO;
}

static unw_accessors_t accessors = {
	.find_proc_info = find_proc_info,
	.put_unwind_info = put_unwind_info,
	.get_dyn_info_list_addr = no_dynamic_list,
	.access_mem = access_memory,
	.access_reg = access_register,
	.access_fpreg = access_float,
	.resume = no_resume,
	.get_proc_name = no_name,
};

static bool find_function(void *handle, const char *name, void *function)
{
	void *found = dlsym(handle, name);

	memcpy(function, &found, sizeof(found));
	if (!found)
		snprintf(library.problem, sizeof(library.problem), "%s has no %s", HAVE_UNWIND,
			 name);
	return found != NULL;
}

static bool unwind_load_library(void)
{
	void *handle = dlopen(HAVE_UNWIND, RTLD_NOW | RTLD_LOCAL);

	if (!handle) {
		snprintf(library.problem, sizeof(library.problem), "%s", dlerror());
		return false;
	}
	if (!find_function(handle, SPELL(unw_create_addr_space), &library.create) ||
	    !find_function(handle, SPELL(unw_set_caching_policy), &library.set_caching) ||
	    !find_function(handle, SPELL(unw_init_remote), &library.init) ||
	    !find_function(handle, SPELL(unw_step), &library.step) ||
	    !find_function(handle, SPELL(unw_get_reg), &library.get) ||
	    !find_function(handle, SPELL(unw_get_proc_info), &library.get_proc_info) ||
	    !find_function(handle, SPELL(UNW_OBJ(dwarf_search_unwind_table)), &library.search))
		return false;
	library.space = library.create(&accessors, 0);
	if (!library.space) {
		snprintf(library.problem, sizeof(library.problem), "no address space");
		return false;
	}
	library.set_caching(library.space, UNW_CACHE_GLOBAL);
	return true;
}

bool unwind_load(char *problem, size_t size)
{
	if (!library.tried)
		library.loaded = unwind_load_library();
	library.tried = true;
	if (!library.loaded)
		snprintf(problem, size, "%s", library.problem);
	return library.loaded;
}

/* True if a handler was interrupted before its first instruction. See walk_is_trampoline(). */
static bool unwind_is_before_begin(struct walk *walk)
{
	unw_proc_info_t info;
	unw_cursor_t cursor;

	return walk->depth == 1 && library.init(&cursor, library.space, walk) >= 0 &&
	       library.get_proc_info(&cursor, &info) >= 0 && info.start_ip == walk->frames[0];
}

void unwind_walk(struct walk *walk)
{
	unw_cursor_t cursor;
	unw_word_t pc, sp, last = 0;
	bool is_call = false, is_signal;
	int step = library.init(&cursor, library.space, walk);

	walk->truncated = true;
	if (step < 0)
		return;
	for (;;) {
		if (library.get(&cursor, UNW_REG_IP, &pc) < 0 ||
		    library.get(&cursor, UNW_REG_SP, &sp) < 0 || (sp < last && is_call))
			return; /* callers' stacks are above */
		if (pc == 0)
			break;
		is_signal = walk_is_trampoline(walk, pc);
		if (is_signal && unwind_is_before_begin(walk))
			walk->depth = 0;
		else if (!walk_add(walk, pc, is_call && !is_signal))
			return;
		last = sp;
		is_call = !is_signal;
		step = library.step(&cursor);
		if (step < 0)
			return;
		if (step == 0)
			break;
	}
	walk->truncated = false;
}

#else

bool unwind_load(char *problem, size_t size)
{
	snprintf(problem, size, "built without libunwind");
	return false;
}

void unwind_walk(struct walk *walk)
{
	walk->truncated = true;
}

#endif
