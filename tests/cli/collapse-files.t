SPDX-License-Identifier: MIT

# blocks
what du counts

  $ mkdir tree; printf 1 >tree/small; truncate -s 1000000 tree/hole
  $ ours=$(collapse-files --blocks tree | awk '{ sum += $NF } END { printf "%d\n", sum }')
  $ [ "$ours" = "$(du -s --block-size=1 tree | cut -f 1)" ] && echo same
  same
  $ [ "$(collapse-files tree | grep -c 'tree;hole 1000000')" = 1 ] && echo length
  length

# errors

  $ collapse-files
  [2]
  $ echo "exit $?"
  exit 2
  $ collapse-files missing
  [1]
  $ echo "exit $?"
  exit 1
  $ files.pl
  [2]
  $ echo "exit $?"
  exit 2
  $ files.pl --blocks .
  [2]
  $ echo "exit $?"
  exit 2
  $ mkdir tree; printf 12 >tree/two
  $ collapse-files missing tree | grep two
  tree;two 2
  $ cat err
  collapse-files: no directory is named; try 'collapse-files --help'
  collapse-files: missing: No such file or directory
  files.pl: no directory is named; try 'files.pl --help'
  files.pl: option '--blocks' is not known
  files.pl: usage: files.pl [OPTION...] DIRECTORY...
  collapse-files: missing: No such file or directory

# tree
directories as frames; links are not followed, a file with two names counts once, empty ones are nothing

  $ mkdir -p tree/sub tree/'a b;c'
  $ printf 12345 >tree/five; printf 123 >tree/sub/three; printf 1 >tree/'a b;c'/é; : >tree/empty
  $ ln tree/five tree/sub/again; ln -s /etc tree/link
  $ sizes() { awk -F' ' '/(sub|c|tree) [0-9]+$/ { next } { print }'; }
  $ echo '== own name'; collapse-files tree | sizes
  == own name
  # flambeau: unit=bytes
  tree;a b:c;é 1
  tree;five 5
  tree;link 4
  tree;sub;three 3
  $ echo '== parts of the path'; (cd tree && collapse-files ../tree//sub/ | sizes)
  == parts of the path
  # flambeau: unit=bytes
  ..;tree;sub;again 5
  ..;tree;sub;three 3
  $ echo '== as files.pl writes names'; files.pl tree --xdev | sizes
  == as files.pl writes names
  tree;a_b_c;__ 1
  tree;five 5
  tree;link 4
  tree;sub;three 3
