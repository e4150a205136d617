SPDX-License-Identifier: MIT

# layouts
needs: python3
both layouts of samples, and messages with their lengths

  $ collapse-otlp -q --header "$FIXTURES/otlp/shop.pb" | tee new
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: start=2027-01-15T08:00:00Z
  # flambeau: duration=1.5s
  [unknown] 6
  main;[libshop.so <0x1030>] 23
  main;_ZN4shop4sellEv;[<0x7f00>] 4
  main;parse:args;read 10
  main;sys_read 5
  $ collapse-otlp -q --header "$FIXTURES/otlp/shop-1.9.pb" | cmp - new
  $ python3 -B "$INPUTS/make.py" framed >framed.pb
  $ collapse-otlp -q --no-header framed.pb
  [unknown] 12
  main;[libshop.so <0x1030>] 46
  main;_ZN4shop4sellEv;[<0x7f00>] 8
  main;parse:args;read 20
  main;sys_read 10
  $ python3 -B "$INPUTS/make.py" 1.7 | collapse-otlp
  [1]
  $ collapse-guess --identify framed.pb
  otlp             folded stacks from OTLP profiles (OpenTelemetry)
  $ head -c 300 framed.pb | collapse-guess --identify --partial
  otlp             folded stacks from OTLP profiles (OpenTelemetry)
  $ cat err
  collapse-otlp: standard input: an older draft of OTLP profiles: update the sender to opentelemetry-proto 1.8 or later
  collapse-otlp: no output: part of the input was not understood

# json
needs: collapse-cpuprofile python3

  $ collapse-otlp -q --header "$FIXTURES/otlp/shop.pb" >binary
  $ collapse-otlp -q --header "$FIXTURES/otlp/shop.json" | cmp - binary
  $ collapse-otlp -q --labels all "$FIXTURES/otlp/shop.pb" >labels
  $ collapse-otlp -q --labels all "$FIXTURES/otlp/shop.json" | cmp - labels
  $ python3 -B "$INPUTS/make.py" snake | collapse-otlp -q --header | cmp - binary
  $ cat "$FIXTURES/otlp/shop.json" "$FIXTURES/otlp/shop.json" | collapse-otlp -q --no-header
  [unknown] 12
  main;[libshop.so <0x1030>] 46
  main;_ZN4shop4sellEv;[<0x7f00>] 8
  main;parse:args;read 20
  main;sys_read 10

# json-damage
needs: collapse-cpuprofile python3
a member of another name, values that are none, a document that is cut off

  $ f=$FIXTURES/otlp/shop.json
  $ sed 's/"values"/"valuez"/' "$f" | collapse-otlp --no-header
  main;[libshop.so <0x1030>] 2
  $ sed 's/"durationNano": "1500000000"/"durationNano": 1.5/' "$f" | collapse-otlp
  [1]
  $ sed 's/"address": 4112/"address": {}/' "$f" | collapse-otlp
  [1]
  $ sed 's/"lines": \[/"lines": 7, "line": [/' "$f" | collapse-otlp
  [1]
  $ sed 's/"traceId": "00/"traceId": "0x/' "$f" | collapse-otlp
  [1]
  $ (cat "$f"; head -c 100 "$f") | collapse-otlp --no-header
  [unknown] 6
  main;[libshop.so <0x1030>] 23
  main;_ZN4shop4sellEv;[<0x7f00>] 4
  main;parse:args;read 10
  main;sys_read 5
  [1]
  $ head -c 100 "$f" | collapse-otlp
  [1]
  $ (cat "$f"; echo '{]'; cat "$f") | collapse-otlp --no-header
  [unknown] 6
  main;[libshop.so <0x1030>] 23
  main;_ZN4shop4sellEv;[<0x7f00>] 4
  main;parse:args;read 10
  main;sys_read 5
  [1]
  $ echo '{"traceEvents": []}' | collapse-otlp
  [1]
  $ echo '[1, [2]]' | collapse-otlp
  [1]
  $ cat err
  collapse-otlp: standard input: not known, passed over: member 'valuez' (6)
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 5 samples without a value or timestamp
  collapse-otlp: standard input: byte 530: profile: durationNano is not a whole number
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: byte 2025: location: address is an object
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: byte 2044: location: lines is not an object
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: byte 2859: link: traceId is not hexadecimal
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: the JSON is cut off
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 1 remainder of a file
  collapse-otlp: the output is incomplete: the input is
  collapse-otlp: standard input: the JSON is cut off
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: byte 4009: invalid object key (must be a string)
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 1 remainder of a file
  collapse-otlp: the output is incomplete: the input is
  collapse-otlp: standard input: this is trace events (chrome://tracing, Perfetto, DevTools); try: ... | collapse-chrome-tracing
  collapse-otlp: standard input: no profiles of OTLP in it
  collapse-otlp: no output: part of the input was not understood

# types

  $ cp "$FIXTURES/otlp/shop.pb" .; f=shop.pb
  $ collapse-otlp --no-header --sample-types "$f"
  0: cpu/nanoseconds (default) 48
  1: samples/count 2
  $ collapse-otlp --sample-type samples "$f"
  main;parse:args;read 2
  $ collapse-otlp --no-header -q --sample-type samples/count "$f"
  main;parse:args;read 2
  $ collapse-otlp --no-header -q --sample-type 1 "$f"
  main;parse:args;read 2
  $ collapse-otlp --sample-type cpu/bytes "$f"
  [1]
  $ collapse-otlp --no-header "$f"
  [unknown] 6
  main;[libshop.so <0x1030>] 23
  main;_ZN4shop4sellEv;[<0x7f00>] 4
  main;parse:args;read 10
  main;sys_read 5
  $ cat err
  collapse-otlp: shop.pb: left out samples of other types: cpu/nanoseconds (6); --sample-type selects
  collapse-otlp: shop.pb: no sample type cpu/bytes; samples of types: cpu/nanoseconds (6), samples/count (1)
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: shop.pb: left out samples of other types: samples/count (1); --sample-type selects

# frames

  $ f=$FIXTURES/otlp/shop.pb
  $ collapse-otlp -q --no-header --lines --inline --kernel "$f"
  [unknown] 6
  main:11;[libshop.so <0x1030>] 23
  main:11;_ZN4shop4sellEv;[<0x7f00>] 4
  main:11;parse:args:21;read:31_[i] 10
  main:11;sys_read_[k] 5
  $ collapse-otlp -q --no-header --thread-names "$f"
  [unknown];[unknown] 6
  [unknown];main;[libshop.so <0x1030>] 3
  [unknown];main;_ZN4shop4sellEv;[<0x7f00>] 4
  tid 7;main;sys_read 5
  worker 1;main;[libshop.so <0x1030>] 20
  worker 1;main;parse:args;read 10
  $ collapse-otlp -q --no-header --tag service.name --tag queue "$f"
  shop;12ms;main;parse:args;read 10
  shop;[unknown] 6
  shop;main;[libshop.so <0x1030>] 23
  shop;main;_ZN4shop4sellEv;[<0x7f00>] 4
  shop;main;sys_read 5
  $ collapse-otlp $(printf -- '--tag k%s ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17) "$f"
  [2]
  $ cat err
  collapse-otlp: --tag: at most 16 keys

# labels

  $ f=$FIXTURES/otlp/shop.pb
  $ collapse-otlp -q --no-header --labels all "$f"
  @time=0.00;@host=till-1;@pid=42;@queue=12ms;@service.name=shop;@span_id=f001020304050607;@thread=worker 1;@trace_id=000102030405060708090a0b0c0d0e0f;main;parse:args;read 10
  @time=0.00;@host=till-1;@pid=42;@service.name=shop;@thread=worker 1;main;[libshop.so <0x1030>] 20
  @time=0.00;@host=till-1;@pid=42;@service.name=shop;@tid=7;main;sys_read 5
  @time=0.00;@host=till-1;@pid=42;@service.name=shop;[unknown] 6
  @time=0.00;@host=till-1;@pid=42;@service.name=shop;main;[libshop.so <0x1030>] 1
  @time=0.00;@host=till-1;@pid=42;@service.name=shop;main;_ZN4shop4sellEv;[<0x7f00>] 4
  @time=0.24;@host=till-1;@pid=42;@service.name=shop;main;[libshop.so <0x1030>] 2
  $ collapse-otlp -q --no-header --labels time=100ms "$f"
  @time=0.0;[unknown] 6
  @time=0.0;main;[libshop.so <0x1030>] 21
  @time=0.0;main;_ZN4shop4sellEv;[<0x7f00>] 4
  @time=0.0;main;parse:args;read 10
  @time=0.0;main;sys_read 5
  @time=0.2;main;[libshop.so <0x1030>] 2
  $ collapse-otlp -q --list-labels "$f"
  time 2
  host 1
  pid 1
  queue 1
  service.name 1
  span_id 1
  thread 1
  tid 1
  trace_id 1

# damage
needs: python3

  $ for damage in no-stack no-string no-dictionary unequal negative empty; do
  >   python3 -B "$INPUTS/make.py" $damage | collapse-otlp --no-header --sample-type cpu >out; echo "$damage: $?"
  >   sed 's/^/  /' out
  > done
  no-stack: 1
  no-string: 1
  no-dictionary: 1
  unequal: 0
    [unknown] 6
    main;[libshop.so <0x1030>] 20
    main;_ZN4shop4sellEv;[<0x7f00>] 4
    main;parse:args;read 10
    main;sys_read 5
  negative: 0
    [unknown] 6
    main;[libshop.so <0x1030>] 20
    main;_ZN4shop4sellEv;[<0x7f00>] 4
    main;parse:args;read 10
    main;sys_read 5
  empty: 0
    [unknown] 6
    main;[libshop.so <0x1030>] 23
    main;_ZN4shop4sellEv;[<0x7f00>] 4
    main;sys_read 5
  $ python3 -B "$INPUTS/make.py" empty | collapse-otlp -q --strict
  [1]
  $ head -c 250 "$FIXTURES/otlp/shop.pb" | collapse-otlp
  [1]
  $ collapse-otlp </dev/null
  [1]
  $ cat err
  collapse-otlp: standard input: byte 92: sample: a stack that does not exist
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: byte 272: function: a string that does not exist
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: no dictionary: not a profile of opentelemetry-proto 1.8 or later
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 1 sample with not as many values as timestamps
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 1 value that cannot be counted
  collapse-otlp: standard input: left out samples of other types: samples/count (1); --sample-type selects
  collapse-otlp: skipped 1 sample without a value or timestamp
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: no dictionary: not a profile of opentelemetry-proto 1.8 or later
  collapse-otlp: no output: part of the input was not understood
  collapse-otlp: standard input: the input is empty
  collapse-otlp: no output: part of the input was not understood

# other-programs
needs: gzip
an OTLP profile in the place of another input

  $ cp "$FIXTURES"/otlp/cpu.pb "$FIXTURES"/pprof/go-cpu.pb.gz "$FIXTURES"/stap/user.txt .
  $ collapse-pprof cpu.pb
  [1]
  $ collapse-stap cpu.pb
  [1]
  $ collapse-otlp go-cpu.pb.gz
  [1]
  $ collapse-otlp user.txt
  [1]
  $ cat err
  collapse-pprof: cpu.pb: this is OTLP profiles (OpenTelemetry); try: collapse-otlp cpu.pb
  collapse-stap: cpu.pb: this is OTLP profiles (OpenTelemetry); try: collapse-otlp cpu.pb
  collapse-otlp: go-cpu.pb.gz: this is profiles of pprof and gperftools; try: collapse-pprof go-cpu.pb.gz
  collapse-otlp: user.txt: this is SystemTap's print_stack() and print_ustack(); try: collapse-stap user.txt
