SPDX-License-Identifier: MIT

# swift
results that Swift prints are no part of a name, arrows within a name are

  $ printf '%s\n' "* thread #1, queue = 'main'" '  * frame #0: 0x1 mill`Mill.turn(self=0x2) -> () at main.swift:5' \
  > 	'    frame #1: 0x2 mill`closure #1 () -> () in Mill.run() -> ()(self=0x2) at main.swift:9:3' \
  > 	'    frame #2: 0x3 mill`call<fn() -> i32, ()>((null)=0x4) at main.rs:7' '    frame #3: 0x4 mill`main + 1' | collapse-lldb --strict
  main;call<fn() -> i32, ()>;closure #1 () -> () in Mill.run;Mill.turn 1

# threads
what a command prints, not the status of a process that stops

  $ collapse-lldb "$FIXTURES/lldb/threads.txt"
  (anonymous namespace)::worker:run;[<0x1f40>];[libstone.so <0x18b3f4274>];std::vector<int, std::allocator<int>>::push_back[abi:ue170006];stone::turn(int, char const*) 1
  __libc_pause 1
  __libc_start_main;main;__libc_pause 1
  $ collapse-lldb --thread-names "$FIXTURES/lldb/threads.txt"
  grind;(anonymous namespace)::worker:run;[<0x1f40>];[libstone.so <0x18b3f4274>];std::vector<int, std::allocator<int>>::push_back[abi:ue170006];stone::turn(int, char const*) 1
  mill;__libc_start_main;main;__libc_pause 1
  thread #3;__libc_pause 1
  $ collapse-lldb --labels all "$FIXTURES/lldb/threads.txt"
  @state=signal SIGSTOP;@thread=grind;(anonymous namespace)::worker:run;[<0x1f40>];[libstone.so <0x18b3f4274>];std::vector<int, std::allocator<int>>::push_back[abi:ue170006];stone::turn(int, char const*) 1
  @state=signal SIGSTOP;@thread=mill;__libc_start_main;main;__libc_pause 1
  __libc_pause 1

# repeated
each command counts all threads

  $ cat "$FIXTURES/lldb/threads.txt" "$FIXTURES/lldb/threads.txt" | collapse-lldb | head -n 1
  (anonymous namespace)::worker:run;[<0x1f40>];[libstone.so <0x18b3f4274>];std::vector<int, std::allocator<int>>::push_back[abi:ue170006];stone::turn(int, char const*) 2
  $ printf '(lldb) bt all\r\n* thread #1\r\n  * frame #0: 0x1 a`f at a.c:1\r\n' | collapse-lldb
  f 1

# damaged

  $ printf '%s\n' '  frame #9: 0x1 a`lost' '(lldb) bt all' '* thread #1' '  * frame #0: 0x1 a`f at a.c:1' '    frame #x: 0x1 a`g' 'error: no' '  thread #2' | collapse-lldb
  [unknown] 1
  f 1
  $ cat err
  collapse-lldb: standard input:1: not understood: '  frame #9: 0x1 a`lost'
  collapse-lldb: standard input:5: not understood: '    frame #x: 0x1 a`g'
  collapse-lldb: standard input:6: not understood: 'error: no'
  collapse-lldb: skipped 3 lines not understood

# recognised

  $ collapse-guess --identify "$FIXTURES/lldb/threads.txt"
  lldb             folded stacks from lldb's backtraces of all threads
