cat >in <<'END'
# a comment
PeriodType: cpu nanoseconds
Samples:
samples/count cpu/nanoseconds
          1   10000000: 1 2 
          2   20000000: 3 2 
                thread:[main] 7:[8]
          7   70000000: 9 2 
         12  120000000: 5 1 2
          3          0: 
        450: 1 2 
          5: 1 2 
         -4  -40000000: 1 2 
          x  -40000000: 1 2 
          6   60000000: 7 8 2
Locations
     1: 0x58b265 M=1 scanblock /src/mgc0.c:10 s=0
     2: 0x599530 M=1 GC :0 s=0
     3: 0x58a999 flushptrbuf :0 s=0
             inlined.caller :0 s=0(mangled)
     5: 0x58d6a9 M=1 
     6: 0xZZ bad :0 s=0
     7: 0x58d6a9 
     8: 0x58d6aa M=2 [F] std::map<int, char>::find /usr/include/a b/stl_map.h:3:0 s=0
     1: 0x58b265 M=1 renamed.scanblock /src/mgc0.c:10 s=0
Mappings
1: 0x400000/0x4b2000/0x0 /usr/bin/gm  [FN]
2: 0x500000/0x6b2000/0x0 [vdso]
     2: 0x599530 M=1 after_mappings :0 s=0
END
stackcollapse-go.pl in
collapse-go --strict in
