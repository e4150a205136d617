/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* the registers of a ucontext_t */

#include "record/sampler/handler/walk.h"

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

bool walk_read(struct walk *walk, uintptr_t address, uintptr_t *word)
{
	return peek_read(walk->peek, address, word, sizeof(*word));
}

bool walk_add(struct walk *walk, uintptr_t pc, bool is_call)
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

/* The call rt_sigreturn, by the instructions that the C library has. */
bool walk_is_trampoline(struct walk *walk, uintptr_t pc)
{
#if defined(__x86_64__)
	static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
#elif defined(__aarch64__)
	static const unsigned char code[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4};
#else
	static const unsigned char code[] = {0};
#endif
	unsigned char there[sizeof(code)];

	return sizeof(code) > 1 && peek_read(walk->peek, pc, there, sizeof(there)) &&
	       memcmp(there, code, sizeof(code)) == 0;
}

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
