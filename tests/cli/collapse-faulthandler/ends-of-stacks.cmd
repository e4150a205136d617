cat >in <<'END'
Timeout (0:00:01)!
Thread 0x00007f0000000001 (most recent call first):
  File "/a.py", line 5 in work
  File "/a.py", line 9 in <module>
Thread 0x00007f0000000002 (most recent call first):
  File "/a.py", line 6 in work
  File "/a.py", line 9 in <module>
  ...
Timeout (0:00:01)!
Thread 0x00007f0000000001 (most recent call first):
	File "/a.py", line 5, in work
  File "/a.py", line  in <module>
  File "/a.py"
  File "/a.py", line x in y
Extension modules: none
END
stackcollapse-faulthandler.pl in
collapse-faulthandler --strict in
