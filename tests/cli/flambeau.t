SPDX-License-Identifier: MIT

# completions
the first word is a program, and the other words are that program's

  $ flambeau --generate=bash | grep -o -e "compgen -W 'collapse-" -e ' difffolded ' -e '_command_offset 1'
  _command_offset 1
  compgen -W 'collapse-
   difffolded\x20 (esc)
  $ flambeau --generate=zsh | grep -o -e 'program:(collapse-' -e flamegraph-record -e '\*::.*'
  program:(collapse-
  flamegraph-record
  *::arguments:_normal'
  $ flambeau --generate=fish | tail -n 2 | cut -c 1-58
  complete -c flambeau -f -n __fish_use_subcommand -a 'colla
  complete -c flambeau -x -n 'not __fish_use_subcommand' -a\x20 (esc)

# list
needs: native
the programs by purpose, each with what its --help begins with; those that are not installed are left out

  $ flambeau | grep -e ':$' -e '^  collapse-perf ' -e '^  flamegraph ' -e help
  To record programs:
  To make folded stacks of what profilers write:
    collapse-perf             folded stacks from perf.data, or from the output of perf script
  To choose and edit stacks:
  To look at folded stacks:
    flamegraph                folded stacks to an interactive flame graph
  To compare two profiles:
  To open them in other programs:
  PROGRAM --help prints the options of a program, man PROGRAM its page; man 7 flambeau has recipes.
  $ diffreport --help | head -n 1
  diffreport - what changed between two profiles, by function
  $ flambeau | grep '^  diffreport '
    diffreport                what changed between two profiles, by function
  $ mkdir bin; cp "$(command -v flambeau)" bin; printf '#!/bin/sh\necho "difffolded - one of two"\n' > bin/difffolded; chmod +x bin/difffolded
  $ PATH= bin/flambeau
  To compare two profiles:
    difffolded  one of two
   (esc)
  PROGRAM --help prints the options of a program, man PROGRAM its page; man 7 flambeau has recipes.

# run
it becomes the program: arguments, input, output, messages and exit code are the program's

  $ printf 'a;b 1\n' | flambeau collapse-filter --hide '^b$'
  a 1
  $ printf 'a b\n' | flambeau collapse-filter; echo $?
  1
  $ flambeau diffreport --no-such; echo $?
  2
  $ flambeau flamegraph --version | sed 's/ .*//'
  flamegraph
  $ cat err
  collapse-filter: standard input:1: no count at the end of the line: 'a b'
  collapse-filter: skipped 1 line without a count
  collapse-filter: no stacks are left
  diffreport: option '--no-such' is not known; try 'diffreport --help'

# unknown
needs: native
what it cannot run, and why

  $ flambeau colapse-perf; echo $?
  2
  $ flambeau perf; echo $?
  2
  $ flambeau ''; echo $?
  2
  $ flambeau -q flamegraph x; echo $?
  2
  $ mkdir bin; cp "$(command -v flambeau)" bin
  $ PATH= bin/flambeau; echo $?
  1
  $ PATH= bin/flambeau flamegraph; echo $?
  1
  $ flambeau -o /nowhere/list; echo $?
  1
  $ cat err
  flambeau: 'colapse-perf' is not a program of flambeau (did you mean collapse-perf?); 'flambeau' lists them
  flambeau: 'perf' is not a program of flambeau; 'flambeau' lists them
  flambeau: '' is not a program of flambeau; 'flambeau' lists them
  flambeau: options come after the program: flambeau flamegraph OPTION...
  flambeau: no other program of flambeau is in its folder, or in PATH
  flambeau: flamegraph: not found
  flambeau: /nowhere/list: No such file or directory
