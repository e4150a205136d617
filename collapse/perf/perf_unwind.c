/* SPDX-License-Identifier: MIT */
/*
 * The callers of a sample by call frame information. The step from an address is computed once and
 * cached: samples of one process hit the same ones.
 */
#include "collapse/perf/perf_unwind.h"
#include "collapse/perf/perf_cuts.h"
#include "collapse/perf/perf_recording_state.h"
#include "collapse/perfdata/dso.h"
#include "common/base/memory.h"
#include "common/debuginfo/unwind_row.h"

/*
 * Callers from the branches that a processor keeps of calls which have not returned (--call-graph
 * lbr).
 */

#define CALL_STACK (UINT64_C(1) << 11) /* PERF_SAMPLE_BRANCH_CALL_STACK */

enum { BRANCH = 24 }; /* bytes: from, to, flags */

bool perf_branches_has(const struct perfdata_event *event, const struct perfdata_sample *sample)
{
	return event->branch_sample_type & CALL_STACK && sample->has_chain &&
	       sample->branch_count > 0;
}

static void branches_add_word(struct buf *chain, bool swapped, uint64_t word)
{
	word = perfdata_u64(swapped, &word);
	buf_add(chain, slice_of((const char *)&word, sizeof(word)));
}

/* The user address at which a chain's user part begins, if it has one after the kernel's. */
static bool find_user_leaf(const struct perfdata_sample *sample, bool swapped, uint64_t marker,
			   uint64_t *leaf)
{
	if (marker + 1 >= sample->chain_count)
		return false;
	*leaf = perfdata_u64(swapped, sample->chain + 8 * (marker + 1));
	return *leaf < PERF_CHAIN_MARKERS &&
	       perfdata_u64(swapped, sample->chain + 8 * marker) == PERF_CHAIN_USER;
}

void perf_branches_take(struct ingest_run *run, struct perfdata_sample *sample)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	const bool swapped = worker->recording->swapped;
	uint64_t i = 0, frames = 0, ip = 0, leaf = 0;
	enum perfdata_mode mode;

	buf_reset(&worker->chain);
	for (; i < sample->chain_count; i++) { /* the kernel's part */
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip == PERF_CHAIN_USER)
			break;
		if (ip >= PERF_CHAIN_MARKERS && !perf_chain_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			break;
		}
		frames += ip < PERF_CHAIN_MARKERS;
		branches_add_word(&worker->chain, swapped, ip);
	}
	branches_add_word(&worker->chain, swapped, PERF_CHAIN_USER);
	if (frames == 0 && sample->mode == PERFDATA_MODE_USER)
		branches_add_word(&worker->chain, swapped, sample->ip);
	else if (find_user_leaf(sample, swapped, i, &leaf))
		branches_add_word(&worker->chain, swapped, leaf);
	for (i = 0; i < sample->branch_count; i++)
		branches_add_word(&worker->chain, swapped,
				  perfdata_u64(swapped, sample->branches + BRANCH * i));
	sample->chain = worker->chain.ptr;
	sample->chain_count = worker->chain.len / 8;
	sample->has_calls = true;
}

enum {
	PLACES = 1 << 14,
	FRAMES_MAX = 127,
	WORK = 1 << 16, /* operations that a sample may cost */
};

/*
 * Addresses with an authentication code use fewer bits; which depends on the kernel's
 * configuration.
 */
enum { ADDRESS_BITS = 48, ADDRESS_BITS_SMALL = 39 };

/* An address of a caller's call, or of what was interrupted, and the step from there: 64 bytes. */
struct place {
	const struct perfdata_maps *maps;
	uint64_t ip;
	struct unwind_row row;
};

struct perf_unwinder {
	struct place places[PLACES];
};

/* The stack of one sample. */
struct walk {
	struct perfdata_worker *worker;
	const struct perfdata_maps *maps;
	uint64_t code_time; /* of struct perf_spaces */
	const struct unwind_machine *machine;
	struct unwind_memory memory;
	struct unwind_registers registers;
	uint32_t work;   /* left to spend */
	uint64_t missed; /* first address that the copy lacks */
	bool is_exact;   /* the pc is of the next instruction, not a return address */
	bool is_full;    /* there are more frames than are taken */
	size_t count;    /* frames */
};

void perf_unwind_forget(struct perfdata_worker *worker)
{
	free(worker->unwinder);
	worker->unwinder = NULL;
}

/* ---- Rows ---- */

static void make_row(struct walk *walk, struct place *place)
{
	const struct perfdata_map *map = perfdata_map_find(walk->maps, place->ip);
	const struct perfdata_address at = {place->ip, walk->code_time};
	struct cfi_entry entry;
	uint64_t address;

	place->row = (struct unwind_row){.kind = UNWIND_UNMAPPED};
	if (!map)
		return;
	if (perfdata_dso_is_code(map->dso) && walk->code_time != PERFDATA_ANY_TIME)
		place->maps = NULL; /* it may be other code at another time */
	if (perfdata_dso_entry(perfdata_dso_of(map), map, at, &entry, &address))
		unwind_row_make(&place->row, walk->machine, &entry, address);
	else
		place->row.kind = perfdata_dso_is_vdso(map->dso) ? UNWIND_OUTERMOST
								 : UNWIND_WITHOUT;
}

/*
 * Charge a row the same cost, cached or new: the result of a sample does not depend on earlier
 * ones.
 */
static bool pay(struct walk *walk, const struct unwind_row *row)
{
	const uint32_t cost = row->cost * UNWIND_COST;

	if (cost > walk->work)
		return false;
	walk->work -= cost;
	return true;
}

static const struct unwind_row *row_at(struct walk *walk, uint64_t ip)
{
	const uint64_t hash = (ip ^ (uintptr_t)walk->maps << 4) * UINT64_C(0x9e3779b97f4a7c15);
	struct place *place = &walk->worker->unwinder->places[hash >> 50];

	if (place->ip != ip || place->maps != walk->maps) {
		place->maps = walk->maps;
		place->ip = ip;
		make_row(walk, place);
	}
	return &place->row;
}

/* ---- Steps ---- */

static bool is_code(const struct walk *walk, uint64_t ip)
{
	const struct perfdata_map *map = perfdata_map_find(walk->maps, ip);

	return map && map->is_executable;
}

/* Code without call frame information: the frame pointer is believed if it leads to code. */
static bool step_by_frame_pointer(struct walk *walk)
{
	const struct unwind_machine *machine = walk->machine;
	struct unwind_registers *registers = &walk->registers;
	const uint64_t fp = registers->at[machine->fp];
	uint64_t caller, next;

	if (!machine->has_frame_pointers)
		return false;
	if (walk->count == 1 && machine->link != UNWIND_NO_REGISTER &&
	    is_code(walk, registers->at[machine->link])) {
		unwind_set(registers, machine->pc, registers->at[machine->link]);
		return true;
	}
	if (!unwind_knows(registers, machine->fp) || fp % 8 != 0 ||
	    fp < registers->at[machine->sp] || !unwind_read(&walk->memory, fp, 8, &next) ||
	    !unwind_read(&walk->memory, fp + 8, 8, &caller) || !is_code(walk, caller))
		return false;
	unwind_set(registers, machine->fp, next);
	unwind_set(registers, machine->sp, fp + 16);
	unwind_set(registers, machine->pc, caller);
	return true;
}

static void remove_code(struct walk *walk)
{
	uint64_t *pc = &walk->registers.at[walk->machine->pc];

	*pc &= (UINT64_C(1) << ADDRESS_BITS) - 1;
	if (!perfdata_map_find(walk->maps, *pc))
		*pc &= (UINT64_C(1) << ADDRESS_BITS_SMALL) - 1;
}

/* To the caller; false: there is none, or it cannot be found. */
static bool step(struct walk *walk, const struct unwind_row *row)
{
	const struct unwind_machine *machine = walk->machine;
	const uint64_t sp = walk->registers.at[machine->sp], pc = walk->registers.at[machine->pc];
	const bool was_exact = walk->is_exact;
	uint64_t new_sp;

	walk->is_exact = row->is_signal;
	if (row->kind == UNWIND_WITHOUT)
		return step_by_frame_pointer(walk);
	if (unwind_row_step(row, machine, &walk->memory, &walk->registers, &walk->work,
			    &walk->missed) != UNWIND_DONE)
		return false;
	if (row->is_signed)
		remove_code(walk);
	if (row->is_signal) /* the interrupted code may have had another stack */
		return true;
	new_sp = walk->registers.at[machine->sp];
	return was_exact ? new_sp > sp || (new_sp == sp && walk->registers.at[machine->pc] != pc)
			 : new_sp > sp;
}

/* ---- Chains ---- */

static void unwind_add_word(struct walk *walk, uint64_t word)
{
	if (walk->worker->recording->swapped)
		word = __builtin_bswap64(word);
	buf_add(&walk->worker->chain, slice_of((const char *)&word, sizeof(word)));
}

/* Add the frames of the user's stack. True: up to the outermost one. */
static bool unwind_add_frames(struct walk *walk, bool has_kernel_part)
{
	const unsigned pc_register = walk->machine->pc;

	for (walk->count = 0; walk->count < FRAMES_MAX;) {
		const uint64_t pc = walk->registers.at[pc_register];
		const uint64_t ip = walk->is_exact ? pc : pc - 1;
		const struct unwind_row *row = row_at(walk, ip);

		if (row->kind == UNWIND_UNMAPPED && (walk->count > 0 || has_kernel_part))
			return false;
		walk->count++;
		unwind_add_word(walk, row->is_signal ? pc : ip);
		if (row->kind == UNWIND_UNMAPPED || row->kind == UNWIND_OUTERMOST)
			return row->kind == UNWIND_OUTERMOST;
		if (!pay(walk, row) || !step(walk, row))
			return false;
		if (walk->registers.at[pc_register] == 0)
			return true;
	}
	walk->is_full = true;
	return false;
}

/*
 * True if the stack copy has the full size that perf was asked for and is still too short. An
 * address that no copy can reach is on another stack: a signal handler ran on its own.
 */
static bool is_cut(const struct walk *walk, const struct perfdata_sample *sample)
{
	const uint64_t end = walk->memory.start + walk->memory.size;

	return walk->missed >= end - walk->machine->word &&
	       walk->missed - walk->memory.start < PERF_COPY_LARGEST &&
	       sample->user_stack_size >= sample->user_stack_room;
}

static void note_end(struct ingest_run *run, const struct walk *walk,
		     const struct perfdata_sample *sample, bool is_whole)
{
	struct perf_cuts **cuts = &walk->worker->cuts;
	const uint64_t sp = walk->registers.at[walk->machine->sp];

	if (is_whole) { /* the chain's end is not trusted without the memory before */
		if (sp - walk->memory.start <= walk->memory.size)
			perf_cuts_add_whole(cuts, sample->tid, walk->memory.start, sp);
	} else if (walk->is_full) {
		perf_cuts_add_full(cuts, PERF_LIMIT_UNWOUND, FRAMES_MAX);
		notes_count(&run->notes, PERF_CUT_STACK, 1);
	} else if (is_cut(walk, sample)) {
		perf_cuts_add_cut(cuts, sample->tid, walk->memory.start);
		notes_count(&run->notes, PERF_CUT_STACK, 1);
	}
}

static void read_registers(struct walk *walk, const struct perfdata_event *event,
			   const struct perfdata_sample *sample)
{
	const struct unwind_machine *machine = walk->machine;
	const bool swapped = walk->worker->recording->swapped;
	const char *at = sample->user_regs;
	uint64_t mask;

	walk->registers.known = 0;
	memset(walk->registers.at, 0, sizeof(walk->registers.at));
	for (mask = event->regs_user; mask != 0; mask &= mask - 1, at += 8) {
		const unsigned bit = (unsigned)__builtin_ctzll(mask);
		const uint64_t value = perfdata_u64(swapped, at);

		if (bit < ARRAY_LEN(machine->registers) &&
		    machine->registers[bit] != UNWIND_NO_REGISTER)
			unwind_set(&walk->registers, machine->registers[bit],
				   machine->word == 4 ? (uint32_t)value : value);
	}
}

/* The chain that the kernel made, as far as it is taken. True: it has frames. */
static bool add_kernel_part(struct ingest_run *run, struct walk *walk,
			    const struct perfdata_event *event,
			    const struct perfdata_sample *sample)
{
	const bool swapped = walk->worker->recording->swapped;
	const unsigned most = perf_chain_limit(event);
	enum perfdata_mode mode;
	unsigned frames = 0;
	uint64_t i;

	for (i = 0; i < sample->chain_count; i++) {
		const uint64_t ip = perfdata_u64(swapped, sample->chain + 8 * i);
		const bool is_marker = ip >= PERF_CHAIN_MARKERS;

		if (is_marker && !perf_chain_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			break;
		}
		if (is_marker || frames < most)
			unwind_add_word(walk, ip);
		frames += !is_marker && frames < most;
	}
	return frames > 0;
}

static void add_user_part(struct ingest_run *run, struct walk *walk,
			  const struct perfdata_event *event, const struct perfdata_sample *sample,
			  bool has_kernel_part)
{
	const struct unwind_machine *machine = walk->machine;

	read_registers(walk, event, sample);
	if (!unwind_knows(&walk->registers, machine->pc) ||
	    !unwind_knows(&walk->registers, machine->sp))
		return;
	if (!walk->worker->unwinder)
		walk->worker->unwinder = memory_clear(1, sizeof(*walk->worker->unwinder));
	walk->memory = (struct unwind_memory){
		.start = walk->registers.at[machine->sp],
		.bytes = sample->user_stack,
		.size = (size_t)sample->user_stack_size,
		.word = machine->word,
		.is_swapped = walk->worker->recording->swapped,
	};
	note_end(run, walk, sample, unwind_add_frames(walk, has_kernel_part));
}

void perf_unwind(struct ingest_run *run, const struct perfdata_event *event,
		 const struct perf_spaces *spaces, struct perfdata_sample *sample)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	struct walk walk = {
		.worker = worker,
		.maps = spaces->user,
		.code_time = spaces->code_time,
		.machine = unwind_machine_find(
			perfdata_facts(worker->recording->data)->texts[PERFDATA_ARCH],
			sample->user_abi),
		.work = WORK,
		.is_exact = true,
	};
	bool has_kernel_part;

	buf_reset(&worker->chain);
	has_kernel_part = add_kernel_part(run, &walk, event, sample);
	unwind_add_word(&walk, PERF_CHAIN_USER);
	if (walk.machine)
		add_user_part(run, &walk, event, sample, has_kernel_part);
	else
		notes_count(&run->notes, PERF_FOREIGN_STACK, 1);
	if (!walk.machine && sample->mode == PERFDATA_MODE_USER)
		unwind_add_word(&walk, sample->ip);
	sample->chain = worker->chain.ptr;
	sample->chain_count = worker->chain.len / 8;
	sample->has_calls = true;
	sample->unwound = walk.count;
}
