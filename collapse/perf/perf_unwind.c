/* SPDX-License-Identifier: MIT */
/*
 * The callers of a sample: by call frame information through the copy of the stack, beyond its end
 * by what the kernel found (struct perf_walked), and by the frame pointer in code without information.
 * The step from an address is computed once and cached: samples of one process hit the same ones.
 */
#include "collapse/perf/perf_unwind.h"
#include "collapse/perf/perf_recording_state.h"
#include "collapse/perf/perf_repair.h"
#include "collapse/perfdata/dso.h"
#include "common/base/memory.h"

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

/* ---- The kernel's walk by frame pointers, repeated; calls, by their bytes ---- */

/*
 * AArch64: bits of an address that are never part of an authentication code; the kernel removes the
 * code from entries.
 */
#define PLAIN_BITS ((UINT64_C(1) << 39) - 1)

uint64_t perf_walked_entry(const struct perf_walked *walked, uint64_t number)
{
	uint64_t entry;

	memcpy(&entry, walked->entries + 8 * number, sizeof(entry));
	return walked->is_swapped ? __builtin_bswap64(entry) : entry;
}

bool perf_walked_replay(const struct perf_walked *walked, const struct unwind_machine *machine,
			const struct unwind_memory *memory, struct perf_walked_record *record)
{
	const unsigned word = machine->word;
	const uint64_t plain = machine->link == UNWIND_NO_REGISTER ? UINT64_MAX : PLAIN_BITS;
	uint64_t at = walked->frame_pointer, next, back, i;

	for (i = 1; i <= walked->count; i++) {
		if (!unwind_read(memory, at, word, &next) ||
		    !unwind_read(memory, at + word, word, &back)) {
			*record = (struct perf_walked_record){at, i};
			return true;
		}
		if (i == walked->count || ((perf_walked_entry(walked, i) ^ back) & plain) != 0)
			return false;
		at = next;
	}
	return false;
}

/* True if `length` bytes are ff /2 with any kind of operand. */
static bool is_indirect_call(const unsigned char *at, unsigned length)
{
	const unsigned mode = at[1] >> 6, base = at[1] & 7;
	const bool has_index = mode != 3 && base == 4;
	unsigned size = 2 + has_index;

	if (at[0] != 0xff || (at[1] >> 3 & 7) != 2 || size > length)
		return false;
	if (mode == 1)
		size += 1;
	else if (mode == 2 || (mode == 0 && (base == 5 || (has_index && (at[2] & 7) == 5))))
		size += 4;
	return size == length;
}

static bool is_call_x86(const unsigned char *before)
{
	unsigned size;

	if (before[PERF_WALKED_CALL - 5] == 0xe8)
		return true;
	for (size = 2; size <= PERF_WALKED_CALL; size++) {
		if (is_indirect_call(before + PERF_WALKED_CALL - size, size))
			return true;
	}
	return false;
}

/* bl, blr, and blraa, blrab and the like, which check an authentication code. */
static bool is_call_aarch64(const unsigned char *before)
{
	const unsigned char *at = before + PERF_WALKED_CALL -
				  4; /* instructions are little-endian */
	const uint32_t code = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			      (uint32_t)at[3] << 24;

	return (code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000 ||
	       (code & 0xfefff800) == 0xd63f0800;
}

bool perf_walked_is_call(const struct unwind_machine *machine, const unsigned char *before)
{
	return machine->link == UNWIND_NO_REGISTER ? is_call_x86(before) : is_call_aarch64(before);
}

/* ---- The stack of a sample ---- */

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
	struct perf_walked walked;
	uint32_t work;   /* left to spend */
	uint64_t missed; /* first address that the copy lacks */
	bool is_exact;   /* the pc is of the next instruction, not a return address */
	bool is_full;    /* there are more frames than are taken */
	bool is_begun;   /* not whole, but up to the function that began the thread */
	struct perf_unwind_steps steps;
	size_t count; /* frames */
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
	place->row.is_code = map->is_executable & 1;
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

static struct unwind_row *row_at(struct walk *walk, uint64_t ip)
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

/* ---- Return addresses that only a frame pointer vouches for ---- */

/* What struct unwind_row.call says of a caller's address. */
enum { CALL_UNKNOWN, CALL_BEFORE, CALL_NONE };

/*
 * True if code may return to an address without a call before it: the first one of a function,
 * which was put on the stack by hand, and the end of Go's goroutines.
 */
static bool is_made_return(const struct walk *walk, const struct perfdata_map *map, uint64_t pc)
{
	struct perfdata_symbol found;

	perfdata_dso_symbol(perfdata_dso_of(map), map,
			    (struct perfdata_address){pc, walk->code_time}, &found);
	return found.is_known &&
	       (found.address == found.start || slice_starts(found.name, SLICE("runtime.goexit")));
}

static bool is_return(const struct walk *walk, struct unwind_row *row, uint64_t pc)
{
	unsigned char before[PERF_WALKED_CALL];
	const struct perfdata_map *map;

	if (row->is_signal)
		return true;
	if (row->call == CALL_UNKNOWN) {
		map = perfdata_map_find(walk->maps, pc - 1);
		row->call = !map ||
					    !perfdata_dso_code(perfdata_dso_of(map), map, pc,
							       before, sizeof(before)) ||
					    perf_walked_is_call(walk->machine, before) ||
					    is_made_return(walk, map, pc)
				    ? CALL_BEFORE
				    : CALL_NONE;
	}
	return row->call == CALL_BEFORE;
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
	if (walk->walked.count > 0 && !is_return(walk, row_at(walk, caller - 1), caller))
		return false;
	unwind_set(registers, machine->fp, next);
	unwind_set(registers, machine->sp, fp + 16);
	unwind_set(registers, machine->pc, caller);
	walk->steps.pointers++;
	return true;
}

static void remove_code(struct walk *walk)
{
	uint64_t *pc = &walk->registers.at[walk->machine->pc];

	*pc &= (UINT64_C(1) << ADDRESS_BITS) - 1;
	if (!perfdata_map_find(walk->maps, *pc))
		*pc &= (UINT64_C(1) << ADDRESS_BITS_SMALL) - 1;
}

/*
 * A row has led to no code: what it says of this place is wrong. Go back to the registers before,
 * of which the frame pointer may still be right.
 */
static bool step_again(struct walk *walk, uint64_t sp, const uint64_t *fp)
{
	walk->registers.known = 0;
	unwind_set(&walk->registers, walk->machine->sp, sp);
	if (fp)
		unwind_set(&walk->registers, walk->machine->fp, *fp);
	walk->steps.rows--;
	return step_by_frame_pointer(walk);
}

/* To the caller; false: there is none, or it cannot be found. */
static bool step(struct walk *walk, const struct unwind_row *row)
{
	const struct unwind_machine *machine = walk->machine;
	const bool was_exact = walk->is_exact, has_walked = walk->walked.count > 0;
	const uint64_t sp = walk->registers.at[machine->sp], pc = walk->registers.at[machine->pc];
	const uint64_t fp = walk->registers.at[machine->fp];
	const bool knows_fp = unwind_knows(&walk->registers, machine->fp);
	uint64_t new_sp, new_pc;

	walk->is_exact = row->is_signal;
	if (row->kind == UNWIND_WITHOUT)
		return step_by_frame_pointer(walk);
	if (unwind_row_step(row, machine, &walk->memory, &walk->registers, &walk->work,
			    &walk->missed) != UNWIND_DONE)
		return false;
	walk->steps.rows++;
	if (row->is_signed)
		remove_code(walk);
	new_pc = walk->registers.at[machine->pc];
	if (has_walked && new_pc != 0 && !row->is_signal && !row_at(walk, new_pc - 1)->is_code)
		return step_again(walk, sp, knows_fp ? &fp : NULL);
	if (row->is_signal) /* the interrupted code may have had another stack */
		return true;
	new_sp = walk->registers.at[machine->sp];
	return was_exact ? new_sp > sp || (new_sp == sp && new_pc != pc) : new_sp > sp;
}

/* ---- Chains ---- */

static void unwind_add_word(struct walk *walk, uint64_t word)
{
	if (walk->worker->recording->swapped)
		word = __builtin_bswap64(word);
	buf_add(&walk->worker->chain, slice_of((const char *)&word, sizeof(word)));
}

/* The address of a frame's return address, which the copy lacks; 0: not known. */
static uint64_t return_slot(const struct walk *walk, const struct unwind_row *row)
{
	const struct unwind_machine *machine = walk->machine;

	if (row->kind == UNWIND_OFFSETS || !unwind_knows(&walk->registers, machine->fp))
		return walk->missed;
	return row->kind == UNWIND_WITHOUT || row->has_record
		       ? walk->registers.at[machine->fp] + machine->word
		       : walk->missed;
}

/* What struct unwind_row.role says of a function. */
enum { ROLE_UNKNOWN, ROLE_NONE, ROLE_MAIN, ROLE_BEGINS };

static unsigned role_of(struct walk *walk, uint64_t ip)
{
	static const struct slice beginners[] = {
		SLICE_INIT("__libc_start_call_main"), SLICE_INIT("__libc_start_main"),
		SLICE_INIT("start_thread"),           SLICE_INIT("libc_start_main_stage2"),
		SLICE_INIT("runtime.goexit"),
	};
	const struct perfdata_map *map = perfdata_map_find(walk->maps, ip);
	struct unwind_row *row = row_at(walk, ip);
	struct perfdata_symbol found;
	size_t i;

	if (row->role != ROLE_UNKNOWN || !map)
		return row->role;
	row->role = ROLE_NONE;
	perfdata_dso_symbol(perfdata_dso_of(map), map,
			    (struct perfdata_address){ip, walk->code_time}, &found);
	if (found.is_known && slice_equal(found.name, SLICE("main")))
		row->role = ROLE_MAIN;
	for (i = 0; found.is_known && i < ARRAY_LEN(beginners); i++) {
		if (slice_starts(found.name, beginners[i]))
			row->role = ROLE_BEGINS;
	}
	return row->role;
}

/*
 * True if the function at `ip`, which is the last one that is known, is main or began the thread: its
 * callers are the same ones in all stacks of the thread.
 */
static bool begins_thread(struct walk *walk, uint64_t callee, uint64_t ip)
{
	return role_of(walk, ip) >= ROLE_MAIN || role_of(walk, callee) == ROLE_MAIN;
}

/*
 * Where the copy ends, go on by what the kernel found: from the record at the frame's return address,
 * through functions that leave the frame pointer to the next record. `callee` is the last function,
 * `before` what it called. True: up to the outermost one.
 */
static bool unwind_go_on(struct walk *walk, const struct unwind_row *row, uint64_t before,
			 uint64_t callee)
{
	const uint64_t slot = return_slot(walk, row);
	struct perf_walked_record record;
	uint64_t i;

	if (slot == 0 || walk->is_exact ||
	    !perf_walked_replay(&walk->walked, walk->machine, &walk->memory, &record) ||
	    record.address + walk->machine->word != slot) {
		walk->is_begun = begins_thread(walk, before, callee);
		return false;
	}
	for (i = record.entry; i < walk->walked.count && walk->count < FRAMES_MAX; i++) {
		const uint64_t pc = perf_walked_entry(&walk->walked, i), ip = pc - 1;
		struct unwind_row *next = row_at(walk, ip);

		if (!next->is_code || !pay(walk, next) || !is_return(walk, next, pc))
			return false;
		walk->count++;
		walk->steps.walked++;
		unwind_add_word(walk, next->is_signal ? pc : ip);
		walk->is_exact = next->is_signal;
		if (next->kind == UNWIND_OUTERMOST)
			return true;
		if (next->is_signal || (next->kind != UNWIND_WITHOUT && !next->has_record)) {
			walk->is_begun = begins_thread(walk, callee, ip);
			return false;
		}
		before = callee;
		callee = ip;
	}
	walk->is_full = i < walk->walked.count;
	walk->is_begun = !walk->is_full && begins_thread(walk, before, callee);
	return false;
}

/*
 * The address whose row holds for a frame. A signal trampoline ends with its system call, so that a
 * thread that is in it has the address behind the function.
 */
static uint64_t row_address(struct walk *walk, uint64_t pc)
{
	if (!walk->is_exact)
		return pc - 1;
	return row_at(walk, pc)->kind == UNWIND_WITHOUT && row_at(walk, pc - 1)->is_signal ? pc - 1
											   : pc;
}

/* Add the frames of the user's stack. True: up to the outermost one. */
static bool unwind_add_frames(struct walk *walk, bool has_kernel_part)
{
	const unsigned pc_register = walk->machine->pc;
	uint64_t ip = 0;

	for (walk->count = 0; walk->count < FRAMES_MAX;) {
		const uint64_t pc = walk->registers.at[pc_register];
		const uint64_t callee = ip;
		const struct unwind_row *row;
		struct unwind_row kept;

		ip = row_address(walk, pc);
		row = row_at(walk, ip);
		if (row->kind == UNWIND_UNMAPPED && (walk->count > 0 || has_kernel_part))
			return false;
		walk->count++;
		unwind_add_word(walk, row->is_signal ? pc : ip);
		if (row->kind == UNWIND_UNMAPPED || row->kind == UNWIND_OUTERMOST)
			return row->kind == UNWIND_OUTERMOST;
		if (!pay(walk, row))
			return false;
		if (walk->walked.count >
		    0) { /* step() looks at other rows, which may take its place */
			kept = *row;
			row = &kept;
		}
		if (!step(walk, row))
			return walk->walked.count > 0 && unwind_go_on(walk, row, callee, ip);
		if (walk->registers.at[pc_register] == 0)
			return true;
	}
	walk->is_full = true;
	return false;
}

/*
 * True if the stack goes on behind its copy. An address that no copy can reach is on another stack: a
 * signal handler ran on its own.
 */
static bool is_cut(const struct walk *walk)
{
	const uint64_t end = walk->memory.start + walk->memory.size;

	return walk->missed >= end - walk->machine->word &&
	       walk->missed - walk->memory.start < PERF_COPY_LARGEST;
}

/* Count how a stack ended. True: it lacks callers. */
static bool note_end(struct ingest_run *run, const struct walk *walk,
		     const struct perfdata_sample *sample, bool is_whole)
{
	struct perfdata_worker *worker = walk->worker;
	const uint64_t sp = walk->registers.at[walk->machine->sp];
	const bool is_lost = !is_whole && !walk->is_begun,
		   is_full_size = sample->user_stack_size >= sample->user_stack_room;

	worker->steps.rows += walk->steps.rows;
	worker->steps.pointers += walk->steps.pointers;
	worker->steps.walked += walk->steps.walked;
	worker->steps.chains += walk->walked.count > 0;
	if (is_whole) { /* the chain's end is not trusted without the memory before */
		if (walk->steps.walked == 0 && sp - walk->memory.start <= walk->memory.size)
			perf_cuts_add_whole(&worker->cuts, sample->tid, walk->memory.start, sp);
	} else if (walk->is_full) {
		perf_cuts_add_full(&worker->cuts, PERF_LIMIT_UNWOUND, FRAMES_MAX);
		notes_count(&run->notes, PERF_CUT_STACK, 1);
	} else if (is_lost && is_cut(walk) && is_full_size) {
		perf_cuts_add_cut(&worker->cuts, sample->tid, walk->memory.start);
		notes_count(&run->notes, PERF_CUT_STACK, 1);
	} else if (is_lost && is_cut(walk) && walk->memory.size > 0) {
		worker->steps.absent++;
	} else if (is_lost) {
		worker->steps.lost += walk->walked.count > 0;
	} else {
		return false;
	}
	return !is_whole;
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

/* The chain that the kernel made, but for the user's part, as far as it is taken. True: it has frames. */
static bool add_kernel_part(struct ingest_run *run, struct walk *walk,
			    const struct perfdata_event *event,
			    const struct perfdata_sample *sample)
{
	const bool swapped = walk->worker->recording->swapped;
	const unsigned most = perf_chain_limit(event);
	enum perfdata_mode mode = PERFDATA_MODE_KERNEL;
	unsigned frames = 0;
	uint64_t i;

	for (i = 0; i < sample->chain_count; i++) {
		const uint64_t ip = perfdata_u64(swapped, sample->chain + 8 * i);
		const bool is_marker = ip >= PERF_CHAIN_MARKERS;

		if (is_marker && !perf_chain_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			break;
		}
		if (is_marker && mode == PERFDATA_MODE_USER) {
			walk->walked.entries = sample->chain + 8 * (i + 1);
			walk->walked.count = sample->chain_count - (i + 1);
			walk->walked.is_swapped = swapped;
			break;
		}
		if (is_marker || frames < most)
			unwind_add_word(walk, ip);
		frames += !is_marker && frames < most;
	}
	return frames > 0;
}

/*
 * True if the registers are of no code, so that the chain, which the kernel found, is all that can be
 * had.
 */
static bool has_chain_alone(struct walk *walk)
{
	return walk->walked.count > 0 &&
	       (!walk->machine || !row_at(walk, walk->registers.at[walk->machine->pc])->is_code);
}

/* True: frames are missing. */
static bool add_user_part(struct ingest_run *run, struct walk *walk,
			  const struct perfdata_sample *sample, bool has_kernel_part)
{
	const struct unwind_machine *machine = walk->machine;

	if (!unwind_knows(&walk->registers, machine->pc) ||
	    !unwind_knows(&walk->registers, machine->sp))
		return false;
	if (!machine->has_frame_pointers || !unwind_knows(&walk->registers, machine->fp))
		walk->walked.count = 0;
	walk->walked.frame_pointer = walk->registers.at[machine->fp];
	walk->memory = (struct unwind_memory){
		.start = walk->registers.at[machine->sp],
		.bytes = sample->user_stack,
		.size = (size_t)sample->user_stack_size,
		.word = machine->word,
		.is_swapped = walk->worker->recording->swapped,
	};
	return note_end(run, walk, sample, unwind_add_frames(walk, has_kernel_part));
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
	if (!worker->unwinder)
		worker->unwinder = memory_clear(1, sizeof(*worker->unwinder));
	if (walk.machine)
		read_registers(&walk, event, sample);
	if (has_chain_alone(&walk))
		return;
	unwind_add_word(&walk, PERF_CHAIN_USER);
	if (walk.machine)
		sample->is_cut = add_user_part(run, &walk, sample, has_kernel_part);
	else
		notes_count(&run->notes, PERF_FOREIGN_STACK, 1);
	if (!walk.machine && sample->mode == PERFDATA_MODE_USER)
		unwind_add_word(&walk, sample->ip);
	sample->chain = worker->chain.ptr;
	sample->chain_count = worker->chain.len / 8;
	sample->has_calls = true;
	sample->is_begun = walk.is_begun;
	sample->is_interrupted = sample->is_cut && walk.is_exact;
	sample->unwound = walk.count;
}
