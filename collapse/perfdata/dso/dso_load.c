/* SPDX-License-Identifier: MIT */
/* Files are looked for when a sample hits them. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/perfdata/dso/dso_process.h"
#include "collapse/perfdata/dso/dso_table.h"
#include "common/debuginfo/rooted.h"

/* ---- Objects: files that were opened ---- */

static struct dso_object *add_object(const struct perfdata_dso *dso, const char *root,
				     struct slice name, const struct file_stamp *stamp)
{
	struct dso_object *object = memory_clear(1, sizeof(*object));

	object->file = symbol_file_new(root, name, dso->build_id);
	symbol_file_look_in(object->file, dso->of->options.places);
	symbol_file_code_at(object->file, dso->code_at);
	if (stamp->inode != 0)
		symbol_file_expect(object->file, stamp);
	object->stamp = *stamp;
	object->frames = cfi_file_new();
	object->debug = dwarf_file_new(false, dso->of->options.with_scopes);
	return object;
}

/*
 * One file is read once, whatever number of paths lead to it: links, "//", "/./", processes of one
 * container.
 */
static struct dso_object *share_object(const struct perfdata_dso *dso,
				       const struct file_stamp *wanted)
{
	struct dso_object_key key = {.compares = wanted->inode != 0};
	struct file_stamp now = *wanted;
	struct dso_object *object, *other;
	struct slice name = dso->name;
	char room[DSO_PROCESS_ROOT];
	size_t i;

	if (wanted->inode == 0 && !dso_proof_stamp(dso, &now))
		key.path = (uint64_t)dso->path->number + 1;
	key.major = now.major;
	key.minor = now.minor;
	key.inode = now.inode;
	for (i = 0; i < dso->build_id.len && i < ELF_BUILD_ID; i++)
		key.build_id[i] = (unsigned char)dso->build_id.ptr[i];
	HASH_FIND(hh, dso->of->objects, &key, sizeof(key), other);
	if (other && file_stamp_equal(&other->stamp, wanted))
		return other;
	if (dso->has_own_id) /* the same build may be at its path again */
		slice_drop(&name, SLICE(" (deleted)"));
	object = add_object(dso, dso_proof_root(dso, room), name, wanted);
	object->key = key;
	object->is_in_table = !other; /* else the file was changed in place meanwhile */
	if (object->is_in_table)
		HASH_ADD(hh, dso->of->objects, key, sizeof(object->key), object);
	return object;
}

static void use_object(struct perfdata_dso *dso, struct dso_object *object)
{
	object->users++;
	dso->object = object;
	dso->file = object->file;
	dso->frames = object->frames;
	dso->debug = object->debug;
}

static void leave_object(struct perfdata_dso *dso)
{
	struct dso_object *object = dso->object;

	if (!object || --object->users > 0)
		return;
	if (object->is_in_table)
		HASH_DELETE(hh, dso->of->objects, object);
	symbol_file_free(object->file);
	cfi_file_free(object->frames);
	dwarf_file_free(object->debug);
	free(object);
}

/* ---- Files ---- */

/*
 * Where no file is at the path copies are looked for by the build id, in many places: not for more
 * paths of one build than a recording has that was not made to have them.
 */
enum { BUILD_PATHS = 64 };

static void load_file(struct perfdata_dso *dso)
{
	struct file_stamp wanted = {.inode = 0}, now;

	dso->trouble = dso->facts.is_crowd ? DSO_CROWDED : DSO_FINE;
	dso->stamp = wanted;
	dso->opened = dso_origin_now();
	if (dso->facts.is_crowd ||
	    (!dso->has_own_id && dso_proof_is_needed(dso->of) && !dso_proof_of_file(dso, &wanted)))
		return;
	if (dso->path->namesakes >= BUILD_PATHS && !dso_proof_stamp(dso, &now)) {
		dso->trouble = DSO_MISSING;
		return;
	}
	use_object(dso, share_object(dso, &wanted));
}

/* ---- Perf maps ---- */

/* /tmp is everybody's: what another user wrote there is not believed. */
static bool is_owned(const struct stat *status, uint32_t user)
{
	return status->st_uid == 0 || status->st_uid == geteuid() || status->st_uid == user;
}

/* -1 without, or after setting `trouble`. */
static int open_map(struct perfdata_dso *dso)
{
	const char *symfs = dso->of->options.symfs;
	const bool judges = dso_proof_is_needed(dso->of);
	struct dso_process process = {.pid = (uint32_t)dso->pid};
	char path[48], root[DSO_PROCESS_ROOT];
	struct stat status;
	int fd;

	if (judges && !dso_proof_may_have_map(dso))
		return -1;
	if (dso->of->is_local)
		dso_process_find(dso->pid, dso_origin_end(&dso->of->origin), &process);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)process.pid);
	if (symfs)
		return rooted_open(symfs, path);
	if (process.files != 0)
		fd = rooted_open(dso_process_root(root, dso->pid), path);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_owned(&status, process.user))
		dso->trouble = DSO_NOT_OURS;
	else if (judges && !dso_proof_of_map(dso, (int64_t)status.st_mtim.tv_sec * 1000000000 +
							  status.st_mtim.tv_nsec))
		dso->trouble = DSO_STALE;
	else
		return fd;
	close(fd);
	return -1;
}

static void load_map(struct perfdata_dso *dso)
{
	const enum dso_trouble of_file = dso->trouble;
	int fd;

	dso->code = dso_dump_use(dso);
	if (dso->code)
		return;
	dso->trouble = dso->kind == DSO_CODE_FILE && !slice_starts(dso->name, SLICE("/memfd:"))
			       ? DSO_GONE
			       : DSO_NO_MAP;
	fd = open_map(dso);
	if (fd < 0 && of_file != DSO_FINE)
		dso->trouble = of_file;
	if (fd < 0)
		return;
	dso->code = dso_code_use(dso->of, fd, false);
	dso->trouble = dso->code->map ? DSO_FINE : DSO_DAMAGED;
	close(fd);
}

/* ---- The vdso ---- */

/* "~/.debug/[vdso]/BUILDID/vdso"; false if it is not there. */
static bool find_cached_vdso(const struct perfdata_dso *dso, struct buf *path)
{
	const char *home = getenv("HOME");
	size_t i;

	if (!home || home[0] != '/' || dso->build_id.len == 0)
		return false;
	buf_printf(path, "%s/.debug/[vdso]/", home);
	for (i = 0; i < dso->build_id.len; i++)
		buf_printf(path, "%02x", (unsigned char)dso->build_id.ptr[i]);
	buf_add_text(path, "/vdso");
	buf_add_char(path, '\0');
	path->len--;
	return access(path->ptr, R_OK) == 0;
}

/*
 * Our own vdso is the recording's if it has its build id or, without a build id, if the kernel is
 * the same.
 */
static bool find_own_vdso(const struct perfdata_dso *dso, struct buf *path)
{
	const struct dso_kernel_key kernel = dso_kernel_key_of(dso->of);

	if (!slice_equal(dso->name, SLICE("[vdso]")) ||
	    (dso->build_id.len == 0 && !dso_kernel_is_running(&kernel)))
		return false;
	if (dso->of->vdso < 0)
		dso->of->vdso = dso_vdso_copy();
	buf_reset(path);
	buf_printf(path, "/proc/self/fd/%d", dso->of->vdso);
	return dso->of->vdso >= 0;
}

static void load_vdso(struct perfdata_dso *dso)
{
	struct buf path = {0};

	if (!dso->of->options.symfs && (find_cached_vdso(dso, &path) || find_own_vdso(dso, &path)))
		use_object(dso, add_object(dso, NULL, buf_slice(&path), &dso->stamp));
	else if (dso->build_id.len > 0) /* the folders of options may have it by its build id */
		use_object(dso,
			   add_object(dso, dso->of->options.symfs, SLICE("/[vdso]"), &dso->stamp));
	buf_release(&path);
}

/* ---- All ---- */

void dso_load(struct perfdata_dso *dso)
{
	__atomic_store_n(&dso->used, dso->of->slot, __ATOMIC_RELAXED);
	if (__atomic_load_n(&dso->is_loaded, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(&dso->of->loading);
	if (!dso->is_loaded) {
		if (dso->kind == DSO_FILE)
			load_file(dso);
		else if (dso->kind == DSO_VDSO)
			load_vdso(dso);
		if (dso->may_be_code)
			load_map(dso);
		__atomic_store_n(&dso->is_loaded, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&dso->of->loading);
}

struct perfdata_dso *perfdata_dso_of(const struct perfdata_map *map)
{
	if (map->dso->kind != DSO_FILE)
		return map->dso;
	dso_load(map->dso);
	if (UNLIKELY(map->moment < map->dso->untouched) && map->moment >= map->dso->front.since)
		__atomic_store_n(&map->dso->is_touched, true, __ATOMIC_RELAXED);
	return perfdata_dso_seen_of(map);
}

void dso_unload(struct perfdata_dso *dso)
{
	leave_object(dso);
	dso_code_leave(dso->of, dso->code);
	dso->object = NULL;
	dso->file = NULL;
	dso->frames = NULL;
	dso->debug = NULL;
	dso->code = NULL;
	dso->is_loaded = false;
}

struct dso_kernel_key dso_kernel_key_of(struct perfdata_dsos *dsos)
{
	const struct perfdata_dso *dso = __atomic_load_n(&dsos->kernel_dso, __ATOMIC_ACQUIRE);
	struct dso_kernel_key key = {
		.release = perfdata_text(dsos->recording, PERFDATA_RELEASE),
		.symbols = perfdata_text(dsos->recording, PERFDATA_KALLSYMS),
		.is_local = dso_origin_is_local(&dsos->origin),
		.is_foreign = dso_origin_is_foreign(&dsos->origin),
	};

	if (dso) {
		key.build_id = dso->build_id;
		key.reference = dso_kind_reference(dso->name);
		key.address = dso->offset;
	}
	return key;
}

static void *read_kernel(void *context)
{
	struct perfdata_dsos *dsos = context;

	if (__atomic_load_n(&dsos->is_kernel_loaded, __ATOMIC_ACQUIRE))
		return NULL;
	pthread_mutex_lock(&dsos->loading);
	if (!dsos->is_kernel_loaded) {
		const struct dso_kernel_key key = dso_kernel_key_of(dsos);

		dso_kernel_read(&dsos->kernel, &dsos->options, &key);
		__atomic_store_n(&dsos->is_kernel_loaded, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&dsos->loading);
	return NULL;
}

const struct dso_kernel *dso_load_kernel(struct perfdata_dsos *dsos)
{
	if (!__atomic_load_n(&dsos->is_kernel_asked, __ATOMIC_ACQUIRE)) {
		read_kernel(dsos);
		__atomic_store_n(&dsos->is_kernel_asked, true, __ATOMIC_RELEASE);
	}
	return &dsos->kernel;
}

void perfdata_dsos_read_ahead(struct perfdata_dsos *dsos)
{
	if (dsos->has_reader || !dsos->options.reads_ahead || !dsos->kernel_dso ||
	    perfdata_is_simpleperf(dsos->recording) || perfdata_is_stream(dsos->recording))
		return;
	dsos->has_reader = pthread_create(&dsos->reader, NULL, read_kernel, dsos) == 0;
	dsos->options.reads_ahead = dsos->has_reader; /* once */
}
