/* SPDX-License-Identifier: MIT */
/*
 * planted.c CAUSE [SECONDS] - a server with the usual requests, and one thing that is wrong with it;
 * or, of an honest cause, nothing. planted.py records it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FUNCTION __attribute__((noinline)) static void

static volatile uint64_t sink;
static double seconds = 2, begin;

/* Work that takes about `units` microseconds. */
#define WORK(name)                                                                                 \
	FUNCTION name(uint64_t units)                                                              \
	{                                                                                          \
		uint64_t x = units, i;                                                             \
                                                                                                   \
		for (i = 0; i < units * 1000; i++)                                                 \
			x = x * UINT64_C(6364136223846793005) + i;                                 \
		sink += x;                                                                         \
	}

WORK(parse)
WORK(lookup)
WORK(encode)
WORK(checksum)
WORK(render)
WORK(sort_rows)
WORK(hash)
WORK(compact_heap)
WORK(rebuild_index)
WORK(step)

FUNCTION request(void)
{
	parse(50);
	lookup(55);
	encode(45);
	checksum(52);
	render(48);
	sort_rows(50);
	sink++; /* no call in the place of the return */
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9 - begin;
}

static int goes_on(void)
{
	return now() < seconds;
}

FUNCTION run_flat(void)
{
	while (goes_on())
		request();
}

FUNCTION run_hot(void)
{
	while (goes_on()) {
		request();
		hash(450);
	}
}

FUNCTION run_two(void)
{
	while (goes_on()) {
		request();
		hash(250);
		rebuild_index(240);
	}
}

FUNCTION run_spike(void)
{
	while (goes_on()) {
		request();
		if (now() > seconds * 0.6 && now() < seconds * 0.72)
			compact_heap(600);
	}
}

FUNCTION run_burst(void)
{
	while (goes_on()) {
		request();
		if (now() < seconds * 0.6 || now() > seconds * 0.75)
			usleep(10000);
	}
}

FUNCTION run_waves(void)
{
	while (goes_on()) {
		request();
		if ((int)(now() * 4) % 2)
			usleep(500);
	}
}

FUNCTION run_phases(void)
{
	while (goes_on()) {
		switch ((int)(now() / seconds * 4)) {
		case 0:
			parse(40);
			lookup(41);
			sink++;
			break;
		case 1:
			encode(40);
			checksum(42);
			sink++;
			break;
		case 2:
			render(40);
			sort_rows(41);
			sink++;
			break;
		default:
			step(40);
			rebuild_index(41);
			sink++;
			break;
		}
	}
}

/* Threads. */

static void in_threads(int count, void *(*run)(void *))
{
	pthread_t threads[8];
	int i;

	for (i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

static void *flat_thread(void *number)
{
	run_flat();
	return number;
}

static void *uneven_thread(void *number)
{
	prctl(PR_SET_NAME, number == 0 ? "cruncher" : "helper");
	while (goes_on()) {
		request();
		if (number != 0)
			usleep(20000);
	}
	return number;
}

static pthread_spinlock_t spin_lock;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

FUNCTION update_table(void)
{
	pthread_spin_lock(&spin_lock);
	hash(20);
	pthread_spin_unlock(&spin_lock);
}

static void *spin_thread(void *number)
{
	while (goes_on()) {
		update_table();
		checksum(1);
	}
	return number;
}

FUNCTION update_shared(void)
{
	pthread_mutex_lock(&mutex);
	sink++;
	pthread_mutex_unlock(&mutex);
}

static void *mutex_thread(void *number)
{
	int i;

	while (goes_on()) {
		for (i = 0; i < 1000; i++)
			update_shared();
	}
	return number;
}

/* Off the processor: who has the lock sleeps. */
FUNCTION write_journal(void)
{
	pthread_mutex_lock(&mutex);
	usleep(3000);
	pthread_mutex_unlock(&mutex);
	sink++;
}

static void *journal_thread(void *number)
{
	while (goes_on())
		write_journal();
	return number;
}

FUNCTION retry_later(void)
{
	usleep(20000);
	sink++;
}

FUNCTION run_naps(void)
{
	while (goes_on())
		retry_later();
}

FUNCTION save_state(int file)
{
	const uint64_t state = sink;

	if (pwrite(file, &state, sizeof(state), 0) > 0)
		fsync(file);
	sink++;
}

FUNCTION run_disk(void)
{
	int file = open("planted.state", O_RDWR | O_CREAT, 0600);

	while (goes_on())
		save_state(file);
	close(file);
}

/* Recursion. */

static int fibonacci(int n)
{
	if (n < 2) {
		sink++;
		return n;
	}
	return fibonacci(n - 1) + fibonacci(n - 2);
}

FUNCTION run_fibonacci(void)
{
	while (goes_on())
		sink += (uint64_t)fibonacci(30);
}

static void descend(int depth);

FUNCTION visit(int depth)
{
	step(10);
	descend(depth);
	sink++;
}

__attribute__((noinline)) static void descend(int depth)
{
	if (depth > 0)
		visit(depth - 1);
	sink++;
}

FUNCTION run_mutual(void)
{
	while (goes_on())
		visit(60);
}

/* The allocator, the kernel. */

FUNCTION build_list(void)
{
	void *parts[200];
	int i;

	for (i = 0; i < 200; i++)
		parts[i] = malloc((size_t)(16 + i * 7));
	for (i = 0; i < 200; i++)
		free(parts[i]);
	sink++;
}

FUNCTION run_malloc(void)
{
	int i;

	while (goes_on()) {
		for (i = 0; i < 200; i++)
			build_list();
		request();
	}
}

FUNCTION read_zeros(int file)
{
	char bytes[512];
	int i;

	for (i = 0; i < 100; i++)
		sink += (uint64_t)read(file, bytes, sizeof(bytes));
	sink++;
}

FUNCTION run_kernel(void)
{
	int file = open("/dev/zero", O_RDONLY);

	while (goes_on()) {
		int i;

		for (i = 0; i < 30; i++)
			read_zeros(file);
		request();
	}
	close(file);
}

FUNCTION fill_pages(void)
{
	const size_t size = 4 << 20;
	char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t i;

	for (i = 0; i < size; i += 4096)
		pages[i] = 1;
	munmap(pages, size);
	sink++;
}

FUNCTION run_faults(void)
{
	while (goes_on()) {
		fill_pages();
		request();
	}
}

/* Frames of 2 KiB, 40 of them under the usual work: copies of the stack are too small. */
#define LAYER(name, below)                                                                         \
	FUNCTION name(int depth)                                                                   \
	{                                                                                          \
		volatile char room[2048];                                                          \
                                                                                                   \
		room[depth] = 1;                                                                   \
		below;                                                                             \
		sink += (uint64_t)room[depth];                                                     \
	}

LAYER(layer_h, request())
LAYER(layer_g, layer_h(depth + 1))
LAYER(layer_f, layer_g(depth + 1))
LAYER(layer_e, layer_f(depth + 1))
LAYER(layer_d, layer_e(depth + 1))
LAYER(layer_c, layer_d(depth + 1))
LAYER(layer_b, layer_c(depth + 1))
LAYER(layer_a, layer_b(depth + 1))

FUNCTION run_layers(void)
{
	while (goes_on())
		layer_a(0);
}

/* A fixed amount of work, to be compared: how much of it is hash. */
FUNCTION run_requests(uint64_t with_hash)
{
	int i;

	for (i = 0; i < 1500 * (int)seconds; i++) {
		request();
		if (with_hash > 0)
			hash(with_hash);
	}
}

FUNCTION run_processes(void)
{
	int i;

	for (i = 0; i < 3; i++) {
		if (fork() == 0) {
			run_flat();
			exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
}

static void run_threads(void)
{
	in_threads(4, flat_thread);
}

static void run_busy(void)
{
	in_threads(4, uneven_thread);
}

static void run_spin(void)
{
	in_threads(2, spin_thread);
}

static void run_mutex(void)
{
	in_threads(4, mutex_thread);
}

static void run_journal(void)
{
	in_threads(4, journal_thread);
}

static const struct {
	const char *name;
	void (*run)(void); /* NULL: run_requests() with so much hash */
	uint64_t hash;
} causes[] = {
	{"flat", run_flat, 0},     {"hot", run_hot, 0},         {"two", run_two, 0},
	{"spike", run_spike, 0},   {"burst", run_burst, 0},     {"waves", run_waves, 0},
	{"phases", run_phases, 0}, {"threads", run_threads, 0}, {"busy", run_busy, 0},
	{"spin", run_spin, 0},     {"mutex", run_mutex, 0},     {"journal", run_journal, 0},
	{"naps", run_naps, 0},     {"disk", run_disk, 0},       {"fibonacci", run_fibonacci, 0},
	{"mutual", run_mutual, 0}, {"malloc", run_malloc, 0},   {"kernel", run_kernel, 0},
	{"faults", run_faults, 0}, {"layers", run_layers, 0},   {"processes", run_processes, 0},
	{"usual", NULL, 50},       {"slower", NULL, 200},       {"without", NULL, 0},
};

int main(int argc, char **argv)
{
	size_t i;

	if (argc > 2)
		seconds = atof(argv[2]);
	begin = now();
	pthread_spin_init(&spin_lock, 0);
	for (i = 0; argc > 1 && i < sizeof(causes) / sizeof(causes[0]); i++) {
		if (strcmp(argv[1], causes[i].name) == 0) {
			if (causes[i].run)
				causes[i].run();
			else
				run_requests(causes[i].hash);
			return 0;
		}
	}
	fprintf(stderr, "usage: planted CAUSE [SECONDS]\n");
	return 2;
}
