SPDX-License-Identifier: MIT

# layouts
tables in each thread, tables that all threads share, and rows of Firefox itself

  $ for file in threads shared gecko; do
  > 	collapse-firefox --thread-names --process-names "$FIXTURES/firefox/$file.json"
  > done
  server;main;main;Server::handle;[libserver.so <0x1f40>] 1
  server;main;main;Server::handle;memcpy 2
  server;main;main;Server::handle;memcpy;parse 1
  server;main;main;fmt:args 1
  server;worker;(root) 1
  server;worker;main 1
  server;worker;main;Server::handle;memcpy 1
  # flambeau: event=samples
  # flambeau: unit=us
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=6
  server;main;main;Server::handle;[libserver.so <0x1f40>] 250
  server;main;main;Server::handle;memcpy 1500
  server;main;main;fmt:args 2000
  server;tid 8;main 1000
  server;tid 8;main;Server::handle;memcpy 2000
  pid 100;GeckoMain;main;https://example.org/app.js:9:1 1
  pid 100;GeckoMain;main;parse;[libserver.so <0x2f40>] 1
  pid 100;GeckoMain;main;parse;read 2
  pid 100;GeckoMain;main;parse;read;copy;run 1
  pid 200;Content;main;parse;[<0x20001f40>] 1
  pid 200;Content;main;parse;read;copy;run 1
  pid 300;Plugin;main;parse;[libserver.so <0x2f40>] 1
  $ cat err
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: skipped 1 thread whose weights are of another type than those of the first one
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: kept 3 addresses in place of names: save the profile with symbols

# weights

  $ for weight in samples count cpu js-allocations native-allocations native-deallocations native-retained; do
  > 	echo "== $weight"
  > 	collapse-firefox --weight $weight "$FIXTURES/firefox/threads.json" 2>/dev/null
  > done
  == samples
  (root) 1
  main 1
  main;Server::handle;[libserver.so <0x1f40>] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse 1
  main;fmt:args 1
  == count
  (root) 1
  main 1
  main;Server::handle;[libserver.so <0x1f40>] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse 1
  main;fmt:args 1
  == cpu
  # flambeau: event=cpu
  # flambeau: unit=us
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=8
  # flambeau: unnamed=4
  (root) 200
  main;Server::handle;[libserver.so <0x1f40>] 1000
  main;Server::handle;memcpy 1000
  main;fmt:args 1
  == js-allocations
  # flambeau: event=js-allocations
  # flambeau: unit=bytes
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=2
  main 24
  main;Server::handle;memcpy 100
  == native-allocations
  # flambeau: event=native-allocations
  # flambeau: unit=bytes
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=5
  main;Server::handle 128
  main;Server::handle;memcpy 160
  == native-deallocations
  # flambeau: event=native-deallocations
  # flambeau: unit=bytes
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=5
  main;Server::handle;memcpy;parse 64
  == native-retained
  # flambeau: event=native-retained
  # flambeau: unit=bytes
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=3
  main;Server::handle 128
  main;Server::handle;memcpy 64

# times
milliseconds are written in microseconds; what rounds to 0 is left out

  $ collapse-firefox -v "$FIXTURES/firefox/shared.json"
  # flambeau: event=samples
  # flambeau: unit=us
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=6
  main 1000
  main;Server::handle;[libserver.so <0x1f40>] 250
  main;Server::handle;memcpy 3500
  main;fmt:args 2000
  $ collapse-firefox --ns --no-header "$FIXTURES/firefox/shared.json"
  main 1000000
  main;Server::handle;[libserver.so <0x1f40>] 250000
  main;Server::handle;memcpy 3500000
  main;Server::handle;memcpy;parse 1
  main;fmt:args 2000000
  $ collapse-firefox --ns --weight cpu --no-header "$FIXTURES/firefox/gecko.json"
  main;parse;[<0x20001f40>] 40
  main;parse;[libserver.so <0x2f40>] 1000
  main;parse;read 900
  main;parse;read;copy;run 500
  $ cat err
  collapse-firefox: skipped 1 thread whose weights are of another type than those of the first one
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: stacks whose count rounds to 0, left out: 1
  collapse-firefox: skipped 1 thread whose weights are of another type than those of the first one
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: kept 2 addresses in place of names: save the profile with symbols

# missing
what the profile does not have is an error that names what it has

  $ cp "$FIXTURES/firefox/gecko.json" "$FIXTURES/firefox/shared.json" .; collapse-firefox --weight js-allocations gecko.json
  [1]
  $ collapse-firefox --weight cpu shared.json
  [1]
  $ cat err
  collapse-firefox: gecko.json: the profile has nothing for --weight js-allocations; it has samples, count, cpu
  collapse-firefox: no output: part of the input was not understood
  collapse-firefox: shared.json: the profile has nothing for --weight cpu; it has samples, count
  collapse-firefox: no output: part of the input was not understood

# negative
weights of a comparison

  $ p='"stackTable":{"frame":[0,1],"prefix":[null,0]},"frameTable":{"func":[0,1]},"funcTable":{"name":[0,1]},"stringArray":["main","f"]'
  $ echo "{\"threads\":[{\"samples\":{\"stack\":[1,0,1],\"weight\":[-2,3,0.5]},$p}]}" >in
  $ collapse-firefox in
  [1]
  $ collapse-firefox --diff in
  main 0 3
  main;f 2 0.5
  $ cat err
  collapse-firefox: in:1: a negative weight: it is a difference of two profiles, see --diff
  collapse-firefox: skipped 1 negative weight
  collapse-firefox: no output: part of the input was not understood

# names

  $ collapse-firefox --locations --inline -q "$FIXTURES/firefox/threads.json"
  (root) 1
  main 1
  main;Server::handle;[libserver.so <0x1f40>] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse (server.js:12)_[i] 1
  main;fmt:args 1
  $ collapse-firefox --locations -q "$FIXTURES/firefox/gecko.json"
  main;https://example.org/app.js:9:1 1
  main;parse (in libserver.so);[<0x20001f40>] 1
  main;parse (in libserver.so);[libserver.so <0x2f40>] 2
  main;parse (in libserver.so);read (https://example.org/app.js:12:3) 2
  main;parse (in libserver.so);read (https://example.org/app.js:12:3);copy (in libserver.so) + 12;run (/srv/app.js:40:2) 2
  $ collapse-firefox --locations -q --no-header "$FIXTURES/firefox/shared.json"
  main 1000
  main;Server::handle;[libserver.so <0x1f40>] 250
  main;Server::handle;memcpy 3500
  main;fmt:args 2000

# labels
processes of their own count time from their own start

  $ for file in threads gecko; do
  > 	collapse-firefox -q --labels time=1ms,pid,tid,thread,process,category "$FIXTURES/firefox/$file.json"
  > done
  @time=0.000;@category=Native;@pid=7;@process=server;@thread=main;@tid=7;main;Server::handle;memcpy 1
  @time=0.001;@category=Native;@pid=7;@process=server;@thread=main;@tid=7;main;Server::handle;memcpy 1
  @time=0.001;@category=Other;@pid=7;@process=server;@thread=worker;@tid=8;main 1
  @time=0.002;@category=Native;@pid=7;@process=server;@thread=worker;@tid=8;main;Server::handle;memcpy 1
  @time=0.003;@category=Native;@pid=7;@process=server;@thread=main;@tid=7;main;Server::handle;[libserver.so <0x1f40>] 1
  @time=0.003;@category=Other;@pid=7;@process=server;@thread=worker;@tid=8;(root) 1
  @time=0.004;@category=Native;@pid=7;@process=server;@thread=main;@tid=7;main;Server::handle;memcpy;parse 1
  @time=0.005;@category=Other;@pid=7;@process=server;@thread=main;@tid=7;main;fmt:args 1
  @time=0.000;@category=Other;@pid=100;@thread=GeckoMain;@tid=100;main;parse;read 1
  @time=0.001;@category=Other;@pid=100;@thread=GeckoMain;@tid=100;main;parse;read 1
  @time=0.003;@category=Other;@pid=100;@thread=GeckoMain;@tid=100;main;parse;[libserver.so <0x2f40>] 1
  @time=0.005;@category=Other;@pid=100;@thread=GeckoMain;@tid=100;main;parse;read;copy;run 1
  @time=0.006;@category=Other;@pid=100;@thread=GeckoMain;@tid=100;main;https://example.org/app.js:9:1 1
  @time=0.010;@category=Other;@pid=200;@thread=Content;@tid=200;main;parse;[<0x20001f40>] 1
  @time=0.011;@category=Other;@pid=200;@thread=Content;@tid=200;main;parse;read;copy;run 1
  @time=0.021;@category=Other;@pid=300;@thread=Plugin;@tid=300;main;parse;[libserver.so <0x2f40>] 1
  $ collapse-firefox -q --labels time=1ms --absolute-time "$FIXTURES/firefox/threads.json" | head -n 2
  @time=1760000000.000;main;Server::handle;memcpy 1
  @time=1760000000.001;main 1
  $ collapse-firefox --list-labels -q "$FIXTURES/firefox/threads.json"
  time 1
  category 2
  pid 1
  process 1
  thread 2
  tid 2

# exported
export-firefox can be read back, with labels, marks and odd names

  $ printf '@pid=1;@thread=b;@tid=2;(root);main;read_[k] 3\n@pid=1;@thread=b;@tid=2;0x1f40;a\\udc80;hot_[j];in_[i] 4.5\n@pid=9;@tid=9;main 1\n' >in
  $ export-firefox -q in | collapse-firefox --labels pid,tid
  @pid=1;@tid=2;(root);main;read_[k] 3
  @pid=1;@tid=2;0x1f40;a\udc80;hot_[j];in_[i] 4.5
  @pid=9;@tid=9;main 1
  $ printf '# flambeau: unit=ns\nmain;f 1500\nmain 1\n' | export-firefox -q | collapse-firefox --ns
  # flambeau: event=samples
  # flambeau: unit=ns
  # flambeau: samples=2
  main 1
  main;f 1500
  $ printf '@time=0.5;main;f 2\n@time=2.25;main 1\n' | export-firefox -q | collapse-firefox --labels time=10ms
  @time=0.00;main;f 2
  @time=1.75;main 1

# order-of-members
needs: python3
the order of members does not matter, tables may follow what refers to them

  $ for file in threads shared gecko; do
  > 	python3 -B - "$FIXTURES/firefox/$file.json" <<'END' >reversed
  > import json, sys
  > def turn(value):
  >     if isinstance(value, dict):
  >         return {key: turn(value[key]) for key in reversed(list(value))}
  >     return [turn(one) for one in value] if isinstance(value, list) else value
  > print(json.dumps(turn(json.load(open(sys.argv[1])))))
  > END
  > 	for options in "" "--weight cpu --ns" "--labels time=1ms,thread,category"; do
  > 		collapse-firefox -q $options "$FIXTURES/firefox/$file.json" >one
  > 		collapse-firefox -q $options reversed | cmp - one
  > 	done
  > done; echo same
  same
  $ cat err
  collapse-firefox: no output: part of the input was not understood
  collapse-firefox: no output: part of the input was not understood

# silence
needs: python3
one member has another name: what is lost is reported, or the output stays as it was

  $ python3 -B - "$FIXTURES/firefox" <<'END'
  > import json, subprocess, sys
  > OPTIONAL = {"weight", "weightType", "inlineDepth", "category", "fileName", "source", "lineNumber", "name", "tid", "pid",
  >             "processName", "isJS", "resourceTable", "resource", "lib", "libs", "sources", "preprocessedProfileVersion",
  >             "offset", "meta", "startTime"}
  > def run(document):
  >     done = subprocess.run(["collapse-firefox", "-v", "--thread-names"], input=json.dumps(document).encode(), capture_output=True)
  >     return done.returncode, done.stdout, done.stderr
  > def places(value):
  >     if isinstance(value, dict):
  >         for key in list(value):
  >             yield value, key
  >             yield from places(value[key])
  >     elif isinstance(value, list):
  >         for one in value:
  >             yield from places(one)
  > lost = 0
  > for name in "threads", "shared", "gecko":
  >     document = json.load(open("%s/%s.json" % (sys.argv[1], name)))
  >     before = run(document)
  >     for value, key in list(places(document)):
  >         if key in OPTIONAL:
  >             continue
  >         value["renamed"] = value.pop(key)
  >         after = run(document)
  >         if after[0] == 0 and after[1] != before[1] and after[2] == before[2]:
  >             print(name, key, "is lost in silence")
  >         value[key] = value.pop("renamed")
  >         lost += after != before
  > print("members that matter:", lost)
  > END
  members that matter: 138

# names-beside
needs: gzip
samply's file of names lies beside the profile; its libraries are those of the profile if their ids are

  $ names() # ID
  > {
  > 	printf '{"string_table":["compute","inner","other","exact"],"data":[{"debug_name":"x","debug_id":"0","symbol_table":[{"rva":0,"size":99999,"symbol":2}]},'
  > 	printf '{"debug_name":"libserver.so","debug_id":"%s","symbol_table":[{"rva":9000,"symbol":2},{"rva":7936,"size":256,"symbol":0,"frames":[{"function":1,"file":2,"line":7},{"function":0,"file":2,"line":3}]},{"rva":1,"size":1,"symbol":3,"frames":null}],"known_addresses":[[%s]]}]}' "$1" "$2"
  > }
  $ cp "$FIXTURES/firefox/threads.json" p.json
  $ for known in "" 8000,1 8000,2 8000,9 8001,2; do
  > 	names 4A5F0000000000000000000000000000A $known >p.syms.json
  > 	collapse-firefox --inline p.json | grep handle
  > done
  main;Server::handle;compute;inner_[i] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse_[i] 1
  main;Server::handle;compute;inner_[i] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse_[i] 1
  main;Server::handle;exact 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse_[i] 1
  main;Server::handle;compute;inner_[i] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse_[i] 1
  main;Server::handle;compute;inner_[i] 1
  main;Server::handle;memcpy 3
  main;Server::handle;memcpy;parse_[i] 1
  $ gzip <p.json >p.json.gz; collapse-firefox p.json.gz | grep compute
  main;Server::handle;compute;inner 1
  $ mv p.syms.json p.json.syms.json; collapse-firefox p.json.gz | grep compute
  main;Server::handle;compute;inner 1
  $ names 4B "" >p.syms.json; collapse-firefox p.json | grep 0x
  main;Server::handle;[libserver.so <0x1f40>] 1
  $ names 4A5F0000000000000000000000000000A "" | head -c 400 >p.syms.json; collapse-firefox p.json | grep 0x
  [1]
  $ rm p.syms.json; mkdir p.syms.json; collapse-firefox -q p.json | grep 0x
  main;Server::handle;[libserver.so <0x1f40>] 1
  $ cat err
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: p.json:80: names beside the profile cannot be read to their end: 'p.syms.json'
  collapse-firefox: skipped 1 file of names that is damaged

# damaged
indices that lead nowhere

  $ p='"frameTable":{"func":[0,1,7,8]},"funcTable":{"name":[0,9]},"stringArray":["main"]'
  $ echo "{\"threads\":[{\"name\":\"t\",\"samples\":{\"stack\":[0,1,2,3,4,5,-1,9,null,1.5,\"x\"],\"weight\":[1,1]},\"stackTable\":{\"frame\":[0,1,2,3,9,0],\"prefix\":[null,0,0,9,3,-1]},$p}]}" >in
  $ collapse-firefox -v in
  [unknown] 1
  [unknown];[unknown] 1
  main 2
  main;[unknown] 2
  $ collapse-firefox --strict -q in
  [1]
  $ echo '{"threads":[{"samples":{"schema":{"stack":1},"data":[[0],[0,0],[0,0,7]]},"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0]]},"frameTable":{"schema":{"location":0},"data":[[0]]},"stringTable":["a"]}]}' | collapse-firefox -v
  a 2
  $ cat err
  collapse-firefox: in:1: not understood: '1.5'
  collapse-firefox: in:1: not understood: 'x'
  collapse-firefox: in:1: a sample whose stack is not in the table of stacks
  collapse-firefox: in:1: a sample whose stack is not in the table of stacks
  collapse-firefox: in:1: a stack whose parent is not in front of it
  collapse-firefox: in:1: a stack whose parent is not in front of it
  collapse-firefox: in:1: a frame, function or name that is not in its table
  collapse-firefox: in:1: a frame, function or name that is not in its table
  collapse-firefox: in:1: a frame, function or name that is not in its table
  collapse-firefox: in:1: a frame, function or name that is not in its table
  collapse-firefox: skipped 2 lines not understood, 2 samples whose stacks are missing, 2 stacks without their parents, 4 frames that are missing, 3 samples without a stack
  collapse-firefox: no output: part of the input was not understood
  collapse-firefox: skipped 1 sample without a stack

# newer

  $ sed 's/"preprocessedProfileVersion":70/"preprocessedProfileVersion":99/' "$FIXTURES/firefox/shared.json" | collapse-firefox -v | tail -n 1
  main;fmt:args 2000
  $ cat err
  collapse-firefox: standard input:2: the version of the profile is newer than this program: '99'
  collapse-firefox: skipped 1 thread whose weights are of another type than those of the first one
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: stacks whose count rounds to 0, left out: 1

# refused
formats of the Firefox Profiler that are not read

  $ printf 'JSLB\001\000\000' >profile.jslb
  $ collapse-firefox profile.jslb
  [1]
  $ printf '{"format":"profileJSONWithSymbolicationTable,1","meta":{"version":2},"symbolicationTable":{},"threads":[]}' | collapse-firefox
  [1]
  $ cat err
  collapse-firefox: profile.jslb: this is a profile in columns (JsonSlabs); open it in the Firefox Profiler, and save it as .json.gz for collapse-firefox
  collapse-firefox: standard input:1: a profile of before 2016, of a format that is not read
  collapse-firefox: skipped 1 profile of before 2016
  collapse-firefox: no output: part of the input was not understood

# inside
a profile inside of another object, and a string that is no profile

  $ (printf '{"fileType":"Recorded Performance Data","profile":'; cat "$FIXTURES/firefox/threads.json"; echo '}') | collapse-firefox -q >one
  $ collapse-firefox -q "$FIXTURES/firefox/threads.json" | cmp - one && echo same
  same
  $ printf '{"threads":["{\\"threads\\":[{\\"sam"]}' | collapse-firefox
  [1]
  $ cat err
  collapse-firefox: standard input:1: not understood: '{"threads":[{"sam'
  collapse-firefox: skipped 1 line not understood
  collapse-firefox: no stacks in the input (1 lines)

# joined

  $ cat "$FIXTURES/firefox/threads.json" "$FIXTURES/firefox/threads.json" | collapse-firefox -q | head -n 3
  (root) 2
  main 2
  main;Server::handle;[libserver.so <0x1f40>] 2
  $ head -c 2300 "$FIXTURES/firefox/threads.json" | collapse-firefox | head -n 3
  [unknown] 1
  [unknown];[unknown] 1
  [unknown];[unknown];[unknown];[unknown] 1
  $ cat err
  collapse-firefox: standard input:78: the file is cut off
  collapse-firefox: standard input:78: a frame, function or name that is not in its table
  collapse-firefox: standard input:78: a frame, function or name that is not in its table
  collapse-firefox: standard input:78: a frame, function or name that is not in its table
  collapse-firefox: standard input:78: a frame, function or name that is not in its table
  collapse-firefox: skipped 1 end of a file that is cut off, 4 frames that are missing
  collapse-firefox: kept 1 address in place of a name: save the profile with symbols
  collapse-firefox: the output is incomplete: the input is

# header

  $ collapse-firefox -q --header "$FIXTURES/firefox/threads.json" | grep '^#'
  # flambeau: event=samples
  # flambeau: unit=samples
  # flambeau: start=2025-10-09T08:53:20Z
  # flambeau: samples=8
  # flambeau: unnamed=1

# recognised

  $ for file in threads shared gecko; do collapse-guess --identify "$FIXTURES/firefox/$file.json"; done
  firefox          folded stacks from profiles of the Firefox Profiler, samply and others
  firefox          folded stacks from profiles of the Firefox Profiler, samply and others
  firefox          folded stacks from profiles of the Firefox Profiler, samply and others
  $ printf 'main 1\n' | export-firefox -q | collapse-guess --identify
  firefox          folded stacks from profiles of the Firefox Profiler, samply and others
