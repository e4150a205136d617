SPDX-License-Identifier: MIT

# deep

  $ collapse-faulthandler <"$FIXTURES/faulthandler/deep.txt"
  [truncated];/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:4:deep;/home/dev/works/src/fh2.py:5:deep 1

# ends-of-stacks

  $ cat >in <<'END'
  > Timeout (0:00:01)!
  > Thread 0x00007f0000000001 (most recent call first):
  >   File "/a.py", line 5 in work
  >   File "/a.py", line 9 in <module>
  > Thread 0x00007f0000000002 (most recent call first):
  >   File "/a.py", line 6 in work
  >   File "/a.py", line 9 in <module>
  >   ...
  > Timeout (0:00:01)!
  > Thread 0x00007f0000000001 (most recent call first):
  > 	File "/a.py", line 5, in work
  >   File "/a.py", line  in <module>
  >   File "/a.py"
  >   File "/a.py", line x in y
  > Extension modules: none
  > END
  $ stackcollapse-faulthandler.pl in
  /a.py:9:<module>;/a.py:5:work 1
  /a.py:???:<module>;/a.py:5:work 1
  [truncated];/a.py:9:<module>;/a.py:6:work 1
  $ collapse-faulthandler --strict in
  [1]
  $ cat err
  stackcollapse-faulthandler.pl: in:13: not understood: '  File "/a.py"'
  stackcollapse-faulthandler.pl: in:14: not understood: '  File "/a.py", line x in y'
  stackcollapse-faulthandler.pl: skipped 2 lines not understood
  collapse-faulthandler: in:13: not understood: '  File "/a.py"'
  collapse-faulthandler: in:14: not understood: '  File "/a.py", line x in y'
  collapse-faulthandler: skipped 2 lines not understood
  collapse-faulthandler: no output: part of the input was not understood

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-faulthandler in.c in.c; echo "exit $?"
  exit 1
  $ collapse-faulthandler --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-faulthandler missing.txt
  [1]
  $ cat err
  collapse-faulthandler: nothing recognised in the input (2 lines)
  collapse-faulthandler: option '--no-such-option' is not known; try 'collapse-faulthandler --help'
  collapse-faulthandler: missing.txt: No such file or directory

# odd

  $ collapse-faulthandler <"$FIXTURES/faulthandler/odd.txt"
  /srv/app/main.py:30:<module>;/srv/app/main.py:9:run 1
  <no Python frame> 1
  <string>:1:<module>;/srv/app/main.py:???:run;/srv/app/we ird: path/mod.py:12:<lambda> 1

# opt-no-lines

  $ collapse-faulthandler -q --no-lines "$FIXTURES/faulthandler/odd.txt" "$FIXTURES/faulthandler/work.txt"
  /home/dev/works/src/fh.py:<module>;/home/dev/works/src/fh.py:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:join;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_wait_for_tstate_lock 4
  /home/dev/works/src/fh.py:<module>;/home/dev/works/src/fh.py:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:start;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:wait;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:wait 1
  /srv/app/main.py:<module>;/srv/app/main.py:run 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:js;/home/dev/works/src/work.py:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:dumps 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:js;/home/dev/works/src/work.py:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:dumps;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/encoder.py:encode 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:js;/home/dev/works/src/work.py:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:loads;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/decoder.py:decode;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/decoder.py:raw_decode 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:rx 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:tree;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:tree;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:tree;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__;/home/dev/works/src/work.py:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:tree;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:run;/home/dev/works/src/work.py:loop;/home/dev/works/src/work.py:tree;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert;/home/dev/works/src/work.py:insert 1
  <no Python frame> 1
  <string>:<module>;/srv/app/main.py:run;/srv/app/we ird: path/mod.py:<lambda> 1

# work

  $ collapse-faulthandler <"$FIXTURES/faulthandler/work.txt"
  /home/dev/works/src/fh.py:7:<module>;/home/dev/works/src/fh.py:7:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1119:join;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1139:_wait_for_tstate_lock 4
  /home/dev/works/src/fh.py:7:<module>;/home/dev/works/src/fh.py:7:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:969:start;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:629:wait;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:327:wait 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:19:tree;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:5:insert 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:19:tree;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:8:insert;/home/dev/works/src/work.py:11:insert;/home/dev/works/src/work.py:10:insert 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:20:tree;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:12:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:20:tree;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:14:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:20:tree;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:13:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__;/home/dev/works/src/work.py:15:__iter__ 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:21:js;/home/dev/works/src/work.py:21:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:183:dumps 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:21:js;/home/dev/works/src/work.py:21:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:231:dumps;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/encoder.py:192:encode 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:21:js;/home/dev/works/src/work.py:21:<listcomp>;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/__init__.py:346:loads;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/decoder.py:337:decode;/usr/pyenv38/versions/3.11.7/lib/python3.11/json/decoder.py:353:raw_decode 1
  /usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1002:_bootstrap;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:1045:_bootstrap_inner;/usr/pyenv38/versions/3.11.7/lib/python3.11/threading.py:982:run;/home/dev/works/src/work.py:27:loop;/home/dev/works/src/work.py:22:rx 1
  $ cat err
  collapse-faulthandler: standard input:163: not understood: '  File "/usr/pyenv38/versions/3.11.7/lib/python3.11/random.py"'
  collapse-faulthandler: skipped 1 line not understood

# an-empty-line-behind-each-line

  $ printf 'Fatal Python error: Aborted\n\nThread 0x01 [desk-1] (most recent call first):\n\n  File "/s.py", line 3 in sell\n\n  File "/s.py", line 9 in run\n\nCurrent thread 0x02 (most recent call first):\n\n  File "/s.py", line 4 in count\n\n  File "/s.py", line 9 in run\n\nExtension modules: a, b (total: 2)\n' >in
  $ collapse-faulthandler --strict in
  /s.py:9:run;/s.py:3:sell 1
  /s.py:9:run;/s.py:4:count 1

# an-empty-line-behind-a-stack

  $ printf '  File "/s.py", line 3 in sell\n  File "/s.py", line 9 in run\n\n  File "/s.py", line 4 in count\n' | collapse-faulthandler --strict
  /s.py:4:count 1
  /s.py:9:run;/s.py:3:sell 1

# stacks-of-pytest-timeout

  $ cat >in <<'END'
  > +++++++++++++++ Timeout +++++++++++++++
  > ~~~~~~~ Stack of desk (1) (140735) ~~~~~~~
  >   File "/s.py", line 9, in run
  >     sell(3)
  >   File "/s.py", line 3, in sell
  >     count()
  > ~~~~~~~ Stack of MainThread (140736) ~~~~~~~
  >   File "/s.py", line 1, in <module>
  >     main()
  > END
  $ collapse-faulthandler --strict in
  /s.py:1:<module> 1
  /s.py:9:run;/s.py:3:sell 1
  $ collapse-guess --labels thread in
  @thread=MainThread;/s.py:1:<module> 1
  @thread=desk (1);/s.py:9:run;/s.py:3:sell 1
  $ cat err
  collapse-guess: in looks like faulthandler

# c-stacks-and-the-collector

  $ cat >in <<'END'
  > Current thread 0x02 [MainThread] (most recent call first):
  >   Garbage-collecting
  >   File "/s.py", line 4 in count
  > 
  > Current thread's C stack trace (most recent call first):
  >   Binary file "/lib/libpython3.14.so", at _Py_DumpStack+0x31 [0x7f1]
  >   Binary file "/lib/libpython3.14.so" [0x7f2]
  >   <truncated rest of calls>
  > END
  $ collapse-faulthandler --strict in
  /s.py:4:count 1

# threads-that-python-did-not-print
beyond the first hundred, and without the GIL

  $ printf '%s\n' 'Thread 0x00007f12 (most recent call first):' '  File "/srv/a.py", line 3 in f' '  ...' '' 'Thread 0x00007f13 (most recent call first):' '  File "/srv/a.py", line 4 in g' '...' | collapse-faulthandler
  /srv/a.py:4:g 1
  [truncated];/srv/a.py:3:f 1
  $ printf '%s\n' 'Fatal Python error: Segmentation fault' '' '<Cannot show all threads while the GIL is disabled>' 'Stack (most recent call first):' '  File "/srv/a.py", line 3 in f' | collapse-faulthandler
  /srv/a.py:3:f 1
  $ cat err
  collapse-faulthandler: standard input:7: Python did not print all threads
  collapse-faulthandler: standard input:3: Python did not print all threads
