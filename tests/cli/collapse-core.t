SPDX-License-Identifier: MIT

# threads
needs: gzip
a core of the kernel and one of gcore, with the program

  $ cp "$INPUTS/shop" .
  $ collapse-core --exe shop --header all "$FIXTURES/core/shop.core.gz"
  # flambeau: event=signal-11
  # flambeau: unit=samples
  # flambeau: command=./shop
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle 1
  thread;worker;wait_for_customers;nap 2
  $ collapse-core --exe "$INPUTS/shop" "$FIXTURES/core/shop-gcore.core.gz"
  _start;run;serve 1
  thread;worker;price;haggle 1
  thread;worker;wait_for_customers;nap 2
  $ collapse-core --exe ./shop "$FIXTURES/core/shop.core.gz" "$FIXTURES/core/shop-gcore.core.gz"
  _start;run;serve 1
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle 2
  thread;worker;wait_for_customers;nap 4
  $ collapse-guess --identify "$FIXTURES/core/shop.core.gz"
  core             folded stacks from core files of Linux

# options
needs: gzip

  $ core() { collapse-core --exe "$INPUTS/shop" "$@" "$FIXTURES/core/shop.core.gz"; }
  $ core --inline
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle_[i] 1
  thread;worker;wait_for_customers;nap 2
  $ core --no-inline
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price 1
  thread;worker;wait_for_customers;nap 2
  $ core --thread-names
  shop;_start;run;serve;crash;[<0x10>] 1
  shop;thread;worker;price;haggle 1
  shop;thread;worker;wait_for_customers;nap 2
  $ core --labels all | sed "s/2573./N/g"
  @comm=shop;@core=shop.core.gz;@pid=N;@state=died;@tid=N;_start;run;serve;crash;[<0x10>] 1
  @comm=shop;@core=shop.core.gz;@pid=N;@state=waiting;@tid=N;thread;worker;wait_for_customers;nap 1
  @comm=shop;@core=shop.core.gz;@pid=N;@state=waiting;@tid=N;thread;worker;wait_for_customers;nap 1
  @comm=shop;@core=shop.core.gz;@pid=N;@state=waiting;@tid=N;thread;worker;price;haggle 1
  $ core --symbols never
  [shop <0x40101f>];[shop <0x4010de>];[shop <0x4010ad>];[shop <0x40104e>] 2
  [shop <0x40101f>];[shop <0x4010fa>];[shop <0x401082>] 1
  [shop <0x401027>];[shop <0x401198>];[shop <0x401147>];[shop <0x401105>];[<0x10>] 1

# frame-pointers
needs: python3
AArch64 with signed return addresses; x86-64 with notes that are aligned to 8 bytes

  $ collapse-core --header "$FIXTURES/core/arm.core"
  # flambeau: event=signal-11
  # flambeau: unit=samples
  [<0x400227>];[<0x400123>];[<0x400053>];[<0x400010>] 1
  [<0x40032f>];[<0x400020>] 1
  $ python3 -B "$INPUTS/make.py" x86 >x86.core
  $ collapse-core x86.core
  [<0x400227>];[<0x400123>];[<0x400010>] 1
  [<0x40032f>];[<0x400020>] 1
  $ python3 -B "$INPUTS/make.py" x86 8 | collapse-core
  [<0x400227>];[<0x400123>];[<0x400010>] 1
  [<0x40032f>];[<0x400020>] 1

# files
needs: python3 gzip readelf objcopy
no program, one of another build, one below a folder, a debug file alone, a core without build IDs

  $ cp "$FIXTURES/core/shop.core.gz" .
  $ collapse-core shop.core.gz
  [shop <0x104e>] 2
  [shop <0x1082>] 1
  [shop <0x1105>];[<0x10>] 1
  $ collapse-core --exe missing shop.core.gz
  [shop <0x104e>] 2
  [shop <0x1082>] 1
  [shop <0x1105>];[<0x10>] 1
  $ python3 -c 'import sys; b = bytearray(open(sys.argv[1], "rb").read()); b[b.index(b"GNU\0") + 4] ^= 1
  > open("other", "wb").write(b)' "$INPUTS/shop"
  $ collapse-core --exe other shop.core.gz
  [shop <0x104e>] 2
  [shop <0x1082>] 1
  [shop <0x1105>];[<0x10>] 1
  $ collapse-core --exe other --symbols always shop.core.gz
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle 1
  thread;worker;wait_for_customers;nap 2
  $ mkdir -p root/tmp/shop
  $ cp "$INPUTS/shop" root/tmp/shop
  $ collapse-core --symfs root shop.core.gz
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle 1
  thread;worker;wait_for_customers;nap 2
  $ id=$(readelf -n "$INPUTS/shop" | sed -n 's/.*Build ID: //p')
  $ mkdir -p "debug/.build-id/$(echo "$id" | cut -c1-2)"
  $ objcopy --only-keep-debug "$INPUTS/shop" "debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-).debug"
  $ collapse-core --debug-dir debug shop.core.gz
  crash;[<0x10>] 1
  nap 2
  price;haggle 1
  $ gzip -dc shop.core.gz | python3 -c 'import sys
  > b = bytearray(sys.stdin.buffer.read()); i = b.index(b"GNU\0"); b[i] = 88
  > open("no-id.core", "wb").write(b)'
  $ collapse-core --symfs root no-id.core
  [shop <0x104e>] 2
  [shop <0x1082>] 1
  [shop <0x1105>];[<0x10>] 1
  $ collapse-core --symfs root --symbols always no-id.core
  _start;run;serve;crash;[<0x10>] 1
  thread;worker;price;haggle 1
  thread;worker;wait_for_customers;nap 2
  $ cat err
  collapse-core: no names for 4 of 5 frames, most of them in /tmp/shop/shop (4): no such file: see --symfs, --exe
  collapse-core: no names for 4 of 5 frames, most of them in /tmp/shop/shop (4): no such file: see --symfs, --exe
  collapse-core: no names for 4 of 5 frames, most of them in /tmp/shop/shop (4): its build ID differs
  collapse-core: no names for 4 of 5 frames, most of them in /tmp/shop/shop (4): the core has no build ID of it: see --symbols always

# damage
needs: python3

  $ python3 -B "$INPUTS/make.py" x86 >x86.core
  $ head -c 4000 x86.core | collapse-core
  [<0x400227>];[<0x400123>];[<0x400010>] 1
  [<0x40032f>];[<0x400020>] 1
  $ head -c 600 x86.core | collapse-core
  [<0x400010>] 1
  $ head -c 100 x86.core | collapse-core
  [1]
  $ patch() { python3 -c 'import sys; b = bytearray(open("x86.core", "rb").read()); exec(sys.argv[1]); sys.stdout.buffer.write(b)' "$1"; }
  $ patch 'b[18] = 3' | collapse-core
  [1]
  $ patch 'b[4] = 1' | collapse-core
  [1]
  $ patch 'b[5] = 2' | collapse-core
  [1]
  $ patch 'b[16] = 2' | collapse-core
  [1]
  $ patch 'b[236] = 81' | collapse-core
  [<0x40032f>];[<0x400020>] 1
  $ printf 'MDMP....' | collapse-core
  [1]
  $ printf '\317\372\355\376....' | collapse-core
  [1]
  $ collapse-core </dev/null
  [1]
  $ cp "$FIXTURES/stap/user.txt" .
  $ collapse-core user.txt
  [1]
  $ cat err
  collapse-core: skipped 1 core file whose memory is cut off
  collapse-core: skipped 1 core file whose memory is cut off
  collapse-core: kept 1 stack cut at the root: no call frame information there
  collapse-core: standard input: a core file without threads
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: a core file of a processor whose stacks are not read (ELF machine 3, 64 bits): x86-64 and AArch64 are
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: a core file of a processor whose stacks are not read (ELF machine 62, 32 bits): x86-64 and AArch64 are
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: a program or library, not its core file (see --exe)
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: a program or library, not its core file (see --exe)
  collapse-core: no output: part of the input was not understood
  collapse-core: skipped 1 thread whose registers are not of this processor
  collapse-core: standard input: a minidump of Windows, which is not read
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: a file of macOS (Mach-O), which is not read
  collapse-core: no output: part of the input was not understood
  collapse-core: standard input: the input is empty
  collapse-core: no output: part of the input was not understood
  collapse-core: user.txt: this is SystemTap's print_stack() and print_ustack(); try: collapse-stap user.txt
