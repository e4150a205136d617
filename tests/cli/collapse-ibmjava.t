SPDX-License-Identifier: MIT

# blanks

  $ cat >in <<'END'
  > 3XMTHREADINFO "one blank" J9VMThread:0x41, state:R, prio=5
  > 4XESTACKTRACE    at a/B.go(B.java:1)
  > 3XMTHREADINFO3           Native callstack:
  > 3XMTHREADINFO
  > 4XESTACKTRACE                a/B.lost(B.java:1)
  > 4XESTACKTRACE                at a/B.found(B.java:1)
  > END
  $ collapse-ibmjava in; collapse-ibmjava --strict in
  a/B.found 1
  one blank;a/B.go 1
  [1]
  $ cat err
  collapse-ibmjava: in:4: not understood: '3XMTHREADINFO'
  collapse-ibmjava: in:5: not understood: '4XESTACKTRACE                a/B.lost(B.java:1)'
  collapse-ibmjava: skipped 2 lines not understood
  collapse-ibmjava: in:4: not understood: '3XMTHREADINFO'
  collapse-ibmjava: in:5: not understood: '4XESTACKTRACE                a/B.lost(B.java:1)'
  collapse-ibmjava: skipped 2 lines not understood
  collapse-ibmjava: no output: part of the input was not understood

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-ibmjava in.c in.c; echo "exit $?"
  exit 1
  $ collapse-ibmjava --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-ibmjava missing.txt
  [1]
  $ cat err
  collapse-ibmjava: nothing recognised in the input (2 lines)
  collapse-ibmjava: option '--no-such-option' is not known; try 'collapse-ibmjava --help'
  collapse-ibmjava: missing.txt: No such file or directory

# native

  $ collapse-ibmjava <"$FIXTURES/ibmjava/native.txt"
  Anonymous native thread 1
  JIT Compilation Thread-000 1
  worker : 1;java/lang/Thread.run;com/acme/web/Handler.handle;com/acme/web/Codec.encode 1
  worker : 2;Main.main;com/acme/web/Queue.take;java/lang/Object.wait 1

# no-native

  $ collapse-ibmjava <"$FIXTURES/ibmjava/no-native.txt"
  main;com/acme/App.main;com/acme/App$$Lambda$7/0x00000000A0B0C0D0.run 1
  odd "quoted" name;java/lang/Thread.run;App.spin 1

# opt-names

  $ f=$FIXTURES/ibmjava/native.txt
  $ stackcollapse-ibmjava.pl --include-tid "$f"
  Anonymous native thread-0x1F04 1
  JIT Compilation Thread-000-0x1F03 1
  worker : 1-0x1F01;java/lang/Thread.run;com/acme/web/Handler.handle;com/acme/web/Codec.encode 1
  worker : 2-0x1F02;Main.main;com/acme/web/Queue.take;java/lang/Object.wait 1
  $ stackcollapse-ibmjava.pl --no-include-tname "$f"
  Main.main;com/acme/web/Queue.take;java/lang/Object.wait 1
  java/lang/Thread.run;com/acme/web/Handler.handle;com/acme/web/Codec.encode 1
  $ collapse-ibmjava --include-tid --no-include-tid --no-include-tname --include-tname "$f"
  Anonymous native thread 1
  JIT Compilation Thread-000 1
  worker : 1;java/lang/Thread.run;com/acme/web/Handler.handle;com/acme/web/Codec.encode 1
  worker : 2;Main.main;com/acme/web/Queue.take;java/lang/Object.wait 1

# opt-running

  $ collapse-ibmjava -v --running "$FIXTURES/ibmjava/native.txt"
  JIT Compilation Thread-000 1
  worker : 1;java/lang/Thread.run;com/acme/web/Handler.handle;com/acme/web/Codec.encode 1
  $ cat err
  collapse-ibmjava: skipped 2 threads that are not running

# opt-shorten-pkgs

  $ cat "$FIXTURES"/ibmjava/* | stackcollapse-ibmjava.pl --shorten-pkgs
  Anonymous native thread 1
  JIT Compilation Thread-000 1
  main;c/a/App.main;c/a/App$$Lambda$7/0x00000000A0B0C0D0.run 1
  odd "quoted" name;j/l/Thread.run;App.spin 1
  worker : 1;j/l/Thread.run;c/a/w/Handler.handle;c/a/w/Codec.encode 1
  worker : 2;Main.main;c/a/w/Queue.take;j/l/Object.wait 1
  $ collapse-ibmjava --shorten-pkgs --no-shorten-pkgs "$FIXTURES/ibmjava/no-native.txt"
  main;com/acme/App.main;com/acme/App$$Lambda$7/0x00000000A0B0C0D0.run 1
  odd "quoted" name;java/lang/Thread.run;App.spin 1

# the-current-thread-is-listed-twice

  $ thread() {
  >   printf '3XMTHREADINFO      "%s" J9VMThread:0x1F3A100, state:R, prio=5\n' "$1"
  >   printf '3XMTHREADINFO1            (native thread ID:0x2A, native priority:0x5)\n'
  >   printf '3XMTHREADINFO3           Java callstack:\n4XESTACKTRACE                at App.%s(App.java:5)\n' "$1"
  >   printf '3XMTHREADINFO3           Native callstack:\n4XENATIVESTACK               poll+0x2d (0x7F11)\nNULL\n'
  > }
  $ current() { printf '1XMCURTHDINFO  Current thread\nNULL           ----------------------\n'; thread main; }
  $ all() { printf '1XMTHDINFO     All Thread Details\nNULL\n'; thread main; thread work; }
  $ { current; all; } >both && { current; } >one && all >list
  $ collapse-ibmjava both
  main;App.main 1
  work;App.work 1
  $ collapse-ibmjava --chunk-size 1 --threads 3 both both one list
  main;App.main 4
  work;App.work 3
  $ collapse-ibmjava one
  main;App.main 1
