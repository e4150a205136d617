SPDX-License-Identifier: MIT

# formats
lines with their sums, of a program with an inlined function, in all formats

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here here between called
  $ export-lines --source src --trust-files perf.data | sed "s,$PWD,HERE,"
  outer  self 80.00 %, total 80.00 %  HERE/program
       self    total   line  program.c
                         19  __attribute__((noinline)) void outer(void)
                         20  {
    60.00 %  60.00 %     21  inner();
    60.00 %                  -> inner inner.h:5
    20.00 %  20.00 %     22  __asm__ volatile("between: nop");
                         23  sink++;
                         24  }
   (esc)
  main  self 20.00 %, total 100.00 %  HERE/program
       self    total   line  program.c
                         25  int main(void)
                         26  {
    20.00 % 100.00 %     27  outer(); __asm__ volatile("called: nop");
                         28  sink++;
                         29  return 0;
  $ export-lines --source src --trust-files --format markdown perf.data
  | function | self | total |
  |---|--:|--:|
  | <code>outer</code> | 80.00 % | 80.00 % |
  | <code>main</code> | 20.00 % | 100.00 % |
   (esc)
  ### <code>outer</code>: self 80.00 %, total 80.00 %
   (esc)
  ```
       self    total   line  program.c
                         19  __attribute__((noinline)) void outer(void)
                         20  {
    60.00 %  60.00 %     21  inner();
    60.00 %                  -> inner inner.h:5
    20.00 %  20.00 %     22  __asm__ volatile("between: nop");
                         23  sink++;
                         24  }
  ```
   (esc)
  ### <code>main</code>: self 20.00 %, total 100.00 %
   (esc)
  ```
       self    total   line  program.c
                         25  int main(void)
                         26  {
    20.00 % 100.00 %     27  outer(); __asm__ volatile("called: nop");
                         28  sink++;
                         29  return 0;
  ```
  $ export-lines --source src --trust-files --format json perf.data | tee lines.json | sed "s,$PWD,HERE,"
  {"format":"flambeau-lines","version":1,"unit":"ns","total":5,"functions":[
  {"function":"outer","module":"HERE/program","start":19,"self":4,"total":4,"lines":[
   {"line":19,"file":"/build/lib/program.c","self":0,"total":0,"source":"__attribute__((noinline)) void outer(void)"},
   {"line":20,"file":"/build/lib/program.c","self":0,"total":0,"source":"{"},
   {"line":21,"file":"/build/lib/program.c","self":3,"total":3,"source":"inner();","inlined":[{"line":5,"file":"/build/lib/inner.h","function":"inner","self":3}],"callers":[{"function":"main","total":3}]},
   {"line":22,"file":"/build/lib/program.c","self":1,"total":1,"source":"__asm__ volatile(\u0022between: nop\u0022);","callers":[{"function":"main","total":1}]},
   {"line":23,"file":"/build/lib/program.c","self":0,"total":0,"source":"sink++;"},
   {"line":24,"file":"/build/lib/program.c","self":0,"total":0,"source":"}"}]},
  {"function":"main","module":"HERE/program","start":25,"self":1,"total":5,"lines":[
   {"line":25,"file":"/build/lib/program.c","self":0,"total":0,"source":"int main(void)"},
   {"line":26,"file":"/build/lib/program.c","self":0,"total":0,"source":"{"},
   {"line":27,"file":"/build/lib/program.c","self":1,"total":5,"source":"outer(); __asm__ volatile(\u0022called: nop\u0022);"},
   {"line":28,"file":"/build/lib/program.c","self":0,"total":0,"source":"sink++;"},
   {"line":29,"file":"/build/lib/program.c","self":0,"total":0,"source":"return 0;"}]}
  ]}

the lines of a function add up to its own count

  $ python3 - <<-'END'
  > 	import json
  > 	for function in json.load(open("lines.json"))["functions"]:
  > 	    assert function["self"] == sum(line["self"] for line in function["lines"]), function
  > 	    for line in function["lines"]:
  > 	        assert line["self"] >= sum(part["self"] for part in line.get("inlined", []))
  > 	        assert line["self"] <= line["total"] <= function["total"]
  > END

# html
needs: gcc nm python3 gzip collapse-cpuprofile
the page has all stacks, with functions as frames, and the lines of JSON

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here between called
  $ export-lines --source src --trust-files --format html -o page perf.data
  $ head() { sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' page | base64 -d | gzip -dc | tail -c +5; }
  $ head | grep -a -o -e '^"total".*' -e '"names":.*]' -e '"unit":{[^}]*}'
  "total":["4","4"],
  "unit":{"kind":"time","size":1}
  "names":["","demo","main","outer","inner"]
  $ export-lines --source src --trust-files --format json perf.data | tr -d '\n ' >json
  $ head | sed -n '/^"lines"/,/^"names"/p' | sed '1s/"lines"://;/^"names/d' | tr -d '\n ' | sed 's/,$//' | cmp - json

Where nothing can be written, nothing is.

  $ export-lines --source src --trust-files --format html -o page/below perf.data
  [1]
  $ export-lines --source src --trust-files --function nowhere --format html -o none perf.data
  [1]
  $ test -e none || echo none
  none
  $ cat err
  export-lines: page/below: Not a directory
  export-lines: no function was selected

# pprof
needs: gzip
pprof gets addresses, mappings, inlined functions, files and lines

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here between called
  $ export-lines --trust-files --format pprof -o out.pb.gz perf.data
  $ collapse-pprof --no-header out.pb.gz
  main 1
  main;outer 1
  main;outer;inner 2
  $ collapse-pprof --help | grep -c -- --lines
  1

# pprof-read-by-pprof
needs: gzip go

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here between called
  $ export-lines --trust-files --format pprof -o out.pb.gz perf.data
  $ go tool pprof -raw out.pb.gz 2>&1 | sed -n '/^Locations/,$p' | sed "s,$PWD,HERE,"
  Locations
       1: 0x116f M=1 inner /build/lib/inner.h:5 s=2()
               outer /build/lib/program.c:21 s=19()
       2: 0x1044 M=1 main /build/lib/program.c:27 s=25()
       3: 0x1170 M=1 outer /build/lib/program.c:22 s=19()
       4: 0x1045 M=1 main /build/lib/program.c:27 s=25()
  Mappings
  1: 0x0/0x0/0x0 HERE/program  [FN][FL][LN][IN]

# asm
needs: native
instructions with lines of the source between them; bytes where there is no disassembler

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here between called
  $ export-lines --source src --trust-files --asm --function outer perf.data >out 2>err.asm
  $ grep -c 'instruction$' out
  1
  $ grep -c 'program.c:22  __asm__' out
  1
  $ if grep -q 'no disassembler' err.asm; then echo 1; else grep -c ' 25.00 %.*  nop' out; fi
  1
  $ export-lines --source src --trust-files --asm --function outer perf.data perf.data >twice 2>/dev/null
  $ grep -v samples out >once; grep -v samples twice | diff once - && echo 'several recordings have the same lines'
  several recordings have the same lines
  $ mkdir lib && : >lib/libcapstone.so.4 && : >lib/libcapstone.so.5
  $ LD_LIBRARY_PATH=lib export-lines --source src --trust-files --asm --function outer perf.data >out
  $ grep -c '[1-9].* %.*  [.]byte' out
  2
  $ cat err
  export-lines: no disassembler of x86_64: --asm shows bytes; libcapstone (4 or 5) has one of x86 and AArch64

# choice
functions are chosen by count, name or file, and are in the order of self or total

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here here between called
  $ heads()
  > {
  > 	export-lines --trust-files -q "$@" perf.data | grep '^[a-z]' | sed 's,  /.*,,'
  > }
  $ heads
  outer  self 75.00 %, total 75.00 %
  main  self 25.00 %, total 100.00 %
  $ heads --sort total
  main  self 25.00 %, total 100.00 %
  outer  self 75.00 %, total 75.00 %
  $ heads --function main
  main  self 25.00 %, total 100.00 %
  $ heads --top 1
  outer  self 75.00 %, total 75.00 %
  $ heads --file '*.h'
  outer  self 75.00 %, total 75.00 %
  $ heads --file 'program.*' --sort total
  main  self 25.00 %, total 100.00 %
  outer  self 75.00 %, total 75.00 %
  $ heads --function nothing
  $ cat err
  export-lines: no function was selected

# sources
where sources are found, and what is said of them

  $ . "$INPUTS/lines.sh"
  $ program
  $ recording here
  $ show()
  > {
  > 	echo "==" "$@"
  > 	export-lines --trust-files "$@" perf.data | sed -n 's/.*  22  /22: /p'
  > }
  $ show
  ==
  $ show --source src
  == --source src
  22: __asm__ volatile("between: nop");
  $ show --source-map /build/lib=src
  == --source-map /build/lib=src
  22: __asm__ volatile("between: nop");
  $ show --source-map /other=src
  == --source-map /other=src
  $ mkdir out && mv src/program.c out/program.c && ln -s ../out/program.c src/program.c
  $ show --source src
  == --source src
  $ rm src/program.c && mv out/program.c src/program.c && touch -d '+2 days' src/program.c
  $ show --source src
  == --source src
  22: __asm__ volatile("between: nop");

  $ cp -p src/program.c out/program.c && truncate -s 17M src/program.c
  $ show --source src
  == --source src
  $ mv out/program.c src/program.c

bytes that a terminal would obey are shown

  $ touch -d '2001-01-01' src/program.c
  $ sed -i "22s/.*/$(printf '\033[2Jx\tinner();')/" src/program.c && touch -d '2001-01-01' src/program.c
  $ show --source src
  == --source src
  22: �[2Jx inner();

without debugging information there are no lines, and that is not an error

  $ strip -g program
  $ export-lines --trust-files perf.data | sed "s,$PWD,HERE,"
  outer  self 100.00 %, total 100.00 %  HERE/program
   100.00 % 100.00 %      -  (code of no line)
  $ cat err
  export-lines: 1 source file was not found, its lines have no text; try --source or --source-map; the first: '/build/lib/program.c'
  export-lines: 1 source file was not found, its lines have no text; try --source or --source-map; the first: '/build/lib/program.c'
  export-lines: 1 source file was not found, its lines have no text; try --source or --source-map; the first: '/build/lib/program.c'
  export-lines: 1 source file is left out: a link leads out of the folder that it was looked for in; the first: '/build/lib/program.c'
  export-lines: 1 source file is newer than its program: lines may have moved; the first: '/build/lib/program.c'
  export-lines: 1 source file is larger than 16 MiB, its lines have no text; the first: '/build/lib/program.c'

# wrong
what is wrong is said

  $ export-lines --source-map x perf.data
  [2]
  $ export-lines --function '(' perf.data
  [2]
  $ export-lines --sort lines perf.data
  [2]
  $ printf 'p 1 1.0: 1 cycles:\n\t1 f (x)\n\n' | export-lines
  [1]
  $ export-lines </dev/null
  [1]
  $ export-lines nothing.data
  [1]
  $ cat err
  export-lines: --source-map 'x': not of the form FROM=TO
  export-lines: --function: at character 2: missing closing parenthesis
  export-lines: option '--sort' has no value 'lines': it is one of self, total; try 'export-lines --help'
  export-lines: the input is no recording of perf (perf.data): texts have no addresses of files; try collapse-perf --lines
  export-lines: nothing recognised: the input is empty
  export-lines: nothing.data: No such file or directory
