/* SPDX-License-Identifier: MIT */
/*
 * The core format: core files of Linux, a stack per thread of one moment. Stacks are unwound by the
 * call frame information of the mapped files, which are used where their build IDs are those that
 * the core has in its copies of the files' first pages.
 */
#include <limits.h>
#include <unistd.h>

#include "collapse/names/tidy.h"
#include "collapse/symbols/core_image.h"
#include "collapse/text.h"

#include "common/cli/opt.h"
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/dwarf_file.h"
#include "common/debuginfo/symbol_file.h"
#include "common/io/guarded_map.h"

enum core_note {
	CORE_BROKEN = TEXT_NOTES,
	CORE_CUT,
	CORE_FOREIGN, /* threads in another layout */
	CORE_SHORT,   /* stacks that do not reach their outermost frame */
};

enum core_symbols { CORE_AUTO, CORE_ALWAYS, CORE_NEVER };

struct core_options {
	struct slice exe, symfs;
	struct opt_list debug_dirs;
	int symbols, simplify; /* enum core_symbols, enum simplify */
	bool thread_names, no_inline, mark_inlined;
	struct symbol_places places;
};

/* A mapped file, for all cores in which it has this path and build ID. */
struct core_object {
	struct slice path; /* as the core has it */
	bool is_proved;    /* else `symbols` is NULL */
	struct symbol_file *symbols;
	struct cfi_file *frames;
	struct dwarf_file *debug;
	uint64_t frame_count, nameless; /* of stacks */
};

/* The call frame information of the vdso, which is in no file. */
struct core_vdso {
	struct elf_file elf;
	unsigned char *bytes;
	struct cfi_section section;
	struct cfi_index index;
};

/* One per run. */
struct core_folder {
	struct text text;
	struct core_object *objects;
	size_t object_count, object_cap;
	struct intern keys; /* of objects: path, a zero, build ID */
	struct buf name;
	struct slice file; /* the core's name; empty: not known */

	/* of one core */
	struct core_image image;
	struct intern paths; /* of maps */
	uint64_t *heads;     /* by path: where the file's first byte is; 0: nowhere */
	uint32_t *of_map;    /* object of a map; UNSEEN */
	struct core_vdso *vdso;
	uint64_t frames; /* of all threads */
};

#define UNSEEN UINT32_MAX

enum {
	CORE_FRAME_COST = 64, /* units of the stack budget for a step of the unwinder */
	CORE_WORK = 1 << 16,  /* operations that the expressions of a stack may take */
	CORE_STEP = 1 << 20,  /* bytes that are read at once */
	CORE_PAGE = 4096,
};

/* ---- Files ---- */

/* Files that can be opened: absolute paths. */
static struct symbol_file *core_open_path(struct ingest_run *run, struct slice path, bool is_exe,
					  struct slice id)
{
	const struct core_options *options = run->options;
	struct buf *name = &((struct core_folder *)run->state)->name;
	const char *root = options->symfs.len > 0 && !is_exe ? options->symfs.ptr : NULL;
	struct symbol_file *file;
	char absolute[PATH_MAX];

	if (is_exe) {
		path = options->exe;
		if (path.ptr[0] != '/' && getcwd(absolute, sizeof(absolute))) {
			buf_reset(name);
			buf_printf(name, "%s/%.*s", absolute, SLICE_ARG(path));
			path = buf_slice(name);
		}
	}
	if (path.len == 0 || path.ptr[0] != '/')
		return NULL;
	file = symbol_file_new(root, path, id);
	symbol_file_look_in(file, &options->places);
	return file;
}

static void core_open_object(struct ingest_run *run, struct core_object *object, bool is_program,
			     struct slice id, uint64_t code_at)
{
	const struct core_options *options = run->options;
	const bool is_exe = is_program && options->exe.len > 0;
	const bool trusts = options->symbols == CORE_ALWAYS && (id.len == 0 || is_exe);

	object->is_proved = id.len > 0 || trusts;
	if (object->is_proved)
		object->symbols = core_open_path(run, object->path, is_exe,
						 trusts ? SLICE("") : id);
	if (!object->symbols)
		return;
	symbol_file_code_at(object->symbols, code_at);
	object->frames = cfi_file_new();
	object->debug = dwarf_file_new(false, true);
}

/* The build ID of the file whose first page is at an address; empty: not known. */
static struct slice core_build_id(const struct core_image *image, uint64_t head, unsigned char *id)
{
	struct slice memory = head > 0 ? core_memory(image, head) : SLICE("");
	struct elf_file elf;
	size_t size = 0;

	/* any number of maps may lead here: no more than a page is looked at for each */
	memory = slice_head(memory, memory.len < CORE_PAGE ? memory.len : CORE_PAGE);
	if (memory.len > 0 && elf_file_open_bytes(&elf, memory)) {
		size = elf_file_build_id(&elf, id);
		elf_file_close(&elf);
	}
	return slice_of((const char *)id, size);
}

static struct core_object *core_object_of(struct ingest_run *run, const struct core_map *map)
{
	struct core_folder *folder = run->state;
	const struct core_image *image = &folder->image;
	uint32_t *of_map = &folder->of_map[map - image->maps];
	const struct core_map *program;
	unsigned char id_bytes[ELF_BUILD_ID];
	struct core_object *object;
	struct slice id;
	bool is_program;

	if (*of_map != UNSEEN)
		return &folder->objects[*of_map];
	id = core_build_id(image, folder->heads[intern_find(&folder->paths, map->path)], id_bytes);
	program = core_map_find(image, image->headers);
	is_program = program && slice_equal(program->path, map->path);
	buf_set(&folder->name, map->path);
	buf_add_char(&folder->name, '\0');
	buf_add_char(&folder->name, is_program ? 'p' : 'l');
	buf_add(&folder->name, id);
	*of_map = intern_add(&folder->keys, buf_slice(&folder->name));
	if (*of_map < folder->object_count)
		return &folder->objects[*of_map];
	MEMORY_ROOM(folder->objects, folder->object_count, folder->object_cap);
	object = &folder->objects[folder->object_count++];
	*object = (struct core_object){
		.path = slice_head(intern_name(&folder->keys, *of_map), map->path.len)};
	core_open_object(run, object, is_program, id, map->offset);
	return object;
}

/* ---- Frames ---- */

static void core_push_name(struct ingest_run *run, struct slice name, bool inlined)
{
	const struct core_options *options = run->options;
	struct buf *text = &((struct core_folder *)run->state)->name;
	const size_t version = slice_find(name, '@'); /* "clock_gettime@@GLIBC_2.17" */

	if (version != SLICE_NONE && version > 0 &&
	    !slice_equal(slice_tail(name, version), SLICE("@plt")))
		name = slice_head(name, version);
	buf_reset(text);
	if (text_affords_name(run, name.len)) /* of files that are as they may be */
		simplify_name(text, name, (enum simplify)options->simplify);
	if (inlined && options->mark_inlined)
		buf_add(text, SLICE("_[i]"));
	text_push(run, buf_slice(text));
}

static void core_push(struct ingest_run *run, const struct core_map *map, uint64_t ip)
{
	const struct core_options *options = run->options;
	const struct core_image *image = &((struct core_folder *)run->state)->image;
	const struct dwarf_chain *chain = NULL;
	struct core_object *object;
	struct symbol_search program;
	struct symbol symbol;
	uint64_t address;

	if (!map) {
		const struct core_segment *vdso = core_segment_find(image, image->vdso);
		const bool is_vdso = vdso && ip >= vdso->start && ip < vdso->end;

		text_push_frame(run, text_unnamed_at(run, is_vdso ? SLICE("vdso") : SLICE(""),
						     is_vdso ? ip - vdso->start : ip, ""));
		return;
	}
	object = core_object_of(run, map);
	object->frame_count++;
	address = ip - map->start + map->offset;
	if (object->symbols && symbol_file_address(object->symbols, address, &address) &&
	    options->symbols != CORE_NEVER && symbol_file_find(object->symbols, address, &symbol)) {
		program = symbol_file_search(object->symbols);
		if (!options->no_inline)
			chain = dwarf_file_inlined(object->debug, &program, address);
		for (; chain; chain = dwarf_chains_named(chain->outer))
			core_push_name(run, chain->name->name, true);
		core_push_name(run, symbol.name, false);
		return;
	}
	object->nameless++;
	text_push_frame(run, text_unnamed_at(run, object->path, address, ""));
}

/* ---- Unwinding ---- */

static struct core_vdso *core_vdso_new(const struct core_image *image)
{
	struct core_vdso *vdso = memory_clear(1, sizeof(*vdso));
	const struct elf_section *frames;

	if (!elf_file_open_bytes(&vdso->elf, core_memory(image, image->vdso)))
		return vdso;
	frames = elf_file_find(&vdso->elf, SLICE(".eh_frame"));
	vdso->bytes = frames ? elf_file_read(&vdso->elf, frames) : NULL;
	if (!vdso->bytes)
		return vdso;
	vdso->section = (struct cfi_section){
		.bytes = vdso->bytes,
		.size = (size_t)frames->size,
		.address = frames->address,
		.word = 8,
	};
	cfi_index_init(&vdso->index, &vdso->section, NULL);
	return vdso;
}

static void core_vdso_free(struct core_vdso *vdso)
{
	if (!vdso)
		return;
	cfi_index_release(&vdso->index);
	elf_file_close(&vdso->elf);
	free(vdso->bytes);
	free(vdso);
}

static void core_row_make(struct ingest_run *run, const struct core_map *map, uint64_t ip,
			  struct unwind_row *row)
{
	struct core_folder *folder = run->state;
	const struct core_image *image = &folder->image;
	struct core_object *object = map ? core_object_of(run, map) : NULL;
	struct symbol_search program;
	struct cfi_entry entry;
	uint64_t address;

	*row = (struct unwind_row){.kind = UNWIND_WITHOUT};
	if (object && object->symbols &&
	    symbol_file_address(object->symbols, ip - map->start + map->offset, &address)) {
		program = symbol_file_search(object->symbols);
		if (cfi_file_find(object->frames, &program, address, &entry))
			unwind_row_make(row, image->machine, &entry, address);
	} else if (!map && image->vdso > 0 && ip >= image->vdso) {
		if (!folder->vdso)
			folder->vdso = core_vdso_new(image);
		address = ip - image->vdso;
		if (folder->vdso->bytes && cfi_index_find(&folder->vdso->index, address, &entry))
			unwind_row_make(row, image->machine, &entry, address);
	}
}

static bool core_is_code(const struct core_image *image, uint64_t address)
{
	const struct core_segment *segment = core_segment_find(image, address);

	return segment && segment->is_executable;
}

/* AArch64: pointers may carry an authentication code in the bits that addresses do not use. */
static void core_remove_code(const struct core_image *image, uint64_t *pc)
{
	*pc &= (UINT64_C(1) << 48) - 1;
	if (!core_segment_find(image, *pc))
		*pc &= (UINT64_C(1) << 39) - 1;
}

/*
 * Code without call frame information. A call of an address where no code lies has left the
 * return address where calls leave it; else the frame pointer is believed if it leads to code.
 */
static bool core_step_without(const struct core_image *image, const struct unwind_memory *stack,
			      struct unwind_registers *registers, bool is_exact)
{
	const struct unwind_machine *machine = image->machine;
	const uint64_t fp = registers->at[machine->fp], sp = registers->at[machine->sp];
	uint64_t caller, next;

	if (is_exact && machine->link != UNWIND_NO_REGISTER) {
		caller = registers->at[machine->link];
		core_remove_code(image, &caller);
		if (core_is_code(image, caller)) {
			unwind_set(registers, machine->pc, caller);
			return true;
		}
	}
	if (is_exact && machine->link == UNWIND_NO_REGISTER &&
	    !core_is_code(image, registers->at[machine->pc]) &&
	    unwind_read(stack, sp, 8, &caller) && core_is_code(image, caller)) {
		unwind_set(registers, machine->sp, sp + 8);
		unwind_set(registers, machine->pc, caller);
		return true;
	}
	if (!unwind_knows(registers, machine->fp) || fp % 8 != 0 || fp < sp ||
	    !unwind_read(stack, fp, 8, &next) || !unwind_read(stack, fp + 8, 8, &caller))
		return false;
	if (machine->link != UNWIND_NO_REGISTER)
		core_remove_code(image, &caller);
	if (!core_is_code(image, caller))
		return false;
	unwind_set(registers, machine->fp, next);
	unwind_set(registers, machine->sp, fp + 16);
	unwind_set(registers, machine->pc, caller);
	return true;
}

/* To the caller; false: there is none, or it cannot be found. */
static bool core_step(const struct core_image *image, const struct unwind_row *row,
		      struct unwind_registers *registers, bool *is_exact, uint32_t *work)
{
	const struct unwind_machine *machine = image->machine;
	const uint64_t sp = registers->at[machine->sp], pc = registers->at[machine->pc];
	const struct core_segment *segment = core_segment_find(image, sp);
	const struct unwind_memory stack = {
		.start = segment ? segment->start : 0,
		.bytes = segment ? segment->bytes.ptr : "",
		.size = segment ? segment->bytes.len : 0,
		.word = 8,
		.is_swapped = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
	const bool was_exact = *is_exact;
	uint64_t missed, new_sp;

	*is_exact = row->is_signal;
	if (row->kind == UNWIND_OUTERMOST)
		return false;
	if (row->kind == UNWIND_WITHOUT) {
		if (!core_step_without(image, &stack, registers, was_exact))
			return false;
	} else if (unwind_row_step(row, machine, &stack, registers, work, &missed) != UNWIND_DONE) {
		return false;
	}
	if (row->is_signed)
		core_remove_code(image, &registers->at[machine->pc]);
	if (row->is_signal) /* the interrupted code may have had another stack */
		return true;
	new_sp = registers->at[machine->sp];
	return new_sp > sp || (was_exact && new_sp == sp && registers->at[machine->pc] != pc);
}

static void core_walk(struct ingest_run *run, const struct core_thread *thread)
{
	struct core_folder *folder = run->state;
	const struct core_image *image = &folder->image;
	struct unwind_registers registers = thread->registers;
	const unsigned pc = image->machine->pc;
	uint32_t work = CORE_WORK;
	bool is_exact = true;
	struct unwind_row row;

	do {
		const uint64_t ip = registers.at[pc] - !is_exact;
		const struct core_map *map = core_map_find(image, ip);

		if (registers.at[pc] == 0 && folder->text.count > 0)
			return;
		if (!stack_budget_take(&run->budget, CORE_FRAME_COST)) {
			notes_count(&run->notes, TEXT_LEFT_OUT, 1);
			return;
		}
		folder->frames++;
		core_row_make(run, map, ip, &row);
		core_push(run, map, row.is_signal ? registers.at[pc] : ip);
	} while (core_step(image, &row, &registers, &is_exact, &work));
	if (row.kind != UNWIND_OUTERMOST && registers.at[image->machine->fp] != 0)
		notes_count(&run->notes, CORE_SHORT, 1);
}

/* ---- Cores ---- */

/* Where the first page of each mapped file is. */
static void core_find_heads(struct core_folder *folder)
{
	const struct core_image *image = &folder->image;
	size_t i;

	folder->heads = memory_clear(image->map_count + 1, sizeof(*folder->heads));
	folder->of_map = memory_get((image->map_count + 1) * sizeof(*folder->of_map));
	memset(folder->of_map, 0xFF, (image->map_count + 1) * sizeof(*folder->of_map));
	for (i = 0; i < image->map_count; i++) {
		const frame_id path = intern_add(&folder->paths, image->maps[i].path);

		if (image->maps[i].offset == 0 && folder->heads[path] == 0)
			folder->heads[path] = image->maps[i].start;
	}
}

static void core_fold(struct ingest_run *run)
{
	const struct core_options *options = run->options;
	struct core_folder *folder = run->state;
	const struct core_image *image = &folder->image;
	const unsigned signal = (unsigned)(image->signal ? image->signal
							 : image->threads[0].signal);
	struct header *header = &run->profile.header;
	size_t i;

	core_find_heads(folder);
	if (signal > 0) {
		buf_reset(&folder->name);
		buf_printf(&folder->name, "signal-%u", signal);
		header_add(header, HEADER_EVENT, buf_slice(&folder->name));
	}
	header_add(header, HEADER_UNIT, SLICE("samples"));
	header_add(header, HEADER_COMMAND, image->arguments);
	for (i = 0; i < image->thread_count; i++) {
		label_clear(run);
		label_set_number(run, LABEL_PID, image->pid);
		label_set_number(run, LABEL_TID, image->threads[i].tid);
		label_set(run, LABEL_COMM, image->name);
		label_set(run, LABEL_STATE,
			  i == 0 && signal > 0 ? SLICE("died") : SLICE("waiting"));
		if (run->labels && folder->file.len > 0)
			label_set_own(run, SLICE("core"), folder->file);
		core_walk(run, &image->threads[i]);
		if (options->thread_names)
			text_push(run, image->name);
		text_finish(run, TEXT_LEAF_FIRST, 1);
	}
	notes_count(&run->notes, CORE_CUT, image->cut_bytes > 0);
	notes_count(&run->notes, CORE_FOREIGN, image->foreign_notes);
	free(folder->heads);
	free(folder->of_map);
	core_vdso_free(folder->vdso);
	folder->vdso = NULL;
	intern_release(&folder->paths);
}

static void core_parse(struct ingest_run *run, struct slice bytes)
{
	struct core_folder *folder = run->state;
	struct buf problem = {0};

	run->budget.read += bytes.len;
	if (bytes.len == 0)
		buf_add_text(&problem, "the input is empty");
	else if (slice_starts(bytes, SLICE("MDMP")))
		buf_add_text(&problem, "a minidump of Windows, which is not read");
	else if (slice_starts(bytes, SLICE("\xcf\xfa\xed\xfe")))
		buf_add_text(&problem, "a file of macOS (Mach-O), which is not read");
	else if (slice_starts(bytes, SLICE("\177ELF")) && !core_image_begins(bytes))
		buf_add_text(&problem, "a program or library, not its core file (see --exe)");
	else if (core_image_open(&folder->image, bytes, &problem))
		core_fold(run);
	if (problem.len > 0)
		ingest_note(run, CORE_BROKEN, buf_slice(&problem));
	core_image_close(&folder->image);
	buf_release(&problem);
}

/* ---- Files ---- */

/* All of a pipe or a compressed file; false after a message. */
static bool core_read_stream(struct input *input, struct buf *into)
{
	ssize_t n;

	do {
		n = input_read(input, buf_reserve(into, CORE_STEP), CORE_STEP);
		if (n > 0)
			into->len += (size_t)n;
	} while (n > 0);
	input_skip_file(input);
	return n == 0;
}

/* A file is mapped where that is possible: a core of a large process is read in a few places. */
static bool core_read_file(struct ingest_run *run, struct input *input)
{
	struct core_folder *folder = run->state;
	const size_t file = input_file(input);
	struct guarded_map map = {.bytes = SLICE("")};
	struct buf bytes = {0};
	struct slice head;
	bool whole, good;

	if (!input_peek(input, INPUT_HEAD, &head, &whole))
		return false;
	folder->file = slice_without_folders(input_name(input, file));
	if (core_image_begins(head) && input_is_plain(input) && input_path(input, file)) {
		good = guarded_map_open(&map, input_path(input, file));
		input_skip_file(input);
	} else {
		good = core_read_stream(input, &bytes);
	}
	if (good) {
		run->chunk = (struct chunk){
			.text = map.bytes.len > 0 ? map.bytes : buf_slice(&bytes),
			.file = file,
			.index = file,
			.last = true,
		};
		notes_chunk(&run->notes, &run->chunk, 0);
		core_parse(run, run->chunk.text);
	}
	guarded_map_close(&map);
	buf_release(&bytes);
	return good;
}

static bool core_read_all(struct collapse_setup *setup, struct input *input, unsigned threads,
			  struct ingest_run *run, struct ingest_stats *stats)
{
	struct ingest_pool *pool = ingest_start(setup->format, 1, run);
	struct ingest_run *worker = ingest_worker(pool, 0);
	bool good = true;

	(void)threads;
	while (good && input_file(input) < input_count(input))
		good = core_read_file(worker, input);
	*stats = (struct ingest_stats){
		.bytes = worker->budget.read,
		.samples = worker->samples,
		.threads = 1,
	};
	ingest_end(pool, run);
	return good;
}

static const char *const no_options[] = {NULL};

static const struct collapse_recordings core_recordings = {
	.what = "a core file",
	.options = no_options,
	.begins = core_image_begins,
	.reads_text = true,
	.read = core_read_all,
};

/* "no names for 3 of 12 frames; most of them in libfoo.so (2): not found, or of another build" */
static void core_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct core_options *options = setup->options;
	const struct core_folder *folder = run->state;
	const struct core_object *most = NULL;
	uint64_t nameless = 0;
	const char *reason;
	size_t i;

	for (i = 0; i < folder->object_count; i++) {
		nameless += folder->objects[i].nameless;
		if (!most || folder->objects[i].nameless > most->nameless)
			most = &folder->objects[i];
	}
	if (nameless == 0 || options->symbols == CORE_NEVER)
		return;
	switch (most->symbols ? symbol_file_state(most->symbols) : SYMBOL_FILE_UNREAD) {
	case SYMBOL_FILE_MISSING: reason = "no such file: see --symfs, --exe"; break;
	case SYMBOL_FILE_FOREIGN: reason = "its build ID differs"; break;
	case SYMBOL_FILE_STRIPPED: reason = "it has no symbols: see --debug-dir"; break;
	case SYMBOL_FILE_DAMAGED: reason = "it cannot be read"; break;
	case SYMBOL_FILE_GOOD: reason = "its symbols lack these addresses"; break;
	default:
		reason = most->is_proved ? "no such file: see --symfs, --exe"
					 : "the core has no build ID of it: see --symbols always";
	}
	diag_warn("no names for %llu of %llu frames, most of them in %.*s (%llu): %s",
		  (unsigned long long)nameless, (unsigned long long)folder->frames,
		  SLICE_ARG(most->path), (unsigned long long)most->nameless, reason);
}

/* ---- The format ---- */

static void core_release_run(struct ingest_run *run)
{
	struct core_folder *folder = run->state;
	size_t i;

	for (i = 0; i < folder->object_count; i++) {
		symbol_file_free(folder->objects[i].symbols);
		cfi_file_free(folder->objects[i].frames);
		dwarf_file_free(folder->objects[i].debug);
	}
	free(folder->objects);
	intern_release(&folder->keys);
	buf_release(&folder->name);
	text_release(&folder->text);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[CORE_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[CORE_CUT] = {.one = "core file whose memory is cut off",
		      .many = "core files whose memory is cut off",
		      .fails_strict = true},
	[CORE_SHORT] = {.one = "stack cut at the root: no call frame information there",
			.many = "stacks cut at the root: no call frame information there",
			.fails = NOTE_KEPT},
	[CORE_FOREIGN] = {.one = "thread whose registers are not of this processor",
			  .many = "threads whose registers are not of this processor",
			  .fails_strict = true},
};

static const struct ingest_format format = {
	.parse = core_parse,
	.state_size = sizeof(struct core_folder),
	.release = core_release_run,
	.kinds = TEXT_KINDS(kinds),
};

static bool core_prepare(struct collapse_setup *setup)
{
	struct core_options *options = setup->options;
	size_t i;

	setup->format = &format;
	if (!opt_given(setup->given, "simplify"))
		options->simplify = SIMPLIFY_ARGS;
	for (i = 0; i < options->debug_dirs.count; i++)
		symbol_places_add(&options->places, options->debug_dirs.at[i]);
	return true;
}

static void core_release(struct collapse_setup *setup)
{
	struct core_options *options = setup->options;

	symbol_places_release(&options->places);
	free(options->debug_dirs.at);
}

static enum probe core_probe(struct slice head, bool whole)
{
	(void)whole;
	return core_image_begins(head) ? PROBE_YES : PROBE_NO;
}

static const char *const symbols_names[] = {"auto", "always", "never", NULL};
static const char *const symbols_helps[] = {
	"files whose build ID is the one in the core; the default",
	"files of the same paths, too, where the core has no build ID, and any FILE of --exe",
	"none: addresses only",
	NULL,
};
static const char *const core_simplify_names[] = {"none", "args", "templates", NULL};
static const char *const core_simplify_helps[] = {
	"names stay whole",
	"remove parameters, everything after them and return types",
	"also remove template arguments",
	NULL,
};

#define AT(field) OPT_AT(struct core_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Files"},
	{OPT_TEXT, .name = "exe", .value = "FILE", AT(exe),
	 .help = "The program, wherever it was when it died"},
	{OPT_TEXT, .name = "symfs", .value = "DIR", AT(symfs),
	 .help = "Look for programs, libraries and their symbols below DIR"},
	{OPT_LIST, .name = "debug-dir", .value = "DIR", AT(debug_dirs),
	 .help = "Look for files of the build IDs in DIR, too; may be repeated",
	 .detail = "It is laid out like /usr/lib/debug, perf's cache or debuginfod's."},
	{OPT_CHOICE, .name = "symbols", .value = "WHEN", AT(symbols), .choices = symbols_names,
	 .choice_helps = symbols_helps, .help = "Files whose symbols name the functions"},
	{OPT_HEADING, .help = "Frames"},
	{OPT_FLAG, .name = "thread-names", AT(thread_names),
	 .help = "Make the name of the process the root frame"},
	{OPT_FLAG, .name = "no-inline", AT(no_inline), .help = "Show no inlined functions"},
	{OPT_FLAG, .name = "inline", AT(mark_inlined),
	 .help = "Append _[i] to functions that are inlined into their callers"},
	{OPT_CHOICE, .name = "simplify", .value = "WHAT", AT(simplify),
	 .choices = core_simplify_names, .choice_helps = core_simplify_helps,
	 .help = "How much of C++ names to remove, args by default"},
};

const struct collapser collapse_core = {
	.name = "core",
	.summary = "folded stacks from core files of Linux",
	.rows = COLLAPSE_OPTIONS(rows, struct core_options),
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM) |
		  LABEL_BIT(LABEL_STATE) | LABEL_BIT(LABEL_OWN),
	.recordings = &core_recordings,
	.probe = core_probe,
	.prepare = core_prepare,
	.report = core_report,
	.release = core_release,
};
