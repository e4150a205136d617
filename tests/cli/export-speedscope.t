SPDX-License-Identifier: MIT

# differential

  $ printf 'main;read 3 5\nmain;new 0 2\nmain;old 4 0\n' | export-speedscope --name diff
  {"$schema":"https://www.speedscope.app/file-format-schema.json",
  "exporter":"flambeau 0.3.0",
  "name":"diff",
  "activeProfileIndex":0,
  "shared":{"frames":[
  {"name":"main"},
  {"name":"new"},
  {"name":"old"},
  {"name":"read"}
  ]},
  "profiles":[
  {"type":"sampled","name":"diff (before)","unit":"none","startValue":0,"endValue":7,
  "samples":[
  [0,2],
  [0,3]
  ],
  "weights":[4,3]},
  {"type":"sampled","name":"diff (after)","unit":"none","startValue":0,"endValue":7,
  "samples":[
  [0,1],
  [0,3]
  ],
  "weights":[2,5]}
  ]}

# files

  $ mkdir run
  $ printf 'main;read 3\n' >run/one.folded
  $ printf 'main;write 1.25\n' >two.txt
  $ export-speedscope run/one.folded two.txt
  {"$schema":"https://www.speedscope.app/file-format-schema.json",
  "exporter":"flambeau 0.3.0",
  "name":"one",
  "activeProfileIndex":0,
  "shared":{"frames":[
  {"name":"main"},
  {"name":"read"},
  {"name":"write"}
  ]},
  "profiles":[
  {"type":"sampled","name":"one","unit":"none","startValue":0,"endValue":3,
  "samples":[
  [0,1]
  ],
  "weights":[3]},
  {"type":"sampled","name":"two","unit":"none","startValue":0,"endValue":1.25,
  "samples":[
  [0,2]
  ],
  "weights":[1.25]}
  ]}
  $ export-speedscope --name 'a & b' run/one.folded - <two.txt | grep '"name":"[^mrw]'
  "name":"a \u0026 b",
  {"type":"sampled","name":"one","unit":"none","startValue":0,"endValue":3,
  {"type":"sampled","name":"standard input","unit":"none","startValue":0,"endValue":1.25,
  $ export-speedscope -o out.json run/one.folded two.txt
  $ export-speedscope run/one.folded two.txt | cmp - out.json

# names

  $ printf ';a;\377\001"\\</x>\360\237\230\200\303;\355\262\200 18446744073709551615\n\t\\udc80;b 9007199254740993\n' |
  > 	export-speedscope | sed -n '/shared/,/^]}/p; /weights/p'
  "shared":{"frames":[
  {"name":""},
  {"name":"a"},
  {"name":"\udcff\u0001\u0022\u005c\u003c/x\u003e😀\udcc3"},
  {"name":"\udced\udcb2\udc80"},
  {"name":"\u005cudc80"},
  {"name":"b"}
  ]},
  "weights":[18446744073709551615,9007199254740993]}

# nothing

  $ printf 'a;b 0\na 1\nno count\n' | export-speedscope | grep -c samples
  1
  $ export-speedscope </dev/null
  [1]
  $ echo "exit $?"
  exit 1
  $ printf 'a 0\n' | export-speedscope
  [1]
  $ echo "exit $?"
  exit 1
  $ printf 'a 1\nno count\n' | export-speedscope --strict
  [1]
  $ cat err
  export-speedscope: standard input:3: no count at the end of the line: 'no count'
  export-speedscope: skipped 1 line without a count
  export-speedscope: stacks with a count of 0, left out: 1
  export-speedscope: no stacks in the input
  export-speedscope: stacks with a count of 0, left out: 1
  export-speedscope: no counts in the input
  export-speedscope: standard input:2: no count at the end of the line: 'no count'
  export-speedscope: skipped 1 line without a count
  export-speedscope: no output: part of the input was not understood

# opt-name

  $ printf 'main 1\n' >some.run.folded
  $ export-speedscope some.run.folded | grep '"name"'
  "name":"some",
  {"name":"main"}
  {"type":"sampled","name":"some","unit":"none","startValue":0,"endValue":1,
  $ export-speedscope --name '"<x>"' some.run.folded | grep '"name"'
  "name":"\u0022\u003cx\u003e\u0022",
  {"name":"main"}
  {"type":"sampled","name":"\u0022\u003cx\u003e\u0022","unit":"none","startValue":0,"endValue":1,
  $ export-speedscope --name '' some.run.folded | grep '"name"'
  "name":"",
  {"name":"main"}
  {"type":"sampled","name":"","unit":"none","startValue":0,"endValue":1,

# opt-stats

  $ printf 'a;b 1\n' >one
  $ printf 'c 1\n' >two
  $ export-speedscope --stats -o out.json one two 2>&1 | sed 's/stacks, .*/stacks/'
  export-speedscope: 10 bytes, 2 lines, 2 samples, 3 frames, 2 stacks

# opt-unit

  $ for unit in none bytes nanoseconds microseconds milliseconds seconds; do
  > 	printf 'main 1500\n' | export-speedscope --unit $unit | grep -o '"unit":"[a-z]*"'
  > done
  "unit":"none"
  "unit":"bytes"
  "unit":"nanoseconds"
  "unit":"microseconds"
  "unit":"milliseconds"
  "unit":"seconds"
  $ echo 'main 1' | export-speedscope --unit hours
  [2]
  $ cat err
  export-speedscope: option '--unit' has no value 'hours': it is one of none, bytes, nanoseconds, microseconds, milliseconds, seconds; try 'export-speedscope --help'

# plain

  $ printf 'main;read 3\nmain 1\nmain;parse;read 2\nmain;read 4\n' | export-speedscope
  {"$schema":"https://www.speedscope.app/file-format-schema.json",
  "exporter":"flambeau 0.3.0",
  "name":"standard input",
  "activeProfileIndex":0,
  "shared":{"frames":[
  {"name":"main"},
  {"name":"parse"},
  {"name":"read"}
  ]},
  "profiles":[
  {"type":"sampled","name":"standard input","unit":"none","startValue":0,"endValue":10,
  "samples":[
  [0],
  [0,1,2],
  [0,2]
  ],
  "weights":[1,2,7]}
  ]}

# sums

  $ printf 'a 18446744073709551615\nb 18446744073709551615\n' | export-speedscope | grep -o 'endValue.*'
  endValue":36893488147419103230,
  $ printf 'a 0.000000001\nb 2.5\n' | export-speedscope | grep -o 'endValue.*\|weights.*'
  endValue":2.500000001,
  weights":[0.000000001,2.5]}
  $ printf 'a 18446744073709551615\na 1\n' | export-speedscope
  [1]
  $ cat err
  export-speedscope: count beyond 2^64-1: 'a'

# wrong-input
an input that is not folded is named, with the command that reads it

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/callgrind/callers.out" callgrind.txt
  $ printf 'main;f 1\n' >good.folded
  $ try export-speedscope perf.txt
  exit 1, 0 bytes
  export-speedscope: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-speedscope > out.json
  $ try export-speedscope <perf.txt
  exit 1, 0 bytes
  export-speedscope: standard input: this is the output of perf script; try: ... | collapse-perf | export-speedscope > out.json
  $ try export-speedscope callgrind.txt
  exit 1, 0 bytes
  export-speedscope: callgrind.txt: this is the call graph of valgrind's callgrind; try: collapse-callgrind callgrind.txt | export-speedscope > out.json
  $ try export-speedscope good.folded perf.txt
  exit 1, 0 bytes
  export-speedscope: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-speedscope > out.json
  $ printf 'PERFILE2 and more' >perf.data
  $ try export-speedscope perf.data
  exit 1, 0 bytes
  export-speedscope: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | export-speedscope > out.json
  $ try export-speedscope <perf.data
  exit 1, 0 bytes
  export-speedscope: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | export-speedscope > out.json
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try export-speedscope a.svg
  exit 1, 0 bytes
  export-speedscope: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try export-speedscope a.json
  exit 1, 0 bytes
  export-speedscope: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ export-speedscope some.folded | wc -l
  17
  $ cat err
  export-speedscope: some.folded:2: no count at the end of the line: 'bad'
  export-speedscope: skipped 1 line without a count
