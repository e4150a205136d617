/* SPDX-License-Identifier: MIT */
/* The table of objects: which map is of which object. */
#include <unistd.h>

#include "collapse/perfdata/dso_origin.h"
#include "collapse/perfdata/dso_state.h"

#define KERNEL SLICE("[kernel.kallsyms]")

/* Memory without a file, by the beginning of its name. */
static const struct slice anonymous[] = {
	SLICE_INIT("//anon"), SLICE_INIT("/dev/zero"),      SLICE_INIT("/SYSV"),
	SLICE_INIT("[heap]"), SLICE_INIT("/anon_hugepage"), SLICE_INIT("[stack"),
};

static bool is_anonymous(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(anonymous); i++) {
		if (slice_starts(name, anonymous[i]))
			return true;
	}
	return false;
}

static bool is_pathless(struct slice name)
{
	return slice_starts(name, SLICE("/memfd:")) || slice_ends(name, SLICE(" (deleted)"));
}

static bool is_vdso(struct slice name)
{
	return slice_equal(name, SLICE("[vdso]")) || slice_equal(name, SLICE("[vdso32]")) ||
	       slice_equal(name, SLICE("[vdsox32]"));
}

/*
 * "/lib/modules/6.18.44/kernel/other-mod.ko.xz" or "[other-mod]" -> "other-mod"; empty for others
 */
static struct slice module_of(struct slice name)
{
	const size_t slash = slice_rfind(name, '/');
	size_t end;

	if (slice_skip(&name, SLICE("[")))
		return slice_drop(&name, SLICE("]")) ? name : SLICE("");
	if (slash != SLICE_NONE)
		name = slice_tail(name, slash + 1);
	end = slice_rsearch(name, SLICE(".ko"));
	if (end == SLICE_NONE || (end + 3 < name.len && name.ptr[end + 3] != '.'))
		return SLICE("");
	return slice_head(name, end);
}

static enum dso_kind kernel_kind(struct slice name)
{
	if (slice_starts(name, KERNEL))
		return DSO_KERNEL;
	if (slice_starts(name, SLICE("[guest.")))
		return DSO_NAMED;
	return module_of(name).len > 0 ? DSO_MODULE : DSO_NAMED;
}

static enum dso_kind dso_kind_of(const struct perfdata_dso_key *key)
{
	if (key->is_ksymbol)
		return DSO_KSYMBOL;
	if (key->is_kernel)
		return kernel_kind(key->name);
	if (is_anonymous(key->name))
		return key->is_executable ? DSO_CODE : DSO_NAMED;
	if (is_vdso(key->name))
		return DSO_VDSO;
	if (key->name.len == 0 || key->name.ptr[0] != '/')
		return DSO_NAMED;
	if (!is_pathless(key->name) || key->build_id.len > 0) /* by which it may be found */
		return DSO_FILE;
	if (key->is_executable)
		return DSO_CODE_FILE;
	return slice_starts(key->name, SLICE("/memfd:")) ? DSO_NAMED : DSO_DELETED;
}

/* True for files of memory, in which programs may make code. */
static bool dso_kind_is_shared_memory(struct slice name)
{
	return slice_starts(name, SLICE("/dev/shm/"));
}

static void print_module(struct buf *out, struct slice name)
{
	size_t i;

	buf_add_char(out, '[');
	for (i = 0; i < name.len; i++)
		buf_add_char(out, name.ptr[i] == '-' ? '_' : name.ptr[i]);
	buf_add_char(out, ']');
}

/* Append the name that perf script prints in parentheses. */
static void dso_kind_print(struct buf *out, enum dso_kind kind, const struct perfdata_dso_key *key)
{
	switch (kind) {
	case DSO_CODE: buf_printf(out, "/tmp/perf-%d.map", (int)key->pid); return;
	case DSO_VDSO: BUF_ADD(out, "[vdso]"); return;
	case DSO_KERNEL: buf_add(out, KERNEL); return;
	case DSO_MODULE: print_module(out, module_of(key->name)); return;
	default: buf_add(out, key->name);
	}
}

/* misc & 7 of a guest's build ids: its paths are not ours */
enum { MODE_MASK = 7, MODE_GUEST_KERNEL = 4 };

struct perfdata_dso_seen {
	struct hash_slots by_name; /* of the recording's build ids, the first of each name */
	size_t indexed;            /* number of entries in the index */
	struct id_things files;    /* uint64_t: the mount namespace of each process */
};

static struct perfdata_dso_seen *dso_seen_new(void)
{
	return memory_clear(1, sizeof(struct perfdata_dso_seen));
}

static void dso_seen_free(struct perfdata_dso_seen *seen)
{
	hash_slots_release(&seen->by_name);
	id_things_release(&seen->files);
	free(seen);
}

/* The index of the first build id of a name, HASH_NONE: there is none. */
static uint32_t seen_id_of(const struct perfdata_dso_seen *seen,
			   const struct perfdata_build_id *ids, struct slice name, uint32_t hash)
{
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&seen->by_name, hash, &at)) != HASH_NONE) {
		if (slice_equal(ids[i].name, name))
			return i;
	}
	return HASH_NONE;
}

/*
 * The build id that the recording's headers give this file, empty: none. It lives as long as the
 * recording.
 */
static struct slice dso_seen_build_id(struct perfdata_dso_seen *seen,
				      const struct perfdata *recording, struct slice name)
{
	const struct perfdata_build_id *ids;
	size_t count;
	uint32_t i;

	ids = perfdata_build_ids(recording, &count);
	if (count == 0)
		return SLICE("");
	for (; seen->indexed < count; seen->indexed++) {
		const struct slice other = ids[seen->indexed].name;
		const uint32_t other_hash = hash_bytes(other.ptr, other.len);

		if ((ids[seen->indexed].misc & MODE_MASK) < MODE_GUEST_KERNEL &&
		    seen_id_of(seen, ids, other, other_hash) == HASH_NONE)
			hash_slots_add(&seen->by_name, other_hash, (uint32_t)seen->indexed);
	}
	i = seen_id_of(seen, ids, name, hash_bytes(name.ptr, name.len));
	return i != HASH_NONE ? ids[i].id : SLICE("");
}

/* The mount namespace of a process that still lives, 0: our own, or it is not known. */
static uint64_t dso_seen_files(struct perfdata_dso_seen *seen, struct dso_origin *origin,
			       int32_t pid)
{
	uint64_t *files = id_things_find(&seen->files, (uint32_t)pid, sizeof(*files));
	struct dso_process process;

	if (!files) {
		files = id_things_of(&seen->files, (uint32_t)pid, sizeof(*files));
		if (dso_process_find(pid, dso_origin_end(origin), &process))
			*files = process.files;
	}
	return *files;
}

/*
 * Deduplicate dsos: one for each name, build and, where it matters, process; and one for each file,
 * where several may have had the name.
 */

/* The most files that one path may have been. */
enum { PATH_DSOS = 256 };

/* A map of a file starts with a page. */
enum { PAGE = 4096 };

struct dso_build {
	struct slice id; /* in the table's arena */
	uint32_t paths;
	UT_hash_handle hh;
};

/* ---- The table ---- */

struct perfdata_dsos *perfdata_dsos_new(const struct perfdata *recording,
					const struct perfdata_dso_options *options)
{
	struct perfdata_dsos *dsos = memory_clear(1, sizeof(*dsos));

	dsos->recording = recording;
	dsos->options = *options;
	dsos->seen = dso_seen_new();
	dso_origin_init(&dsos->origin, recording);
	dsos->is_local = !options->symfs && dso_origin_is_local(&dsos->origin);
	dsos->vdso = -1;
	pthread_mutex_init(&dsos->loading, NULL);
	return dsos;
}

void perfdata_dsos_free(struct perfdata_dsos *dsos)
{
	size_t i;

	if (!dsos)
		return;
	if (dsos->has_reader)
		pthread_join(dsos->reader, NULL);
	for (i = 0; i < dsos->count; i++)
		dso_unload(dsos->at[i]);
	dso_named_release(&dsos->named);
	free(dsos->at);
	free(dsos->paths);
	HASH_CLEAR(hh, dsos->processes);
	hash_slots_release(&dsos->by_facts);
	hash_slots_release(&dsos->by_path);
	HASH_CLEAR(hh, dsos->builds);
	buf_release(&dsos->id);
	dso_kernel_release(&dsos->kernel);
	if (dsos->vdso >= 0)
		close(dsos->vdso);
	dso_dumps_release(dsos);
	dso_seen_free(dsos->seen);
	pthread_mutex_destroy(&dsos->loading);
	arena_release(&dsos->arena);
	free(dsos);
}

void perfdata_dsos_hear(struct perfdata_dsos *dsos, uint64_t first, uint64_t last, bool is_whole)
{
	dso_origin_hear(&dsos->origin, first, last, is_whole);
	dsos->is_local = !dsos->options.symfs && dso_origin_is_local(&dsos->origin);
}

uint32_t perfdata_dsos_moment(struct perfdata_dsos *dsos, uint64_t time)
{
	return dso_origin_moment(&dsos->origin, time);
}

void perfdata_dsos_forget(struct perfdata_dsos *dsos, uint64_t slot, uint64_t keep)
{
	size_t i;

	dsos->slot = slot;
	for (i = 0; i < dsos->count; i++) {
		struct perfdata_dso *dso = dsos->at[i];

		if (!dso->is_loaded || dso->used + keep >= slot)
			continue;
		dso->trouble = dso_trouble_of(dso);
		dso_unload(dso);
	}
}

/* ---- One for each name, build and, where it matters, process ---- */

/* The properties that all maps of a path share. */
struct identity {
	enum dso_kind kind;
	uint64_t place; /* a mount namespace; 0 */
	int32_t pid;    /* of code that has the names of its process; 0 */
	struct slice build_id, name;
	bool has_own_id;
	const struct perfdata_named_file *named; /* NULL: the recording names no function */
	bool in_memory;                          /* its functions have addresses in memory */
};

static struct identity identify(struct perfdata_dsos *dsos, const struct perfdata_dso_key *key)
{
	struct identity identity = {.kind = dso_kind_of(key), .name = key->name};

	identity.build_id = key->build_id;
	switch (identity.kind) {
	case DSO_FILE:
		identity.has_own_id = key->build_id.len > 0;
		if (dsos->is_local)
			identity.place = dso_seen_files(dsos->seen, &dsos->origin, key->pid);
		if (dso_kind_is_shared_memory(key->name))
			identity.pid = key->pid;
		break;
	case DSO_CODE: /* for any name of the memory */
		identity.pid = key->pid;
		identity.name = SLICE("");
		break;
	case DSO_CODE_FILE: identity.pid = key->pid; break;
	case DSO_KERNEL: /* perf names its reference symbol after the name */
		identity.name = SLICE("[kernel.kallsyms]");
		break;
	default: break;
	}
	identity.named = dso_named_file(dsos->recording, identity.kind, key);
	if (identity.named) {
		identity.in_memory = key->is_jit || key->address % PAGE > 0;
		if (dso_named_is_of_process(identity.named))
			identity.pid = key->pid;
	}
	if (identity.build_id.len == 0)
		identity.build_id = dso_seen_build_id(dsos->seen, dsos->recording, identity.name);
	return identity;
}

static void write_identity(struct buf *out, const struct identity *identity)
{
	buf_reset(out);
	buf_add_char(out,
		     (char)(identity->in_memory ? -1 - (int)identity->kind : (int)identity->kind));
	buf_add_char(out, (char)identity->has_own_id);
	buf_add(out, slice_of((const char *)&identity->place, sizeof(identity->place)));
	buf_add(out, slice_of((const char *)&identity->pid, sizeof(identity->pid)));
	buf_add_char(out, (char)identity->build_id.len);
	buf_add(out, identity->build_id);
	buf_add(out, identity->name);
}

/* Count a path of a build id, and return how many there were; 0 without a build id. */
static uint32_t count_build(struct perfdata_dsos *dsos, struct slice id)
{
	struct dso_build *build;

	if (id.len == 0)
		return 0;
	HASH_FIND(hh, dsos->builds, id.ptr, id.len, build);
	if (!build) {
		build = arena_alloc(&dsos->arena, sizeof(*build));
		*build = (struct dso_build){.id = arena_copy(&dsos->arena, id)};
		HASH_ADD_KEYPTR(hh, dsos->builds, build->id.ptr, build->id.len, build);
	}
	return build->paths++;
}

static struct dso_path *dso_path_of(struct perfdata_dsos *dsos, const struct identity *identity)
{
	struct dso_path *path;
	uint32_t hash, i;
	size_t at;

	write_identity(&dsos->id, identity);
	hash = hash_bytes(dsos->id.ptr, dsos->id.len);
	at = hash;
	while ((i = hash_slots_next(&dsos->by_path, hash, &at)) != HASH_NONE) {
		if (slice_equal(dsos->paths[i]->id, buf_slice(&dsos->id)))
			return dsos->paths[i];
	}
	path = arena_alloc(&dsos->arena, sizeof(*path));
	*path = (struct dso_path){.id = arena_copy(&dsos->arena, buf_slice(&dsos->id)),
				  .number = (uint32_t)dsos->path_count,
				  .namesakes = count_build(dsos, identity->build_id)};
	hash_slots_add(&dsos->by_path, hash, path->number);
	MEMORY_ROOM(dsos->paths, dsos->path_count, dsos->path_cap);
	dsos->paths[dsos->path_count++] = path;
	return path;
}

/* ---- One for each file that a path may have been ---- */

static struct dso_facts facts_of(const struct perfdata_dsos *dsos, const struct identity *identity,
				 const struct dso_path *path, const struct perfdata_dso_key *key)
{
	struct dso_facts facts = {.path = path->number};

	if (identity->kind != DSO_FILE || identity->has_own_id || !dso_proof_is_needed(dsos))
		return facts;
	facts.major = key->major;
	facts.minor = key->minor;
	facts.inode = key->inode;
	facts.generation = key->generation;
	if (key->is_executable) {
		facts.offset = key->offset;
		facts.size = key->size;
	}
	return facts;
}

static struct perfdata_dso *dso_find(const struct perfdata_dsos *dsos,
				     const struct dso_facts *facts)
{
	const uint32_t hash = hash_bytes(facts, sizeof(*facts));
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&dsos->by_facts, hash, &at)) != HASH_NONE) {
		struct perfdata_dso *dso = dsos->at[i];

		if (!dso->is_closed && memcmp(&dso->facts, facts, sizeof(*facts)) == 0)
			return dso;
	}
	return NULL;
}

/* ---- Ends of processes ---- */

static struct dso_process_code *process_code(const struct perfdata_dsos *dsos, int32_t pid)
{
	struct dso_process_code *process;

	HASH_FIND(hh, dsos->processes, &pid, sizeof(pid), process);
	return process;
}

/* Until its process ends. */
static void add_alive(struct perfdata_dsos *dsos, struct perfdata_dso *dso)
{
	struct dso_process_code *process = process_code(dsos, dso->pid);

	if (!process) {
		process = arena_alloc(&dsos->arena, sizeof(*process));
		*process = (struct dso_process_code){.pid = dso->pid, .life = ++dsos->lives};
		HASH_ADD(hh, dsos->processes, pid, sizeof(process->pid), process);
	}
	dso->life = process->life;
	dso->next_alive = process->alive;
	process->alive = dso;
}

void perfdata_dsos_end(struct perfdata_dsos *dsos, int32_t pid, uint32_t moment)
{
	struct dso_process_code *process = process_code(dsos, pid);
	struct perfdata_dso *dso;

	if (!process)
		return;
	for (dso = process->alive; dso; dso = dso->next_alive) {
		dso->ended = moment;
		dso->is_closed = !dso->facts.is_crowd; /* which stands for all that come later */
	}
	process->alive = NULL;
	process->life = ++dsos->lives;
}

static struct perfdata_dso *dso_add(struct perfdata_dsos *dsos, const struct perfdata_dso_key *key,
				    const struct identity *identity, struct dso_path *path)
{
	struct perfdata_dso *dso = arena_alloc(&dsos->arena, sizeof(*dso));
	const struct perfdata_dso *like = path->first;
	struct buf module = {0}, names = {0};

	if (!like)
		dso_kind_print(&module, identity->kind, key);
	if (!like && identity->pid != 0)
		dso_kind_print(&names, DSO_CODE, key);
	*dso = (struct perfdata_dso){
		.of = dsos,
		.kind = identity->kind,
		.path = path,
		.next = like,
		.name = like ? like->name : arena_copy(&dsos->arena, key->name),
		.module = like ? like->module : arena_copy(&dsos->arena, buf_slice(&module)),
		.names = like ? like->names : arena_copy(&dsos->arena, buf_slice(&names)),
		.build_id = like ? like->build_id : arena_copy(&dsos->arena, identity->build_id),
		.pid = key->pid,
		.is_contained = identity->kind == DSO_FILE && identity->place != 0,
		.has_own_id = identity->has_own_id,
		.address = key->address,
		.offset = key->offset,
		.code_at = key->is_executable ? key->offset : UINT64_MAX,
		.may_be_code = identity->kind == DSO_CODE || identity->kind == DSO_CODE_FILE ||
			       (identity->kind == DSO_FILE && identity->pid != 0 &&
				identity->build_id.len == 0),
		.earliest = key->moment,
		.latest = key->moment,
		.ended = DSO_LIVES,
		.trouble = identity->kind == DSO_DELETED ? DSO_GONE : DSO_FINE,
	};
	if (identity->named)
		dso->named = dso_named_get(&dsos->named, identity->named, identity->in_memory,
					   &dsos->loading);
	buf_release(&module);
	buf_release(&names);
	path->first = dso;
	path->dsos++;
	MEMORY_ROOM(dsos->at, dsos->count, dsos->cap);
	dsos->at[dsos->count++] = dso;
	if (dso->may_be_code || dso_kind_is_dump(dso->name, dso->pid))
		add_alive(dsos, dso);
	dso_dump_see(dsos, dso);
	if (dso->kind == DSO_KERNEL && !dsos->kernel_dso)
		__atomic_store_n(&dsos->kernel_dso, dso, __ATOMIC_RELEASE);
	return dso;
}

struct perfdata_dso *perfdata_dso_get(struct perfdata_dsos *dsos,
				      const struct perfdata_dso_key *key)
{
	const struct identity identity = identify(dsos, key);
	struct dso_path *path = dso_path_of(dsos, &identity);
	struct dso_facts facts = facts_of(dsos, &identity, path, key);
	struct perfdata_dso *dso = path->latest;

	if (!dso || dso->is_closed || memcmp(&dso->facts, &facts, sizeof(facts)) != 0)
		dso = dso_find(dsos, &facts);
	if (!dso && path->dsos >= PATH_DSOS) {
		facts = (struct dso_facts){.path = path->number, .is_crowd = true};
		dso = dso_find(dsos, &facts);
	}
	if (dso && dso_proof_has_changed(dso, key->moment)) {
		dso->is_closed = true;
		dso = NULL;
	}
	if (!dso) {
		hash_slots_add(&dsos->by_facts, hash_bytes(&facts, sizeof(facts)),
			       (uint32_t)dsos->count);
		dso = dso_add(dsos, key, &identity, path);
		dso->facts = facts;
	}
	path->latest = dso;
	if (key->moment < dso->earliest)
		dso->earliest = key->moment;
	if (key->moment > dso->latest)
		dso->latest = key->moment;
	return dso;
}
