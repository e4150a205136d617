/* SPDX-License-Identifier: MIT */
/*
 * wall_programs WHAT [N] [FILE] - programs whose times are known, for recordings of all states of threads.
 * Built without optimisation: each function has a frame.
 *   sleep MS          sleep_here
 *   mutex MS          `holder` keeps a lock while it sleeps MS, `waiter` is in lock_here
 *   pipeline N        `source`, `slow` and `sink` pass N items on; `slow` burns 4 ms for each, the
 *                     others 0.5 ms; they wait in put_here and take_here
 *   pipe N            a child, `writer`, burns 5 ms N times and writes a byte; `reader` is in read_here
 *   disk N FILE       N reads of 4 MiB past the page cache, in disk_here; makes FILE, of 64 MiB
 *   jam MS FILE       `waiter` is in lock_here, for `loader` keeps the lock while it reads FILE past the page cache, in
 *                     disk_here, for MS; meanwhile `hog-0` and `hog-1` burn MS/8 each on one processor, in burn_here:
 *                     elapsed MS, of which a processor is busy for a quarter
 *   starved MS        `hog-0` and `hog-1` burn MS each on one processor, in burn_here
 *   epoll N           `server` is in poll_here and burns 1 ms for a request; a child, `client`, sends
 *                     N, one each 5 ms
 *   condition N       `consumer` is in wait_here; `producer` sleeps 5 ms, then signals, N times
 *   exec MS           a child becomes another program that sleeps MS; `parent` is in child_here
 *   threads N         N threads, `short`, two milliseconds apart, that burn 0.2 ms and sleep 1 ms
 *   dies MS           `doomed` is in read_here when the process ends after MS
 *   idle N            print "ready"; N threads, `idle-0` ..., are in read_here until standard input ends
 *   latency MS        serial_here for MS, then `half-0` and `half-1` in parallel_here for MS each
 *   chain MS          `last` waits for `middle`, in wait_here, and that for `first`; each burns MS, in
 *                     stage_first, stage_middle and stage_last
 *   turns N           two threads on one processor take N turns, by pipes: prints nanoseconds per switch,
 *                     elapsed and of processor time
 * MS are milliseconds. Each thread prints what it measured, in nanoseconds:
 *   thread NAME TID run=N wait=N begin=N end=N switches=N
 *   part NAME FUNCTION STATE N
 * begin and end are of CLOCK_MONOTONIC: the first line of main() or of the thread, and its last. What is between them
 * is run, of CLOCK_THREAD_CPUTIME_ID, and wait, of /proc/self/task/TID/schedstat, whose time of running is only that of
 * the last tick of a clock. A part is the time in a function, without what it ran where it is to wait: STATE says what
 * that should be.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FRAME __attribute__((noinline))

enum { MILLISECOND = 1000000 };

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The beginning of a wait: of the system's clock, and of what the thread had run. */
struct waiting {
	uint64_t at, ran;
};

/*
 * A thread may be taken off its processor wherever it leaves the kernel, as from reading what it has run: so the system's
 * clock is read outside of that, at both ends.
 */
static struct waiting wait_begin(void)
{
	const uint64_t at = clock_ns(CLOCK_MONOTONIC);

	return (struct waiting){at, clock_ns(CLOCK_THREAD_CPUTIME_ID)};
}

/* Time that the thread did not run since; at least 1. */
static uint64_t wait_end(struct waiting begin)
{
	const uint64_t ran = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin.ran;
	const uint64_t passed = clock_ns(CLOCK_MONOTONIC) - begin.at;

	return passed > ran ? passed - ran : 1;
}

static void sleep_ns(uint64_t ns)
{
	const struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

	nanosleep(&time, NULL);
}

static volatile unsigned long sink;

FRAME static void plant_spin(long n)
{
	long i;

	for (i = 0; i < n; i++)
		sink += (unsigned long)(i * i);
}

/* So much processor time of this thread. */
static void burn_ns(uint64_t ns)
{
	const uint64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
		plant_spin(10000);
}

/* What a thread measures of itself. */
struct meter {
	const char *name;
	uint64_t begin; /* CLOCK_MONOTONIC */
	uint64_t run, wait;
};

/* Nanoseconds for which the calling thread could run and had no processor: "RUN WAIT SLICES". */
static uint64_t read_wait(void)
{
	char path[64], text[128] = "";
	char *end;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%ld/schedstat", syscall(SYS_gettid));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0) {
		perror(path);
		exit(3);
	}
	close(fd);
	strtoull(text, &end, 10);
	return strtoull(end, NULL, 10);
}

/* Three clocks of one moment, where the thread is let alone for a tenth of a millisecond. */
static uint64_t read_meter(uint64_t *run, uint64_t *wait)
{
	uint64_t begin, end;
	int tries = 0;

	do {
		begin = clock_ns(CLOCK_MONOTONIC);
		*wait = read_wait();
		*run = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		end = clock_ns(CLOCK_MONOTONIC);
	} while (end - begin > MILLISECOND / 10 && ++tries < 100);
	return end;
}

static void meter_begin(struct meter *meter, const char *name)
{
	meter->name = name;
	prctl(PR_SET_NAME, name);
	meter->begin = read_meter(&meter->run, &meter->wait);
}

/* Voluntary and involuntary switches of the calling thread. */
static unsigned long read_switches(void)
{
	char path[64], line[256];
	unsigned long sum = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%ld/status", syscall(SYS_gettid));
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		const char *count = strstr(line, "voluntary_ctxt_switches:");

		if (count)
			sum += strtoul(strchr(count, ':') + 1, NULL, 10);
	}
	if (file)
		fclose(file);
	return sum;
}

static void meter_end(const struct meter *meter)
{
	uint64_t run, wait;
	const uint64_t end = read_meter(&run, &wait);

	printf("thread %s %ld run=%llu wait=%llu begin=%llu end=%llu switches=%lu\n", meter->name,
	       syscall(SYS_gettid), (unsigned long long)(run - meter->run),
	       (unsigned long long)(wait - meter->wait), (unsigned long long)meter->begin,
	       (unsigned long long)end, read_switches());
	fflush(stdout);
}

static void print_part(const char *name, const char *function, const char *state, uint64_t ns)
{
	printf("part %s %s %s %llu\n", name, function, state, (unsigned long long)ns);
	fflush(stdout);
}

static void plant_must(int good)
{
	if (!good) {
		perror("wall_programs");
		exit(3);
	}
}

static pthread_t begin_thread(void *(*body)(void *), void *context)
{
	pthread_t thread;

	plant_must(pthread_create(&thread, NULL, body, context) == 0);
	return thread;
}

static void use_processor(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	plant_must(sched_setaffinity(0, sizeof(set), &set) == 0);
}

/* The first processor that this process may use. */
static int first_processor(void)
{
	cpu_set_t set;
	int cpu = 0;

	plant_must(sched_getaffinity(0, sizeof(set), &set) == 0);
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET((size_t)cpu, &set))
		cpu++;
	return cpu;
}

/* Places of waiting. Each returns the time that it took. */

FRAME static uint64_t sleep_here(uint64_t ns)
{
	const struct waiting begin = wait_begin();

	sleep_ns(ns);
	return wait_end(begin);
}

FRAME static uint64_t lock_here(pthread_mutex_t *lock)
{
	const struct waiting begin = wait_begin();

	pthread_mutex_lock(lock);
	return wait_end(begin);
}

/* Returns 0 at the end of the file. */
FRAME static uint64_t read_here(int fd)
{
	const struct waiting begin = wait_begin();
	char byte;

	return read(fd, &byte, 1) == 1 ? wait_end(begin) : 0;
}

FRAME static uint64_t burn_here(uint64_t ns)
{
	const uint64_t begin = clock_ns(CLOCK_MONOTONIC);

	burn_ns(ns);
	return clock_ns(CLOCK_MONOTONIC) - begin;
}

static void plant_sleep(uint64_t n)
{
	struct meter meter;

	meter_begin(&meter, "sleeper");
	print_part("sleeper", "sleep_here", "blocked", sleep_here(n * MILLISECOND));
	meter_end(&meter);
}

struct held {
	pthread_mutex_t lock;
	pthread_barrier_t meeting;
	uint64_t ns;
};

static void *plant_hold(void *context)
{
	struct held *held = context;
	struct meter meter;

	meter_begin(&meter, "holder");
	pthread_mutex_lock(&held->lock);
	pthread_barrier_wait(&held->meeting);
	print_part("holder", "sleep_here", "blocked", sleep_here(held->ns));
	pthread_mutex_unlock(&held->lock);
	meter_end(&meter);
	return NULL;
}

static void plant_mutex(uint64_t n)
{
	struct held held = {.lock = PTHREAD_MUTEX_INITIALIZER, .ns = n * MILLISECOND};
	struct meter meter;
	pthread_t thread;

	meter_begin(&meter, "waiter");
	pthread_barrier_init(&held.meeting, NULL, 2);
	thread = begin_thread(plant_hold, &held);
	pthread_barrier_wait(&held.meeting);
	print_part("waiter", "lock_here", "blocked", lock_here(&held.lock));
	pthread_mutex_unlock(&held.lock);
	pthread_join(thread, NULL);
	meter_end(&meter);
}

/* A queue of at most a few items, and a signal for both ends. */
struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	uint64_t count;
};

#define EMPTY_QUEUE                                                                                \
	{                                                                                          \
		PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0                             \
	}

FRAME static uint64_t take_here(struct queue *queue)
{
	const struct waiting begin = wait_begin();

	pthread_mutex_lock(&queue->lock);
	while (queue->count == 0)
		pthread_cond_wait(&queue->changed, &queue->lock);
	queue->count--;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	return wait_end(begin);
}

FRAME static uint64_t put_here(struct queue *queue)
{
	enum { FULL = 2 };
	const struct waiting begin = wait_begin();

	pthread_mutex_lock(&queue->lock);
	while (queue->count == FULL)
		pthread_cond_wait(&queue->changed, &queue->lock);
	queue->count++;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
	return wait_end(begin);
}

struct stage {
	const char *name;
	struct queue *from, *to; /* NULL: the ends of the pipeline */
	uint64_t count, ns;
};

static void *plant_stage(void *context)
{
	const struct stage *stage = context;
	uint64_t taking = 0, putting = 0, i;
	struct meter meter;

	meter_begin(&meter, stage->name);
	for (i = 0; i < stage->count; i++) {
		taking += stage->from ? take_here(stage->from) : 0;
		burn_here(stage->ns);
		putting += stage->to ? put_here(stage->to) : 0;
	}
	print_part(stage->name, "take_here", "blocked", taking);
	print_part(stage->name, "put_here", "blocked", putting);
	meter_end(&meter);
	return NULL;
}

static void plant_pipeline(uint64_t n)
{
	struct queue first = EMPTY_QUEUE, second = EMPTY_QUEUE;
	struct stage stages[] = {{"source", NULL, &first, n, MILLISECOND / 2},
				 {"slow", &first, &second, n, 4 * MILLISECOND},
				 {"sink", &second, NULL, n, MILLISECOND / 2}};
	pthread_t threads[3];
	size_t i;

	for (i = 0; i < 3; i++)
		threads[i] = begin_thread(plant_stage, &stages[i]);
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
}

static void plant_pipe(uint64_t n)
{
	struct meter meter;
	uint64_t sum = 0, i;
	int ends[2];

	plant_must(pipe(ends) == 0);
	if (fork() == 0) {
		meter_begin(&meter, "writer");
		for (i = 0; i < n; i++) {
			burn_here(5 * MILLISECOND);
			plant_must(write(ends[1], "", 1) == 1);
		}
		meter_end(&meter);
		_exit(0);
	}
	meter_begin(&meter, "reader");
	for (i = 0; i < n; i++)
		sum += read_here(ends[0]);
	print_part("reader", "read_here", "blocked", sum);
	meter_end(&meter);
	wait(NULL);
}

enum { DISK_PART = 1 << 22, DISK_PARTS = 16 };

FRAME static uint64_t disk_here(int fd, void *memory, uint64_t part)
{
	const struct waiting begin = wait_begin();

	plant_must(pread(fd, memory, DISK_PART, (off_t)(part % DISK_PARTS * DISK_PART)) ==
		   DISK_PART);
	return wait_end(begin);
}

/* A file of so many parts, past the page cache. Exit code 4 where the file system has no O_DIRECT. */
static int open_disk(const char *path, void **memory)
{
	int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
	int i;

	plant_must(fd >= 0 && posix_memalign(memory, 4096, DISK_PART) == 0);
	memset(*memory, 'x', DISK_PART);
	for (i = 0; i < DISK_PARTS; i++)
		plant_must(write(fd, *memory, DISK_PART) == DISK_PART);
	plant_must(fsync(fd) == 0 && close(fd) == 0);
	fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (fd < 0)
		exit(4);
	return fd;
}

/*
 * The file is made before anything is measured: a thread that should leave its processor and goes on in the kernel, as in
 * a write of a megabyte, is running, as its switches say, and waiting, as /proc and the clock of its time say.
 */
static void plant_disk(uint64_t n, const char *path)
{
	struct meter meter;
	uint64_t sum = 0, i;
	void *memory;
	int fd = open_disk(path, &memory);

	meter_begin(&meter, "disk");
	for (i = 0; i < n; i++)
		sum += disk_here(fd, memory, i);
	print_part("disk", "disk_here", "blocked", sum);
	meter_end(&meter);
	close(fd);
	free(memory);
}

struct hog {
	const char *name;
	uint64_t ns;
	int cpu;
};

static void *plant_hog(void *context)
{
	const struct hog *hog = context;
	struct meter meter;

	use_processor(hog->cpu);
	meter_begin(&meter, hog->name);
	print_part(hog->name, "burn_here", "running,runnable", burn_here(hog->ns));
	meter_end(&meter);
	return NULL;
}

static void plant_starved(uint64_t n)
{
	struct hog hogs[] = {{"hog-0", n * MILLISECOND, first_processor()},
			     {"hog-1", n * MILLISECOND, first_processor()}};
	const pthread_t threads[] = {begin_thread(plant_hog, &hogs[0]),
				     begin_thread(plant_hog, &hogs[1])};

	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

static void *want_lock(void *context)
{
	struct held *held = context;
	struct meter meter;

	meter_begin(&meter, "waiter");
	pthread_barrier_wait(&held->meeting);
	print_part("waiter", "lock_here", "blocked", lock_here(&held->lock));
	pthread_mutex_unlock(&held->lock);
	meter_end(&meter);
	return NULL;
}

static void plant_jam(uint64_t n, const char *path)
{
	struct held held = {.lock = PTHREAD_MUTEX_INITIALIZER, .ns = n * MILLISECOND};
	struct hog hogs[] = {{"hog-0", held.ns / 8, first_processor()},
			     {"hog-1", held.ns / 8, first_processor()}};
	pthread_t threads[3];
	struct meter meter;
	uint64_t sum = 0, i;
	void *memory;
	int fd = open_disk(path, &memory);

	meter_begin(&meter, "loader");
	pthread_barrier_init(&held.meeting, NULL, 2);
	pthread_mutex_lock(&held.lock);
	threads[0] = begin_thread(want_lock, &held);
	pthread_barrier_wait(&held.meeting);
	threads[1] = begin_thread(plant_hog, &hogs[0]);
	threads[2] = begin_thread(plant_hog, &hogs[1]);
	for (i = 0; sum < held.ns; i++)
		sum += disk_here(fd, memory, i);
	print_part("loader", "disk_here", "blocked", sum);
	pthread_mutex_unlock(&held.lock);
	meter_end(&meter);
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	close(fd);
	free(memory);
}

FRAME static uint64_t poll_here(int poll)
{
	const struct waiting begin = wait_begin();
	struct epoll_event event;

	plant_must(epoll_wait(poll, &event, 1, -1) == 1);
	return wait_end(begin);
}

static void plant_epoll(uint64_t n)
{
	struct epoll_event event = {.events = EPOLLIN};
	struct meter meter;
	uint64_t sum = 0, i;
	int ends[2], poll;
	char byte;

	plant_must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	if (fork() == 0) {
		meter_begin(&meter, "client");
		for (i = 0; i < n; i++) {
			sum += sleep_here(5 * MILLISECOND);
			plant_must(write(ends[1], "", 1) == 1);
		}
		print_part("client", "sleep_here", "blocked", sum);
		meter_end(&meter);
		_exit(0);
	}
	poll = epoll_create1(EPOLL_CLOEXEC);
	plant_must(poll >= 0 && epoll_ctl(poll, EPOLL_CTL_ADD, ends[0], &event) == 0);
	meter_begin(&meter, "server");
	for (i = 0; i < n; i++) {
		sum += poll_here(poll);
		plant_must(read(ends[0], &byte, 1) == 1);
		burn_here(MILLISECOND);
	}
	print_part("server", "poll_here", "blocked", sum);
	meter_end(&meter);
	wait(NULL);
}

/* A condition that becomes true once. */
struct promise {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int is_kept;
};

#define OPEN_PROMISE                                                                               \
	{                                                                                          \
		PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0                             \
	}

FRAME static uint64_t wait_here(struct promise *promise)
{
	const struct waiting begin = wait_begin();

	pthread_mutex_lock(&promise->lock);
	while (!promise->is_kept)
		pthread_cond_wait(&promise->changed, &promise->lock);
	promise->is_kept = 0;
	pthread_mutex_unlock(&promise->lock);
	return wait_end(begin);
}

FRAME static void keep(struct promise *promise)
{
	pthread_mutex_lock(&promise->lock);
	promise->is_kept = 1;
	pthread_cond_signal(&promise->changed);
	pthread_mutex_unlock(&promise->lock);
}

struct producing {
	struct promise made, asked;
	uint64_t count;
};

static void *produce(void *context)
{
	struct producing *producing = context;
	struct meter meter;
	uint64_t sum = 0, i;

	meter_begin(&meter, "producer");
	for (i = 0; i < producing->count; i++) {
		sum += sleep_here(5 * MILLISECOND);
		keep(&producing->made);
		wait_here(&producing->asked);
	}
	print_part("producer", "sleep_here", "blocked", sum);
	meter_end(&meter);
	return NULL;
}

static void plant_condition(uint64_t n)
{
	struct producing producing = {OPEN_PROMISE, OPEN_PROMISE, n};
	struct meter meter;
	uint64_t sum = 0, i;
	pthread_t thread;

	meter_begin(&meter, "consumer");
	thread = begin_thread(produce, &producing);
	for (i = 0; i < n; i++) {
		sum += wait_here(&producing.made);
		keep(&producing.asked);
	}
	print_part("consumer", "wait_here", "blocked", sum);
	pthread_join(thread, NULL);
	meter_end(&meter);
}

FRAME static uint64_t child_here(void)
{
	const struct waiting begin = wait_begin();

	wait(NULL);
	return wait_end(begin);
}

static void plant_exec(const char *program, const char *n)
{
	struct meter meter;

	meter_begin(&meter, "parent");
	if (fork() == 0) {
		execl(program, program, "sleep", n, (char *)NULL);
		_exit(3);
	}
	print_part("parent", "child_here", "blocked", child_here());
	meter_end(&meter);
}

static void *plant_short(void *context)
{
	(void)context;
	prctl(PR_SET_NAME, "short");
	burn_here(MILLISECOND / 5);
	sleep_here(MILLISECOND);
	return NULL;
}

static void plant_threads(uint64_t n)
{
	struct meter meter;
	uint64_t next, i;

	meter_begin(&meter, "starter");
	next = clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < n; i++) {
		pthread_detach(begin_thread(plant_short, NULL));
		next += 2 * MILLISECOND;
		if (next > clock_ns(CLOCK_MONOTONIC))
			sleep_here(next - clock_ns(CLOCK_MONOTONIC));
	}
	meter_end(&meter);
	sleep_here(5 * MILLISECOND);
}

struct reading {
	char name[16];
	int fd;
};

static void *read_until_end(void *context)
{
	const struct reading *reading = context;

	prctl(PR_SET_NAME, reading->name);
	while (read_here(reading->fd) > 0)
		;
	return NULL;
}

static void plant_dies(uint64_t n)
{
	struct reading reading = {"doomed", 0};
	struct meter meter;
	int ends[2];

	plant_must(pipe(ends) == 0);
	reading.fd = ends[0];
	meter_begin(&meter, "killer");
	begin_thread(read_until_end, &reading);
	print_part("killer", "sleep_here", "blocked", sleep_here(n * MILLISECOND));
	meter_end(&meter);
	_exit(0); /* `doomed` is in read() */
}

static void plant_idle(uint64_t n)
{
	struct reading *readings = calloc((size_t)n, sizeof(*readings));
	pthread_t *threads = calloc((size_t)n, sizeof(*threads));
	int ends[2];
	uint64_t i;

	plant_must(pipe(ends) == 0 && readings && threads);
	for (i = 0; i < n; i++) {
		snprintf(readings[i].name, sizeof(readings[i].name), "idle-%u", (unsigned)i);
		readings[i].fd = ends[0];
		threads[i] = begin_thread(read_until_end, &readings[i]);
	}
	puts("ready");
	fflush(stdout);
	while (read_here(STDIN_FILENO) > 0)
		;
	close(ends[1]);
	for (i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	free(readings);
}

FRAME static void serial_here(uint64_t ns)
{
	burn_ns(ns);
}

FRAME static void parallel_here(uint64_t ns)
{
	burn_ns(ns);
}

static void *plant_half(void *context)
{
	const struct hog *half = context;
	struct meter meter;

	use_processor(half->cpu);
	meter_begin(&meter, half->name);
	parallel_here(half->ns);
	meter_end(&meter);
	return NULL;
}

/* The halves have a processor each where there are two. */
static void plant_latency(uint64_t n)
{
	const int last = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	struct hog halves[] = {{"half-0", n * MILLISECOND, first_processor()},
			       {"half-1", n * MILLISECOND, last}};
	struct meter meter;
	pthread_t threads[2];

	meter_begin(&meter, "serial");
	serial_here(n * MILLISECOND);
	threads[0] = begin_thread(plant_half, &halves[0]);
	threads[1] = begin_thread(plant_half, &halves[1]);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	meter_end(&meter);
}

FRAME static void stage_first(uint64_t ns)
{
	burn_ns(ns);
}

FRAME static void stage_middle(uint64_t ns)
{
	burn_ns(ns);
}

FRAME static void stage_last(uint64_t ns)
{
	burn_ns(ns);
}

struct link {
	const char *name;
	struct promise *from, *to; /* NULL: none */
	void (*burn)(uint64_t ns);
	uint64_t ns;
};

static void *plant_link(void *context)
{
	const struct link *link = context;
	struct meter meter;

	meter_begin(&meter, link->name);
	if (link->from)
		print_part(link->name, "wait_here", "blocked", wait_here(link->from));
	link->burn(link->ns);
	if (link->to)
		keep(link->to);
	meter_end(&meter);
	return NULL;
}

static void plant_chain(uint64_t n)
{
	struct promise first = OPEN_PROMISE, middle = OPEN_PROMISE;
	struct link links[] = {{"last", &middle, NULL, stage_last, n * MILLISECOND},
			       {"middle", &first, &middle, stage_middle, n * MILLISECOND},
			       {"first", NULL, &first, stage_first, n * MILLISECOND}};
	const pthread_t threads[] = {begin_thread(plant_link, &links[1]),
				     begin_thread(plant_link, &links[2])};

	plant_link(&links[0]);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

struct turn {
	int from, to;
	uint64_t count;
};

static void *take_turns(void *context)
{
	const struct turn *turn = context;
	uint64_t i;
	char byte;

	for (i = 0; i < turn->count; i++)
		plant_must(read(turn->from, &byte, 1) == 1 && write(turn->to, &byte, 1) == 1);
	return NULL;
}

/* Both on one processor: each turn is one switch. */
static void plant_turns(uint64_t n)
{
	int there[2], back[2];
	struct turn turns[2];
	uint64_t begin, used;
	pthread_t thread;

	plant_must(pipe(there) == 0 && pipe(back) == 0);
	use_processor(first_processor());
	turns[0] = (struct turn){there[0], back[1], n / 2};
	turns[1] = (struct turn){back[0], there[1], n / 2};
	thread = begin_thread(take_turns, &turns[1]);
	begin = clock_ns(CLOCK_MONOTONIC);
	used = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	plant_must(write(there[1], "", 1) == 1);
	take_turns(&turns[0]);
	pthread_join(thread, NULL);
	printf("turns %llu ns=%.1f processor=%.1f switches=%lu\n", (unsigned long long)n,
	       (double)(clock_ns(CLOCK_MONOTONIC) - begin) / (double)n,
	       (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - used) / (double)n, read_switches());
}

struct program {
	const char *name;
	void (*run)(uint64_t n);
};

static const struct program programs[] = {
	{"sleep", plant_sleep},         {"mutex", plant_mutex},     {"pipeline", plant_pipeline},
	{"pipe", plant_pipe},           {"starved", plant_starved}, {"epoll", plant_epoll},
	{"condition", plant_condition}, {"threads", plant_threads}, {"dies", plant_dies},
	{"idle", plant_idle},           {"latency", plant_latency}, {"chain", plant_chain},
	{"turns", plant_turns},
};

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *n = argc > 2 ? argv[2] : "100";
	size_t i;

	for (i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
		if (strcmp(what, programs[i].name) != 0)
			continue;
		programs[i].run(strtoull(n, NULL, 10));
		return 0;
	}
	if (strcmp(what, "disk") == 0 && argc > 3)
		plant_disk(strtoull(n, NULL, 10), argv[3]);
	else if (strcmp(what, "jam") == 0 && argc > 3)
		plant_jam(strtoull(n, NULL, 10), argv[3]);
	else if (strcmp(what, "exec") == 0)
		plant_exec(argv[0], n);
	else
		return 2;
	return 0;
}
