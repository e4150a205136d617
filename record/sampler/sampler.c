/* SPDX-License-Identifier: MIT */
/*
 * Start, stop, and the handlers of the signal and of fork(). The state is global: a process has one
 * process timer and one disposition of SIGPROF.
 */
#include "record/sampler/sampler.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/base/regex.h"
#include "common/table/hash.h"
#include "common/table/intern.h"

static _Thread_local char problem[512];

static jmp_buf way_out; /* of the work that is being done */

static const char *const results[] = {
	[FLAMESAMPLE_OK] = "done",
	[FLAMESAMPLE_ALREADY_STARTED] = "sampling was started already",
	[FLAMESAMPLE_NOT_STARTED] = "sampling was not started",
	[FLAMESAMPLE_BAD_OPTION] = "wrong option",
	[FLAMESAMPLE_NO_MEMORY] = "out of memory",
	[FLAMESAMPLE_NO_SYSTEM] = "refused by the system",
	[FLAMESAMPLE_NO_SUPPORT] = "not supported",
	[FLAMESAMPLE_NO_PROGRAM] = "the program flamegraph made no picture",
};

const char *flamesample_strerror(int result)
{
	return result >= 0 && (size_t)result < ARRAY_LEN(results) ? results[result]
								  : "unknown result";
}

const char *flamesample_problem(void)
{
	return problem;
}

int problem_set(enum flamesample_result result, const char *format, ...)
{
	int length = snprintf(problem, sizeof(problem), "%s: ", results[result]);
	va_list args;

	va_start(args, format);
	vsnprintf(problem + length, sizeof(problem) - (size_t)length, format, args);
	va_end(args);
	return (int)result;
}

static void leave(void)
{
	longjmp(way_out, 1);
}

/*
 * work(context), which may use all of common/, one at a time in the process. What it returns, or
 * FLAMESAMPLE_NO_MEMORY; then it was left in the middle, and what it had got is lost.
 */
static int problem_contain(int (*work)(void *context), void *context)
{
	diag_set_level(DIAG_SILENT);
	diag_on_death(leave);
	if (setjmp(way_out) != 0)
		return problem_set(FLAMESAMPLE_NO_MEMORY, "the call was not finished");
	return work(context);
}

/* Rules that rename frames and threads; what a name becomes is remembered. */

struct rule {
	struct regex *regex;
	struct slice replacement;
};

struct flamesample_rules {
	struct arena arena; /* the replacements */
	struct rule *rules;
	size_t count, cap;
	struct intern names;  /* names that were looked up */
	const char **renamed; /* by their ids; NULL: no rule matches */
	size_t renamed_cap;
	struct buf room;
};

void flamesample_rules_free(struct flamesample_rules *rules)
{
	size_t i;

	if (!rules)
		return;
	for (i = 0; i < rules->count; i++)
		regex_free(rules->rules[i].regex);
	free(rules->rules);
	free(rules->renamed);
	buf_release(&rules->room);
	intern_release(&rules->names);
	arena_release(&rules->arena);
	free(rules);
}

/* The last `=` separates, for expressions may well hold one. */
static int add_rule(struct flamesample_rules *rules, struct slice line)
{
	size_t equals = slice_rfind(line, '=');
	struct slice pattern, replacement;
	struct regex *regex;
	char why[320];

	if (equals == SLICE_NONE || equals == 0)
		return problem_set(FLAMESAMPLE_BAD_OPTION,
				   "the rule '%.*s': expected REGEX=REPLACEMENT", SLICE_ARG(line));
	pattern = slice_head(line, equals);
	replacement = slice_tail(line, equals + 1);
	regex = regex_new(pattern, why, sizeof(why));
	if (!regex || !regex_can_replace(pattern, replacement, why, sizeof(why))) {
		regex_free(regex);
		return problem_set(FLAMESAMPLE_BAD_OPTION, "the rule '%.*s': %s", SLICE_ARG(line),
				   why);
	}
	MEMORY_ROOM(rules->rules, rules->count, rules->cap);
	rules->rules[rules->count++] = (struct rule){regex, arena_copy(&rules->arena, replacement)};
	return FLAMESAMPLE_OK;
}

struct rules_request {
	const char *text;
	struct flamesample_rules *rules;
};

static int parse(void *context)
{
	struct rules_request *request = context;
	struct slice text = slice_from(request->text), line;

	request->rules = memory_clear(1, sizeof(*request->rules));
	while (slice_line(&text, &line)) {
		int result = line.len > 0 ? add_rule(request->rules, line) : FLAMESAMPLE_OK;

		if (result != FLAMESAMPLE_OK)
			return result;
	}
	return FLAMESAMPLE_OK;
}

int flamesample_rules_new(struct flamesample_rules **rules, const char *text)
{
	struct rules_request request = {.text = text};
	int result = sampler_call(parse, &request);

	if (result != FLAMESAMPLE_OK) {
		flamesample_rules_free(request.rules);
		request.rules = NULL;
	}
	*rules = request.rules;
	return result;
}

static const char *rename_by(struct flamesample_rules *rules, struct slice name)
{
	size_t i;

	for (i = 0; i < rules->count; i++) {
		buf_reset(&rules->room);
		if (!regex_replace(rules->rules[i].regex, name, rules->rules[i].replacement,
				   &rules->room))
			continue;
		buf_add_char(&rules->room, '\0');
		return arena_copy(&rules->arena, buf_slice(&rules->room)).ptr;
	}
	return NULL;
}

static const char *edit_name(struct flamesample_rules *rules, const char *name)
{
	struct slice text = slice_from(name);
	size_t before = rules->names.count;
	frame_id id;

	MEMORY_ROOM(rules->renamed, before, rules->renamed_cap);
	id = intern_add(&rules->names, text);
	if (id == before)
		rules->renamed[id] = rename_by(rules, text);
	return rules->renamed[id] ? rules->renamed[id] : name;
}

void flamesample_rules_edit(struct flamesample_stack *stack, void *context)
{
	struct flamesample_rules *rules = context;
	size_t kept = 0, i;

	stack->thread = edit_name(rules, stack->thread);
	for (i = 0; i < stack->depth; i++) {
		struct flamesample_frame frame = stack->frames[i];

		frame.name = edit_name(rules, frame.name);
		if (*frame.name != '\0') /* a frame of which nothing remains is left out */
			stack->frames[kept++] = frame;
	}
	stack->depth = kept;
}

static struct {
	pthread_mutex_t calls; /* guards all below but what is atomic */
	struct collector *collector;
	struct collector *next; /* of the child, from before fork() until after it */
	struct profil_timer timer;
	struct store store;
	uint64_t cpu_end; /* CPU time of the process at stop */
	bool sees_forks;
	sigset_t mask; /* of the thread that forks */

	bool running;      /* atomic */
	unsigned handlers; /* atomic: that look at the collector */
} sampler = {.calls = PTHREAD_MUTEX_INITIALIZER};

static void sample(const siginfo_t *info, const void *context)
{
	uint64_t late;

	if (!profil_timer_counts(&sampler.timer, info, &late) ||
	    collector_sample(sampler.collector, late, context))
		return;
	if (!profil_timer_repeat(&sampler.timer, info))
		late++;
	collector_lose(sampler.collector, late);
}

static void sampler_on_signal(int number, siginfo_t *info, void *context)
{
	int error = errno;

	(void)number;
	__atomic_fetch_add(&sampler.handlers, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&sampler.running, __ATOMIC_SEQ_CST))
		sample(info, context);
	__atomic_fetch_sub(&sampler.handlers, 1, __ATOMIC_RELEASE);
	errno = error;
}

static sigset_t block_signal(void)
{
	sigset_t profil, before;

	sigemptyset(&profil);
	sigaddset(&profil, SIGPROF);
	pthread_sigmask(SIG_BLOCK, &profil, &before);
	return before;
}

static void restore_signals(const sigset_t *mask)
{
	pthread_sigmask(SIG_SETMASK, mask, NULL);
}

int sampler_call(int (*work)(void *context), void *context)
{
	int result;

	pthread_mutex_lock(&sampler.calls);
	result = problem_contain(work, context);
	pthread_mutex_unlock(&sampler.calls);
	return result;
}

static void set_running(bool running)
{
	__atomic_store_n(&sampler.running, running, __ATOMIC_SEQ_CST);
	while (!running && __atomic_load_n(&sampler.handlers, __ATOMIC_SEQ_CST) > 0)
		sched_yield();
}

/*
 * No thread is inside of the collector while it is copied, nor while a process is made of this one.
 */
static void before_fork(void)
{
	sigset_t mask = block_signal();

	pthread_mutex_lock(&sampler.calls);
	sampler.mask = mask;
	if (!sampler.running)
		return;
	collector_lock(sampler.collector);
	sampler.next = collector_fork(sampler.collector);
}

static void after_fork(void)
{
	sigset_t mask = sampler.mask;

	sampler.next = NULL;
	pthread_mutex_unlock(&sampler.calls);
	restore_signals(&mask);
}

static void in_parent(void)
{
	if (sampler.running)
		collector_unlock(sampler.collector);
	if (sampler.next)
		collector_free(sampler.next);
	after_fork();
}

/* The samples are the parent's; the child begins anew. */
static void sampler_in_child(void)
{
	struct collector *old = sampler.collector;
	struct collector *own = sampler.next ? collector_open(sampler.next) : NULL;

	sampler.handlers = 0;
	sampler.running = own != NULL;
	sampler.collector = own;
	/* leaked on purpose: freeing is slow and nothing reads it */
	sampler.store = (struct store){0};
	if (old)
		collector_free(old);
	if (own) {
		own->counters.cpu_start = collector_cpu_time();
		if (!profil_timer_again(&sampler.timer, own->hz))
			sampler.running = false;
	}
	after_fork();
}

static const struct flamesample_options usual = {
	.hz = 99,
	.depth = 512,
	.buckets = 1024,
	.spill_size = (uint64_t)1 << 30,
};

/* A caller's struct may come from an older header, and be shorter. */
void flamesample_options_init(struct flamesample_options *options, size_t size)
{
	memcpy(options, &usual, size < sizeof(usual) ? size : sizeof(usual));
	options->size = size;
}

static int sampler_check(const struct flamesample_options *options)
{
	const unsigned max_hz = 10000, max_depth = 1 << 16, max_buckets = 1 << 20;

	if (options->hz < 1 || options->hz > max_hz)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "%u Hz; 1 to %u are possible",
				   options->hz, max_hz);
	if (options->depth < 2 || options->depth > max_depth)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "depth %u; 2 to %u are possible",
				   options->depth, max_depth);
	if (options->buckets < 1 || options->buckets > max_buckets)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "%u buckets; 1 to %u are possible",
				   options->buckets, max_buckets);
	if (options->timer < FLAMESAMPLE_TIMER_AUTO || options->timer > FLAMESAMPLE_TIMER_THREAD)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "timer %d", options->timer);
	if (options->unwinder < FLAMESAMPLE_UNWIND_AUTO ||
	    options->unwinder > FLAMESAMPLE_UNWIND_LIBUNWIND)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "unwinder %d", options->unwinder);
	return FLAMESAMPLE_OK;
}

static int choose_unwinder(struct collector *collector, int wanted)
{
	char why[256];

	collector->with_libunwind = wanted != FLAMESAMPLE_UNWIND_FRAMES &&
				    unwind_load(why, sizeof(why));
	if (wanted == FLAMESAMPLE_UNWIND_LIBUNWIND && !collector->with_libunwind)
		return problem_set(FLAMESAMPLE_NO_SUPPORT, "%s", why);
	return FLAMESAMPLE_OK;
}

/* Timers of threads need the process timer as well. */
static int choose_timer(struct profil_timer *timer, int wanted)
{
	if (wanted == FLAMESAMPLE_TIMER_THREAD && !thread_timers_work())
		return problem_set(FLAMESAMPLE_NO_SUPPORT, "a thread has no timer of its own here");
	timer->is_posix = wanted == FLAMESAMPLE_TIMER_POSIX ||
			  (wanted != FLAMESAMPLE_TIMER_ITIMER && profil_timer_posix_is_good());
	timer->by_thread = wanted == FLAMESAMPLE_TIMER_THREAD ||
			   (wanted == FLAMESAMPLE_TIMER_AUTO && thread_timers_work());
	return FLAMESAMPLE_OK;
}

static int sampler_begin(struct collector *collector, const struct flamesample_options *options)
{
	int result = choose_unwinder(collector, options->unwinder);

	if (result == FLAMESAMPLE_OK)
		result = choose_timer(&sampler.timer, options->timer);
	if (result != FLAMESAMPLE_OK)
		return result;
	collector_refresh(collector);
	if (!sampler.sees_forks && pthread_atfork(before_fork, in_parent, sampler_in_child) != 0)
		return problem_set(FLAMESAMPLE_NO_MEMORY, "no memory for what fork() has to do");
	sampler.sees_forks = true;
	if (sampler.collector)
		collector_free(sampler.collector);
	store_release(&sampler.store);
	sampler.collector = collector;
	collector->counters.cpu_start = collector_cpu_time();
	set_running(true);
	if (profil_timer_start(&sampler.timer, options->hz, sampler_on_signal))
		return FLAMESAMPLE_OK;
	set_running(false);
	sampler.collector = NULL;
	return problem_set(FLAMESAMPLE_NO_SYSTEM, "no timer: %s", strerror(errno));
}

static int sampler_start(void *context)
{
	struct flamesample_options options;
	const struct flamesample_options *wanted = context;
	struct collector *collector;
	int result;

	if (sampler.running)
		return problem_set(FLAMESAMPLE_ALREADY_STARTED, "stop it first");
	options = usual;
	if (wanted && (wanted->size == 0 || wanted->size > sizeof(options)))
		return problem_set(FLAMESAMPLE_BAD_OPTION, "a struct of %zu bytes", wanted->size);
	if (wanted)
		memcpy(&options, wanted, wanted->size);
	result = sampler_check(&options);
	if (result != FLAMESAMPLE_OK)
		return result;
	collector = collector_new(&options);
	if (!collector)
		return problem_set(errno == ENOMEM ? FLAMESAMPLE_NO_MEMORY : FLAMESAMPLE_NO_SYSTEM,
				   "table and temporary file: %s", strerror(errno));
	result = sampler_begin(collector, &options);
	if (result != FLAMESAMPLE_OK)
		collector_free(collector);
	return result;
}

int flamesample_start(const struct flamesample_options *options)
{
	sigset_t mask = block_signal();
	int result = sampler_call(sampler_start, (void *)options);

	restore_signals(&mask);
	return result;
}

static int stop(void *context)
{
	(void)context;
	if (!sampler.running)
		return problem_set(FLAMESAMPLE_NOT_STARTED, "there is nothing to stop");
	set_running(false);
	profil_timer_stop(&sampler.timer);
	sampler.cpu_end = collector_cpu_time();
	return FLAMESAMPLE_OK;
}

int flamesample_stop(void)
{
	sigset_t mask = block_signal();
	int result = sampler_call(stop, NULL);

	restore_signals(&mask);
	return result;
}

static void to_store(void *context, const struct stack_sample *sample)
{
	store_add(context, sample);
}

static void fill_stats(struct flamesample_stats *stats, const struct collector *collector)
{
	const struct collector_counters *counters = &collector->counters;
	uint64_t end = sampler.running ? collector_cpu_time() : sampler.cpu_end;

	*stats = (struct flamesample_stats){.size = sizeof(*stats)};
	stats->lost_busy = __atomic_load_n(&counters->lost_busy, __ATOMIC_RELAXED);
	stats->lost_full = counters->lost_full;
	stats->lost_late = counters->lost_late;
	stats->truncated = counters->truncated;
	stats->evicted = counters->evicted;
	stats->cpu_seconds = (double)(end - counters->cpu_start) * 1e-9;
	stats->asked_hz = collector->hz;
}

/*
 * Samples that the CPU time asks for and that are neither recorded nor counted as lost: no signal
 * came for them, because a thread blocked it, or ended or was looked at before the next tick found
 * it.
 */
static uint64_t missed_signals(const struct flamesample_stats *stats)
{
	const uint64_t due = (uint64_t)(stats->cpu_seconds * stats->asked_hz);
	const uint64_t signalled = stats->samples + stats->lost_busy + stats->lost_full +
				   stats->lost_late;

	return due > signalled ? due - signalled : 0;
}

/*
 * Recording continues, so the samples of a report are those in the store, not the counter's. But
 * they are not less than the counter was before: the file may have been lost.
 */
static void sampler_look(struct sampler_view *view)
{
	struct collector *collector = sampler.collector;
	struct modules *modules = memory_clear(1, sizeof(*modules));
	uint64_t before, samples = 0;
	size_t i;

	collector_refresh(collector);
	collector_lock(collector);
	before = collector->counters.samples;
	collector_unlock(collector);
	collector_take(collector, to_store, &sampler.store);
	collector_lock(collector);
	modules_copy(modules, &collector->modules);
	fill_stats(&view->stats, collector);
	collector_unlock(collector);
	for (i = 0; i < store_count(&sampler.store); i++)
		samples += sampler.store.counts[i];
	view->stats.lost_full += samples < before ? before - samples : 0;
	view->stats.samples = samples;
	view->stats.lost_late += missed_signals(&view->stats);
	if (view->stats.cpu_seconds > 0)
		view->stats.achieved_hz = (double)samples / view->stats.cpu_seconds;
	view->store = &sampler.store;
	view->modules = modules;
}

int sampler_view(struct sampler_view *view)
{
	sigset_t mask;

	if (!sampler.collector)
		return problem_set(FLAMESAMPLE_NOT_STARTED, "there is nothing to report");
	mask = block_signal();
	sampler_look(view);
	restore_signals(&mask);
	return FLAMESAMPLE_OK;
}

int sampler_spill_fd(void)
{
	return sampler.collector ? sampler.collector->spill.fd : -1;
}

void sampler_inherit(void)
{
	struct collector *collector = sampler.collector;

	sampler.running = false;
	sampler.cpu_end = collector->counters.cpu_now > collector->counters.cpu_start
				  ? collector->counters.cpu_now
				  : collector->counters.cpu_start; /* no sample was taken */
	collector_unlock(collector);
}
