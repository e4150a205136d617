SPDX-License-Identifier: MIT

# comm-ustack

  $ collapse-bpftrace "$FIXTURES/bpftrace/comm-ustack.txt"
  addr2line;0x7fff00000001;0x7fcec566adc9 1
  addr2line;_bfd_elf_find_function 1
  addr2line;cplus_demangle_type;0x7fcec5669dfc 1
  bpftrace;0x7ffe55905d10;0x7f0d9a117ab7 1
  cc1plus;0xfff0d1 1
  gdb;0x559fc778b30c 1
  my worker 2;0x7fecaa6d44a3;0x56016e43d058 1
  opt cgu.12;0x7fccdbafa507 1
  python3;0x7fa76dfaf848 3
  rustc;0xc5426903b21aefec;0x7f3f6f00826c 1
  rustc;_RNvNtNtCslKGqiwnqz1t_17rustc_codegen_ssa9debuginfo10type_names14push_item_name 1
  rustc;_RNvNtNtCslKGqiwnqz1t_17rustc_codegen_ssa9debuginfo10type_names24push_debuginfo_type_name.llvm.9956008310519642844 1
  rustc;realloc 1

# identities-of-files
of stacks with ustack(build_id) the whole line is the name: nothing in it is an address of code

  $ collapse-bpftrace <<'END'
  > @[
  >     5d7b6259552275a3c17bd4c3fd05f5a6bf40caa5 + 1a2b0
  >     5d7b6259552275a3c17bd4c3fd05f5a6bf40caa5 + 11250
  > ]: 4
  > END
  5d7b6259552275a3c17bd4c3fd05f5a6bf40caa5 + 11250;5d7b6259552275a3c17bd4c3fd05f5a6bf40caa5 + 1a2b0 4

# java

  $ collapse-bpftrace "$FIXTURES/bpftrace/java.txt"
  C1 CompilerThre;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f3da0e8;0x7f237f3d91c3;0x7f237f264c86;0x7f237f26412c;0x7f237f263d62;0x7f237f263bfb;0x7f237f261e65;0x7f237f288093;0x7f237f287fca;0x7f237f2827f6;0x7f237f2805f6;0x7f237f27e12b;0x7f237f27c995;0x7f237f27c6d1;0x7f237f28101d;0x7f237f28062a;0x7f237f27e12b;0x7f237f27c995;0x7f237f27c6d1;0x7f237f28101d;0x7f237f28062a;0x7f237f27e12b;0x7f237f27c995;0x7f237f27c72f;0x7f237f281deb;0x7f237f27c6d1;0x7f237f28101d;0x7f237f28062a;0x7f237f27e13b;0x7f237f343fd1 1
  C2 CompilerThre;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f3da0e8;0x7f237f3d91c3;0x7f237f30ff48;0x7f237f3d04ab;0x7f237f3ceae9;0x7f237f3c9861;0x7f237f3d0baf;PhaseIdealLoop::build_and_optimize();PhaseIdealLoop::build_loop_early(VectorSet&, Node_List&, Node_Stack&) 1
  C2 CompilerThre;start_thread;thread_native_entry(Thread*);Thread::call_run();JavaThread::thread_main_inner();CompileBroker::compiler_thread_loop();CompileBroker::invoke_compiler_on_method(CompileTask*);C2Compiler::compile_method(ciEnv*, ciMethod*, int, bool, DirectiveSet*);Compile::Compile(ciEnv*, ciMethod*, int, bool, bool, bool, bool, bool, DirectiveSet*);Compile::Optimize();PhaseIterGVN::optimize();PhaseIterGVN::transform_old(Node*);RegionNode::Ideal(PhaseGVN*, bool);RegionNode::is_unreachable_from_root(PhaseGVN const*) const 1
  my worker "q" #;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2368941260;0x7f236148d81e 1
  my worker "q" #;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2368941260;0x7f236148e06c;0x7f2361425964;0x7f2368ee015a 1
  pool-1-thread-1;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2361493d9c;0x7f23614c473c;0x7f23614c1194;0x7f23614a546c;0x7f236149c58c;0x7f23614a2f1c;0x7f2361473554;0x7f2361430024;0x7f23614304d4;0x7f236142d6d0 1
  pool-1-thread-1;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f23614940cc;0x7f23614c41b4;0x7f236149898c;0x7f236144f94c;0x7f2368ee77f7 1
  pool-1-thread-2;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2361493d9c;0x7f23614c473c;0x7f23614c1194;0x7f23614f8f4c;0x7f23614ba3fc;0x7f23614a2f1c;0x7f2368eff779 1
  pool-1-thread-2;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2368f10368;0x7f2368ee0fb1 1
  pool-1-thread-3;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2361493d9c;0x7f23614c473c;0x7f23614c1194;0x7f23614a5404;0x7f2368ef0337 1
  pool-1-thread-3;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2361493d9c;0x7f2368941260;0x7f23614c1194;0x7f23614a5544;0x7f23614ba3fc;0x7f23614a2f1c;0x7f2361473054;0x7f23614a36b4;0x7f2368947365 1
  pool-1-thread-3;0x7f238034a1f5;0x7f237fa32d13;0x7f237fcaab45;0x7f237fca731f;0x7f237f6fae53;0x7f237f62c572;0x7f237f62aef2;0x7f2368938cc9;0x7f23689416e6;0x7f2368941260;0x7f23689416e6;0x7f236894183f;0x7f23689416e6;0x7f2368941260;0x7f2368941260;0x7f2361494294;0x7f2361499294;0x7f2361450a04;0x7f2368edfd7e 1

# json

  $ collapse-bpftrace "$FIXTURES/bpftrace/kstack-ustack-comm.json"
  ThreadPoolForeg;0x7f9a7ee221f5;0x55a0aefa0e5f;0x55a0aef7cf6b;0x55a0aef7d0ea;0x55a0aef7d4fe;0x55a0aef6a8e4;0x55a0aef6ae4c;0x55a0aef6b5f1;0x55a0aef6b4ae;0x55a0aef466fa;0x55a0ab621d6f;0x55a0ab625048;0x55a0af86515b;0x55a0af8654ef;0x55a0af86e073;0x55a0af874079;0x55a0af874f58 1
  addr2line;0x495f38507264705f;0x7fcec512c17a;0x7fffcb48baf0;0x7fcec5669d88 1
  addr2line;0x6d63665f36317066;0x7fcec566bc5a 1
  cc1plus;0x7f6bde7be690;current_scope() 1
  cc1plus;0x7fac09 1
  chromium;0x7f9a80622d58 1
  exe;0x7fa5f71d0f40;0x7fa5f79340c5;0x7fa5f794cca3;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_mmap_pgoff;vm_mmap_pgoff;do_mmap;__mmap_region;unmap_vmas;unmap_page_range;flush_tlb_batched_pending 1
  exe;0x7fa5f7934bc7 1
  gdb worker;0x2e2f67756265642f;0x55d30a0962e0;0x55d3099183ba;0x55d309d4085a;0x55d309d3fe4e;0x55d309d3fdc8 1
  gdb;0x55d30993dc29 1
  gowork;0x4694c1;0x68cec6;0x68ea4f;0x406ad3;0x40e648;0x40dfe5;0x418132;0x418a66;0x418c1b;0x467309;0x42904c;0x428a3b;0x428dce;0x42611d 1
  gowork;0x4694c1;0x69f9aa;0x69fd05;0x527b03;0x69fd89;0x69eac8;0x4145fa 1
  inferno-collaps;0x6163642020202020;0x55cc6d40bd4d;0x55cc6d4d3815 1
  inferno-collaps;0x7fb9df352975 1
  node;0x7f30cad6524a;0xc6853f;0xd06a20;0xbc02de;0xc6344d;0xbbae31;0xbbac1b;0x107e9cd;0x107e636;0x104ab6f;0x104993d;0x18ce003;0x18f7cb4;0x19c0df1;0x1908083;0x7f30a37cefb1;0x7f30a37ca5d1;0x7f30a37c8170;0x7f30a37c8170;0x7f30a37c8170;0x7f30a37c8129;0x7f30c3650906 1
  node;0x7f49d156524a;0xc6853f;0xd069e1;0xbbbbe6;0x18ac8a7;0x18c05fb;0x18abb83;0x18a822d;0xca929b;0xcbf34a;0xcbeff6;0xbbae31;0xbbac1b;0x107e9cd;0x107e636;0x104ab6f;0x104993d;0x18ce003;0x18f7cb4;0x19c0df1;0x1908083;0x18cfd1c;0x195e376;0xf51915;0xf5144d;0xf50bdf;0xc5fe03;0xf09f5a;0x13fa579;0x13f9f20;0x13f9fd4;0x1415a47;0xc5cc3d;0xf0c01d;0x104a574;0x10494db;0x18cde03;0x18ce0dc;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18cfd1c;0x7f49aa7ea8d7;0x18d1124;0x195e476;0x151a71a;0xfb55ce;0xfb4dbc;0x145d0a1;0x1456d6e;0x142dc26;0xf1b5fe;0xf1adbc;0x140202e;0x1400ae8 1
  node;0x7fa95394524a;0xc68104;0xc66cc8;0xe539bc;0x1bff028;0x1acd850;0x1acc84f;0x1acd43b;0x1acd170;0x1acc84f;0x1acd43b;asn1_template_noexp_d2i;asn1_item_embed_d2i;x509_pubkey_ex_d2i_ex;OSSL_DECODER_CTX_new_for_pkey;OSSL_DECODER_CTX_add_extra;OPENSSL_sk_pop_free;OSSL_DECODER_free 1

# json-values

  $ cat >in <<'EOF'
  > {"type": "attached_probes", "data": {"probes": 2}}
  > {"type": "stats", "data": {"@s": {"\n    a\u00e9+1\n,\"q\"\\": {"count": 2, "average": 3, "total": 6}, "\n b\n": -1}}}
  > {"type": "map", "data": {"@n": 5, "@s": {"comm,\n  f;g\n": 4, ",x": 3, "scalar": 8, "\n h\n": [1, 2]}}}
  > {"type": "hist", "data": {"@h": {"\n a\n": [{"min": 1, "count": 2}]}}}
  > {"type": "printf", "data": "]}\"@[\n"}
  > {"type": "map", "data": {"@s": {"\n cut\n": 1
  > EOF
  $ collapse-bpftrace in
  "q"\;aé 6
  comm;f:g 4
  x 3
  $ cat err
  collapse-bpftrace: in:6: not understood: '{"type": "map", "data": {"@s": {"\n cut\n": 1'
  collapse-bpftrace: in:2: cannot be counted: '-1'
  collapse-bpftrace: in:3: cannot be counted: '[1, 2]'
  collapse-bpftrace: in:4: cannot be counted: 'histogram'
  collapse-bpftrace: skipped 1 line not understood, 3 values that cannot be counted, 1 map entry without a stack

# keys

  $ printf '%s\n' '@x[a, 7, ' ' leaf' ' root' ', ' ' user' ', b, ' ' deep;er' '' ', c, 9]: 5' '@x[, a, b]: 45 trailing' '@x[]: 3' '@x[' ']: 9' '@x[' '    last+7, java]: 11' | collapse-bpftrace
  [unknown] 12
  a, 7;c, 9;deep:er;b;user;root;leaf 5
  a, b 45
  last+7, java 11

# kstack-ustack-comm

  $ collapse-bpftrace "$FIXTURES/bpftrace/kstack-ustack-comm.txt"
  1234;__libc_read;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 16340
  kworker/0:1 fak;start_thread;clock_nanosleep;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_clock_nanosleep;common_nsleep;hrtimer_nanosleep;do_nanosleep;schedule;__schedule 1983083
  x: y z;__GI___libc_malloc;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode;schedule;__schedule 299
  x: y z;_int_free;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 3976
  x: y z;_int_free;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode;schedule;__schedule 16
  x: y z;_int_malloc;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 44590
  x: y z;_int_malloc;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode;schedule;__schedule 48
  x: y z;free;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode;schedule;__schedule 7
  x: y z;start_thread;run;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode;schedule;__schedule 1858
  x: y z;start_thread;run;touch;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 12006

# limit

  $ collapse-bpftrace "$FIXTURES/bpftrace/limit.txt"
  0x1;0x55be34390580 1
  0x1;0x7fcec566f56f 1
  0x55be34391f02 1
  0x55be343db6a4 1
  0x7370616d2f666c;0x7f8f1a2bd090 2
  0x7f2076478ef0;0x7f20764ab3d8;0x7f20912a6e3c 1
  0x7f207829d000;0x7f20911042c1 1
  0x7f209107c4f1 1
  0x7f209113eba0 1
  0x7f209118d73b 1
  0x7f2091503160 1
  0x7f31f1584f30 1
  0x7f6946d540c5;0x7f6946d6d932 1
  0x7ffb7851ed60;0x7ffb8b38bb75 1
  [unknown] 67
  __futex_wait;futex_do_wait;schedule;__schedule;finish_task_switch.isra.0 2
  bprm_execve;bpf_trace_run3;lookup_nulls_elem_raw;memcmp 1
  do_syscall_64;ksys_read;vfs_read;anon_pipe_read;schedule 1
  exc_page_fault;handle_mm_fault;__handle_mm_fault;pte_offset_map_rw_nolock;___pte_offset_map 1
  $ cat err
  collapse-bpftrace: stacks of several maps were added up: --map NAME chooses one

# map

  $ collapse-bpftrace --map k "$FIXTURES/bpftrace/limit.txt" | tail -n 2
  $ printf '%s\n' '@[' ' a' ']: 1' '@b[' ' c' ']: 2' >in
  $ collapse-bpftrace --map '' in
  a 1
  $ collapse-bpftrace --map @b in
  c 2
  $ collapse-bpftrace --map nosuch in
  [1]
  $ cat err
  collapse-bpftrace: no stacks in the input (82 lines)
  collapse-bpftrace: no stacks in the input (6 lines)

# no-offsets

  $ collapse-bpftrace --no-offsets "$FIXTURES/bpftrace/perf-mode.txt" | head -n 5
  [unknown] 1448
  _int_free 1
  _int_malloc 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_close;__fput;seq_release_private;kfree;__memcg_slab_free_hook 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;get_gate_vma 1
  $ printf '%s\n' '@[' '    a+0x1f' '    b+x' '    c+12' ', d+1]: 4' | collapse-bpftrace --no-offsets
  d+1;c;b+x;a 4
  $ cat err
  collapse-bpftrace: stacks of several maps were added up: --map NAME chooses one

# offcpu

  $ collapse-bpftrace "$FIXTURES/bpftrace/offcpu.txt"
  a/b:c [x], my worker 1;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 98947
  addr2line, bash;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 320224
  bash, my worker 1;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;anon_pipe_read;schedule;__schedule 29846
  eu-stack, clang++;entry_SYSCALL_64_after_hwframe;do_syscall_64;kernel_wait4;do_wait;schedule;__schedule 19491
  inferno-collaps, bpftrace;asm_sysvec_apic_timer_interrupt;irqentry_exit_to_user_mode;schedule;__schedule 51679
  ksoftirqd/1, kworker/1:2;ret_from_fork_asm;ret_from_fork;kthread;smpboot_thread_fn;__cond_resched;__schedule 8054
  ksoftirqd/1, my worker 2;ret_from_fork_asm;ret_from_fork;kthread;smpboot_thread_fn;schedule;__schedule 75773
  kworker/1:2, my worker 1;ret_from_fork_asm;ret_from_fork;kthread;worker_thread;schedule;__schedule 36465
  kworker/u8:2, kworker/1:1H;ret_from_fork_asm;ret_from_fork;kthread;worker_thread;process_one_work;wb_workfn;wb_writeback;__writeback_inodes_wb;writeback_sb_inodes;__writeback_single_inode;do_writepages;blkdev_writepages;__block_write_full_folio;submit_bio_noacct_nocheck;__submit_bio;blk_mq_submit_bio;__rq_qos_throttle;wbt_wait;rq_qos_wait;io_schedule;schedule;__schedule 2775
  rcu_preempt, bpftrace;ret_from_fork_asm;ret_from_fork;kthread;rcu_gp_kthread;rcu_gp_fqs_loop;schedule_timeout;schedule;__schedule 159592
  rcu_preempt, my worker 1;ret_from_fork_asm;ret_from_fork;kthread;rcu_gp_kthread;schedule;__schedule 19

# offsets

  $ collapse-bpftrace --offsets "$FIXTURES/bpftrace/perf-mode.txt" | head -n 5
  7fa92d4981f5 start_thread+773 (/usr/lib/x86_64-linux-gnu/libc.so.6);5557a984a42f run+247 (/home/dev/works/src/bin/threads);5557a984a317 locked+35 (/home/dev/works/src/bin/threads);5557a984a250 rec+55 (/home/dev/works/src/bin/threads);5557a984a250 rec+55 (/home/dev/works/src/bin/threads);5557a984a250 rec+55 (/home/dev/works/src/bin/threads);5557a984a233 rec+26 (/home/dev/works/src/bin/threads) 758
  7fa92d4981f5 start_thread+773 (/usr/lib/x86_64-linux-gnu/libc.so.6);5557a984a42f run+247 (/home/dev/works/src/bin/threads);5557a984a321 locked+45 (/home/dev/works/src/bin/threads) 1
  7fa92d4981f5 start_thread+773 (/usr/lib/x86_64-linux-gnu/libc.so.6);5557a984a42f run+247 (/home/dev/works/src/bin/threads);7fa92d49cc88 __GI___pthread_mutex_unlock_usercnt+56 (/usr/lib/x86_64-linux-gnu/libc.so.6) 1
  7fa92d4981f5 start_thread+773 (/usr/lib/x86_64-linux-gnu/libc.so.6);5557a984a48a run+338 (/home/dev/works/src/bin/threads);7fa92d49512b __GI___lll_lock_wait+43 (/usr/lib/x86_64-linux-gnu/libc.so.6) 4
  7fa92d4a59f5 _int_free+2261 (/usr/lib/x86_64-linux-gnu/libc.so.6) 1
  $ printf '%s\n' '@[' '    a+0x1f' '    b+x' '    c+12' ', d+1]: 4' | collapse-bpftrace --offsets
  d+1;c+12;b+x;a+0x1f 4
  $ cat err
  collapse-bpftrace: stacks of several maps were added up: --map NAME chooses one

# pasted
without the blanks in front of frames, and behind a Ctrl-C: offsets and modules are no names

  $ collapse-bpftrace <<'END'
  > ^C@[
  > vfs_read+142
  > main+12 (/opt/mill)
  >     start+3 ([boot])
  >     f(int) (.cold)
  > , mill]: 4
  > END
  mill;f(int) (.cold);start;main;vfs_read 4
  $ printf '%s\n' '@[' 'vfs_read+142' ']: 4' | stackcollapse-bpftrace.pl
  vfs_read+142 4

# perf-mode

  $ collapse-bpftrace "$FIXTURES/bpftrace/perf-mode.txt"
  [unknown] 1448
  _int_free 1
  _int_malloc 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_close;__fput;seq_release_private;kfree;__memcg_slab_free_hook 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;get_gate_vma 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;proc_get_vma.isra.0 2
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;show_vma_header_prefix 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;show_vma_header_prefix;seq_put_hex_ll 1
  free 2
  start_thread;run;__GI___lll_lock_wait 4
  start_thread;run;__GI___pthread_mutex_unlock_usercnt 1
  start_thread;run;locked 1
  start_thread;run;locked;rec;rec;rec;rec 758
  $ cat err
  collapse-bpftrace: stacks of several maps were added up: --map NAME chooses one

# returns

  $ printf '@[\r\n    a+1\r\n    b+2\r\n, c]: 4\r\n' | stackcollapse-bpftrace.pl
  c;b+2;a+1 4

# threads

  $ collapse-bpftrace "$FIXTURES/bpftrace/threads.json"
  1234 22
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_close;__fput;seq_release_private;kfree;__memcg_slab_free_hook 1
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_openat;do_sys_openat2;getname_flags.part.0;strncpy_from_user;__check_object_size 1
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;proc_get_vma.isra.0;lock_next_vma;mas_find;mas_next_slot 1
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma 1
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;show_vma_header_prefix;seq_put_decimal_ull_width 1
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;show_vma_header_prefix;seq_put_hex_ll 1
  _int_free 2
  _int_malloc 4
  kworker/0:1 fak;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode 1
  kworker/0:1 fak;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_clock_nanosleep;common_nsleep 1
  my worker 1 123
  start_thread;run 4
  $ cat err
  collapse-bpftrace: stacks of several maps were added up: --map NAME chooses one

# values

  $ printf '%s\n' '@a[' ' f' ']: count 5, average 3, total 15' '@a[' ' g' ']: -5' '@a[' ' h' ']: (1, 2)' '@a[' ' i' ']: ' '[4, 8)    5 |@@@   |' '' '@b[7]: 905' '@c: 12' '@a[' ' j' '@a[' ' k' ']: 18446744073709551616' | tee in | collapse-bpftrace
  [1]
  $ echo "exit $?"
  exit 1
  $ sed -i '$d' in
  $ echo ']: 8' >>in
  $ stackcollapse-bpftrace.pl in
  f 15
  k 8
  $ echo "exit $?"
  exit 0
  $ collapse-bpftrace --strict in
  [1]
  $ cat err
  collapse-bpftrace: standard input:19: a stack that does not end
  collapse-bpftrace: standard input:6: cannot be counted: '-5'
  collapse-bpftrace: standard input:9: cannot be counted: '(1, 2)'
  collapse-bpftrace: standard input:12: cannot be counted
  collapse-bpftrace: standard input:21: count is too large: '18446744073709551616'
  collapse-bpftrace: skipped 1 unfinished stack, 3 values that cannot be counted, 1 count that is too large, 1 map entry without a stack
  collapse-bpftrace: no output: part of the input was not understood
  stackcollapse-bpftrace.pl: in:19: a stack that does not end
  stackcollapse-bpftrace.pl: in:6: cannot be counted: '-5'
  stackcollapse-bpftrace.pl: in:9: cannot be counted: '(1, 2)'
  stackcollapse-bpftrace.pl: in:12: cannot be counted
  stackcollapse-bpftrace.pl: skipped 1 unfinished stack, 3 values that cannot be counted, 1 map entry without a stack
  collapse-bpftrace: in:19: a stack that does not end
  collapse-bpftrace: in:6: cannot be counted: '-5'
  collapse-bpftrace: in:9: cannot be counted: '(1, 2)'
  collapse-bpftrace: in:12: cannot be counted
  collapse-bpftrace: skipped 1 unfinished stack, 3 values that cannot be counted, 1 map entry without a stack
  collapse-bpftrace: no output: part of the input was not understood

# lost-events

  $ cat >in <<'END'
  > Lost 12 events
  > @[
  >     leaf+1
  > Lost 3 events
  >     root+2
  > ]: 5
  > WARNING: Lost 1 events
  > END
  $ collapse-bpftrace in
  root;leaf 5
  $ printf '%s\n' '{"type": "lost_events", "data": {"events": 7}}' '{"type": "map", "data": {"@": {"f\n": 2}}}' '{"type": "lost_events", "data": {}}' | collapse-bpftrace
  [1]
  $ cat err
  collapse-bpftrace: skipped 16 events that bpftrace lost
  collapse-bpftrace: standard input:3: not understood: '{"type": "lost_events", "data": {}}'
  collapse-bpftrace: skipped 1 line not understood, 1 map entry without a stack, 7 events that bpftrace lost
  collapse-bpftrace: no stacks in the input (3 lines)

# a-map-that-is-full
between entries and inside of one, as text and as JSON

  $ cat >in <<'EOF'
  > stdin:1:1-20: WARNING: Map full; can't update element. Try increasing max_map_keys config
  > Additional Info - helper: map_update_elem, retcode: -7
  > @[
  >     main+3
  > WARNING: Map full; can't update element. Try increasing max_map_keys config
  > Additional Info - helper: map_update_elem, retcode: -7
  >     _start+4
  > , app]: 5
  > EOF
  $ collapse-bpftrace in
  app;_start;main 5
  $ printf '%s\n' '{"type": "runtime_error", "msg": "Map full; can'"'"'t update element. Try", "helper": "map_update_elem", "retcode": -7}' '{"type": "map", "data": {"@": {"\n    a+1\n": 2}}}' | collapse-bpftrace
  a 2
  $ cat err
  collapse-bpftrace: skipped 2 events that a full map did not take
  collapse-bpftrace: skipped 1 event that a full map did not take
