/* SPDX-License-Identifier: MIT */
/*
 * Files below a folder that names from strangers do not leave, by the kernel and by our own steps.
 */
#define _GNU_SOURCE /* mkfifo(), symlink() */
#include "common/debuginfo/rooted.h"

#include <limits.h>
#include <sys/inotify.h>

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

typedef int open_fn(const char *root, const char *path);

/* True if opening gives a file with this text, or fails with this error. */
static bool opens(open_fn *open_it, const char *path, const char *text)
{
	char found[16] = "";
	const int fd = open_it(scratch_path("root"), path);
	ssize_t size = 0;

	if (fd >= 0) {
		size = read(fd, found, sizeof(found) - 1);
		close(fd);
	}
	if (fd < 0 || size < 0 || strcmp(found, text) != 0) {
		fprintf(stderr, "%.60s: %s\n", path, fd < 0 ? strerror(errno) : found);
		return false;
	}
	return true;
}

static bool fails(open_fn *open_it, const char *path, int error)
{
	const int fd = open_it(scratch_path("root"), path);
	const int found = errno;

	if (fd >= 0)
		close(fd);
	if (fd < 0 && found == error)
		return true;
	fprintf(stderr, "%.60s: %s\n", path, fd < 0 ? strerror(found) : "is opened");
	return false;
}

static void make_files(void)
{
	char long_target[300];
	size_t i;

	mkdir(scratch_path("root"), 0777);
	mkdir(scratch_path("root/lib"), 0777);
	mkdir(scratch_path("root/lib/deep"), 0777);
	scratch_write("outside", SLICE("outside"));
	scratch_write("root/outside", SLICE("inside"));
	scratch_write("root/lib/file", SLICE("file"));
	symlink("file", scratch_path("root/lib/link"));
	symlink("/lib/file", scratch_path("root/absolute"));
	symlink("/lib", scratch_path("root/usr"));
	symlink("../../../outside", scratch_path("root/lib/up"));
	symlink("../link", scratch_path("root/lib/deep/chain"));
	symlink("/outside", scratch_path("root/lib/deep/top"));
	symlink("loop", scratch_path("root/loop"));
	symlink("/nothing", scratch_path("root/dangling"));
	mkfifo(scratch_path("root/pipe"), 0666);
	for (i = 0; i + 3 < sizeof(long_target); i += 2)
		memcpy(long_target + i, "./", 2);
	memcpy(long_target + i, "x", 2);
	symlink(long_target, scratch_path("root/x"));
}

static void remove_files(void)
{
	static const char *const names[] = {"root/lib/deep/chain",
					    "root/lib/deep/top",
					    "root/lib/deep",
					    "root/lib/up",
					    "root/lib/link",
					    "root/lib/file",
					    "root/lib",
					    "root/outside",
					    "root/absolute",
					    "root/usr",
					    "root/loop",
					    "root/dangling",
					    "root/pipe",
					    "root/x",
					    "root"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++)
		remove(scratch_path(names[i]));
}

static void nothing_is_opened_outside(open_fn *open_it)
{
	CHECK(opens(open_it, "/lib/file", "file"));
	CHECK(opens(open_it, "//lib/./deep/../file", "file"));
	CHECK(opens(open_it, "/lib/link", "file"));
	CHECK(opens(open_it, "/absolute", "file"));
	CHECK(opens(open_it, "/usr/file", "file"));
	CHECK(opens(open_it, "/usr/deep/chain", "file"));
	CHECK(opens(open_it, "/lib/up", "inside"));
	CHECK(opens(open_it, "/lib/deep/top", "inside"));
	CHECK(opens(open_it, "/../../outside", "inside"));
	CHECK(opens(open_it, "/lib/deep/../../../../outside", "inside"));
}

static void only_regular_files_are_opened(open_fn *open_it)
{
	CHECK(fails(open_it, "/lib", EISDIR));
	CHECK(fails(open_it, "/", EISDIR));
	CHECK(fails(open_it, "/lib/..", EISDIR));
	CHECK(fails(open_it, "/pipe", EISDIR)); /* and it does not wait for a writer */
	CHECK(fails(open_it, "/missing", ENOENT));
	CHECK(fails(open_it, "/missing/file", ENOENT));
	CHECK(fails(open_it, "/dangling", ENOENT));
	CHECK(fails(open_it, "/lib/file/more", ENOTDIR));
	CHECK(fails(open_it, "/loop", ELOOP));
	CHECK(fails(open_it, "/x", ELOOP));
}

/* True if the FIFO has been opened since the watch began; stat() does not open it. */
static bool was_opened(int watch)
{
	char events[4096];

	return read(watch, events, sizeof(events)) > 0;
}

/* Opening a device may have effects already. A FIFO is opened instead: inotify reports that. */
static void special_files_are_not_even_opened(void)
{
	const char *pipe = scratch_path("root/pipe");
	const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s", pipe);
	CHECK(watch >= 0 && inotify_add_watch(watch, path, IN_OPEN) >= 0);
	CHECK(rooted_open(NULL, path) < 0 && !was_opened(watch));
	CHECK(fails(rooted_open, "/pipe", EISDIR) && !was_opened(watch));
	CHECK(fails(rooted_open_by_steps, "/pipe", EISDIR) && !was_opened(watch));
	fd = open(path, O_RDONLY | O_NONBLOCK);
	CHECK(fd >= 0 && was_opened(watch));
	close(fd);
	close(watch);
}

static void paths_that_are_too_long_fail(void)
{
	struct buf path = {0};
	unsigned i;

	for (i = 0; i < 250; i++)
		BUF_ADD(&path, "/lib/deep/../..");
	BUF_ADD(&path, "/lib/file\0");
	CHECK(opens(rooted_open_by_steps, path.ptr, "file"));
	buf_reset(&path);
	for (i = 0; i < 1000; i++)
		BUF_ADD(&path, "/lib/..");
	BUF_ADD(&path, "/outside\0");
	CHECK(fails(rooted_open_by_steps, path.ptr, ENAMETOOLONG));
	buf_reset(&path);
	for (i = 0; i < 300; i++)
		BUF_ADD(&path, "x");
	BUF_ADD(&path, "\0");
	CHECK(fails(rooted_open_by_steps, path.ptr, ENAMETOOLONG));
	buf_release(&path);
}

/* Without a root. */
static void the_machines_own_files(void)
{
	char found[16] = "";
	const int fd = rooted_open(NULL, scratch_path("root/absolute"));

	CHECK(fd < 0); /* the link leads out of the folder */
	CHECK(rooted_open(NULL, "outside") < 0);
	CHECK(rooted_open(NULL, "/dev/null") < 0);
	CHECK(rooted_open(scratch_path("nowhere"), "/outside") < 0);
	CHECK(rooted_open_by_steps(scratch_path("nowhere"), "/outside") < 0);
	CHECK(read(rooted_open(NULL, scratch_path("outside")), found, 15) == 7);
}

/* No file stays open, however often a path fails. */
static void nothing_stays_open(void)
{
	const int before = open("/dev/null", O_RDONLY);
	int after;

	close(before);
	nothing_is_opened_outside(rooted_open_by_steps);
	only_regular_files_are_opened(rooted_open_by_steps);
	after = open("/dev/null", O_RDONLY);
	CHECK(after == before);
	close(after);
}

TEST(rooted)
{
	open_fn *const both[] = {rooted_open, rooted_open_by_steps};
	size_t i;

	scratch_begin();
	make_files();
	for (i = 0; i < ARRAY_LEN(both); i++) {
		nothing_is_opened_outside(both[i]);
		only_regular_files_are_opened(both[i]);
	}
	special_files_are_not_even_opened();
	paths_that_are_too_long_fail();
	nothing_stays_open();
	the_machines_own_files();
	remove_files();
	scratch_end();
	return check_done();
}
