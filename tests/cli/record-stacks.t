SPDX-License-Identifier: MIT

# bad-call-graph
needs: record-stacks

  $ record-stacks --call-graph lbr -- true > out
  [2]
  $ record-stacks --call-graph dwarf,70000 -- true > out
  [2]
  $ record-stacks --call-graph dwarf, -- true > out
  [2]
  $ cat err
  record-stacks: option '--call-graph' cannot take 'lbr': it is one of auto, auto,SIZE, fp, dwarf, dwarf,SIZE; try 'record-stacks --help'
  record-stacks: option '--call-graph' cannot take 'dwarf,70000': a stack is dumped in 1 to 65528 bytes; try 'record-stacks --help'
  record-stacks: option '--call-graph' cannot take 'dwarf,': it is one of auto, auto,SIZE, fp, dwarf, dwarf,SIZE; try 'record-stacks --help'

# bad-cpu
needs: record-stacks

  $ record-stacks -C 3-1 -- true > out
  [2]
  $ record-stacks -C 60000 -- true > out
  [2]
  $ cat err
  record-stacks: option '--cpu' cannot take '3-1': CPUs are numbers and ranges, like 0-3,8
  record-stacks: CPU 60000 does not exist or is offline; see /sys/devices/system/cpu/online

# bad-event
needs: record-stacks

  $ record-stacks -e cpu-clok -- true > out
  [2]
  $ record-stacks -e cycles,nosuch -- true > out
  [2]
  $ record-stacks -e "" -- true > out
  [2]
  $ cat err
  record-stacks: event 'cpu-clok': no such event (did you mean cpu-clock?); the manual page lists them
  record-stacks: event 'nosuch': no such event; the manual page lists them
  record-stacks: event '': no such event; the manual page lists them

# bad-output
needs: record-stacks

  $ record-stacks -o /nosuch/dir/x.data -- true
  [1]
  $ record-stacks --output= -- true
  [2]
  $ cat err
  record-stacks: /nosuch/dir/x.data: No such file or directory
  record-stacks: option '--output' needs the name of a file; try 'record-stacks --help'

# bad-process
needs: record-stacks

  $ record-stacks -p 12x > out
  [2]
  $ record-stacks -p 0 > out
  [2]
  $ record-stacks -t 2147483647 > out
  [2]
  $ record-stacks -p 2147483647 > out
  [2]
  $ cat err
  record-stacks: option '--process' cannot take '12x': it is a number, several are separated by commas
  record-stacks: option '--process' cannot take '0': it is a number, several are separated by commas
  record-stacks: there is no thread 2147483647
  record-stacks: there is no process 2147483647

# both
needs: record-stacks

  $ record-stacks -p 1 -- true > out
  [2]
  $ cat err
  record-stacks: a command cannot be recorded together with --process or --thread; use --duration to end a recording; try 'record-stacks --help'

# conflicts
needs: record-stacks

  $ record-stacks -F 99 -c 1000 -- true > out
  [2]
  $ record-stacks -g --call-graph dwarf -- true > out
  [2]
  $ record-stacks --user --kernel -- true > out
  [2]
  $ record-stacks --off-cpu -e cycles -- true > out
  [2]
  $ record-stacks -a -p 1 > out
  [2]
  $ record-stacks --off-cpu=never -- true > out
  [2]
  $ record-stacks --wall --off-cpu -- true > out
  [2]
  $ record-stacks --wall -e cycles -- true > out
  [2]
  $ record-stacks --wall -c 1000 -- true > out
  [2]
  $ record-stacks --wall --kernel -- true > out
  [2]
  $ record-stacks --wall -C 0 -- true > out
  [2]
  $ cat err
  record-stacks: options '--count' and '--freq' exclude each other
  record-stacks: option '-g' is '--call-graph=fp', and excludes another one; try 'record-stacks --help'
  record-stacks: options '--user' and '--kernel' exclude each other
  record-stacks: options '--off-cpu' and '--event' exclude each other
  record-stacks: options '--all-cpus' and '--process' exclude each other
  record-stacks: option '--off-cpu' has no value 'never': it is one of blocked, preempted, all; try 'record-stacks --help'
  record-stacks: options '--wall' and '--off-cpu' exclude each other
  record-stacks: options '--wall' and '--event' exclude each other
  record-stacks: options '--wall' and '--count' exclude each other
  record-stacks: options '--wall' and '--kernel' exclude each other
  record-stacks: options '--wall' and '--cpu' exclude each other

# did-you-mean
needs: record-stacks

  $ record-stacks --al-cpus > out
  [2]
  $ record-stacks --bufers 1M -- true > out
  [2]
  $ cat err
  record-stacks: option '--al-cpus' is not known (did you mean --all-cpus?); try 'record-stacks --help'
  record-stacks: option '--bufers' is not known (did you mean --buffer?); try 'record-stacks --help'

# no-dashes
needs: record-stacks

  $ record-stacks true > out
  [2]
  $ cat err
  record-stacks: 'true' is not an option; put '--' before the command; try 'record-stacks --help'

# nothing
needs: record-stacks

  $ record-stacks > out
  [2]
  $ cat err
  record-stacks: nothing to record: give -- COMMAND, -p PID, -t TID or -a; try 'record-stacks --help'
