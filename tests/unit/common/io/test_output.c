/* SPDX-License-Identifier: MIT */
#include "common/io/output.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static struct slice out_path(void)
{
	return slice_from(scratch_path("result"));
}

CASE(a_file_appears_when_it_is_whole)
{
	struct output output;

	CHECK(output_open(&output, out_path()));
	output_write(&output, SLICE("a;b 5\n"));
	buf_add_text(&output.buf, "c 6\n");
	CHECK(access(out_path().ptr, F_OK) != 0);
	CHECK(output_commit(&output));
	CHECK(scratch_holds(out_path().ptr, SLICE("a;b 5\nc 6\n")));
	CHECK(scratch_files(true) == 1);
}

CASE(an_old_file_stays_until_the_new_one_is_whole)
{
	struct output output;

	scratch_write("result", SLICE("old"));
	CHECK(output_open(&output, out_path()));
	output_write(&output, SLICE("new"));
	CHECK(scratch_holds(out_path().ptr, SLICE("old")));
	CHECK(output_commit(&output));
	CHECK(scratch_holds(out_path().ptr, SLICE("new")));
	CHECK(scratch_files(true) == 1);
}

CASE(an_empty_file_is_a_file)
{
	struct output output;

	CHECK(output_open(&output, out_path()) && output_commit(&output));
	CHECK(scratch_holds(out_path().ptr, SLICE("")));
	CHECK(scratch_files(true) == 1);
}

CASE(giving_up_leaves_nothing_new)
{
	struct output output;

	CHECK(output_open(&output, out_path()));
	output_write(&output, SLICE("half"));
	output_abandon(&output);
	CHECK(scratch_files(true) == 0);

	scratch_write("result", SLICE("old"));
	CHECK(output_open(&output, out_path()));
	output_write(&output, SLICE("half"));
	output_abandon(&output);
	CHECK(scratch_holds(out_path().ptr, SLICE("old")));
	CHECK(scratch_files(true) == 1);
}

/*
 * Without a name where the system has such files: then nothing is left of it by a program that is
 * killed.
 */
CASE(the_unfinished_file_is_on_the_same_file_system)
{
	struct output output;
	struct stat folder, file;

	CHECK(output_open(&output, out_path()));
	CHECK(stat(scratch_path("."), &folder) == 0 && fstat(output.fd, &file) == 0);
	CHECK(folder.st_dev == file.st_dev && file.st_nlink == scratch_files(false));
	output_abandon(&output);
	CHECK(scratch_files(false) == 0);
}

CASE(large_texts_come_out_whole)
{
	enum { PIECES = 20000 };
	struct buf expected = {0}, found = {0};
	struct output output;
	unsigned i;

	CHECK(output_open(&output, out_path()));
	for (i = 0; i < PIECES; i++) {
		buf_printf(&expected, "frame;%u %u\n", i, i);
		buf_printf(&output.buf, "frame;%u %u\n", i, i);
		output_flush_some(&output);
		CHECK(output.buf.len < 1 << 17);
	}
	output_write(&output, buf_slice(&expected));
	output_write(&output, SLICE("end"));
	CHECK(output_commit(&output));
	CHECK(scratch_read(out_path().ptr, &found));
	CHECK(found.len == 2 * expected.len + 3);
	CHECK(slice_starts(buf_slice(&found), buf_slice(&expected)));
	buf_add_text(&expected, "end");
	CHECK(slice_ends(buf_slice(&found), buf_slice(&expected)));
	buf_release(&found);
	buf_release(&expected);
	scratch_files(true);
}

/* A limit on the size of files stands for a full disk. */
static bool write_beyond_the_limit(void)
{
	static char text[100000];
	const struct rlimit small = {.rlim_cur = 5000, .rlim_max = RLIM_INFINITY};
	const struct rlimit none = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
	struct capture capture = capture_begin(2);
	struct buf said = {0};
	struct output output;
	bool good;

	memset(text, 'x', sizeof(text));
	signal(SIGXFSZ, SIG_IGN);
	good = output_open(&output, out_path());
	setrlimit(RLIMIT_FSIZE, &small);
	output_write(&output, slice_of(text, sizeof(text)));
	output_write(&output, slice_of(text, sizeof(text)));
	good = output_commit(&output) && good;
	setrlimit(RLIMIT_FSIZE, &none);
	capture_end(&capture, &said);
	CHECK(slice_contains(buf_slice(&said), out_path()));
	CHECK(slice_find(buf_slice(&said), '\n') == said.len - 1);
	buf_release(&said);
	return good;
}

CASE(a_failed_write_leaves_nothing_and_is_said_once)
{
	CHECK(!write_beyond_the_limit());
	CHECK(scratch_files(true) == 0);
}

CASE(a_failed_write_leaves_the_old_file)
{
	scratch_write("result", SLICE("old"));
	CHECK(!write_beyond_the_limit());
	CHECK(scratch_holds(out_path().ptr, SLICE("old")));
	CHECK(scratch_files(true) == 1);
}

static bool opens(const char *path, struct buf *said)
{
	struct capture capture = capture_begin(2);
	struct output output;
	bool good = output_open(&output, slice_from(path));

	if (good)
		output_abandon(&output);
	buf_reset(said);
	capture_end(&capture, said);
	return good;
}

CASE(open_failures_are_reported)
{
	struct buf said = {0};

	CHECK(!opens(scratch_path("no/such/folder"), &said));
	CHECK(slice_contains(buf_slice(&said), SLICE("no/such/folder: No such file")));
	CHECK(!opens(scratch_folder, &said));
	CHECK(slice_contains(buf_slice(&said), slice_from(scratch_folder)));
	CHECK(scratch_files(true) == 0);
	buf_release(&said);
}

CASE(a_name_that_became_a_folder_fails_and_leaves_nothing)
{
	struct capture capture;
	struct buf said = {0};
	struct output output;

	CHECK(output_open(&output, out_path()));
	CHECK(mkdir(out_path().ptr, 0777) == 0);
	capture = capture_begin(2);
	CHECK(!output_commit(&output));
	capture_end(&capture, &said);
	CHECK(said.len > 0);
	CHECK(rmdir(out_path().ptr) == 0);
	CHECK(scratch_files(true) == 0);
	buf_release(&said);
}

CASE(a_device_is_written_into)
{
	struct output output;

	CHECK(output_open(&output, SLICE("/dev/null")));
	output_write(&output, SLICE("text"));
	CHECK(output_commit(&output));
	CHECK(access("/dev/null", W_OK) == 0);
}

CASE(a_full_device_fails)
{
	struct capture capture;
	struct buf said = {0};
	struct output output;

	if (access("/dev/full", W_OK) != 0) {
		printf("skipped: no /dev/full here\n");
		return;
	}
	CHECK(output_open(&output, SLICE("/dev/full")));
	output_write(&output, SLICE("text"));
	capture = capture_begin(2);
	CHECK(!output_commit(&output));
	capture_end(&capture, &said);
	CHECK(slice_contains(buf_slice(&said), SLICE("/dev/full")));
	buf_release(&said);
}

CASE(a_device_that_is_given_up_is_closed)
{
	struct output output;
	int before = dup(0), after;

	close(before);
	CHECK(output_open(&output, SLICE("/dev/null")));
	output_abandon(&output);
	after = dup(0);
	close(after);
	CHECK(before == after);
}

CASE(a_durable_file_is_there_and_complains_in_its_words)
{
	const char *path = scratch_path("durable");
	struct output output;
	struct capture capture;
	struct buf said = {0};

	CHECK(output_open_durable(&output, slice_from(path), "cannot write "));
	output_write(&output, SLICE("text"));
	CHECK(access(path, F_OK) != 0);
	CHECK(output_commit(&output) && scratch_holds(path, SLICE("text")));
	CHECK(scratch_files(true) == 1);
	capture = capture_begin(2);
	CHECK(!output_open_durable(&output, SLICE("/nowhere/x"), "cannot write "));
	capture_end(&capture, &said);
	CHECK(slice_contains(buf_slice(&said), SLICE(": cannot write /nowhere/x: ")));
	buf_release(&said);
}

CASE(no_name_and_a_dash_are_standard_output)
{
	static const struct slice names[] = {SLICE_INIT(""), SLICE_INIT("-")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++) {
		struct capture capture = capture_begin(1);
		struct buf got = {0};
		struct output output;
		bool good = output_open(&output, names[i]);

		output_write(&output, SLICE("to stdout\n"));
		good = output_commit(&output) && good;
		capture_end(&capture, &got);
		CHECK(good && slice_equal(buf_slice(&got), SLICE("to stdout\n")));
		buf_release(&got);
	}
	CHECK(scratch_files(true) == 0);
}

CASE(standard_output_that_is_closed_fails)
{
	struct capture out = capture_begin(1), err;
	struct buf said = {0}, got = {0};
	struct output output;
	bool good;

	err = capture_begin(2);
	close(1);
	good = output_open(&output, SLICE(""));
	output_write(&output, SLICE("text"));
	good = output_commit(&output) && good;
	capture_end(&err, &said);
	capture_end(&out, &got);
	CHECK(!good && slice_contains(buf_slice(&said), SLICE("standard output")));
	buf_release(&said);
	buf_release(&got);
}

static mode_t mode_of(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? status.st_mode & 07777 : 0;
}

static bool writes(const char *path, struct slice text)
{
	struct output output;

	if (!output_open(&output, slice_from(path)))
		return false;
	output_write(&output, text);
	return output_commit(&output);
}

CASE(an_old_file_keeps_its_mode)
{
	static const mode_t modes[] = {0600, 0640, 0444, 0666, 0604};
	const char *path = scratch_path("result");
	struct stat status;
	struct output output;
	size_t i;

	for (i = 0; i < ARRAY_LEN(modes); i++) {
		scratch_write("result", SLICE("old"));
		CHECK(chmod(path, modes[i]) == 0);
		CHECK(output_open(&output, out_path()));
		CHECK(fstat(output.fd, &status) == 0 && (status.st_mode & ~modes[i] & 077) == 0);
		output_write(&output, SLICE("new"));
		CHECK(output_commit(&output) && scratch_holds(path, SLICE("new")));
		CHECK(mode_of(path) == modes[i]);
		CHECK(scratch_files(true) == 1);
	}
}

CASE(a_new_file_has_the_mode_that_umask_leaves)
{
	const mode_t before = umask(027);

	CHECK(writes(scratch_path("result"), SLICE("new")));
	CHECK(mode_of(scratch_path("result")) == 0640);
	umask(before);
	CHECK(scratch_files(true) == 1);
}

CASE(a_private_file_is_for_its_owner_unless_it_existed)
{
	const char *path = scratch_path("result");
	const mode_t before = umask(0);
	struct output output;

	CHECK(output_open_private(&output, out_path()));
	output_write(&output, SLICE("secret"));
	CHECK(output_commit(&output) && mode_of(path) == 0600);
	CHECK(chmod(path, 0644) == 0 && output_open_private(&output, out_path()));
	CHECK(output_commit(&output) && mode_of(path) == 0644);
	umask(before);
	CHECK(scratch_files(true) == 1);
}

CASE(a_file_can_appear_before_it_is_whole)
{
	const char *path = scratch_write("result", SLICE("old"));
	struct output output;

	CHECK(output_open(&output, out_path()));
	output_write(&output, SLICE("one "));
	CHECK(scratch_holds(path, SLICE("old")) && output_appear(&output));
	CHECK(scratch_holds(path, SLICE("")) && scratch_files(false) == 1);
	output_flush(&output);
	CHECK(scratch_holds(path, SLICE("one ")));
	output_write(&output, SLICE("two"));
	output_flush(&output);
	output_abandon(&output);
	CHECK(scratch_holds(path, SLICE("one two")));
	CHECK(scratch_files(true) == 1);
}

CASE(an_old_file_keeps_its_owner_where_root_writes_it)
{
	const char *path = scratch_write("result", SLICE("old"));
	struct stat status;

	if (chown(path, 12345, 23456) != 0) {
		printf("skipped: only root can give files away\n");
	} else {
		CHECK(chmod(path, 0640) == 0 && writes(path, SLICE("new")));
		CHECK(stat(path, &status) == 0 && status.st_uid == 12345 &&
		      status.st_gid == 23456 && (status.st_mode & 0777) == 0640);
	}
	scratch_files(true);
}

#ifdef __linux__
/* An ACL as the kernel has it, of version 2: mode 0640, and user 12345 may read. */
CASE(an_old_file_keeps_its_acl)
{
	static const unsigned char acl[] = {
		2,  0, 0, 0,                       /* version */
		1,  0, 6, 0, 255,  255,  255, 255, /* the owner */
		2,  0, 4, 0, 0x39, 0x30, 0,   0,   /* user 12345 */
		4,  0, 4, 0, 255,  255,  255, 255, /* the group */
		16, 0, 4, 0, 255,  255,  255, 255, /* the mask */
		32, 0, 0, 0, 255,  255,  255, 255, /* all others */
	};
	static const char name[] = "system.posix_acl_access";
	const char *path = scratch_write("result", SLICE("old"));
	unsigned char kept[sizeof(acl) + 8];

	if (!BY_LINUX || setxattr(path, name, acl, sizeof(acl), 0) != 0) {
		printf("skipped: no ACLs here\n");
	} else {
		CHECK(writes(path, SLICE("new")) && scratch_holds(path, SLICE("new")));
		CHECK(getxattr(path, name, kept, sizeof(kept)) == (ssize_t)sizeof(acl));
		CHECK(memcmp(kept, acl, sizeof(acl)) == 0);
	}
	scratch_files(true);
}
#endif

static bool is_link(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

CASE(links_are_written_through)
{
	const char *one = scratch_path("one"), *two = scratch_path("two");

	scratch_write("result", SLICE("old"));
	CHECK(symlink("result", one) == 0 && symlink(one, two) == 0);
	CHECK(writes(two, SLICE("new")) && is_link(one) && is_link(two));
	CHECK(scratch_holds(scratch_path("result"), SLICE("new")));
	CHECK(unlink(scratch_path("result")) == 0);
	CHECK(writes(two, SLICE("newer")) && is_link(one) && is_link(two)); /* they dangle */
	CHECK(scratch_holds(scratch_path("result"), SLICE("newer")));
	CHECK(scratch_files(true) == 3);
}

CASE(a_circle_of_links_fails)
{
	struct buf said = {0};

	CHECK(symlink("two", scratch_path("one")) == 0 && symlink("one", scratch_path("two")) == 0);
	CHECK(!opens(scratch_path("one"), &said));
	CHECK(slice_contains(buf_slice(&said), SLICE("/one: ")));
	CHECK(scratch_files(true) == 2);
	buf_release(&said);
}

CASE(a_link_of_a_stranger_in_a_shared_directory_is_not_followed)
{
	const char *folder = scratch_path("shared"), *path = scratch_path("shared/result");
	const char *mine = scratch_write("mine", SLICE("old"));
	struct buf said = {0};

	CHECK(mkdir(folder, 0777) == 0 && chmod(folder, 01777) == 0 && symlink(mine, path) == 0);
	CHECK(writes(path, SLICE("new")) && scratch_holds(mine, SLICE("new")));
	if (lchown(path, 12345, 12345) != 0) {
		printf("skipped: only root can give files away\n");
	} else {
		CHECK(!opens(path, &said));
		CHECK(slice_contains(buf_slice(&said), SLICE("shared/result: Permission denied")));
		CHECK(scratch_holds(mine, SLICE("new")));
	}
	unlink(path);
	rmdir(folder);
	CHECK(scratch_files(true) == 1);
	buf_release(&said);
}

/* Other users of the folder can guess the names of temporary files. */
CASE(planted_names_are_neither_followed_nor_overwritten)
{
	const char *mine = scratch_write("mine", SLICE("mine"));
	char planted[512], again[512];

	snprintf(planted, sizeof(planted), "%s.%ld.part", out_path().ptr, (long)getpid());
	snprintf(again, sizeof(again), "%s.%ld-1.part", out_path().ptr, (long)getpid());
	CHECK(symlink("mine", planted) == 0 && link(mine, again) == 0);
	CHECK(writes(out_path().ptr, SLICE("new")));
	CHECK(scratch_holds(out_path().ptr, SLICE("new")));
	CHECK(scratch_holds(mine, SLICE("mine")) && is_link(planted));
	CHECK(scratch_files(true) == 4);
}

/* The other end of `<(...)`, `>(...)` and of pipes with a name. */
CASE(pipes_are_written_by_their_name_and_by_their_number)
{
	const char *fifo = scratch_path("fifo");
	char number[64], got[8];
	int ends[2], reader;

	CHECK(pipe(ends) == 0 && mkfifo(fifo, 0600) == 0);
	snprintf(number, sizeof(number), "/dev/fd/%d", ends[1]);
	CHECK(!BY_LINUX || (writes(number, SLICE("new")) && read(ends[0], got, sizeof(got)) == 3));
	reader = open(fifo, O_RDONLY | O_NONBLOCK);
	CHECK(writes(fifo, SLICE("newer")) && read(reader, got, sizeof(got)) == 5);
	close(reader);
	close(ends[0]);
	close(ends[1]);
	CHECK(scratch_files(true) == 1);
}

/* It may have no name any more: it is written itself. */
CASE(a_file_that_is_open_already_is_written_by_its_number)
{
	const char *path = scratch_write("result", SLICE("old, and longer"));
	int file = open(path, O_RDWR);
	char number[64], got[32];

	CHECK(unlink(path) == 0);
	snprintf(number, sizeof(number), "/dev/fd/%d", file);
	CHECK(!BY_LINUX || (writes(number, SLICE("new")) && pread(file, got, sizeof(got), 0) == 3));
	close(file);
	CHECK(scratch_files(true) == 0);
}

enum { NO_OTHER_USER = 77 }; /* exit code: a namespace of users may have root alone */

/* Only root may write everywhere: runs as a user without rights. */
static void write_in_a_closed_directory(void)
{
	struct output output;

	if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		_exit(NO_OTHER_USER);
	if (!output_open(&output, out_path()) || access(out_path().ptr, W_OK) != 0)
		_exit(1);
	output_write(&output, SLICE("new"));
	if (!scratch_holds(out_path().ptr, SLICE("old, and longer")))
		_exit(2);
	_exit(output_commit(&output) ? 0 : 3);
}

static void abandon_in_a_closed_directory(void)
{
	struct output output;

	if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		_exit(NO_OTHER_USER);
	if (!output_open(&output, out_path()))
		_exit(1);
	output_write(&output, SLICE("new"));
	output_abandon(&output);
	_exit(0);
}

CASE(a_file_is_written_in_place_where_the_directory_allows_no_new_one)
{
	const char *path = scratch_write("result", SLICE("old, and longer"));
	int code;

	CHECK(chmod(path, 0666) == 0 && chmod(scratch_folder, 0555) == 0);
	code = exit_code_of(abandon_in_a_closed_directory);
	if (code == NO_OTHER_USER) {
		printf("skipped: no user here but root\n");
	} else {
		CHECK(code == 0 && scratch_holds(path, SLICE("old, and longer")));
		code = exit_code_of(write_in_a_closed_directory);
		CHECK(code == 0 && scratch_holds(path, SLICE("new")) && mode_of(path) == 0666);
		CHECK(chmod(path, 0444) == 0 && exit_code_of(write_in_a_closed_directory) == 1);
	}
	CHECK(chmod(scratch_folder, 0700) == 0 && scratch_files(true) == 1);
}

CASE(a_name_for_standard_output_is_standard_output)
{
	struct capture capture = capture_begin(1);
	struct buf got = {0};
	bool good;

	good = write(1, "before ", 7) == 7 && writes(scratch_path("out"), SLICE("new"));
	capture_end(&capture, &got);
	CHECK(good && slice_equal(buf_slice(&got), SLICE("before new")));
	CHECK(scratch_files(true) == 0);
	buf_release(&got);
}

TEST_SCRATCH(output)
