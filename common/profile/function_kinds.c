/* SPDX-License-Identifier: MIT */
#include "common/profile/function_kinds.h"

#include "common/base/base.h"

/*
 * Names of functions that say what they do. A `*` at either end stands for any text; letters are
 * compared with their case.
 */
static const struct {
	enum function_kind kind;
	const char *patterns[48];
} function_kinds[] = {
	{FUNCTION_LOCK,
	 {"*mutex_lock*",
	  "*mutex_timedlock*",
	  "*lll_lock*",
	  "*lock_slow*",
	  "*lockSlow*",
	  "*lock_contended*",
	  "pthread_spin_lock*",
	  "*queued_spin_lock_slowpath*",
	  "osq_lock*",
	  "*mutex_spin_on_owner*",
	  "rwsem_down_*",
	  "rwsem_optimistic_spin*",
	  "down_read*",
	  "down_write*",
	  "__down_*",
	  "percpu_rwsem_wait*",
	  "percpu_down_*",
	  "rt_mutex_slowlock*",
	  "*rwlock_wrlock*",
	  "*rwlock_rdlock*",
	  "*rwlock_write_lock*",
	  "*rwlock_read_lock*",
	  "std::mutex::lock*",
	  "std::unique_lock<*::lock*",
	  "*Mutex::lock*",
	  "*Mutex>::lock*",
	  "*RwLock*::write*",
	  "*RwLock*::read*",
	  "ObjectMonitor::enter*",
	  "ObjectMonitor::Enter*",
	  "ObjectSynchronizer::enter*",
	  "Monitor::lock*",
	  "runtime.lock2*",
	  "sync.(*Mutex).Lock*",
	  "sync.(*RWMutex).*Lock*",
	  "runtime.semacquire*",
	  "take_gil*",
	  "PyMutex_Lock*",
	  "*psynch_mutexwait*",
	  "*spinlock*",
	  "*SpinLock*",
	  "*spin_lock_wait*",
	  "os_unfair_lock_lock*",
	  "*LockSupport*::lock*",
	  "*Lock.lock*"}},
	{FUNCTION_FUTEX, {"*futex_wait*", "*futex_abstimed*", "*do_futex*", "*sys_futex*"}},
	{FUNCTION_CONDITION,
	 {"*cond_wait*", "*cond_timedwait*", "*cond_clockwait*", "*pthread_join*",
	  "*pthread_clockjoin*", "*thread_join*", "*sem_wait*", "*sem_timedwait*",
	  "*condition_variable*", "*Condvar*", "*WaitGroup*", "*thread::join*", "*thread::park*",
	  "*Object.wait*", "*barrier_wait*"}},
	{FUNCTION_COLLECTS, {"gc_collect*",         "*gc_collect_main*",
			     "PyGC_Collect*",       "gc_mark*",
			     "gc_sweep*",           "rb_gc*",
			     "runtime.gc*",         "runtime.scanobject*",
			     "runtime.greyobject*", "runtime.markroot*",
			     "*GarbageCollect*",    "*Scavenge*",
			     "*G1ParTask*",         "*ParallelGC*",
			     "*MarkCompact*",       "*ConcurrentMark*",
			     "GCTaskThread::*",     "*collect_garbage*",
			     "*garbage_collect*",   "GC_mark*",
			     "GC_collect*",         "*G1ParScan*",
			     "*PSPromotion*"}},
	{FUNCTION_ALLOCATES,
	 {"malloc",
	  "__libc_malloc*",
	  "_int_malloc*",
	  "calloc",
	  "__libc_calloc*",
	  "realloc",
	  "__libc_realloc*",
	  "_int_realloc*",
	  "free",
	  "cfree",
	  "__libc_free*",
	  "_int_free*",
	  "malloc_consolidate*",
	  "unlink_chunk*",
	  "sysmalloc*",
	  "operator new*",
	  "operator delete*",
	  "je_*",
	  "tc_malloc*",
	  "tc_free*",
	  "*tcmalloc*",
	  "mi_malloc*",
	  "mi_free*",
	  "__rust_alloc*",
	  "__rust_dealloc*",
	  "__rust_realloc*",
	  "__rdl_*",
	  "alloc::alloc::*",
	  "runtime.mallocgc*",
	  "g_malloc*",
	  "g_free*",
	  "sysmalloc*",
	  "malloc_printerr*",
	  "tcache_*",
	  "PyObject_Malloc*",
	  "PyObject_Free*",
	  "_PyObject_Malloc*"}},
	{FUNCTION_THROWS,
	 {"_Unwind_*", "__cxa_throw*", "__cxa_begin_catch*", "__gxx_personality*",
	  "*uw_frame_state_for*", "*Exceptions::_throw*", "*fillInStackTrace*"}},
	{FUNCTION_FAULTS,
	 {"asm_exc_page_fault*", "exc_page_fault*", "do_page_fault*", "handle_mm_fault*",
	  "do_user_addr_fault*", "page_fault*", "do_mem_abort*", "do_anonymous_page*"}},
	{FUNCTION_KERNEL,
	 {"*_[k]", "entry_SYSCALL_64*", "do_syscall_64*", "__x64_sys_*", "__do_sys_*",
	  "__arm64_sys_*", "el0_svc*", "el0t_64_sync*", "invoke_syscall*", "ret_from_fork*",
	  "asm_exc_*", "asm_sysvec_*", "[kernel*"}},
	{FUNCTION_IDLE,
	 {"do_idle*", "cpu_startup_entry*", "default_idle*", "intel_idle*", "acpi_idle*",
	  "mwait_idle*", "poll_idle*", "cpuidle_*", "pv_native_safe_halt*", "cpu_idle*"}},
	{FUNCTION_DISK, {"io_schedule*", "*submit_bio*",    "*wait_on_page*",
			 "folio_wait*",  "blkdev_*",        "*fsync*",
			 "*fdatasync*",  "pread*",          "pwrite*",
			 "read",         "__libc_read*",    "__GI___libc_read*",
			 "write",        "__libc_write*",   "__GI___libc_write*",
			 "filemap_*",    "*_file_read*",    "*_file_write*",
			 "jbd2_*",       "ext4_*",          "xfs_*",
			 "btrfs_*",      "nfs_*",           "fuse_*",
			 "p9_client_*",  "blk_mq_*",        "submit_bio*",
			 "iomap_dio_*",  "wait_on_buffer*", "rq_qos_wait*",
			 "bit_wait_io*"}},
	{FUNCTION_NETWORK,
	 {"recv", "recvfrom*", "recvmsg*", "__libc_recv*", "send", "sendto*", "sendmsg*",
	  "__libc_send*", "accept", "accept4*", "connect", "__libc_connect*", "inet_*", "tcp_*",
	  "sk_wait*", "sock_*", "*unix_stream*"}},
	{FUNCTION_SLEEPS,
	 {"*nanosleep*", "msleep*", "timerfd_read*", "usleep*", "sleep", "__sleep*", "time.Sleep*",
	  "*sleep_for*", "*sleep_until*", "time_sleep*", "pysleep*", "*thread::sleep*",
	  "*Thread.sleep*"}},
	{FUNCTION_PIPES,
	 {"pipe_read*", "pipe_write*", "fifo_open*", "anon_pipe_*", "wait_for_partner*"}},
	{FUNCTION_CHILDREN,
	 {"do_wait", "__do_wait*", "kernel_wait4*", "kernel_waitid*", "*sys_wait4*", "*sys_waitid*",
	  "do_wait.*", "wait4", "__wait4*", "__GI___wait4*", "waitpid*", "__waitpid*", "waitid*",
	  "__waitid*"}},
	{FUNCTION_POLLS,
	 {"*epoll_wait*", "*epoll_pwait*", "poll", "__poll*", "ppoll*", "*do_poll*", "select",
	  "__select*", "pselect*", "kevent*", "*io_uring_wait*", "ep_poll*", "do_sys_poll*",
	  "do_select*", "core_sys_select*", "*io_cqring_wait*", "read_events*"}},
	{FUNCTION_SWITCHES,
	 {"schedule*", "__schedule*", "finish_task_switch*", "__switch_to*", "preempt_schedule*"}},
	{FUNCTION_INTERPRETS,
	 {"_PyEval_*",
	  "PyEval_*",
	  "_PyFunction_Vectorcall*",
	  "_PyObject_*",
	  "PyObject_*",
	  "_PyVectorcall*",
	  "PyVectorcall*",
	  "method_vectorcall*",
	  "slot_tp_*",
	  "type_call*",
	  "object_vacall*",
	  "vm_exec*",
	  "rb_vm_exec*",
	  "vm_call_*",
	  "rb_ec_*",
	  "execute_ex*",
	  "zend_*",
	  "luaV_*",
	  "luaD_*",
	  "lj_*",
	  "Builtins_*",
	  "Interpreter",
	  "*Interpreter*",
	  "Perl_runops*",
	  "Perl_pp_*",
	  "Perl_call_sv*",
	  "*::interpret*",
	  "perl_run*"}},
};

static bool function_kind_fits(struct slice name, const char *text)
{
	struct slice pattern = slice_from(text);
	const bool before = slice_skip(&pattern, SLICE("*")),
		   after = slice_drop(&pattern, SLICE("*"));

	if (before && after)
		return slice_contains(name, pattern);
	return before  ? slice_ends(name, pattern)
	       : after ? slice_starts(name, pattern)
		       : slice_equal(name, pattern);
}

unsigned function_kinds_of(struct slice name)
{
	unsigned found = 0;
	size_t i, k;

	for (i = 0; i < ARRAY_LEN(function_kinds); i++) {
		for (k = 0;
		     k < ARRAY_LEN(function_kinds[i].patterns) && function_kinds[i].patterns[k];
		     k++) {
			if (function_kind_fits(name, function_kinds[i].patterns[k])) {
				found |= FUNCTION_BIT(function_kinds[i].kind);
				break;
			}
		}
	}
	if (slice_contains(name, SLICE("unlock")) || slice_contains(name, SLICE("Unlock")))
		found &= ~FUNCTION_BIT(FUNCTION_LOCK);
	return found;
}

struct slice thread_state_name(enum thread_state state)
{
	static const struct slice names[THREAD_STATES] = {
		[THREAD_RUNNING] = SLICE_INIT("running"),
		[THREAD_RUNNABLE] = SLICE_INIT("runnable"),
		[THREAD_BLOCKED] = SLICE_INIT("blocked"),
		[THREAD_BLOCKED_LOCK] = SLICE_INIT("blocked:lock"),
		[THREAD_BLOCKED_IO] = SLICE_INIT("blocked:io"),
		[THREAD_BLOCKED_NET] = SLICE_INIT("blocked:net"),
		[THREAD_BLOCKED_PIPE] = SLICE_INIT("blocked:pipe"),
		[THREAD_BLOCKED_CHILD] = SLICE_INIT("blocked:child"),
		[THREAD_BLOCKED_FAULT] = SLICE_INIT("blocked:fault"),
		[THREAD_BLOCKED_POLL] = SLICE_INIT("blocked:poll"),
		[THREAD_BLOCKED_SLEEP] = SLICE_INIT("blocked:sleep"),
		[THREAD_BLOCKED_OTHER] = SLICE_INIT("blocked:other"),
	};

	return names[state];
}
