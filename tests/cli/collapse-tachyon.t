SPDX-License-Identifier: MIT

# layouts
needs: python3
both layouts, in either byte order: the same samples

  $ collapse-tachyon "$FIXTURES/tachyon/mill.bin"
  [unknown] 1
  a:b 1
  main (mill/__main__.py);grind (stone.py) 5
  main (mill/__main__.py);grind (stone.py);<GC> 1
  $ for words in "" new big "new big"; do
  > 	python3 -B "$TESTS/system/recordings/tachyon.py" $words >in
  > 	collapse-tachyon in >one
  > 	collapse-tachyon "$FIXTURES/tachyon/mill.bin" | cmp - one && echo same
  > done
  same
  same
  same
  same
  $ collapse-tachyon --header "$FIXTURES/tachyon/mill.bin" | grep '^#'
  # flambeau: event=cpu
  # flambeau: unit=samples
  # flambeau: frequency=1000
  # flambeau: samples=8
  # flambeau: unnamed=1
  $ collapse-tachyon "$FIXTURES/tachyon/mill.bin" "$FIXTURES/tachyon/mill-first-big.bin"
  [unknown] 2
  a:b 2
  main (mill/__main__.py);grind (stone.py) 10
  main (mill/__main__.py);grind (stone.py);<GC> 2

# compressed
needs: python3 zstd

  $ for words in "" new big; do
  > 	python3 -B "$TESTS/system/recordings/tachyon.py" zstd $words >in
  > 	collapse-tachyon in >one
  > 	collapse-tachyon "$FIXTURES/tachyon/mill.bin" | cmp - one && echo same
  > done
  same
  same
  same
  $ printf '\377\377' | dd of=in bs=1 seek=80 conv=notrunc 2>/dev/null
  $ collapse-tachyon -q in >one; echo $?
  1
  $ zstd -q <"$FIXTURES/tachyon/mill.bin" | collapse-tachyon | head -n 1
  [unknown] 1
  $ cat err
  collapse-tachyon: in: the compressed samples are damaged
  collapse-tachyon: no output: part of the input was not understood

# states

  $ for states in gil cpu waiting exception main gil,waiting; do
  > 	echo "== $states"
  > 	collapse-tachyon --states $states "$FIXTURES/tachyon/mill.bin"
  > done
  == gil
  main (mill/__main__.py);grind (stone.py) 3
  main (mill/__main__.py);grind (stone.py);<GC> 1
  == cpu
  [unknown] 1
  main (mill/__main__.py);grind (stone.py) 2
  main (mill/__main__.py);grind (stone.py);<GC> 1
  == waiting
  a:b 1
  == exception
  main (mill/__main__.py);grind (stone.py) 1
  == main
  main (mill/__main__.py);grind (stone.py) 4
  == gil,waiting
  a:b 1
  main (mill/__main__.py);grind (stone.py) 3
  main (mill/__main__.py);grind (stone.py);<GC> 1
  $ collapse-tachyon -v --states waiting "$FIXTURES/tachyon/mill.bin" >one
  $ collapse-tachyon --states idle "$FIXTURES/tachyon/mill.bin"
  [2]
  $ cat err
  collapse-tachyon: skipped 7 samples in other states
  collapse-tachyon: option '--states' cannot take 'idle': there is no state 'idle'; try 'collapse-tachyon --help'

# names

  $ collapse-tachyon --lines "$FIXTURES/tachyon/mill.bin"
  [unknown] 1
  a:b 1
  main (mill/__main__.py:3);grind (stone.py:12) 5
  main (mill/__main__.py:3);grind (stone.py:14);<GC> 1
  $ collapse-tachyon --paths "$FIXTURES/tachyon/mill.bin" | tail -n 1
  main (/srv/mill/__main__.py);grind (/srv/mill/stone.py);<GC> 1

# labels

  $ collapse-tachyon --labels time=1ms,tid,state,thread "$FIXTURES/tachyon/mill.bin"
  @time=0.000;@state=gil+cpu+main;@thread=tid 8;@tid=8;main (mill/__main__.py);grind (stone.py) 1
  @time=0.000;@state=waiting;@thread=tid 9;@tid=9;a:b 1
  @time=0.001;@state=exception;@thread=tid 9;@tid=9;main (mill/__main__.py);grind (stone.py) 1
  @time=0.001;@state=gil+cpu+main;@thread=tid 8;@tid=8;main (mill/__main__.py);grind (stone.py) 1
  @time=0.002;@state=cpu;@thread=tid 9;@tid=9;[unknown] 1
  @time=0.002;@state=gil+main;@thread=tid 8;@tid=8;main (mill/__main__.py);grind (stone.py) 1
  @time=0.003;@state=main;@thread=tid 8;@tid=8;main (mill/__main__.py);grind (stone.py) 1
  @time=0.004;@state=gil+cpu;@thread=tid 8;@tid=8;main (mill/__main__.py);grind (stone.py);<GC> 1
  $ collapse-tachyon --labels time=1ms --absolute-time "$FIXTURES/tachyon/mill.bin" | head -n 1
  @time=1760000000.001;a:b 1

# cut
needs: python3
a file needs its end: nothing is written of a part of it

  $ python3 -B - "$FIXTURES/tachyon/mill.bin" <<'END'
  > import subprocess, sys
  > whole = open(sys.argv[1], "rb").read()
  > runs = [subprocess.run(["collapse-tachyon", "-q"], input=whole[:size], capture_output=True) for size in range(len(whole))]
  > print({(run.returncode, run.stdout) for run in runs})
  > END
  {(1, b'')}
  $ head -c 200 "$FIXTURES/tachyon/mill.bin" | collapse-tachyon
  [1]
  $ cat err
  collapse-tachyon: standard input: the file is cut off, damaged, or of a newer layout: version 2, of Python 3.15.0
  collapse-tachyon: no output: part of the input was not understood

# damaged
needs: python3
what was read up to there counts

  $ python3 -B - "$FIXTURES/tachyon/mill.bin" <<'END'
  > import sys
  > whole = open(sys.argv[1], "rb").read()
  > at = whole.index(bytes([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]))
  > for name, place, byte in ("kind", at + 12, 4), ("frame", at + 18, 99), ("samples", 28, 9):
  >     open(name, "wb").write(whole[:place] + bytes([byte]) + whole[place + 1:])
  > END
  $ collapse-tachyon kind
  a:b 1
  main (mill/__main__.py);grind (stone.py) 4
  main (mill/__main__.py);grind (stone.py);<GC> 1
  $ collapse-tachyon frame
  a:b 1
  main (mill/__main__.py);grind (stone.py) 4
  main (mill/__main__.py);grind (stone.py);<GC> 1
  $ collapse-tachyon samples | wc -l | tr -d ' '
  4
  $ collapse-tachyon --strict -q kind
  [1]
  $ cat err
  collapse-tachyon: kind:1: the samples are damaged from here on
  collapse-tachyon: kind:1: the number of samples differs from the header's
  collapse-tachyon: skipped 1 file with damaged samples
  collapse-tachyon: kept 1 file with more or fewer samples than it says
  collapse-tachyon: frame:1: the samples are damaged from here on
  collapse-tachyon: frame:1: the number of samples differs from the header's
  collapse-tachyon: skipped 1 file with damaged samples
  collapse-tachyon: kept 1 file with more or fewer samples than it says
  collapse-tachyon: samples:1: the number of samples differs from the header's
  collapse-tachyon: kept 1 file with more or fewer samples than it says
  collapse-tachyon: no output: part of the input was not understood

# recognised

  $ collapse-guess --identify "$FIXTURES/tachyon/mill.bin"
  tachyon          folded stacks from Python's sampling profiler (3.15)
  $ collapse-guess --identify "$FIXTURES/tachyon/mill-first-big.bin"
  tachyon          folded stacks from Python's sampling profiler (3.15)

# states-any-case
names of states in any letters, and ALL

  $ collapse-tachyon --states GIL,Waiting "$FIXTURES/tachyon/mill.bin"
  a:b 1
  main (mill/__main__.py);grind (stone.py) 3
  main (mill/__main__.py);grind (stone.py);<GC> 1
  $ collapse-tachyon --states ALL "$FIXTURES/tachyon/mill.bin"
  [unknown] 1
  a:b 1
  main (mill/__main__.py);grind (stone.py) 5
  main (mill/__main__.py);grind (stone.py);<GC> 1
