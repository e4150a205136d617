/* SPDX-License-Identifier: MIT */
#include "record/session/target.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/regex.h"
#include "common/base/slice.h"
#include "common/base/utf8.h"
#include "common/io/output.h"

/* A number for a user or group of the environment; false if it is none, or root. */
static bool take_id(const char *name, uint64_t *id)
{
	const char *text = getenv(name);

	return text && slice_to_u64(slice_from(text), id) && *id > 0 && *id < UINT32_MAX;
}

static bool is_wanted(uint64_t *user, uint64_t *group)
{
	return getuid() == 0 && geteuid() == 0 && take_id("SUDO_UID", user) &&
	       take_id("SUDO_GID", group);
}

COLD void chown_to_sudo_user(int fd)
{
	uint64_t user, group;

	if (is_wanted(&user, &group) && fchown(fd, (uid_t)user, (gid_t)group) != 0)
		return; /* not on every file system: it stays root's */
}

COLD void chown_path_to_sudo_user(const char *path)
{
	uint64_t user, group;
	struct stat status;
	int fd;

	if (!is_wanted(&user, &group))
		return;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && status.st_uid == 0 &&
	    (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && status.st_nlink == 1)))
		chown_to_sudo_user(fd);
	close(fd);
}

#define WORK_STEM "flamegraph-record." /* six characters follow */
#define WORK_LOCK "lock"

enum { MOST_FOLDERS = 16 }; /* one in the other, of a recording that is a folder */

/* Letters and digits of all scripts, by Unicode's properties. */
static void add_label(struct buf *path, struct slice label)
{
	char problem[128];
	struct regex *good = regex_new(SLICE("(*UTF)(*UCP)^[\\p{L}\\p{N}_-]$(?!\\n)"), problem,
				       sizeof(problem));

	while (label.len > 0) {
		struct slice rest = label, one;

		utf8_next(&rest);
		one = slice_between(label.ptr, rest.ptr);
		label = rest;
		if (good && regex_matches(good, one))
			buf_add(path, one);
		else
			buf_add_char(path, '_');
	}
	regex_free(good);
}

COLD void target_path(struct buf *path, const struct request *request, const char *stem)
{
	struct slice dir = request->output_dir;

	if (request->output.len > 0) {
		buf_add(path, request->output);
		buf_add_char(path, '\0');
		return;
	}
	buf_add(path, dir);
	if (dir.len > 0 && dir.ptr[dir.len - 1] != '/')
		buf_add_char(path, '/');
	buf_add_text(path, stem);
	if (request->label.len > 0) {
		buf_add_char(path, '-');
		add_label(path, request->label);
	}
	buf_add(path, request_has(request, "html") ? SLICE(".html") : SLICE(".svg"));
	buf_add_char(path, '\0');
}

/* A folder that exists is fine. */
static bool make_folder(const char *path)
{
	struct stat status;
	int error;

	if (mkdir(path, 0777) == 0) {
		chown_path_to_sudo_user(path);
		return true;
	}
	error = errno; /* also of a folder that exists where none may be created */
	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return true;
	errno = error;
	return false;
}

/* With its parents. */
static bool make_folders(char *path)
{
	char *slash;
	bool good = true;

	for (slash = path; *slash && good; slash++) {
		if (*slash != '/' || slash == path)
			continue;
		*slash = '\0';
		good = make_folder(path);
		if (!good && errno == EEXIST)
			errno = ENOTDIR;
		*slash = '/';
	}
	return good && make_folder(path);
}

COLD bool target_make_folder(const struct request *request)
{
	struct buf path = {0};
	bool good;

	if (request->output.len > 0 || request->output_dir.len == 0)
		return true;
	buf_add(&path, request->output_dir);
	good = make_folders(buf_cstring(&path));
	if (!good)
		diag_error("failed to create output directory %.*s: %s",
			   SLICE_ARG(request->output_dir), strerror(errno));
	buf_release(&path);
	return good;
}

/* The folder that the file is in, NUL-terminated: "." without a slash. */
static void add_folder_of(struct buf *folder, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		buf_add_char(folder, '.');
	else
		buf_add(folder, slice_between(path, slash == path ? slash + 1 : slash));
	buf_add_char(folder, '\0');
}

COLD bool target_can_be_written(const char *path)
{
	struct destination to;
	bool good = destination_find(&to, path);

	if (good && to.exists && !S_ISREG(to.status.st_mode)) /* written in place */
		good = faccessat(to.folder, to.name, W_OK, 0) == 0;
	else if (good)
		good = faccessat(to.folder, ".", W_OK | X_OK, 0) == 0;
	if (!good)
		diag_error(TARGET_COMPLAINT "%s: %s%s", path, strerror(errno),
			   to.is_planted ? DESTINATION_PLANTED : "");
	destination_release(&to);
	return good;
}

/* As other working directories see it. */
static bool add_absolute(struct buf *path, const char *folder)
{
	char here[PATH_MAX];

	if (folder[0] != '/' && !getcwd(here, sizeof(here)))
		return false;
	if (folder[0] != '/')
		buf_printf(path, "%s/", here);
	if (strcmp(folder, ".") != 0)
		buf_printf(path, "%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/");
	return true;
}

/* The folder of the file, if that is a file with a name of its own; else this folder. */
static void add_work_place(struct buf *folder, const char *path)
{
	struct destination to;
	const bool is_file = !destination_find(&to, path) || !to.exists ||
			     (S_ISREG(to.status.st_mode) && !to.is_descriptor);

	destination_release(&to);
	add_folder_of(folder, is_file ? path : "");
}

static bool target_lock(int fd)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(fd, F_SETLK, &whole) == 0;
}

/* The lock exists under its name only while, or after, it is held. */
static int target_make_lock(const struct buf *work)
{
	struct buf first = {0}, path = {0};
	int fd;

	workdir_path(&first, work, WORK_LOCK ".new");
	workdir_path(&path, work, WORK_LOCK);
	fd = open(first.ptr, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0 && (!target_lock(fd) || rename(first.ptr, path.ptr) != 0)) {
		close(fd);
		unlink(first.ptr);
		fd = -1;
	}
	buf_release(&first);
	buf_release(&path);
	return fd;
}

COLD bool workdir_create(struct buf *work, const char *path, int *lock)
{
	struct buf folder = {0};
	bool good;

	add_work_place(&folder, path);
	good = add_absolute(work, folder.ptr);
	buf_add_text(work, WORK_STEM "XXXXXX");
	buf_add_char(work, '\0');
	good = good && mkdtemp(work->ptr) != NULL;
	if (!good) {
		diag_error("failed to create a folder in %s: %s", folder.ptr, strerror(errno));
		buf_reset(work);
	}
	*lock = good ? target_make_lock(work) : -1;
	buf_release(&folder);
	return good;
}

/* True if it belongs to a run of this user that has ended: then `lock` is locked. */
static bool is_left(int folder, int *lock)
{
	struct stat status;

	if (fstat(folder, &status) != 0 || status.st_uid != geteuid() ||
	    (status.st_mode & 0777) != 0700)
		return false;
	*lock = openat(folder, WORK_LOCK, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	return *lock >= 0 && fstat(*lock, &status) == 0 && S_ISREG(status.st_mode) &&
	       status.st_uid == geteuid() && target_lock(*lock);
}

/* Remove all that is in the folder, with `most` levels of folders: a recording may be one. */
static void target_empty(int folder, unsigned most)
{
	const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	int below;

	if (!entries && fd >= 0)
		close(fd);
	while (entries && (entry = readdir(entries)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    unlinkat(folder, entry->d_name, 0) == 0 || most == 0)
			continue;
		below = openat(folder, entry->d_name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (below < 0)
			continue;
		target_empty(below, most - 1);
		close(below);
		unlinkat(folder, entry->d_name, AT_REMOVEDIR);
	}
	if (entries)
		closedir(entries);
}

static void target_sweep_one(int place, const char *name)
{
	const int folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int lock = -1;

	if (folder < 0)
		return;
	if (is_left(folder, &lock)) {
		target_empty(folder, MOST_FOLDERS);
		if (unlinkat(place, name, AT_REMOVEDIR) == 0)
			diag_warn("removed the folder %s, which a run that was killed had left",
				  name);
	}
	if (lock >= 0)
		close(lock);
	close(folder);
}

COLD void target_sweep(const char *path)
{
	struct buf folder = {0};
	const struct dirent *entry;
	DIR *entries;

	add_work_place(&folder, path);
	entries = opendir(folder.ptr);
	while (entries && (entry = readdir(entries)) != NULL) {
		const struct slice name = slice_from(entry->d_name);

		if (slice_starts(name, SLICE(WORK_STEM)) &&
		    name.len == sizeof(WORK_STEM "XXXXXX") - 1)
			target_sweep_one(dirfd(entries), entry->d_name);
	}
	if (entries)
		closedir(entries);
	buf_release(&folder);
}

/* Write a file of some size and remove it. 0 or an errno. */
static int try_to_write(const char *path)
{
	static const char block[1 << 16];
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), error = 0;
	size_t done = 0;

	if (fd < 0)
		return errno;
	while (done < sizeof(block) && error == 0) {
		ssize_t n = write(fd, block + done, sizeof(block) - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			error = errno;
	}
	if (close(fd) != 0 && error == 0)
		error = errno;
	unlink(path);
	return error;
}

COLD bool target_has_room(const struct buf *work)
{
	struct slice folder = slice_head(slice_from(work->ptr),
					 slice_rfind(slice_from(work->ptr), '/'));
	struct buf path = {0};
	int error;

	workdir_path(&path, work, "room");
	error = try_to_write(path.ptr);
	if (error == ENOSPC)
		diag_error("the disk is full: there is no room for the recording in %.*s",
			   SLICE_ARG(folder));
	else if (error != 0)
		diag_error("cannot write the recording to %.*s: %s", SLICE_ARG(folder),
			   strerror(error));
	buf_release(&path);
	return error == 0;
}

COLD void target_remove_work(const struct buf *work)
{
	const int folder = work->len > 0 ? open(work->ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (folder < 0)
		return;
	target_empty(folder, MOST_FOLDERS);
	close(folder);
	rmdir(work->ptr);
}

COLD void target_leave_work(const struct buf *work)
{
	DIR *folder = opendir(work->ptr);
	const struct dirent *entry;
	struct buf path = {0};

	workdir_path(&path, work, WORK_LOCK);
	unlink(path.ptr); /* the next run must not remove it */
	while (folder && (entry = readdir(folder)) != NULL) {
		workdir_path(&path, work, entry->d_name);
		if (entry->d_name[0] != '.')
			chown_path_to_sudo_user(path.ptr);
	}
	if (folder)
		closedir(folder);
	chown_path_to_sudo_user(work->ptr); /* last: then others may change it */
	buf_release(&path);
}

COLD void workdir_path(struct buf *path, const struct buf *folder, const char *name)
{
	buf_reset(path);
	buf_printf(path, "%s/%s", folder->ptr, name);
	buf_add_char(path, '\0');
}

static COLD int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

COLD void target_list(struct arguments *paths, const struct buf *work, const char *stem,
		      const char *ending)
{
	DIR *folder = opendir(work->ptr);
	const struct dirent *entry;
	struct buf path = {0};

	while (folder && (entry = readdir(folder)) != NULL) {
		const struct slice name = slice_from(entry->d_name);

		workdir_path(&path, work, entry->d_name);
		if (slice_starts(name, slice_from(stem)) && slice_ends(name, slice_from(ending)) &&
		    target_size(path.ptr) > 0)
			arguments_add_text(paths, path.ptr);
	}
	if (folder)
		closedir(folder);
	SORT(paths->at, paths->count, by_name);
	buf_release(&path);
}

COLD uint64_t target_size(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
}
