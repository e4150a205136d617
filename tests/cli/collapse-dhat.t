SPDX-License-Identifier: MIT

# values

  $ for value in total blocks peak peak-blocks max max-blocks end end-blocks reads writes lifetime; do
  > 	echo "== $value"
  > 	collapse-dhat --value $value "$FIXTURES/dhat/heap.json"
  > done
  == total
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;order;copy;malloc 828
  main;price;copy;malloc 81920
  == blocks
  # flambeau: event=heap
  # flambeau: unit=blocks
  main;order;copy;malloc 8
  main;price;copy;malloc 20
  == peak
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;order;copy;malloc 828
  main;price;copy;malloc 4096
  == peak-blocks
  # flambeau: event=heap
  # flambeau: unit=blocks
  main;order;copy;malloc 8
  main;price;copy;malloc 1
  == max
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;order;copy;malloc 828
  main;price;copy;malloc 4096
  == max-blocks
  # flambeau: event=heap
  # flambeau: unit=blocks
  main;order;copy;malloc 8
  main;price;copy;malloc 1
  == end
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;order;copy;malloc 422
  == end-blocks
  # flambeau: event=heap
  # flambeau: unit=blocks
  main;order;copy;malloc 4
  == reads
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;price;copy;malloc 20
  == writes
  # flambeau: event=heap
  # flambeau: unit=bytes
  main;order;copy;malloc 72
  main;price;copy;malloc 160
  == lifetime
  # flambeau: event=heap
  # flambeau: unit=instrs
  main;order;copy;malloc 67376
  main;price;copy;malloc 3979

# sums
needs: python3
the lines come to the sum of the member over all places

  $ for pair in total=tb blocks=tbk peak=gb max=mb end-blocks=ebk writes=wb; do
  > 	collapse-dhat -q --no-header --value ${pair%=*} "$FIXTURES/dhat/heap.json" | python3 -c "
  > import json, sys
  > pps = json.load(open('$FIXTURES/dhat/heap.json'))['pps']
  > print(sum(int(line.split()[-1]) for line in sys.stdin) == sum(pp['${pair#*=}'] for pp in pps) > 0)"
  > done
  True
  True
  True
  True
  True
  True

# copy

  $ collapse-dhat "$FIXTURES/dhat/copy.json" | tail -n 2
  main;order;copy;memmove 72
  main;price;copy;memmove 160
  $ collapse-dhat --value blocks --no-header "$FIXTURES/dhat/copy.json" | tail -n 2
  main;order;copy;memmove 8
  main;price;copy;memmove 20
  $ cp "$FIXTURES/dhat/copy.json" .; collapse-dhat --value peak copy.json
  [1]
  $ cat err
  collapse-dhat: copy.json: no values for --value peak: this copy profile has total, blocks
  collapse-dhat: no output: part of the input was not understood

# units
what the profile calls its units, names of Rust, an address without a symbol

  $ collapse-dhat "$FIXTURES/dhat/ad-hoc.json"
  # flambeau: event=ad-hoc
  # flambeau: unit=units
  main;[libparse.so <0x2f00>] 7
  main;parse::{{closure}}(u8);<T as core::Drop>::drop 300
  $ collapse-dhat --value blocks "$FIXTURES/dhat/ad-hoc.json"
  # flambeau: event=ad-hoc
  # flambeau: unit=events
  main;[libparse.so <0x2f00>] 1
  main;parse::{{closure}}(u8);<T as core::Drop>::drop 3
  $ collapse-dhat --locations --no-header "$FIXTURES/dhat/ad-hoc.json"
  main (src/main.rs:3:1);[libparse.so <0x2f00>] 7
  main (src/main.rs:3:1);parse::{{closure}}(u8) (src/lib.rs:40:9);<T as core::Drop>::drop (src/main.rs:12:5) 300
  $ collapse-dhat --header=all "$FIXTURES/dhat/ad-hoc.json" | grep command
  # flambeau: command="./parse --all"

# order-of-members
needs: python3

  $ python3 -B - "$FIXTURES/dhat/ad-hoc.json" <<'END' >reversed
  > import json, sys
  > def turn(value):
  >     return {key: turn(value[key]) for key in reversed(list(value))} if isinstance(value, dict) else \
  >         [turn(one) if isinstance(one, dict) else one for one in value] if isinstance(value, list) else value
  > print(json.dumps(turn(json.load(open(sys.argv[1])))))
  > END
  $ collapse-dhat "$FIXTURES/dhat/ad-hoc.json" >one
  $ collapse-dhat reversed | cmp - one && echo same
  same

# damaged
places without a value or a stack, frames that are not in the table

  $ echo '{"dhatFileVersion":3,"mode":"heap","pps":[{"tb":1,"fs":[0,9,-1]},{"tbk":1,"fs":[1]},{"tb":2},{"tb":"x","fs":[1]},{"tb":3,"rb":-1,"fs":[]}],"ftbl":["[root]","main","0x1: ???"]}' >in
  $ collapse-dhat -v in
  # flambeau: event=heap
  # flambeau: unit=bytes
  [unknown] 5
  [unknown];[unknown] 1
  $ collapse-dhat --value reads in
  [1]
  $ collapse-dhat --strict -q in
  [1]
  $ cat err
  collapse-dhat: in:1: not understood: 'x'
  collapse-dhat: in:1: a frame that is not in the table of frames
  collapse-dhat: in:1: a frame that is not in the table of frames
  collapse-dhat: in:1: a place without a stack
  collapse-dhat: in:1: a version of the format that this program does not know: '3'
  collapse-dhat: skipped 1 line not understood, 2 frames that are missing, 2 places without the value
  collapse-dhat: kept 1 place without a stack
  collapse-dhat: in: no values for --value reads: this heap profile has total, blocks
  collapse-dhat: no output: part of the input was not understood
  collapse-dhat: no output: part of the input was not understood

# joined

  $ cat "$FIXTURES/dhat/heap.json" "$FIXTURES/dhat/heap.json" | collapse-dhat --no-header
  main;order;copy;malloc 1656
  main;price;copy;malloc 163840
  $ head -c 600 "$FIXTURES/dhat/heap.json" | collapse-dhat --no-header
  [unknown];[unknown];copy;malloc 82748
  [1]
  $ cat err
  collapse-dhat: standard input:32: the file is cut off
  collapse-dhat: standard input:32: a frame that is not in the table of frames
  collapse-dhat: standard input:32: a frame that is not in the table of frames
  collapse-dhat: standard input:32: a frame that is not in the table of frames
  collapse-dhat: standard input:32: a frame that is not in the table of frames
  collapse-dhat: skipped 1 end of a file that is cut off, 4 frames that are missing
  collapse-dhat: the output is incomplete: the input is

# recognised

  $ collapse-guess --identify "$FIXTURES/dhat/heap.json"
  dhat             folded stacks from valgrind's DHAT and dhat-rs
