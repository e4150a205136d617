SPDX-License-Identifier: MIT

# dumps
needs: collapse-cpuprofile

  $ for file in py-spy.txt py-spy.json pystack.txt sampling.txt; do
  > 	echo "== $file"
  > 	collapse-python "$FIXTURES/python/$file"
  > 	collapse-python --lines --paths --states ALL "$FIXTURES/python/$file"
  > done
  == py-spy.txt
  [unknown] 1
  run (threading.py);grind (mill/stone.py) 2
  <module> (mill/worker.py:52);main (mill/worker.py:40);wait (threading.py:355) 1
  [unknown] 1
  run (threading.py:1010);grind (mill/stone.py:12) 1
  run (threading.py:1010);grind (mill/stone.py:14) 1
  == py-spy.json
  <frozen> (built);grind (mill/stone.py) 1
  <frozen> (built);grind (/srv/mill/stone.py:12) 1
  wait (/usr/lib/python3.12/threading.py:355) 1
  == pystack.txt
  <module> (mill/__main__.py);grind (stone.py);time_sleep (timemodule.c);clock_nanosleep 1
  run (threading.py) 1
  <module> (/srv/mill/__main__.py:3);grind (/srv/mill/stone.py:12);time_sleep (Modules/timemodule.c:400);clock_nanosleep 1
  run (/usr/lib/python3.12/threading.py:1010) 1
  == sampling.txt
  <module> (mill/__main__.py);grind (stone.py);<GC> 1
  [unknown] 1
  <module> (/srv/mill/__main__.py:3);grind (/srv/mill/stone.py);<GC> 1
  [unknown] 1
  run (/usr/lib/python3.15/threading.py:1010) 1

# states
needs: collapse-cpuprofile
threads that are not idle, unless told otherwise

  $ for states in gil waiting gc cpu main idle,active exception; do
  > 	echo "== $states"
  > 	cat "$FIXTURES"/python/*.txt "$FIXTURES/python/py-spy.json" | collapse-python -q --states $states
  > done
  == gil
  <frozen> (built);grind (mill/stone.py) 1
  <module> (mill/__main__.py);grind (stone.py);<GC> 1
  <module> (mill/__main__.py);grind (stone.py);time_sleep (timemodule.c);clock_nanosleep 1
  run (threading.py);grind (mill/stone.py) 1
  == waiting
  [unknown] 1
  run (threading.py) 1
  == gc
  <module> (mill/__main__.py);grind (stone.py);time_sleep (timemodule.c);clock_nanosleep 1
  == cpu
  <module> (mill/__main__.py);grind (stone.py);<GC> 1
  == main
  <module> (mill/__main__.py);grind (stone.py);<GC> 1
  == idle,active
  <frozen> (built);grind (mill/stone.py) 1
  <module> (mill/worker.py);main (mill/worker.py);wait (threading.py) 1
  [unknown] 1
  run (threading.py) 1
  run (threading.py);grind (mill/stone.py) 2
  wait (threading.py) 1
  == exception
  [1]
  $ collapse-python -v "$FIXTURES/python/py-spy.txt" | wc -l | tr -d ' '
  2
  $ collapse-python --states asleep "$FIXTURES/python/py-spy.txt"
  [2]
  $ cat err
  collapse-python: no stacks: none of 11 samples was selected
  collapse-python: skipped 1 thread in another state
  collapse-python: option '--states' cannot take 'asleep': there is no state 'asleep'; try 'collapse-python --help'

# labels
needs: collapse-cpuprofile

  $ for file in py-spy.txt py-spy.json pystack.txt sampling.txt; do
  > 	collapse-python --labels all --states all "$FIXTURES/python/$file"
  > done
  @pid=812;@state=active+gil;@thread=grind:2;@tid=816;run (threading.py);grind (mill/stone.py) 1
  @pid=812;@state=active;@thread=grind-1;@tid=815;run (threading.py);grind (mill/stone.py) 1
  @pid=812;@state=active;@tid=0x7F3A;[unknown] 1
  @pid=812;@state=idle;@thread=MainThread;@tid=812;<module> (mill/worker.py);main (mill/worker.py);wait (threading.py) 1
  @pid=812;@state=active+gil;@tid=141;<frozen> (built);grind (mill/stone.py) 1
  @pid=812;@state=idle;@thread=MainThread;@tid=812;wait (threading.py) 1
  @state=gil+gc;@thread=grind (1);@tid=900;<module> (mill/__main__.py);grind (stone.py);time_sleep (timemodule.c);clock_nanosleep 1
  @state=waiting;@thread=idle;@tid=901;run (threading.py) 1
  @pid=77;@state=gil+cpu+main;@tid=78;<module> (mill/__main__.py);grind (stone.py);<GC> 1
  @pid=77;@state=idle;@tid=79;run (threading.py) 1
  @pid=77;@state=waiting;@tid=80;[unknown] 1

# damaged
needs: collapse-cpuprofile

  $ printf '%s\n' 'Process 7: a' 'Thread 1 (active): "t"' '    no place' '    f (a.py:3)' '  shallow (a.py:3)' 'a line of a log' '    g (a.py:4)' '' '    h (a.py:4)' |
  > 	collapse-python
  f (a.py) 1
  $ printf '%s\n' 'Traceback for thread 1 (t) [] (most recent call last):' '    (Java) File "x", line 3, in f' '    (Python) File "x.py, line 3, in f' '    (Python) File "x.py", line 3, in f' |
  > 	collapse-python
  f (x.py) 1
  $ printf '[{"thread_id":1,"active":true,"frames":[{"name":"f","filename":"a.py"}]},\n{"thread_id":' | collapse-python
  f (a.py) 1
  [1]
  $ printf '[{"thread_id":1,"active":true,"frames":[]}]\n[{"thread_id":2,"active":true,"frames":[{"name":"f"}]},,]\nThread 1 (active): "t"\n    f (a.py:3)\n' | collapse-python
  [unknown] 1
  f 1
  f (a.py) 1
  [1]
  $ cat err
  collapse-python: standard input:3: not understood: '    no place'
  collapse-python: standard input:5: not understood: '  shallow (a.py:3)'
  collapse-python: standard input:6: not understood: 'a line of a log'
  collapse-python: standard input:7: not understood: '    g (a.py:4)'
  collapse-python: standard input:9: not understood: '    h (a.py:4)'
  collapse-python: skipped 5 lines not understood
  collapse-python: standard input:2: not understood: '    (Java) File "x", line 3, in f'
  collapse-python: standard input:3: not understood: '    (Python) File "x.py, line 3, in f'
  collapse-python: skipped 2 lines not understood
  collapse-python: standard input:3: a list of threads cannot be read from here on: 'it does not end'
  collapse-python: skipped 1 remainder of a list of threads
  collapse-python: the output is incomplete: the input is
  collapse-python: standard input:2: a list of threads cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-python: skipped 1 remainder of a list of threads
  collapse-python: the output is incomplete: the input is

# recognised

  $ for file in py-spy.txt py-spy.json pystack.txt sampling.txt; do collapse-guess --identify "$FIXTURES/python/$file"; done
  python           folded stacks from thread dumps of py-spy, pystack and Python
  python           folded stacks from thread dumps of py-spy, pystack and Python
  python           folded stacks from thread dumps of py-spy, pystack and Python
  python           folded stacks from thread dumps of py-spy, pystack and Python
